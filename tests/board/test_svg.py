"""The drawing of a board: every thing once, by name and with a description, in layers, for the right reader."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from msgspec.structs import replace

from lpbe.board.labels import Pen
from lpbe.board.model import HexMap, HexView, PieceView, TokenView
from lpbe.board.svg import svg_board
from lpbe.board.svg.chips import CHIPS
from lpbe.board.svg.hex_map import HEX_PARTS
from lpbe.board.svg.style import BOARD_CSS, PREFIX
from lpbe.board.text import hex_map, text_board
from lpbe.games.living_planet.map.queries import tile_of
from lpbe.games.living_planet.presentation.board_view import picture
from lpbe.games.living_planet.state import COLOURS, Map
from lpbe.kernel.content.packs import Words
from lpbe.kernel.engine.model import State

from .boards import LANGUAGES, all_states, explorers, exploring_state, full, line_of, public, words
from .drawings import classes, draw_picture, layer, parse_svg, tag, texts, things_by_name, title, titles, words_in
from .wild_seas import seas

languages = pytest.mark.parametrize("lang", LANGUAGES)
HOSTILE = {
    "red": '</text><script>alert("1")</script>',
    "blue": "&amp;\x00\x1b[31m",
    "green": "']]>",
    "yellow": "\ud800",
}
LETTERS = {"en": "RBYG", "fr": "RBJV"}


def expected_names(state: State) -> set[str]:
    """Return the hexes of the map, their spots, and all teams."""
    board = state[Map]
    spots = {f"{hex}.{n}" for hex in board.hexes for n, _ in enumerate(tile_of(state, hex).spots, 1)}
    return {*board.hexes, *spots, *board.teams}


def test_everything_on_the_map_is_drawn_once_and_described() -> None:
    for state in all_states():
        things = things_by_name(draw_picture(public(state), words()))
        assert things.keys() == expected_names(state)
        assert all(title(thing) for thing in things.values())


@languages
def test_names_dice_values_and_chips_are_written_in_the_readers_letters(lang: str) -> None:
    letters = dict(zip(COLOURS, LETTERS[lang], strict=True))
    for state in all_states():
        things, board = things_by_name(draw_picture(public(state), words(lang))), state[Map]
        for hex in board.hexes:
            wanted = [hex, *(f"{letters[die[:-1]]}{die[-1]}" for die in tile_of(state, hex).dice)]
            assert set(wanted) <= set(words_in(things[hex]))
        for spot, building in board.buildings.items():
            value = [str(building.value)] if building.value else []
            assert words_in(things[spot]) == [*value, *([letters[building.chip]] if building.chip else [])]
        for name, team in board.teams.items():
            assert words_in(things[name]) == [letters[team.seat] + name[1:]]


def test_a_page_finds_the_kind_and_the_centre_of_every_thing() -> None:
    for board in (*map(public, all_states()), seas(), picture(exploring_state(), "red")):
        root = draw_picture(board, words())
        left, top, width, height = map(float, (root.get("viewBox") or "").split())
        kinds = {name: thing.get("data-kind") for name, thing in things_by_name(root).items()}
        assert all(kinds[hex.name] == "hex" and kinds[spot.name] == "spot" for hex in board.hexes for spot in hex.spots)
        assert all(kinds[zone.name] == "zone" for hex in board.hexes for zone in hex.zones)
        assert all(kinds[piece.name] == "piece" for hex in board.hexes for piece in hex.pieces)
        for thing in things_by_name(root).values():
            x, y = float(thing.get("data-x", "nan")), float(thing.get("data-y", "nan"))
            assert left < x < left + width and top < y < top + height, thing.attrib


def test_pieces_are_above_threats_and_threats_above_the_ground() -> None:
    root = draw_picture(public(full()), words(), threatened={"H03", "H03.1"})
    assert [part.get("class") for part in root if tag(part) == "g"] == ["layer-ground", "layer-threats", "layer-pieces"]
    assert set(full()[Map].teams) == things_by_name(layer(root, "pieces")).keys()
    assert {*full()[Map].hexes} <= things_by_name(layer(root, "ground")).keys()


def test_places_in_danger_have_dashes_a_sign_and_words() -> None:
    calm, alarmed = (draw_picture(public(full()), words(), threatened=places) for places in (set(), {"H03", "H03.1"}))
    assert len(layer(calm, "threats")) == 0 and len(layer(alarmed, "threats")) == 2
    for mark in layer(alarmed, "threats"):
        assert {"thr", "ths"} <= classes(mark)
    assert all("threatened" in title(things_by_name(alarmed)[name]) for name in ("H03", "H03.1"))
    team = next(name for name, each in full()[Map].teams.items())
    assert "thr" in classes(things_by_name(draw_picture(public(full()), words(), threatened={team}))[team])


def test_a_die_that_shows_now_glows() -> None:
    (hex,) = [hex for hex in public(full()).hexes if hex.name == "H03"]
    lit = [die for die in hex.dice if die.lit]
    group = things_by_name(draw_picture(public(full()), words()))["H03"]
    assert lit and [each.get("class") for each in group].count("lit-die") == len(lit) < len(hex.dice)


def test_own_pieces_have_a_halo_for_their_reader_alone() -> None:
    state = full()
    for seat in (None, "red", "green"):
        things = things_by_name(draw_picture(picture(state.seen_by(seat), seat), words()))
        own = {name for name, thing in things.items() if thing.get("class") == "own-piece"}
        assert own == {name for name, team in state[Map].teams.items() if team.seat == seat}
        assert all("own" in classes(things[name]) for name in own)


def test_wounded_teams_lie_and_bear_a_cross() -> None:
    state = full()
    things = things_by_name(draw_picture(public(state), words()))
    for name, team in state[Map].teams.items():
        assert ("wd" in classes(things[name])) == team.wounded == ("wounded" in title(things[name]))
        lying = any("rotate" in each.get("transform", "") for each in things[name].iter())
        assert lying == team.wounded


def test_free_built_and_abandoned_spots_differ_in_more_than_colour() -> None:
    state = full()
    things = things_by_name(draw_picture(public(state), words()))
    for hex in public(state).hexes:
        for spot in hex.spots:
            free, left = spot.building is None, bool(spot.building and spot.building.abandoned)
            assert ("fs" in classes(things[spot.name])) == free
            assert left <= ("ax1" in classes(things[spot.name]))
            assert ("bd" in classes(things[spot.name])) <= (not free and not left)


def test_chips_differ_in_shape_letter_and_colour() -> None:
    look = public(full()).look
    assert len({look.chips[seat] for seat in COLOURS}) == len(COLOURS)
    assert len({*CHIPS, "disc"}) == len(CHIPS) + 1
    assert len({Pen(look, words()).letter(seat) for seat in COLOURS}) == len(COLOURS)


def test_what_has_changed_is_framed() -> None:
    state = full()
    team, where = next((name, team.place) for name, team in state[Map].teams.items() if "." in team.place)
    things = things_by_name(draw_picture(public(state), words(), {team, where}))
    framed = {name for name, thing in things.items() if "chg" in classes(thing)}
    assert framed == {team, where, where.partition(".")[0]}
    assert "chg" not in classes(draw_picture(public(state), words()))


def test_places_for_hexes_in_hand_are_numbered_as_on_the_text_board() -> None:
    for state, seat in explorers():
        board = picture(state, seat)
        cells = {
            name: thing for name, thing in things_by_name(draw_picture(board, words())).items() if name.startswith("@")
        }
        listed = [line.split()[:2] for line in text_board.draw(board, words()) if re.match(r"#\d+ +@", line)]
        assert {at: f"#{place.number}" for place in board.candidates for at in [f"@{place.q},{place.r}"]} == {
            name: words_in(thing)[0] for name, thing in cells.items()
        }
        assert sorted(listed) == sorted(title(thing).split() for thing in cells.values())
        assert all(thing.get("data-kind") == "cell" for thing in cells.values())


def test_a_hex_in_hand_is_drawn_turned_and_for_its_reader_alone() -> None:
    board = picture(exploring_state(), "red")
    drawings = {svg_board.hand_svg(board, words(), "H24", turn) for turn in range(6)}
    assert len(drawings) > 1 and all("H24" in words_in(parse_svg(each)) for each in drawings)
    hand = {face.name for face in board.faces}
    assert hand and not hand & things_by_name(draw_picture(public(exploring_state()), words())).keys()


def test_letters_of_hexes_and_spots_do_not_collide() -> None:
    for board in (*map(public, all_states()), picture(exploring_state(), "red")):
        for hex in things_by_name(layer(draw_picture(board, words()), "ground")).values():
            for one, other in combinations(texts(hex), 2):
                apart = one.right <= other.left + 1 or other.right <= one.left + 1
                assert apart or one.bottom <= other.top + 1 or other.bottom <= one.top + 1, (one, other)


def test_many_pieces_on_a_hex_are_all_drawn() -> None:
    pieces = tuple(PieceView(f"P{n}", "pink", "robot") for n in range(40))
    board = HexMap((HexView(name="X", edges="WWWWWW", q=0, r=0, pieces=pieces, tokens=(TokenView("lava"),)),))
    things = things_by_name(draw_picture(board, words()))
    assert things.keys() == {"X", *(piece.name for piece in pieces)} and "lava" in " ".join(titles(things["X"]))


@pytest.mark.parametrize("count", [1, 3, 5, 8, 11, 14])
def test_the_names_of_a_crowd_do_not_cover_each_other(count: int) -> None:
    pieces = tuple(PieceView(f"R{n}", "red", "scientist") for n in range(count))
    board = HexMap((HexView(name="X", edges="DDDDDD", q=0, r=0, pieces=pieces),))
    for one, other in combinations(texts(layer(draw_picture(board, words()), "pieces")), 2):
        apart = one.right <= other.left + 2 or other.right <= one.left + 2
        assert apart or one.bottom <= other.top + 2 or other.bottom <= one.top + 2, (one, other)


def test_every_class_has_a_rule() -> None:
    known = set(re.findall(rf"\.{PREFIX}([\w-]+)", BOARD_CSS))
    for board in (public(full()), seas(), picture(exploring_state(), "red")):
        root = draw_picture(board, words(), {"H01", "AQ15"}, threatened={"H02", "AQ13.3"})
        used = {name for each in root.iter() for name in each.get("class", "").split() if name.startswith(PREFIX)}
        assert {name.removeprefix(PREFIX) for name in used} <= known


@languages
def test_hostile_names_are_text(lang: str) -> None:
    document = svg_board.draw_file(public(full()), words(lang), names=HOSTILE, title="<b>&")
    lines = words_in(parse_svg(document))
    assert f"{words(lang).terms['red']} ({HOSTILE['red']})" in [line.replace("\u00a0", " ") for line in lines]
    assert "<script" not in document and title(parse_svg(document)) == "<b>&"
    assert parse_svg(svg_board.draw_board(line_of(1), words("fr"))).get("aria-label") == "Plateau"


def test_boards_in_any_order_are_as_if_drawn_afresh() -> None:
    walk = [public(state) for state in (*all_states(), *reversed([*all_states()]))]
    marks: tuple[set[str], ...] = (set(), {"R1", "H01"})
    asked: list[tuple[HexMap, Words, set[str]]] = [
        (board, words(lang), marked) for board in walk for lang in LANGUAGES for marked in marks
    ]
    kept = [svg_board.draw_board(*each, names={"red": "Ana"}) for each in asked]
    for document, each in zip(kept, asked, strict=True):
        HEX_PARTS.entries.clear()
        assert svg_board.draw_board(*each, names={"red": "Ana"}) == document


def test_the_same_picture_makes_the_same_bytes() -> None:
    one, other = (svg_board.draw_file(public(full()), words(), marked) for marked in ({"H01", "R1"}, {"R1", "H01"}))
    assert one == other


def test_two_boards_on_a_page_share_no_id() -> None:
    one, other = (svg_board.draw_board(line_of(2), words(), ids=ids) for ids in ("first", "second"))
    assert not set(re.findall(r' id="(.*?)"', one)) & set(re.findall(r' id="(.*?)"', other))


def test_a_board_in_the_middle_of_a_game_is_small() -> None:
    boards = [public(state) for state in all_states() if len(state[Map].hexes) <= 10]
    assert boards and max(len(svg_board.draw_board(board, words("fr")).encode()) for board in boards) <= 45_000
    ten = replace(public(full()), hexes=public(full()).hexes[:10])
    assert len(svg_board.draw_board(ten, words("fr")).encode()) <= 45_000


def test_the_description_says_what_the_text_board_says() -> None:
    board = public(full())
    root = parse_svg(svg_board.draw_file(board, words()))
    desc = next(each.text or "" for each in root if tag(each) == "desc")
    for line in hex_map.description(board, Pen(board.look, words()), 10**6):
        for item in line.split("  "):
            assert " ".join(item.split()) in desc
