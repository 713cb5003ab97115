"""How the contract tests a game: each `tests/<game>/contract_config.py` has a `ContractConfig` called `CONTRACT`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from msgspec import json

from lpbe.games import GAMES, book_of, game_of
from lpbe.kernel.chain.sealed_state import read_components, write_components
from lpbe.kernel.content import packs
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.foresight import Fact
from lpbe.kernel.engine.model import Component, Event, Order, Question, Seat, Standing, State, Visibility, kebab
from lpbe.kernel.engine.rulebook import Rulebook
from lpbe.kernel.engine.table import Table, start

TESTS = Path(__file__).parent.parent
Reader = Seat | None
Plain = Mapping[str, Any]


class Position(NamedTuple):
    """What a scenario starts with: given parts, who plays, options by module, expansions."""

    given: Plain
    seats: Sequence[Seat]
    options: Mapping[str, Plain]
    expansions: Sequence[str]


@dataclass(frozen=True)
class Habits:
    """How often a random player adds a second order or a plan, sets a policy, does not answer, or leaves."""

    second: float = 0.2
    plan: float = 0.1
    policy: float = 0.02
    silence: float = 0.01
    leave: float = 0.005
    leaves: Callable[[int], bool] = lambda seed: bool(seed % 2)
    envious: bool = False
    """Whether a plan may be any order that somebody could give now."""


@dataclass(frozen=True)
class Secrets:
    """Which pieces a text names, and which of them a reader may know of."""

    pieces: Callable[[str], set[str]]
    in_sight: Callable[[State, Reader], set[str]]
    shown: Callable[[Event], set[str]] = lambda event: set()
    """What everybody sees for a moment only."""
    remembers: bool = False
    """Whether events may name again what a reader saw earlier in the game."""
    apart: tuple[type[Component], ...] = (Standing,)
    open: tuple[type[Event], ...] = ()
    """Components and events that name pieces without revealing where they are."""


Fullest = tuple[Sequence[Component], Sequence[Component]]


def any_order(orders: Sequence[Order], random: Random) -> Order:
    return random.choice(orders)


@cache
def bound_book(game: str, expansions: tuple[str, ...]) -> Rulebook:
    """Return the rulebook of a game, bound once for all tests: nothing changes a rulebook."""
    return book_of(game, expansions)


@dataclass(frozen=True)
class ContractConfig:
    """How invariants and scenarios test one game."""

    game: str
    secrets: Secrets
    fullest: Callable[[Rulebook, int], Fullest]
    """The largest screen and hidden part that the rules allow for this many seats, worked out independently."""
    options: Sequence[Plain] = ({},)
    policies: Sequence[Mapping[str, Plain]] = ({},)
    habits: Habits = field(default_factory=Habits)
    pick: Callable[[Sequence[Order], Random], Order] = any_order
    tidy: Callable[[State], None] = lambda state: None
    """Update what a position contains twice, such as sizes of hands and decks, so that a scenario need not give it."""
    layout: Callable[[Position], Table] | None = None
    """How a position is set up, if that takes more than the given parts."""
    games: int = 2
    players: Sequence[int] = (2, 3, 4)
    seated: int = 2
    """Who plays in a scenario that does not say."""
    counted: Callable[[State], Plain] = lambda state: {}
    """What a scenario may name of a state besides its components."""
    beyond: Callable[[State, Question, Fact], Iterable[Order]] = lambda state, question, fact: ()
    """Orders that are on no list and may make a foreseen fact come true."""
    seldom: frozenset[str] = frozenset()
    """Events that take a special position; scenarios show them."""
    unlisted: frozenset[str] = frozenset()
    """Questions and orders with exact lists that take a special position."""
    untried: frozenset[str] = frozenset()
    """Clauses that forbid nothing, so that no scenario can try them."""
    spelt_out: Plain = field(default_factory=dict)
    """An order that spells out a default of its fields, if there is one."""
    rows: Mapping[str, Plain] = field(default_factory=dict)
    """For each kind of content that is drawn and hidden, a row, if there is any."""
    owned: Sequence[str] = ()
    """Packs whose rows a player builds or owns, `pack.field` where the rows name them in a field."""
    asked: Mapping[str, str] = field(default_factory=dict)
    """What beginners look up, by the language of their question, separated by commas."""
    lessons: Sequence[Seat] | None = None
    """The seats in which its lessons are taken, if they say so."""
    label: Callable[[tuple[str, ...], Plain], str] = lambda expansions, options: f"{expansions} {sorted(options)}"

    @property
    def seats(self) -> tuple[Seat, ...]:
        return game_of(self.game).seats

    @property
    def folder(self) -> Path:
        """Return where its own tests are."""
        return next(folder for folder, one in contract_configs().items() if one.game == self.game)

    @property
    def whole(self) -> Rulebook:
        """Return the rulebook with every expansion."""
        return self.book(list(game_of(self.game).expansions))

    def book(self, expansions: Sequence[str] = ()) -> Rulebook:
        return bound_book(self.game, tuple(expansions))

    def position(self, wanted: Position) -> Table:
        """Return a position put together from a scenario."""
        if self.layout:
            return self.layout(wanted)
        state = laid_out(self.book(wanted.expansions), wanted)
        self.tidy(state)
        return Table(state, root(0))

    def begin(
        self, seed: int, players: int, options: Plain | None = None, expansions: Sequence[str] = (), begun: bool = True
    ) -> Table:
        table = Table(self.book(expansions).blank(self.seats[:players], {self.game: options or {}}), root(seed))
        if begun:
            start(table)
        return table


def laid_out(book: Rulebook, wanted: Position) -> State:
    """Components by name, private ones under their seat; anything not given is empty."""
    state = book.blank(wanted.seats, wanted.options)
    boxed = {kebab(kind.__name__) for kind in book.components_with(Visibility.HIDDEN)}
    table = {name: part for name, part in wanted.given.items() if name not in (*wanted.seats, *boxed)}
    whole = {**write_components(state, Visibility.PUBLIC), **table}
    read_components(book, state, Visibility.PUBLIC, json.decode(json.encode(whole)))
    read_components(
        book, state, Visibility.HIDDEN, {name: part for name, part in wanted.given.items() if name in boxed}
    )
    for seat in wanted.seats:
        read_components(book, state, Visibility.PRIVATE, wanted.given.get(seat, {}), seat)
    return state


class Case(NamedTuple):
    """One way to set up a game: its expansions, one of its sets of options, how many play."""

    game: str
    expansions: tuple[str, ...]
    options: int
    players: int

    @property
    def config(self) -> ContractConfig:
        return config_of(self.game)

    def __str__(self) -> str:
        return " ".join([self.game, *self.expansions, str(self.options), str(self.players)])


def root(seed: int) -> Rng:
    return Rng(seed.to_bytes(32, "big"))


@cache
def contract_configs() -> dict[Path, ContractConfig]:
    """Return the configurations by the folder each was found in."""
    folders = [file.parent for file in sorted(TESTS.glob("*/contract_config.py")) if file != Path(__file__)]
    return {folder: import_module(f"tests.{folder.name}.contract_config").CONTRACT for folder in folders}


def config_of(game: str) -> ContractConfig:
    found = [one for one in contract_configs().values() if one.game == game]
    assert len(found) == 1, f"{game} needs one tests/*/contract_config.py"
    return found[0]


def smallest_game() -> str:
    """Return the game with the fewest clauses, for what takes minutes with the others."""
    return min(GAMES, key=lambda game: len(packs.clauses(game)))


def subsets(game: str) -> Iterator[tuple[str, ...]]:
    """Yield every choice of expansions; each pair of them is bound in both orders."""
    names = list(game_of(game).expansions)
    for count in range(len(names) + 1):
        for chosen in combinations(names, count):
            yield chosen
            if count > 1:
                yield chosen[::-1]


def settings(game: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the base game with each of its sets of options; every choice of expansions with one."""
    for number, chosen in enumerate(subsets(game)):
        count = len(config_of(game).options)
        yield from ((chosen, option) for option in (range(count) if not chosen else [number % count]))


def cases() -> list[Case]:
    found = (
        (game, *setting, players) for game in GAMES for setting in settings(game) for players in config_of(game).players
    )
    return [Case(*one) for one in found]
