"""Components of 2116, public, private and hidden, and the rows of its content."""

from typing import Annotated, Literal

from msgspec import Meta

from ...kernel.engine.model import Component, Name, Row, Seat, Visibility

PLANET = "planet"
HUMANS = ("human-1", "human-2", "human-3")
START_HEAT_DEGREES = 20
"""2116-SETUP-13: where the thermometer starts; it never falls below."""
MAX_HEAT_DEGREES = 45
"""2116-END-03: where the thermometer ends the game."""
POLLUTING = "polluting"
GREEN = "green"
POLLUTING_RUIN = "polluting-ruin"
GREEN_RUIN = "green-ruin"
SHIELDS_PER_GAME = 7
"""2116-SETUP-17: how many shields there are."""
Sizes = Annotated[tuple[Annotated[int, Meta(ge=0, le=16)], ...], Meta(max_length=4)]
"""One number for each size of a combo."""


class Planet2116Options(Component):
    """The options, for points that the rules leave open."""

    continent_public: bool = True
    fault_is_wild: bool = True
    blast_respects_protection: bool = True
    rebuild_restores_tile: bool = True
    pot_users: Literal["refugees", "factories", "all"] = "refugees"
    reshuffle: Literal["lazy", "at-once"] = "lazy"
    bags: Literal["drawn", "chosen"] = "drawn"


class MapLine(Row, frozen=True):
    """A row of the map from the west, one sign per tile: that of its terrain, a capital if there is a city."""

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
    """How far out the six spokes reach beyond the rings; 0: there are none."""
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
    """Tiles removed, cities destroyed, what is or was on each site, and shields."""

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
    """The hat, continents, refugees, the Resource cards in front of each Human, the POT, and the shared points."""

    hat: Seat = ""
    continents: dict[Seat, str] = {}
    refugees: list[Seat] = []
    front: dict[str, Seat] = {}
    pot: list[str] = []
    pool: int = 0


class Piles(Component):
    """What everybody can count, and the discards, which are face up."""

    planet: int = 0
    human: int = 0
    hands: dict[Seat, int] = {}
    planet_discard: list[str] = []
    human_discard: list[str] = []
    shuffles: int = 0


class Prepared(Component):
    """Cards prepared for the next turn: visible, as groups where these bind, or only their number."""

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
    visibility = Visibility.PRIVATE
    cards: list[str] = []


class FaceDown(Component):
    """Cards the Planet has prepared face down."""

    visibility = Visibility.PRIVATE
    cards: list[str] = []


class Capital(Component):
    """A Human's secret city."""

    visibility = Visibility.PRIVATE
    city: str = ""


class Decks(Component):
    visibility = Visibility.HIDDEN
    planet: list[str] = []
    human: list[str] = []


class Bags(Component):
    """The continent in each bag, while there are bags."""

    visibility = Visibility.HIDDEN
    continents: list[str] = []
