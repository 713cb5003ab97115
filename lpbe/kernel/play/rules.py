"""The words games are made of: orders, events, components, steps, questions, modules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, ParamSpec, TypeVar, cast, overload

from msgspec import UNSET, Struct, UnsetType

from ..base.errors import ClosedDrawer, Message

if TYPE_CHECKING:
    from .chance import Chance
    from .rulebook import Rulebook
    from .table import Table

Seat = str
P = ParamSpec("P")
T = TypeVar("T")
C = TypeVar("C", bound="Component")
O = TypeVar("O")  # noqa: E741
S = TypeVar("S")


@cache
def kebab(name: str) -> str:
    return "".join(f"-{sign.lower()}" if sign.isupper() else sign for sign in name).removeprefix("-")


class Drawer(Enum):
    TABLE = "table"
    SCREEN = "screen"
    BOX = "box"


class Order(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="order", tag=kebab):
    """What a seat asks for. Answers one kind of question."""

    secret = False


class Event(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="event", tag=kebab):
    """What happened."""

    foreseen = False
    """What it tells a seat in private, that seat has chosen itself: no reason to stop its batch."""
    told = True
    """Whether it is news to the seat; what its screen shows anyway need not be."""

    def apply(self, state: State) -> None:
        """Change the state; no other code may."""

    def seen_by(self, reader: Seat | None) -> Event | None:
        """What a reader learns of it; no reader is the public."""
        return self


class Component(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One part of the state: scalars, and containers of frozen values, one level deep."""

    drawer = Drawer.TABLE


class Step(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="step", tag=kebab):
    """Something still to do, kept as public data on the agenda."""

    waits = False
    """Whether it waits for a seat; asked of every step, and far cheaper than its class."""

    def run(self, table: Table) -> None:
        """State facts, plan further steps."""


class Question(Step, frozen=True):
    """A step that waits for a seat; passed through when it asks nobody."""

    waits = True
    several = False
    """Whether it asks several seats at once."""
    offers: ClassVar[Mapping[type[Order], Offer]] = {}

    def asks(self, state: State) -> Sequence[Seat]:
        """Whom it asks, as the table alone tells."""
        return ()

    def default(self, state: State, seat: Seat) -> Order | None:
        """The safe answer for a seat that stays silent; none: the first legal one."""
        return None


class Poll(Question, frozen=True):
    """A question to several seats at once: answers stay sealed until the last is in."""

    several = True

    def replaces(self, state: State) -> bool:
        """Whether a seat may change its answer until the last one is in."""
        return True

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        """After each answer was carried out, in the order `asks` lists the seats."""


class Offer(Struct, frozen=True):
    """How an order is carried out, and what orders there are to give."""

    play: Callable[[Table, Seat, Any, Any], None]
    legal: Callable[[State, Seat, Any], Iterable[Order]]
    complete: bool = True
    """Whether `legal` lists every order that would be accepted."""
    exact: bool = False
    """Whether `legal` lists nothing else, so that nobody need try what it lists."""


class Row(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One row of a content pack."""

    pack: ClassVar[str]


class Module(Struct, frozen=True):
    """A base game or an expansion. It adds; it never asks which others are in play."""

    name: str
    requires: tuple[str, ...] = ()
    components: tuple[type[Component], ...] = ()
    events: tuple[type[Event], ...] = ()
    steps: tuple[type[Step], ...] = ()
    content: tuple[type[Row], ...] = ()
    options: type[Component] | None = None
    policy: type[Struct] | None = None
    default_policy: Struct | None = None
    """What a seat gets that asks for the safe defaults."""
    setup: Callable[[Table], None] = lambda table: None
    audit: Callable[[Rulebook], Iterable[Message]] = lambda book: ()
    """What is wrong with the content of a rulebook, if players put their own into it."""
    audit_policy: Callable[[Rulebook, Any], Iterable[Message]] = lambda book, policy: ()
    """What is wrong with a policy, where its type alone cannot tell."""
    before: Mapping[type[Step], Callable[[Any], Step]] = {}
    after: Mapping[type[Step], Callable[[Any], Step]] = {}
    offers: Mapping[type[Question], Mapping[type[Order], Offer]] = {}
    reactions: Mapping[type[Event], Callable[[Table, Any], None]] = {}
    amendments: Mapping[Callable[..., Any], Callable[..., Any]] = {}
    policies: Mapping[type[Question], Callable[[State, Seat, Any], Order | None]] = {}
    vocabulary: Mapping[str, tuple[str | type[Row], ...] | type[Row]] = {}
    """What may be typed for a field of an order, by the field's name: ids, the rows of a pack, or some of both."""
    gauges: Callable[[State, Seat], Mapping[str, int]] = lambda state, seat: {}
    """The numbers a seat watches, from what it sees: what an order changes of them is its cost and effect."""


class Game(Struct, frozen=True):
    """What the registry knows of a game: its modules and who may sit down."""

    name: str
    version: int
    base: Module
    expansions: Mapping[str, Module]
    seats: tuple[Seat, ...]
    players: tuple[int, int]
    seal: int = 4096
    """Size of the private part of one seat; the same in every step of the game."""
    bots: Mapping[str, Callable[[State, Any, Seat, Chance], Order | None]] = {}
    """Players of its own, by name; None: any legal order will do."""
    counted: Mapping[str, type[Event]] = {}
    """What a simulation counts, by the events that say so; "turns" among them."""
    picture: Callable[[State, Seat | None], Any] | None = None
    """Its board as one reader sees it, for lpbe.board to draw; none where there is nothing to draw."""
    panels: Callable[[State, Seat | None, Sequence[Mapping[str, Any]]], Sequence[Any]] | None = None
    """What lies there, for reports, as kernel.panels has it: from the state as a reader sees it and the events told."""
    ahead: Callable[[Chance], Mapping[str, Any]] = lambda rng: {}
    """A policy for what can be said before the game, for a simulation to count what that saves."""


def amendable(base: Callable[P, T]) -> Callable[P, T]:
    """A rule that expansions may amend. Call it like the function it wraps: the state, and up to three things more."""
    plain: Any = base

    def about_state(state: State) -> Any:
        answer = plain(state)
        return amended(rule, answer, state) if state.book.amendments else answer

    def about_one(state: State, what: Any) -> Any:
        answer = plain(state, what)
        return amended(rule, answer, state, what) if state.book.amendments else answer

    def about_two(state: State, who: Any, what: Any) -> Any:
        answer = plain(state, who, what)
        return amended(rule, answer, state, who, what) if state.book.amendments else answer

    def about_three(state: State, who: Any, what: Any, where: Any) -> Any:
        answer = plain(state, who, what, where)
        return amended(rule, answer, state, who, what, where) if state.book.amendments else answer

    # not one rule with a list of arguments: that call takes three times as long, and rules are asked all the time
    rule: Any = {1: about_state, 2: about_one, 3: about_two, 4: about_three}[plain.__code__.co_argcount]
    rule.__doc__, rule.__name__ = base.__doc__, base.__name__
    return cast(Callable[P, T], rule)


def amended(rule: Any, answer: Any, state: State, *args: Any) -> Any:
    for amend in state.book.amendments.get(rule, ()):
        answer = amend(answer, state, *args)
    return answer


class State(dict[Any, Any]):
    """Components by type; what lies behind a screen by (type, seat). A closed drawer is a key that is not there."""

    __slots__ = ("book",)
    book: Rulebook
    if TYPE_CHECKING:

        @overload
        def __getitem__(self, key: type[C]) -> C: ...
        @overload
        def __getitem__(self, key: tuple[type[C], Seat]) -> C: ...
        def __getitem__(self, key: Any) -> Any: ...

    def __missing__(self, key: Any) -> Any:
        raise ClosedDrawer(key)

    def open(self, kind: type[C], seat: Seat | None = None) -> C | None:
        """A component, or None where its drawer is closed: for `apply`, which also runs on views."""
        return self.get(kind if seat is None else (kind, seat))

    def seen_by(self, reader: Seat | None) -> State:
        """The drawers a reader may open. Shares the components: look, do not touch."""
        keys: list[Any] = [*self.book.public, *[(kind, reader) for kind in self.book.screened]]
        return self.having({key: self[key] for key in keys if key in self})

    def copy(self) -> State:
        copiers = self.book.copiers
        return self.having({key: copiers[type(part)](part) for key, part in self.items()})

    def having(self, parts: Mapping[Any, Component]) -> State:
        fresh = State(parts)
        fresh.book = self.book
        return fresh


class Proof(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a secret order was committed to, alone or as a plan, and the nonce that opens the commitment."""

    order: str
    index: int
    r: str
    plan: bool = False


class Held(Struct, Generic[O], frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order kept for later, with what proves that its seat signed it."""

    order: O
    proof: Proof | UnsetType = UNSET


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """A commitment made public: order id, index in its batch, value, nonce."""

    order: str
    index: int
    v: dict[str, Any]
    r: str


class Plan(Order, Generic[O], frozen=True):
    """An order for a question that has not been asked yet: used once when it is, dropped when it no longer fits."""

    secret = True
    then: O


class Roster(Component):
    """Who sits at the table, in order, and who has left it to the defaults."""

    seats: list[Seat] = []
    resigned: list[Seat] = []


class Agenda(Component, Generic[S]):
    """What is still to do, the next step last."""

    steps: list[S] = []
    over: bool = False


class Standing(Component, Generic[O]):
    """What a seat has said in advance: its answer to the open window, plan, policy, and the rest of its last batch."""

    drawer = Drawer.SCREEN
    answer: Held[O] | UnsetType = UNSET
    plan: list[Held[O]] = []
    policy: dict[str, Any] = {}
    draft: list[O] = []
