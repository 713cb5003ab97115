"""What many games came to, as a table for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..app.language import listener_language, localised
from ..bots import bot_label
from ..kernel.base.width import columns, padded
from ..kernel.content import packs
from ..kernel.content.packs import Words

APART = {"game", "players", "seed", "games", "bots", "seats", "failures", "messages_by"}
"""What is told in lines of its own, or not at all."""
NAME, WIDE, COUNT, SPOKEN = 18, 8, 26, 20
"""How wide the columns are: who played, a number of theirs, what is counted, what there was to say."""


def text_of(told: Mapping[str, Any]) -> str:
    words = packs.words(told["game"], listener_language())
    values = {"count": told["games"], "game": words.terms.get(told["game"], told["game"]), "seats": told["players"]}
    one = told["games"] == 1
    head = (
        "{count} game of {game} for {seats}, seed {seed}" if one else "{count} games of {game} for {seats}, seed {seed}"
    )
    lines = [localised(head, seed=told["seed"], **values), ""]
    lines += played(words, told)
    lines += ["", *(row(count_name(words, name), COUNT, [value]) for name, value in told.items() if name not in APART)]
    lines += compared(words, told["messages_by"]) if "messages_by" in told else []
    lines += [localised("game {number} failed: {failure}", **one) for one in told["failures"]]
    return "\n".join(lines)


def row(name: str, wide: int, values: list[Any], each: int = WIDE) -> str:
    return padded(name, wide) + "".join(padded(str(value), each, right=True) for value in values)


def played(words: Words, told: Mapping[str, Any]) -> Iterator[str]:
    """Of every bot and every seat: how often it played and won, and its points."""
    heads = [localised("played"), localised("wins"), localised("shared"), localised("points"), localised("best")]
    yield row("", NAME, heads)
    bots = {bot_label(bot): one for bot, one in told["bots"].items()}
    seats = {words.terms.get(seat, seat): one for seat, one in told["seats"].items()}
    for name, one in (*bots.items(), *seats.items()):
        yield row(name, NAME, [one[key] for key in ("played", "wins", "shared", "mean_points", "best")])


def count_name(words: Words, name: str) -> str:
    """What is counted, as the game or this command calls it."""
    usual = {
        "shared": localised("shared"),
        "orders": localised("orders"),
        "messages": localised("messages"),
        "early_messages": localised("early messages"),
        "orders_per_turn": localised("orders per turn"),
        "messages_per_turn": localised("messages per turn"),
    }
    return words.terms.get(f"count.{name}") or usual.get(name) or name.replace("_", " ")


def compared(words: Words, by: Mapping[str, Mapping[str, float]]) -> list[str]:
    heads = [count_name(words, name) for name in next(iter(by.values()))]
    wide = max(SPOKEN, *(columns(head) + 2 for head in heads))
    lines = [row(policies, NAME, list(one.values()), wide) for policies, one in by.items()]
    return ["", row(localised("policies"), NAME, heads, wide), *lines]
