"""Whole games between bots, in one process: no files, no keys, only the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET, Struct

from ..kernel.canon import kdf
from ..kernel.happenings import Ended
from ..kernel.rng import Rng
from ..kernel.rulebook import Rulebook
from ..kernel.rules import Event, Game, Held, Seat, Standing
from ..kernel.table import Table, answers_wanted, start, submit, unforeseen
from . import choose


class Played(Struct, frozen=True):
    """How one game went."""

    number: int
    bots: dict[Seat, str]
    points: dict[Seat, int] = {}
    winners: tuple[Seat, ...] = ()
    orders: int = 0
    messages: int = 0
    counts: dict[str, int] = {}
    failure: str = ""


def root_of(seed: int, number: int) -> bytes:
    return kdf(str(seed).encode(), "simulate", number)


def play(game: Game, book: Rulebook, options: Mapping[str, Any], bots: Mapping[Seat, str], root: bytes) -> Match:
    """One game to its end."""
    match = Match(game, bots, Table(book.blank(list(bots), options), Rng(root)), root)
    start(match.table)
    match.note()
    while wanted := answers_wanted(match.table.state):
        match.answer(next(iter(unanswered(match.table, list(wanted)))))
    return match


def unanswered(table: Table, wanted: Sequence[Seat]) -> list[Seat]:
    """Those of whom the open window still wants to hear."""
    return [seat for seat in wanted if table.state[Standing, seat].answer is UNSET] or list(wanted)


class Match:
    """A game under way, and what is counted of it."""

    __slots__ = ("bots", "counts", "game", "messages", "orders", "result", "root", "speaker", "table")

    def __init__(self, game: Game, bots: Mapping[Seat, str], table: Table, root: bytes) -> None:
        self.game, self.bots, self.table, self.root = game, bots, table, root
        self.orders = self.messages = 0
        self.speaker = ""
        self.counts = dict.fromkeys(game.counted, 0)
        self.result: Ended | None = None

    def answer(self, seat: Seat) -> None:
        """What the bot of a seat does, from what the seat sees; a message goes on until its writer is surprised."""
        table = self.table
        chance = Rng(kdf(self.root, "bot", seat, self.orders))
        order = choose(self.bots[seat], self.game, table.state.seen_by(seat), seat, chance)
        drawn = len(table.rng.used)
        submit(table, seat, [Held(order)])
        self.orders += 1
        self.messages += self.speaker != seat
        surprised = len(table.rng.used) > drawn or any(unforeseen(event, seat) for event in table.events)
        self.speaker = "" if surprised else seat
        self.note()

    def note(self) -> None:
        """Count what happened, and go on with a clean sheet."""
        for event in self.table.events:
            self.tally(event)
        self.table = Table(self.table.state, self.table.rng)

    def tally(self, event: Event) -> None:
        if isinstance(event, Ended):
            self.result = event
        for name, kind in self.game.counted.items():
            self.counts[name] += type(event) is kind


class Series(Struct, frozen=True):
    """Games of one kind: which rules, who plays, and the seed they all come from."""

    game: str
    expansions: tuple[str, ...]
    options: dict[str, dict[str, Any]]
    seats: tuple[Seat, ...]
    bots: tuple[str, ...]
    seed: int

    def seating(self, number: int) -> dict[Seat, str]:
        """The bots take turns on the seats."""
        return {seat: self.bots[(n + number) % len(self.bots)] for n, seat in enumerate(self.seats)}

    def played(self, game: Game, book: Rulebook, number: int) -> Played:
        """One game; a mistake of the rules or of a bot is part of the result."""
        bots = self.seating(number)
        try:
            match = play(game, book, self.options, bots, root_of(self.seed, number))
        except Exception as error:
            return Played(number, bots, failure=f"{type(error).__name__}: {error}")
        assert match.result
        done = match.result
        return Played(number, bots, done.scores, done.winners, match.orders, match.messages, match.counts)
