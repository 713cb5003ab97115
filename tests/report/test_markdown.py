"""Pages as Markdown: tables that are tables, and text that stays text."""

from __future__ import annotations

import re

import pytest

from lpbe.report.document import Choice, Choices, Grid, Group, Lines, Notes, Page, Reply, Section
from lpbe.report.render.markdown import render

from .readers import SECTIONS, midgame, own_page, stages


def rows(text: str) -> list[list[str]]:
    """Return the cells of all table rows, at the bars that are not escaped."""
    table = [line for line in text.split("\n") if line.startswith("|")]
    return [re.split(r"(?<!\\)\|", line)[1:-1] for line in table]


def write_markdown(*blocks: object) -> str:
    return render(Page("A title", "en", [Section("table", "A part", list(blocks))])).split("## A part\n")[1]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_tables_of_a_whole_game_are_well_formed(lang: str) -> None:
    for party in stages("living-planet", 3, 3, 40):
        for seat in party.seats:
            text = render(own_page(party, seat, lang))
            for block in re.split(r"\n\n", text):
                if block.startswith("|"):
                    sizes = {len(cells) for cells in rows(block)}
                    assert len(sizes) == 1
                    assert all(set(cell) <= {"-", ":"} for cell in rows(block)[1])


def test_headings_and_the_reply_block() -> None:
    party = midgame()
    text = render(own_page(party, party.waiting[0], "en"))
    assert text.startswith("# Living Planet, step ")
    assert text.count("\n## ") == len(SECTIONS)
    assert "```\n# one order per line" in text


def test_numbers_stand_to_the_right_and_bars_are_no_columns() -> None:
    grid = Grid("Prices", ["a|b", "MC"], [["oil|x", "5"]], [False, True])
    assert write_markdown(grid) == "\n**Prices**\n\n| a\\|b | MC |\n|---|---:|\n| oil\\|x | 5 |\n"


@pytest.mark.parametrize(
    ("hostile", "tamed"),
    [
        ("[click](http://evil)", "\\[click\\](http\\://evil)"),
        ("<script>x</script>", "\\<script\\>x\\</script\\>"),
        ("# no heading", "\\# no heading"),
        ("1. no list", "1\\. no list"),
        ("- no list", "\\- no list"),
        ("**loud** _soft_ `code`", "\\*\\*loud\\*\\* \\_soft\\_ \\`code\\`"),
        ("www.evil.example a@b", "www\\.evil.example a\\@b"),
        ("&lt; \\", "\\&lt; \\\\"),
    ],
)
def test_text_stays_text(hostile: str, tamed: str) -> None:
    assert write_markdown(Lines([hostile])) == f"\n- {tamed}\n"


def test_a_note_cannot_leave_its_place() -> None:
    assert write_markdown(Notes(["```", "# mine"])) == "\n> \\`\\`\\`\n> \\# mine\n"


def test_code_is_fenced_by_more_than_it_contains() -> None:
    reply = Reply("Send:", ["a ``` b"], "or:", ["lpbe order"])
    assert "\n````\na ``` b\n````\n" in write_markdown(reply)
    group = Group("x", "", [Choice("a `b` | c", "free")])
    assert "- ``a `b` \\| c``: free\n" in write_markdown(Choices([group]))
