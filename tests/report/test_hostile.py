"""Hostile names and notes, through a real game and every format."""

from __future__ import annotations

import re
from functools import cache

import pytest

from lpbe.kernel.base.safe_text import MAX_NAME_LENGTH, MAX_NOTE_LENGTH, check_name, check_note
from lpbe.kernel.base.wrapping import WIDTH
from lpbe.kernel.chain import player_view
from lpbe.kernel.content import packs
from lpbe.report.document import Page
from lpbe.report.render import html, markdown, text

from ..kernel.party import Party
from .readers import columns, own_page, step_page
from .test_html import Outline, own_scripts
from .test_markdown import rows

NAMES = {
    "long": "x" * MAX_NAME_LENGTH,
    "wide": "漢" * MAX_NAME_LENGTH,
    "markup": "_" * 9 + "a-1-" * 5,
    "right to left": "אבגדה" * 6,
    "marks": "x\u0323\u0331" * 10,
    "expanding": "Ⅷ" * MAX_NAME_LENGTH,
    "a seat": "red",
    "a die": "1 2 3",
}
NOTES = {
    "markup": "<script>alert(1)</script> [x](http://evil) **b** | `c` | {{ 7*7 }}",
    "lines": "| a | b |\n|---|---|\n# heading\n```\n<b>",
    "long": "w" * MAX_NOTE_LENGTH,
    "wide": "漢" * MAX_NOTE_LENGTH,
}


@cache
def hostile_game(name: str, note: str) -> Party:
    """Return a turn of a game where a player has such a name and writes such a note."""
    party = Party(("red", "blue"), options={}, game_name="living-planet")
    for seat, answer in (("red", check_name(NAMES[name])), ("blue", "Ben")):
        party.send(party.sign(seat, player_view.join_letter(party.game, seat, party.people[seat], answer, "en", "")))
    for seat in party.seats:
        party.send(party.sign(seat, player_view.ready_letter(party.game, seat, party.people[seat])))
    party.give("blue", {"order": "select-card", "card": 1})
    party.give("red", {"order": "select-card", "card": 2}, note=check_note(NOTES[note]))
    return party


@pytest.fixture(params=[(name, "markup") for name in NAMES] + [("long", note) for note in NOTES], ids="-".join)
def pages(request: pytest.FixtureRequest) -> list[Page]:
    party = hostile_game(*request.param)
    note = NOTES[request.param[1]]
    return [
        step_page(party, "en"),
        *(own_page(party, seat, lang, note) for seat in party.seats for lang in ("en", "fr")),
    ]


def test_text_stays_in_its_columns(pages: list[Page]) -> None:
    for page in pages:
        for answer in (text.render(page), text.render(page, ascii=True)):
            assert [line for line in answer.split("\n") if columns(line) > WIDTH] == []
            assert answer.replace("\n", "").isprintable()
        assert answer.isascii()


def test_tables_of_markdown_keep_their_columns(pages: list[Page]) -> None:
    for page in pages:
        answer = markdown.render(page)
        tables = [block for block in answer.split("\n\n") if block.startswith("|")]
        assert tables and all(len({len(cells) for cells in rows(block)}) == 1 for block in tables)
        assert "<script" not in answer.replace("\\<", "") and "](http" not in answer.replace("\\]", "")
        assert answer.count("\n## ") == len(page.sections)


def test_html_has_no_markup_of_theirs(pages: list[Page]) -> None:
    for page in pages:
        answer = html.render(page, packs.words("living-planet", page.lang))
        outline = Outline(answer)
        assert own_scripts(outline) == 1 and outline.named("img") == [] and outline.named("a") == []
        assert "<b>" not in "".join(re.findall(r'<section id="\w+">.*?</section>', answer, re.DOTALL))
        assert sorted(section["id"] or "" for section in outline.named("section") if "id" in section) == sorted(
            s.key for s in (*page.sections, *([page.chat] if page.chat else []))
        )


def test_what_was_written_can_be_read() -> None:
    answer = text.render(step_page(hostile_game("long", "markup"), "en"))
    assert "writes:" in answer and "<script>alert(1)</script>" in answer and "x" * MAX_NAME_LENGTH in answer
