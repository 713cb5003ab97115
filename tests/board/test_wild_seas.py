"""Arboria and Aquarius on the board and beside it: all their pieces are described in both languages."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable

import pytest
from syrupy.assertion import SnapshotAssertion

from lpbe.board.labels import Pen
from lpbe.board.model import all_names, marks_on, tokens_of
from lpbe.board.svg import svg_board
from lpbe.board.text import text_board
from lpbe.games import book_of
from lpbe.games.living_planet.map.queries import team_kinds, tile_of
from lpbe.games.living_planet.presentation.board_view import picture
from lpbe.games.living_planet.presentation.panels import panels
from lpbe.games.living_planet.state import BuildingKind, Hand, Tile
from lpbe.kernel.base.wrapping import columns
from lpbe.report.replay.svg_sharing import SharedParts

from .boards import LANGUAGES, words
from .drawings import classes, draw_picture, parse_svg, things_by_name, titles, words_in
from .test_text import blocks
from .wild_seas import BOTH, seas, wild_seas

languages = pytest.mark.parametrize("lang", LANGUAGES)


def test_the_picture_among_the_examples_is_what_the_board_draws(example: Callable[[str, str], None]) -> None:
    example("board-expansions.svg", svg_board.draw_file(seas(), words()))


@languages
@pytest.mark.parametrize("ascii", [True, False])
def test_the_text_board_is_no_wider_than_a_mail(lang: str, ascii: bool) -> None:
    lines = text_board.draw(seas(), words(lang), {"RB1", "AQ15.W2"}, title="A title " * 20, ascii=ascii)
    assert max(map(columns, lines)) <= 72 and ("\n".join(lines).isascii() or not ascii)


def test_what_is_told_of_hexes_with_seas_fires_and_dams() -> None:
    seen = blocks(text_board.draw(seas(), words()))
    assert "AQ15.L1 desert (NE SW): R2 AQ15.W1 sea (E SE): RB1(R1) AQ15.W2 sea (NW W): BB1" in seen["AQ15"]
    assert ".1 Vi sea W1 reef extractor 3 (R) wall (vibranium) .2 Oi sea W2 oil platform 5 (abandoned)" in seen["AQ15"]
    assert "AQ19.W1 sea: GB1(G1!) YB1" in seen["AQ19"] and "NE [B5] R6, NW [G6] [Y4]" in seen["AQ19"]
    assert "oxygen (2 stars) FIRE driven from NE" in seen["O3"] and seen["O1"].endswith("FIRE")
    assert "sawmill 4 (Y) platform" in seen["O1"]
    assert seen["VOL"].endswith("dam (iron) NW dam (alloy) W")


@languages
def test_every_word_on_the_board_is_one_of_the_readers(lang: str) -> None:
    pen, terms = Pen(seas().look, words(lang)), words(lang).terms
    for face in seas().hexes:
        for mark in marks_on(face):
            for phrase in filter(None, (mark.title, mark.worth)):
                assert phrase.term in terms and "{" not in pen.phrase(phrase), phrase
        keys = {token.kind for token in tokens_of(face)} | {token.resource for token in tokens_of(face)}
        keys |= {zone.ground for zone in face.zones} | {spot.ground for spot in face.spots}
        keys |= {piece.kind for piece in face.pieces} | {die.brings for die in face.dice}
        assert keys - {""} <= terms.keys()


@languages
def test_the_legend_explains_every_sign(lang: str) -> None:
    pen = Pen(seas().look, words(lang))
    legend = set(words_in(parse_svg(svg_board.draw_file(seas(), words(lang)))))
    tokens = [token for face in seas().hexes for token in tokens_of(face)]
    spots = [spot for face in seas().hexes for spot in face.spots]
    named = {token.kind for token in tokens} | {spot.icon for spot in spots}
    named |= {spot.building.kind for spot in spots if spot.building} | {*seas().kinds, *seas().colours}
    grounds = {zone.ground for face in seas().hexes for zone in face.zones} | {spot.ground for spot in spots}
    terms = {pen.term(key) for key in named | grounds | {"eruption", "maelstrom"} if key and key not in makers()}
    assert terms - {pen.term("land")} <= legend | {pen.terrain(edge) for edge in "MDS"}
    assert {pen.caption(sign) for sign in ("aboard", "zone", "side", "way", "abandoned", "wounded", "lit")} <= legend
    assert words(lang).terms["terrain.S"] in legend


def makers() -> set[str]:
    """Return the buildings that are drawn with the icon of what they make."""
    spots = [spot for face in seas().hexes for spot in face.spots]
    return {spot.building.kind for spot in spots if spot.building and spot.building.resource}


@languages
def test_icons_buildings_and_terrains_of_all_modules_have_short_names_of_their_own(lang: str) -> None:
    book, terms = book_of("living-planet", BOTH), words(lang).terms
    icons = {icon for tile in book.rows_of(Tile).values() for icon in tile.spots if icon}
    for keys in (icons, book.rows_of(BuildingKind).keys()):
        shorts = [terms[f"short.{key}"] for key in keys]
        assert len(set(shorts)) == len(shorts) and all(len(short) == 2 for short in shorts)
    edges = {edge for tile in book.rows_of(Tile).values() for edge in tile.edges}
    assert all(f"{kind}.{edge}" in terms for kind in ("terrain", "glyph") for edge in edges)


def test_every_kind_of_team_and_ground_has_a_look() -> None:
    look, book = seas().look, book_of("living-planet", BOTH)
    grounds = {zone.ground for tile in book.rows_of(Tile).values() for zone in tile.zones.values()}
    grounds |= {ground for tile in book.rows_of(Tile).values() for ground in tile.grounds}
    edges = {edge for tile in book.rows_of(Tile).values() for edge in tile.edges}
    assert {*team_kinds(book)} <= look.tokens.keys() and grounds | edges <= look.patterns.keys()


def test_dice_of_a_side_face_it_however_the_hex_is_turned() -> None:
    state = wild_seas()
    for name, turn in (("AQ19", 3), ("VOL", 5)):
        (hex,) = [hex for hex in seas().hexes if hex.name == name]
        printed = tile_of(state, name).sides
        assert {f"{die.colour}{die.value}": die.side for die in hex.dice} == {
            die: (edge + turn) % 6 for die, edge in printed.items()
        }


def test_hexes_in_hand_show_stars_and_sides_before_they_are_laid() -> None:
    state = wild_seas()
    state[Hand, "red"].hexes = ["O7", "AQ16"]
    faces = {face.name: face for face in picture(state.seen_by("red"), "red").faces}
    assert [token.value for token in faces["O7"].tokens] == [1]
    assert [zone.edges for zone in faces["AQ16"].zones] == [(2, 5), (0, 1), (3, 4)]


def test_a_replay_draws_it_from_shared_marks() -> None:
    marks = SharedParts()
    one, other = (marks.add(svg_board.draw_file(seas(), words(), marked, legend=False)) for marked in (set(), {"RB1"}))
    pages = marks.svg(one) + marks.svg(other)
    shared = marks.definitions
    assert set(re.findall(r'href="#(m\w+)"', pages + shared)) == set(re.findall(r'id="(m\w+)"', shared))
    assert set(re.findall(r"url\(#(.*?)\)", shared)) <= set(re.findall(r'Gradient id="(.*?)"', shared))


def test_who_does_not_look_at_the_board_loads_none_of_it() -> None:
    code = "import sys; from lpbe.games import book_of; book_of('living-planet', ['arboria', 'aquarius']); "
    code += "print([name for name in sys.modules if name.startswith('lpbe.board') or name.endswith('board_view')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_bank_tells_the_ground_and_the_cubes_that_a_building_needs() -> None:
    (bank,) = [panel for panel in panels(wild_seas().seen_by("red"), "red", []) if panel.key == "panel.buildings"]
    tiles = {tile["building"]: tile for _, seen in bank.rows for tile in seen["value"]}
    assert tiles["oil_drill"]["where"] == [] and tiles["oil_platform"]["where"] == ["oil", "sea"]
    assert (tiles["hydro_post"]["cost"], tiles["hydro_post"]["needs"]) == (5, {"wood": 1})
    assert tiles["hydro_post"]["where"] == ["use.anywhere"]
    assert all(seen["cost"] == tile["cost"] for _, seen in bank.rows for tile in seen["value"])


def test_every_hex_is_drawn() -> None:
    things = things_by_name(draw_picture(seas(), words()))
    assert things.keys() == {name for hex in seas().hexes for name in all_names(hex)}
    assert {name for name, thing in things.items() if thing.get("data-kind") == "hex"} == {h.name for h in seas().hexes}
    assert len(drawn_bytes := svg_board.draw_board(seas(), words("fr")).encode()) <= 54_000, len(drawn_bytes)


def test_the_ground_of_a_hex_carries_what_lies_on_it() -> None:
    things = things_by_name(draw_picture(seas(), words()))
    assert {"f-orange", "wash"} <= classes(things["O1"]) and "wash" not in classes(things["O4"])
    assert {"mortar", "stones"} <= classes(things["AQ15.1"]) and "stones" not in classes(things["AQ15.2"])
    assert "pl" in classes(things["O1.2"]) and "pl" not in classes(things["O1.1"])
    assert [each for each in titles(things["VOL"]) if each.startswith("dam")] == ["dam (iron) NW", "dam (alloy) W"]
    assert {"sea", "sand"} <= classes(things["AQ15"])


def test_cargo_is_drawn_on_its_boat() -> None:
    things = things_by_name(draw_picture(seas(), words()))
    for boat, load in (("RB1", "R1"), ("GB1", "G1"), ("BB2", "BM1")):
        (x, y), (a, b) = [[float(things[name].get(f"data-{at}", "nan")) for at in "xy"] for name in (boat, load)]
        assert abs(x - a) < 12 and 5 < y - b < 30
        assert any((each.get("href") or "").endswith("p-hull") for each in things[boat].iter())


@languages
def test_the_board_in_words(lang: str, snapshot: SnapshotAssertion) -> None:
    assert "\n".join(text_board.draw(seas(), words(lang), {"RB1"}, title="Mars", ascii=lang == "en")) == snapshot
