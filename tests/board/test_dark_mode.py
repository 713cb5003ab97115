"""What a board is drawn in: a colour for the night for each of the day's, letters that can be read, signs of danger."""

from __future__ import annotations

import re

import pytest

from lpbe.board.model import HexMap, Picture
from lpbe.board.queries import places_in_danger
from lpbe.board.svg import svg_board
from lpbe.board.svg.palette import DANGER, DARK_MODE, PALETTE, PRINT, UNKNOWN_COLOUR, brighten, dim
from lpbe.board.svg.shapes import ICONS, MIN_FONT_PX
from lpbe.board.svg.small_board import WIDTH
from lpbe.games.living_planet.presentation.board_view import picture
from lpbe.games.living_planet.presentation.style import CUBE_COLOURS
from lpbe.games.living_planet.presentation.style import ICONS as PINNED
from lpbe.games.living_planet.state import COLOURS
from lpbe.kernel.content.packs import Words
from lpbe.kernel.engine.foresight import Fact

from . import test_chart
from .boards import explorers, full, public, samples, words
from .test_svg import hex_groups, parsed, texts
from .worlds import world

SHOWN = 390 - 2 * 12
"""How wide a phone shows an overview."""


def light(colour: str) -> float:
    """Relative luminance, as the rules for contrast have it."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def boards() -> list[tuple[Picture, Words]]:
    games = [(public(state), words("fr")) for state in samples()]
    explored = [(picture(state, seat), words("fr")) for state, seat in explorers()[:2]]
    return [*games, *explored, (world("human-2"), test_chart.words())]


def test_letters_are_never_too_small() -> None:
    for board, chosen in boards():
        document = svg_board.draw(board, chosen, title="Mars")
        sizes = list(map(float, re.findall(r'font-size="(.*?)"', document)))
        assert sizes and min(sizes) >= MIN_FONT_PX


def test_an_overview_fits_a_phone_with_letters_that_can_be_read() -> None:
    for board, chosen in boards():
        root = parsed(svg_board.draw(board, chosen, {"H01"}, overview=True))
        assert root.get("width") == f"{WIDTH:g}"
        sizes = [float(element.get("font-size", "0")) for element in root.iter() if element.tag.endswith("text")]
        assert min(sizes) * SHOWN / WIDTH >= 11 and all(each.left >= 0 and each.right <= WIDTH for each in texts(root))


def test_every_hex_of_an_overview_leads_to_its_line_in_the_list() -> None:
    for board, chosen in boards():
        document = svg_board.draw(board, chosen, {"H01"}, overview=True, ids="small")
        lines = svg_board.listing(board, chosen, {"H01"}, ids="small")
        assert sorted(re.findall(r'href="#(.*?)"', document)) == sorted(line.id for line in lines)
        if isinstance(board, HexMap):
            assert [line.name for line in lines] == [hex.name for hex in board.hexes]
            assert all(spot.name.partition(".")[2] in " ".join(line.items)
                       for line, hex in zip(lines, board.hexes, strict=True) for spot in hex.spots)  # fmt: skip


def test_every_colour_of_paper_and_ink_has_one_for_the_night() -> None:
    document = svg_board.draw(public(full()), words(), {"H01"}, threatened={"H02"})
    style = re.findall(r'\[(\w+)="(#\w+)"\]\{\1:light-dark\(\2,(#\w+)\)\}', document)
    assert {(what, day) for what, day, _ in style} >= {("fill", "#1b1b1b"), ("stroke", "#1b1b1b"), ("fill", "#f7f3ea")}
    used = set(re.findall(r'(?:fill|stroke)="(#\w{6})"', document))
    assert used <= {*DARK_MODE, *PALETTE.values(), UNKNOWN_COLOUR, PRINT}
    assert all(DARK_MODE[day] == night for _, day, night in style)


@pytest.mark.parametrize("ink", ["#1b1b1b", "#5f5b55", "#a11d00"])
def test_letters_stand_out_by_day_and_by_night(ink: str) -> None:
    for paper in ("#f7f3ea", "#fffdf8", "#f1ead9", "#fefefe", "#fbf6ff"):
        assert contrast(ink, paper) >= 4.5
        assert contrast(DARK_MODE[ink], DARK_MODE[paper]) >= 4.5


def test_patterns_are_dark_by_night_with_strokes_that_glow() -> None:
    assert light(dim("#fbe7b2")) < 0.12 < 0.2 < light(brighten("#1f5f8b"))


def test_resources_have_a_colour_of_their_own_and_a_picture() -> None:
    assert len(set(CUBE_COLOURS.values())) == len(CUBE_COLOURS) and not set(CUBE_COLOURS.values()) & set(COLOURS)
    assert CUBE_COLOURS.keys() <= PINNED.keys() and set(PINNED.values()) <= ICONS.keys()
    document = svg_board.draw(public(full()), words())
    assert all(ICONS[PINNED[name]] in document and PALETTE[colour] in document for name, colour in CUBE_COLOURS.items())


def test_places_in_danger_are_those_of_threats_and_of_the_losses_they_bring() -> None:
    losses = [Fact("harm.chip.own", {}, "bad", "H05.2"), Fact("harm.chip", {}, "good", "H05.1")]
    assert places_in_danger([Fact("threat.sure", {"losses": losses, "hex": "H05"}, "bad", "H05")]) == {"H05", "H05.2"}


def test_places_in_danger_are_marked_and_said_to_be() -> None:
    calm, alarmed = (
        parsed(svg_board.draw(public(full()), words(), threatened=places)) for places in (set(), {"H03", "H03.1"})
    )
    group, before = hex_groups(alarmed)["H03"], hex_groups(calm)["H03"]
    marks = [element for element in group.iter() if element.get("stroke") == DANGER]
    assert len(marks) == 5 and not [element for element in before.iter() if element.get("stroke") == DANGER]
    assert "threatened" in [each.text for each in texts(alarmed)]
    assert any("threatened" in (title.text or "") for title in group.iter() if title.tag.endswith("title"))


def test_french_signs_stay_with_their_words() -> None:
    document = svg_board.draw(public(full()), words("fr"))
    assert "\u00a0:" in document and not re.search(r">[^<]* [:;!?][^<]*<", document)
