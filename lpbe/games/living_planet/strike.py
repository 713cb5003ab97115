"""A cataclysm strikes a hex: its buildings, then the teams outside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Annotated

from msgspec import Meta

from ...kernel.base.errors import require
from ...kernel.play.rulebook import tag
from ...kernel.play.rules import Event, Name, Offer, Order, Poll, Seat, State, Step, amendable
from ...kernel.play.table import Table
from .events import ChipLost, TeamWounded, losing
from .reading import clockwise, controller, ground_of, inside, kind_of, motorized, named_hex, spots_of, team_in, tile_of
from .state import CataclysmKind, Map, Place


class SufferDamage(Order, frozen=True, tag="take-damage"):
    """D-23: these teams suffer in place of the chip on their building; elsewhere the chip is lost."""

    teams: Annotated[tuple[Name, ...], Meta(max_length=24)] = ()


class Struck(Event, frozen=True):
    """LP-CATA-04: which cataclysm, where, by which die."""

    hex: str
    kind: str
    colour: str


class ColonyLost(Event, frozen=True):
    """G-71: where colonies may be struck, the tile of an abandoned one goes back to its owner."""

    seat: Seat
    place: Place

    def apply(self, state: State) -> None:
        del state[Map].buildings[self.place]


class BuildingLost(Event, frozen=True):
    """LP-CATA-13, G-74: the tile is in the bank again, the spot empty with its icon."""

    place: Place
    tile: str

    def apply(self, state: State) -> None:
        del state[Map].buildings[self.place]


def unsheltered(state: State, hex: str, safe: Sequence[Place]) -> list[Place]:
    return [spot for spot in spots_of(state, hex) if spot in state[Map].buildings and spot not in safe]


@amendable
def strikes_colonies(state: State, kind: str) -> bool:
    """LP-COLONY-06, G-71: no cataclysm harms a colony. Amendments grant that those of some kind do."""
    return False


@amendable
def spared(state: State, place: Place, kind: str) -> bool:
    """What a cataclysm of this kind leaves alone: what stands on the grounds its row names. Amendments spare more."""
    if is_colony(state, place) and not strikes_colonies(state, kind):
        return True
    row = state.book.rows_of(CataclysmKind).get(kind)
    return bool(row and row.spares and ground_of(state, place) in row.spares)


def is_colony(state: State, place: Place) -> bool:
    building = state[Map].buildings.get(place)
    return building is not None and kind_of(state, building).kind == "colony"


@amendable
def outside(state: State, hex: str, kind: str) -> list[str]:
    """The teams of a hex that a cataclysm of this kind strikes in the open: none where the hex is a refuge from it."""
    row = state.book.rows_of(CataclysmKind).get(kind)
    if row and not set(row.refuge).isdisjoint(tile_of(state, hex).traits):
        return []
    there = [(name, place) for name, place in places_on(state, hex) if not inside(state, place)]
    return sorted(name for name, place in there if not spared(state, place, kind))


def places_on(state: State, hex: str) -> list[tuple[str, Place]]:
    """The teams of a hex and where on it they are: one that another team carries is where that one is."""
    teams = state[Map].teams
    places = [(name, teams[team.place].place if team.place in teams else team.place) for name, team in teams.items()]
    return [(name, place) for name, place in places if named_hex(place) == hex]


def kept(state: State, hex: str, kind: str, safe: Sequence[Place]) -> tuple[Place, ...]:
    """What is safe on a hex, and what a cataclysm of this kind spares there."""
    return (*safe, *(spot for spot in unsheltered(state, hex, safe) if spared(state, spot, kind)))


def exposed(state: State, hex: str, safe: Sequence[Place], seat: Seat) -> list[str]:
    """LP-CATA-12: the teams of a seat that may suffer in place of a chip."""
    chips = [spot for spot in unsheltered(state, hex, safe) if state[Map].buildings[spot].chip]
    return [found[0] for spot in chips if controller(state, spot) == seat and (found := team_in(state, spot))]


@amendable
def victims(state: State, hex: str, kind: str, safe: Sequence[Place]) -> list[Seat]:
    """LP-CATA-05: who has something there that is struck, once for each building and each team outside."""
    indoors = [holder(state, spot) for spot in unsheltered(state, hex, kept(state, hex, kind, safe))]
    return [*filter(None, indoors), *(state[Map].teams[name].seat for name in outside(state, hex, kind))]


def holder(state: State, spot: Place) -> Seat:
    """Whose chip or team is in a building, wounded or not; nobody's in an abandoned one."""
    found = team_in(state, spot)
    return state[Map].buildings[spot].chip or (found[1].seat if found else "")


def hurt(table: Table, name: str) -> None:
    """LP-CATA-06, LP-CATA-07, LP-CATA-08, LP-CATA-10, LP-CATA-11: a wound, or back to the reserve."""
    team = table.state[Map].teams[name]
    lost = team.wounded or motorized(table.state, team)
    table.emit(losing(table.state, name) if lost else TeamWounded(name))


def hit(table: Table, spot: Place, suffering: Sequence[str]) -> None:
    """LP-CATA-09, LP-CATA-12, LP-CATA-13, LP-CATA-14, G-69, G-70, G-73: one thing a strike, then it stands on."""
    building, found = table.state[Map].buildings[spot], team_in(table.state, spot)
    if building.chip and not (found and found[0] in suffering):
        table.emit(ChipLost(spot))
    elif found:
        hurt(table, found[0])
    else:
        table.emit(destroyed(table.state, spot))


def destroyed(state: State, spot: Place) -> Event:
    """What becomes of an abandoned building."""
    tile = state[Map].buildings[spot].tile
    return ColonyLost(tile.removeprefix("colony-"), spot) if is_colony(state, spot) else BuildingLost(spot, tile)


@amendable
def shielded(state: State, hex: str, kind: str, safe: tuple[Place, ...]) -> tuple[Place, ...]:
    """G-04: what is safe when the strike comes: all that was when the row began. Amendments veto."""
    return safe


class Strike(Step, frozen=True):
    """LP-CATA-05, G-04: everything on the hex, of every colour, but for what was safe when the row began."""

    hex: str
    by: str
    safe: tuple[Place, ...] = ()

    def run(self, table: Table) -> None:
        table.emit(Struck(self.hex, tag(type(self)), self.by))
        ravage(table, self.hex, tag(type(self)), shielded(table.state, self.hex, tag(type(self)), self.safe))


def ravage(table: Table, hex: str, kind: str, safe: Sequence[Place] = ()) -> None:
    """LP-CATA-05: buildings first, but for what is safe or spared; then the teams outside."""
    table.then(TakeDamage(hex, kept(table.state, hex, kind, safe)), HurtOutside(hex, kind))


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
        """LP-CATA-06, LP-CATA-07, LP-CATA-08: no shelter helps outside."""
        for name in outside(table.state, self.hex, self.kind):
            if name in table.state[Map].teams:  # not lost with the team that carried it
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
        return SufferDamage(tuple(name for name in mine if not motorized(state, teams[name])))

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        suffering = [name for order in answers.values() if isinstance(order, SufferDamage) for name in order.teams]
        for spot in unsheltered(table.state, self.hex, self.safe):
            hit(table, spot, suffering)


EVENTS: tuple[type[Event], ...] = (Struck, BuildingLost, ColonyLost)
STEPS: tuple[type[Step], ...] = (Tornado, Geyser, Earthquake, TakeDamage, HurtOutside)
