"""What an attack removes: announced tiles, capitals, exploding factories; in a fixed order, so the end is unique."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...kernel.engine.model import Event, Seat, State, Step
from ...kernel.engine.table import Table
from .ending import planet_victory
from .globe import city_at, continent_at, globe, is_standing
from .state import (
    GREEN,
    GREEN_RUIN,
    HUMANS,
    POLLUTING,
    POLLUTING_RUIN,
    Attack,
    Capital,
    City,
    Climate,
    Nations,
    Planet2116Options,
    World,
)

EXPLOSION_DEGREES = 3
"""2116-DMG-19: degrees for each explosion."""
RUINS = {POLLUTING: POLLUTING_RUIN, GREEN: GREEN_RUIN}


class TilesTaken(Event, frozen=True):
    """Tiles leave the board; what was on them is a ruin, shields return (2116-DMG-08, 2116-DMG-15, 2116-DMG-20)."""

    tiles: tuple[str, ...]

    def apply(self, state: State) -> None:
        world = state[World]
        world.taken += self.tiles
        world.sites |= {tile: RUINS[world.sites[tile]] for tile in self.tiles if world.sites.get(tile) in RUINS}
        world.shields = [tile for tile in world.shields if tile not in self.tiles]


class CityDestroyed(Event, frozen=True):
    """The Planet keeps the city; everybody can count (2116-DMG-16)."""

    city: str
    tile: str

    def apply(self, state: State) -> None:
        state[World].cities.append(self.city)


class Spared(Event, frozen=True):
    """A quick block protects these tiles, which may upset what was planned after it (2116-DMG-09)."""

    tiles: tuple[str, ...]

    def apply(self, state: State) -> None:
        state[Attack].disturbed = True


class ShieldsUsed(Event, frozen=True):
    """Shields have saved these tiles and return to the reserve (2116-DMG-10, 2116-SHIELD-03)."""

    tiles: tuple[str, ...]

    def apply(self, state: State) -> None:
        state[World].shields = [tile for tile in state[World].shields if tile not in self.tiles]


class CapitalLost(Event, frozen=True):
    """The token is shown; its owner becomes a refugee and keeps nothing (2116-DMG-17, 2116-REF-01, 2116-REF-03)."""

    seat: Seat
    city: str
    continent: str

    def apply(self, state: State) -> None:
        nations = state[Nations]
        nations.refugees.append(self.seat)
        nations.continents[self.seat] = self.continent
        nations.pot += [card for card, owner in nations.front.items() if owner == self.seat]
        nations.pot.sort()
        nations.front = {card: owner for card, owner in nations.front.items() if owner != self.seat}


class Exploded(Event, frozen=True):
    """An explosion heats the world at once (2116-DMG-19)."""

    tile: str
    degrees: int

    def apply(self, state: State) -> None:
        state[Climate].heat += self.degrees


class AttackOver(Event, frozen=True):
    def apply(self, state: State) -> None:
        state[Attack].pending = False


class Strike(Step, frozen=True):
    def run(self, table: Table) -> None:
        """Remove the announced tiles, then capitals, then one factory after the other with its ring.

        2116-DMG-08, 2116-DMG-18.
        """
        attack = table.state[Attack]
        hit = list(attack.tiles)
        exploding = hit_tiles(table, hit, guarded=True)
        reveal_capitals(table, hit)
        planet_victory(table)
        for factory in exploding:
            if table.over:
                return
            exploding += explode(table, factory, hit)
        if not table.over:
            table.emit(AttackOver())


def hit_tiles(table: Table, tiles: Sequence[str], guarded: bool) -> list[str]:
    """Take the tiles that nothing guards; return the Polluting factories among them.

    2116-DMG-08 to 2116-DMG-11, 2116-DMG-14.
    """
    state = table.state
    blocked = tuple(tile for tile in tiles if guarded and tile in state[Attack].blocked)
    shielded = tuple(tile for tile in tiles if guarded and tile in state[World].shields)
    taken = tuple(tile for tile in tiles if tile not in (*blocked, *shielded))
    if blocked:
        table.emit(Spared(blocked))
    if shielded:
        table.emit(ShieldsUsed(shielded))
    burning = [tile for tile in taken if state[World].sites.get(tile) == POLLUTING]
    if taken:
        cities = [(city, tile) for tile in taken if (city := city_at(state, tile))]
        table.emit(TilesTaken(taken))
        for city, tile in cities:
            table.emit(CityDestroyed(city, tile))
    return burning


def reveal_capitals(table: Table, tiles: Sequence[str]) -> None:
    """Reveal capitals in the order in which they were destroyed; no screen is opened where no city is hit.

    2116-DMG-17.
    """
    state = table.state
    rows = table.book.rows_of(City)
    fallen = [city for city in state[World].cities if rows[city].tile in tiles]
    if not fallen:
        return
    secret = {state[Capital, seat].city: seat for seat in HUMANS if seat not in state[Nations].refugees}
    for city in fallen:
        if city in secret:
            table.emit(CapitalLost(secret[city], city, continent_at(state, rows[city].tile)))


def explode(table: Table, factory: str, hit: list[str]) -> list[str]:
    """Hit the ring around a factory, except earlier targets; then add the heat.

    2116-DMG-06, 2116-DMG-18, 2116-DMG-19.
    """
    around = globe(table.state).around[factory]
    ring = [tile for tile in around if tile not in hit and is_standing(table.state, tile)]
    hit += ring
    more = hit_tiles(table, ring, table.state[Planet2116Options].blast_respects_protection)
    reveal_capitals(table, ring)
    table.emit(Exploded(factory, EXPLOSION_DEGREES))
    planet_victory(table)
    return more


def blast_area(state: State, tiles: Iterable[str]) -> list[str]:
    """Return the tiles that blasts could reach if nobody sent a unit, in the order in which they would be hit."""
    hit = list(tiles)
    heeded = state[Planet2116Options].blast_respects_protection
    queue = [tile for tile in hit if explosive(state, tile, guarded=True)]
    found: list[str] = []
    for factory in queue:
        for tile in globe(state).around[factory]:
            if tile not in hit and is_standing(state, tile):
                hit.append(tile)
                found.append(tile)
                if explosive(state, tile, heeded):
                    queue.append(tile)
    return found


def explosive(state: State, tile: str, guarded: bool) -> bool:
    """Return whether a hit would destroy a Polluting factory, so not one under a shield that counts (2116-DMG-18)."""
    world = state[World]
    return world.sites.get(tile) == POLLUTING and not (guarded and tile in world.shields)
