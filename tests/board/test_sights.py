"""Zones, boats, fires, dams, walls, platforms and dice of one side: drawn and described, without overlaps."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from lpbe.board.labels import Pen, dice_label, token_label, zone_label
from lpbe.board.model import HexMap, HexView, Look, PieceView, TokenView, ZoneView
from lpbe.board.queries import needs_zone_labels
from lpbe.board.svg import svg_board
from lpbe.board.svg.hex_ground import central_zone, edge_runs
from lpbe.board.text import text_board
from lpbe.games.living_planet.presentation.board_view import picture
from lpbe.games.living_planet.state import Hand
from lpbe.kernel.base.wrapping import columns
from lpbe.report.replay.svg_sharing import SharedParts

from ..living_planet.extensions.sights import sights_state, words
from .boards import LANGUAGES, full, letter, public
from .boards import words as base_words
from .drawings import Element, classes, layer, parse_svg, texts, things_by_name, words_in
from .drawings import draw_picture as drawing
from .drawings import titles as all_titles
from .test_text import blocks

languages = pytest.mark.parametrize("lang", LANGUAGES)
SEA = HexView(name="X1", edges="SSSDDD", q=0, r=0, zones=(ZoneView("X1.W1", "sea", (0, 1, 2)),))


@cache
def board() -> HexMap:
    return picture(sights_state().seen_by(None), None)


def draw_sights(lang: str = "en") -> dict[str, Element]:
    return things_by_name(drawing(board(), words(lang)))


def count_texts(group: Element) -> Counter[str]:
    return Counter(words_in(group))


def titles(group: Element) -> list[str]:
    return all_titles(group)[1:]


@languages
def test_every_zone_is_called_as_it_is_typed(lang: str) -> None:
    answer, groups = blocks(text_board.draw(board(), words(lang))), draw_sights(lang)
    for hex in board().hexes:
        for zone in hex.zones:
            assert f" {zone.name} {words(lang).terms[zone.ground]} " in f"{answer[hex.name]} ".replace(
                " : ", " "
            ).replace(": ", " ")
            assert groups[zone.name].get("data-kind") == "zone"
    assert {len(hex.zones) for hex in board().hexes} == {0, 1, 2, 3}


def test_each_shore_bears_the_name_of_its_zone() -> None:
    assert count_texts(draw_sights()["Z15.L1"])["L1"] in (1, 2) and not count_texts(draw_sights()["Z00.W1"])
    two = replace(SEA, edges="SSSSSS", zones=(*SEA.zones, ZoneView("X1.W2", "sea", (3, 4, 5))))
    assert needs_zone_labels(two) and not needs_zone_labels(replace(two, zones=(*SEA.zones, ZoneView("X1.W2", "sea"))))
    names = things_by_name(drawing(HexMap((two,)), words()))
    assert [words_in(names[zone]) for zone in ("X1.W1", "X1.W2")] == [["W1"], ["W2"]]


def test_teams_are_told_in_their_zone_and_cargo_on_its_boat() -> None:
    answer = blocks(text_board.draw(board(), words()))
    assert "Z15.L1 desert (NW SE): B1 Z15.W1 sea (E NE): RB1(R1) Z15.W2 sea (W SW): BB1" in answer["Z15"]
    assert "MAE.W1 sea: BB2(B2!) YB1" in answer["MAE"] and "outside" not in answer["MAE"]
    marked = blocks(text_board.draw(board(), words(), {"R1", "Z15.W2"}))
    assert "RB1(*R1)" in marked["Z15"] and "*Z15.W2" in marked["Z15"]


def test_a_lake_is_enclosed_and_an_isthmus_holds_the_middle() -> None:
    answer = blocks(text_board.draw(board(), words()))
    assert answer["Z20"].endswith("Z20.W1 sea (no edge)")
    lakes = {name for name, thing in draw_sights().items() if any(each.tag == "ellipse" for each in thing)}
    assert lakes == {"Z20.W1", "Z00.L1", "Z05.L1"}
    for name, middle in (("Z15", "Z15.L1"), ("Z17", "Z17.W1"), ("Z18", "Z18.L1"), ("Z00", "Z00.W1")):
        (hex,) = [hex for hex in board().hexes if hex.name == name]
        assert central_zone(hex.zones).name == middle


def test_stretches_of_edges() -> None:
    assert edge_runs((0, 1, 5)) == [(5, 3)] and edge_runs((0, 3)) == [(0, 1), (3, 1)] and edge_runs(()) == []
    assert edge_runs((0, 1, 2, 3, 4, 5)) == [(0, 6)] and edge_runs((0, 2, 4)) == [(0, 1), (2, 1), (4, 1)]


def test_dice_of_one_side_are_told_and_drawn_at_it() -> None:
    answer = blocks(text_board.draw(board(), words()))
    assert "maelstrom: E [G4] Y4, NE B6 R6, NW G6 Y6, W B5 R5, SW G5 Y5, SE B4 R4" in answer["MAE"]
    at = {each.text: each for each in texts(draw_sights()["MAE"])}
    assert at["R6"].left > at["MAE"].left and at["R6"].bottom < at["MAE"].top
    assert at["B5"].right < at["MAE"].left and at["R4"].top > at["MAE"].bottom


def test_the_side_turns_with_the_hex() -> None:
    (hex,) = [hex for hex in board().hexes if hex.name == "MAE"]
    sides = {(die.colour, die.value): die.side for die in hex.dice}
    assert sides["red", 6] == sides["blue", 6] == 1 and sides["green", 4] == 0 and set(sides.values()) == {*range(6)}


def test_dice_that_bring_different_things_stand_apart() -> None:
    answer, at = blocks(text_board.draw(board(), words())), {each.text: each for each in texts(draw_sights()["K1"])}
    assert "[B1] R6 fire, G3 flood, [Y2] tornado" in answer["K1"]
    assert at["B1"].right <= at["R6"].left and at["B1"].top == at["R6"].top < at["G3"].top == at["Y2"].top
    assert {"fire", "flood", "tornado"} <= set(titles(draw_sights()["K1"]))


@languages
def test_what_lies_on_edges_hexes_and_spots_is_told_and_drawn(lang: str) -> None:
    answer, groups, terms = blocks(text_board.draw(board(), words(lang))), draw_sights(lang), words(lang).terms
    sides = terms["board.sides"].split()
    dams = [f"{terms['dam']} ({terms['iron']}) {sides[1]}", f"{terms['dam']} ({terms['vibranium']}) {sides[4]}"]
    assert " ".join(dams) in answer["VOL"] and set(dams) <= set(titles(groups["VOL"]))
    fire = f"{terms['fire']} {terms['board.way']} {sides[3]}"
    assert fire in answer["K1"] and fire in titles(groups["K1"]) and terms["fire"] in titles(groups["K2"])
    assert f"{terms['stars']} 2" in answer["K1"]
    wall = f"{terms['wall']} ({terms['vibranium']})"
    assert f"(R) {wall} " in answer["Z15"] and wall in titles(groups["Z15"])
    assert f"({letter(words(lang), 'yellow')}) {terms['platform']} " in answer["K1"] and terms["platform"] in titles(
        groups["K1"]
    )


def test_a_fire_that_was_driven_has_an_arrow_at_the_side_it_came_over() -> None:
    calm = replace(board(), hexes=tuple(quiet(hex) for hex in board().hexes))
    before, after = (svg_board.draw_board(each, words()).count("<polygon") for each in (calm, board()))
    assert after == before + 1


def quiet(hex: HexView) -> HexView:
    return replace(hex, tokens=tuple(replace(token, way=None) for token in hex.tokens))


def test_abandoned_buildings_are_told_plainly() -> None:
    answer = blocks(text_board.draw(board(), words()))
    assert "oil drill 5 (abandoned)" in answer["K2"] and "earthquake shelter (abandoned)" in answer["Z15"]
    assert "abandoned" not in answer["Z17"]  # somebody wounded is in there
    assert any(", abandoned: anyone who moves in takes it" in title for title in titles(draw_sights()["K2"]))
    assert "(abandoned)" in "\n".join(text_board.draw(public(full()), base_words()))


@languages
@pytest.mark.parametrize("ascii", [True, False])
def test_no_line_is_wider_than_a_mail(lang: str, ascii: bool) -> None:
    lines = text_board.draw(board(), words(lang), {"RB1", "Z15.W2"}, title="A title " * 20, ascii=ascii)
    assert max(map(columns, lines)) <= 72 and ("\n".join(lines).isascii() or not ascii)


def test_signs_on_the_text_map() -> None:
    (top, *_), rich = text_board.draw(board(), words(), ascii=True), "\n".join(text_board.draw(board(), words()))
    assert top.split() == ["S", "S", "S", "S"]
    assert "K1▴" in rich and "K2▴" in rich and rich.count("▬") == 3  # two dams and the legend
    assert "RB1(R1)" in rich and " B:2 R:2 " in rich


def test_on_the_smallest_map_long_names_lose_their_beginning_alone() -> None:
    wide = HexMap(tuple(replace(SEA, name=f"AQ{n:02}", q=n, zones=()) for n in range(12)))
    drawn = "\n".join(text_board.draw(wide, words())).split("\n\n")[0]
    assert all(f"Q{n:02}" in drawn for n in range(12))


@languages
def test_the_legend_explains_every_sign(lang: str) -> None:
    legend, terms = set(words_in(parse_svg(svg_board.draw_file(board(), words(lang))))), words(lang).terms
    kinds = {token.kind for hex in board().hexes for token in (*hex.tokens, *(t for s in hex.spots for t in s.tokens))}
    grounds = {zone.ground for hex in board().hexes for zone in hex.zones} | {
        s.ground for h in board().hexes for s in h.spots
    }
    grounds |= {die.brings for hex in board().hexes for die in hex.dice if die.side is not None}
    signs = {terms[f"board.{sign}"] for sign in ("aboard", "zone", "side", "way")} | {terms["mark.abandoned"]}
    named = {each.split(" ", 1)[-1] for each in legend} | legend
    assert {terms[each] for each in kinds | (grounds - {""})} | signs | {terms["boat"], terms["terrain.S"]} <= named


def test_a_replay_draws_it_from_shared_marks() -> None:
    marks = SharedParts()
    one, other = (
        marks.add(svg_board.draw_file(board(), words(), marked, legend=False)) for marked in (set(), {"Z15.W2"})
    )
    pages = marks.svg(one) + marks.svg(other)
    shared = marks.definitions
    assert set(re.findall(r'href="#(m\w+)"', pages + shared)) == set(re.findall(r'id="(m\w+)"', shared))
    assert set(re.findall(r"url\(#(.*?)\)", shared)) <= set(re.findall(r'Gradient id="(.*?)"', shared))
    answer = re.findall(r"<title>(.*?)</title>", shared + pages)
    spot = "Z15.1, spot 1 of Z15, vibranium: turbine, Red, electricity, on a 3"
    assert "dam (iron) NE" in answer and any(title.startswith(f"{spot}: a cube whenever") for title in answer)


def test_what_has_changed_in_a_zone_is_marked() -> None:
    things = things_by_name(drawing(board(), words(), {"Z15.W2"}))
    assert "chg" in classes(things["Z15.W2"]) and "chg" not in classes(things["Z15.W1"])


def test_a_crowd_in_one_zone_is_drawn_whole() -> None:
    fleet = tuple(PieceView(f"P{n}", "pink", "boat", at="X1.W1") for n in range(24))
    crew = tuple(PieceView(f"C{n}", "pink", "x", at=f"P{n}") for n in range(24))
    others = (PieceView("Q1", "pink", "x", at="X1.L1"), PieceView("Z1", "pink", "x"))
    hex = replace(SEA, zones=(*SEA.zones, ZoneView("X1.L1", "sand", (3, 4, 5))), pieces=(*fleet, *crew, *others))
    assert {piece.name for piece in hex.pieces} == things_by_name(
        layer(drawing(HexMap((hex,)), words()), "pieces")
    ).keys()


def test_cargo_is_drawn_where_there_are_no_zones_too() -> None:
    pieces = PieceView("P1", "pink", "cart"), PieceView("C1", "pink", "x", at="P1")
    lone = HexMap((replace(SEA, zones=(), pieces=pieces),))
    assert {"P1", "C1"} <= things_by_name(drawing(lone, words())).keys()
    assert "outside: P1(C1)" in blocks(text_board.draw(lone, words()))["X1"]


def test_a_piece_at_an_edge_is_told_and_drawn_there() -> None:
    guard, other = PieceView("P1", "pink", "guard", at=3), PieceView("P2", "pink", "guard")
    board = HexMap((replace(SEA, zones=(), pieces=(guard, other)),))
    assert blocks(text_board.draw(board, words()))["X1"].endswith("P1 guard W outside: P2")
    things = things_by_name(drawing(board, words()))
    assert float(things["P1"].get("data-x", "nan")) < float(things["P2"].get("data-x", "nan")) - 50


def test_without_words_sides_and_ways_are_told_all_the_same() -> None:
    pen = Pen(Look(), replace(words(), terms={}))
    token = TokenView("fire", at=2, way=5)
    assert token_label(pen, token) == "fire NW < SE"
    assert zone_label(pen, ZoneView("X1.W1", "sea", (0, 5)), ()) == "X1.W1 sea (E SE)"
    assert dice_label(pen, replace(SEA, dice=())) == ""


def test_a_hex_in_hand_shows_its_zones_as_they_are_printed() -> None:
    state = sights_state()
    state[Hand, "red"].hexes = ["Z15", "MAE"]
    world = state.seen_by("red")
    faces = {face.name: face for face in picture(world, "red").faces}
    assert [zone.edges for zone in faces["Z15"].zones] == [(2, 5), (0, 1), (3, 4)]
    assert {die.side for die in faces["MAE"].dice} == {*range(6)}


@languages
def test_the_board_of_all_that_there_is(lang: str, snapshot: SnapshotAssertion) -> None:
    assert "\n".join(text_board.draw(board(), words(lang), {"RB1"}, title="Mars", ascii=lang == "en")) == snapshot
