"""A page is short, and what matters most is on its first screen."""

from __future__ import annotations

from statistics import median

import pytest

from lpbe.kernel.content import packs
from lpbe.report.document import Curve, Page, Paragraph, Section, Series
from lpbe.report.render import html, markdown
from lpbe.report.render.text import render

from ..golden.games import replay
from ..kernel.party import Party
from ..size_limits import every
from .readers import own_page, step_page

MEDIAN, FIRST = 150, 24
ASKED = {"en": "Your turn: ", "fr": "À vous : "}


@every(24, 3)
@pytest.mark.parametrize(("name", "lang"), [("living-planet-merged", "en"), ("living-planet-three", "fr")])
def test_a_report_is_short_and_begins_with_turn_question_standing_and_threats(name: str, lang: str, every: int) -> None:
    lengths = []
    for n, party in enumerate(replay(name)):
        if n % every or party.game.state.window.kind != "play":
            continue
        lines = render(own_page(party, party.waiting[0], lang)).splitlines()
        lengths.append(len(lines))
        first = "\n".join(lines[:FIRST])
        for answer in TURN[lang], ASKED[lang], STANDING[lang]:
            assert answer in first
        assert any(threat in first for threat in THREATS[lang])
    assert len(lengths) > 5 and median(lengths) <= MEDIAN


TURN = {"en": "Turn ", "fr": "Tour "}
STANDING = {"en": " in all if the game ended", "fr": " en tout si la partie"}
THREATS = {"en": ("What threatens you", "Nothing threatens you"), "fr": ("Ce qui vous menace", "Rien ne vous menace")}


def test_the_first_screen_of_a_finished_game_says_who_won_and_by_what() -> None:
    *_, party = replay("living-planet-two")
    for page in (own_page(party, "blue", "en"), own_page(party, "red", "en")):
        lines = render(page).splitlines()
        assert [line for line in lines[:8] if "won with" in line or "You have won" in line]
        assert [line.split()[0] for line in lines[:FIRST] if line.strip()[:1] in ("1", "2")] == ["1", "2"]
        assert any("Points on the board, turn by turn" in line for line in lines[:FIRST])
        text = "\n".join(lines)
        assert "nothing to answer" not in text and "points on the board)" not in text
    keys = [section.key for section in own_page(party, "red", "en").sections]
    assert keys == ["head", "end", "mine", "board", "screen", "news", "table", "notes"]
    assert [section.key for section in step_page(party, "en").sections] == ["head", "end", "news", "board", "table"]


def test_a_game_of_2116_is_as_short() -> None:
    lengths: list[int] = []

    def look(party: Party) -> bool:
        lengths.append(len(render(own_page(party, party.waiting[0], "en")).splitlines()))
        return False

    Party(("planet", "human-1", "human-2", "human-3"), (), {}, game_name="planet-2116").start().play_on(4, until=look)
    assert len(lengths) > 20 and median(lengths) <= MEDIAN


def test_curves_and_paragraphs_are_drawn_and_nothing_that_people_wrote_is_markup() -> None:
    """Two players of one name have two lines."""
    evil = "<b>&`|x"
    curve = Curve("Points", ["1", "2"], [Series(evil, "red", [0, 4]), Series(evil, "blue", [None, 2])])
    answer = Paragraph(f"Die 1: {evil}", ["It rains.", "Nothing else."], "red", "Step 3", [f"Ana writes: {evil}"])
    page = Page("A title", "en", [Section("end", "The end", [curve, answer])])
    assert render(page).splitlines()[4:] == [
        "Points",
        "  <b>&`|x  ▁█  0 → 4",
        "  <b>&`|x   ▄  2 → 2",
        "Die 1: <b>&`|x [Step 3]",
        "  It rains. Nothing else.",
        "  Ana writes: <b>&`|x",
    ]
    assert render(page, ascii=True).isascii()
    made = html.render(page, packs.words("living-planet", "en"))
    assert made.count("<polyline ") == 2 and "<b>&`" not in made and "It rains. Nothing else." in made
    assert 'class="told t-red"' in made
    marked = markdown.render(page)
    assert "**Die 1: \\<b\\>\\&\\`\\|x** It rains. Nothing else. *(Step 3)*" in marked and "\n> Ana writes: " in marked
