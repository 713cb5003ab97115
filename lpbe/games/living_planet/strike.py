"""A cataclysm strikes a hex: its buildings, then the teams outside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from ...kernel.base.errors import require
from ...kernel.play.rulebook import tag
from ...kernel.play.rules import Event, Offer, Order, Poll, Seat, State, Step
from ...kernel.play.table import Table
from .events import ChipLost, TeamLost, TeamWounded
from .reading import clockwise, controller, spots_of, team_in
from .state import Map, Place


class SufferDamage(Order, frozen=True, tag="take-damage"):
    """D-23: these teams suffer in place of the chip on their building; elsewhere the chip is lost."""

    teams: tuple[str, ...] = ()


class Struck(Event, frozen=True):
    """LP-CATA-04: which cataclysm, where, by which die."""

    hex: str
    kind: str
    colour: str


class BuildingLost(Event, frozen=True):
    """LP-CATA-13, G-74: the tile is in the bank again, the spot empty with its icon."""

    place: Place
    tile: str

    def apply(self, state: State) -> None:
        del state[Map].buildings[self.place]


def unsheltered(state: State, hex: str, safe: Sequence[Place]) -> list[Place]:
    return [spot for spot in spots_of(state, hex) if spot in state[Map].buildings and spot not in safe]


def outside(state: State, hex: str) -> list[str]:
    """The teams of a hex that are in no building."""
    return sorted(name for name, team in state[Map].teams.items() if team.place == hex)


def exposed(state: State, hex: str, safe: Sequence[Place], seat: Seat) -> list[str]:
    """LP-CATA-12: the teams of a seat that may suffer in place of a chip."""
    chips = [spot for spot in unsheltered(state, hex, safe) if state[Map].buildings[spot].chip]
    return [found[0] for spot in chips if controller(state, spot) == seat and (found := team_in(state, spot))]


def victims(state: State, hex: str, safe: Sequence[Place]) -> list[Seat]:
    """LP-CATA-05: who has something there that is struck, once for each building and each team outside."""
    indoors = [holder(state, spot) for spot in unsheltered(state, hex, safe)]
    return [*filter(None, indoors), *(state[Map].teams[name].seat for name in outside(state, hex))]


def holder(state: State, spot: Place) -> Seat:
    """Whose chip or team is in a building, wounded or not; nobody's in an abandoned one."""
    found = team_in(state, spot)
    return state[Map].buildings[spot].chip or (found[1].seat if found else "")


def hurt(table: Table, name: str) -> None:
    """LP-CATA-06, LP-CATA-07, LP-CATA-08, LP-CATA-10, LP-CATA-11: a wound, or back to the reserve."""
    team = table.state[Map].teams[name]
    table.emit(TeamLost(name) if team.motorized or team.wounded else TeamWounded(name))


def hit(table: Table, spot: Place, suffering: Sequence[str]) -> None:
    """LP-CATA-09, LP-CATA-12, LP-CATA-13, LP-CATA-14, G-69, G-70, G-73: one thing a strike, then it stands on."""
    building, found = table.state[Map].buildings[spot], team_in(table.state, spot)
    if building.chip and not (found and found[0] in suffering):
        table.emit(ChipLost(spot))
    elif found:
        hurt(table, found[0])
    else:
        table.emit(BuildingLost(spot, building.tile))


class Strike(Step, frozen=True):
    """LP-CATA-05, G-04: everything on the hex, of every colour, but for what was safe when the row began."""

    hex: str
    by: str
    safe: tuple[Place, ...] = ()

    def run(self, table: Table) -> None:
        table.emit(Struck(self.hex, tag(type(self)), self.by))
        table.then(TakeDamage(self.hex, self.safe), HurtOutside(self.hex))


class Tornado(Strike, frozen=True):
    pass


class Geyser(Strike, frozen=True):
    pass


class Earthquake(Strike, frozen=True):
    pass


class HurtOutside(Step, frozen=True):
    hex: str

    def run(self, table: Table) -> None:
        """LP-CATA-06, LP-CATA-07, LP-CATA-08: no shelter helps outside."""
        for name in outside(table.state, self.hex):
            hurt(table, name)


def suffer(table: Table, seat: Seat, poll: TakeDamage, order: SufferDamage) -> None:
    mine = exposed(table.state, poll.hex, poll.safe, seat)
    require(len(set(order.teams)) == len(order.teams), "LP-CATA-12", "name each team once")
    for name in order.teams:
        require(
            name in mine,
            "LP-CATA-12",
            "{team} does not stand beside a chip of {seat} on {hex}",
            team=name,
            seat=seat,
            hex=poll.hex,
        )


def sufferings(state: State, seat: Seat, poll: TakeDamage) -> Iterator[Order]:
    mine = exposed(state, poll.hex, poll.safe, seat)
    return (SufferDamage(teams) for size in range(len(mine) + 1) for teams in combinations(mine, size))


class TakeDamage(Poll, frozen=True):
    """LP-CATA-12, G-72, G-85: whoever has chip and team in a struck building chooses; then all buildings suffer."""

    hex: str
    safe: tuple[Place, ...] = ()
    offers = {SufferDamage: Offer(suffer, sufferings, complete=False, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        return [seat for seat in clockwise(state) if exposed(state, self.hex, self.safe, seat)]

    def default(self, state: State, seat: Seat) -> Order:
        """D-23: a scientist suffers, before a motorized team the chip is lost."""
        mine, teams = exposed(state, self.hex, self.safe, seat), state[Map].teams
        return SufferDamage(tuple(name for name in mine if not teams[name].motorized))

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        suffering = [name for order in answers.values() if isinstance(order, SufferDamage) for name in order.teams]
        for spot in unsheltered(table.state, self.hex, self.safe):
            hit(table, spot, suffering)


EVENTS: tuple[type[Event], ...] = (Struck, BuildingLost)
STEPS: tuple[type[Step], ...] = (Tornado, Geyser, Earthquake, TakeDamage, HurtOutside)
