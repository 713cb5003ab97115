"""Phase 1, one attack after the other: what may be announced, and when nothing is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...kernel.engine.model import Offer, Order, Question, Seat, State, Step
from ...kernel.engine.table import Table
from .attack_enumeration import any_attack, bent, fans, fires, impacts, origins, starts, storms
from .attacks import (
    Fizzled,
    Forfeit,
    Meteorite,
    Tornado,
    Tsunami,
    Wildfire,
    card_sets,
    catastrophes,
    forfeit,
    meteorite,
    tornado,
    tsunami,
    wildfire,
)
from .globe import DIRECTIONS
from .policy_model import drop_plans
from .queries import kind_of, row_of
from .state import PLANET, Attack


def sizes(state: State, kind: str) -> list[tuple[str, ...]]:
    """Return a set of cards for each size that an attack of a kind may have."""
    return list({len(cards): cards for cards in reversed(card_sets(state, kind))}.values())[::-1]


def some_tornados(state: State, seat: Seat, question: Declare) -> Iterator[Tornado]:
    """Yield straight tornadoes of full length, or a bent one if there is no other: there are too many to list."""
    row = row_of(state, "tornado")
    for cards in sizes(state, "tornado"):
        found = False
        for origin, direction, steps in storms(state, row, len(cards), origins(state, row)):
            found = True
            yield Tornado(origin, (f"{direction}:{steps}" if steps > 1 else direction,), cards=cards)
        way = None if found else bent(state, row, len(cards), starts(state, row))
        if way:
            yield Tornado(way[0], tuple(DIRECTIONS[side] for side in way[1]), cards=cards)


def all_tsunamis(state: State, seat: Seat, question: Declare) -> Iterator[Tsunami]:
    row = row_of(state, "tsunami")
    for cards in sizes(state, "tsunami"):
        for origin, direction in fans(state, row, len(cards), origins(state, row)):
            yield Tsunami(origin, direction, cards)


def some_wildfires(state: State, seat: Seat, question: Declare) -> Iterator[Wildfire]:
    """Yield one wildfire for each origin, as wide as possible."""
    row = row_of(state, "wildfire")
    for cards in sizes(state, "wildfire"):
        for origin, tiles in fires(state, row, len(cards), origins(state, row)):
            yield Wildfire(origin, tiles, cards)


def all_meteorites(state: State, seat: Seat, question: Declare) -> Iterator[Meteorite]:
    row = row_of(state, "meteorite")
    for cards in sizes(state, "meteorite"):
        for origin in impacts(state, row, len(cards), origins(state, row)):
            yield Meteorite(origin, cards)


class Declare(Question, frozen=True):
    offers = {
        Tornado: Offer(tornado, some_tornados, complete=False, exact=True),
        Tsunami: Offer(tsunami, all_tsunamis, complete=False, exact=True),
        Wildfire: Offer(wildfire, some_wildfires, complete=False, exact=True),
        Meteorite: Offer(meteorite, all_meteorites, complete=False, exact=True),
        Forfeit: Offer(forfeit, lambda state, seat, question: (Forfeit(),), timeout_only=True),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        return (PLANET,)

    def takes_plans(self, state: State, seat: Seat) -> bool:
        """Return False after a quick block that spared something: then the policy decides whether a plan continues."""
        return not state[Attack].disturbed

    def default(self, state: State, seat: Seat) -> Order:
        return Forfeit()


class Assault(Step, frozen=True):
    def to_come(self) -> Sequence[Question]:
        return (Declare(),)

    def run(self, table: Table) -> None:
        """Ask for an attack while one is possible; the other cards have no effect.

        2116-DMG-01, 2116-DMG-12, 2116-DMG-22.
        """
        state = table.state
        left = catastrophes(state)
        if any(possible(state, kind) for kind in dict.fromkeys(kind_of(state, card) for card in left)):
            table.then(Declare(), Assault())
            return
        if left:
            table.emit(Fizzled(tuple(left)))
        drop_plans(table, PLANET, Declare)


def possible(state: State, kind: str) -> bool:
    """Return whether an attack is possible, alone or in any combo that the cards allow (2116-DMG-22)."""
    row = row_of(state, kind)
    sizes = sorted({len(cards) for cards in card_sets(state, kind)})
    return any(any_attack(state, row, count) for count in reversed(sizes))
