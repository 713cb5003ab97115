"""Phase 2: the thermometer rises by factories, cards and combos."""

from __future__ import annotations

from ...kernel.engine.model import Event, State, Step
from ...kernel.engine.table import Table
from .attacks import leave_row, prepared_cards
from .ending import planet_victory
from .queries import factories, kind_of, row_of
from .state import POLLUTING, Climate


class HeatPlayed(Event, frozen=True):
    """Temperature rises take effect and go on the discard pile (2116-HEAT-03)."""

    cards: tuple[str, ...]

    def apply(self, state: State) -> None:
        leave_row(state, self.cards)


class Warmed(Event, frozen=True):
    """The thermometer shows a new reading, with its causes (2116-HEAT-01)."""

    heat: int
    factories: int
    cards: int
    combos: int

    def apply(self, state: State) -> None:
        state[Climate].heat = self.heat


class Warm(Step, frozen=True):
    def run(self, table: Table) -> None:
        """Add a degree per Polluting factory, two per Temperature rise, and the combos.

        2116-HEAT-01 to 2116-HEAT-08.
        """
        state = table.state
        rises = prepared_cards(state)  # no Catastrophes are left among them
        if rises:
            table.emit(HeatPlayed(tuple(rises)))
        by_cards = sum(row_of(state, kind_of(state, card)).degrees for card in rises)
        smoke = len(factories(state, POLLUTING))
        by_combos = combo_heat(state)
        table.emit(Warmed(state[Climate].heat + smoke + by_cards + by_combos, smoke, cards=by_cards, combos=by_combos))
        planet_victory(table)


def combo_heat(state: State) -> int:
    """Return the heat of the combos played: one degree less than the cards of each (2116-HEAT-04 to 2116-HEAT-06)."""
    return sum(cards - 1 for cards in state[Climate].combos)
