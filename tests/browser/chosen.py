"""Positions of random games of every game and combination, in both languages, each with a seat that is asked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from lpbe.bots.strategies import choose_order
from lpbe.games import game_of
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import State
from lpbe.report.content.choices import question_for

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


SWITCHED: dict[str, dict[str, Any]] = {
    "living-planet": {"card3": "production", "protection": {"cost": 1}},
    "aquarius": {"port_counts": False, "aq_pick": "sealed"},
}
"""Options with which questions are asked that are not asked without."""
EVERY_KIND = KINDS | {
    "switched": Kind("living-planet", ("arboria", "aquarius"), COLOURS[:3], options=SWITCHED),
    "bags": Kind("planet-2116", (), WORLD, 40, options={"planet-2116": {"bags": "chosen"}}),
}


class Position(NamedTuple):
    party: Party
    seat: str
    lang: str

    @property
    def question(self) -> str:
        """The tag of the question that the seat is asked."""
        return question_tag(self.party.state(self.seat), self.seat)


def question_tag(state: State, seat: str) -> str:
    question = question_for(state, seat)
    return str(question.__struct_config__.tag) if question else ""


def is_busy(party: Party, count: int) -> bool:
    """Whether there is much to choose from on the board."""
    return count >= 8 and party.game.state.table["agenda"]["steps"][-1]["step"] in BUSY


def positions(name: str, count: int, seed: int) -> Iterator[Position]:
    """So many of them, every other one busy, from one game after the other; the party plays on after each."""
    kind, chance, found = EVERY_KIND[name], random.Random(f"{name} {seed}"), 0
    while found < count:
        party = begin(kind)
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


def begin(kind: Kind) -> Party:
    return Party(kind.seats, kind.expansions, dict(kind.options), game_name=kind.game).start()


def questions_of(name: str) -> set[str]:
    """The tags of all questions that may be asked in a kind of game."""
    return {str(question.__struct_config__.tag) for question in begin(EVERY_KIND[name]).rules.book.offers}


def new_questions(name: str, known: set[str], games: int) -> Iterator[Position]:
    """A position with each question that is not yet known, from some games; every other order is a bot's, which builds.

    What is yielded becomes known; what is never asked of somebody who has a choice is not found.
    """
    kind, possible = EVERY_KIND[name], questions_of(name)
    for number in range(games):
        party, chance = begin(kind), random.Random(f"questions {name} {number}")
        for step in range(1_000):
            if not possible - known or party.game.state.window.kind != "play":
                break
            seat = chance.choice(party.waiting)
            state, legal = party.state(seat), party.legal(seat)
            tag = question_tag(state, seat)
            if len(legal) > 1 and tag not in known:
                known.add(tag)
                yield Position(party, seat, ("en", "fr")[len(known) % 2])
            if step % 2:
                order = chance.choice(legal)
            else:
                order = choose_order(
                    "bot:greedy", party.rules.game, state, seat, Rng(f"{number} {step}".encode().ljust(32))
                )
            party.give(seat, msgspec.json.decode(msgspec.json.encode(order)))
