"""Games decide how things look: letters, colours, patterns, shapes and legend, with defaults."""

from __future__ import annotations

import re

from msgspec.structs import replace

from lpbe.board.labels import Pen
from lpbe.board.model import BuildingView, HexMap, HexView, Look, PieceView, SpotView, TokenView
from lpbe.board.svg import svg_board
from lpbe.board.svg.chips import CHIPS, outline
from lpbe.board.svg.hex_ground import DEFAULT_PATTERNS, PATTERNS, pattern_of
from lpbe.board.svg.hex_pieces import SHAPES
from lpbe.board.text import text_board
from lpbe.kernel.content import packs
from lpbe.kernel.content.packs import Words

from .boards import full, public
from .boards import words as words_of_living_planet
from .drawings import classes, draw_picture, parse_svg, things_by_name, words_in


def words(**terms: str) -> Words:
    """Return the words of a game that has none for boards."""
    base = packs.words("pebbles", "en")
    return replace(base, terms=base.terms | {key.replace("_", "."): term for key, term in terms.items()})


def hex_of(pieces: tuple[PieceView, ...] = (), spots: tuple[SpotView, ...] = ()) -> HexView:
    return HexView(name="X1", edges="WWWWWW", q=0, r=0, pieces=pieces, spots=spots)


def bands(document: str) -> set[str]:
    """Return the patterns of the edges."""
    return set(re.findall(r'<g id="b-([a-z]+)\d">', document))


def test_another_terrain_changes_no_other() -> None:
    state = public(full())
    sea = HexView(name="S1", edges="ASSSSZ", q=9, r=0)
    before = bands(svg_board.draw_board(state, words_of_living_planet()))
    after = bands(svg_board.draw_board(replace(state, hexes=(*state.hexes, sea)), words_of_living_planet()))
    assert before == {"hills", "dots"} < after


def test_a_pattern_hangs_on_the_name_alone_unless_it_is_pinned() -> None:
    pinned = Pen(Look(patterns={"W": "waves", "V": "no such pattern"}), words())
    plain = Pen(Look(), words())
    assert pattern_of(pinned, "W") == "waves"
    assert pattern_of(pinned, "V") == pattern_of(plain, "V") and pattern_of(plain, "V") in PATTERNS
    assert len({pattern_of(plain, letter) for letter in "ABCDEF"}) == len(DEFAULT_PATTERNS)


def test_shapes_of_chips_and_pieces_differ() -> None:
    assert len({outline(shape, 8, "x") for shape in (*CHIPS, "disc")}) == len(CHIPS) + 1
    assert len({*SHAPES.values()}) == len(SHAPES)


def test_a_shape_nobody_knows_is_a_disc() -> None:
    look = Look(tokens={"robot": "a robot of tin"}, chips={"pink": "a rose"})
    piece = PieceView("P1", "pink", "robot")
    spot = SpotView("X1.1", 1, "", BuildingView("hut", chip="pink"))
    board = HexMap((hex_of(pieces=(piece,), spots=(spot,)),), ("pink",), ("robot",), look=look)
    things = things_by_name(draw_picture(board, words(robot="Robot")))
    assert any(each.get("href") == "#b-p-disc" for each in things["P1"].iter()) and words_in(things["P1"]) == ["P1"]
    assert any(each.tag == "circle" for each in things["X1.1"].iter()) and words_in(things["X1.1"]) == ["P"]


def test_the_colours_of_seats_are_those_of_the_game() -> None:
    piece = PieceView("P1", "human", "robot")
    plain, painted = (
        classes(draw_picture(HexMap((hex_of(pieces=(piece,)),), ("human",), look=look), words()))
        for look in (Look(), Look(colours={"human": "sky"}))
    )
    assert "f-unknown" in plain and "f-sky" in painted - plain


def test_letters_of_seats_come_from_words() -> None:
    spot = SpotView("X1.1", 1, "", BuildingView("hut", chip="human-2"))
    board = HexMap((hex_of(spots=(spot,)),), ("human-1", "human-2"))
    plain, lettered = (text_board.draw(board, each) for each in (words(), words(**{"letter_human-2": "Z"})))
    assert any(".1 -- hut (H)" in line for line in plain)
    assert any(".1 -- hut (Z)" in line for line in lettered) and any("Z human-2" in line for line in lettered)


def test_a_sign_without_a_word_is_not_in_the_legend() -> None:
    board = HexMap((hex_of(),), ("red",))
    assert text_board.draw(board, words())[-1] == "* changed"
    assert text_board.draw(board, words(board_wounded="hurt"))[-1] == "R1! hurt  * changed"
    assert ">hurt</text>" in svg_board.draw_file(board, words(board_wounded="hurt"))
    root = parse_svg(svg_board.draw_file(board, words()))
    assert [each.text for each in root.iter() if "b-start" in each.get("class", "")] == ["Red", "W", "changed"]


def test_a_game_may_name_its_signs_itself() -> None:
    look = Look(legend={"wounded": "damaged", "outside": "on-deck"})
    board = HexMap((hex_of(pieces=(PieceView("P1", "red", "boat"),)),), ("red",), look=look)
    answer = text_board.draw(board, words(damaged="holed", **{"on-deck": "on deck:"}))
    assert answer[-1] == "R1! holed  * changed" and any(line.endswith("on deck: P1") for line in answer)


def test_a_wanted_width_scales_the_whole() -> None:
    board = HexMap((hex_of(),))
    plain, small = (svg_board.draw_file(each, words()) for each in (board, replace(board, look=Look(width=344))))
    assert 'width="700"' in plain and 'width="344"' in small
    assert re.findall(r'viewBox="[^"]*"', plain) == re.findall(r'viewBox="[^"]*"', small)


def test_tokens_on_a_spot_are_told_and_drawn() -> None:
    spot = SpotView("X1.1", 1, "gold", tokens=(TokenView("wall", private=True),))
    board = HexMap((hex_of(spots=(spot,)),))
    assert any(line.endswith(".1 Go wall") for line in text_board.draw(board, words()))
    assert "<title>wall, only you see this</title>" in svg_board.draw_board(board, words())
