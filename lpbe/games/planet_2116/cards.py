"""Two piles, four hands, two discards: drawing, shuffling, discarding."""

from __future__ import annotations

from msgspec.structs import replace

from ...kernel.engine.chance import draw_cards, remove_cards
from ...kernel.engine.events import seen_by_owner
from ...kernel.engine.model import Event, Seat, State
from ...kernel.engine.table import Table
from .state import PLANET, Decks, Hand, Piles, Planet2116Options


class PileShuffled(Event, frozen=True):
    """Cards become a pile face down; nobody sees their order (2116-SETUP-02, 2116-PREP-08, 2116-HUM-09)."""

    kind: str
    count: int
    cards: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        piles = state[Piles]
        piles.shuffles += 1
        if self.kind == PLANET:
            piles.planet = self.count
            piles.planet_discard = []
        else:
            piles.human = self.count
            piles.human_discard = []
        if decks := state.open(Decks):
            if self.kind == PLANET:
                decks.planet = list(self.cards)
            else:
                decks.human = list(self.cards)

    def seen_by(self, reader: Seat | None) -> Event:
        return replace(self, cards=())


class CardsDrawn(Event, frozen=True):
    seat: Seat
    count: int
    cards: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        piles = state[Piles]
        decks = state.open(Decks)
        if self.seat == PLANET:
            piles.planet -= self.count
        else:
            piles.human -= self.count
        piles.hands[self.seat] = piles.hands.get(self.seat, 0) + self.count
        if decks:
            del (decks.planet if self.seat == PLANET else decks.human)[: self.count]
        if hand := state.open(Hand, self.seat):
            hand.cards += self.cards

    def seen_by(self, reader: Seat | None) -> Event:
        return seen_by_owner(self, self.seat, reader, cards=())


class Discarded(Event, frozen=True):
    """Cards of a Human's hand go onto the common discard, face up."""

    seat: Seat
    cards: tuple[str, ...]

    def apply(self, state: State) -> None:
        leave_hand(state, self.seat, self.cards)
        state[Piles].human_discard += self.cards


def leave_hand(state: State, seat: Seat, cards: tuple[str, ...], hidden: int = 0) -> None:
    """Remove cards from a hand; for readers who do not see them only the number changes."""
    state[Piles].hands[seat] -= len(cards) + hidden
    if hand := state.open(Hand, seat):
        remove_cards(hand.cards, cards)


def pile_of(seat: Seat) -> str:
    return PLANET if seat == PLANET else "human"


def shuffle(table: Table, kind: str, cards: list[str]) -> None:
    """Shuffle a pile for the first time; later shuffles come from its discard."""
    order = table.rng.shuffled(cards, f"pile/{kind}/{table.state[Piles].shuffles}")
    table.emit(PileShuffled(kind, len(order), tuple(order)))


def refill(table: Table, seat: Seat, size: int) -> None:
    """Draw back to a full hand (2116-PREP-07, 2116-HUM-08)."""
    draw(table, seat, size - table.state[Piles].hands[seat])


def draw(table: Table, seat: Seat, count: int) -> None:
    """Draw what is there; the discard is shuffled when a further card is due (2116-PREP-08, 2116-HUM-09)."""
    kind = pile_of(seat)
    piles = table.state[Piles]
    have, discard = (piles.planet, piles.planet_discard) if seat == PLANET else (piles.human, piles.human_discard)
    if not discard:
        count = min(count, have)
    if count <= 0:
        return
    decks = table.state[Decks]
    pile = decks.planet if seat == PLANET else decks.human
    drawn = draw_cards(pile, discard, count, table.rng, f"pile/{kind}/{piles.shuffles}")
    if drawn.first:
        table.emit(CardsDrawn(seat, len(drawn.first), drawn.first))
    if drawn.pile:
        table.emit(PileShuffled(kind, len(drawn.pile), drawn.pile))
        table.emit(CardsDrawn(seat, len(drawn.rest), drawn.rest))
    shuffle_at_once(table, kind)


def shuffle_at_once(table: Table, kind: str) -> None:
    """Shuffle the discard as soon as the last card is drawn, where the options say so."""
    piles = table.state[Piles]
    left, discard = (piles.planet, piles.planet_discard) if kind == PLANET else (piles.human, piles.human_discard)
    if table.state[Planet2116Options].reshuffle == "at-once" and not left and discard:
        shuffle(table, kind, sorted(discard))
