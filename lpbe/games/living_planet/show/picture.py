"""The map as a picture: hexes as they lie, all that is on them, and where an explorer's hexes may go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TypeVar

from msgspec.structs import replace

from ....board.picture import (
    BuildingDrawn,
    Candidate,
    DieDrawn,
    FaceDrawn,
    Fit,
    HexDrawn,
    HexMap,
    Phrase,
    PieceDrawn,
    SpotDrawn,
    ZoneDrawn,
)
from ....kernel.base.kept import Kept
from ....kernel.play.rules import Question, Seat, State
from ....kernel.play.table import answers_wanted
from ..draw import UrgentHex, urgent_places
from ..drawing import look, tokens_beside, tokens_on, where
from ..explore import LayHex, PlaceHex, placements
from ..hexes import DIRECTIONS, Cell
from ..options import LivingPlanetOptions
from ..reading import (
    abandoned,
    controller,
    edge_of,
    ground_of,
    icon_of,
    kind_of,
    options,
    seats,
    spots_of,
    team_kinds,
    tile_of,
)
from ..state import LAND, Building, Hand, HexSet, Map, Place, Team, Turn, Zone
from ..zones import zones_at
from .basis import basis_of
from .looks import GROUNDS, MIXED

SHOWN = (Map, HexSet, LivingPlanetOptions)
"""What the hexes of the map are drawn from, but for the dice that are lit."""
LAID: Kept[tuple[HexDrawn, ...]] = Kept()
HEXES: Kept[HexDrawn] = Kept()
Pieces = dict[Place, tuple[PieceDrawn, ...]]
F = TypeVar("F", bound=FaceDrawn)


def picture(state: State, reader: Seat | None) -> HexMap:
    hand = state.open(Hand, reader) if reader else None
    laid, lit = LAID.of("laid", basis_of(state, *SHOWN), lambda: hexes_drawn(state)), dice_to_come(state)
    return HexMap(
        hexes=tuple(lit_up(hex, lit) for hex in laid),
        colours=tuple(seats(state)),
        kinds=team_kinds(state.book),
        faces=tuple(lit_up(face_drawn(state, hex), lit) for hex in sorted(hand.hexes if hand else ())),
        candidates=candidates(state, reader),
        look=look(state),
    )


def hexes_drawn(state: State) -> tuple[HexDrawn, ...]:
    """The hexes of the map with their dice out."""
    pieces = pieces_by_place(state)
    drawn = hex_drawn if state.book.amendments else hex_kept
    return tuple(drawn(state, hex, pieces) for hex in sorted(state[Map].hexes))


def hex_kept(state: State, hex: str, pieces: Pieces) -> HexDrawn:
    """A hex of the base alone hangs on what is printed, stands and lies on it: mostly it is the last one."""
    spots, world = spots_of(state, hex), state[Map]
    built, held = [world.buildings.get(spot) for spot in spots], [pieces.get(spot) for spot in (hex, *spots)]
    printed = state.book, tile_of(state, hex), world.hexes[hex], options(state).wounded_controls
    return HEXES.of(hex, (*printed, built, held), lambda: hex_drawn(state, hex, pieces))


@lru_cache(4096)
def phrase(term: str, **values: int | str | tuple[str, ...]) -> Phrase:
    """Words for a mark: there are few of them, and every board has them all again."""
    return Phrase(term, values)


def pieces_by_place(state: State) -> Pieces:
    out: Pieces = {}
    for name, team in sorted(state[Map].teams.items()):
        place = where(state, team.place)
        out[place] = (*out.get(place, ()), piece_drawn(name, team, team.place if team.place != place else None))
    return out


def piece_drawn(name: str, team: Team, tied: Place | None) -> PieceDrawn:
    """A team; tied to its zone or to who carries it."""
    title = phrase("mark.team", team=name, kind=team.kind)
    worth, rule = (phrase("board.wounded"), phrase("rule.wounded")) if team.wounded else (None, None)
    return PieceDrawn(
        name, team.seat, team.kind, team.wounded, tied, owner=team.seat, title=title, worth=worth, rule=rule
    )


def hex_drawn(state: State, hex: str, pieces: Pieces) -> HexDrawn:
    q, r = map(int, state[Map].hexes[hex].at.split(","))
    return HexDrawn(
        name=hex,
        edges="".join(edge_of(state, hex, direction) for direction in range(len(DIRECTIONS))),
        spots=tuple(spot_drawn(state, spot, pieces.get(spot, ())) for spot in spots_of(state, hex)),
        dice=dice_drawn(state, hex),
        q=q,
        r=r,
        pieces=pieces.get(hex, ()),
        title=phrase("mark.hex", hex=hex),
        rule=hex_rule(state, hex),
        tokens=tokens_on(state, hex),
        zones=zones_drawn(state, hex, state[Map].hexes[hex].turn),
    )


def hex_rule(state: State, hex: str) -> Phrase | None:
    """LP-CATA-01: which dice strike it, with what."""
    dice = tile_of(state, hex).dice
    kinds = tuple(dict.fromkeys(dice[die] for die in sorted(dice)))
    return phrase("rule.strikes", kinds=kinds, dice=tuple(sorted(dice))) if dice else None


def face_drawn(state: State, hex: str) -> FaceDrawn:
    """A hex in hand, which nobody else sees."""
    return FaceDrawn(
        name=hex,
        edges=tile_of(state, hex).edges,
        spots=tuple(spot_drawn(state, spot, ()) for spot in spots_of(state, hex)),
        dice=dice_drawn(state, hex),
        private=True,
        title=phrase("mark.hex", hex=hex),
        rule=hex_rule(state, hex),
        tokens=tokens_on(state, hex),
        zones=zones_drawn(state, hex, 0),
    )


def zones_drawn(state: State, hex: str, turn: int) -> tuple[ZoneDrawn, ...]:
    """The zones of a hex, each with the sides it reaches."""
    tile = tile_of(state, hex)
    return tuple(zone_drawn(f"{hex}.{name}", tile.edges, tile.zones[name], turn) for name in sorted(tile.zones))


def zone_drawn(name: Place, edges: str, zone: Zone, turn: int) -> ZoneDrawn:
    """Land is shown as what its edges are."""
    ground = zone.ground
    if ground == LAND and zone.edges:
        kinds = {GROUNDS.get(edges[edge], LAND) for edge in zone.edges}
        ground = kinds.pop() if len(kinds) == 1 else MIXED
    sides = tuple(sorted((edge + turn) % 6 for edge in zone.edges))
    return ZoneDrawn(name, ground, sides, title=phrase("mark.zone", zone=name), worth=phrase(ground))


def spot_drawn(state: State, spot: Place, pieces: tuple[PieceDrawn, ...]) -> SpotDrawn:
    building, icon = state[Map].buildings.get(spot), icon_of(state, spot)
    hex, _, number = spot.partition(".")
    tile = tile_of(state, hex)
    return SpotDrawn(
        spot,
        int(number),
        icon,
        building_drawn(state, spot, building) if building else None,
        pieces,
        tokens_beside(state, spot),
        ground_of(state, spot) if tile.grounds else "",
        tuple(f"{hex}.{zone}" for zone in zones_at(state, spot)) if tile.zones else (),
        resource=icon,
        title=phrase("mark.spot", hex=hex, number=int(number)),
        worth=phrase(icon) if icon else None,
        rule=phrase("rule.free", resource=icon) if icon and not building else None,
    )


def building_drawn(state: State, spot: Place, building: Building) -> BuildingDrawn:
    kind = kind_of(state, building)
    return BuildingDrawn(
        building.kind,
        building.value,
        building.chip,
        owner=controller(state, spot) or "",
        resource=kind.makes,
        abandoned=abandoned(state, spot),
        title=phrase(building.kind),
        worth=building_worth(kind.makes, building.value, kind.points),
        rule=building_rule(abandoned(state, spot), kind.makes, kind.shelters, building.value, kind.points),
    )


@lru_cache(256)
def building_worth(makes: str, value: int, points: int) -> Phrase:
    """What a factory produces and when; the value of another building that has one; else what it scores."""
    if makes:
        return phrase("mark.makes", resource=makes, value=value)
    return phrase("mark.value", value=value) if value else phrase("mark.points", points=points)


@lru_cache(256)
def building_rule(left: bool, makes: str, shelters: str, value: int, points: int) -> Phrase | None:
    """What befalls a building that is abandoned; else what it is good for."""
    if left:
        return phrase("rule.abandoned")
    if makes:
        return phrase("rule.makes", resource=makes, value=value, points=points)
    return phrase("rule.shelters", kind=shelters) if shelters else None


def dice_drawn(state: State, hex: str) -> tuple[DieDrawn, ...]:
    """The dice of a hex, each with the side it belongs to, if any, as the hex lies."""
    tile, laid = tile_of(state, hex), state[Map].hexes.get(hex)
    sides = {die: (edge + (laid.turn if laid else 0)) % 6 for die, edge in tile.sides.items()}
    dice = sorted((die[:-1], int(die[-1]), brings, sides.get(die)) for die, brings in tile.dice.items())
    return tuple(die_drawn(colour, value, brings, False, side) for colour, value, brings, side in dice)


def dice_to_come(state: State) -> dict[str, int]:
    """The dice whose row C is still to come this turn."""
    turn = state[Turn]
    return {colour: turn.dice[colour] for colour in turn.order[turn.column :]}


def lit_up(face: F, lit: Mapping[str, int]) -> F:
    """The face with the dice lit that show what is printed on it."""
    if not any(lit.get(die.colour) == die.value for die in face.dice):
        return face
    dice = [
        die_drawn(die.colour, die.value, die.brings, lit.get(die.colour) == die.value, die.side) for die in face.dice
    ]
    return replace(face, dice=tuple(dice))


@lru_cache(256)
def die_drawn(colour: str, value: int, brings: str, lit: bool, side: int | None) -> DieDrawn:
    title = phrase("mark.die", colour=colour, value=value)
    return DieDrawn(colour, value, brings, lit, side, title=title, worth=phrase(brings))


def candidates(state: State, reader: Seat | None) -> tuple[Candidate, ...]:
    """LP-EXPL-03: the places for what an explorer has drawn, row by row."""
    question = answers_wanted(state).get(reader) if reader else None
    fits: dict[tuple[int, int], dict[str, list[int]]] = {}
    for hex, at, turn in placed(state, reader, question) if reader else ():
        q, r = map(int, at.split(","))
        fits.setdefault((r, q), {}).setdefault(hex, []).append(turn)
    return tuple(
        Candidate(number, q, r, fits_drawn(fits[r, q]), private=True) for number, (r, q) in enumerate(sorted(fits), 1)
    )


def placed(state: State, reader: Seat, question: Question | None) -> Iterator[tuple[str, Cell, int]]:
    """Which hex may go where, and how it may be turned there."""
    if isinstance(question, UrgentHex):
        yield from ((question.hex, at, turn) for at, turn in urgent_places(state, question.hex))
    elif isinstance(question, LayHex):
        for order in placements(state, reader, question):
            assert isinstance(order, PlaceHex)
            yield order.hex, order.at, order.turn


def fits_drawn(fits: dict[str, list[int]]) -> tuple[Fit, ...]:
    """A hex may be turned alike for several grounds that its explorer comes to: that is one way for the board."""
    return tuple(Fit(hex, tuple(dict.fromkeys(turns))) for hex, turns in sorted(fits.items()))
