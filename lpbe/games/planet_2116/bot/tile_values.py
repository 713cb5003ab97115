"""What tiles are worth to the Planet by public knowledge: possible capitals, factories, ways to both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from ....kernel.engine.hexgrid import distance
from ....kernel.engine.model import Seat, State
from ....kernel.engine.rulebook import Rulebook
from ..globe import city_at, continent_at, globe, globe_of, is_standing
from ..queries import factories, own_cards
from ..state import GREEN, HUMANS, POLLUTING, City, Climate, Nations, World

CAPITAL_WORTH = 30.0
CITY_WORTH = 1.0
GREEN_WORTH = 7.0
POLLUTING_WORTH = 2.0
LAND_WORTH = 0.25
SEA_WORTH = 0.05
NEARNESS_WORTH = 2.0
"""The worth of a tile beside something valuable; it falls with the distance."""
DEGREE_WORTH = 0.7
"""The worth of a degree while it is cool."""
NO_PRIZE_DISTANCE = 9
"""The distance that counts if there is no prize left."""
MAX_CACHED_BOOKS = 8
MAX_CACHED_PRIZES = 256
"""For how many sets of prizes the distances are kept: a bot that plays ahead meets the same ones again."""
NEAR_ARK_WORTH = 6.0
"""The additional worth of a Green factory whose owner is close to an Ark."""


class Appraisal:
    """The worth of every standing tile in one position."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.globe = globe(state)
        self.taken = set(state[World].taken)
        self.shields = set(state[World].shields)
        self.plain = prizes(state)
        self.away = distances(state.book, tuple(self.plain))
        self.tiles: dict[str, float] = {}

    def of(self, tile: str) -> float:
        """Return the worth of a tile that would be hit; a used-up shield is worth something too."""
        if tile not in self.tiles:
            self.tiles[tile] = self.appraise(tile)
        return self.tiles[tile]

    def appraise(self, tile: str) -> float:
        if tile in self.taken:
            return 0.0
        if tile in self.shields:
            return 0.3 + 0.15 * self.plain.get(tile, 0.0)
        return self.plain.get(tile, 0.0) + self.ground(tile) + self.blast(tile)

    def ground(self, tile: str) -> float:
        land = "land" in self.globe.tiles[tile].reliefs
        if land:
            return LAND_WORTH + NEARNESS_WORTH / (1 + self.away[tile])
        return SEA_WORTH + NEARNESS_WORTH / (3 + 2 * self.away[tile])

    def blast(self, tile: str) -> float:
        """Return what an explosion brings: heat, and the ring."""
        if self.state[World].sites.get(tile) != POLLUTING:
            return 0.0
        ring = [one for one in self.globe.around[tile] if one and one not in self.taken and one not in self.shields]
        return heat_worth(self.state, 3) + sum(self.plain.get(one, 0.0) + self.ground(one) for one in ring)

    def total(self, tiles: Sequence[str]) -> float:
        return sum(map(self.of, tiles))


def heat_worth(state: State, degrees: int) -> float:
    """Return the worth of heat; more, the nearer it is to 45."""
    heat = state[Climate].heat
    gap = 45 - heat - len(factories(state, POLLUTING))
    return degrees * DEGREE_WORTH * (1.0 if gap > 12 else 2.0 if gap > 6 else 4.0) + (50.0 if degrees >= gap else 0.0)


def prizes(state: State) -> dict[str, float]:
    """Return the cities and factories that still stand."""
    cities = {row.tile: capital_worth(state, name) for name, row in state.book.rows_of(City).items()}
    found = {tile: worth for tile, worth in cities.items() if city_at(state, tile) and is_standing(state, tile)}
    for site in factories(state, GREEN):
        if is_standing(state, site):
            found[site] = found.get(site, 0.0) + GREEN_WORTH + arks(state, site)
    for site in factories(state, POLLUTING):
        found[site] = found.get(site, 0.0) + POLLUTING_WORTH
    return found


def capital_worth(state: State, city: str) -> float:
    """Return the chance that a city is a capital, the same for all cities left on a continent."""
    rows = state.book.rows_of(City)
    nations = state[Nations]
    continent = rows[city].continent
    left = state[World].cities
    alive = [name for name, row in rows.items() if row.continent == continent and name not in left]
    owner = next((seat for seat in HUMANS if nations.continents.get(seat) == continent), "")
    if owner in nations.refugees:
        return CITY_WORTH
    return CITY_WORTH + CAPITAL_WORTH / max(1, len(alive))


def arks(state: State, site: str) -> float:
    """Return the worth of Green factories, which count more where an Ark is near."""
    continents = state[Nations].continents
    owner = next((seat for seat in HUMANS if continents.get(seat) == continent_at(state, site)), "")
    return NEAR_ARK_WORTH if owner and len(own_cards(state, owner)) > 1 else 0.0


@lru_cache(MAX_CACHED_PRIZES)
def distances(book: Rulebook, prizes: tuple[str, ...]) -> Mapping[str, int]:
    """Return how far each tile is from the next prize."""
    table = distance_table(book)
    rows = [table[tile] for tile in prizes]
    least = map(min, *rows) if len(rows) > 1 else rows[0] if rows else [NO_PRIZE_DISTANCE] * len(table)
    return dict(zip(table, least, strict=True))


@lru_cache(MAX_CACHED_BOOKS)
def distance_table(book: Rulebook) -> Mapping[str, tuple[int, ...]]:
    """Return how far all tiles are from each tile, in the order of the map; worked out once for each rulebook."""
    places = {name: tile.at for name, tile in globe_of(book).tiles.items()}
    return {name: tuple(distance(at, here) for at in places.values()) for name, here in places.items()}


def leading_human(state: State) -> Seat:
    """Return the Human with the most cards in front."""
    return max(HUMANS, key=lambda seat: (len(own_cards(state, seat)), seat))
