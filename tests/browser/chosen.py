"""Positions of random games of every game and combination, in both languages, each with a seat that is asked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from lpbe.games import game_of

from ..kernel.party import Party
from ..report.readers import COLOURS

WORLD = game_of("planet-2116").seats


class Kind(NamedTuple):
    """A game as it is set up, about how many steps it has, and who is looked at."""

    game: str
    expansions: tuple[str, ...]
    seats: tuple[str, ...]
    steps: int = 130
    options: dict[str, dict[str, Any]] = {}
    reader: str = ""


BUSY = ("act", "lay-hex", "declare", "human-turn", "found", "turn")
"""Questions whose answers name places and pieces."""
TERRA: dict[str, dict[str, Any]] = {"aquarius": {"scenario": "terra_h2o"}}
KINDS = {
    "two": Kind("living-planet", (), COLOURS[:2]),
    "three": Kind("living-planet", (), COLOURS[:3]),
    "four": Kind("living-planet", (), COLOURS, 220),
    "arboria": Kind("living-planet", ("arboria",), COLOURS[:3]),
    "aquarius": Kind("living-planet", ("aquarius",), COLOURS[:3]),
    "terra h2o": Kind("living-planet", ("aquarius",), COLOURS[:3], options=TERRA),
    "both": Kind("living-planet", ("arboria", "aquarius"), COLOURS, 220),
    "planet": Kind("planet-2116", (), WORLD, 40, reader="planet"),
    "human": Kind("planet-2116", (), WORLD, 40, reader="human"),
    "pebbles": Kind("pebbles", ("moss",), COLOURS[:3], 25),
}


class Position(NamedTuple):
    party: Party
    seat: str
    lang: str


def is_busy(party: Party, count: int) -> bool:
    """Whether there is much to choose from on the board."""
    return count >= 8 and party.game.state.table["agenda"]["steps"][-1]["step"] in BUSY


def positions(name: str, count: int, seed: int) -> Iterator[Position]:
    """So many of them, every other one busy, from one game after the other; the party plays on after each."""
    kind, chance, found = KINDS[name], random.Random(f"{name} {seed}"), 0
    while found < count:
        party = Party(kind.seats, kind.expansions, dict(kind.options), game_name=kind.game).start()
        wanted = sorted(chance.sample(range(kind.steps), min(count - found, 5)))
        for step in range(1_000):
            if not wanted or party.game.state.window.kind != "play":
                break
            seat = chance.choice(party.waiting)
            legal = party.legal(seat)
            if step >= wanted[0] and seat.startswith(kind.reader) and (found % 2 or is_busy(party, len(legal))):
                wanted.pop(0)
                found += 1
                yield Position(party, seat, ("en", "fr")[(found // 2 + seed) % 2])
            party.give(seat, msgspec.json.decode(msgspec.json.encode(chance.choice(legal))))
