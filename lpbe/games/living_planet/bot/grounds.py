"""Where to build: what the spots of a hex are good for, on the map and not yet: for a player that is a machine."""

from __future__ import annotations

from collections.abc import Sequence

from ....kernel.play.rules import Seat, State
from ..build import may_work, open_spots
from ..cataclysm import buildings_on
from ..events import TeamMoved
from ..move import apart
from ..reading import abandoned, building_kinds, ground_of, hex_of, icon_of, spots_of
from ..repair import REPAIR, repairs_from
from ..scoring import MONEY_A_POINT
from ..setup import deck_of, pool
from ..state import Map, Place
from ..supply import in_bank, values_of
from ..zones import zoned
from .answers import machine_find, machine_fit, machine_ground
from .appraise import able, income, over_time, taken_over
from .danger import calm, feared_at, soon
from .position import once

FITS = 0.9
"""How likely a drawn hex can be laid somewhere."""
ENOUGH = 16
"""So many hexes show well enough what there is to find."""
MORE = 0.25
"""What part of its worth a spot has that must wait for another turn."""


def site(state: State, seat: Seat, spot: Place, stay: float) -> float:
    """The best factory that a spot is good for, on ground that leaves it alone so often."""
    icon = icon_of(state, spot)
    return best_factory(state, seat, icon, ground_of(state, spot), stay) if icon else 0.0


@once
def best_factory(state: State, seat: Seat, icon: str, ground: str, stay: float) -> float:
    turns, end = over_time(state, stay)
    promised = promises(state, seat, icon, ground)
    return max([points * end + earns * turns for points, earns in promised], default=0.0)


@once
def promises(state: State, seat: Seat, icon: str, ground: str) -> list[tuple[float, float]]:
    """For each kind of factory that fits an icon: its points, and what the best one in the bank makes a turn."""
    out = list[tuple[float, float]]()
    for name, kind in building_kinds(state.book).items():
        fitting = kind.spot == icon and kind.makes and (not kind.grounds or ground in kind.grounds)
        if fitting and (tiles := in_bank(state, seat, name)):
            values = [value for tile in tiles for value in values_of(state, name, tile)]
            out.append((kind.points * MONEY_A_POINT, max(income(state, seat, name, value) for value in values)))
    return out


@once
def ground(state: State, seat: Seat, name: str, place: Place) -> float:
    """What there is for a team to build on from a place."""
    return offer(state, seat, hex_of(state, place), spots_for(state, name, place))


def spots_for(state: State, name: str, place: Place) -> list[Place]:
    """The free spots of a hex that a team would work on, were it at a place; all of them where the ground is one."""
    free = open_spots(state, hex_of(state, place))
    if not zoned(state.book):
        return free
    trial = moved_to(state, name, place)
    return [spot for spot in free if may_work(trial, name, spot)]


def moved_to(state: State, name: str, place: Place) -> State:
    trial = apart(state)
    TeamMoved(name, place).apply(trial)
    return trial


def find(state: State, seat: Seat, hex: str) -> float:
    """What a hex that is not on the map yet has to offer."""
    spots: Sequence[Place] = spots_of(state, hex)
    if machine_fit in state.book.amendments:
        spots = [spot for spot in spots if machine_fit(state, seat, spot)]
    return offer(state, seat, hex, spots) + machine_find(state, seat, hex)


def offer(state: State, seat: Seat, hex: str, spots: Sequence[Place]) -> float:
    """The best of some spots, and something for each of the others; less where a strike is near."""
    sites = sorted([site(state, seat, spot, calm(state, seat, feared_at(state, spot))) for spot in spots], reverse=True)
    if not sites:
        return 0.0
    return (sites[0] + MORE * sum(sites[1:])) * soon(state, seat, hex) + machine_ground(state, seat, hex)


@once
def mending(state: State, seat: Seat, name: str, place: Place) -> float:
    """What a team could repair from outside at a place, where some can: a building that is nobody's."""
    if repairs_from not in state.book.amendments:
        return 0.0
    trial = moved_to(state, name, place)
    free = [spot for spot in buildings_on(state, hex_of(state, place)) if abandoned(state, spot)]
    gains = [taken_over(state, seat, spot) - REPAIR for spot in free if repairs_from(trial, name, spot)]
    return max(gains, default=0.0)


def here(state: State, seat: Seat) -> float:
    """The best ground where a team stands."""
    return max((ground(state, seat, name, team.place) for name, team in able(state, seat)), default=0.0)


def unseen(state: State) -> list[str]:
    """The hexes that may still be drawn, as everybody knows them."""
    pools = [pool(state, deck) for deck in sorted(deck_of(state))]
    names = [name for tiles in pools for name, tile in tiles.items() if "start" not in tile.traits]
    return [name for name in names if name not in state[Map].hexes]


@once
def finds(state: State, seat: Seat) -> list[float]:
    """What the hexes that may still be drawn are good for, the best first; of many every so manyth."""
    hexes = unseen(state)
    return sorted([find(state, seat, hex) for hex in hexes[:: 1 + len(hexes) // ENOUGH]], reverse=True)


def hope(state: State, seat: Seat, draws: int) -> float:
    """What the best of so many drawn hexes is good for, one time with another."""
    likely = finds(state, seat)
    chance = FITS * min(draws / max(len(likely), 1), 1)
    return sum(one * chance * (1 - chance) ** nth for nth, one in enumerate(likely))
