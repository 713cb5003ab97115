"""SVG boards: sound XML that needs nothing else, with all that is on the map as text that does not collide."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from lpbe.board.labels import Pen
from lpbe.board.model import HexMap, HexView, PieceView, TokenView
from lpbe.board.svg import svg_board
from lpbe.board.svg.geometry import MAX_NAMED_PIECES
from lpbe.board.svg.hex_map import HEX_PARTS
from lpbe.board.svg.palette import HALO, PALETTE
from lpbe.board.svg.shapes import MIN_FONT_PX
from lpbe.board.text import hex_map, text_board
from lpbe.games.living_planet.map.queries import tile_of
from lpbe.games.living_planet.presentation.board_view import picture
from lpbe.games.living_planet.state import COLOURS, Map, Team
from lpbe.kernel.content.packs import Words
from lpbe.kernel.engine.model import State

from .boards import LANGUAGES, everything, explorers, exploring, full, line_of, public, words

languages = pytest.mark.parametrize("lang", LANGUAGES)
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = {
    "red": '</text><script>alert("1")</script>',
    "blue": "&amp;\x00\x1b[31m",
    "green": "']]>",
    "yellow": "\ud800",
}


class Text(NamedTuple):
    """A text and the box it takes, as far as one can tell without its font."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def parsed(document: str) -> ElementTree.Element:
    return ElementTree.fromstring(document.encode())


def hex_groups(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    groups = {}
    for group in root.findall(f"{SVG}g"):
        title = group.findtext(f"{SVG}title") or ""
        if match := re.match(r"\*?(\w+) +@", title):
            groups[match.group(1)] = group
    return groups


def texts(element: ElementTree.Element, dx: float = 0, dy: float = 0) -> Iterator[Text]:
    if moved := re.match(r"translate\((\S+) (\S+)\)", element.get("transform", "")):
        dx, dy = dx + float(moved.group(1)), dy + float(moved.group(2))
    if element.tag == f"{SVG}text":
        yield boxed(element, dx, dy)
    for child in element:
        yield from texts(child, dx, dy)


def boxed(element: ElementTree.Element, dx: float, dy: float) -> Text:
    content, size = element.text or "", float(element.get("font-size", "0"))
    x, y = float(element.get("x", "0")) + dx, float(element.get("y", "0")) + dy
    wide = min(0.55 * size * len(content), float(element.get("textLength", "inf")))
    left = x if element.get("anchor", element.get("text-anchor")) == "start" else x - wide / 2
    return Text(content, left, y - 0.7 * size, left + wide, y)


def signs(teams: Mapping[str, Team]) -> list[str]:
    """Who is outside; of a crowd how many there are of each kind."""
    if len(teams) <= MAX_NAMED_PIECES:
        return [name + "!" * team.wounded for name, team in teams.items()]
    alike: dict[tuple[str, str, str], list[str]] = {}
    for name, team in teams.items():
        alike.setdefault((team.seat[0].upper(), team.kind, "!" * team.wounded), []).append(name)
    return [f"{key[0]}\u00d7{len(names)}{key[2]}" if names[1:] else names[0] + key[2] for key, names in alike.items()]


def expected(state: State, lang: Words, hex: str) -> Counter[str]:
    """The texts of a hex: name, place, edges, dice, what they bring, spots, buildings, chips, teams."""
    board, tile = state[Map], tile_of(state, hex)
    wanted = Counter([hex, f"@{board.hexes[hex].at}", *tile.edges])
    wanted.update(f"{die[0].upper()}{die[-1]}" for die in tile.dice)
    wanted.update({", ".join(dict.fromkeys(lang.terms[brings] for brings in tile.dice.values()))} - {""})
    wanted.update(name + "!" * team.wounded for name, team in board.teams.items() if team.place.startswith(f"{hex}."))
    wanted.update(signs({name: team for name, team in board.teams.items() if team.place == hex}))
    for n, icon in enumerate(tile.spots, 1):
        wanted[f"{n} {lang.terms[f'short.{icon}'] if icon else '--'}"] += 1
        if building := board.buildings.get(f"{hex}.{n}"):
            wanted[lang.terms[f"short.{building.kind}"] + str(building.value or "")] += 1
            wanted.update([building.chip[0].upper()] if building.chip else [])
    return wanted


@languages
def test_every_hex_spot_building_chip_team_wound_and_die_is_drawn(lang: str) -> None:
    for state in everything():
        groups = hex_groups(parsed(svg_board.draw(public(state), words(lang))))
        assert groups.keys() == state[Map].hexes.keys()
        for hex, group in groups.items():
            assert Counter(each.text for each in texts(group)) == expected(state, words(lang), hex)


def test_it_is_one_accessible_picture_that_loads_nothing() -> None:
    for state, seat in explorers():
        document = svg_board.draw(picture(state, seat), words(), title="Mars")
        root = parsed(document)
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids))
        assert root.get("role") == "img"
        assert set((root.get("aria-labelledby") or "").split()) <= set(ids)
        assert root.findtext(f"{SVG}title") == "Mars"
        assert "outside" in (root.findtext(f"{SVG}desc") or "") or "colony" in (root.findtext(f"{SVG}desc") or "")
        assert {element.tag for element in root.iter()}.isdisjoint({f"{SVG}script", f"{SVG}image"})
        assert re.findall(r"https?:[^\"]*", document) == ["http://www.w3.org/2000/svg"]
        assert "href" not in document and all(ref[1:] in ids for ref in re.findall(r"url\((.*?)\)", document))


def test_the_description_says_what_the_text_board_says() -> None:
    board = public(full())
    desc = parsed(svg_board.draw(board, words())).findtext(f"{SVG}desc") or ""
    for line in hex_map.description(board, Pen(board.look, words()), 10**6):
        for item in line.split("  "):
            assert " ".join(item.split()) in desc


def test_hostile_names_are_text() -> None:
    document = svg_board.draw(public(full()), words(), names=HOSTILE, title="<b>&")
    root = parsed(document)
    lines = [each.text for each in texts(root)]
    assert f"Red ({HOSTILE['red']})" in lines and "Blue (&amp;[31m)" in lines and "Yellow ()" in lines
    assert parsed(svg_board.draw(line_of(1), words("fr"))).findtext(f"{SVG}title") == "Plateau"
    assert "<script" not in document and root.findtext(f"{SVG}title") == "<b>&"


@languages
def test_text_stays_on_the_card_and_off_other_text(lang: str) -> None:
    names = dict.fromkeys(COLOURS, "A name of thirty-two letters-----")
    boards = [*map(public, everything()), *(picture(state, seat) for state, seat in explorers())]
    for board in (*boards, picture(exploring(), "red")):
        root = parsed(svg_board.draw(board, words(lang), {"H01"}, names=names, title="Living Planet, step 100"))
        width, height = map(float, (root.get("viewBox") or "").split()[2:])
        drawn = list(texts(root))
        assert all(t.left > 0 and t.right < width and t.top > 0 and t.bottom < height for t in drawn)
        for one, other in combinations(sorted(drawn, key=lambda t: t.left), 2):
            apart = one.right <= other.left or one.bottom <= other.top or other.bottom <= one.top
            assert apart, (one, other)


def test_changes_have_a_halo_and_a_star() -> None:
    state = full()
    team, where = next((name, team.place) for name, team in state[Map].teams.items() if "." in team.place)
    hex = where.split(".")[0]
    calm, moved = (parsed(svg_board.draw(public(state), words(), marked)) for marked in ((), {team, where}))
    group, before = hex_groups(moved)[hex], hex_groups(calm)[hex]
    assert sum(element.get("stroke") == HALO for element in group.iter()) == 3
    assert not [element for element in before.iter() if element.get("stroke") == HALO]
    assert f"{hex}*" in [each.text for each in texts(group)]
    others = [each for name, each in hex_groups(moved).items() if name != hex]
    assert not [element for each in others for element in each.iter() if element.get("stroke") == HALO]


def test_colours_are_told_apart_by_shape_and_letter_too() -> None:
    root = parsed(svg_board.draw(public(full()), words()))
    shapes = {}
    for element in root:
        if element.get("fill") in (PALETTE[colour] for colour in COLOURS) and not element.get("stroke-dasharray"):
            points = len((element.get("points") or "").split())
            shapes.setdefault(element.get("fill"), (element.tag, points))
    assert len(shapes) == len(set(shapes.values())) == len(COLOURS)


@languages
def test_the_legend_names_every_sign(lang: str) -> None:
    lines = {each.text for each in texts(parsed(svg_board.draw(picture(exploring(), "red"), words(lang))))}
    keys = ["terrain.M", "terrain.D", "colony", "electricity", "scientist", "motorized", "red", "yellow"]
    signs = [words(lang).terms[f"board.{key}"] for key in ("wounded", "die", "lit", "free", "changed", "candidate")]
    for wanted in [*(words(lang).terms[key] for key in keys), *signs]:
        assert any(wanted in each for each in lines), wanted


def test_the_same_picture_makes_the_same_bytes() -> None:
    assert svg_board.draw(public(full()), words(), {"H01", "R1"}) == svg_board.draw(
        public(full()), words(), {"R1", "H01"}
    )


def test_places_are_numbered_as_on_the_text_board() -> None:
    for state, seat in explorers():
        board = picture(state, seat)
        listed = [line.split() for line in text_board.draw(board, words()) if re.match(r"#\d+ +@", line)]
        titles = [
            group.findtext(f"{SVG}title") or "" for group in parsed(svg_board.draw(board, words())).findall(f"{SVG}g")
        ]
        assert [title.split() for title in titles if title.startswith("#")] == [line[:2] for line in listed]
        assert len(listed) == len(board.candidates)


def test_many_pieces_on_a_hex_are_all_drawn() -> None:
    pieces = tuple(PieceView(f"P{n}", "pink", "robot") for n in range(40))
    board = HexMap((HexView(name="X", edges="WWWWWW", q=0, r=0, pieces=pieces, tokens=(TokenView("lava"),)),))
    document = svg_board.draw(board, words())
    lines = Counter(each.text for each in texts(parsed(document)))
    assert lines["P\u00d740"] == lines["lava"] == 1
    assert min(map(float, re.findall(r'font-size="(.*?)"', document))) >= MIN_FONT_PX
    assert f"<title>{', '.join(piece.name for piece in pieces)}, pink, robot</title>" in document
    few = svg_board.draw(HexMap((replace(board.hexes[0], pieces=pieces[:MAX_NAMED_PIECES]),)), words())
    assert all(f">{piece.name}</text>" in few for piece in pieces[:MAX_NAMED_PIECES])


def test_boards_in_any_order_are_as_if_drawn_afresh() -> None:
    walk = [public(state) for state in (*everything(), *reversed([*everything()]))]
    marks: tuple[set[str], ...] = (set(), {"R1", "H01"})
    asked = [(board, words(lang), marked) for board in walk for lang in LANGUAGES for marked in marks]
    kept = [svg_board.draw(*each, names={"red": "Ana"}) for each in asked]
    for document, each in zip(kept, asked, strict=True):
        HEX_PARTS.entries.clear()
        assert svg_board.draw(*each, names={"red": "Ana"}) == document


def test_two_boards_on_a_page_share_no_id() -> None:
    one, other = (svg_board.draw(line_of(2), words(), ids=ids) for ids in ("first", "second"))
    assert not set(re.findall(r'id="(.*?)"', one)) & set(re.findall(r'id="(.*?)"', other))
