"""The map as a picture: the hexes, everything on them, and where an explorer's hexes may go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TypeVar

from msgspec.structs import replace

from ....board.model import (
    BuildingView,
    Candidate,
    DieView,
    FaceView,
    Fit,
    HexMap,
    HexView,
    Phrase,
    PieceView,
    SpotView,
    ZoneView,
)
from ....kernel.base.memo import Memo
from ....kernel.engine.hexgrid import DIRECTIONS
from ....kernel.engine.model import Question, Seat, State
from ....kernel.engine.table import answers_wanted
from ..actions.exploration import LayHex, PlaceHex, placements
from ..actions.hex_draws import UrgentHex, urgent_places
from ..map.hexes import Cell
from ..map.queries import (
    controller,
    edge_of,
    ground_of,
    icon_of,
    is_abandoned,
    kind_of,
    options,
    seats,
    spots_of,
    team_kinds,
    tile_of,
)
from ..map.zones import zones_at
from ..options import LivingPlanetOptions
from ..presentation_hooks import look, tokens_beside, tokens_on, where
from ..state import LAND, Building, Hand, HexSet, Map, Place, Team, Turn, Zone
from .cache_keys import basis_of
from .style import GROUNDS, MIXED

SHOWN = (Map, HexSet, LivingPlanetOptions)
"""The components that the hexes of the map are drawn from, except for the dice that are lit."""
LAID: Memo[tuple[HexView, ...]] = Memo()
HEXES: Memo[HexView] = Memo()
Pieces = dict[Place, tuple[PieceView, ...]]
F = TypeVar("F", bound=FaceView)


def picture(state: State, reader: Seat | None) -> HexMap:
    hand = state.open(Hand, reader) if reader else None
    laid = LAID.get("laid", basis_of(state, *SHOWN), lambda: hex_views(state))
    lit = dice_to_come(state)
    return HexMap(
        hexes=tuple(lit_up(hex, lit) for hex in laid),
        colours=tuple(seats(state)),
        kinds=team_kinds(state.book),
        faces=tuple(lit_up(face_view(state, hex), lit) for hex in sorted(hand.hexes if hand else ())),
        candidates=candidates(state, reader),
        look=look(state),
        reader=reader or "",
    )


def hex_views(state: State) -> tuple[HexView, ...]:
    """Return the hexes of the map with their dice."""
    pieces = pieces_by_place(state)
    drawn = hex_view if state.book.amendments else cached_hex_view
    return tuple(drawn(state, hex, pieces) for hex in sorted(state[Map].hexes))


def cached_hex_view(state: State, hex: str, pieces: Pieces) -> HexView:
    """Return a hex of the base game, which depends on what is printed and placed on it: mostly the cached one."""
    spots = spots_of(state, hex)
    world = state[Map]
    built = [world.buildings.get(spot) for spot in spots]
    held = [pieces.get(spot) for spot in (hex, *spots)]
    printed = state.book, tile_of(state, hex), world.hexes[hex], options(state).wounded_controls
    return HEXES.get(hex, (*printed, built, held), lambda: hex_view(state, hex, pieces))


@lru_cache(4096)
def phrase(term: str, **values: int | str | tuple[str, ...]) -> Phrase:
    """Return the words for a mark; cached, because every board has the same few."""
    return Phrase(term, values)


def pieces_by_place(state: State) -> Pieces:
    out: Pieces = {}
    for name, team in sorted(state[Map].teams.items()):
        place = where(state, team.place)
        out[place] = (*out.get(place, ()), piece_view(name, team, team.place if team.place != place else None))
    return out


def piece_view(name: str, team: Team, tied: Place | None) -> PieceView:
    """Return a team, tied to its zone or to its carrier."""
    title = phrase("mark.team", team=name, kind=team.kind)
    worth, rule = (phrase("board.wounded"), phrase("rule.wounded")) if team.wounded else (None, None)
    return PieceView(
        name,
        team.seat,
        kind=team.kind,
        wounded=team.wounded,
        at=tied,
        owner=team.seat,
        title=title,
        worth=worth,
        rule=rule,
    )


def hex_view(state: State, hex: str, pieces: Pieces) -> HexView:
    q, r = map(int, state[Map].hexes[hex].at.split(","))
    return HexView(
        name=hex,
        edges="".join(edge_of(state, hex, direction) for direction in range(len(DIRECTIONS))),
        spots=tuple(spot_view(state, spot, pieces.get(spot, ())) for spot in spots_of(state, hex)),
        dice=die_views(state, hex),
        q=q,
        r=r,
        pieces=pieces.get(hex, ()),
        title=phrase("mark.hex", hex=hex),
        rule=hex_rule(state, hex),
        tokens=tokens_on(state, hex),
        zones=zone_views(state, hex, state[Map].hexes[hex].turn),
        home="start" in tile_of(state, hex).traits,
    )


def hex_rule(state: State, hex: str) -> Phrase | None:
    """Return which dice strike a hex, with what (LP-CATA-01)."""
    dice = tile_of(state, hex).dice
    kinds = tuple(dict.fromkeys(dice[die] for die in sorted(dice)))
    return phrase("rule.strikes", kinds=kinds, dice=tuple(sorted(dice))) if dice else None


def face_view(state: State, hex: str) -> FaceView:
    """Return a hex in hand, which nobody else sees."""
    return FaceView(
        name=hex,
        edges=tile_of(state, hex).edges,
        spots=tuple(spot_view(state, spot, ()) for spot in spots_of(state, hex)),
        dice=die_views(state, hex),
        private=True,
        title=phrase("mark.hex", hex=hex),
        rule=hex_rule(state, hex),
        tokens=tokens_on(state, hex),
        zones=zone_views(state, hex, 0),
    )


def zone_views(state: State, hex: str, turn: int) -> tuple[ZoneView, ...]:
    """Return the zones of a hex, each with the sides it reaches."""
    tile = tile_of(state, hex)
    return tuple(zone_view(f"{hex}.{name}", tile.edges, tile.zones[name], turn) for name in sorted(tile.zones))


def zone_view(name: Place, edges: str, zone: Zone, turn: int) -> ZoneView:
    """Return a zone; land is shown as what its edges are."""
    ground = zone.ground
    if ground == LAND and zone.edges:
        kinds = {GROUNDS.get(edges[edge], LAND) for edge in zone.edges}
        ground = kinds.pop() if len(kinds) == 1 else MIXED
    sides = tuple(sorted((edge + turn) % 6 for edge in zone.edges))
    return ZoneView(name, ground, sides, title=phrase("mark.zone", zone=name), worth=phrase(ground))


def spot_view(state: State, spot: Place, pieces: tuple[PieceView, ...]) -> SpotView:
    building = state[Map].buildings.get(spot)
    icon = icon_of(state, spot)
    hex, _, number = spot.partition(".")
    tile = tile_of(state, hex)
    return SpotView(
        spot,
        int(number),
        icon=icon,
        building=building_view(state, spot, building) if building else None,
        pieces=pieces,
        tokens=tokens_beside(state, spot),
        ground=ground_of(state, spot) if tile.grounds else "",
        zones=tuple(f"{hex}.{zone}" for zone in zones_at(state, spot)) if tile.zones else (),
        resource=icon,
        title=phrase("mark.spot", hex=hex, number=int(number)),
        worth=phrase(icon) if icon else None,
        rule=phrase("rule.free", resource=icon) if icon and not building else None,
    )


def building_view(state: State, spot: Place, building: Building) -> BuildingView:
    kind = kind_of(state, building)
    return BuildingView(
        building.kind,
        building.value,
        building.chip,
        owner=controller(state, spot) or "",
        resource=kind.makes,
        abandoned=is_abandoned(state, spot),
        wards=kind.shelters,
        title=phrase(building.kind),
        worth=building_worth(kind.makes, building.value, kind.points),
        rule=building_rule(is_abandoned(state, spot), kind.makes, kind.shelters, building.value, kind.points),
    )


@lru_cache(256)
def building_worth(makes: str, value: int, points: int) -> Phrase:
    """Return what a factory produces and when, the value of another building that has one, or its points."""
    if makes:
        return phrase("mark.makes", resource=makes, value=value)
    return phrase("mark.value", value=value) if value else phrase("mark.points", points=points)


@lru_cache(256)
def building_rule(left: bool, makes: str, shelters: str, value: int, points: int) -> Phrase | None:
    """Return what happens to an abandoned building, or what a building is good for."""
    if left:
        return phrase("rule.abandoned")
    if makes:
        return phrase("rule.makes", resource=makes, value=value, points=points)
    return phrase("rule.shelters", kind=shelters) if shelters else None


def die_views(state: State, hex: str) -> tuple[DieView, ...]:
    """Return the dice of a hex, each with the side it belongs to, if any, as the hex is turned."""
    tile = tile_of(state, hex)
    laid = state[Map].hexes.get(hex)
    sides = {die: (edge + (laid.turn if laid else 0)) % 6 for die, edge in tile.sides.items()}
    dice = sorted((die[:-1], int(die[-1]), brings, sides.get(die)) for die, brings in tile.dice.items())
    return tuple(die_view(colour, value, brings, False, side) for colour, value, brings, side in dice)


def dice_to_come(state: State) -> dict[str, int]:
    """Return the dice whose row C is still to come this turn."""
    turn = state[Turn]
    return {colour: turn.dice[colour] for colour in turn.order[turn.column :]}


def lit_up(face: F, lit: Mapping[str, int]) -> F:
    """Return the face with the dice highlighted that show what is printed on it."""
    if not any(lit.get(die.colour) == die.value for die in face.dice):
        return face
    dice = [
        die_view(die.colour, die.value, die.brings, lit.get(die.colour) == die.value, die.side) for die in face.dice
    ]
    return replace(face, dice=tuple(dice))


@lru_cache(256)
def die_view(colour: str, value: int, brings: str, lit: bool, side: int | None) -> DieView:
    title = phrase("mark.die", colour=colour, value=value)
    return DieView(colour, value, brings=brings, lit=lit, side=side, title=title, worth=phrase(brings))


def candidates(state: State, reader: Seat | None) -> tuple[Candidate, ...]:
    """Return the places for what an explorer has drawn, row by row (LP-EXPL-03)."""
    question = answers_wanted(state).get(reader) if reader else None
    fits: dict[tuple[int, int], dict[str, list[int]]] = {}
    for hex, at, turn in possible_placements(state, reader, question) if reader else ():
        q, r = map(int, at.split(","))
        fits.setdefault((r, q), {}).setdefault(hex, []).append(turn)
    return tuple(
        Candidate(number, q, r=r, fits=group_fits(fits[r, q]), private=True)
        for number, (r, q) in enumerate(sorted(fits), 1)
    )


def possible_placements(state: State, reader: Seat, question: Question | None) -> Iterator[tuple[str, Cell, int]]:
    """Yield which hex may go where, and how it may be turned there."""
    if isinstance(question, UrgentHex):
        yield from ((question.hex, at, turn) for at, turn in urgent_places(state, question.hex))
    elif isinstance(question, LayHex):
        for order in placements(state, reader, question):
            assert isinstance(order, PlaceHex)
            yield order.hex, order.at, order.turn


def group_fits(fits: dict[str, list[int]]) -> tuple[Fit, ...]:
    """Group equal turns: several grounds that an explorer can reach with one turn are one choice on the board."""
    return tuple(Fit(hex, tuple(dict.fromkeys(turns))) for hex, turns in sorted(fits.items()))
