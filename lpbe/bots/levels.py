"""How long the bots think that play ahead."""

from __future__ import annotations

from collections.abc import Mapping

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


def read_bot(bot: str) -> tuple[str, Level | None, int]:
    """Read how a game file names a bot, bot:club:1000ms@1: its name, its level, and its time limit in milliseconds."""
    name = bot.partition("@")[0]
    base, _, limit = name.rpartition(":")
    if limit.endswith("ms") and limit[:-2].isdecimal():
        return base, LEVELS.get(base), int(limit[:-2])
    return name, LEVELS.get(name), 0


def level_of(bot: str) -> Level | None:
    """Return how long a bot thinks; None if it does not play ahead."""
    return read_bot(bot)[1]
