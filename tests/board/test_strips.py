"""Tracks as small pictures: every cell is there, the marker and where it was are plain to see, letters can be read."""

from __future__ import annotations

import re

from lpbe.board import strips
from lpbe.board.shapes import HALO, LEAST
from lpbe.board.strips import PHONE
from lpbe.games import book_of
from lpbe.games.living_planet.reading import resources, turns
from lpbe.games.living_planet.show.looks import base_look
from lpbe.games.living_planet.show.panels import panels
from lpbe.games.living_planet.state import Bank, Turn
from lpbe.games.planet_2116.show.panels import thermometer
from lpbe.games.planet_2116.show.picture import LOOK
from lpbe.games.planet_2116.state import HUMANS, PLANET, Climate
from lpbe.kernel.content import packs
from lpbe.kernel.play.panels import Panel
from lpbe.kernel.play.rules import State

from .boards import LANGUAGES, samples, words
from .test_svg import SVG, parsed, texts


def drawn_of(state: State, key: str, told: list[dict[str, object]] | None = None) -> Panel:
    return next(panel for panel in panels(state, None, told or []) if panel.key == key)


def test_prices_are_tracks_with_the_last_move() -> None:
    state = samples()[-2]
    name, price = resources(state)[0], state[Bank].prices[resources(state)[0]]
    moved: list[dict[str, object]] = [
        {"event": "cubes-sold", "seat": "red"},
        {"event": "price-moved", "resource": name, "price": price},
    ]
    panel = drawn_of(state, "panel.market", moved if 1 < price < 10 else [])
    assert [strip.name for strip in panel.strips] == list(resources(state))
    first = panel.strips[0]
    assert [cell.text for cell in first.cells] == [str(n) for n in range(1, 11)]
    assert [cell.text for cell in first.cells if cell.state == "now"] == [str(price)]
    assert [cell.text for cell in first.cells if cell.state == "was"] == [str(price + 1)] * (1 < price < 10)


def test_dice_stand_in_their_order_and_exhaustion_has_a_cell_a_turn() -> None:
    ordered = next(state for state in samples() if state[Turn].order and state[Turn].dice)
    (dice,) = drawn_of(ordered, "panel.dice").strips
    assert [cell.thing for cell in dice.cells] == ordered[Turn].order
    assert [cell.state for cell in dice.cells].index("now") == ordered[Turn].column
    assert len(drawn_of(ordered, "panel.decks").strips[0].cells) == turns(ordered)


def test_they_are_sound_pictures_with_letters_that_can_be_read() -> None:
    for lang in LANGUAGES:
        for state in samples()[::3]:
            for panel in (panel for panel in panels(state, None, []) if panel.strips):
                document = strips.draw(panel.strips, words(lang), base_look(state))
                root, sizes = parsed(document), list(map(float, re.findall(r'font-size="(.*?)"', document)))
                wide = float(root.get("width", "0"))
                assert min(sizes) >= LEAST and wide <= PHONE
                assert all(each.left >= 0 and each.right <= wide for each in texts(root))
                boxes = root.findall(f"{SVG}rect")
                assert len(boxes) == 1 + sum(len(strip.cells) for strip in panel.strips)


def test_the_thermometer_is_full_up_to_its_degrees() -> None:
    state = book_of("planet-2116", ()).blank((PLANET, *HUMANS), {})
    state[Climate].heat = 31
    strip = thermometer(state)
    assert sum(cell.thing == "heat" for cell in strip.cells) == state[Climate].heat - 20 + 1
    assert [cell.text for cell in strip.cells if cell.state == "now"] == [str(state[Climate].heat)]
    document = strips.draw((strip,), packs.words("planet-2116", "fr"), LOOK)
    assert document.partition("</style>")[2].count(f'stroke="{HALO}"') == 1 and "thermomètre" in document
