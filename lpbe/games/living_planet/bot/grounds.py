"""Where to build: what the spots of a hex are good for, on the map and not yet: for a player that is a machine."""

from __future__ import annotations

from collections.abc import Sequence

from ....kernel.play.rules import Seat, State
from ..build import open_spots, values_of
from ..reading import hex_of, icon_of, in_bank, tile_of
from ..scoring import MONEY_A_POINT
from ..setup import deck_of, pool
from ..state import BuildingKind, Map
from .appraise import able, income, over_time
from .danger import calm, soon
from .position import once

FITS = 0.9
"""How likely a drawn hex can be laid somewhere."""
MORE = 0.25
"""What part of its worth a spot has that must wait for another turn."""


def site(state: State, seat: Seat, icon: str, stay: float) -> float:
    """The best factory that an icon is good for, on ground that leaves it alone so often."""
    turns, end = over_time(state, stay)
    return max([points * end + earns * turns for points, earns in promises(state, seat, icon)], default=0.0)


@once
def promises(state: State, seat: Seat, icon: str) -> list[tuple[float, float]]:
    """For each kind of factory that an icon is good for: its points, and what the best one in the bank makes a turn."""
    out = list[tuple[float, float]]()
    for name, kind in state.book.rows_of(BuildingKind).items():
        if icon and kind.spot == icon and kind.makes and (tiles := in_bank(state, seat, name)):
            values = [value for tile in tiles for value in values_of(state, name, tile)]
            out.append((kind.points * MONEY_A_POINT, max(income(state, seat, kind, value) for value in values)))
    return out


@once
def ground(state: State, seat: Seat, hex: str) -> float:
    """What a hex on the map has to offer to a team: its free spots."""
    return offer(state, seat, hex, [icon_of(state, spot) for spot in open_spots(state, hex)])


def find(state: State, seat: Seat, hex: str) -> float:
    """The same of a hex that is not on the map yet."""
    return offer(state, seat, hex, tile_of(state, hex).spots)


def offer(state: State, seat: Seat, hex: str, icons: Sequence[str]) -> float:
    """The best of some spots, and something for each of the others; less where a strike is near."""
    stay = calm(state, seat, hex)
    sites = sorted([site(state, seat, icon, stay) for icon in icons if icon], reverse=True)
    return (sites[0] + MORE * sum(sites[1:])) * soon(state, seat, hex) if sites else 0.0


def here(state: State, seat: Seat) -> float:
    """The best ground where a team stands."""
    hexes = {hex_of(state, team.place) for _, team in able(state, seat)}
    return max((ground(state, seat, hex) for hex in hexes), default=0.0)


def unseen(state: State) -> list[str]:
    """The hexes that may still be drawn, as everybody knows them."""
    pools = [pool(state, deck) for deck in sorted(deck_of(state))]
    names = [name for tiles in pools for name, tile in tiles.items() if "start" not in tile.traits]
    return [name for name in names if name not in state[Map].hexes]


@once
def finds(state: State, seat: Seat) -> list[float]:
    """What the hexes that may still be drawn are good for, the best first."""
    return sorted([find(state, seat, hex) for hex in unseen(state)], reverse=True)


def hope(state: State, seat: Seat, draws: int) -> float:
    """What the best of so many drawn hexes is good for, one time with another."""
    likely = finds(state, seat)
    chance = FITS * min(draws / max(len(likely), 1), 1)
    return sum(one * chance * (1 - chance) ** nth for nth, one in enumerate(likely))
