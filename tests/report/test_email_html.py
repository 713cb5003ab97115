"""The HTML of an e-mail: short, styled on each element, and complete after a mail program has stripped it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import pytest
from msgspec.structs import replace

from lpbe.kernel.base.safe_text import printable
from lpbe.kernel.content import packs
from lpbe.report.content.public_page import public_page
from lpbe.report.document import Choices, Curve, Drawing, Grid, Lines, Notes, Page, Paragraph, Reply, Section, Series
from lpbe.report.render.email_html import MailContext, render
from lpbe.report.render.email_message import MAX_HTML_BYTES, html_part

from ..golden.games import HERE, finish_game, replay
from ..kernel.party import Party
from ..planet_2116 import golden
from ..size_limits import every, some
from .mails import Stripped, plain
from .readers import midgame, own_page, step_page
from .test_hostile import NAMES, NOTES, hostile_game
from .test_html import HOSTILE, Outline

GAMES = sorted(path.parent.name for path in HERE.glob("*/orders.toml"))
FAR = f"{'a' * 64}@{'b' * 63}.{'c' * 63}.{'d' * 60}"
"""As long as an address can be."""
SUBJECT = "Living Planet 0123abcd · Tour 12 sur 12 · à vous : mener le tour, dés et effet de la carte, é" + "é" * 50


def letter(page: Page, party: Party, picture: str = "board@lpbe.invalid", address: str = FAR) -> MailContext:
    return MailContext(packs.words(party.rules.game.name, page.lang), picture, address, SUBJECT)


SOME = ("living-planet-both", "2116-greens")
"""Those whose stories are long."""
ALL = {name: partial(replay, name) for name in GAMES} | {
    f"2116-{why}": partial(golden.replay, why) for why in golden.ENDS
}


def pages(game: str, every: int) -> Iterator[tuple[Party, Page]]:
    """Pages of some positions of a recorded game: of who is asked, and of everybody, in either language by turns."""
    for n, party in enumerate(ALL[game]()):
        if n % every == every // 3 or party.game.state.window.kind == "over":
            lang = ("en", "fr")[n // every % 2]
            yield party, own_page(party, (*party.waiting, *party.seats)[0], lang)
            yield party, step_page(party, ("fr", "en")[n // every % 2])


@every(100, 2)
@pytest.mark.parametrize("game", some(ALL, *list(ALL)[::3]))
def test_stripped_it_still_shows_board_tables_and_orders_and_it_is_never_cut(game: str, every: int) -> None:
    seen = 0
    for party, page in pages(game, every):
        made = html_part(page, letter(page, party))
        assert len(made.get_payload()) <= MAX_HTML_BYTES
        stripped = Stripped(made.get_content())
        assert "style" not in stripped.html and "<img" not in stripped.html
        left = stripped.words
        lost = [answer for answer in answers_on(page) if plain(printable(answer)) not in left]
        assert lost == []
        seen += 1
    assert seen >= 2


def answers_on(page: Page) -> Iterator[str]:
    """Yield what no reader may miss: titles, sentences, cells, places and orders."""
    for section in page.sections:
        yield section.title
        for block in section.blocks:
            if isinstance(block, Lines | Paragraph | Notes):
                yield from block.lines
            elif isinstance(block, Grid):
                yield from (cell for row in (block.head, *block.rows) for cell in row)
            elif isinstance(block, Drawing):
                yield from (line for part in block.text_parts()[1:] for line in part)
            elif isinstance(block, Choices):
                yield from (
                    text for group in block.groups for item in group.items for text in (item.order, item.effect)
                )
            elif isinstance(block, Reply):
                yield from (*block.lines, *block.command)


@pytest.mark.parametrize(
    "game", [*SOME, *(pytest.param(name, marks=pytest.mark.soak) for name in ALL if name not in SOME)]
)
def test_a_whole_game_is_told_in_one_mail(game: str) -> None:
    *_, party = ALL[game]()
    page = public_page(party.rules, party.game, [step.last for step in party.steps], "fr")
    assert len(html_part(page, letter(page, party)).get_payload()) <= MAX_HTML_BYTES


def test_of_a_story_that_is_too_long_the_newer_part_stays() -> None:
    party = finish_game("living-planet-two")
    answer = [Paragraph(f"Turn {n}", [f"n{n} " + "é" * 900]) for n in range(60)]
    page = Page("A title", "en", [Section("news", "News", [*answer, Lines(["This copy goes back."])])])
    made = html_part(page, letter(page, party))
    html = made.get_content()
    assert MAX_HTML_BYTES / 4 < len(made.get_payload()) <= MAX_HTML_BYTES
    assert "n59 " in html and "n0 " not in html and "goes back" in html and html.count("Older steps are left out") == 1


@pytest.fixture(scope="module")
def email_page() -> str:
    party = midgame()
    page = own_page(party, party.waiting[0], "fr", note="vendre")
    return render(page, letter(page, party))


def test_every_style_is_on_its_element_and_nothing_comes_from_elsewhere(email_page: str) -> None:
    outline = Outline(email_page)
    tags = {tag for tag, _ in outline.tags}
    assert not tags & {"style", "script", "svg", "link", "form", "input", "iframe", "object", "button"}
    used = {name for _, attributes in outline.tags for name in attributes}
    assert used <= {"style", "lang", "charset", "name", "content", "role", "width", "align", "valign", "border"} | {
        "cellpadding",
        "cellspacing",
        "src",
        "alt",
        "href",
    }
    assert [image["src"] for image in outline.named("img")] == ["cid:board@lpbe.invalid"]
    assert outline.named("img")[0]["alt"]
    assert all((link["href"] or "").startswith("mailto:a") for link in outline.named("a"))
    assert "url(" not in email_page and "http" not in email_page


def test_head_news_of_mine_board_screen_choices_and_answer_come_first(email_page: str) -> None:
    heads = [plain(answer) for answer in re.findall(r"<h2[^>]*>(.*?)</h2>", email_page)]
    words = packs.words("living-planet", "fr").terms
    keys = ["now", "mine", "board", "screen", "legal", "reply", "news", "table", "notes", "mail.words"]
    assert heads == [plain(words[f"report.{key}"]) for key in keys]


def test_a_broad_table_lies_on_its_side_and_keeps_its_cells() -> None:
    grid = Grid("", list("abcde"), [["1", "2", "3", "4", "5"], ["6", "7", "8", "9", "0"]], [True] * 5)
    page = Page("A title", "en", [Section("table", "A part", [grid])])
    rows = re.findall(r"<tr valign.*?</tr>", render(page, MailContext(packs.words("pebbles", "en"))))
    assert [re.findall(r">(\w)<", row) for row in rows] == [list(row) for row in ("a16", "b27", "c38", "d49", "e50")]
    one = Page("A title", "en", [Section("table", "A part", [replace(grid, rows=grid.rows[:1])])])
    assert Stripped(render(one, MailContext(packs.words("pebbles", "en")))).words.endswith("a 1 b 2 c 3 d 4 e 5")


@pytest.mark.parametrize("address", ["", FAR])
def test_what_people_wrote_is_text(address: str) -> None:
    reply = Reply(HOSTILE, [HOSTILE], HOSTILE, [HOSTILE])
    curve = Curve(HOSTILE, ["1"], [Series(HOSTILE, "red", [1])])
    answer = Paragraph(HOSTILE, [HOSTILE], HOSTILE, HOSTILE, [HOSTILE])
    grid = Grid(HOSTILE, [HOSTILE], [[HOSTILE]], [False])
    blocks = [Lines([HOSTILE, HOSTILE], HOSTILE), Notes([HOSTILE]), grid, reply, curve, answer]
    page = Page(HOSTILE, "en", [Section("table", HOSTILE, blocks)])
    made = render(page, MailContext(packs.words("pebbles", "en"), "", address, HOSTILE))
    outline = Outline(made)
    assert outline.named("img") == [] == outline.named("script")
    assert sum("{{ 7*7 }}" in one for one in outline.texts) >= 12
    assert "\u202e" not in made and "\x1b" not in made


@pytest.mark.parametrize(("name", "note"), [(name, "markup") for name in NAMES] + [("long", note) for note in NOTES])
def test_names_and_notes_of_a_real_game_are_text(name: str, note: str) -> None:
    party = hostile_game(name, note)
    for page in (step_page(party, "en"), own_page(party, "red", "fr", NOTES[note])):
        outline = Outline(render(page, letter(page, party)))
        assert outline.named("script") == [] and len(outline.named("h2")) == len(page.sections) + 1
        assert all((link["href"] or "").startswith("mailto:a") for link in outline.named("a"))
