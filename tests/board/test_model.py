"""Pictures of Living Planet: what a reader sees of it, and where an explorer's hexes may go."""

from __future__ import annotations

import re
import subprocess
import sys

import msgspec
import pytest
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from lpbe.board.labels import Pen
from lpbe.board.model import (
    BuildingView,
    Candidate,
    Chart,
    DieView,
    FaceView,
    HexMap,
    HexView,
    Look,
    Mark,
    Phrase,
    Picture,
    PieceView,
    SpotView,
    TileView,
    TokenView,
    ZoneView,
    marks_on,
)
from lpbe.board.queries import changed_names
from lpbe.board.svg import svg_board
from lpbe.board.svg.shapes import escape_xml
from lpbe.games.living_planet.actions.exploration import PlaceHex
from lpbe.games.living_planet.map.queries import controller, is_abandoned, kind_of
from lpbe.games.living_planet.presentation.board_view import picture
from lpbe.games.living_planet.state import Hand, Map
from lpbe.kernel.content import packs
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.table import answers_wanted

from ..living_planet.positions import position
from .boards import LANGUAGES, all_states, explorers, exploring_state, full, public, words
from .worlds import world

PIECE, TOKEN = PieceView("P1", "red", "x"), TokenView("x")
HUT, DIE = BuildingView("hut"), DieView("red", 1, "rain")
SPOT = SpotView("X1.1", 1)


def a_hex(*, spot: SpotView = SPOT, die: DieView = DIE, piece: PieceView = PIECE) -> HexView:
    return HexView(name="X1", edges="WWWWWW", q=0, r=0, spots=(spot,), dice=(die,), pieces=(piece,), tokens=(TOKEN,))


def all_marks(value: object) -> list[Mark]:
    """Return every mark anywhere in a description, found without its help."""
    if isinstance(value, tuple):
        return [mark for item in value for mark in all_marks(item)]
    if not isinstance(value, Struct):
        return []
    below = [mark for name in value.__struct_fields__ for mark in all_marks(getattr(value, name))]
    return [value, *below] if isinstance(value, Mark) else below


def public_part(value: object) -> object:
    """Plain data without whatever is marked as private."""
    if isinstance(value, dict):
        return {key: public_part(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [public_part(item) for item in value if not (isinstance(item, dict) and item.get("private"))]
    return value


def pictures() -> list[Picture]:
    return [*map(public, all_states()), *(picture(state, seat) for state, seat in explorers()), world("human-1")]


def test_the_places_are_those_of_the_legal_orders() -> None:
    for state, seat in explorers():
        orders = list(legality.legal_orders(state, answers_wanted(state)[seat], seat))
        legal = {(order.at, order.hex, order.turn) for order in orders if isinstance(order, PlaceHex)}
        places = picture(state, seat).candidates
        shown = {(f"{p.q},{p.r}", fit.hex, turn) for p in places for fit in p.fits for turn in fit.turns}
        assert shown == legal


def test_places_are_numbered_row_by_row() -> None:
    places = picture(exploring_state(), "red").candidates
    assert [place.number for place in places] == list(range(1, len(places) + 1))
    assert [(place.r, place.q) for place in places] == sorted((place.r, place.q) for place in places)
    assert len(places) == 5


def test_only_the_explorer_sees_what_was_drawn() -> None:
    for state, seat in explorers():
        assert [face.name for face in picture(state, seat).faces] == sorted(state[Hand, seat].hexes)
        board = picture(state.seen_by(None), None)
        assert board.faces == () and board.candidates == ()


def test_another_seat_sees_no_places() -> None:
    state, seat = explorers()[0]
    other = next(name for name in picture(state, seat).colours if name != seat)
    board = picture(state.seen_by(None), other)
    assert board.faces == () and board.candidates == ()


def test_changed_is_what_the_events_name() -> None:
    events = [
        {"event": "team-moved", "team": "RM1", "place": "H02.1"},
        {"event": "hexes-triggered", "hexes": ["H05", "H99"], "colour": "red"},
        {"event": "moved", "steps": {"R1": [["H03"]]}},
    ]
    assert changed_names(public(full()), events) == {"RM1", "H02.1", "H05", "R1", "H03"}


def test_who_does_not_look_at_the_board_does_not_load_it() -> None:
    code = "import sys; from lpbe.games import game_of; game_of('living-planet'); print('lpbe.board' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_picture_knows_all_its_marks() -> None:
    for board in pictures():
        tops = (*board.hexes, *board.faces, *board.candidates) if isinstance(board, HexMap) else board.tiles
        assert sorted(id(part) for mark in tops for part in marks_on(mark)) == sorted(map(id, all_marks(board)))
    full_spot = SpotView("X1.1", 1, "", HUT, (PIECE,), (TOKEN,))
    whole = HexMap(
        (a_hex(spot=full_spot),),
        faces=(FaceView(name="X2", edges="WWWWWW", zones=(ZoneView("X2.L1", "sand"),)),),
        candidates=(Candidate(1, 0, 1),),
    )
    kinds = {type(mark) for top in (*whole.hexes, *whole.faces, *whole.candidates) for mark in marks_on(top)}
    assert kinds | {TileView} == {*Mark.__subclasses__(), HexView}


@pytest.mark.parametrize(
    "board",
    [
        HexMap((a_hex(spot=SpotView("X1.1", 1, private=True)),)),
        HexMap((a_hex(spot=SpotView("X1.1", 1, "", BuildingView("hut", private=True))),)),
        HexMap((a_hex(spot=SpotView("X1.1", 1, pieces=(PieceView("P2", "red", "x", private=True),))),)),
        HexMap((a_hex(spot=SpotView("X1.1", 1, tokens=(TokenView("x", private=True),))),)),
        HexMap((a_hex(die=DieView("red", 1, "rain", private=True)),)),
        HexMap((a_hex(piece=PieceView("P1", "red", "x", private=True)),)),
        HexMap((HexView(name="X1", edges="WWWWWW", q=0, r=0, private=True),)),
        HexMap((HexView(name="X1", edges="WWWWWW", q=0, r=0, tokens=(TokenView("x", private=True),)),)),
        HexMap((), faces=(FaceView(name="X1", edges="WWWWWW", private=True),)),
        HexMap((), faces=(FaceView(name="X1", edges="WWWWWW", zones=(ZoneView("X1.L1", "sand", private=True),)),)),
        HexMap((), candidates=(Candidate(1, 0, 0, private=True),)),
        Chart((TileView("A1", 0, 0, "sea", private=True),)),
        Chart((TileView("A1", 0, 0, "sea", (TokenView("x", private=True),)),)),
    ],
)
def test_one_private_mark_anywhere_makes_a_picture_private(board: Picture) -> None:
    assert board.private


def test_a_picture_without_a_private_mark_is_nobodys_secret() -> None:
    assert not HexMap((a_hex(),), faces=(FaceView(name="X1", edges="WWWWWW"),)).private
    assert not Chart((TileView("A1", 0, 0, "sea", (TOKEN,)),)).private
    assert not any(public(state).private for state in all_states())


def test_without_its_private_marks_a_picture_is_what_everybody_sees() -> None:
    for state, seat in explorers():
        own, shared = picture(state, seat), picture(state.seen_by(None), None)
        assert own.private and not shared.private
        assert own.reader == seat
        assert public_part(to_builtins(replace(own, reader=""))) == public_part(to_builtins(shared))


def rich() -> HexMap:
    """Return all that a description may say."""
    wall = PieceView("W1", "red", "wall", at="X1.1", owner="red", title=Phrase("wall", {"height": 2}))
    dam = PieceView("D1", "blue", "dam", at=3, threatened=True, worth=Phrase("strong"))
    hut = BuildingView("hut", 3, "red", owner="red", resource="oil", abandoned=True)
    lava = TokenView("lava", 2, 1, 4, name="L1", private=True)
    spot = SpotView("X1.1", 1, "oil", hut, (wall,), (lava,), "sand", ("X1.L1",))
    hex = HexView(name="X1", edges="WWWWWW", q=0, r=0, spots=(spot,), dice=(DieView("red", 6, "rain", side=2),))
    zones = (ZoneView("X1.L1", "sand", (0, 1)), ZoneView("X1.W1", "sea"))
    return HexMap((msgspec.structs.replace(hex, pieces=(dam,), zones=zones),), look=Look(width=900))


def test_a_picture_is_plain_data_that_says_its_kind() -> None:
    for board in (*pictures(), rich()):
        again = msgspec.json.decode(msgspec.json.encode(board), type=Picture)
        assert again == board and type(again) is type(board)


def test_buildings_say_whose_they_are_what_they_make_and_whether_they_are_abandoned() -> None:
    state = full()
    drawn = {spot.name: spot.building for hex in public(state).hexes for spot in hex.spots if spot.building}
    assert drawn.keys() == state[Map].buildings.keys()
    for spot, building in drawn.items():
        assert building.owner == (controller(state, spot) or "")
        assert building.resource == kind_of(state, state[Map].buildings[spot]).makes
        assert building.abandoned == is_abandoned(state, spot)
    assert {building.abandoned for building in drawn.values()} == {True, False}
    assert {bool(building.owner) for building in drawn.values()} == {True, False}


def test_a_building_with_only_a_wounded_team_is_nobodys_but_not_abandoned() -> None:
    given = {
        "map": {
            "buildings": {"A.1": {"chip": False}},
            "teams": {"R1": {"seat": "red", "place": "A.1", "wounded": True}},
        }
    }
    (spot,) = [spot for hex in public(position(given).state).hexes for spot in hex.spots if spot.name == "A.1"]
    assert spot.building and not spot.building.owner and not spot.building.abandoned


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_mark_on_the_map_has_a_name_and_its_value_in_words(lang: str) -> None:
    for board in (public(full()), picture(exploring_state(), "red")):
        pen = Pen(board.look, words(lang))
        for mark in (part for top in (*board.hexes, *board.faces) for part in marks_on(top)):
            assert mark.title, mark
            for phrase in filter(None, (mark.title, mark.worth)):
                seen = pen.phrase(phrase)
                assert phrase.term in words(lang).terms and "{" not in seen and "nothing" not in seen, (mark, seen)


def test_what_marks_are_called() -> None:
    pen = Pen(public(full()).look, words())
    titles = {pen.phrase(phrase) for mark in all_marks(public(full())) for phrase in (mark.title, mark.worth) if phrase}
    assert {"hex H02", "spot 1 of H02", "R1, scientist", "die Red 3", "tornado", "wounded"} <= titles
    assert pen.phrase(Phrase("mark.makes", {"resource": "oil", "value": 3})) == "oil, on a 3"
    assert pen.phrase(Phrase("mark.points", {"points": 1})) == "1 point"
    values = {
        pen.phrase(mark.worth) for mark in all_marks(public(full())) if isinstance(mark, BuildingView) and mark.worth
    }
    assert any(value.startswith("value ") for value in values) and any("on a" in value for value in values)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_points_at_something_reads_its_rule_in_words_with_the_clause(lang: str) -> None:
    known = packs.clauses("living-planet").keys() | packs.clauses("planet-2116").keys()
    pen = Pen(public(full()).look, words(lang))
    rules = {pen.phrase(mark.rule) for mark in all_marks(public(full())) if mark.rule}
    assert len(rules) > 5 and all("{" not in rule for rule in rules)
    seen = [re.findall(r"\b(?:LP|2116)-[A-Z]+-\d\d|\bG-\d\d", rule) for rule in (*rules, *world_rules(lang))]
    assert all(seen) and {clause for some in seen for clause in some} <= known
    drawn = svg_board.draw_file(public(full()), words(lang))
    assert sum(escape_xml(rule) in drawn.replace("\u00a0", " ") for rule in rules) > 5


def world_rules(lang: str) -> list[str]:
    return [seen for key, seen in packs.words("planet-2116", lang).terms.items() if key.startswith("rule.")]
