"""Ids, and the keys that are on record: sections 2.4 and 4."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .canon import jcs, need, tagged_hash, unbase
from .keys import is_signed, sound_point, sound_seal

if TYPE_CHECKING:
    from .books import Books


def game_id(genesis: dict[str, Any]) -> str:
    """Return the id of a game."""
    return tagged_hash("genesis", jcs(genesis))


def order_id(letter: dict[str, Any]) -> str:
    """Return the id of a letter."""
    return tagged_hash("order", jcs(letter))


def head_id(head: dict[str, Any]) -> str:
    """Return the id of a head."""
    return tagged_hash("head", jcs(head))


def pace_id(game: str, pace: str) -> str:
    """Return the id of a shorter pace."""
    return tagged_hash("pace", game, pace)


def sound_keys(sign: str, seal: str) -> None:
    """Refuse weak keys."""
    need(sound_point(unbase(sign)), "a weak signing key")
    need(sound_seal(unbase(seal)), "a weak sealing key")


def game_keys(genesis: dict[str, Any], state: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the referee's keys, the present ones last."""
    keys = [genesis["referee"]]
    for item in state["handovers"]:
        letter = item["order"]
        need(letter["kind"] == "handover" and letter["seat"] == "referee", "not a handover")
        need(letter["game"] == game_id(genesis), "a handover of another game")
        need(is_signed(keys[-1]["sign"], "lpbe-order-v2", jcs(letter), item.get("sig")), "a handover is not signed")
        keys.append(letter["args"])
    return keys


def seat_keys(books: Books, seat: str, args: dict[str, Any]) -> None:
    """Refuse keys that a seat may not have."""
    sound_keys(args["sign"], args["seal"])
    if books.secret:
        need(args["seal"] not in [item["seal"] for item in books.referees()], "a sealing key of the game")
    for other in books.state["seats"]:
        if other["id"] != seat:
            need(args["sign"] != other.get("sign"), "another seat has this signing key")
            need(args["seal"] != other.get("seal"), "another seat has this sealing key")
            need("draw" not in args or args["draw"] != other.get("draw"), "another seat has this draw key")
    need("draw" not in args or sound_point(unbase(args["draw"])), "a weak draw key")
