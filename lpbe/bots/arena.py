"""Whole games between bots, in one process: no files, no keys, only the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import UNSET, Struct

from ..kernel.base.canon import kdf
from ..kernel.play.chance import Rng, Stream
from ..kernel.play.dry_run import Outlook, look_ahead
from ..kernel.play.events import Ended, PolicySet
from ..kernel.play.rulebook import Rulebook
from ..kernel.play.rules import Counted, Event, Game, Held, Order, Plan, Poll, Seat, Standing, State
from ..kernel.play.table import Table, start, submit, top
from . import choose

Test: TypeAlias = Callable[[State, Any], bool]
POLICIES = ("none", "default", "next-cards")
"""What seats say in advance: nothing; plans and the safe defaults; all their cards as well."""


class Played(Struct, frozen=True):
    """How one game went."""

    number: int
    bots: dict[Seat, str]
    points: dict[Seat, int] = {}
    winners: tuple[Seat, ...] = ()
    orders: int = 0
    messages: int = 0
    early: tuple[int, int] = (0, 0)
    """How many of these orders and messages came before the first turn."""
    counts: dict[str, int] = {}
    failure: str = ""


def root_of(seed: int, number: int) -> bytes:
    return kdf(str(seed).encode(), "simulate", number)


def play(
    game: Game,
    book: Rulebook,
    options: Mapping[str, Any],
    bots: Mapping[Seat, str],
    root: bytes,
    policies: str = "none",
    batches: bool = False,
) -> Match:
    """One game to its end; without batches, which take time to foresee, every order is a message of its own."""
    match = Match(game, bots, Table(book.blank(list(bots), options), Rng(root)), root, batches)
    match.play(policies)
    return match


def counted_by(game: Game, book: Rulebook) -> dict[str, Counted]:
    """What is counted of a game: by its own list, and by the lists of its modules."""
    return {**game.counted, **book.counted}


def tests_of(counted: Mapping[str, Counted]) -> dict[type[Event], list[tuple[str, Test | None]]]:
    """By kind of event, under which names it is counted, and whether only where a test says so."""
    out = dict[type[Event], list[tuple[str, Test | None]]]()
    for name, what in counted.items():
        kind, test = what if isinstance(what, tuple) else (what, None)
        out.setdefault(kind, []).append((name, test))
    return out


def policy_for(game: Game, book: Rulebook, policies: str, chance: Rng) -> dict[str, Any]:
    """The policy of a seat before the game begins."""
    default = book.default_policy() if policies != "none" else {}
    ahead = game.ahead(chance) if policies == "next-cards" else {}
    return {name: {**default.get(name, {}), **ahead.get(name, {})} for name in {**default, **ahead}}


def first_unanswered(table: Table, wanted: Sequence[Seat]) -> Seat:
    """The next of those of whom the open question still wants to hear."""
    for seat in wanted:
        if table.state[Standing, seat].answer is UNSET:
            return seat
    return wanted[0]


def foreseen(view: State, seat: Seat, order: Order) -> Outlook | None:
    """What an order leads to as its writer sees it; a poll leads nowhere before all have answered."""
    return None if isinstance(top(view), Poll) else look_ahead(view, seat, [order])


class Match:
    """A game under way, and what is counted of it."""

    __slots__ = (
        "batches",
        "bots",
        "chances",
        "counted",
        "counts",
        "early",
        "game",
        "messages",
        "orders",
        "planning",
        "result",
        "root",
        "speaker",
        "table",
        "views",
    )

    def __init__(self, game: Game, bots: Mapping[Seat, str], table: Table, root: bytes, batches: bool = True) -> None:
        self.game, self.bots, self.table, self.root = game, bots, table, root
        self.batches = batches
        self.planning = False
        self.views = {seat: table.state.seen_by(seat) for seat in bots}  # they share the components: never stale
        self.chances = {seat: Stream(kdf(root, "bot", seat)) for seat in bots}
        self.orders = self.messages = 0
        self.early = (0, 0)
        self.speaker = ""
        counted = counted_by(game, table.book)
        self.counts = dict.fromkeys(counted, 0)
        self.counted = tests_of(counted)
        self.result: Ended | None = None

    def play(self, policies: str) -> None:
        """From what the seats say in advance to the end."""
        self.planning = policies != "none"
        for seat in self.bots:
            if policy := policy_for(self.game, self.table.book, policies, Rng(kdf(self.root, "ahead", seat))):
                self.say(seat, policy)
        start(self.table)
        self.note()
        while question := top(self.table.state):
            self.answer(first_unanswered(self.table, self.table.asked(question)))

    def say(self, seat: Seat, policy: Mapping[str, Any]) -> None:
        """A seat sends its policy, which is a message too."""
        self.table.emit(PolicySet(seat, self.table.book.read_policy(policy)))
        self.orders += 1
        self.messages += 1

    def answer(self, seat: Seat) -> None:
        """What the bot of a seat does, from what the seat sees."""
        order = choose(self.bots[seat], self.game, self.views[seat], seat, self.chances[seat])
        outlook = foreseen(self.views[seat], seat, order) if self.batches else None
        self.send(seat, [*self.plans(seat, outlook), order], outlook is not None and not outlook.depends)

    def plans(self, seat: Seat, outlook: Outlook | None) -> list[Order]:
        """What the bot of a seat plans together with an order, where others or a draw come next."""
        plan = self.game.planners.get(self.bots[seat]) if self.planning else None
        if plan is None or outlook is None or outlook.state is None or not outlook.depends:
            return []
        return [Plan(order) for order in plan(outlook.state, seat)]

    def send(self, seat: Seat, orders: Sequence[Order], goes_on: bool) -> None:
        """A message goes on while its writer can foresee what follows."""
        self.orders += len(orders)
        self.messages += self.speaker != seat
        self.speaker = seat if goes_on else ""
        submit(self.table, seat, [Held(order) for order in orders])
        self.note()

    def note(self) -> None:
        """Count what happened, and go on with a clean sheet."""
        before = self.counts.get("turns", 0)
        for event in self.table.events:
            for name, test in self.counted.get(type(event), ()):
                self.counts[name] += test is None or test(self.table.state, event)
            if type(event) is Ended:
                self.result = event
        if not before and self.counts.get("turns", 0):
            self.early = self.orders, self.messages
        self.table.clear()


class Series(Struct, frozen=True):
    """Games of one kind: which rules, who plays, and the seed they all come from."""

    game: str
    expansions: tuple[str, ...]
    options: dict[str, dict[str, Any]]
    seats: tuple[Seat, ...]
    bots: tuple[str, ...]
    seed: int
    policies: str = "none"
    fixed: dict[Seat, str] = {}
    """Who plays a seat in every game."""

    def seating(self, number: int) -> dict[Seat, str]:
        """The bots take turns on the seats that nobody has for good."""
        free = [seat for seat in self.seats if seat not in self.fixed]
        turns = {seat: self.bots[(n + number) % len(self.bots)] for n, seat in enumerate(free)}
        return {seat: self.fixed.get(seat) or turns[seat] for seat in self.seats}

    def played(self, game: Game, book: Rulebook, number: int) -> Played:
        """One game; a mistake of the rules or of a bot is part of the result."""
        bots = self.seating(number)
        try:
            match = play(game, book, self.options, bots, root_of(self.seed, number), self.policies, True)
        except Exception as error:
            return Played(number, bots, failure=f"{type(error).__name__}: {error}")
        assert match.result
        done = match.result
        return Played(number, bots, done.scores, done.winners, match.orders, match.messages, match.early, match.counts)
