"""The four ways to end the game, tested in this order as soon as one may be met."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel.play.events import Ended, Resigned
from ...kernel.play.rules import Event, Roster, Seat, State
from ...kernel.play.table import Table
from .reading import continent_of, factories, on_continent, own_cards, refugee
from .state import GREEN, HOT, HUMANS, PLANET, Climate, Nations

GREENS = 5
"""2116-END-01: so many working Green factories save everybody."""
ARK_GREENS, ARK_CARDS = 2, 4
"""2116-END-02: what an Ark takes."""
WINS = ("greens", "ark", "heat", "capitals")
ENDINGS = (*WINS, "deserted")
"""Beside the agreement to stop, which every game knows."""


class ArkBuilt(Event, frozen=True):
    """2116-END-02: a Human leaves; the continent is known now."""

    seat: Seat
    continent: str

    def apply(self, state: State) -> None:
        state[Nations].continents[self.seat] = self.continent


def human_victory(table: Table) -> None:
    """2116-END-01, 2116-END-02, 2116-END-05: five Green factories, else an Ark, in anybody's turn."""
    state = table.state
    if len(factories(state, GREEN)) >= GREENS:
        table.emit(Ended({}, HUMANS, "greens"))
    elif builder := next((seat for seat in HUMANS if has_ark(state, seat)), ""):
        table.emit(ArkBuilt(builder, continent_of(state, builder)))
        table.emit(Ended({}, (builder,), "ark"))


def has_ark(state: State, seat: Seat) -> bool:
    """2116-END-02: no refugee, two Green factories on the own continent, whoever built them, and four cards."""
    if refugee(state, seat) or len(own_cards(state, seat)) < ARK_CARDS:
        return False
    return len(on_continent(state, factories(state, GREEN), continent_of(state, seat))) >= ARK_GREENS


def planet_victory(table: Table) -> None:
    """2116-END-03, 2116-END-04, 2116-END-05: 45 degrees or more, else the three capitals."""
    if table.state[Climate].heat >= HOT:
        table.emit(Ended({}, (PLANET,), "heat"))
    elif len(table.state[Nations].refugees) == len(HUMANS):
        table.emit(Ended({}, (PLANET,), "capitals"))


def stop(table: Table, seats: Sequence[Seat]) -> None:
    """All who still play agree to stop: nobody has won."""
    table.emit(Ended({}, (), "agreed"))


def nobody_left(table: Table, event: Resigned) -> None:
    """2116-END-05: a game that everybody has left ends at once, and nobody has won."""
    if not table.state[Roster].playing():
        table.emit(Ended({}, (), "deserted"))
