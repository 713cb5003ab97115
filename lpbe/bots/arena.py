"""Play whole games between bots in one process, without files and keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import UNSET, Struct

from ..kernel.base.canonical import kdf
from ..kernel.engine.chance import Rng, Stream
from ..kernel.engine.dry_run import Outlook, look_ahead
from ..kernel.engine.events import Ended, PolicySet
from ..kernel.engine.game import Game
from ..kernel.engine.model import Counted, Event, Held, Order, Plan, Poll, Seat, Standing, State
from ..kernel.engine.rulebook import Rulebook
from ..kernel.engine.table import Table, start, submit, top
from .strategies import choose_order

Test: TypeAlias = Callable[[State, Any], bool]
POLICIES = ("none", "default", "next-cards")
"""What seats order in advance: nothing; plans and the safe defaults; their next cards as well."""


class GameResult(Struct, frozen=True):
    """The result of one game."""

    number: int
    bots: dict[Seat, str]
    points: dict[Seat, int] = {}
    winners: tuple[Seat, ...] = ()
    why: str = ""
    """How it ended, in a game with several endings."""
    orders: int = 0
    messages: int = 0
    early: tuple[int, int] = (0, 0)
    """The orders and messages before the first turn."""
    counts: dict[str, int] = {}
    failure: str = ""


def game_root(seed: int, number: int) -> bytes:
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
    """Play one game to its end; without batches, which take time to look ahead, every order is a message of its own."""
    match = Match(game, bots, Table(book.blank(list(bots), options), Rng(root)), root, batches)
    match.play(policies)
    return match


def counted_events(game: Game, book: Rulebook) -> dict[str, Counted]:
    """Return what is counted: what the game lists, and what its modules list."""
    return {**game.counted, **book.counted}


def tests_by_event(counted: Mapping[str, Counted]) -> dict[type[Event], list[tuple[str, Test | None]]]:
    """Return for each kind of event the names under which it is counted, each with its test, if any."""
    out = dict[type[Event], list[tuple[str, Test | None]]]()
    for name, what in counted.items():
        kind, test = what if isinstance(what, tuple) else (what, None)
        out.setdefault(kind, []).append((name, test))
    return out


def opening_policy(game: Game, book: Rulebook, policies: str, chance: Rng) -> dict[str, Any]:
    """Return the policy of a seat before the game begins."""
    default = book.default_policy() if policies != "none" else {}
    ahead = game.ahead(chance) if policies == "next-cards" else {}
    return {name: {**default.get(name, {}), **ahead.get(name, {})} for name in {**default, **ahead}}


def first_unanswered(table: Table, wanted: Sequence[Seat]) -> Seat:
    """Return the first of these seats that has not answered the open question."""
    for seat in wanted:
        if table.state[Standing, seat].answer is UNSET:
            return seat
    return wanted[0]


def look_ahead_at(view: State, seat: Seat, order: Order) -> Outlook | None:
    """Return what an order leads to as its sender sees it; None in a poll, where all must answer first."""
    return None if isinstance(top(view), Poll) else look_ahead(view, seat, [order])


class Match:
    """A game in progress, and what is counted in it."""

    __slots__ = (
        "batches",
        "bots",
        "chances",
        "tests",
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
        self.game = game
        self.bots = bots
        self.table = table
        self.root = root
        self.batches = batches
        self.planning = False
        self.views = {seat: table.state.seen_by(seat) for seat in bots}  # they share the components: never stale
        self.chances = {seat: Stream(kdf(root, "bot", seat)) for seat in bots}
        self.orders = self.messages = 0
        self.early = (0, 0)
        self.speaker = ""
        counted = counted_events(game, table.book)
        self.counts = dict.fromkeys(counted, 0)
        self.tests = tests_by_event(counted)
        self.result: Ended | None = None

    def play(self, policies: str) -> None:
        """Play from the policies to the end."""
        self.planning = policies != "none"
        for seat in self.bots:
            if policy := opening_policy(self.game, self.table.book, policies, Rng(kdf(self.root, "ahead", seat))):
                self.send_policy(seat, policy)
        start(self.table)
        self.count_events()
        while question := top(self.table.state):
            self.answer(first_unanswered(self.table, self.table.asked_seats(question)))

    def send_policy(self, seat: Seat, policy: Mapping[str, Any]) -> None:
        """Send the policy of a seat, which is a message too."""
        self.table.emit(PolicySet(seat, self.table.book.read_policy(policy)))
        self.orders += 1
        self.messages += 1

    def answer(self, seat: Seat) -> None:
        """Give the order that the bot of a seat chooses, from what the seat sees."""
        order = choose_order(self.bots[seat], self.game, self.views[seat], seat, self.chances[seat])
        outlook = look_ahead_at(self.views[seat], seat, order) if self.batches else None
        self.send(seat, [*self.plans(seat, outlook), order], outlook is not None and not outlook.depends)

    def plans(self, seat: Seat, outlook: Outlook | None) -> list[Order]:
        """Return the orders that the bot of a seat plans beside an order, if others or a draw come next."""
        plan = self.game.planners.get(self.bots[seat]) if self.planning else None
        if plan is None or outlook is None or outlook.state is None or not outlook.depends:
            return []
        return [Plan(order) for order in plan(outlook.state, seat)]

    def send(self, seat: Seat, orders: Sequence[Order], goes_on: bool) -> None:
        """Submit orders; they belong to the last message while its sender can foresee what follows."""
        self.orders += len(orders)
        self.messages += self.speaker != seat
        self.speaker = seat if goes_on else ""
        submit(self.table, seat, [Held(order) for order in orders])
        self.count_events()

    def count_events(self) -> None:
        """Count the events so far, and clear them."""
        before = self.counts.get("turns", 0)
        for event in self.table.events:
            for name, test in self.tests.get(type(event), ()):
                self.counts[name] += test is None or test(self.table.state, event)
            if type(event) is Ended:
                self.result = event
        if not before and self.counts.get("turns", 0):
            self.early = self.orders, self.messages
        self.table.clear()


class Series(Struct, frozen=True):
    """A series of games: the rules, the bots, and the seed of all of them."""

    game: str
    expansions: tuple[str, ...]
    options: dict[str, dict[str, Any]]
    seats: tuple[Seat, ...]
    bots: tuple[str, ...]
    seed: int
    policies: str = "none"
    fixed: dict[Seat, str] = {}
    """The bots that play a seat in every game."""

    def seating(self, number: int) -> dict[Seat, str]:
        """Return who plays which seat: the bots take turns on the seats that are not fixed."""
        free = [seat for seat in self.seats if seat not in self.fixed]
        turns = {seat: self.bots[(n + number) % len(self.bots)] for n, seat in enumerate(free)}
        return {seat: self.fixed.get(seat) or turns[seat] for seat in self.seats}

    def play_game(self, game: Game, book: Rulebook, number: int) -> GameResult:
        """Play one game; an error of the rules or of a bot is part of the result."""
        bots = self.seating(number)
        try:
            match = play(game, book, self.options, bots, game_root(self.seed, number), self.policies, True)
        except Exception as error:
            return GameResult(number, bots, failure=f"{type(error).__name__}: {error}")
        assert match.result
        return GameResult(
            number=number,
            bots=bots,
            points=match.result.scores,
            winners=match.result.winners,
            why=match.result.why,
            orders=match.orders,
            messages=match.messages,
            early=match.early,
            counts=match.counts,
        )
