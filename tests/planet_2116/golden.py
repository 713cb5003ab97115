"""Whole games, one for each ending: what everybody sent, played again, tells the same.

Run from the root of the checkout to record them anew: python -m tests.planet_2116.golden
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from lpbe.bots import bot_named
from lpbe.bots.arena import Match, root_of
from lpbe.games import book_of, game_of
from lpbe.kernel.base.canon import jcs
from lpbe.kernel.content import packs
from lpbe.kernel.play.chance import Rng
from lpbe.kernel.play.leaving import agree_to_stop
from lpbe.kernel.play.rules import Held, Order, Seat
from lpbe.kernel.play.table import Table, start, submit
from lpbe.kernel.words.sentences import sentences

from .positions import GAME

HERE = Path(__file__).parent / "golden"
SEED = 11
ENDS = ("greens", "ark", "heat", "capitals", "agreed")
NAMES = {"planet": "Ana", "human-1": "Ben", "human-2": "Cleo", "human-3": "Dan"}
SEATS = tuple(NAMES)
STOP = 40
"""After so many letters all agree to stop, in the game that ends so."""
BOOK = book_of(GAME, ())


class Recorder(Match):
    """A match that keeps what was sent."""

    sent: list[dict[str, Any]]

    def send(self, seat: Seat, order: Order) -> None:
        self.sent.append({"seat": seat, "order": msgspec.to_builtins(order)})
        super().send(seat, order)


def record(number: int) -> Recorder:
    root = root_of(SEED, number)
    bots = dict.fromkeys(SEATS, bot_named("greedy"))
    match = Recorder(game_of(GAME), bots, Table(BOOK.blank(SEATS, {}), Rng(root)), root, False)
    match.sent = []
    match.play("none")
    return match


def replayed(recording: dict[str, Any]) -> Iterator[Table]:
    """The table after the start, then after each letter."""
    table = Table(BOOK.blank(SEATS, {}), Rng(root_of(SEED, recording["number"])))
    start(table)
    yield table
    for letter in recording["sent"]:
        table.clear()
        if "order" in letter:
            submit(table, letter["seat"], [Held(order) for order in BOOK.read_orders([letter["order"]])])
        else:
            agree_to_stop(table, letter["seat"])
        yield table


def told(recording: dict[str, Any]) -> list[bytes]:
    """Everything that each step told everybody and each seat."""
    readers = (None, *SEATS)
    return [
        jcs([[event.seen_by(reader) for event in table.events] for reader in readers]) for table in replayed(recording)
    ]


def story(recording: dict[str, Any], lang: str, reader: Seat | None = None) -> list[str]:
    """The game in words."""
    words = packs.words(GAME, lang)
    return [line for table in replayed(recording) for line in sentences(words, seen(table, reader), reader, NAMES)]


def seen(table: Table, reader: Seat | None) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(one) for event in table.events if (one := event.seen_by(reader))]


def kept(why: str) -> dict[str, Any]:
    return dict(json.loads(lzma.decompress((HERE / f"{why}.json.xz").read_bytes())))


def main() -> None:
    """The first games that end in each way, and one that is broken off."""
    HERE.mkdir(exist_ok=True)
    found: dict[str, dict[str, Any]] = {}
    for number in range(200):
        match = record(number)
        assert match.result
        found.setdefault(match.result.why, {"number": number, "sent": match.sent})
        if len(found) == len(ENDS) - 1:
            break
    first = found["greens"]
    found["agreed"] = {**first, "sent": [*first["sent"][:STOP], *({"seat": seat} for seat in SEATS)]}
    for why, recording in found.items():
        recording["told"] = [json.loads(step) for step in told(recording)]
        (HERE / f"{why}.json.xz").write_bytes(lzma.compress(jcs(recording), preset=9))


if __name__ == "__main__":
    main()
