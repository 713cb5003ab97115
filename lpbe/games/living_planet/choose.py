"""Step 1, planet card selection: everybody lays a card in secret; then all are revealed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from ...kernel.base.errors import require
from ...kernel.play.rules import Event, Offer, Order, Poll, Seat, State, Step
from ...kernel.play.table import Table
from .reading import clockwise, options, seats
from .state import CARDS, COLOURS, Decks, Hand, Piles, Turn


class SelectCard(Order, frozen=True):
    """LP-SELECT-04: a card of the own hand, unseen by the others."""

    secret = True
    card: Annotated[int, Meta(ge=1, le=6)]


class HandRefilled(Event, frozen=True):
    """LP-SELECT-03: all six cards back behind the screen."""

    seat: Seat

    def apply(self, state: State) -> None:
        state[Piles].hands[self.seat] = len(CARDS)
        state[Piles].played[self.seat] = ()
        state[Piles].recovered.pop(self.seat, None)
        if hand := state.open(Hand, self.seat):
            hand.cards, hand.pile = list(CARDS), []


def put_on_top(state: State, colour: str, card: int) -> None:
    """LP-LEADER-03, LP-LEADER-07, G-17: the die shows the card; of the pile all that was revealed, or the top alone."""
    state[Turn].dice[colour] = card
    played = state[Piles].played
    played[colour] = (*played.get(colour, ()), card) if options(state).show_played else (card,)


class CardRevealed(Event, frozen=True):
    """LP-LEADER-02, LP-LEADER-03, LP-LEADER-07: the card on its owner's pile, the die on its value."""

    seat: Seat
    card: int

    def apply(self, state: State) -> None:
        state[Piles].hands[self.seat] -= 1
        put_on_top(state, self.seat, self.card)
        if hand := state.open(Hand, self.seat):
            hand.cards.remove(self.card)
            hand.pile.append(self.card)


class OtherRevealed(Event, frozen=True):
    """LP-NPC-03: the top card of a colour without a player."""

    colour: str
    card: int

    def apply(self, state: State) -> None:
        put_on_top(state, self.colour, self.card)
        if decks := state.open(Decks):
            decks.others[self.colour] = (*decks.others[self.colour][1:], self.card)


class OtherShuffled(Event, frozen=True):
    """LP-NPC-08: the six cards of a colour without a player, a new deck."""

    colour: str
    cards: tuple[int, ...] = ()

    def apply(self, state: State) -> None:
        state[Piles].played[self.colour] = ()
        if decks := state.open(Decks):
            decks.others[self.colour] = self.cards

    def seen_by(self, reader: Seat | None) -> Event:
        return replace(self, cards=())


class EffectBegan(Event, frozen=True):
    """LP-LEADER-08, G-19: the text on the Leader's card counts, whatever becomes of the die."""

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
    """LP-SELECT-02, LP-SELECT-06: every card behind the screen."""
    return map(SelectCard, state[Hand, seat].cards)


class SelectCards(Poll, frozen=True):
    """LP-SELECT-01, LP-SELECT-05: simultaneous, secret; goes on when the last card is laid."""

    offers = {SelectCard: Offer(select, cards_in_hand, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        """D-01: everybody sees who has but one card left; it is laid without asking."""
        return [seat for seat in clockwise(state) if state[Piles].hands[seat] > 1]

    def replaces(self, state: State) -> bool:
        """G-16."""
        return options(state).reselect

    def default(self, state: State, seat: Seat) -> Order:
        return SelectCard(max(state[Hand, seat].cards))

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        """LP-LEADER-02, LP-LEADER-09: all cards are shown; of their texts only the Leader's counts."""
        state = table.state
        for seat in clockwise(state):
            answer = answers.get(seat, SelectCard(state[Hand, seat].cards[0]))
            assert isinstance(answer, SelectCard)
            table.emit(CardRevealed(seat, answer.card))
            table.reveal(seat)
        table.emit(EffectBegan(state[Turn].dice[state[Turn].leader]))


class RevealOthers(Step, frozen=True):
    def run(self, table: Table) -> None:
        """LP-NPC-01, LP-NPC-03, LP-NPC-08, G-83, G-84: colours without a player show a card; six use a deck up."""
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
