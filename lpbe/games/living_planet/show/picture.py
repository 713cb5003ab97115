"""The map as a picture: hexes as they lie, all that is on them, and where an explorer's hexes may go."""

from __future__ import annotations

from ....board.picture import (
    BuildingDrawn,
    Candidate,
    DieDrawn,
    FaceDrawn,
    Fit,
    HexDrawn,
    Picture,
    PieceDrawn,
    SpotDrawn,
)
from ....kernel.play.rules import Seat, State
from ....kernel.play.table import answers_wanted
from ..drawing import tokens_on, where
from ..explore import LayHex, PlaceHex, placements
from ..hexes import DIRECTIONS
from ..reading import edge_of, seats, spots_of, team_kinds, tile_of
from ..state import Hand, Map, Place, Team, Turn


def picture(state: State, reader: Seat | None) -> Picture:
    hand = state.open(Hand, reader) if reader else None
    drawn = sorted(hand.hexes) if hand else []
    pieces = pieces_by_place(state)
    return Picture(
        hexes=tuple(hex_drawn(state, hex, pieces) for hex in sorted(state[Map].hexes)),
        colours=tuple(seats(state)),
        kinds=team_kinds(state.book),
        faces=tuple(face_drawn(state, hex) for hex in drawn),
        candidates=candidates(state, reader),
    )


def pieces_by_place(state: State) -> dict[Place, tuple[PieceDrawn, ...]]:
    out: dict[Place, tuple[PieceDrawn, ...]] = {}
    for name, team in sorted(state[Map].teams.items()):
        place = where(state, team.place)
        out[place] = (*out.get(place, ()), piece_drawn(name, team))
    return out


def piece_drawn(name: str, team: Team) -> PieceDrawn:
    return PieceDrawn(name, team.seat, team.kind, team.wounded)


def hex_drawn(state: State, hex: str, pieces: dict[Place, tuple[PieceDrawn, ...]]) -> HexDrawn:
    q, r = map(int, state[Map].hexes[hex].at.split(","))
    return HexDrawn(
        name=hex,
        edges="".join(edge_of(state, hex, direction) for direction in range(len(DIRECTIONS))),
        spots=tuple(spot_drawn(state, spot, pieces.get(spot, ())) for spot in spots_of(state, hex)),
        dice=dice_drawn(state, hex),
        q=q,
        r=r,
        pieces=pieces.get(hex, ()),
        tokens=tokens_on(state, hex),
    )


def face_drawn(state: State, hex: str) -> FaceDrawn:
    spots = tuple(spot_drawn(state, spot, ()) for spot in spots_of(state, hex))
    return FaceDrawn(name=hex, edges=tile_of(state, hex).edges, spots=spots, dice=dice_drawn(state, hex))


def spot_drawn(state: State, spot: Place, pieces: tuple[PieceDrawn, ...]) -> SpotDrawn:
    building = state[Map].buildings.get(spot)
    shown = BuildingDrawn(building.kind, building.value, building.chip) if building else None
    hex, _, number = spot.partition(".")
    return SpotDrawn(spot, int(number), tile_of(state, hex).spots[int(number) - 1], shown, pieces)


def dice_drawn(state: State, hex: str) -> tuple[DieDrawn, ...]:
    """Lit are the dice whose row C is still to come this turn."""
    turn = state[Turn]
    to_come = {colour: turn.dice[colour] for colour in turn.order[turn.column :]}
    dice = sorted((die[:-1], int(die[-1]), brings) for die, brings in tile_of(state, hex).dice.items())
    return tuple(DieDrawn(colour, value, brings, to_come.get(colour) == value) for colour, value, brings in dice)


def candidates(state: State, reader: Seat | None) -> tuple[Candidate, ...]:
    """LP-EXPL-03: the places for what an explorer has drawn, row by row."""
    question = answers_wanted(state).get(reader) if reader else None
    if reader is None or not isinstance(question, LayHex):
        return ()
    fits: dict[tuple[int, int], dict[str, list[int]]] = {}
    for order in placements(state, reader, question):
        assert isinstance(order, PlaceHex)
        q, r = map(int, order.at.split(","))
        fits.setdefault((r, q), {}).setdefault(order.hex, []).append(order.turn)
    return tuple(
        Candidate(number, q, r, tuple(Fit(hex, tuple(turns)) for hex, turns in sorted(fits[r, q].items())))
        for number, (r, q) in enumerate(sorted(fits), 1)
    )
