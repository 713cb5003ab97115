"""The end of the game: screens are lifted; buildings, vehicles and money count."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel.engine.amendments import amendable
from ...kernel.engine.events import Ended, EndReason
from ...kernel.engine.model import Event, Seat, State, Step
from ...kernel.engine.table import Table
from .map.queries import buildings_of, is_motorized, kind_of, options, seats, teams_of
from .state import Map, Place, Purse

MONEY_PER_POINT = 5


class PurseShown(Event, frozen=True):
    """What was behind a screen is shown."""

    seat: Seat
    money: int
    cubes: dict[str, int]


class Scored(Event, frozen=True):
    """The points of a seat and where they come from; the best first (LP-SCORE-01 to LP-SCORE-04)."""

    seat: Seat
    buildings: int
    vehicles: int
    money: int
    other: int = 0


@amendable
def worth(state: State, place: Place) -> int:
    """Return the points of a building: two for a factory, one for a shelter or office, the colony by option.

    LP-SCORE-01, LP-SCORE-02, G-78.
    """
    kind = kind_of(state, state[Map].buildings[place])
    return options(state).colony_vp if kind.is_colony else kind.points


@amendable
def other_points(state: State, seat: Seat) -> int:
    """Return what modules add; in the base game nothing else counts, not even resources left over (LP-SCORE-05)."""
    return 0


def score(state: State, seat: Seat) -> Scored:
    """Return the score of a seat: a vehicle anywhere on the map, every full 5 MC.

    LP-SCORE-03, LP-SCORE-04, G-80, G-82.
    """
    buildings = sum(worth(state, place) for place in buildings_of(state, seat))
    vehicles = sum(is_motorized(state, team) for _, team in teams_of(state, seat))
    return Scored(
        seat,
        buildings,
        vehicles=vehicles,
        money=state[Purse, seat].money // MONEY_PER_POINT,
        other=other_points(state, seat),
    )


def victory_points(state: State, seat: Seat) -> int:
    """Return the sum of all that counts (LP-SCORE-06)."""
    got = score(state, seat)
    return got.buildings + got.vehicles + got.money + got.other


def rank(state: State, seat: Seat) -> tuple[int, int, int]:
    """Return what seats are ranked by: points, then cubes behind the screen, then money.

    LP-SCORE-06 to LP-SCORE-08, G-79.
    """
    purse = state[Purse, seat]
    return victory_points(state, seat), sum(purse.cubes.values()), purse.money


class Score(Step, frozen=True):
    why: str = ""

    def run(self, table: Table) -> None:
        """End without a final sale; seats that tie in everything win together (LP-SETUP-20, G-79, G-81)."""
        state = table.state
        for seat in seats(state):
            purse = state[Purse, seat]
            table.emit(PurseShown(seat, purse.money, {name: n for name, n in purse.cubes.items() if n}))
        best_first = sorted(seats(state), key=lambda seat: rank(state, seat), reverse=True)
        for seat in best_first:
            table.emit(score(state, seat))
        points = {seat: victory_points(state, seat) for seat in seats(state)}
        best = rank(state, best_first[0])
        table.emit(Ended(points, tuple(seat for seat in seats(state) if rank(state, seat) == best), self.why))


def stop(table: Table, playing: Sequence[Seat]) -> None:
    """Score a game that everybody has agreed to end now."""
    table.then(Score(EndReason.AGREED))


EVENTS: tuple[type[Event], ...] = (
    PurseShown,
    Scored,
)
STEPS: tuple[type[Step], ...] = (Score,)
