"""What lies on the board, in front of the Humans, behind the screens and face down; and the rows of the content."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import Annotated, Literal

from msgspec import Meta

from ...kernel.play.rules import Component, Drawer, Name, Row, Seat

PLANET = "planet"
HUMANS = ("human-1", "human-2", "human-3")
COLD, HOT = 20, 45
"""2116-SETUP-13, 2116-END-03: where the thermometer starts, and where it ends the game."""
POLLUTING, GREEN = "polluting", "green"
POLLUTING_RUIN, GREEN_RUIN = "polluting-ruin", "green-ruin"
SHIELDS = 7
"""2116-SETUP-17: all there are."""
Sizes = Annotated[tuple[Annotated[int, Meta(ge=0, le=16)], ...], Meta(max_length=4)]
"""One number for each size of a combo."""


class MapLine(Row, frozen=True):
    """A row of the map, a sign a tile from the west: that of its terrain, as a capital where there is a city."""

    pack = "map"
    tiles: Annotated[str, Meta(min_length=1, max_length=22)]


class Terrain(Row, frozen=True):
    pack = "terrains"
    signs: Annotated[str, Meta(min_length=1, max_length=9)]
    reliefs: Annotated[tuple[Literal["sea", "land", "forest", "mountain"], ...], Meta(min_length=1, max_length=4)]
    fault: bool = False


class City(Row, frozen=True):
    pack = "cities"
    tile: Name
    continent: Literal["pon", "lev", "mer"]


class Fault(Row, frozen=True):
    pack = "faults"
    number: Annotated[int, Meta(ge=1, le=4)]
    tile: Name


class Kind(Row, frozen=True):
    """What a Planet card does: a pattern from an origin, larger with every card of a combo, or heat."""

    pack = "kinds"
    pattern: Literal["path", "fan", "spread", "rings", "heat"]
    origin: Literal["sea", "land", "forest", "mountain", ""] = ""
    reach: Sizes = ()
    """Steps of a path, rows of a fan, tiles of a spread, rings."""
    bends: Sizes = ()
    spokes: Sizes = ()
    """How far out the six spokes beyond the rings stand; 0: there are none."""
    on: Literal["sea", "land", "forest", "mountain", ""] = ""
    via: Literal["sea", "land", "forest", "mountain", ""] = ""
    degrees: Annotated[int, Meta(ge=0, le=9)] = 0


class PlanetCard(Row, frozen=True):
    pack = "planet"
    kind: Literal["tornado", "tsunami", "wildfire", "meteorite", "rise"]


class HumanCard(Row, frozen=True):
    pack = "human"
    kind: Literal["resource", "cooling", "shield", "unit"]
    cost: Annotated[int, Meta(ge=0, le=4)] = 0
    degrees: Annotated[int, Meta(ge=0, le=9)] = 0


class World(Component):
    """Tiles that were taken, cities destroyed, what stands or stood on each site, and shields."""

    taken: list[str] = []
    cities: list[str] = []
    sites: dict[str, str] = {}
    shields: list[str] = []


class Climate(Component):
    """2116-MAP-06: the thermometer, in whole degrees; and how many cards each combo of this turn had."""

    heat: int = 20
    combos: list[int] = []


class Round(Component):
    """Which round it is, and the Humans in the order of their turns."""

    number: int = 0
    turns: list[Seat] = []


class Nations(Component):
    """The hat, continents, refugees, Resource cards in front of whom, the POT, and the shared points."""

    hat: Seat = ""
    continents: dict[Seat, str] = {}
    refugees: list[Seat] = []
    front: dict[str, Seat] = {}
    pot: list[str] = []
    pool: int = 0


class Piles(Component):
    """What everybody can count, and the discards, which lie face up."""

    planet: int = 0
    human: int = 0
    hands: dict[Seat, int] = {}
    planet_discard: list[str] = []
    human_discard: list[str] = []
    shuffles: int = 0


class Prepared(Component):
    """Cards laid for the next turn: in sight, as groups where these bind, or only their number."""

    cards: list[str] = []
    groups: list[str] = []
    hidden: int = 0
    level: int = 0


class Attack(Component):
    """The last attack that was announced, and what opposed it; whether a unit was sent this turn."""

    kind: str = ""
    origin: str = ""
    tiles: list[str] = []
    blocked: list[str] = []
    pending: bool = False
    disturbed: bool = False
    used: dict[Seat, int] = {}
    """Units that each Human has sent this turn."""


class Hand(Component):
    drawer = Drawer.SCREEN
    cards: list[str] = []


class FaceDown(Component):
    """Cards the Planet has laid face down."""

    drawer = Drawer.SCREEN
    cards: list[str] = []


class Capital(Component):
    """A Human's secret city."""

    drawer = Drawer.SCREEN
    city: str = ""


class Decks(Component):
    drawer = Drawer.BOX
    planet: list[str] = []
    human: list[str] = []


class Bags(Component):
    """The continent in each bag, while they lie there."""

    drawer = Drawer.BOX
    continents: list[str] = []
