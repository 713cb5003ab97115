"""How things look is the game's to say: letters, colours, patterns, shapes and legend, with defaults."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from lpbe.board.labels import Pen
from lpbe.board.model import BuildingView, HexMap, HexView, Look, PieceView, SpotView, TokenView
from lpbe.board.svg import svg_board
from lpbe.board.svg.palette import DEFAULT_PATTERNS, PALETTE, PATTERNS, pattern_of
from lpbe.board.svg.tokens import SHAPES, chip, token
from lpbe.board.text import text_board
from lpbe.kernel.content import packs
from lpbe.kernel.content.packs import Words

from .boards import full, public
from .boards import words as words_of_living_planet


def words(**terms: str) -> Words:
    """The words of a game that has none for boards."""
    base = packs.words("pebbles", "en")
    return replace(base, terms=base.terms | {key.replace("_", "."): term for key, term in terms.items()})


def hex_of(pieces: tuple[PieceView, ...] = (), spots: tuple[SpotView, ...] = ()) -> HexView:
    return HexView(name="X1", edges="WWWWWW", q=0, r=0, pieces=pieces, spots=spots)


def patterns(document: str) -> dict[str, str]:
    """Terrain -> the ground and strokes of its pattern."""
    return dict(re.findall(r'<pattern id="board-terrain-(\w+)"[^>]*>(.*?)</pattern>', document))


def test_another_terrain_repaints_none() -> None:
    state = public(full())
    sea = HexView(name="S1", edges="ASSSSZ", q=9, r=0)
    before = patterns(svg_board.draw(state, words_of_living_planet()))
    after = patterns(svg_board.draw(replace(state, hexes=(*state.hexes, sea)), words_of_living_planet()))
    assert before.keys() == {"M", "D"} and after.keys() == {*before, "A", "S", "Z"}
    assert {terrain: after[terrain] for terrain in before} == before
    assert all(PATTERNS[name][1] in before[terrain] for terrain, name in (("M", "hills"), ("D", "dots")))


def test_a_pattern_hangs_on_the_name_alone_unless_it_is_pinned() -> None:
    pinned = Pen(Look(patterns={"W": "waves", "V": "no such pattern"}), words())
    plain = Pen(Look(), words())
    assert pattern_of(pinned, "W") == "waves"
    assert pattern_of(pinned, "V") == pattern_of(plain, "V") and pattern_of(plain, "V") in PATTERNS
    assert len({pattern_of(plain, letter) for letter in "ABCDEF"}) == len(DEFAULT_PATTERNS)


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_drawn_for_chips_and_pieces(name: str) -> None:
    drawn = chip(0, 0, 8, "red", name, "R") + token(0, 0, 30, 15, "red", name, "R1", False, False)
    assert drawn.count(PALETTE["red"]) == 2 and ">R</text>" in drawn and ">R1</text>" in drawn


def test_shapes_differ() -> None:
    assert len({token(0, 0, 30, 15, "", name, "", False, False) for name in SHAPES}) == len(SHAPES)


def test_a_shape_nobody_knows_is_letters_in_a_disc() -> None:
    look = Look(tokens={"robot": "a robot of tin"}, chips={"pink": "a rose"})
    piece = PieceView("P1", "pink", "robot")
    spot = SpotView("X1.1", 1, "", BuildingView("hut", chip="pink"))
    board = HexMap((hex_of(pieces=(piece,), spots=(spot,)),), ("pink",), ("robot",), look=look)
    document = svg_board.draw(board, words(robot="Robot"))
    assert re.search(r"<circle [^>]*/><text [^>]*>P1</text>", document)
    assert len(re.findall(r"<circle [^>]*/><text [^>]*>P</text>", document)) == 2  # the chip and its legend
    assert re.search(r"<circle [^>]*/><text [^>]*>R</text>", document)  # the robot of the legend


def test_colours_of_seats_are_the_games() -> None:
    piece = PieceView("P1", "human", "robot")
    plain, painted = (
        svg_board.draw(HexMap((hex_of(pieces=(piece,)),), ("human",), look=look), words())
        for look in (Look(), Look(colours={"human": "sky"}))
    )
    assert PALETTE["sky"] not in plain and painted.count(PALETTE["sky"]) == 2


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
    assert ">hurt</text>" in svg_board.draw(board, words(board_wounded="hurt"))
    assert (
        len(re.findall(r'text-anchor="start"', svg_board.draw(board, words()))) == 4
    )  # heading, player, terrain, changed


def test_a_game_may_name_its_signs_itself() -> None:
    look = Look(legend={"wounded": "damaged", "outside": "on-deck"})
    board = HexMap((hex_of(pieces=(PieceView("P1", "red", "boat"),)),), ("red",), look=look)
    answer = text_board.draw(board, words(damaged="holed", **{"on-deck": "on deck:"}))
    assert answer[-1] == "R1! holed  * changed" and any(line.endswith("on deck: P1") for line in answer)


def test_a_wanted_width_scales_the_whole() -> None:
    board = HexMap((hex_of(),))
    plain, small = (svg_board.draw(each, words()) for each in (board, replace(board, look=Look(width=344))))
    assert 'width="604"' in plain and 'width="344"' in small
    assert re.findall(r'viewBox="[^"]*"', plain) == re.findall(r'viewBox="[^"]*"', small)


def test_tokens_on_a_spot_are_told_and_drawn() -> None:
    spot = SpotView("X1.1", 1, "gold", tokens=(TokenView("wall", private=True),))
    board = HexMap((hex_of(spots=(spot,)),))
    assert any(line.endswith(".1 Go wall") for line in text_board.draw(board, words()))
    assert "<title>wall, only you see this</title>" in svg_board.draw(board, words())
