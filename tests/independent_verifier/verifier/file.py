"""Level 0 of a game file: section 9.1, points 1 to 3."""

from __future__ import annotations

from typing import Any

from .canon import jcs, need, same, tagged_hash, unbase
from .ids import game_id, game_keys, order_id, sound_keys
from .keys import is_signed


def check_file(game: dict[str, Any]) -> None:
    """A game file agrees with itself."""
    genesis, state, last = game["genesis"], game["state"], game["last"]
    secret = genesis["trust"] == "referee"
    for name in ("referee", "seed_commit", "sizes"):
        need((name in genesis) == secret, "a genesis of another trust")
    need(("seed" in genesis) != secret, "a genesis of another trust")
    need("seals" in state or not secret, "no seals")
    need(("drawer" in state) == secret and not ("clear" in state and secret), "a state of another trust")
    need("clear" in state or secret, "nothing in clear")
    need(secret or "seals" not in state, "seals in an open game")
    ids = [seat["id"] for seat in genesis["seats"]]
    need(len(set(ids)) == len(ids), "one seat twice")
    need(ids == [seat["id"] for seat in state["seats"]], "other seats")
    head = last["head"]
    need(game_id(genesis) == state["game"] == head["game"], "another game")
    need(state["seq"] == head["seq"], "another step")
    need(head["state"] == tagged_hash("state", jcs(state)), "another state")
    check_entry(last)
    need("genesis" not in last and ("order" in last) == (head["seq"] > 0), "a strange last entry")
    need(head["seq"] > 0 or "sig" not in last, "a strange last entry")
    if secret:
        check_referee(game)
    else:
        need("sig" not in game and "head_sig" not in last, "a signature in an open game")


def check_entry(entry: dict[str, Any]) -> None:
    """An entry agrees with its head."""
    head = entry["head"]
    need(head["public"] == tagged_hash("public", jcs(entry["public"])), "another public part")
    need(("order" in entry) == ("order" in head), "a letter that the head does not name")
    need("order" not in entry or head["order"] == order_id(entry["order"]), "another letter")


def check_referee(game: dict[str, Any]) -> None:
    """The referee's keys, signatures and seals."""
    genesis, state, last = game["genesis"], game["state"], game["last"]
    sound_keys(genesis["referee"]["sign"], genesis["referee"]["seal"])
    need(is_signed(genesis["referee"]["sign"], "lpbe-genesis-v2", jcs(genesis), game.get("sig")), "a genesis unsigned")
    keys = game_keys(genesis, {"handovers": state.get("handovers", [])})
    for item in keys:
        sound_keys(item["sign"], item["seal"])
    by = keys[-1]
    if last.get("order", {}).get("kind") == "handover":
        need(len(keys) > 1 and same(state["handovers"][-1]["order"], last["order"]), "a handover that is not kept")
        by = keys[-2]
    need(is_signed(by["sign"], "lpbe-head-v2", jcs(last["head"]), last.get("head_sig")), "a head unsigned")
    if state["window"]["kind"] == "over" and genesis.get("disclose", True):
        need("disclosed" in last["public"], "secrets that were promised are not shown")
    sizes = genesis["sizes"]
    need(set(state["seals"]) == {seat["id"] for seat in state["seats"] if "seal" in seat}, "other views")
    need(all(len(unbase(seal)) == sizes["view"] + 48 for seal in state["seals"].values()), "a view of another size")
    need(len(unbase(state["drawer"])) == sizes["drawer"] + 48, "a drawer of another size")
