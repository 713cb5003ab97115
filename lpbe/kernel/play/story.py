"""How a game tells what happened: which paragraph an event belongs to, and what stood where it struck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from ..base.canon import Plain

if TYPE_CHECKING:
    from .rules import State


class Heading(Struct, frozen=True):
    """The title of a paragraph: its key among the reader's terms, what fills it, and the colour it is set in."""

    key: str
    values: Plain = {}
    colour: str = ""
    seat: str = ""
    """Whose letter stands before it; where none is named, that of the colour."""


class Moment(Struct, frozen=True):
    """One of the events that are told, with all of them; the table right before it, where the log tells that.

    The one before the first is where the story sets in: it is no event.
    """

    events: Sequence[Plain]
    nth: int
    before: State | None
    now: State
    """The table after the last of them."""

    @property
    def event(self) -> Plain:
        return self.events[self.nth] if self.nth >= 0 else {"event": ""}

    @property
    def later(self) -> Sequence[Plain]:
        return self.events[self.nth + 1 :]


class Aside(Struct, frozen=True):
    """What a page adds to an event as it tells it."""

    heading: Heading | None = None
    """The paragraph it belongs to; none: the one that is being told."""
    more: Plain = {}
    """What the event does not say, to be filled into its sentence."""
    silent: bool = False
    """Whether the heading has said it all."""


PLAIN = Aside()
