"""Step 1, planet card selection: everybody plays a card in secret, then all cards are revealed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from ....kernel.base.errors import require
from ....kernel.engine.model import Event, Offer, Order, Poll, Seat, State, Step
from ....kernel.engine.table import Table
from ..map.queries import clockwise, options, seats
from ..state import CARDS, COLOURS, Decks, Hand, Piles, Turn


class SelectCard(Order, frozen=True):
    """Play a card of your own hand, unseen by the others (LP-SELECT-04)."""

    secret = True
    card: Annotated[int, Meta(ge=1, le=6)]


class HandRefilled(Event, frozen=True):
    """All six cards return behind the screen (LP-SELECT-03)."""

    seat: Seat

    def apply(self, state: State) -> None:
        state[Piles].hands[self.seat] = len(CARDS)
        state[Piles].played[self.seat] = ()
        state[Piles].recovered.pop(self.seat, None)
        if hand := state.open(Hand, self.seat):
            hand.cards = list(CARDS)
            hand.pile = []


def lay_on_pile(state: State, colour: str, card: int) -> None:
    """Set the die to the card and put the card on the pile, which shows all its cards or only the top one.

    LP-LEADER-03, LP-LEADER-07, G-17.
    """
    state[Turn].dice[colour] = card
    played = state[Piles].played
    played[colour] = (*played.get(colour, ()), card) if options(state).show_played else (card,)


class CardRevealed(Event, frozen=True):
    """A card goes on its owner's pile and sets the die (LP-LEADER-02, LP-LEADER-03, LP-LEADER-07)."""

    seat: Seat
    card: int

    def apply(self, state: State) -> None:
        state[Piles].hands[self.seat] -= 1
        lay_on_pile(state, self.seat, self.card)
        if hand := state.open(Hand, self.seat):
            hand.cards.remove(self.card)
            hand.pile.append(self.card)


class OtherRevealed(Event, frozen=True):
    """The top card of a colour without a player is revealed (LP-NPC-03)."""

    colour: str
    card: int

    def apply(self, state: State) -> None:
        lay_on_pile(state, self.colour, self.card)
        if decks := state.open(Decks):
            decks.others[self.colour] = (*decks.others[self.colour][1:], self.card)


class OtherShuffled(Event, frozen=True):
    """The six cards of a colour without a player become a new deck (LP-NPC-08)."""

    colour: str
    cards: tuple[int, ...] = ()

    def apply(self, state: State) -> None:
        state[Piles].played[self.colour] = ()
        if decks := state.open(Decks):
            decks.others[self.colour] = self.cards

    def seen_by(self, reader: Seat | None) -> Event:
        return replace(self, cards=())


class EffectBegan(Event, frozen=True):
    """The text on the Leader's card applies, whatever happens to the die (LP-LEADER-08, G-19)."""

    card: int

    def apply(self, state: State) -> None:
        state[Turn].effect = self.card


def select(table: Table, seat: Seat, poll: SelectCards, order: SelectCard) -> None:
    require(
        order.card in table.state[Hand, seat].cards,
        "LP-SELECT-04",
        "{seat} has no card {card} in hand",
        seat=seat,
        card=order.card,
    )


def cards_in_hand(state: State, seat: Seat, poll: SelectCards) -> Iterator[SelectCard]:
    """Yield an order for every card behind the screen (LP-SELECT-02, LP-SELECT-06)."""
    return map(SelectCard, state[Hand, seat].cards)


class SelectCards(Poll, frozen=True):
    """Ask everybody at once, in secret; the game goes on when the last card is played (LP-SELECT-01, LP-SELECT-05)."""

    offers = {SelectCard: Offer(select, cards_in_hand, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        """Ask whoever has more than one card left; everybody sees that, and a last card is played without asking.

        D-01.
        """
        return [seat for seat in clockwise(state) if state[Piles].hands[seat] > 1]

    def replaces(self, state: State) -> bool:
        """Return whether a selection may be changed before the last one arrives (G-16)."""
        return options(state).reselect

    def default(self, state: State, seat: Seat) -> Order:
        return SelectCard(max(state[Hand, seat].cards))

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        """Reveal all cards; only the text of the Leader's card applies (LP-LEADER-02, LP-LEADER-09)."""
        state = table.state
        for seat in clockwise(state):
            answer = answers.get(seat, SelectCard(state[Hand, seat].cards[0]))
            assert isinstance(answer, SelectCard)
            table.emit(CardRevealed(seat, answer.card))
            table.reveal(seat)
        table.emit(EffectBegan(state[Turn].dice[state[Turn].leader]))


class RevealOthers(Step, frozen=True):
    def run(self, table: Table) -> None:
        """Reveal a card for each colour without a player; a deck lasts six turns.

        LP-NPC-01, LP-NPC-03, LP-NPC-08, G-83, G-84.
        """
        state = table.state
        for colour in (colour for colour in COLOURS if colour not in seats(state)):
            if state[Turn].number > 1 and state[Turn].number % len(CARDS) == 1:
                deck = table.rng.shuffled(CARDS, f"deck/planet/{colour}/{state[Turn].number}")
                table.emit(OtherShuffled(colour, tuple(deck)))
            table.emit(OtherRevealed(colour, state[Decks].others[colour][0]))


EVENTS: tuple[type[Event], ...] = (
    HandRefilled,
    CardRevealed,
    OtherRevealed,
    OtherShuffled,
    EffectBegan,
)
STEPS: tuple[type[Step], ...] = (
    SelectCards,
    RevealOthers,
)
