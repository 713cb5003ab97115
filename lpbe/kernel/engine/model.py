"""The model of a game: orders, events, components, steps, questions, modules and the state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Generic, ParamSpec, TypeAlias, TypeVar, overload

from msgspec import UNSET, Meta, Struct, UnsetType, field

from ..base.canonical import Plain
from ..base.errors import Message, NotVisible

if TYPE_CHECKING:
    from .action_cards import PageHints
    from .chance import Chance
    from .foresight import Foresee
    from .rulebook import Rulebook
    from .table import Table

Seat = str
Content: TypeAlias = "Mapping[str, Mapping[str, Mapping[str, dict[str, Any]]]]"
"""Module -> pack -> id -> row."""
Name = Annotated[str, Meta(max_length=24)]
"""The name of a thing in an order: every text in an order has a maximum length."""
P = ParamSpec("P")
T = TypeVar("T")
C = TypeVar("C", bound="Component")
O = TypeVar("O")  # noqa: E741
S = TypeVar("S")
A1 = TypeVar("A1")
A2 = TypeVar("A2")
A3 = TypeVar("A3")


SMALL = {ord(sign): f"-{sign.lower()}" for sign in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


@cache
def kebab(name: str) -> str:
    return name.translate(SMALL).removeprefix("-")


class Visibility(Enum):
    """Who sees a component: everybody, one seat, or nobody."""

    PUBLIC = "table"
    PRIVATE = "screen"
    HIDDEN = "box"


class Order(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="order", tag=kebab):
    """What a seat wants to do: an answer to questions of some kinds."""

    secret = False


class Event(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="event", tag=kebab):
    """What happened."""

    foreseen = False
    """Whether its private part was chosen by the seat itself, so that it does not stop the seat's batch."""

    @property
    def is_news(self) -> bool:
        """Return whether it is news to the seat, and not something its page shows anyway."""
        return True

    def apply(self, state: State) -> None:
        """Change the state; no other code may change it."""

    def seen_by(self, reader: Seat | None) -> Event | None:
        """Return what a reader learns of it; None is the public."""
        return self


class Component(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the state: scalars, and containers of frozen values, one level deep."""

    visibility = Visibility.PUBLIC


class Step(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="step", tag=kebab):
    """Pending work, kept as public data on the agenda."""

    waits = False
    """Whether it waits for a seat: an attribute, because it is read for every step and isinstance is slower."""

    def to_come(self) -> Sequence[Question]:
        """Return the questions that this step may still put to seats."""
        return ()

    def run(self, table: Table) -> None:
        """Emit events and plan further steps."""


NO_OFFERS: Mapping[type[Order], Offer] = {}


class Question(Step, frozen=True):
    """A step that waits for the answer of a seat; skipped if it asks nobody."""

    waits = True
    several = False
    """Whether it asks several seats at once."""
    offers = NO_OFFERS  # class attributes have no annotations: msgspec would evaluate them for every subclass

    def to_come(self) -> Sequence[Question]:
        return (self,)

    def asks(self, state: State) -> Sequence[Seat]:
        """Return the seats it asks, from the public state alone."""
        return ()

    def takes_plans(self, state: State, seat: Seat) -> bool:
        """Return whether a plan may answer, from the public state; else the seat is asked and keeps its plan."""
        return True

    def takes_plan(self, state: State, seat: Seat, order: Order) -> bool:
        """Return whether this plan is meant for this question, from the public state; else it waits for another."""
        return True

    def late(self, state: State, seat: Seat) -> Order | None:
        """Return what the policy of a seat that wants to be asked answers when a deadline passes, if anything."""
        return None

    def default(self, state: State, seat: Seat) -> Order | None:
        """Return the answer of a seat that times out; None: the first legal order. It must not draw.

        If chance should answer, return an order of an offer that is `timeout_only` and draws when it is carried out:
        then the draw has a label and a proof, and is not visible to those who may not know it yet.
        """
        return None


class Poll(Question, frozen=True):
    """A question to several seats at once; their answers stay sealed until the last one is in."""

    several = True

    def replaces(self, state: State) -> bool:
        """Return whether a seat may change its answer until the last one is in."""
        return True

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        """Conclude the poll, after the answers were carried out in the order in which `asks` lists the seats."""


Handler: TypeAlias = "Callable[[Table, Seat, Any, Any], None]"
"""Carry out an order of one kind that answers a question of one kind."""
Lister: TypeAlias = "Callable[[State, Seat, Any], Iterable[Order]]"
"""List the orders of one kind that answer a question of one kind."""


class Offer(Struct, frozen=True):
    """A kind of order that answers a question: how it is carried out, and which such orders are legal."""

    play: Handler
    legal: Lister
    complete: bool = True
    """Whether `legal` lists every order that would be accepted."""
    exact: bool = False
    """Whether all orders that `legal` lists would be accepted, so that they need not be tried."""
    timeout_only: bool = False
    """Whether only a timeout gives it, as the default of a seat that missed a deadline or has left: nobody can send it.

    A policy may give it, because a policy answers in place of its seat.
    """


Wrapping: TypeAlias = Callable[[Any], Step]
"""Make the step to run before or after a step of one kind."""
Reaction: TypeAlias = "Callable[[Table, Any], None]"
"""What follows from each event of one kind."""
PolicyRule: TypeAlias = "Callable[[State, Seat, Any], Order | None]"
"""How a policy answers questions of one kind."""
Counted: TypeAlias = "type[Event] | tuple[type[Event], Callable[[State, Any], bool]]"
"""Events of one kind: all of them, or those that pass a test."""
Named: TypeAlias = "str | type[Row] | Callable[[Rulebook], Iterable[str]]"
"""An id, the ids of a pack's rows, or ids computed from a rulebook."""
Rule: TypeAlias = Callable[..., Any]
"""A rule that can be amended, or an amendment, which takes the answer so far before the rule's own arguments."""


class Row(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One row of a content pack."""

    pack = ""


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
    """The policy for a seat that asks for the safe defaults."""
    setup: Callable[[Table], None] = lambda table: None
    audit: Callable[[Rulebook], Iterable[Message]] = lambda book: ()
    """What is wrong with the content of a rulebook, if players put their own into it."""
    audit_policy: Callable[[Rulebook, Any], Iterable[Message]] = lambda book, policy: ()
    """What is wrong with a policy, where its type alone cannot tell."""
    before: Mapping[type[Step], Wrapping] = {}
    after: Mapping[type[Step], Wrapping] = {}
    offers: Mapping[type[Question], Mapping[type[Order], Offer]] = {}
    reactions: Mapping[type[Event], Reaction] = {}
    amendments: Mapping[Rule, Rule] = {}
    policies: Mapping[type[Question], PolicyRule] = {}
    vocabulary: Mapping[str, Named | tuple[Named, ...]] = {}
    """What may be typed for a field of an order, by the field's name: ids, the rows of a pack, what a rulebook has."""
    leading: tuple[str, ...] = ()
    """The options that shape the game most: they are listed even with their usual values."""
    gauges: Callable[[State, Seat], Mapping[str, int]] = lambda state, seat: {}
    """The numbers a seat watches, from what it sees: what an order changes of them is its cost and effect."""
    foresight: Callable[[State, Question, Seat], Foresee] | None = None
    """What is sure to follow from the answers to a question, as far as a seat sees, beside the numbers that change."""
    page_hints: Callable[[], PageHints] | None = None
    """What pages show of its orders and events beside their words; loaded when somebody looks."""
    stop: Callable[[Table, Sequence[Seat]], None] | None = None
    """What it means when all who still play agree to stop: it states the end, with `EndReason.AGREED`, or plans it.

    Nobody is asked anything before that end.
    """
    endings: tuple[str, ...] = ()
    """Named ways to end the game besides the usual one: the possible values of `why` in `Ended`."""
    counted: Mapping[str, Counted] = {}
    """What a simulation counts beside what the game counts."""
    worlds: Callable[[State, Seat, Chance], None] = lambda world, seat, chance: None
    """Fill in what a seat that is asked something cannot see, in a state where all of that is still empty.

    The result is a position that play can reach and that looks the same to the seat. Draw from this chance alone.
    """
    judges: Callable[[State, Seat], Iterable[Message]] = lambda state, seat: ()
    """What a seat can see to be inconsistent between the table and its own screen: nothing in an honest game."""
    laws: Callable[[State], Iterable[str]] = lambda state: ()
    """What is wrong with a position, as text: nothing in any position that play can reach. For tests."""
    table_faults: Callable[[State], Iterable[str]] = lambda state: ()
    """Names in the public table that do not exist in this game: none in any position that play can reach.

    It distinguishes a corrupt game file from a bug, so it must not call rules or fail on any readable table.
    """


Key: TypeAlias = "type[Component] | tuple[type[Component], Seat]"


class State(dict["Key", Component]):
    """The components by type, private ones by (type, seat). A component that is not visible is missing."""

    __slots__ = ("book",)
    book: Rulebook
    if TYPE_CHECKING:

        @overload
        def __getitem__(self, key: type[C]) -> C: ...
        @overload
        def __getitem__(self, key: tuple[type[C], Seat]) -> C: ...
        def __getitem__(self, key: Key) -> Component: ...

    def __missing__(self, key: Key) -> Component:
        self.check_listed(key)
        raise NotVisible(key)

    def check_listed(self, key: Key) -> None:
        """Tell a component that no module lists apart from one that is not visible."""
        self.book.check_component(key[0] if isinstance(key, tuple) else key)

    def open(self, kind: type[C], seat: Seat | None = None) -> C | None:
        """Return a component, or None if it is not visible: for `apply`, which also runs on views."""
        key = kind if seat is None else (kind, seat)
        if key in self:
            return self[key]
        self.check_listed(key)
        return None

    def seen_by(self, reader: Seat | None) -> State:
        """Return the components a reader may see. They are shared, not copied: do not change them."""
        keys: list[Key] = [*self.book.public, *[(kind, reader) for kind in self.book.private if reader]]
        return self.with_parts({key: self[key] for key in keys if key in self})

    def copy(self) -> State:
        copiers = self.book.copiers
        return self.with_parts({key: copiers[type(part)](part) for key, part in self.items()})

    def with_parts(self, parts: Mapping[Key, Component]) -> State:
        """Return a state of the same rulebook with these components, which are not copied."""
        fresh = State(parts)
        fresh.book = self.book
        return fresh


class Proof(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The commitment to a secret order: its index in a letter's batch and its nonce, or one of the letter's plans."""

    index: int
    letter_id: str = field(default="", name="order")
    """The letter that contains the order; for waiting plans it is stored once for all of them."""
    r: str = ""
    others: str = ""
    """The commitments of the other plans, once it has answered a poll that is still open."""

    @property
    def plan(self) -> bool:
        """Return whether the order is a plan, not an entry of a batch."""
        return not self.letter_id or bool(self.others)


class Held(Struct, Generic[O], frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order kept for later, with the proof that its seat signed it."""

    order: O
    proof: Proof | UnsetType = UNSET


AnyHeld: TypeAlias = Held[Any]


class Plan(Order, Generic[O], frozen=True):
    """An order for a question that has not been asked yet: used once when it is, dropped if it is illegal then."""

    secret = True
    then: O


class Roster(Component):
    """The seats in order, who has resigned, who agrees to stop, and who has timed out."""

    seats: list[Seat] = []
    resigned: list[Seat] = []
    stopping: list[Seat] = []
    silent: dict[Seat, int] = {}
    """The seats that timed out and have sent nothing since, with the phase of the timeout."""

    def active_seats(self) -> list[Seat]:
        """Return the seats that have not resigned."""
        return [seat for seat in self.seats if seat not in self.resigned]


class Agenda(Component, Generic[S]):
    """The pending steps, the next one last."""

    steps: list[S] = []
    over: bool = False


class Standing(Component, Generic[O]):
    """The standing orders of a seat: its sealed answer to the open poll, its plans, policy and draft."""

    visibility = Visibility.PRIVATE
    answer: Held[O] | UnsetType = UNSET
    plan: list[Held[O]] = []
    policy: Plain = {}
    draft: list[O] = []
