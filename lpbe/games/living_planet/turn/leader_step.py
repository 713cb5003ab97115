"""Step 2, the Leader's step: the effect of the card, and the order of the dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from ....kernel.base.errors import require
from ....kernel.engine.model import Event, Name, Offer, Order, Question, Seat, State, Step
from ....kernel.engine.table import Table
from ..map.queries import buildings_of, functional, kind_of, mineral_names, options, rank, resources, seats
from ..state import CARDS, COLOURS, Bank, Hand, Map, Piles, Track, Turn

DOUBLE_CARD = 2
"""LP-CARD2-01: the card that doubles the production of a resource."""
REMOVE_CARD = 5
"""LP-CARD5-01: the card that takes a cube out of the game."""
RECOVER_CARD = 6
"""LP-CARD6-01: the card that takes another one back."""


class ArrangeDice(Order, frozen=True):
    """Put one die in each column, first column first, colours without a player included.

    LP-LEADER-04, LP-NPC-04, G-20.
    """

    dice: Annotated[tuple[Name, ...], Meta(max_length=len(COLOURS))]


class NameDouble(Order, frozen=True):
    resource: Name


class RemoveResource(Order, frozen=True):
    resource: Name


class RecoverCard(Order, frozen=True):
    """Take a card back; nobody else learns which one (LP-CARD6-03)."""

    secret = True
    card: Annotated[int, Meta(ge=1, le=6)]


class DiceArranged(Event, frozen=True):
    dice: tuple[str, ...]

    def apply(self, state: State) -> None:
        state[Turn].order = list(self.dice)


class Doubled(Event, frozen=True):
    """Everybody who produces this resource gets twice as much (LP-CARD2-01, LP-CARD2-02)."""

    resource: str

    def apply(self, state: State) -> None:
        state[Turn].double = self.resource


class ResourceRemoved(Event, frozen=True):
    """A cube leaves the game without going on the track (LP-CARD5-01)."""

    resource: str

    def apply(self, state: State) -> None:
        state[Bank].cubes[self.resource] -= 1
        state[Track].removed.append(self.resource)


class CardRecovered(Event, frozen=True):
    """One card returns behind the screen; the 6 stays on top of the rest (LP-CARD6-01)."""

    foreseen = True
    seat: Seat
    card: int = 0

    def apply(self, state: State) -> None:
        piles = state[Piles]
        piles.hands[self.seat] += 1
        piles.recovered[self.seat] = piles.recovered.get(self.seat, 0) + 1
        if hand := state.open(Hand, self.seat):
            hand.pile.remove(self.card)
            hand.cards = sorted([*hand.cards, self.card])

    def seen_by(self, reader: Seat | None) -> Event:
        return self if reader == self.seat else replace(self, card=0)


def effect_waits(state: State, lead: Lead) -> bool:
    """Return whether the Leader's card still needs a choice (G-18)."""
    effect = state[Turn].effect
    if lead.chosen or effect not in (DOUBLE_CARD, REMOVE_CARD, RECOVER_CARD):
        return False
    if effect == REMOVE_CARD:
        return bool(removable(state))
    return effect == DOUBLE_CARD or pile_size(state, lead.seat) > 2


def pile_size(state: State, seat: Seat) -> int:
    """Count the cards in front of a screen; after a refill that is only the card just played (LP-CARD6-04, G-29)."""
    return len(CARDS) - state[Piles].hands[seat]


def removable(state: State) -> list[str]:
    """Return the resources that may be removed: any in the bank, or minerals only (G-27)."""
    scope = resources(state) if options(state).card5_scope == "any" else mineral_names(state.book)
    return [resource for resource in scope if state[Bank].cubes[resource]]


def arrange(table: Table, seat: Seat, lead: Lead, order: ArrangeDice) -> None:
    require(not lead.arranged, "LP-LEADER-04", "the dice are already in order")
    missing = [colour for colour in COLOURS if colour not in order.dice]
    require(not missing, "LP-LEADER-05", "each of the four dice goes into one column; missing: {dice}", dice=missing)
    require(len(order.dice) == len(COLOURS), "LP-LEADER-05", "each of the four dice goes into one column")
    table.emit(DiceArranged(order.dice))
    table.then(replace(lead, arranged=True))


def name_double(table: Table, seat: Seat, lead: Lead, order: NameDouble) -> None:
    require_effect(table.state, lead, DOUBLE_CARD, "LP-CARD2-01")
    known = order.resource in resources(table.state)
    require(known, "LP-CARD2-01", "there is no resource called {resource}", resource=order.resource)
    table.emit(Doubled(order.resource))
    table.then(replace(lead, chosen=True))


def remove(table: Table, seat: Seat, lead: Lead, order: RemoveResource) -> None:
    require_effect(table.state, lead, REMOVE_CARD, "LP-CARD5-01")
    require(
        order.resource in removable(table.state), "LP-CARD5-01", "no {resource} can be removed", resource=order.resource
    )
    table.emit(ResourceRemoved(order.resource))
    table.then(replace(lead, chosen=True))


def recover(table: Table, seat: Seat, lead: Lead, order: RecoverCard) -> None:
    require_effect(table.state, lead, RECOVER_CARD, "LP-CARD6-01")
    require(order.card != RECOVER_CARD, "LP-CARD6-02", "the 6 that was just played cannot be taken back")
    require(
        order.card in table.state[Hand, seat].pile,
        "LP-CARD6-01",
        "card {card} is not among the cards played",
        card=order.card,
    )
    table.emit(CardRecovered(seat, order.card))
    table.then(replace(lead, chosen=True))


def require_effect(state: State, lead: Lead, effect: int, clause: str) -> None:
    require(state[Turn].effect == effect, clause, "the Leader did not play card {card}", card=effect)
    require(effect_waits(state, lead), clause, "the effect of the card has already been settled")


def arrangements(state: State, seat: Seat, lead: Lead) -> tuple[Order, ...]:
    return () if lead.arranged else every_arrangement()


@cache
def every_arrangement() -> tuple[Order, ...]:
    return tuple(ArrangeDice(dice) for dice in permutations(COLOURS))


def doubles(state: State, seat: Seat, lead: Lead) -> Iterator[Order]:
    if state[Turn].effect == DOUBLE_CARD and effect_waits(state, lead):
        yield from (NameDouble(resource) for resource in resources(state))


def removals(state: State, seat: Seat, lead: Lead) -> Iterator[Order]:
    if state[Turn].effect == REMOVE_CARD and effect_waits(state, lead):
        yield from (RemoveResource(resource) for resource in removable(state))


def recoveries(state: State, seat: Seat, lead: Lead) -> Iterator[Order]:
    if state[Turn].effect == RECOVER_CARD and effect_waits(state, lead):
        yield from (RecoverCard(card) for card in sorted(set(state[Hand, seat].pile) - {RECOVER_CARD}))


class RecoverOnly(Step, frozen=True):
    seat: Seat

    def run(self, table: Table) -> None:
        """Take the only other card in front of the screen back without asking (G-28, LP-CARD6-01)."""
        state = table.state
        if state[Turn].effect == RECOVER_CARD and pile_size(state, self.seat) == 2:
            table.emit(CardRecovered(self.seat, next(c for c in state[Hand, self.seat].pile if c != RECOVER_CARD)))


class Lead(Question, frozen=True):
    """Ask the Leader for dice and effect, in any order, in one message (LP-LEADER-04, LP-LEADER-06, G-18)."""

    seat: Seat
    arranged: bool = False
    chosen: bool = False
    offers = {
        ArrangeDice: Offer(arrange, arrangements, exact=True),
        NameDouble: Offer(name_double, doubles, exact=True),
        RemoveResource: Offer(remove, removals, exact=True),
        RecoverCard: Offer(recover, recoveries, exact=True),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        return () if self.arranged and not effect_waits(state, self) else (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        """Put the Leader's die first, then the others by seat, colours without a player last (D-02 to D-05, G-87)."""
        if effect_waits(state, self):
            return default_effect(state, seat)
        others = [colour for colour in COLOURS if colour not in seats(state)]
        at = seats(state).index(seat)
        return ArrangeDice((*seats(state)[at:], *seats(state)[:at], *others))


def default_effect(state: State, seat: Seat) -> Order:
    effect = state[Turn].effect
    if effect == DOUBLE_CARD:
        return NameDouble(max(resources(state), key=lambda r: (count_factories(state, seat, r), -rank(state, r))))
    if effect == REMOVE_CARD:
        cubes = state[Bank].cubes
        return RemoveResource(max(removable(state), key=lambda r: (cubes[r], -rank(state, r))))
    return RecoverCard(max(set(state[Hand, seat].pile) - {RECOVER_CARD}))


def count_factories(state: State, seat: Seat, resource: str) -> int:
    """Count the working factories of a resource that a seat has."""
    mine = [spot for spot in buildings_of(state, seat) if functional(state, spot)]
    return sum(kind_of(state, state[Map].buildings[spot]).makes == resource for spot in mine)


EVENTS: tuple[type[Event], ...] = (
    DiceArranged,
    Doubled,
    ResourceRemoved,
    CardRecovered,
)
STEPS: tuple[type[Step], ...] = (RecoverOnly, Lead)
