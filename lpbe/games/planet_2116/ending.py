"""The four ways to end the game, tested in this order as soon as one may be met."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel.engine.events import Ended, EndReason, Resigned
from ...kernel.engine.model import Event, Roster, Seat, State
from ...kernel.engine.table import Table
from .queries import continent_of, factories, is_refugee, on_continent, own_cards
from .state import GREEN, HUMANS, MAX_HEAT_DEGREES, PLANET, Climate, Nations

GREENS_TO_WIN = 5
"""How many working Green factories save everybody (2116-END-01)."""
ARK_GREENS = 2
"""How many working Green factories on the Human's own continent an Ark takes (2116-END-02)."""
ARK_CARDS = 4
"""How many cards in front of its builder an Ark takes (2116-END-02)."""
WINS = ("greens", "ark", "heat", "capitals")
ENDINGS = (*WINS, "deserted")
"""The endings besides the agreement to stop, which every game has."""


class ArkBuilt(Event, frozen=True):
    """A Human leaves; their continent is known now (2116-END-02)."""

    seat: Seat
    continent: str

    def apply(self, state: State) -> None:
        state[Nations].continents[self.seat] = self.continent


def human_victory(table: Table) -> None:
    """End the game with five Green factories, else with an Ark, in any Human's turn.

    2116-END-01, 2116-END-02, 2116-END-05.
    """
    state = table.state
    if len(factories(state, GREEN)) >= GREENS_TO_WIN:
        table.emit(Ended({}, HUMANS, "greens"))
    elif builder := next((seat for seat in HUMANS if has_ark(state, seat)), ""):
        table.emit(ArkBuilt(builder, continent_of(state, builder)))
        table.emit(Ended({}, (builder,), "ark"))


def has_ark(state: State, seat: Seat) -> bool:
    """Return whether a Human who is not a refugee has four cards and two Green factories at home, whoever built them.

    2116-END-02.
    """
    if is_refugee(state, seat) or len(own_cards(state, seat)) < ARK_CARDS:
        return False
    return len(on_continent(state, factories(state, GREEN), continent_of(state, seat))) >= ARK_GREENS


def planet_victory(table: Table) -> None:
    """End the game at 45 degrees or more, else with the third capital (2116-END-03, 2116-END-04, 2116-END-05)."""
    if table.state[Climate].heat >= MAX_HEAT_DEGREES:
        table.emit(Ended({}, (PLANET,), "heat"))
    elif len(table.state[Nations].refugees) == len(HUMANS):
        table.emit(Ended({}, (PLANET,), "capitals"))


def stop(table: Table, seats: Sequence[Seat]) -> None:
    """End the game by agreement of all who still play: nobody has won."""
    table.emit(Ended({}, (), EndReason.AGREED))


def nobody_left(table: Table, event: Resigned) -> None:
    """End a game that everybody has left; nobody has won (2116-END-05)."""
    if not table.state[Roster].active_seats():
        table.emit(Ended({}, (), "deserted"))
