"""Two piles, four hands, two discards: drawing, shuffling, discarding."""

from __future__ import annotations

from msgspec.structs import replace

from ...kernel.play.decks import draw as drawing
from ...kernel.play.decks import take_out
from ...kernel.play.events import seen_by_owner
from ...kernel.play.rules import Event, Seat, State
from ...kernel.play.table import Table
from .options import Planet2116Options
from .state import PLANET, Decks, Hand, Piles


class PileShuffled(Event, frozen=True):
    """2116-SETUP-02, 2116-PREP-08, 2116-HUM-09: cards become a pile face down; nobody sees their order."""

    kind: str
    count: int
    cards: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        piles = state[Piles]
        piles.shuffles += 1
        if self.kind == PLANET:
            piles.planet, piles.planet_discard = self.count, []
        else:
            piles.human, piles.human_discard = self.count, []
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
        piles, decks = state[Piles], state.open(Decks)
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
    """Of cards that a reader does not see the number is known."""
    state[Piles].hands[seat] -= len(cards) + hidden
    if hand := state.open(Hand, seat):
        take_out(hand.cards, cards)


def pile_of(seat: Seat) -> str:
    return PLANET if seat == PLANET else "human"


def shuffle(table: Table, kind: str, cards: list[str]) -> None:
    """The first shuffle of a pile; those that follow come from its discard."""
    order = table.rng.shuffled(cards, f"pile/{kind}/{table.state[Piles].shuffles}")
    table.emit(PileShuffled(kind, len(order), tuple(order)))


def refill(table: Table, seat: Seat, size: int) -> None:
    """2116-PREP-07, 2116-HUM-08: draw back to a full hand."""
    draw(table, seat, size - table.state[Piles].hands[seat])


def draw(table: Table, seat: Seat, count: int) -> None:
    """2116-PREP-08, 2116-HUM-09: what is there; the discard is shuffled when a further card is due."""
    kind, piles = pile_of(seat), table.state[Piles]
    have, discard = (piles.planet, piles.planet_discard) if seat == PLANET else (piles.human, piles.human_discard)
    if not discard:
        count = min(count, have)
    if count <= 0:
        return
    decks = table.state[Decks]
    pile = decks.planet if seat == PLANET else decks.human
    drawn = drawing(pile, discard, count, table.rng, f"pile/{kind}/{piles.shuffles}")
    if drawn.first:
        table.emit(CardsDrawn(seat, len(drawn.first), drawn.first))
    if drawn.pile:
        table.emit(PileShuffled(kind, len(drawn.pile), drawn.pile))
        table.emit(CardsDrawn(seat, len(drawn.rest), drawn.rest))
    shuffle_at_once(table, kind)


def shuffle_at_once(table: Table, kind: str) -> None:
    """Where the table plays so, the discard is shuffled as soon as the last card is drawn."""
    piles = table.state[Piles]
    left, discard = (piles.planet, piles.planet_discard) if kind == PLANET else (piles.human, piles.human_discard)
    if table.state[Planet2116Options].reshuffle == "at-once" and not left and discard:
        shuffle(table, kind, sorted(discard))
