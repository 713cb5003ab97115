"""Chapters flood and platforms: water puts fires out and hits what is not on a mountain, wood or post."""

from __future__ import annotations

from collections.abc import Iterator

from .....kernel.base.errors import require
from .....kernel.engine.model import Event, Name, Offer, Order, Seat, State, Step
from .....kernel.engine.table import Table
from ...actions.actions import Act
from ...actions.construction import Build, build, builds
from ...events import stock_purse
from ...map.queries import building_kinds, hex_name, tile_of
from ...state import Bank, Map, Place
from ...turn.strikes import BuildingLost, ColonyLost, Strike, Struck, is_spared, ravage
from .fire import douse
from .queries import FLOOD_PROOF, cubes, has_trait
from .state import FLOOD, WOOD, Wilds


class Flood(Strike, frozen=True):
    """Flood a hex; its row says which grounds are hit and which are refuges.

    ARB-FLOOD-01 to ARB-FLOOD-04, ARB-FLOOD-07, ARB-AMB-44, ARB-AQUA-12."""

    def run(self, table: Table) -> None:
        """Put the fire out first; no shelter of the base game helps (ARB-FLOOD-05, ARB-GEN-07, ARB-AMB-49)."""
        table.emit(Struck(self.hex, FLOOD, self.by))
        douse(table, self.hex)
        ravage(table, self.hex, FLOOD)


def keep_dry(answer: bool, state: State, place: Place, kind: str) -> bool:
    """Spare buildings on a platform or a post; only from floods.

    ARB-FLOOD-06, ARB-PLAT-01, ARB-PLAT-06, ARB-PLAT-08, ARB-HYDRO-03.
    """
    if answer or kind != FLOOD or place not in state[Map].buildings:
        return answer
    return place in state[Wilds].platforms or has_trait(state, state[Map].buildings[place], FLOOD_PROOF)


class BuildOnPlatform(Order, frozen=True):
    """Build as usual, but on a floating platform of wood (ARB-PLAT-02, ARB-PLAT-03)."""

    building: Name
    place: Place
    value: int = 0
    team: Name = ""
    piece: Name = ""


class PlatformLaid(Event, frozen=True):
    """A wood cube from behind the screen is placed beside a building while that remains (ARB-PLAT-03, ARB-PLAT-05)."""

    seat: Seat
    place: Place
    useless: bool = False
    """ARB-AMB-42: whether the building would stay dry without it."""

    def apply(self, state: State) -> None:
        state[Wilds].platforms.append(self.place)
        stock_purse(state, self.seat, WOOD, -1)


class PlatformLost(Event, frozen=True):
    """A platform is lost with its building; the wood returns to the bank (ARB-PLAT-07, ARB-AMB-42)."""

    place: Place

    def apply(self, state: State) -> None:
        state[Wilds].platforms.remove(self.place)
        state[Bank].cubes[WOOD] += 1


def floods(state: State, hex: str) -> bool:
    """Return whether a flood may come to a hex (ARB-PLAT-04)."""
    return hex in state[Map].hexes and FLOOD in tile_of(state, hex).dice.values()


def wood_for(state: State, building: str) -> int:
    """Return the wood that a building and its platform take."""
    kinds = building_kinds(state.book)
    return 1 + (kinds[building].needs.get(WOOD, 0) if building in kinds else 0)


def build_on_platform(table: Table, seat: Seat, act: Act, order: BuildOnPlatform) -> None:
    """Build on a platform, declared and paid with the building; on any spot, of any kind.

    ARB-PLAT-02 to ARB-PLAT-04, ARB-AMB-42.
    """
    state = table.state
    wet = floods(state, hex_name(order.place))
    require(wet, "ARB-PLAT-04", "{hex} is never flooded", hex=hex_name(order.place))
    enough = cubes(state, seat, WOOD) >= wood_for(state, order.building)
    require(enough, "ARB-PLAT-03", "{seat} does not have enough {resource}", seat=seat, resource=WOOD)
    build(table, seat, act, Build(order.building, order.place, value=order.value, team=order.team, piece=order.piece))
    table.emit(PlatformLaid(seat, order.place, is_spared(state, order.place, FLOOD)))


def platforms(state: State, seat: Seat, act: Act) -> Iterator[Order]:
    for order in builds(state, seat, act):
        assert isinstance(order, Build)
        if floods(state, hex_name(order.place)) and cubes(state, seat, WOOD) >= wood_for(state, order.building):
            yield BuildOnPlatform(order.building, order.place, value=order.value, team=order.team, piece=order.piece)


def wood_comes_back(table: Table, event: BuildingLost | ColonyLost) -> None:
    """Put the wood back in the bank, whatever destroyed the building (ARB-PLAT-07)."""
    if event.place in table.state[Wilds].platforms:
        table.emit(PlatformLost(event.place))


PLATFORM_OFFERS: dict[type[Order], Offer] = {
    BuildOnPlatform: Offer(build_on_platform, platforms, complete=False, exact=True)
}
EVENTS: tuple[type[Event], ...] = (PlatformLaid, PlatformLost)
STEPS: tuple[type[Step], ...] = (Flood,)
