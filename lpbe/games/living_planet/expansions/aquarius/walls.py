"""Walls against tidal waves: a cube beside a building, iron for one wave, vibranium for good."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from .....kernel.base.errors import require
from .....kernel.engine.model import Component, Event, Name, Offer, Order, Seat, State, Step
from .....kernel.engine.table import Table
from ...actions.actions import Act
from ...events import stock_purse
from ...map.queries import controller, ground_of, hex_name, spots_of, teams_of, tile_of
from ...state import Bank, CataclysmKind, Map, Place, Purse
from ...turn.strikes import BuildingLost, ColonyLost
from .fleet import afloat, in_its_water

WAVE = "tidal-wave"
IRON: Literal["iron"] = "iron"
VIBRANIUM: Literal["vibranium"] = "vibranium"


class Walls(Component):
    """Walls beside buildings, by place; these cubes belong to nobody (AQ-WALL-08, AQ-AMB-35)."""

    built: dict[Place, str] = {}


class BuildWall(Order, frozen=True):
    """Build a wall at a building: its material, and who builds it (AQ-WALL-04)."""

    place: Place
    material: Literal["iron", "vibranium"]
    team: Name = ""


class UpgradeWall(Order, frozen=True):
    """Replace iron with vibranium (AQ-WALL-09)."""

    place: Place
    team: Name = ""


class WallBuilt(Event, frozen=True):
    """A cube from behind the screen becomes a wall; it may be of no use where no wave ever reaches (AQ-WALL-04)."""

    seat: Seat
    place: Place
    resource: str
    useless: bool = False

    def apply(self, state: State) -> None:
        stock_purse(state, self.seat, self.resource, -1)
        state[Walls].built[self.place] = self.resource


class WallUpgraded(Event, frozen=True):
    """An iron wall becomes one of vibranium; the iron goes to the bank (AQ-WALL-09)."""

    seat: Seat
    place: Place

    def apply(self, state: State) -> None:
        state[Bank].cubes[IRON] += 1
        stock_purse(state, self.seat, VIBRANIUM, -1)
        state[Walls].built[self.place] = VIBRANIUM


class WallSpent(Event, frozen=True):
    """An iron wall has held one wave; its cube goes to the bank (AQ-WALL-05, AQ-AMB-35)."""

    place: Place

    def apply(self, state: State) -> None:
        state[Bank].cubes[state[Walls].built.pop(self.place)] += 1


class WallGone(WallSpent, frozen=True):
    """A wall is lost with its building; its cube goes to the bank (AQ-WALL-10)."""


def wallers(state: State, seat: Seat, place: Place) -> list[str]:
    """Return the boats in whose water a building is, and an unwounded team inside it (AQ-WALL-03, AQ-WALL-07)."""
    teams = teams_of(state, seat)
    inside = [name for name, team in teams if team.place == place and not team.wounded]
    return [*inside, *(name for name, _ in teams if afloat(state, name) and in_its_water(state, name, place))]


def is_struck(state: State, hex: str) -> bool:
    """Return whether waves come to a hex (AQ-WALL-02, AQ-AMB-34)."""
    return WAVE in tile_of(state, hex).dice.values()


def is_reached(state: State, place: Place) -> bool:
    """Return whether waves reach a building: not one that is wholly in the mountains (AQ-TIDE-02)."""
    return ground_of(state, place) not in state.book.rows_of(CataclysmKind)[WAVE].spares


def check_waller(state: State, seat: Seat, place: Place, team: str) -> None:
    """Check whose building it is, where, and who builds (AQ-WALL-01 to AQ-WALL-03, AQ-AMB-23, AQ-AMB-34)."""
    require(place in state[Map].buildings, "AQ-WALL-02", "there is no building on {place}", place=place)
    mine = controller(state, place) == seat
    require(mine, "AQ-WALL-02", "the building on {place} is not {seat}'s", place=place, seat=seat)
    require(is_struck(state, hex_name(place)), "AQ-WALL-02", "no tidal wave can strike {hex}", hex=hex_name(place))
    able = wallers(state, seat, place)
    good = team in able if team else bool(able)
    require(good, "AQ-WALL-03", "{seat} has no team that could build a wall on {place}", seat=seat, place=place)


def build_wall(table: Table, seat: Seat, act: Act, order: BuildWall) -> None:
    """Build a wall for a cube of the builder; this is not an action.

    AQ-WALL-01, AQ-WALL-04, AQ-WALL-07, AQ-WALL-08.
    """
    state = table.state
    place = order.place
    check_waller(state, seat, place, order.team)
    require(place not in state[Walls].built, "AQ-WALL-08", "there is already a wall on {place}", place=place)
    check_cube(state, seat, order.material, "AQ-WALL-04")
    table.emit(WallBuilt(seat, place, resource=order.material, useless=not is_reached(state, place)))
    table.then(act)


def upgrade_wall(table: Table, seat: Seat, act: Act, order: UpgradeWall) -> None:
    state = table.state
    place = order.place
    check_waller(state, seat, place, order.team)
    iron = state[Walls].built.get(place) == IRON
    require(iron, "AQ-WALL-09", "there is no iron wall on {place}", place=place)
    check_cube(state, seat, VIBRANIUM, "AQ-WALL-09")
    table.emit(WallUpgraded(seat, place))
    table.then(act)


def check_cube(state: State, seat: Seat, resource: str, clause: str) -> None:
    have = state[Purse, seat].cubes[resource]
    require(have, clause, "{seat} has no {resource}", seat=seat, resource=resource)


def in_need(state: State, seat: Seat) -> Iterator[Place]:
    """Yield the seat's buildings that may get a wall now, or a better one."""
    for place in sorted(state[Map].buildings):
        mine = is_struck(state, hex_name(place)) and controller(state, place) == seat
        if mine and wallers(state, seat, place):
            yield place


def walls(state: State, seat: Seat, act: Act) -> Iterator[Order]:
    places = [place for place in in_need(state, seat) if place not in state[Walls].built]
    for place in places:
        for material in (IRON, VIBRANIUM):
            if state[Purse, seat].cubes[material]:
                yield BuildWall(place, material)


def upgrades(state: State, seat: Seat, act: Act) -> Iterator[Order]:
    return map(UpgradeWall, in_need(state, seat))


def walls_hold(answer: bool, state: State, place: Place, kind: str) -> bool:
    """Spare a walled building in a wave, and whoever is in it.

    AQ-WALL-05, AQ-WALL-06, AQ-WALL-10, AQ-AMB-35, AQ-ARB-07.
    """
    return answer or (kind == WAVE and place in state[Walls].built)


class Crumble(Step, frozen=True):
    hex: str

    def run(self, table: Table) -> None:
        """Remove the iron walls that a wave has hit (AQ-WALL-05)."""
        state = table.state
        for spot in spots_of(state, self.hex):
            if state[Walls].built.get(spot) == IRON and is_reached(state, spot):
                table.emit(WallSpent(spot))


def wall_goes_too(table: Table, event: BuildingLost | ColonyLost) -> None:
    """Remove the wall with its building (AQ-WALL-10)."""
    if event.place in table.state[Walls].built:
        table.emit(WallGone(event.place))


def in_walls(answer: int, state: State, resource: str) -> int:
    """Count cubes in walls, which are neither in the bank nor behind a screen (AQ-AMB-08, AQ-AMB-35)."""
    return answer - sum(material == resource for material in state[Walls].built.values())


WALL_OFFERS: Mapping[type[Order], Offer] = {
    BuildWall: Offer(build_wall, walls, complete=False, exact=True),
    UpgradeWall: Offer(upgrade_wall, upgrades, complete=False),
}
EVENTS: tuple[type[Event], ...] = (WallBuilt, WallUpgraded, WallSpent, WallGone)
STEPS: tuple[type[Step], ...] = (Crumble,)
