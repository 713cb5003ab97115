"""Whole games, one for each ending: what everybody sent, replayed, is reported in the same way.

Run this from the root of the checkout to record them again, or only the named ones: python -m tests.planet_2116.golden
"""

from __future__ import annotations

import json
import lzma
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from lpbe.bots.arena import Match, game_root
from lpbe.bots.strategies import find_bot
from lpbe.games import book_of, game_of
from lpbe.games.planet_2116.ending import WINS
from lpbe.kernel.base.canonical import jcs
from lpbe.kernel.content import packs
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.leaving import agree_to_stop, resign
from lpbe.kernel.engine.model import Held, Order, Seat
from lpbe.kernel.engine.table import Table, start, submit
from lpbe.kernel.language.sentences import sentences
from tests import letter_types

from ..kernel.party import Party
from .positions import GAME

HERE = Path(__file__).parent / "golden"
SEED = 11
ENDS = ("greens", "ark", "heat", "capitals", "agreed", "deserted")
NAMES = {"planet": "Ana", "human-1": "Ben", "human-2": "Cleo", "human-3": "Dan"}
SEATS = tuple(NAMES)
STOP = 40
"""After this many letters all agree to stop, in the game that ends so."""
LEFT, LEAVES = 5, {24: "human-2", 40: "human-1", 52: "planet", 60: "human-3"}
"""The game that everybody leaves, and after how many letters who does."""
BOOK = book_of(GAME, ())


class Recorder(Match):
    """A match that keeps what was sent; some players may leave on the way."""

    sent: list[dict[str, Any]]
    leaves: Mapping[int, Seat]

    def send(self, seat: Seat, orders: Sequence[Order], goes_on: bool) -> None:
        self.sent += ({"seat": seat, "order": msgspec.to_builtins(order)} for order in orders)
        super().send(seat, orders, goes_on)
        if leaver := self.leaves.get(len(self.sent)):
            self.sent.append({"seat": leaver, "leaves": True})
            resign(self.table, leaver)
            self.count_events()


def record(number: int, leaves: Mapping[int, Seat]) -> Recorder:
    root = game_root(SEED, number)
    bots = dict.fromkeys(SEATS, find_bot("greedy"))
    match = Recorder(game_of(GAME), bots, Table(BOOK.blank(SEATS, {}), Rng(root)), root, False)
    match.sent, match.leaves = [], leaves
    match.play("none")
    return match


def replay_tables(recording: dict[str, Any]) -> Iterator[Table]:
    """Yield the table after the start, then after each letter."""
    table = Table(BOOK.blank(SEATS, {}), Rng(game_root(SEED, recording["number"])))
    start(table)
    yield table
    for letter in recording["sent"]:
        table.clear()
        if "order" in letter:
            submit(table, letter["seat"], [Held(order) for order in BOOK.read_orders([letter["order"]])])
        elif "leaves" in letter:
            resign(table, letter["seat"])
        else:
            agree_to_stop(table, letter["seat"])
        yield table


def step_reports(recording: dict[str, Any]) -> list[bytes]:
    """Return everything that each step reported to everybody and to each seat."""
    readers = (None, *SEATS)
    return [
        jcs([[event.seen_by(reader) for event in table.events] for reader in readers])
        for table in replay_tables(recording)
    ]


def story(recording: dict[str, Any], lang: str, reader: Seat | None = None) -> list[str]:
    """Return the game in words."""
    words = packs.words(GAME, lang)
    return [
        line
        for table in replay_tables(recording)
        for line in sentences(words, seen_events(table, reader), reader, NAMES)
    ]


def seen_events(table: Table, reader: Seat | None) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(one) for event in table.events if (one := event.seen_by(reader))]


@cache
def finish_game(why: str) -> Party:
    """Return the same game sealed and signed, letter by letter, to its end: what its readers are given."""
    *_, party = replay(why, rules_sha256="21" * 32)
    return party


def replay(why: str, **changes: Any) -> Iterator[Party]:
    """Yield a recorded game through the chain, with the chances it had: at its start and after each letter."""
    recording = load_recording(why)
    party = Party(SEATS, options={}, changes=changes, game_name=GAME)
    party.rules = msgspec.structs.replace(party.rules, chance=lambda _: Rng(game_root(SEED, recording["number"])))
    yield party.start()
    for letter in recording["sent"]:
        post(party, letter)
        yield party


def post(party: Party, letter: dict[str, Any]) -> None:
    seat = letter["seat"]
    free = next(record.free.next for record in party.game.state.seats if record.id == seat)
    if "order" in letter:
        party.give(seat, letter["order"])
    elif "leaves" in letter:
        party.send(party.sign(seat, letter_types.resign_letter(party.game, seat, free)))
    else:
        party.send(party.sign(seat, letter_types.stop_letter(party.game, seat, True, free)))


def load_recording(why: str) -> dict[str, Any]:
    return dict(json.loads(lzma.decompress((HERE / f"{why}.json.xz").read_bytes())))


def main(names: Sequence[str]) -> None:
    """Record the first games that end in each way; one that is broken off, and one that everybody leaves."""
    HERE.mkdir(exist_ok=True)
    found = played_out() if set(names) - {"deserted"} else {}
    last = record(LEFT, LEAVES)
    assert last.result and last.result.why == "deserted"
    found["deserted"] = {"number": LEFT, "sent": last.sent}
    for why in names:
        recording = {**found[why], "told": [json.loads(step) for step in step_reports(found[why])]}
        (HERE / f"{why}.json.xz").write_bytes(lzma.compress(jcs(recording), preset=9))


def played_out() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for number in range(200):
        match = record(number, {})
        assert match.result
        found.setdefault(match.result.why, {"number": number, "sent": match.sent})
        if set(WINS) <= found.keys():
            break
    first = found["greens"]
    found["agreed"] = {**first, "sent": [*first["sent"][:STOP], *({"seat": seat} for seat in SEATS)]}
    return found


if __name__ == "__main__":
    main(sys.argv[1:] or ENDS)
