"""The words games are made of: orders, events, components, steps, questions, modules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache, update_wrapper
from types import FunctionType
from typing import TYPE_CHECKING, Annotated, Any, Generic, ParamSpec, TypeAlias, TypeVar, overload

from msgspec import UNSET, Meta, Struct, UnsetType

from ..base.canon import Plain
from ..base.errors import ClosedDrawer, Message

if TYPE_CHECKING:
    from .chance import Chance
    from .foresight import Brief, Foresee, Told
    from .panels import Panel
    from .rulebook import Rulebook
    from .story import Aside, Moment
    from .table import Table

Seat = str
Content: TypeAlias = "Mapping[str, Mapping[str, Mapping[str, dict[str, Any]]]]"
"""Module -> pack -> id -> row."""
Name = Annotated[str, Meta(max_length=24)]
"""What an order calls a thing by: every text in an order has a length."""
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

    @property
    def is_news(self) -> bool:
        """Whether it is news to the seat; what its screen shows anyway need not be."""
        return True

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


NO_OFFERS: Mapping[type[Order], Offer] = {}


class Question(Step, frozen=True):
    """A step that waits for a seat; passed through when it asks nobody."""

    waits = True
    several = False
    """Whether it asks several seats at once."""
    offers = NO_OFFERS  # not annotated, like all of a class's own: msgspec would work that out for every subclass

    def asks(self, state: State) -> Sequence[Seat]:
        """Whom it asks, as the table alone tells."""
        return ()

    def takes_plans(self, state: State, seat: Seat) -> bool:
        """Whether a seat's plan may answer this, as the table alone tells; else it is asked, and its plan stays."""
        return True

    def late(self, state: State, seat: Seat) -> Order | None:
        """What a seat that wants to be asked first has said for a deadline that passes: it is not silent then."""
        return None

    def default(self, state: State, seat: Seat) -> Order | None:
        """The answer for a seat that stays silent; none: the first legal one. It draws nothing itself.

        Where chance is to answer, this is an order of a silent offer, and the offer draws when it is carried out: so
        the draw has a label and a proof, and who may not know it yet finds it closed.
        """
        return None


class Poll(Question, frozen=True):
    """A question to several seats at once: answers stay sealed until the last is in."""

    several = True

    def replaces(self, state: State) -> bool:
        """Whether a seat may change its answer until the last one is in."""
        return True

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        """After each answer was carried out, in the order `asks` lists the seats."""


Handler: TypeAlias = "Callable[[Table, Seat, Any, Any], None]"
"""How an order of one kind answers a question of one kind."""
Lister: TypeAlias = "Callable[[State, Seat, Any], Iterable[Order]]"
"""Which orders of one kind answer a question of one kind."""


class Offer(Struct, frozen=True):
    """How an order is carried out, and what orders there are to give."""

    play: Handler
    legal: Lister
    complete: bool = True
    """Whether `legal` lists every order that would be accepted."""
    exact: bool = False
    """Whether `legal` lists nothing else, so that nobody need try what it lists."""
    silent: bool = False
    """Whether only silence gives it, as the default of who lets a deadline pass or has left: nobody can send it.

    A policy may ask for it, for a policy is what answers while its seat is silent.
    """


Wrapping: TypeAlias = Callable[[Any], Step]
"""A step that goes with each step of one kind."""
Reaction: TypeAlias = "Callable[[Table, Any], None]"
"""What follows from each event of one kind."""
PolicyRule: TypeAlias = "Callable[[State, Seat, Any], Order | None]"
"""What a policy answers to questions of one kind."""
Counted: TypeAlias = "type[Event] | tuple[type[Event], Callable[[State, Any], bool]]"
"""Events of one kind: all of them, or those that pass a test."""
Named: TypeAlias = "str | type[Row] | Callable[[Rulebook], Iterable[str]]"
"""An id, the ids of a pack's rows, or those that a rulebook tells."""
Rule: TypeAlias = Callable[..., Any]
"""A rule that can be amended, or an amendment of one: it takes the answer first, then what the rule takes."""


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
    """What a seat gets that asks for the safe defaults."""
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
    """The options that say most about all others: they are told even where they are as usual."""
    gauges: Callable[[State, Seat], Mapping[str, int]] = lambda state, seat: {}
    """The numbers a seat watches, from what it sees: what an order changes of them is its cost and effect."""
    foresight: Callable[[State, Question, Seat], Foresee] | None = None
    """What is sure to follow from the answers to a question, as far as a seat sees, beside the numbers that change."""
    stop: Callable[[Table, Sequence[Seat]], None] | None = None
    """What it means when all who still play agree to stop: it states the end, with `why="agreed"`, or plans it.

    Nobody is asked anything before that end.
    """
    endings: tuple[str, ...] = ()
    """Ways to end the game that have a name, beside the usual one: what `why` of the end may be."""
    counted: Mapping[str, Counted] = {}
    """What a simulation counts beside what the game counts."""
    judges: Callable[[State, Seat], Iterable[Message]] = lambda state, seat: ()
    """What a seat can see to be wrong between the table and its own screen: nothing in any honest game."""
    laws: Callable[[State], Iterable[str]] = lambda state: ()
    """What is wrong with a position, as text: nothing in any that play can reach. For tests."""


class Game(Struct, frozen=True):
    """What the registry knows of a game: its modules and who may sit down."""

    name: str
    version: int
    base: Module
    expansions: Mapping[str, Callable[[], Module]]
    """By name, in the order in which they are bound; each is loaded when somebody plays with it."""
    seats: tuple[Seat, ...]
    players: tuple[int, int]
    roles: Mapping[Seat, str] = {}
    """What part a seat plays, where the parts differ: bots are chosen by it."""
    joint: bool = False
    """Whether seats that win together have each won, as one side of the table; else such a game is nobody's win."""
    room: Callable[[Rulebook, int], tuple[int, int]] = lambda book, seats: (512, 512)
    """How many bytes a screen and the box can take at most, by the rulebook and the number of seats.

    What every game's screen holds, plans, policy, draft and answer, is not counted.
    """
    bots: Mapping[str, Callable[[State, Question, Seat, Chance], Order | None]] = {}
    """Players of its own, by name; None: any legal order will do."""
    planners: Mapping[str, Callable[[State, Seat], Sequence[Order]]] = {}
    """What these plan together with an order, from the position that it leads to as far as its sender can foresee it.

    There a draw or another seat comes next. No plans: they want to see what happens.
    """
    counted: Mapping[str, Counted] = {}
    """What a simulation counts, by the events that say so; "turns" among them."""
    picture: Callable[[State, Seat | None], Any] | None = None
    """Its board as one reader sees it, for lpbe.board to draw; none where there is nothing to draw."""
    panels: Callable[[State, Seat | None, Sequence[Plain]], Sequence[Panel]] | None = None
    """What lies there, for reports, as kernel.panels has it: from the state as a reader sees it and the events told."""
    brief: Callable[[State, Seat | None, Sequence[Plain]], Brief] | None = None
    """What stands at the head of a page: from the state as a reader sees it and the events told, which tell the end."""
    concerns: Callable[[State | None, State, Seat, Sequence[Plain]], Sequence[Told]] | None = None
    """What of these events concerns a seat: what it lost, gained, or suffered, by the names of things.

    The first state is the table before them, where the log tells that, to be changed at will; the second is what the
    seat sees after them.
    """
    story: Callable[[Moment], Aside] | None = None
    """What a page adds to an event as it tells it: the paragraph it belongs to, and what stood where it struck."""
    asides: Mapping[str, tuple[str, ...]] = {}
    """What the story may add to the sentence of an event, by its name: slots that the event itself does not fill."""
    curves: Callable[[State], Mapping[str, Mapping[str, int]]] | None = None
    """What is worth following over a whole game, from the table alone: by the key of its title, number by name."""
    advice: Callable[[State, Question, Seat], Order | None] | None = None
    """What a sensible player might answer, from what a seat sees, for replies that are ready to send."""
    ahead: Callable[[Chance], Mapping[str, Plain]] = lambda rng: {}
    """A policy for what can be said before the game, for a simulation to count what that saves."""
    clock: tuple[str, int] | None = None
    """The public component whose `number` tells how far the game is, and how far it counts as a rule."""

    def first_seats(self, count: int = 0) -> tuple[Seat, ...]:
        """So many of its seats; the fewest it can be played with where nobody says how many."""
        return self.seats[: count or self.players[0]]

    def modules(self, expansions: Iterable[str] | None = None) -> tuple[Module, ...]:
        """The base and these expansions, or all there are."""
        return (
            self.base,
            *(self.expansions[name]() for name in (self.expansions if expansions is None else expansions)),
        )


def amendable(base: Callable[P, T]) -> Callable[P, T]:
    """A rule that expansions may amend. Call it like the function it wraps: the state, and up to three things more."""
    assert isinstance(base, FunctionType)
    rule: Callable[P, T] = WAYS[base.__code__.co_argcount - 1](base)
    return update_wrapper(rule, base)


# Not one rule with a list of arguments: that call takes three times as long, and rules are asked all the time.


def about_state(plain: Callable[[State], T]) -> Callable[[State], T]:
    def rule(state: State) -> T:
        answer = plain(state)
        if amendments := state.book.amendments:
            for amend in amendments.get(rule, ()):
                answer = amend(answer, state)
        return answer

    return rule


def about_one(plain: Callable[[State, A1], T]) -> Callable[[State, A1], T]:
    def rule(state: State, what: A1) -> T:
        answer = plain(state, what)
        if amendments := state.book.amendments:
            for amend in amendments.get(rule, ()):
                answer = amend(answer, state, what)
        return answer

    return rule


def about_two(plain: Callable[[State, A1, A2], T]) -> Callable[[State, A1, A2], T]:
    def rule(state: State, who: A1, what: A2) -> T:
        answer = plain(state, who, what)
        if amendments := state.book.amendments:
            for amend in amendments.get(rule, ()):
                answer = amend(answer, state, who, what)
        return answer

    return rule


def about_three(plain: Callable[[State, A1, A2, A3], T]) -> Callable[[State, A1, A2, A3], T]:
    def rule(state: State, who: A1, what: A2, where: A3) -> T:
        answer = plain(state, who, what, where)
        if amendments := state.book.amendments:
            for amend in amendments.get(rule, ()):
                answer = amend(answer, state, who, what, where)
        return answer

    return rule


WAYS: Sequence[Callable[..., Callable[..., Any]]] = (about_state, about_one, about_two, about_three)


Key: TypeAlias = "type[Component] | tuple[type[Component], Seat]"


class State(dict["Key", Component]):
    """Components by type; what lies behind a screen by (type, seat). A closed drawer is a key that is not there."""

    __slots__ = ("book",)
    book: Rulebook
    if TYPE_CHECKING:

        @overload
        def __getitem__(self, key: type[C]) -> C: ...
        @overload
        def __getitem__(self, key: tuple[type[C], Seat]) -> C: ...
        def __getitem__(self, key: Key) -> Component: ...

    def __missing__(self, key: Key) -> Component:
        raise ClosedDrawer(key)

    def open(self, kind: type[C], seat: Seat | None = None) -> C | None:
        """A component, or None where its drawer is closed: for `apply`, which also runs on views."""
        key = kind if seat is None else (kind, seat)
        if key in self:
            return self[key]
        return None

    def seen_by(self, reader: Seat | None) -> State:
        """The drawers a reader may open. Shares the components: look, do not touch."""
        keys: list[Key] = [*self.book.public, *[(kind, reader) for kind in self.book.screened if reader]]
        return self.having({key: self[key] for key in keys if key in self})

    def copy(self) -> State:
        copiers = self.book.copiers
        return self.having({key: copiers[type(part)](part) for key, part in self.items()})

    def having(self, parts: Mapping[Key, Component]) -> State:
        fresh = State(parts)
        fresh.book = self.book
        return fresh


class Proof(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a secret order was committed to: a place of a letter's batch with its nonce, or one of its plans."""

    index: int
    order: str = ""
    """The letter; of a plan that waits it is told once for all."""
    r: str = ""
    others: str = ""
    """The commitments of the plans beside it, once it has answered a question that is still open."""

    @property
    def plan(self) -> bool:
        return not self.order or bool(self.others)


class Held(Struct, Generic[O], frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order kept for later, with what proves that its seat signed it."""

    order: O
    proof: Proof | UnsetType = UNSET


AnyHeld: TypeAlias = Held[Any]


class Plan(Order, Generic[O], frozen=True):
    """An order for a question that has not been asked yet: used once when it is, dropped when it no longer fits."""

    secret = True
    then: O


class Roster(Component):
    """Who sits at the table, in order, who has left it to the defaults, who agrees to stop here, and who is silent."""

    seats: list[Seat] = []
    resigned: list[Seat] = []
    stopping: list[Seat] = []
    silent: dict[Seat, int] = {}
    """Who let a deadline pass and has said nothing since, with the phase in which that was."""

    def playing(self) -> list[Seat]:
        return [seat for seat in self.seats if seat not in self.resigned]


class Agenda(Component, Generic[S]):
    """What is still to do, the next step last."""

    steps: list[S] = []
    over: bool = False


class Standing(Component, Generic[O]):
    """What a seat has said in advance: its answer to the open window, plan, policy, and the rest of its last batch."""

    drawer = Drawer.SCREEN
    answer: Held[O] | UnsetType = UNSET
    plan: list[Held[O]] = []
    policy: Plain = {}
    draft: list[O] = []
