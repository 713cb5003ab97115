"""Where the bot builds: what the spots of a hex are good for, on the map or not yet."""

from __future__ import annotations

from collections.abc import Sequence

from ....kernel.engine.model import Seat, State
from ..actions.building_supply import in_bank, values_of
from ..actions.construction import may_work, open_spots
from ..actions.movement import apart
from ..actions.repairs import REPAIR_PRICE, repairs_from
from ..events import TeamMoved
from ..map.queries import building_kinds, ground_of, hex_of, icon_of, is_abandoned, spots_of
from ..map.zones import has_zones
from ..scoring import MONEY_PER_POINT
from ..setup import deck_of, pool
from ..state import Map, Place
from ..turn.cataclysms import buildings_on
from .cataclysm_risk import calm, soon, threatened_place
from .module_answers import bot_find, bot_fit, bot_ground
from .position import MAX_HEXES_SAMPLED, Position, once
from .valuation import able, income, over_time, takeover_value

FIT_CHANCE = 0.9
"""The chance that a drawn hex can be laid somewhere."""
OTHER_SPOT_WEIGHT = 0.25
"""The share of its worth that is left of a spot that must wait for another turn."""


def site(state: State, seat: Seat, spot: Place, stay: float) -> float:
    """Return the best factory for a spot, on ground that is spared this often."""
    icon = icon_of(state, spot)
    return best_factory(state, seat, icon, ground_of(state, spot), stay) if icon else 0.0


@once
def best_factory(state: State, seat: Seat, icon: str, ground: str, stay: float) -> float:
    turns, end = over_time(state, stay)
    promised = promises(state, seat, icon, ground)
    return max([points * end + earns * turns for points, earns in promised], default=0.0)


@once
def promises(state: State, seat: Seat, icon: str, ground: str) -> list[tuple[float, float]]:
    """Return, for each kind of factory that fits an icon, its points and what the best one in the bank makes."""
    out = list[tuple[float, float]]()
    for name, kind in building_kinds(state.book).items():
        fitting = kind.spot == icon and kind.makes and (not kind.grounds or ground in kind.grounds)
        if fitting and (tiles := in_bank(state, seat, name)):
            values = [value for tile in tiles for value in values_of(state, name, tile)]
            out.append((kind.points * MONEY_PER_POINT, max(income(state, seat, name, value) for value in values)))
    return out


@once
def ground(state: State, seat: Seat, name: str, place: Place) -> float:
    """Return the value of the spots that a team could build on from a place."""
    return offer(state, seat, hex_of(state, place), spots_for(state, name, place))


def spots_for(state: State, name: str, place: Place) -> list[Place]:
    """Return the free spots of a hex that a team would work on from a place; all of them if there is one ground."""
    free = open_spots(state, hex_of(state, place))
    if not has_zones(state.book):
        return free
    trial = place_team(state, name, place)
    return [spot for spot in free if may_work(trial, name, spot)]


def place_team(state: State, name: str, place: Place) -> State:
    """Return the same state with a team in another place."""
    trial = apart(state)
    TeamMoved(name, place).apply(trial)
    return trial


def find(state: State, seat: Seat, hex: str) -> float:
    """Return what a hex that is not on the map yet has to offer."""
    spots: Sequence[Place] = spots_of(state, hex)
    if bot_fit in state.book.amendments:
        spots = [spot for spot in spots if bot_fit(state, seat, spot)]
    return offer(state, seat, hex, spots) + bot_find(state, seat, hex)


def offer(state: State, seat: Seat, hex: str, spots: Sequence[Place]) -> float:
    """Return the worth of the best of some spots plus something for the others; less where a strike is near."""
    sites = sorted(
        [site(state, seat, spot, calm(state, seat, threatened_place(state, spot))) for spot in spots], reverse=True
    )
    if not sites:
        return 0.0
    return (sites[0] + OTHER_SPOT_WEIGHT * sum(sites[1:])) * soon(state, seat, hex) + bot_ground(state, seat, hex)


@once
def outside_repairs(state: State, seat: Seat, name: str, place: Place) -> float:
    """Return the worth of what a team could repair from outside at a place: a building that belongs to nobody."""
    if repairs_from not in state.book.amendments:
        return 0.0
    trial = place_team(state, name, place)
    free = [spot for spot in buildings_on(state, hex_of(state, place)) if is_abandoned(state, spot)]
    gains = [takeover_value(state, seat, spot) - REPAIR_PRICE for spot in free if repairs_from(trial, name, spot)]
    return max(gains, default=0.0)


def here(state: State, seat: Seat) -> float:
    """Return the best ground where a team is."""
    return max((ground(state, seat, name, team.place) for name, team in able(state, seat)), default=0.0)


def unseen(state: State) -> list[str]:
    """Return the hexes that may still be drawn, as everybody knows them."""
    pools = [pool(state, deck) for deck in sorted(deck_of(state))]
    names = [name for tiles in pools for name, tile in tiles.items() if "start" not in tile.traits]
    return [name for name in names if name not in state[Map].hexes]


@once
def finds(state: State, seat: Seat) -> list[float]:
    """Return what the hexes that may still be drawn are good for, the best first; only a sample of many."""
    hexes = unseen(state)
    sampled = state.hexes_sampled if isinstance(state, Position) else MAX_HEXES_SAMPLED
    return sorted([find(state, seat, hex) for hex in hexes[:: 1 + len(hexes) // sampled]], reverse=True)


def hope(state: State, seat: Seat, draws: int) -> float:
    """Return what the best of that many drawn hexes is good for on average."""
    likely = finds(state, seat)
    chance = FIT_CHANCE * min(draws / max(len(likely), 1), 1)
    return sum(one * chance * (1 - chance) ** nth for nth, one in enumerate(likely))
