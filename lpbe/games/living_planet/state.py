"""What lies on the table, behind the screens and in the box; places and pieces by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from ...kernel.rules import Component, Drawer, Entry, Event, Roster, Seat, State, amendable
from .hexes import CENTRE, Cell, neighbours, shown
from .options import LivingPlanetOptions

COLOURS = ("red", "blue", "yellow", "green")
RESOURCES = ("oil", "vibranium", "electricity", "iron", "mycelium")
MINERALS = ("oil", "vibranium", "iron")
CUBES = {"oil": 8, "vibranium": 8, "electricity": 8, "iron": 8, "mycelium": 10}
"""LP-SETUP-11: the cubes that are not on the price tracks."""
SCIENTISTS, ROVERS, CHIPS, TURNS, TOKENS = 5, 2, 10, 12, 4

Place = str
"""Where a piece is: "H05" outside on a hex, "H05.2" on its spot 2."""


class Tile(Entry, frozen=True):
    """A hex: terrain of its edges, spots, and the cataclysm that each die brings."""

    pack = "tiles"
    edges: Annotated[str, Meta(pattern=r"^[A-Z]{6}\Z")]
    spots: tuple[str, ...] = ()
    dice: dict[Annotated[str, Meta(pattern=r"^(red|blue|yellow|green)[1-6]\Z")], str] = {}
    traits: tuple[str, ...] = ()
    players: int = 0


class BuildingKind(Entry, frozen=True):
    """A kind of building: what it costs, makes, shelters from, and where it may stand."""

    pack = "buildings"
    kind: str
    cost: int = 5
    spot: str = ""
    makes: str = ""
    shelters: str = ""
    points: int = 1
    tiles: tuple[str, ...] = ()
    sets: dict[str, tuple[str, ...]] = {}


class MarketCard(Entry, frozen=True):
    pack = "market"
    resource: str
    step: int
    decks: tuple[str, ...] = ("en25", "fr")


class Laid(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A hex on the map: where, how it is turned, and how many lay there before it."""

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
    """LP-DEF-01, LP-DEF-08: a team on the map; only scientists are ever wounded."""

    seat: Seat
    place: Place
    motorized: bool = False
    wounded: bool = False


class Map(Component):
    hexes: dict[str, Laid] = {}
    buildings: dict[Place, Building] = {}
    teams: dict[str, Team] = {}


class HexSet(Component):
    """Section 7.4: the hexes of a game that is not played with the standard ones."""

    tiles: dict[str, Tile] = {}


class Bank(Component):
    """Cubes and money in the bank, and what a cube costs."""

    cubes: dict[str, int] = {}
    prices: dict[str, int] = {}
    money: int = 0


class Track(Component):
    """The exhaustion track, a cube or an empty marker a turn; and the cubes that left the game otherwise."""

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

    drawer = Drawer.SCREEN
    cards: list[int] = []
    pile: list[int] = []
    hexes: list[str] = []
    market: list[str] = []


class Purse(Component):
    drawer = Drawer.SCREEN
    money: int = 0
    cubes: dict[str, int] = {}


class OpenPurses(Component):
    """G-11: what lies behind the screens, where the players agreed to play without them; cubes by "red.oil"."""

    money: dict[Seat, int] = {}
    cubes: dict[str, int] = {}


class Decks(Component):
    drawer = Drawer.BOX
    hexes: list[str] = []
    market: list[str] = []
    discard: list[str] = []
    others: dict[str, tuple[int, ...]] = {}


# Reading the state.


def options(state: State) -> LivingPlanetOptions:
    return state[LivingPlanetOptions]


def tile_of(state: State, hex: str) -> Tile:
    return state[HexSet].tiles.get(hex) or state.book.entries(Tile)[hex]


def kind_of(state: State, building: Building) -> BuildingKind:
    return state.book.entries(BuildingKind)[building.kind]


def hex_of(place: Place) -> str:
    return place.partition(".")[0]


def inside(place: Place) -> bool:
    return "." in place


def spots_of(state: State, hex: str) -> list[Place]:
    return [f"{hex}.{n}" for n in range(1, len(tile_of(state, hex).spots) + 1)]


def icon_of(state: State, spot: Place) -> str:
    """The resource printed on a spot; nothing on a blank one."""
    hex, _, number = spot.partition(".")
    return tile_of(state, hex).spots[int(number) - 1]


def placed(state: State) -> list[str]:
    """The hexes in the order they were placed; a file does not keep the order of its keys."""
    hexes = state[Map].hexes
    return sorted(hexes, key=lambda hex: (hexes[hex].nth, hex))


def hex_at(state: State, at: Cell) -> str | None:
    return next((hex for hex, laid in state[Map].hexes.items() if laid.at == at), None)


def start_hex(state: State) -> str:
    found = hex_at(state, CENTRE)
    assert found
    return found


def around(state: State, hex: str) -> list[str]:
    """The hexes on the map next to one."""
    cells = neighbours(state[Map].hexes[hex].at)
    by_cell = {laid.at: name for name, laid in state[Map].hexes.items()}
    return [by_cell[at] for at in cells if at in by_cell]


def edge_of(state: State, hex: str, direction: int) -> str:
    return shown(tile_of(state, hex).edges, state[Map].hexes[hex].turn, direction)


def seats(state: State) -> list[Seat]:
    return state[Roster].seats


def clockwise(state: State) -> list[Seat]:
    """The seats from the Leader on."""
    order = state[Roster].seats
    first = order.index(state[Turn].leader)
    return order[first:] + order[:first]


def die(state: State) -> int:
    """LP-DEF-02: the face of the die of the present column, as it is now."""
    turn = state[Turn]
    return turn.dice[turn.order[turn.column]]


def team_names(seat: Seat, motorized: bool) -> list[str]:
    letter = seat[0].upper()
    return (
        [f"{letter}M{n}" for n in range(1, ROVERS + 1)]
        if motorized
        else [f"{letter}{n}" for n in range(1, SCIENTISTS + 1)]
    )


def reserve(state: State, seat: Seat, motorized: bool) -> list[str]:
    """LP-DEF-06, C-05: teams that are not on the map."""
    teams = state[Map].teams
    return [name for name in team_names(seat, motorized) if name not in teams]


def chips_left(state: State, seat: Seat) -> int:
    return CHIPS - sum(b.chip == seat for b in state[Map].buildings.values())


def teams_of(state: State, seat: Seat) -> Iterator[tuple[str, Team]]:
    return ((name, team) for name, team in sorted(state[Map].teams.items()) if team.seat == seat)


def team_in(state: State, spot: Place) -> tuple[str, Team] | None:
    """LP-MOVE-09: the one team in a building."""
    return next(((name, team) for name, team in state[Map].teams.items() if team.place == spot), None)


def colony_of(state: State, seat: Seat) -> Place | None:
    """LP-SETUP-08: the spot of a seat's colony."""
    wanted = f"colony-{seat}"
    return next((spot for spot, b in state[Map].buildings.items() if b.tile == wanted), None)


def works(state: State, team: Team) -> bool:
    """LP-DEF-03, G-49: an unwounded team; with the switch a wounded one too."""
    return not team.wounded or bool(options(state).wounded_controls)


@amendable
def controller(state: State, spot: Place) -> Seat | None:
    """LP-DEF-07, G-49: whose chip or unwounded team stands on a building."""
    building = state[Map].buildings[spot]
    if building.chip:
        return building.chip
    found = team_in(state, spot)
    return found[1].seat if found and works(state, found[1]) else None


@amendable
def functional(state: State, spot: Place) -> bool:
    """LP-DEF-03, LP-DEF-04: a chip or an unwounded team stands on it."""
    found = team_in(state, spot)
    return bool(state[Map].buildings[spot].chip) or (found is not None and not found[1].wounded)


def abandoned(state: State, spot: Place) -> bool:
    """LP-DEF-05: neither a chip nor a team."""
    return not state[Map].buildings[spot].chip and team_in(state, spot) is None


def controlled(state: State, seat: Seat) -> list[Place]:
    return [spot for spot in state[Map].buildings if controller(state, spot) == seat]


def tiles_of(state: State, building: str) -> tuple[str, ...]:
    """C-03, G-03: the tiles of a kind of building in the set that is played with."""
    kind = state.book.entries(BuildingKind)[building]
    return kind.sets.get(options(state).building_set, kind.tiles)


def building_bank(state: State) -> dict[str, list[str]]:
    """LP-SETUP-17: the tiles of each kind that are not on the map."""
    used = {building.tile for building in state[Map].buildings.values()}
    kinds = state.book.entries(BuildingKind)
    return {name: [tile for tile in tiles_of(state, name) if tile not in used] for name in kinds}


# Facts that several chapters state.


def fill_purse(state: State, seat: Seat, money: int) -> None:
    """What a purse gains or loses, for `apply`: behind the screen, and before it where screens are open."""
    if purse := state.open(Purse, seat):
        purse.money += money
    if options(state).screens == "open":
        shown = state[OpenPurses].money
        shown[seat] = shown.get(seat, 0) + money


def stock_purse(state: State, seat: Seat, resource: str, count: int) -> None:
    if purse := state.open(Purse, seat):
        purse.cubes[resource] = purse.cubes.get(resource, 0) + count
    if options(state).screens == "open":
        shown, key = state[OpenPurses].cubes, f"{seat}.{resource}"
        shown[key] = shown.get(key, 0) + count


class Paid(Event, frozen=True):
    """Money from a seat to the bank."""

    seat: Seat
    amount: int

    def apply(self, state: State) -> None:
        state[Bank].money += self.amount
        fill_purse(state, self.seat, -self.amount)


class Earned(Event, frozen=True):
    """Money from the bank to a seat."""

    seat: Seat
    amount: int

    def apply(self, state: State) -> None:
        state[Bank].money -= self.amount
        fill_purse(state, self.seat, self.amount)


class CubesSpent(Event, frozen=True):
    """G-02: spent cubes go back to the bank."""

    seat: Seat
    resource: str
    count: int

    def apply(self, state: State) -> None:
        state[Bank].cubes[self.resource] += self.count
        stock_purse(state, self.seat, self.resource, -self.count)


class TeamArrived(Event, frozen=True):
    """A team from the reserve onto the map."""

    team: str
    seat: Seat
    place: Place
    motorized: bool = False

    def apply(self, state: State) -> None:
        state[Map].teams[self.team] = Team(self.seat, self.place, self.motorized)


class TeamMoved(Event, frozen=True):
    team: str
    place: Place

    def apply(self, state: State) -> None:
        teams = state[Map].teams
        teams[self.team] = replace(teams[self.team], place=self.place)


class TeamWounded(Event, frozen=True):
    team: str

    def apply(self, state: State) -> None:
        teams = state[Map].teams
        teams[self.team] = replace(teams[self.team], wounded=True)


class TeamHealed(Event, frozen=True):
    team: str

    def apply(self, state: State) -> None:
        teams = state[Map].teams
        teams[self.team] = replace(teams[self.team], wounded=False)


class TeamLost(Event, frozen=True):
    """Back to its owner's reserve."""

    team: str

    def apply(self, state: State) -> None:
        del state[Map].teams[self.team]


class ChipPlaced(Event, frozen=True):
    seat: Seat
    place: Place

    def apply(self, state: State) -> None:
        buildings = state[Map].buildings
        buildings[self.place] = replace(buildings[self.place], chip=self.seat)


class ChipLost(Event, frozen=True):
    place: Place

    def apply(self, state: State) -> None:
        buildings = state[Map].buildings
        buildings[self.place] = replace(buildings[self.place], chip="")


class DieSet(Event, frozen=True):
    colour: str
    value: int

    def apply(self, state: State) -> None:
        state[Turn].dice[self.colour] = self.value


COMPONENTS: tuple[type[Component], ...] = (Map, HexSet, Bank, Track, Turn, Piles, OpenPurses, Hand, Purse, Decks)
EVENTS: tuple[type[Event], ...] = (
    Paid,
    Earned,
    CubesSpent,
    TeamArrived,
    TeamMoved,
    TeamWounded,
    TeamHealed,
    TeamLost,
    ChipPlaced,
    ChipLost,
    DieSet,
)
