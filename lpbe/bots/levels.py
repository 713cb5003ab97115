"""How long the bots think that play ahead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct


class Level(Struct, frozen=True):
    """How long a bot that plays ahead thinks about an order: never in seconds, so that it can be asked again."""

    rollouts: int
    """How many times it plays on."""
    orders: int
    """How many different orders it tries at most."""
    audited: int = 1
    """One of so many of its moves is worked out again by an audit."""


LEVELS: Mapping[str, Level] = {
    "bot:club": Level(rollouts=40, orders=12, audited=4),
    "bot:master": Level(rollouts=200, orders=16, audited=16),
}
"""The bots that play ahead, the weakest first."""


class NamedBot(NamedTuple):
    """A bot as a game file names it: its name, its level if it plays ahead, and its time limit in milliseconds."""

    name: str
    level: Level | None
    limit_ms: int


def read_bot(bot: str) -> NamedBot:
    """Read a name with or without version and time limit: bot:club:1000ms@1."""
    name = bot.partition("@")[0]
    base, _, limit = name.rpartition(":")
    if limit.endswith("ms") and limit[:-2].isdecimal():
        return NamedBot(base, LEVELS.get(base), int(limit[:-2]))
    return NamedBot(name, LEVELS.get(name), 0)


def level_of(bot: str) -> Level | None:
    """Return how long a bot thinks; None if it does not play ahead."""
    return read_bot(bot).level
