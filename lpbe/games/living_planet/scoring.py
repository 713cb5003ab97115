"""The end: screens are lifted; buildings, vehicles and money count."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel.play.events import Ended
from ...kernel.play.rules import Event, Seat, State, Step, amendable
from ...kernel.play.table import Table
from .reading import controlled, kind_of, motorized, options, seats, teams_of
from .state import Map, Place, Purse

MONEY_A_POINT = 5


class PurseShown(Event, frozen=True):
    """What lay behind a screen."""

    seat: Seat
    money: int
    cubes: dict[str, int]


class Scored(Event, frozen=True):
    """LP-SCORE-01 to LP-SCORE-04: what a seat's points come from; the best first."""

    seat: Seat
    buildings: int
    vehicles: int
    money: int
    other: int = 0


@amendable
def worth(state: State, place: Place) -> int:
    """LP-SCORE-01, LP-SCORE-02, G-78: two points a factory, one a shelter or office; the colony as the switch says."""
    kind = kind_of(state, state[Map].buildings[place])
    return options(state).colony_vp if kind.kind == "colony" else kind.points


@amendable
def other_points(state: State, seat: Seat) -> int:
    """LP-SCORE-05: nothing else counts; what is left of resources does not."""
    return 0


def score(state: State, seat: Seat) -> Scored:
    """LP-SCORE-03, LP-SCORE-04, G-80, G-82: a vehicle anywhere on the map, every full 5 MC."""
    buildings = sum(worth(state, place) for place in controlled(state, seat))
    vehicles = sum(motorized(state, team) for _, team in teams_of(state, seat))
    return Scored(seat, buildings, vehicles, state[Purse, seat].money // MONEY_A_POINT, other_points(state, seat))


def victory_points(state: State, seat: Seat) -> int:
    """LP-SCORE-06: the sum of all that counts."""
    got = score(state, seat)
    return got.buildings + got.vehicles + got.money + got.other


def rank(state: State, seat: Seat) -> tuple[int, int, int]:
    """LP-SCORE-06 to LP-SCORE-08, G-79: points, then cubes behind the screen, then money."""
    purse = state[Purse, seat]
    return victory_points(state, seat), sum(purse.cubes.values()), purse.money


class Score(Step, frozen=True):
    why: str = ""

    def run(self, table: Table) -> None:
        """LP-SETUP-20, G-79, G-81: no final sale; who is equal in all has won together."""
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
    """A game that all want to end is counted as it stands."""
    table.then(Score("agreed"))


EVENTS: tuple[type[Event], ...] = (
    PurseShown,
    Scored,
)
STEPS: tuple[type[Step], ...] = (Score,)
