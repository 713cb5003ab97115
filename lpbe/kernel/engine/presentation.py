"""What a game shows to people: its board, panels, stories and advice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ..base.canonical import Plain

if TYPE_CHECKING:
    from .foresight import Brief, Fact
    from .graphics import GraphicPanel
    from .model import Order, Question, Seat, State
    from .panels import Panel


class Estimate(Struct, frozen=True):
    """The points of a seat if the game ended now, as one reader can work them out."""

    seat: Seat
    shown: int
    """What everybody can see of them."""
    likely: int
    least: int
    most: int
    certain: bool = True
    """Whether the reader knows it; otherwise it is an estimate."""


class Presentation(Struct, frozen=True):
    """The functions with which a game presents itself; any of them may be missing."""

    picture: Callable[[State, Seat | None], Any] | None = None
    """Its board as one reader sees it, for lpbe.board to draw."""
    panels: Callable[[State, Seat | None, Sequence[Plain]], Sequence[Panel]] | None = None
    """The panels of a report: from the state as a reader sees it and the events since the reader's last report."""
    graphics: Callable[[State, Seat | None, Sequence[Plain]], Sequence[GraphicPanel]] | None = None
    """What a page draws beside its words, from the same."""
    brief: Callable[[State, Seat | None, Sequence[Plain]], Brief] | None = None
    """The head of a page: from the state as a reader sees it and the events, which tell the end."""
    estimates: Callable[[State, Seat], Sequence[Estimate]] | None = None
    """The points of everybody if the game ended now, as far as a seat can work them out."""
    concerns: Callable[[State | None, State, Seat, Sequence[Plain]], Sequence[Fact]] | None = None
    """How these events affect a seat: what it lost, gained, or suffered, by the names of things.

    The first state is the public state before them, if the log has it, and may be changed freely; the second is what
    the seat sees after them.
    """
    story: Callable[[Moment], Aside] | None = None
    """What a page adds to an event: the paragraph it belongs to, and what was there before it struck."""
    asides: Mapping[str, tuple[str, ...]] = {}
    """What the story may add to the sentence of an event, by its name: slots that the event itself does not fill."""
    curves: Callable[[State], Mapping[str, Mapping[str, int]]] | None = None
    """The numbers worth following over a whole game, from the public state: by name, under the key of their title."""
    advice: Callable[[State, Question, Seat], Order | None] | None = None
    """What a sensible player might answer, from what a seat sees, for replies that are ready to send."""


class Heading(Struct, frozen=True):
    """The title of a paragraph: its key among the reader's terms, the values in it, and its colour."""

    key: str
    values: Plain = {}
    colour: str = ""
    seat: str = ""
    """Whose letter precedes it; by default that of the colour."""


class Moment(Struct, frozen=True):
    """One event of a story among all of them, and the public state right before it, if the log has it.

    Number -1 is the beginning of the story, before the first event.
    """

    events: Sequence[Plain]
    nth: int
    before: State | None
    now: State
    """The public state after the last event."""

    @property
    def event(self) -> Plain:
        return self.events[self.nth] if self.nth >= 0 else {"event": ""}

    @property
    def later(self) -> Sequence[Plain]:
        return self.events[self.nth + 1 :]


class Aside(Struct, frozen=True):
    """What a page adds to the sentence of an event."""

    heading: Heading | None = None
    """The paragraph it belongs to; None: the current one."""
    more: Plain = {}
    """Values for its sentence that the event does not hold."""
    silent: bool = False
    """Whether the heading says it all, so that the sentence is left out."""


NO_ASIDE = Aside()
