"""A board as a file of its own: it needs nothing else, follows the reader's colours, and explains its symbols."""

from __future__ import annotations

import re

import pytest

from lpbe.board.queries import places_in_danger
from lpbe.board.svg import svg_board
from lpbe.board.svg.palette import DARK_COLOURS, PALETTE, ink_on
from lpbe.board.svg.shapes import ICONS
from lpbe.board.svg.style import BOARD_CSS, LEVELS, MIN_LETTER_PX, level_of, plain_css
from lpbe.games.living_planet.presentation.board_view import picture
from lpbe.games.living_planet.presentation.style import BUILDING_COLOURS, CUBE_COLOURS
from lpbe.games.living_planet.presentation.style import ICONS as PINNED
from lpbe.games.living_planet.state import COLOURS
from lpbe.kernel.engine.foresight import Fact

from .boards import LANGUAGES, explorers, exploring_state, full, public, words
from .drawings import SVG, parse_svg, title, words_in

languages = pytest.mark.parametrize("lang", LANGUAGES)
LIGHT_DARK = re.compile(r"light-dark\((#\w+),(#\w+)\)")


def luminance(colour: str) -> float:
    """Relative luminance, as the rules for contrast have it."""
    digits = colour[1:] if len(colour) > 4 else "".join(char * 2 for char in colour[1:])
    parts = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def colours_of(name: str) -> tuple[str, str]:
    """Return the colours of a class in light and dark."""
    found = re.search(rf"\.b-{name}\{{(?:fill|stop-color):(?:light-dark\((#\w+),(#\w+)\)|(#\w+))", BOARD_CSS)
    assert found, name
    return (found[3], found[3]) if found[3] else (found[1], found[2])


def test_it_is_one_accessible_picture_that_loads_nothing() -> None:
    for state, seat in explorers():
        document = svg_board.draw_file(picture(state, seat), words(), title="Mars")
        root = parse_svg(document)
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids)) and root.get("role") == "img" and title(root) == "Mars"
        assert set((root.get("aria-labelledby") or "").split()) <= set(ids)
        assert {element.tag for element in root.iter()}.isdisjoint({f"{SVG}script", f"{SVG}image"})
        assert re.findall(r"https?:[^\"]*", document) == ["http://www.w3.org/2000/svg"]
        assert set(re.findall(r'(?:href="|url\()#([^")]*)', document)) <= set(ids)
        assert not re.search(r'href="[^#]', document)


def test_a_page_may_choose_the_colours() -> None:
    assert "[data-theme=light]{color-scheme:light}" in BOARD_CSS and "[data-theme=dark]{color-scheme:dark}" in BOARD_CSS
    assert "svg:root{color-scheme:light dark}" in svg_board.draw_file(public(full()), words())
    drawing = svg_board.draw_board(public(full()), words())
    assert "<style" not in drawing and not re.search(r'(fill|stroke)="#', drawing)


@pytest.mark.parametrize(
    ("letters", "ground"),
    [("ink", "g1"), ("ink", "g2"), ("ink", "sand"), ("ink", "sea"), ("ink", "h1"), ("dt", "die"), ("bt", "bd"),
     ("dt", "plate"), ("lg", "sheet"), ("tl", "shore"), ("tl", "crosses"), ("tl", "t-hills"), ("th", "lines")],
)  # fmt: skip
def test_letters_can_be_read_in_light_and_dark(letters: str, ground: str) -> None:
    for ink, paper in zip(colours_of(letters), colours_of(ground), strict=True):
        assert contrast(ink, paper) >= 4.5, (letters, ground, ink, paper)


@pytest.mark.parametrize("colour", PALETTE)
def test_letters_on_a_colour_can_be_read(colour: str) -> None:
    assert contrast(PALETTE[colour], ink_on(colour)) >= 4.5
    assert (colour in DARK_COLOURS) == (ink_on(colour) == "#ffffff")


def test_resources_have_a_colour_of_their_own_and_a_picture() -> None:
    colours = {*CUBE_COLOURS.values()}
    assert len(colours) == len(CUBE_COLOURS) and not colours & {*COLOURS} and not colours & {*BUILDING_COLOURS.values()}
    assert CUBE_COLOURS.keys() <= PINNED.keys() and set(PINNED.values()) <= ICONS.keys()
    document = svg_board.draw_file(public(full()), words())
    assert all(f'id="b-i-{PINNED[name]}"' in document and f"b-f-{colour}" in document
               for name, colour in CUBE_COLOURS.items())  # fmt: skip


@languages
def test_the_legend_names_every_sign(lang: str) -> None:
    lines = set(words_in(parse_svg(svg_board.draw_file(picture(exploring_state(), "red"), words(lang)))))
    keys = ["terrain.M", "terrain.D", "colony", "electricity", "scientist", "motorized", "red", "yellow", "tornado"]
    signs = [words(lang).terms[f"board.{key}"] for key in ("wounded", "die", "lit", "free", "changed", "candidate")]
    assert {*(words(lang).terms[key] for key in keys), *signs} <= lines


def test_places_in_danger_are_those_of_threats_and_of_the_losses_they_bring() -> None:
    losses = [Fact("harm.chip.own", {}, "bad", "H05.2"), Fact("harm.chip", {}, "good", "H05.1")]
    assert places_in_danger([Fact("threat.sure", {"losses": losses, "hex": "H05"}, "bad", "H05")]) == {"H05", "H05.2"}


def test_french_signs_stay_with_their_words() -> None:
    document = svg_board.draw_file(public(full()), words("fr"))
    assert "\u00a0:" in document and not re.search(r">[^<{]* [:;!?][^<]*<", document)


def test_each_level_hides_more_than_the_one_before() -> None:
    assert [level_of(end - 0.01) for end in LEVELS.values()] == [*LEVELS] and level_of(9.0) == "close"
    hidden = [plain_css(level, 1.0).count("visibility:hidden") for level in (*LEVELS, "close")]
    assert hidden == sorted(hidden, reverse=True) and hidden[-1] == 0 < hidden[0]


@pytest.mark.parametrize("k", [0.8, 1.3, 2.6, 4.0])
def test_a_style_for_programs_without_variables_keeps_letters_readable(k: float) -> None:
    css = plain_css(level_of(1 / k), k)
    sizes = re.findall(r"\{(visibility:hidden;)?font-size:([\d.]+)px", css)
    assert "light-dark" not in css and "var(" not in css
    assert min(float(size) / k for hidden, size in sizes if not hidden) >= MIN_LETTER_PX - 0.01
