"""Phase 1, one attack after the other: what may be announced, and when there is nothing left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...kernel.play.rules import Offer, Order, Question, Seat, State, Step
from ...kernel.play.table import Table
from .attack import (
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
from .plans import drop_plans
from .reading import kind_of, row_of
from .search import any_attack, bent, fans, fires, impacts, origins, starts, storms
from .state import PLANET, Attack


def sizes(state: State, kind: str) -> list[tuple[str, ...]]:
    """A set of cards for each size that an attack of a kind may have."""
    return list({len(cards): cards for cards in reversed(card_sets(state, kind))}.values())[::-1]


def some_tornados(state: State, seat: Seat, question: Declare) -> Iterator[Tornado]:
    """Straight ones as long as they can be: with bends there are too many to list; one where there is no other."""
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
    """One for each origin, as wide as it can be."""
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
        Forfeit: Offer(forfeit, lambda state, seat, question: (Forfeit(),), silent=True),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        return (PLANET,)

    def takes_plans(self, state: State, seat: Seat) -> bool:
        """Not after a quick block that spared something, on other ground: then its policy may let a plan go on."""
        return not state[Attack].disturbed

    def default(self, state: State, seat: Seat) -> Order:
        return Forfeit()


class Assault(Step, frozen=True):
    def run(self, table: Table) -> None:
        """2116-DMG-01, 2116-DMG-12, 2116-DMG-22: while an attack is possible one is made; the rest has no effect."""
        state = table.state
        left = catastrophes(state)
        if any(possible(state, kind) for kind in dict.fromkeys(kind_of(state, card) for card in left)):
            table.then(Declare(), Assault())
            return
        if left:
            table.emit(Fizzled(tuple(left)))
        drop_plans(table, PLANET, Declare)


def possible(state: State, kind: str) -> bool:
    """2116-DMG-22: alone or in any combo that the cards allow."""
    row = row_of(state, kind)
    sizes = sorted({len(cards) for cards in card_sets(state, kind)})
    return any(any_attack(state, row, count) for count in reversed(sizes))
