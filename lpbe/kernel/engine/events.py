"""The kernel's own events: windows, answers, standing orders, and where play stopped."""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from ..base.canonical import Plain
from .model import Agenda, Event, Held, O, Roster, S, Seat, Standing, State

E = TypeVar("E", bound=Event)


class Private(Event, frozen=True):
    """An event that only one seat learns of."""

    seat: Seat

    def seen_by(self, reader: Seat | None) -> Event | None:
        return self if reader == self.seat else None


class Answered(Private, Generic[O], frozen=True):
    """The seat's answer, and why it was not asked, if it was not: an `AnswerReason`."""

    foreseen = True
    held: Held[O]
    why: str = ""
    window: bool = False

    def apply(self, state: State) -> None:
        if self.window and (own := state.open(Standing, self.seat)):
            own.answer = self.held


class Lapsed(Private, frozen=True):
    """An answer that an earlier answer made illegal."""

    clause: str
    reason: str
    values: dict[str, str | int | tuple[str, ...]] = {}


class PlanFiled(Private, Generic[O], frozen=True):
    foreseen = True
    is_news = False
    plan: tuple[Held[O], ...]

    def apply(self, state: State) -> None:
        if own := state.open(Standing, self.seat):
            own.plan = list(self.plan)


class PlanUsed(Private, frozen=True):
    """The plan at this place of the list answers the open question."""

    foreseen = True
    is_news = False
    place: int

    def apply(self, state: State) -> None:
        if own := state.open(Standing, self.seat):
            own.plan.pop(self.place)


class PlanDropped(Private, Generic[O], frozen=True):
    """The plan at this place is for the open question, but is illegal now."""

    foreseen = True
    place: int
    plan: O
    clause: str
    reason: str
    values: dict[str, str | int | tuple[str, ...]] = {}

    def apply(self, state: State) -> None:
        if own := state.open(Standing, self.seat):
            own.plan.pop(self.place)


class Unfit(Private, frozen=True):
    """A standing order of the seat can never be used and is left out; the others count."""

    foreseen = True
    kind: str
    reason: str
    values: dict[str, str | int | tuple[str, ...]] = {}
    number: int = 0
    """Which plan of its letter it was."""


class PolicySet(Private, frozen=True):
    foreseen = True
    is_news = False
    policy: Plain

    def apply(self, state: State) -> None:
        if own := state.open(Standing, self.seat):
            own.policy = self.policy


class Drafted(Private, Generic[O], frozen=True):
    """The rest of the seat's batch, before which play stopped."""

    foreseen = True
    is_news = False
    orders: tuple[O, ...]

    def apply(self, state: State) -> None:
        if own := state.open(Standing, self.seat):
            own.draft = list(self.orders)


class DraftDropped(Private, Generic[O], frozen=True):
    """The seat's draft no longer makes sense: no question for it is on the agenda."""

    foreseen = True
    orders: tuple[O, ...]

    def apply(self, state: State) -> None:
        if own := state.open(Standing, self.seat):
            own.draft = []


class WindowClosed(Event, frozen=True):
    def apply(self, state: State) -> None:
        for part in state.values():
            if type(part) is Standing:
                part.answer = UNSET


class Asked(Event, frozen=True):
    """A new window: these seats are asked.

    There may be several at once, and they may be allowed to replace their answers.
    """

    seats: tuple[Seat, ...]
    several: bool = False
    replace: bool = False


class Stopped(Event, Generic[S], frozen=True):
    """Where play stopped: the agenda keeps its first steps and continues with these."""

    keep: int
    steps: tuple[S, ...]

    def apply(self, state: State) -> None:
        state[Agenda].steps[self.keep :] = self.steps


class EndReason(StrEnum):
    """The ways to end that every game has: `Ended.why`."""

    AGREED = "agreed"
    """All who still play agreed to stop."""
    VOID = "void"
    """It never began."""


class Ended(Event, frozen=True):
    """The game is over. It is the last event: scoring emits its events before it, and nothing reacts to it."""

    scores: dict[Seat, int]
    """Empty in a game without points."""
    winners: tuple[Seat, ...]
    why: str = ""
    """Which of several ways to end it was: one of `Module.endings`, or an `EndReason`.

    The words may have a sentence for each: `ended.<why>`.
    """

    def apply(self, state: State) -> None:
        state[Agenda].over = True


class Resigned(Event, frozen=True):
    seat: Seat

    def apply(self, state: State) -> None:
        state[Roster].resigned.append(self.seat)


class Silent(Event, frozen=True):
    """These seats timed out, and none of their standing orders answers."""

    seats: tuple[Seat, ...]
    phase: int

    def apply(self, state: State) -> None:
        state[Roster].silent.update(dict.fromkeys(self.seats, self.phase))


class Returned(Event, frozen=True):
    """A seat that timed out is back."""

    seat: Seat

    def apply(self, state: State) -> None:
        del state[Roster].silent[self.seat]


class StopAgreed(Event, frozen=True):
    """The seat agrees to stop the game here."""

    seat: Seat

    def apply(self, state: State) -> None:
        state[Roster].stopping.append(self.seat)


class StopWithdrawn(Event, frozen=True):
    """The seat wants to play on after all."""

    seat: Seat

    def apply(self, state: State) -> None:
        state[Roster].stopping.remove(self.seat)


class Replaced(Event, frozen=True):
    """Another person or a bot plays the seat now: its standing orders, timeouts and agreement to stop are void."""

    seat: Seat
    held: str = ""
    """The bot that plays it, if it is not a person."""
    missed: int = 0
    """After how many missed deadlines."""

    def apply(self, state: State) -> None:
        roster = state[Roster]
        if self.seat in roster.stopping:
            roster.stopping.remove(self.seat)
        roster.silent.pop(self.seat, None)
        if own := state.open(Standing, self.seat):
            own.answer = UNSET
            own.plan = []
            own.policy = {}
            own.draft = []


KERNEL_EVENTS: tuple[type[Event], ...] = (
    Answered,
    Lapsed,
    PlanFiled,
    PlanUsed,
    PlanDropped,
    Unfit,
    PolicySet,
    Drafted,
    DraftDropped,
    WindowClosed,
    Asked,
    Stopped,
    Ended,
    Resigned,
    Silent,
    Returned,
    Replaced,
    StopAgreed,
    StopWithdrawn,
)


def seen_by_owner(event: E, owner: Seat, reader: Seat | None, **hidden: str | tuple[str, ...]) -> E:
    """Return the whole event for its owner, and for all others one with these fields replaced."""
    return event if reader == owner else replace(event, **hidden)
