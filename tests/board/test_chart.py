"""Charts: a world of 330 small tiles in an e-mail and in a small SVG, in two languages, with secrets for one reader."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from lpbe.board.labels import Pen
from lpbe.board.model import Chart, Look, Phrase, TileView, TokenView
from lpbe.board.queries import changed_names, empty_place_names
from lpbe.board.svg import svg_board
from lpbe.board.text import text_board
from lpbe.kernel.base.wrapping import columns

from .drawings import layer, parse_svg, things_by_name, titles, words_in
from .worlds import CAPITALS, COLUMNS, GROUNDS, KINDS, NAMES, ROWS, SIGNS, STORM, words, world

LANGUAGES = ("en", "fr")
languages = pytest.mark.parametrize("lang", LANGUAGES)
TILES = len(ROWS) * COLUMNS


def map_of(lines: list[str]) -> list[str]:
    """Return the rows of the map, without the names of rows and columns."""
    return [line[2:] for line in lines if re.match(r"[A-O] [^a-z]", line)][: len(ROWS)]


@languages
@pytest.mark.parametrize("reader", [None, "human-2"])
def test_a_world_goes_into_a_mail(lang: str, reader: str | None) -> None:
    for ascii in (True, False):
        lines = text_board.draw(
            world(reader), words(lang), {"C05"}, names={"human-1": "Ana"}, title="Step 7", ascii=ascii
        )
        assert len(lines) <= 40 and max(map(columns, lines)) <= 72
        assert all(line == line.rstrip() for line in lines)
        assert "\n".join(lines).isascii() or not ascii


def test_a_tile_that_changed_still_shows_whose_it_is() -> None:
    tiles = (TileView("A1", 0, 0, "sea", (TokenView("well", owner="human-1"),)), TileView("A2", 1, 0, "sea"))
    lines = text_board.draw(Chart(tiles), words(), {"A1", "A2"}, ascii=True)
    letter = Pen(Look(), words()).letter("human-1")
    assert re.search(rf"\S{letter}\W*\S\*", lines[0]), lines
    assert any("*A1" in line for line in lines), "the description marks the change"


def test_every_tile_shows_its_sign_where_it_lies() -> None:
    chart = world()
    rows = map_of(text_board.draw(chart, words(), ascii=True))
    assert len(rows) == len(ROWS)
    for n, tile in enumerate(chart.tiles):
        row, column = divmod(n, COLUMNS)
        sign = SIGNS[tile.tokens[-1].kind if tile.tokens else tile.ground]
        assert rows[row][3 * column + row % 2] == sign, tile.name


def test_owners_threats_and_changes_stand_behind_the_sign() -> None:
    rows = map_of(text_board.draw(world(), words(), {"A01"}, ascii=True))
    by_name = {tile.name: tile for tile in world().tiles}
    behind = {
        name: rows[ord(name[0]) - 65].ljust(70)[3 * int(name[1:]) - 2 + (ord(name[0]) - 65) % 2] for name in by_name
    }
    assert behind.pop("A01") == "*"
    assert all(behind.pop(name) == "!" for name in STORM)
    assert all(sign == (by_name[name].owner[-1:] or " ") for name, sign in behind.items())


@languages
def test_what_lies_there_is_listed_by_kind(lang: str) -> None:
    answer = " ".join(" ".join(text_board.draw(world("human-3"), words(lang))).split())
    for tile in world("human-3").tiles:
        for token in tile.tokens:
            smoke = token.worth and NAMES[lang]["smoke"].format(amount=token.worth.values["amount"])
            assert f" {tile.name} ({token.owner[-1]}) {smoke or ''}".rstrip() in answer
    assert f"{NAMES[lang]['board.threatened']}" in answer and " ".join(STORM) in answer


def test_a_narrow_mail_gets_a_narrow_map_and_a_very_narrow_one_none() -> None:
    widths = {72: 67, 60: 46, 24: 24, 23: 0}
    for width, wanted in widths.items():
        lines = text_board.draw(world(), words(), width=width, ascii=True)
        found = max((len(line) + 2 for line in map_of(lines) if "~" in line), default=0)
        assert found == wanted, (width, found)
        assert max(map(columns, lines)) <= width
    assert text_board.draw(Chart(()), words()) == ["Legend", "* changed  ! announced storm"]
    far = Chart((TileView("X1", 10**9, 0, "sea"), TileView("X2", 0, 0, "sea")))
    high = Chart((TileView("X1", -(10**9), 2 * 10**9, "sea"), TileView("X2", 0, 0, "sea")))
    assert all(text_board.draw(each, words())[0] == "Legend" for each in (far, high))


def test_tiles_and_things_nobody_has_a_sign_for_have_their_letter() -> None:
    chart = Chart((TileView("X1", 0, 0, "lava"), TileView("X2", 1, 0, "sea", (TokenView("well"), TokenView("木")))))
    assert text_board.draw(chart, words(), ascii=True)[0] == "L   ?"
    assert "well:  X2" in text_board.draw(chart, words())


@languages
def test_the_drawing_of_a_world_is_small_and_whole(lang: str) -> None:
    document = svg_board.draw_board(world("human-2"), words(lang), {"C05"}, names={"human-1": "Ana"})
    assert len(document.encode()) <= 36_000, "every second tile of land has something on it"
    root = parse_svg(document)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="|url\()#([^")]*)', document)) <= set(ids)
    assert not re.search(r'href="[^#]', document)
    tokens = {token.name for tile in world().tiles for token in tile.tokens if token.name}
    assert things_by_name(root).keys() == {tile.name for tile in world().tiles} | tokens and len(world().tiles) == TILES


def test_a_page_finds_where_a_tile_is_and_what_its_ground_is() -> None:
    root = parse_svg(svg_board.draw_board(world(), words("fr")))
    grounds = {element.get("id"): element.get("data-ground") for element in root.iter() if element.get("data-ground")}
    rows = [row for row in root.iter("g") if row.get("data-kind") == "tile"]
    assert len(rows) == len(ROWS) and [row.get("data-y") for row in rows] == [f"{39 * n}" for n in range(len(ROWS))]
    names = {name: tile for row in rows for name, tile in things_by_name(row).items()}
    for tile in world().tiles:
        drawn = names[tile.name]
        assert grounds[(drawn.get("href") or "")[1:]] == NAMES["fr"][tile.ground]
        column, row = int(tile.name[1:]) - 1, ROWS.index(tile.name[0])
        assert abs(float(drawn.get("x", "nan")) - 45.03 * (column + (row % 2) / 2)) < 1


@languages
def test_the_legend_of_a_world_names_grounds_and_kinds(lang: str) -> None:
    lines = set(words_in(parse_svg(svg_board.draw_file(world("human-2"), words(lang)))))
    assert {NAMES[lang][key] for key in (*GROUNDS, *KINDS)} <= lines


def test_every_thing_and_every_storm_says_what_it_is() -> None:
    answer = titles(parse_svg(svg_board.draw_board(world("human-2"), words(), names={"human-2": "Ben"})))
    assert "A08, Human 1, coast; factory, Human 1, smoke 1" in answer
    assert any(title.endswith("your capital, Human 2 (Ben), only you see this") for title in answer)
    assert "H09, announced storm, forest" in answer


def test_announced_storms_are_dashed_and_can_be_switched_off() -> None:
    root = parse_svg(svg_board.draw_board(world(), words()))
    assert len(layer(root, "threats")) == len(STORM)
    assert not layer(parse_svg(svg_board.draw_board(replace(world(), tiles=world().tiles[:9]), words())), "threats")


def test_badges_have_shape_and_colour_of_their_owners() -> None:
    root = parse_svg(svg_board.draw_board(world(), words()))
    frames = {seat: next(e for e in root.iter() if e.get("id") == f"b-o-{seat}")[0] for seat in world().colours}
    assert len({frame.get("points") for frame in frames.values()}) == len(frames)
    assert len({frame.get("class") for frame in frames.values()}) == len(frames)
    cities = {token.name: tile.owner for tile in world().tiles for token in tile.tokens if token.kind == "city"}
    things = things_by_name(root)
    for name, owner in cities.items():
        assert f"#b-o-{owner}" in [each.get("href") for each in things[name].iter()]


@languages
def test_a_secret_is_drawn_for_its_reader_alone(lang: str) -> None:
    capital, private = NAMES[lang]["capital"], words(lang).terms["board.private"]
    for reader in (None, *CAPITALS):
        chart = world(reader)
        assert chart.private == (reader is not None)
        for drawn in ("\n".join(text_board.draw(chart, words(lang))), svg_board.draw_file(chart, words(lang))):
            assert (capital in drawn) == (private in drawn) == (reader is not None)
        listed = [line for line in text_board.draw(chart, words(lang)) if line.startswith((capital, private))]
        assert [line.split()[-1] for line in listed if private in line] == ([CAPITALS[reader]] if reader else [])


def test_changes_are_what_events_name_of_tiles_and_tokens() -> None:
    chart = world()
    assert changed_names(chart, [{"event": "stormed", "tiles": ["C05", "Z99"], "lost": "city-C03"}]) == {
        "C05",
        "city-C03",
    }
    calm, after = (svg_board.draw_board(chart, words(), marked) for marked in (set(), {"C05", "city-C03"}))
    assert calm.count('"#b-new"') == 0 and after.count('"#b-new"') == 2


def test_a_note_stands_below_the_map() -> None:
    noted = replace(world(), note=Phrase("smoke", {"amount": 7}))
    lines = text_board.draw(noted, words())
    assert (
        lines[len(ROWS) + 1 : len(ROWS) + 3] == ["", "smoke 7"]
        and len(lines) == len(text_board.draw(world(), words())) + 1
    )
    assert "smoke 7</text>" in svg_board.draw_file(noted, words()) and "smoke 7;" in svg_board.draw_file(noted, words())


def test_the_places_of_a_chart_are_its_tiles() -> None:
    assert empty_place_names(world()) == {}


@languages
def test_the_world_as_text(lang: str, snapshot: SnapshotAssertion) -> None:
    reader, ascii = (None, True) if lang == "en" else ("human-2", False)
    lines = text_board.draw(
        world(reader), words(lang), {"C05", "D07"}, names={"human-1": "Ana"}, title="Mars", ascii=ascii
    )
    assert "\n".join(lines) == snapshot
