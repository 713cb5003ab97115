"""A Human's turn: perhaps a Resource card, then one action; finally the hand is refilled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from ...kernel.base.errors import require
from ...kernel.engine.model import Event, Name, Offer, Order, Seat, State, Step
from ...kernel.engine.table import Table
from .cards import Discarded, leave_hand, refill
from .cooling import PlayCooling, coolings, play_cooling
from .ending import human_victory
from .green_factories import BuildGreen, build_green, buildings
from .human_actions import HUMAN_HAND_CARDS, POT, Discard, HumanTurn
from .policy_model import drop_plans
from .queries import cards_of_kind, clockwise, equal_cards_mixed, is_a, is_refugee
from .shields import PlayShield, play_shield, shieldings
from .state import HUMANS, Hand, Nations


class LayResource(Order, frozen=True, tag="lay"):
    """Lay a Resource card in front of yourself or another Human, or into the POT."""

    card: Name
    to: Name = ""


class ResourceLaid(Event, frozen=True):
    """A card goes in front of somebody, or into the POT (2116-HUM-03, 2116-HUM-04, 2116-REF-04)."""

    seat: Seat
    card: str
    to: str

    def apply(self, state: State) -> None:
        leave_hand(state, self.seat, (self.card,))
        if self.to == POT:
            state[Nations].pot = sorted([*state[Nations].pot, self.card])
        else:
            state[Nations].front[self.card] = self.to


class HatPassed(Event, frozen=True):
    """The hat shows who will be President (2116-SETUP-15, 2116-HUM-02)."""

    seat: Seat

    def apply(self, state: State) -> None:
        state[Nations].hat = self.seat


def lay_resource(table: Table, seat: Seat, turn: HumanTurn, order: LayResource) -> None:
    """Lay one card per turn, at its start (2116-HUM-03, 2116-HUM-04, 2116-REF-03, 2116-REF-04)."""
    state = table.state
    to = order.to or seat
    require(not turn.laid, "2116-HUM-03", "{seat} has already laid a Resource card this turn", seat=seat)
    held = order.card in state[Hand, seat].cards and is_a(state, order.card, "resource")
    require(held, "2116-HUM-03", "{card} is not a Resource card in the hand of {seat}", card=order.card, seat=seat)
    poor = is_refugee(state, seat)
    require(
        not poor or to in (seat, POT),
        "2116-REF-04",
        "{seat} is a refugee and can only lay cards into the POT",
        seat=seat,
    )
    require(poor or to != POT, "2116-HUM-04", "only cards laid by refugees or given to them go to the POT")
    require(to in (*HUMANS, POT), "2116-HUM-04", "{to} is not a Human", to=to)
    table.emit(ResourceLaid(seat, order.card, POT if is_refugee(state, to) else to))
    human_victory(table)
    if not table.over:
        table.then(HumanTurn(seat, laid=True))


def resources(state: State, seat: Seat, turn: HumanTurn) -> Iterator[LayResource]:
    """Yield each card, laid by the seat for itself or for another Human; a refugee's card goes to the POT anyway."""
    cards = [] if turn.laid else cards_of_kind(state, seat, "resource")
    for card in cards:
        yield LayResource(card)
        if not is_refugee(state, seat):
            yield from (LayResource(card, other) for other in clockwise(seat)[1:])


def discard(table: Table, seat: Seat, turn: HumanTurn, order: Discard) -> None:
    """Discard any number of cards; none is a pass (2116-HUM-07)."""
    hand = table.state[Hand, seat].cards
    missing = [card for card in order.cards if card not in hand]
    require(not missing, "2116-HUM-07", "{seat} does not have these cards in hand: {cards}", cards=missing, seat=seat)
    require(len(set(order.cards)) == len(order.cards), "2116-HUM-07", "each card can only be discarded once")
    if order.cards:
        table.emit(Discarded(seat, tuple(sorted(order.cards))))


def discards(state: State, seat: Seat, turn: HumanTurn) -> Iterator[Discard]:
    hand = equal_cards_mixed(state, seat, state[Hand, seat].cards)
    return (Discard(tuple(sorted(cards))) for count in range(len(hand) + 1) for cards in combinations(hand, count))


ACTIONS: Mapping[type[Order], Offer] = {
    LayResource: Offer(lay_resource, resources),
    PlayCooling: Offer(play_cooling, coolings, complete=False),
    PlayShield: Offer(play_shield, shieldings, complete=False),
    BuildGreen: Offer(build_green, buildings),
    Discard: Offer(discard, discards, exact=True),
}
"""2116-HUM-05: what a Human may do in a turn."""


class EndTurn(Step, frozen=True):
    """The end of a turn, and whether it was the President's when the Humans began."""

    seat: Seat
    hat: bool = False

    def run(self, table: Table) -> None:
        """Refill the hand; the hat goes to the left, for the next round (2116-HUM-02, 2116-HUM-08)."""
        drop_plans(table, self.seat, HumanTurn)
        refill(table, self.seat, HUMAN_HAND_CARDS)
        if self.hat:
            table.emit(HatPassed(clockwise(self.seat)[1]))
