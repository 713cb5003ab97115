"""Text boards: everything on the map is there, in 72 columns, and in ASCII if requested."""

from __future__ import annotations

import re

import pytest
from syrupy.assertion import SnapshotAssertion

from lpbe.board.labels import Pen
from lpbe.board.model import Candidate, FaceView, HexMap, HexView, Look, PieceView, SpotView, TokenView
from lpbe.board.text import text_board
from lpbe.board.text.hex_map import map_lines
from lpbe.board.text.layout import PLAIN
from lpbe.games.living_planet.map.hexes import edge_after_turn
from lpbe.games.living_planet.map.queries import tile_of
from lpbe.games.living_planet.presentation.board_view import picture
from lpbe.games.living_planet.state import BuildingKind, Map, Tile, Turn
from lpbe.kernel.base.wrapping import columns
from lpbe.kernel.content.packs import Words
from lpbe.kernel.engine.model import State

from .boards import (
    LANGUAGES,
    all_states,
    explorers,
    exploring_state,
    full,
    label,
    letter,
    line_of,
    public,
    samples,
    words,
)

languages = pytest.mark.parametrize("lang", LANGUAGES)
PEN = Pen(Look(), words())
HOSTILE = {"red": "木" * 32, "blue": "ﷺ" * 32, "yellow": "x" * 32, "green": "Ångström-Þorn"}


def blocks(lines: list[str]) -> dict[str, str]:
    """Return the description of each hex: its line and those indented below it."""
    out: dict[str, str] = {}
    name = ""
    for line in lines:
        head = re.match(r"\*?(\w+) +@-?\d+,-?\d+  [A-Z]{6}", line)
        name = head.group(1) if head else name if line.startswith("     ") else ""
        if name:
            out[name] = " ".join([*out.get(name, "").split(), *line.split()])
    return out


def test_the_legend_names_the_colours_that_nobody_plays() -> None:
    """Their dice strike too."""
    state = samples()[-1]
    assert len(picture(state, None).colours) == 2
    legend = " ".join(text_board.draw_parts(picture(state, None), words())[2])
    assert all(f"{word[0]} {word}" in legend for word in ("Red", "Blue", "Green", "Yellow")), legend


def spot_text(state: State, lang: Words, hex: str, n: int) -> str:
    icon, spot = tile_of(state, hex).spots[n - 1], f"{hex}.{n}"
    parts = [f".{n}", lang.terms[f"short.{icon}"] if icon else "--"]
    if building := state[Map].buildings.get(spot):
        parts += [lang.terms[building.kind], str(building.value) if building.value else ""]
        parts += [f"({letter(lang, building.chip)})" if building.chip else ""]
    parts += [label(lang, name, team.wounded) for name, team in sorted(state[Map].teams.items()) if team.place == spot]
    return " ".join(part for part in parts if part)


@languages
def test_every_hex_spot_building_chip_team_wound_and_die_is_told(lang: str) -> None:
    for state in all_states():
        answer = blocks(text_board.draw(public(state), words(lang)))
        assert answer.keys() == state[Map].hexes.keys()
        for hex, laid in state[Map].hexes.items():
            tile, block = tile_of(state, hex), answer[hex]
            edges = "".join(edge_after_turn(tile.edges, laid.turn, d) for d in range(6))
            assert block.startswith(f"{hex} @{laid.at} {edges}")
            for n in range(1, len(tile.spots) + 1):
                assert f" {spot_text(state, words(lang), hex, n)} " in f"{block} "
            there = sorted((name, team.wounded) for name, team in state[Map].teams.items() if team.place == hex)
            piece_rows = [label(words(lang), *piece) for piece in there]
            assert not piece_rows or block.endswith(f"{words(lang).terms['board.outside']} {' '.join(piece_rows)}")
            for die, brings in tile.dice.items():
                assert re.search(rf"\b{letter(words(lang), die[:-1])}{die[-1]}\b.* {words(lang).terms[brings]}", block)


def test_dice_that_show_their_value_now_are_ringed() -> None:
    state = full()
    assert state[Turn].dice["red"] == 3 and "red3" in tile_of(state, "H02").dice
    assert "[R3] [Y2] tornado" in blocks(text_board.draw(public(state), words()))["H02"]
    assert "R2 Y4 tornado" in blocks(text_board.draw(public(state), words()))["H01"]


@languages
@pytest.mark.parametrize("ascii", [True, False])
def test_no_line_is_wider_than_a_mail(lang: str, ascii: bool) -> None:
    drawn = [*map(public, all_states()), *(picture(state, seat) for state, seat in explorers())]
    for board in (*drawn, *map(line_of, (5, 6, 8, 9, 17, 18, 40))):
        lines = text_board.draw(board, words(lang), {"H01"}, names=HOSTILE, title="A title " * 20, ascii=ascii)
        assert max(map(columns, lines)) <= 72
        assert all(line == line.rstrip() for line in lines)


@languages
def test_ascii_is_ascii(lang: str) -> None:
    for state, seat in explorers():
        assert "\n".join(text_board.draw(picture(state, seat), words(lang), names=HOSTILE, ascii=True)).isascii()
    assert not "\n".join(text_board.draw(public(full()), words(lang))).isascii()


def test_a_wide_map_is_drawn_smaller_and_a_very_wide_one_only_told() -> None:
    shapes = [len(map_lines(line_of(n), PEN, 72, PLAIN)) for n in (5, 8, 17, 18)]
    assert shapes == [6, 4, 3, 0]
    assert "H39   @39,0  MDMDMD" in text_board.draw(line_of(40), words())


def test_edges_stand_where_they_are() -> None:
    board = HexMap((HexView(name="H01", edges="ABCDEF", q=0, r=0),))
    assert map_lines(board, PEN, 72, PLAIN) == [
        "    C   B",
        "  C  H01  B",
        "D           A",
        "D           A",
        "  E       F",
        "    E   F",
    ]


def test_neighbours_share_the_edge_between_them() -> None:
    west = HexView(name="W", edges="SMMMMM", q=0, r=0)
    east = HexView(name="E", edges="DDDSDD", q=1, r=0)
    south = HexView(name="S", edges="DDMDDD", q=0, r=1)
    assert map_lines(HexMap((west, east, south)), PEN, 20, PLAIN) == [
        "  M   M   D   D",
        "M   W   S   E   D",
        "M       S       D",
        "  M   M   D   D",
        "    D   S   D",
        "    D       D",
        "      D   D",
    ]


def test_changes_are_starred_on_the_map_and_in_the_table() -> None:
    state = full()
    team, where = next((name, team.place) for name, team in state[Map].teams.items() if "." in team.place)
    hex, number = where.split(".")
    plain, starred = (text_board.draw(public(state), words(), marked) for marked in (frozenset(), {team, where}))
    assert "*" not in "\n".join(plain[:-8])
    assert any(f"{hex}*" in line for line in starred)
    answer = blocks(starred)[hex]
    assert f"*{team}" in answer and f"*.{number}" in answer
    assert answer.count("*") == 2


def test_tokens_of_another_game_are_told() -> None:
    board = HexMap(
        (
            HexView(
                name="X1",
                edges="WWWWWW",
                q=0,
                r=0,
                tokens=(TokenView("lava"), TokenView("oil")),
                pieces=(PieceView("P1", "pink", "x"),),
            ),
            HexView(name="X2", edges="WWWWWW", q=1, r=0, spots=(SpotView("X2.1", 1, "gold"),)),
        )
    )
    answer = blocks(text_board.draw(board, words()))
    assert answer["X1"].endswith("lava oil outside: P1") and answer["X2"].endswith(".1 Go")


def test_drawn_hexes_and_places_are_listed() -> None:
    board = HexMap((), faces=(FaceView(name="H01", edges="DDDDDD"),), candidates=(Candidate(1, 2, -3),))
    lines = text_board.draw(board, words())
    assert "H01   DDDDDD" in lines and "#1   @2,-3" in lines


@languages
def test_the_board_of_a_full_map(lang: str, snapshot: SnapshotAssertion) -> None:
    lines = text_board.draw(public(full()), words(lang), {"H01", "H24.4", "R1"}, names={"red": "Ana"}, title="Mars")
    assert "\n".join(lines) == snapshot


@languages
def test_the_board_of_an_explorer(lang: str, snapshot: SnapshotAssertion) -> None:
    assert "\n".join(text_board.draw(picture(exploring_state(), "red"), words(lang), ascii=lang == "en")) == snapshot


@languages
def test_every_icon_building_and_terrain_has_a_short_name_of_its_own(lang: str) -> None:
    book, terms = full().book, words(lang).terms
    icons = {icon for tile in book.rows_of(Tile).values() for icon in tile.spots if icon}
    for keys in (icons, book.rows_of(BuildingKind).keys()):
        shorts = [terms[f"short.{key}"] for key in keys]
        assert len(set(shorts)) == len(shorts) and all(len(short) == 2 for short in shorts)
    edges = {edge for tile in book.rows_of(Tile).values() for edge in tile.edges}
    assert all(f"{kind}.{edge}" in terms for kind in ("terrain", "glyph") for edge in edges)


def test_nothing_on_the_map_touches_the_strokes_beside_it() -> None:
    strokes = "MD▲·"
    for state in samples():
        for ascii in (True, False):
            drawn = "\n".join(text_board.draw(public(state), words(), ascii=ascii)).split("\n\n")[0]
            assert not re.search(rf"(?:^|\s)[{strokes}][A-Z]+\d|\d!?[{strokes}](?:\s|$)", drawn), drawn
