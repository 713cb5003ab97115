"""What a page shows of orders and events beside their words: icons, slots, paths, and why an order is not offered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

from ..base.canonical import Plain

if TYPE_CHECKING:
    from .foresight import Fact
    from .model import Event, Order, Question, Seat, State

SlotValues: TypeAlias = Mapping[str, "str | Sequence[str]"]
"""What was chosen in each slot of an order, in the order in which a page asks; a list where several may be chosen."""


class ActionCard(Struct, frozen=True, kw_only=True):
    """How a page presents one kind of order; its words are in the words of the game."""

    icon: str = ""
    """The key of its icon; by default the kind."""
    free: bool = False
    """Whether it is not an action, where orders of a question are counted."""
    ends: bool = False
    """Whether nothing can be foreseen after it: a draw or another player comes next."""
    slots: Callable[[State, Any], SlotValues] | None = None
    """The slots of an order; by default one for each of its fields."""
    path: Callable[[State, Any], Sequence[str]] | None = None
    """The places that an order passes or takes, the first one first."""
    values: Callable[[State, Question, Seat], Plain] | None = None
    """Values for the text of the kind."""
    why: Callable[[State, Question, Seat], Fact | None] | None = None
    """Why the kind is not offered now, if a player would look for it."""
    steps: Callable[[State, Question, Seat], Mapping[str, Mapping[str, Sequence[str]]]] | None = None
    """For orders that are put together place by place: by the slots chosen before, place -> places that may follow."""


class PageHints(Struct, frozen=True):
    """What a module knows of its orders and events on a page."""

    cards: Mapping[type[Order], ActionCard] = {}
    icons: Mapping[type[Event], str] = {}
    """The icons of events in the news."""


NO_HINTS = PageHints()
PLAIN_CARD = ActionCard()
