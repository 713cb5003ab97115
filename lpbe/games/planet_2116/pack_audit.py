"""Checks of custom content: whether a world can be played in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...kernel.base.errors import Message
from ...kernel.engine.rulebook import Rulebook
from .globe import Globe, globe_of, is_land, signs
from .human_actions import HUMAN_HAND_CARDS
from .preparation import PLANET_HAND_CARDS
from .setup import FACTORIES_PER_CONTINENT
from .state import HUMANS, City, Fault, HumanCard, Kind, MapLine, PlanetCard, Terrain

LINES = 15
COLUMNS = 22
TILES = LINES * COLUMNS
"""2116-MAP-01: the size of the board."""
CONTINENTS = 3
CITIES_PER_CONTINENT = 7
"""2116-MAP-04."""
FAULTS = 4
"""2116-MAP-05."""

PATTERNS = {"tornado": "path", "tsunami": "fan", "wildfire": "spread", "meteorite": "rings", "rise": "heat"}
"""The pattern of each kind of attack."""


def audit(book: Rulebook) -> Iterator[Message]:
    """Yield what a map or a deck lacks."""
    wrong = list(audit_rows(book))
    yield from wrong or audit_map(book, globe_of(book))
    yield from audit_cards(book)


def audit_rows(book: Rulebook) -> Iterator[Message]:
    """Yield errors that make the rows of the map unreadable."""
    lines = book.rows_of(MapLine)
    count = sum(len(line.tiles) for line in lines.values())
    if count != TILES or len(lines) != LINES or any(len(line.tiles) != COLUMNS for line in lines.values()):
        template = "a map has {tiles} tiles in {lines} rows, not {count}"
        yield Message(template, {"tiles": TILES, "lines": LINES, "count": count})
    if not all(len(name) == 1 and name.isalpha() and name.isupper() for name in lines):
        yield Message("each row of the map is named by a capital letter")
    known = {sign for row in book.rows_of(Terrain).values() for sign in row.signs}
    strange = sorted({sign for _, _, sign in signs(book) if sign.lower() not in known})
    if strange:
        yield Message("no terrain has this sign: {signs}", {"signs": strange})


def audit_map(book: Rulebook, globe: Globe) -> Iterator[Message]:
    """Yield errors about cities, faults and continents (2116-MAP-04, 2116-MAP-05)."""
    cities = book.rows_of(City)
    count = Counter(row.continent for row in cities.values())
    if len(count) != CONTINENTS or set(count.values()) != {CITIES_PER_CONTINENT}:
        yield Message(
            "each of the {continents} continents must have {cities} cities",
            {"continents": CONTINENTS, "cities": CITIES_PER_CONTINENT},
        )
    astray = [name for name, row in cities.items() if not at_home(globe, row)]
    if astray:
        yield Message("cities that are not on the land of their continent: {cities}", {"cities": astray})
    capitals = {name for name, _, sign in signs(book) if sign.isupper()}
    if capitals != {row.tile for row in cities.values()}:
        yield Message("the capital letters on the map must mark the tiles of the cities")
    marked = {name for name, tile in globe.tiles.items() if tile.fault}
    if len(globe.faults) != FAULTS or len(book.rows_of(Fault)) != FAULTS or marked != set(globe.faults.values()):
        yield Message("a map needs {faults} faults, each on its own tile", {"faults": FAULTS})
    loose = [name for name, tile in globe.tiles.items() if is_land(tile) and not tile.continent]
    if loose:
        yield Message("land tiles that belong to no continent: {tiles}", {"tiles": loose})
    room = Counter(tile.continent for tile in globe.tiles.values() if tile.continent)
    if any(size < FACTORIES_PER_CONTINENT for size in room.values()):
        yield Message("a continent has no room for {count} factories", {"count": FACTORIES_PER_CONTINENT})


def at_home(globe: Globe, row: City) -> bool:
    return row.tile in globe.tiles and globe.tiles[row.tile].continent == row.continent


def audit_cards(book: Rulebook) -> Iterator[Message]:
    """Yield errors about the cards: there must be enough to deal, and every kind must be explained (2116-SETUP-14)."""
    planet = book.rows_of(PlanetCard)
    human = book.rows_of(HumanCard)
    if len(planet) < PLANET_HAND_CARDS or len(human) < HUMAN_HAND_CARDS * len(HUMANS):
        template = "the game needs at least {planet} Planet cards and {human} Human cards"
        yield Message(template, {"planet": PLANET_HAND_CARDS, "human": HUMAN_HAND_CARDS * len(HUMANS)})
    yield from audit_kinds(book)
    missing = sorted({row.kind for row in planet.values()} - set(book.rows_of(Kind)))
    if missing:
        yield Message("no row says what {kinds} does", {"kinds": missing})


def audit_kinds(book: Rulebook) -> Iterator[Message]:
    """Yield errors about the kinds: a Catastrophe must start somewhere, reach something, and match its orders.

    2116-DMG-04, 2116-DMG-05.
    """
    for name, row in book.rows_of(Kind).items():
        if PATTERNS.get(name, row.pattern) != row.pattern:
            template = "{kind} must have the pattern {pattern}"
            yield Message(template, {"kind": name, "pattern": PATTERNS[name]})
        if row.pattern != "heat" and not (row.origin and row.reach and all(row.reach)):
            yield Message(
                "{kind} needs an origin, and a reach of at least one for every number of cards", {"kind": name}
            )
        if row.pattern == "spread" and not (row.on and row.via):
            yield Message("{kind} must say what it burns and what spreads it", {"kind": name})
