"""Components of Living Planet: public, private to a seat, and hidden; places and pieces by name."""

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from ...kernel.engine.model import Component, Name, Row, Seat, Visibility
from .map.hexes import Cell

if TYPE_CHECKING:
    from ...kernel.engine.rulebook import Rulebook

COLOURS = ("red", "blue", "yellow", "green")
CARDS = (1, 2, 3, 4, 5, 6)
"""LP-SETUP-04: the planet cards of a colour."""
CHIPS_PER_SEAT = 10
"""C-05: the chips of a seat."""
TURNS_PER_GAME = 12
"""LP-END-01: the spots of the exhaustion track."""
LAND = "land"
"""The pool of the base game's hexes; also the ground of a tile that names no other."""
SCIENTIST = "scientist"
"""The kind of team a seat begins with; the only kind that is ever wounded."""
COLONY = "colony"
FACTORY = "factory"
OFFICE = "office"
"""What the rules tell apart in `BuildingKind.kind`; packs may name further kinds."""

Names = Annotated[tuple[Name, ...], Meta(max_length=24)]
Amount = Annotated[int, Meta(ge=0, le=99)]
Place = Name
"""Where a piece is: "H05" outside on a hex, "H05.2" on its spot 2, "H05.W1" in its zone W1, or on the team "RB1"."""


Die = Annotated[str, Meta(pattern=r"^(red|blue|yellow|green)[1-6]\Z")]
ZoneName = Annotated[str, Meta(pattern=r"^[A-Z][A-Z0-9]{0,3}\Z")]


class Zone(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a hex that is a place of its own: the edges it reaches, and what it is made of."""

    edges: Annotated[tuple[Annotated[int, Meta(ge=0, le=5)], ...], Meta(max_length=6)] = ()
    ground: Name = LAND
    borders: Names = ()
    """The zones of other grounds that it touches; none named: all of its hex."""


class Tile(Row, frozen=True):
    """A hex: terrain of its edges, spots, and the cataclysm that each die brings."""

    pack = "tiles"
    edges: Annotated[str, Meta(pattern=r"^[A-Z]{6}\Z")]
    spots: Names = ()
    dice: Annotated[dict[Die, Name], Meta(max_length=24)] = {}
    traits: Names = ()
    players: Amount = 0
    deck: Name = LAND
    """The pool it is in when the deck is made."""
    grounds: Names = ()
    """The ground of each spot."""
    zones: Annotated[dict[ZoneName, Zone], Meta(max_length=12)] = {}
    """Its parts, where it is not all one ground."""
    beside: Annotated[tuple[Names, ...], Meta(max_length=24)] = ()
    """The zones that each spot is in."""
    sides: Annotated[dict[Die, Annotated[int, Meta(ge=0, le=5)]], Meta(max_length=24)] = {}
    """The edge that a die belongs to, where that says what it brings."""


class BuildingKind(Row, frozen=True):
    """A kind of building: what it costs, makes, shelters from, and where it may be built."""

    pack = "buildings"
    kind: Name
    cost: Amount = 5
    spot: Name = ""
    makes: Name = ""
    shelters: Name = ""
    points: Amount = 1
    tiles: Names = ()
    sets: Annotated[dict[Name, Names], Meta(max_length=12)] = {}
    needs: Annotated[dict[Name, Amount], Meta(max_length=12)] = {}
    """The cubes it costs besides money."""
    grounds: Names = ()
    """The only grounds it may stand on, if there are any."""
    traits: Names = ()

    @property
    def is_colony(self) -> bool:
        return self.kind == COLONY


class MarketCard(Row, frozen=True):
    pack = "market"
    resource: Name
    step: Annotated[int, Meta(ge=-9, le=9)]
    decks: Names = ("en25", "fr")


class ResourceKind(Row, frozen=True):
    """A resource: its place among the others, and its cubes that are not on the price tracks (LP-SETUP-11)."""

    pack = "resources"
    nth: Amount
    cubes: Amount
    mineral: bool = False
    """Whether exhaustion takes it."""


class TeamKind(Row, frozen=True):
    """A kind of team: what its pieces are called after their colour, how many a seat has, and what they are like."""

    pack = "teams"
    nth: Amount
    count: Annotated[int, Meta(ge=0, le=9)]
    prefix: Annotated[str, Meta(pattern=r"^[A-Z]{0,2}\Z")] = ""
    motorized: bool = False
    """Whether it goes far, is destroyed instead of wounded, and counts as a vehicle."""
    cube: Name = ""
    """What an arrival on the colony costs; nothing: it does not arrive there."""
    traits: Names = ()


class CataclysmKind(Row, frozen=True):
    """What a cataclysm leaves alone: everything on these grounds, and whoever is outside on hexes of these traits."""

    pack = "cataclysms"
    spares: Names = ()
    refuge: Names = ()


class Laid(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A hex on the map: where, how it is turned, and how many were placed before it."""

    at: Cell
    turn: int = 0
    nth: int = 0


class Building(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A building on a spot: which kind and tile, the value it shows, whose chip is on it."""

    kind: str
    tile: str = ""
    value: int = 0
    chip: Seat = ""


class Team(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A team on the map; only scientists can be wounded (LP-DEF-01, LP-DEF-08)."""

    seat: Seat
    place: Place
    kind: str = SCIENTIST
    wounded: bool = False


class Map(Component):
    hexes: dict[str, Laid] = {}
    buildings: dict[Place, Building] = {}
    teams: dict[str, Team] = {}


class HexSet(Component):
    """The hexes of a game that is not played with the standard ones."""

    tiles: dict[str, Tile] = {}


class Bank(Component):
    """Cubes and money in the bank, and what a cube costs."""

    cubes: dict[str, int] = {}
    prices: dict[str, int] = {}
    money: int = 0


class Track(Component):
    """The exhaustion track, a cube or an empty marker for each turn, and the cubes that left the game otherwise."""

    spots: list[str] = []
    removed: list[str] = []


class Turn(Component):
    """Dice, their order, the Leader and the effect of the Leader's card."""

    number: int = 0
    leader: Seat = ""
    dice: dict[str, int] = {}
    order: list[str] = []
    column: int = 0
    effect: int = 0
    double: str = ""
    fate: dict[Seat, int] = {}
    forced: list[Seat] = []
    """Who used a token this turn, in games where that forbids taking one."""


class Piles(Component):
    """What everybody sees of cards and decks: sizes, top cards, what was played."""

    hexes: int = 0
    market: int = 0
    discard: int = 0
    top: str = ""
    hands: dict[Seat, int] = {}
    played: dict[str, tuple[int, ...]] = {}
    recovered: dict[Seat, int] = {}
    reshuffles: int = 0


class Hand(Component):
    """A seat's planet cards, and what it has drawn and not yet dealt with."""

    visibility = Visibility.PRIVATE
    cards: list[int] = []
    pile: list[int] = []
    hexes: list[str] = []
    market: list[str] = []


class Purse(Component):
    visibility = Visibility.PRIVATE
    money: int = 0
    cubes: dict[str, int] = {}


class OpenPurses(Component):
    """Money and cubes of all seats, if the players agreed to play without screens; cubes by "red.oil" (G-11)."""

    money: dict[Seat, int] = {}
    cubes: dict[str, int] = {}


class Roomy(Component):
    """What a module keeps behind a screen or in the box: it states its maximum size, for seals have a fixed size."""

    @classmethod
    def fullest(cls, book: "Rulebook") -> Component:
        return cls()


class Decks(Component):
    visibility = Visibility.HIDDEN
    hexes: list[str] = []
    market: list[str] = []
    discard: list[str] = []
    others: dict[str, tuple[int, ...]] = {}


COMPONENTS: tuple[type[Component], ...] = (Map, HexSet, Bank, Track, Turn, Piles, OpenPurses, Hand, Purse, Decks)
