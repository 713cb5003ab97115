"""Tracks, the matrix of the dice and a card a player: all of it is there, nothing more is told, and it is small."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from lpbe.board.svg.palette import PALETTE
from lpbe.games import book_of
from lpbe.games.living_planet.map.queries import buildings_of, resources, seats, turns
from lpbe.games.living_planet.presentation.dice_matrix import dice_matrix
from lpbe.games.living_planet.presentation.dice_preview import while_played
from lpbe.games.living_planet.presentation.panels import panels
from lpbe.games.living_planet.presentation.style import base_look
from lpbe.games.living_planet.state import Bank, Purse, Turn
from lpbe.games.living_planet.turn.cataclysms import candidates
from lpbe.games.living_planet.turn.production import factories
from lpbe.games.planet_2116.presentation.board_view import LOOK
from lpbe.games.planet_2116.presentation.panels import thermometer
from lpbe.games.planet_2116.state import HUMANS, PLANET, Climate
from lpbe.kernel.chain.sealed_state import public_state
from lpbe.kernel.content import packs
from lpbe.kernel.engine.model import State
from lpbe.kernel.engine.panels import Panel, Strip
from lpbe.report.content.public_page import public_page
from lpbe.report.document import Page
from lpbe.report.render import html, markdown
from lpbe.report.render.panel_html import panel_html
from lpbe.report.render.text import render

from ..board.boards import LANGUAGES, samples, words
from ..golden.games import replay
from ..kernel.party import Party
from .readers import midgame, own_page, step_page

SMALL = 12_000
"""How many bytes all of it may take on one page."""
VOID = {"path", "polyline", "br"}
EN_2116 = packs.words("planet-2116", "en")
EVIL = '<script>"&'


class Balance(HTMLParser):
    """Tags that are opened and closed, and the text between them."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data.replace("\u00a0", " "))


def panel_of(state: State, key: str, reader: str | None = None, news: list[dict[str, object]] | None = None) -> Panel:
    return next(panel for panel in panels(state, reader, news or []) if panel.key == key)


def shown(panel: Panel, state: State, lang: str = "fr", names: dict[str, str] | None = None) -> list[str]:
    """The texts of what is drawn of a panel, which is sound."""
    seen = Balance(panel_html(words(lang), panel, names or {}, base_look(state), dict))
    assert seen.open == []
    return seen.texts


def pictures(page: Page) -> Iterator[str]:
    for section in page.sections:
        yield from (block.svg() for block in section.blocks if getattr(block, "svg", None) and section.key != "board")


def test_prices_are_tracks_with_the_last_move() -> None:
    state = samples()[-2]
    name, price = resources(state)[0], state[Bank].prices[resources(state)[0]]
    moved: list[dict[str, object]] = [
        {"event": "cubes-sold", "seat": "red"},
        {"event": "price-moved", "resource": name, "price": price},
    ]
    panel = panel_of(state, "panel.market", None, moved if 1 < price < 10 else [])
    assert [strip.name for strip in tracks(panel)] == list(resources(state))
    first = tracks(panel)[0]
    assert [cell.text for cell in first.cells] == [str(n) for n in range(1, 11)]
    assert [cell.text for cell in first.cells if cell.state == "now"] == [str(price)]
    assert [cell.text for cell in first.cells if cell.state == "was"] == [str(price + 1)] * (1 < price < 10)


def test_dice_stand_in_their_order_and_exhaustion_has_a_cell_a_turn() -> None:
    ordered = next(state for state in samples() if state[Turn].order and state[Turn].dice)
    (dice,) = tracks(panel_of(ordered, "panel.dice"))
    assert [cell.thing for cell in dice.cells] == ordered[Turn].order
    assert [cell.state for cell in dice.cells].index("now") == ordered[Turn].column
    assert len(tracks(panel_of(ordered, "panel.decks"))[0].cells) == turns(ordered)


def test_the_thermometer_is_full_up_to_its_degrees() -> None:
    state = book_of("planet-2116", ()).blank((PLANET, *HUMANS), {})
    state[Climate].heat = 31
    strip = thermometer(state)
    assert sum(cell.thing == "heat" for cell in strip.cells) == state[Climate].heat - 20 + 1
    assert [cell.text for cell in strip.cells if cell.state == "now"] == [str(state[Climate].heat)]
    document = panel_html(
        packs.words("planet-2116", "fr"), Panel("panel.now", [], strips=lambda: [strip]), {}, LOOK, dict
    )
    assert document.count('class="now"') == 1 and 'aria-label="thermomètre\u00a0: 31"' in document


def tracks(panel: Panel) -> Sequence[Strip]:
    return panel.strips() if panel.strips else []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_cell_is_drawn_and_every_text_is_safe(lang: str) -> None:
    for state in samples()[::3]:
        for panel in (panel for panel in panels(state, "red", []) if panel.strips or panel.matrix or panel.tableaux):
            named = replace(words(lang), terms={**words(lang).terms, "oil": EVIL})
            document = panel_html(named, panel, dict.fromkeys(seats(state), EVIL), base_look(state), dict)
            assert Balance(document).open == [] and "<script" not in document
            assert document.count("<i") == sum(len(strip.cells) for strip in tracks(panel))


def test_the_matrix_has_what_each_die_makes_and_strikes_before_and_after_they_are_ordered() -> None:
    found = [state for state in samples() if state[Turn].dice]
    ordered, unordered = (next(s for s in found if bool(s[Turn].order) is wanted) for wanted in (True, False))
    for state in (ordered, unordered):
        matrix, now = dice_matrix(state), state[Turn]
        colours = now.order or list(now.dice)
        assert [(cell.thing, cell.text) for cell in matrix.head] == [(one, str(now.dice[one])) for one in colours]
        for n, colour in enumerate(colours):
            trial = while_played(state, colour, now.dice[colour])
            made = {line.values["place"] for line in matrix.rows[0].cells[n] if "place" in line.values}
            assert made == {place for seat in seats(state) for place in factories(trial, seat)}
            struck = [line.values["hex"] for line in matrix.rows[2].cells[n] if "hex" in line.values]
            assert struck == list(candidates(trial, colour))
        text = shown(panel_of(state, "panel.matrix"), state)
        names = {"red": "Rouge", "blue": "Bleu", "yellow": "Jaune", "green": "Vert"}
        assert [f"{names[one]} {now.dice[one]}" in text for one in colours] == [True] * len(colours)
        assert "A : produire" in text and "C : frapper" in text and not {"red", "blue"} & set(" ".join(text).split())


def test_a_card_a_player_tells_what_he_has_and_nothing_of_the_purse_of_others() -> None:
    party = midgame()
    (seat,) = party.waiting
    state = party.state(seat)
    panel = panel_of(state, "panel.players", seat)
    assert panel.tableaux
    cards = {card.seat: {row.name: row for row in card.rows} for card in panel.tableaux()}
    assert next(iter(cards)) == seat and cards[seat]["money"].value == state[Purse, seat].money
    assert [one for one in cards if "money" in cards[one] or "cubes" in cards[one] or "total" in cards[one]] == [seat]
    for one in seats(state):
        assert len(cards[one]["buildings"].items) == len(buildings_of(state, one))
    open_state = public_state(party.rules.book, party.game.state.table)
    public = panel_of(open_state, "panel.players")
    assert public.tableaux and "total" not in {row.name for card in public.tableaux() for row in card.rows}


def test_pages_show_cards_in_place_of_the_table_that_text_keeps() -> None:
    party = midgame()
    page = own_page(party, party.waiting[0], "fr")
    made = html.render(page, packs.words("living-planet", "fr"))
    assert (
        made.count('class="seats"') == 1 and made.count('class="dice"') == 1 and '<th scope="col">Sci.</th>' not in made
    )
    assert "Couleur  Joueur" in render(page) and "Ce qu'apportent" not in render(page)
    assert "| Couleur | Joueur |" in markdown.render(page)


@pytest.mark.parametrize("name", ["living-planet-merged", "living-planet-three"])
def test_all_that_is_drawn_is_small(name: str) -> None:
    sizes = []
    for n, party in enumerate(replay(name)):
        if n % 60 == 0 and party.game.state.window.kind == "play":
            sizes.append(sum(len(one.encode()) for one in pictures(own_page(party, party.waiting[0], "fr"))))
    assert 1000 < max(sizes) <= SMALL


def test_prices_have_their_course_where_the_log_is_there_and_none_where_it_is_not() -> None:
    party = midgame()
    lines = re.findall(r'<polyline points="(.*?)"', "".join(pictures(own_page(party, "red", "fr"))))
    assert len(lines) == len(resources(party.state("red")))
    assert {len(line.split()) for line in lines} == {party.state("red")[Turn].number}
    made = "".join(pictures(step_page(party, "fr")))
    assert 'class="track"' in made and "polyline" not in made, "a single step is no log"


def test_a_game_of_2116_has_a_card_a_seat_and_the_course_of_its_heat() -> None:
    party = Party((PLANET, *HUMANS), (), {}, game_name="planet-2116").start()
    party.play_on(4, until=lambda party: len(party.steps) > 36)
    page = own_page(party, party.waiting[0], "fr")
    made = "".join(pictures(page))
    assert made.count("<h4>") == 4 and made.count("<polyline ") == 1 and len(made.encode()) <= SMALL
    news = html.render(public_page(party.rules, party.game, [game.last for game in party.steps], "en"), EN_2116)
    chips = set(re.findall(r'class="chip"[^>]*background: (\S+);[^>]*>(.)</span>', news))
    marks = {(PALETTE[LOOK.colours[seat]], EN_2116.terms[f"letter.{seat}"]) for seat in (PLANET, *HUMANS)}
    assert chips == marks, "black and blue are not both B"
