"""A cataclysm strikes a hex: first its buildings, then the teams outside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Annotated

from msgspec import Meta

from ....kernel.base.errors import require
from ....kernel.engine.amendments import amendable
from ....kernel.engine.model import Event, Name, Offer, Order, Poll, Seat, State, Step
from ....kernel.engine.rulebook import tag
from ....kernel.engine.table import Table
from ..events import ChipLost, TeamWounded, loss_event
from ..map.queries import (
    clockwise,
    controller,
    ground_of,
    hex_name,
    inside,
    is_motorized,
    kind_of,
    spots_of,
    team_in,
    tile_of,
)
from ..state import CataclysmKind, Map, Place


class SufferDamage(Order, frozen=True, tag="take-damage"):
    """Let these teams suffer in place of the chip on their building; elsewhere the chip is lost (D-23)."""

    teams: Annotated[tuple[Name, ...], Meta(max_length=24)] = ()


class Struck(Event, frozen=True):
    """A cataclysm strikes a hex, because of this die (LP-CATA-04)."""

    hex: str
    kind: str
    colour: str


class ColonyLost(Event, frozen=True):
    """Where colonies may be struck, the tile of an abandoned one returns to its owner (G-71)."""

    seat: Seat
    place: Place

    def apply(self, state: State) -> None:
        del state[Map].buildings[self.place]


class BuildingLost(Event, frozen=True):
    """The tile returns to the bank; the spot is empty and shows its icon (LP-CATA-13, G-74)."""

    place: Place
    tile: str

    def apply(self, state: State) -> None:
        del state[Map].buildings[self.place]


def unsheltered_buildings(state: State, hex: str, safe: Sequence[Place]) -> list[Place]:
    """Return the buildings of a hex that are not safe."""
    return [spot for spot in spots_of(state, hex) if spot in state[Map].buildings and spot not in safe]


@amendable
def strikes_colonies(state: State, kind: str) -> bool:
    """Return whether cataclysms of this kind harm colonies: normally not (LP-COLONY-06, G-71). Amendments grant."""
    return False


@amendable
def is_spared(state: State, place: Place, kind: str) -> bool:
    """Return whether a cataclysm of this kind leaves a place alone, by the grounds in its row.

    Amendments spare more.
    """
    if is_colony(state, place) and not strikes_colonies(state, kind):
        return True
    row = state.book.rows_of(CataclysmKind).get(kind)
    return bool(row and row.spares and ground_of(state, place) in row.spares)


def is_colony(state: State, place: Place) -> bool:
    """Return whether the building on a place is a colony."""
    building = state[Map].buildings.get(place)
    return building is not None and kind_of(state, building).is_colony


@amendable
def teams_outside(state: State, hex: str, kind: str) -> list[str]:
    """Return the teams that a cataclysm of this kind strikes outside: none if the hex is a refuge from it."""
    row = state.book.rows_of(CataclysmKind).get(kind)
    if row and not set(row.refuge).isdisjoint(tile_of(state, hex).traits):
        return []
    there = [(name, place) for name, place in places_on(state, hex) if not inside(state, place)]
    return sorted(name for name, place in there if not is_spared(state, place, kind))


def places_on(state: State, hex: str) -> list[tuple[str, Place]]:
    """Return the teams of a hex with their places; a team that is carried is where its carrier is."""
    teams = state[Map].teams
    places = [(name, teams[team.place].place if team.place in teams else team.place) for name, team in teams.items()]
    return [(name, place) for name, place in places if hex_name(place) == hex]


def untouched_places(state: State, hex: str, kind: str, safe: Sequence[Place]) -> tuple[Place, ...]:
    """Return what is safe on a hex, and what a cataclysm of this kind spares there."""
    return (*safe, *(spot for spot in unsheltered_buildings(state, hex, safe) if is_spared(state, spot, kind)))


def exposed_teams(state: State, hex: str, safe: Sequence[Place], seat: Seat) -> list[str]:
    """Return the teams of a seat that may suffer in place of a chip (LP-CATA-12)."""
    chips = [spot for spot in unsheltered_buildings(state, hex, safe) if state[Map].buildings[spot].chip]
    return [found[0] for spot in chips if controller(state, spot) == seat and (found := team_in(state, spot))]


@amendable
def victims(state: State, hex: str, kind: str, safe: Sequence[Place]) -> list[Seat]:
    """Return the seats that lose something there, once for each building and each team outside (LP-CATA-05)."""
    indoors = [
        holder(state, spot) for spot in unsheltered_buildings(state, hex, untouched_places(state, hex, kind, safe))
    ]
    return [*filter(None, indoors), *(state[Map].teams[name].seat for name in teams_outside(state, hex, kind))]


def holder(state: State, spot: Place) -> Seat:
    """Return whose chip or team is in a building, wounded or not; "" for an abandoned one."""
    found = team_in(state, spot)
    return state[Map].buildings[spot].chip or (found[1].seat if found else "")


def hurt(table: Table, name: str) -> None:
    """Wound a team, or return it to the reserve (LP-CATA-06, LP-CATA-07, LP-CATA-08, LP-CATA-10, LP-CATA-11)."""
    team = table.state[Map].teams[name]
    lost = team.wounded or is_motorized(table.state, team)
    table.emit(loss_event(table.state, name) if lost else TeamWounded(name))


def strike_building(table: Table, spot: Place, suffering: Sequence[str]) -> None:
    """Take one thing from a building per strike; what is left remains in place.

    LP-CATA-09, LP-CATA-12, LP-CATA-13, LP-CATA-14, G-69, G-70, G-73.
    """
    building = table.state[Map].buildings[spot]
    found = team_in(table.state, spot)
    if building.chip and not (found and found[0] in suffering):
        table.emit(ChipLost(spot))
    elif found:
        hurt(table, found[0])
    else:
        table.emit(destruction_event(table.state, spot))


def destruction_event(state: State, spot: Place) -> Event:
    """Return the event that removes an abandoned building."""
    tile = state[Map].buildings[spot].tile
    return ColonyLost(tile.removeprefix("colony-"), spot) if is_colony(state, spot) else BuildingLost(spot, tile)


@amendable
def shielded_places(state: State, hex: str, kind: str, safe: tuple[Place, ...]) -> tuple[Place, ...]:
    """Return what is safe when the strike comes: all that was safe when the row began (G-04). Amendments veto."""
    return safe


class Strike(Step, frozen=True):
    """Strike everything on the hex, of every colour, except what was safe when the row began (LP-CATA-05, G-04)."""

    hex: str
    by: str
    safe: tuple[Place, ...] = ()

    def run(self, table: Table) -> None:
        kind = tag(type(self))
        table.emit(Struck(self.hex, kind, self.by))
        safe = shielded_places(table.state, self.hex, kind, self.safe)
        table.then(*damage_steps(table.state, self, safe))


@amendable
def damage_steps(state: State, strike: Strike, safe: tuple[Place, ...]) -> tuple[Step, ...]:
    """Return the steps that strike the buildings, except what is safe or spared, then the teams outside (LP-CATA-05).

    Amendments ask first what is safe.
    """
    hex = strike.hex
    kind = tag(type(strike))
    return TakeDamage(hex, untouched_places(state, hex, kind, safe)), HurtOutside(hex, kind)


def ravage(table: Table, hex: str, kind: str) -> None:
    """Strike a hex that no shelter guards (LP-CATA-05)."""
    table.then(TakeDamage(hex, untouched_places(table.state, hex, kind, ())), HurtOutside(hex, kind))


class Tornado(Strike, frozen=True):
    pass


class Geyser(Strike, frozen=True):
    pass


class Earthquake(Strike, frozen=True):
    pass


class HurtOutside(Step, frozen=True):
    hex: str
    kind: str

    def run(self, table: Table) -> None:
        """Hurt the teams outside; no shelter helps them (LP-CATA-06, LP-CATA-07, LP-CATA-08)."""
        for name in teams_outside(table.state, self.hex, self.kind):
            if name in table.state[Map].teams:  # not lost with the team that carried it
                hurt(table, name)


def suffer(table: Table, seat: Seat, poll: TakeDamage, order: SufferDamage) -> None:
    mine = exposed_teams(table.state, poll.hex, poll.safe, seat)
    require(len(set(order.teams)) == len(order.teams), "LP-CATA-12", "name each team only once")
    for name in order.teams:
        require(
            name in mine,
            "LP-CATA-12",
            "{team} is not in a building with {seat}'s chip on {hex}",
            team=name,
            seat=seat,
            hex=poll.hex,
        )


def damage_choices(state: State, seat: Seat, poll: TakeDamage) -> Iterator[Order]:
    mine = exposed_teams(state, poll.hex, poll.safe, seat)
    return (SufferDamage(teams) for size in range(len(mine) + 1) for teams in combinations(mine, size))


class TakeDamage(Poll, frozen=True):
    """Ask whoever has both chip and team in a struck building; then all buildings suffer (LP-CATA-12, G-72, G-85)."""

    hex: str
    safe: tuple[Place, ...] = ()
    offers = {SufferDamage: Offer(suffer, damage_choices, complete=False, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        return [seat for seat in clockwise(state) if exposed_teams(state, self.hex, self.safe, seat)]

    def default(self, state: State, seat: Seat) -> Order:
        """Let a scientist suffer; lose the chip rather than a motorized team (D-23)."""
        mine = exposed_teams(state, self.hex, self.safe, seat)
        teams = state[Map].teams
        return SufferDamage(tuple(name for name in mine if not is_motorized(state, teams[name])))

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        suffering = [name for order in answers.values() if isinstance(order, SufferDamage) for name in order.teams]
        for spot in unsheltered_buildings(table.state, self.hex, self.safe):
            strike_building(table, spot, suffering)


EVENTS: tuple[type[Event], ...] = (Struck, BuildingLost, ColonyLost)
STEPS: tuple[type[Step], ...] = (Tornado, Geyser, Earthquake, TakeDamage, HurtOutside)
