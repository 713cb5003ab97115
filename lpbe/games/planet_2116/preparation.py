"""Phase 3: the Planet prepares cards for its next turn; how much the Humans see depends on the cities left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from ...kernel.base.errors import require
from ...kernel.engine.model import Event, Offer, Order, Question, Seat, State
from ...kernel.engine.table import Table
from .cards import leave_hand, refill
from .policy_model import drop_plans
from .queries import equal_cards_mixed, is_heat, kind_of
from .state import PLANET, Climate, FaceDown, Hand, Prepared, World

PLANET_HAND_CARDS = 5
"""2116-SETUP-14, 2116-PREP-07."""
CARDS_BY_HEAT = ((40, 4), (30, 3))
"""2116-PREP-02, 2116-PREP-03: how many cards may be prepared, from each temperature on; below that, two."""
LEVELS_BY_CITIES = ((10, 1), (5, 2))
"""2116-CLAIR-04, 2116-CLAIR-05: the level for each number of destroyed cities; with fewer, level three."""
OPEN_LEVEL = 3
"""2116-CLAIR-02, 2116-CLAIR-03: the level at which cards and combos are visible."""
Group = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_+-]{1,16}(:[A-Za-z0-9_+-]{1,16}){0,3}\Z", max_length=67)]
"""Cards that belong together."""


class PrepareCards(Order, frozen=True, tag="prepare"):
    """Prepare cards one by one or as combos; combos that would not be shown yet are not binding."""

    secret = True
    cards: Annotated[tuple[Group, ...], Meta(max_length=4)] = ()


class CardsLaid(Event, frozen=True):
    """Everybody sees what the level shows, for as long as the cards are prepared (2116-CLAIR-02 to 2116-CLAIR-05)."""

    foreseen = True
    count: int
    level: int
    cards: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        prepared = state[Prepared]
        own = state.open(FaceDown, PLANET)
        leave_hand(state, PLANET, self.cards, hidden=0 if self.cards else self.count)
        prepared.level = self.level
        prepared.groups = list(self.groups)
        if self.level > 1:
            prepared.cards = list(self.cards)
        else:
            prepared.hidden = self.count
            if own:
                own.cards = list(self.cards)

    def seen_by(self, reader: Seat | None) -> Event:
        return self if self.level > 1 or reader == PLANET else replace(self, cards=())


class CombosShown(Event, frozen=True):
    """The visible cards that belong together are shown (2116-CLAIR-03)."""

    combos: tuple[str, ...]


def limit(state: State) -> int:
    """Return how many cards may be prepared at the current temperature (2116-PREP-01 to 2116-PREP-03, 2116-PREP-05)."""
    return next((cards for least, cards in CARDS_BY_HEAT if state[Climate].heat >= least), 2)


def clairvoyance(state: State) -> int:
    """Return the level, by the cities destroyed so far on the whole board (2116-CLAIR-01, 2116-CLAIR-06)."""
    return next((level for least, level in LEVELS_BY_CITIES if len(state[World].cities) >= least), OPEN_LEVEL)


def prepare(table: Table, seat: Seat, question: Prepare, order: PrepareCards) -> None:
    """Prepare as many cards as the limit allows, or none; then refill the hand (2116-PREP-01 to 2116-PREP-07)."""
    groups = [group.split(":") for group in order.cards]
    check_cards(table.state, seat, [card for group in groups for card in group])
    for group in groups:
        check_combo(table.state, group)
    lay(table, seat, groups)
    refill(table, seat, PLANET_HAND_CARDS)
    drop_plans(table, seat, Prepare)


def check_cards(state: State, seat: Seat, cards: Sequence[str]) -> None:
    """Check that the cards are in hand, each once, and not too many (2116-PREP-01 to 2116-PREP-03)."""
    missing = [card for card in cards if card not in state[Hand, seat].cards]
    require(not missing, "2116-PREP-01", "{seat} does not have these cards in hand: {cards}", cards=missing, seat=seat)
    require(len(set(cards)) == len(cards), "2116-PREP-01", "each card can only be laid once")
    most = limit(state)
    heat = state[Climate].heat
    require(
        len(cards) <= most,
        "2116-PREP-02",
        "at most {most} cards can be prepared at {heat} degrees",
        most=most,
        heat=heat,
    )


def check_combo(state: State, group: Sequence[str]) -> None:
    """Check that a combo has Catastrophes of one kind, or is a single card (2116-PREP-06)."""
    kinds = dict.fromkeys(kind_of(state, card) for card in group)
    fits = len(group) == 1 or (len(kinds) == 1 and not is_heat(state, group[0]))
    require(fits, "2116-PREP-06", "{cards} are not a combo: it needs Catastrophes of one kind", cards=group)


def lay(table: Table, seat: Seat, groups: Sequence[Sequence[str]]) -> None:
    """Emit what the level shows of the cards; if it shows all, it is what was sealed.

    2116-CLAIR-02 to 2116-CLAIR-05.
    """
    level = clairvoyance(table.state)
    cards = in_laid_order(table.state, seat, level, [card for group in groups for card in group])
    shown = tuple(":".join(sorted(group)) for group in groups) if level == OPEN_LEVEL else ()
    if cards:
        table.emit(CardsLaid(len(cards), level, cards=tuple(cards), groups=shown))
    if joined := tuple(group.replace(":", "+") for group in shown if ":" in group):
        table.emit(CombosShown(joined))
    if level == OPEN_LEVEL:
        table.reveal(seat)


def in_laid_order(state: State, seat: Seat, level: int, cards: Sequence[str]) -> list[str]:
    """Return cards by number; face down as they lay in the hand, which nobody sees (2116-CLAIR-05)."""
    return sorted(cards) if level > 1 else [card for card in state[Hand, seat].cards if card in cards]


def layings(state: State, seat: Seat, question: Prepare) -> Iterator[PrepareCards]:
    """Yield every choice of cards, equal ones as one combo if that is shown; other groups may be typed."""
    hand = equal_cards_mixed(state, seat, state[Hand, seat].cards)
    for count in range(min(limit(state), len(hand)) + 1):
        for chosen in combinations(hand, count):
            cards = tuple(sorted(chosen))
            yield PrepareCards(cards)
            joined = tuple(combos(state, cards))
            if len(joined) < len(cards) and clairvoyance(state) == OPEN_LEVEL:
                yield PrepareCards(joined)


def combos(state: State, cards: Sequence[str]) -> list[str]:
    """Return these cards with all of a kind in one combo."""
    groups: dict[str, list[str]] = {}
    for card in cards:
        groups.setdefault(card if is_heat(state, card) else kind_of(state, card), []).append(card)
    return [":".join(group) for group in groups.values()]


class Prepare(Question, frozen=True):
    offers = {PrepareCards: Offer(prepare, layings, complete=False, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        return (PLANET,)

    def default(self, state: State, seat: Seat) -> Order:
        """Prepare no card (2116-PREP-04)."""
        return PrepareCards()
