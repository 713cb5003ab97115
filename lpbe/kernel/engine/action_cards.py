"""What pages show of orders and events beside their words: icons, slots, paths, and why an order is not offered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct, field

from ..base.canonical import Plain
from . import legality

if TYPE_CHECKING:
    from .foresight import Fact, Tone
    from .model import Event, Order, Question, Seat, State
    from .rulebook import Rulebook

SlotValues: TypeAlias = Mapping[str, "str | Sequence[str]"]
"""What was chosen in each slot of an order, in the order in which a page asks; a list where several may be chosen."""


def attack_form() -> Plain:
    return {"origin": "{origin}", "tiles": ["{tiles}"], "cards": ["{cards}"]}


class TilePaths(Struct, frozen=True):
    """How a kind of order is put together tile by tile, so that a page need not list every order."""

    origins: Sequence[str]
    """Where it may begin; "" alone if there is nothing to choose."""
    beside: Mapping[str, Sequence[str]]
    """Tile -> the tiles that may come after it; where directions matter, six of them from the east on, "" off the map.
    """
    sizes: Sequence[PathSize]
    bends: bool = False
    """Whether the tiles form a path, straight on or turning by a sixth; otherwise each tile adjoins any earlier one."""
    standing: Sequence[str] = ()
    """The tiles that count: a path must include at least one of them."""
    form: Plain = field(default_factory=attack_form)
    """The fields of the order, with {origin}, {tiles} and {cards} where they belong."""


class PathSize(Struct, frozen=True):
    """How many tiles and bends there may be, with these cards."""

    cards: Sequence[str]
    tiles: int
    bends: int = 0


class QuestionHint(Struct, frozen=True, kw_only=True):
    """How a page puts a question: in one sentence, and with a count of actions."""

    title: Fact | None = None
    actions: int = 0
    """How many actions there are in all."""
    spent: int = 0


class ActionCard(Struct, frozen=True, kw_only=True):
    """How a page presents one kind of order; its words are in the words of the game."""

    icon: str = ""
    """The key of its icon; by default the kind."""
    free: bool = False
    """Whether it does not count as an action, in questions that count actions."""
    ends: bool = False
    """Whether nothing can be foreseen after it: a draw or another player comes next, or the question is answered."""
    slots: Callable[[State, Any], SlotValues] | None = None
    """The slots of an order; by default one for each of its fields."""
    path: Callable[[State, Any, Sequence[Event]], Sequence[str]] | None = None
    """The places that an order passes or takes, the first one first, from its events."""
    values: Callable[[State, Question, Seat], Plain] | None = None
    """Values for the text of the kind."""
    why: Callable[[State, Question, Seat], Fact | None] | None = None
    """Why the kind is not offered now, if a player would look for it."""
    more: Callable[[State, Question, Seat, Sequence[Any]], Iterable[Order]] | None = None
    """Further orders for a page, beside those that the question lists; those that are illegal are left out."""
    joins: str = ""
    """The list in which two orders of the kind may be joined into one."""
    controls: Mapping[str, str] = {}
    """How a slot is answered, where that is neither on the board nor in a menu; see `SlotView.on`."""
    anything: str = ""
    """The list whose values may come in any order: all values of the listed orders, or any of them if it is a "set"."""
    paths: Callable[[State, Question, Seat], TilePaths | None] | None = None


class PageHints(Struct, frozen=True):
    """How a module's orders and events are shown on a page."""

    cards: Mapping[type[Order], ActionCard] = {}
    """In the order in which a page shows them."""
    icons: Mapping[str, str] = {}
    """The icons of events in the news, by their tags."""
    tone: Callable[[Plain, Seat], Tone] | None = None
    """Return whether an event is good or bad for a seat, from the values of its sentence."""
    question: Callable[[State, Question, Seat], QuestionHint | None] | None = None
    """Put a question in words of its own."""
    value_icons: Callable[[Rulebook], Mapping[str, str]] | None = None
    """The icons of values that are chosen in a menu; by default the first word of a value is the key of its icon."""


PLAIN_CARD = ActionCard()
Cards: TypeAlias = "Mapping[type[Order], ActionCard]"


def hints_of(book: Rulebook) -> PageHints:
    """Return the hints of all modules together."""
    hints = [module.page_hints() for module in book.modules if module.page_hints]
    tones = [hint.tone for hint in hints if hint.tone]
    asking = [hint.question for hint in hints if hint.question]
    return PageHints(
        cards={kind: card for hint in hints for kind, card in hint.cards.items()},
        icons={tag: icon for hint in hints for tag, icon in hint.icons.items()},
        tone=lambda event, seat: next((found for tone in tones if (found := tone(event, seat))), ""),
        question=lambda state, question, seat: next(
            (found for ask in asking if (found := ask(state, question, seat))), None
        ),
        value_icons=lambda book: {
            value: icon for hint in hints if hint.value_icons for value, icon in hint.value_icons(book).items()
        },
    )


def page_orders(cards: Cards, state: State, question: Question, seat: Seat) -> Iterator[Order]:
    """Yield the legal orders of a question, and those that only pages list."""
    listed = list(legality.legal_orders(state, question, seat))
    kinds = state.book.offers[type(question)]
    further = (
        card.more(state, question, seat, [order for order in listed if type(order) is kind])
        for kind in kinds
        if (card := cards.get(kind, PLAIN_CARD)).more
    )
    known = set(listed)
    yield from listed
    for order in chain.from_iterable(further):
        if order not in known and legality.illegality(state, question, seat, order) is None:
            known.add(order)
            yield order
