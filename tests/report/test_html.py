"""Pages as HTML: one file, nothing from elsewhere, and nothing that anybody wrote becomes markup."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from lpbe.kernel.content import packs
from lpbe.report.document import Grid, Lines, Notes, Page, Reply, Section
from lpbe.report.render.html import render

from .readers import SECTIONS, begin_game, midgame, own_page, stages, step_page

VOID = {"meta", "br", "img", "link", "input", "hr"}
POLICY = re.compile(
    r"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[A-Za-z0-9+/]{43}='; img-src data:"
)
DONE = ["head", "mine", "choices", "reply", "board", "screen", "news", "table", "notes"]
"""The sections of the report in words: what is asked first."""


class Outline(HTMLParser):
    """Every tag closed where it should be, with what it carries."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.texts.append(data)

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def own_scripts(outline: Outline) -> int:
    """Return how many scripts there are that run; data does not."""
    return len([each for each in outline.named("script") if "type" not in each])


def render_page(page: Page, game: str = "living-planet") -> str:
    return render(page, packs.words(game, page.lang))


def render_blocks(*blocks: object) -> str:
    return render_page(Page("A title", "en", [Section("table", "A part", list(blocks))]))


@pytest.fixture(scope="module")
def report() -> str:
    party = midgame()
    return render_page(own_page(party, party.waiting[0], "fr", note="vendre"))


def test_sections_headings_and_language(report: str) -> None:
    outline = Outline(report)
    assert outline.named("html") == [{"lang": "fr"}]
    keys = [str(section["id"]) for section in outline.named("section") if "id" in section]
    assert keys == DONE and sorted(DONE) == sorted(SECTIONS)
    assert len(outline.named("h1")) == 1 and len(outline.named("main")) == 1
    ids = [attributes["id"] for _, attributes in outline.tags if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_one_board_is_drawn_and_every_icon_that_is_used_is_there_once(report: str) -> None:
    outline = Outline(report)
    boards = [one for one in outline.named("svg") if "board" in (one.get("class") or "").split()]
    assert len(boards) == 1
    defined = re.findall(r'<symbol id="([^"]+)"', report)
    used = set(re.findall(r'href="#(i-[\w-]+)"', report))
    assert len(defined) == len(set(defined)) and used <= set(defined)


def test_header_cells_say_what_they_head(report: str) -> None:
    heads = Outline(report).named("th")
    assert heads and all(head["scope"] in ("col", "row") for head in heads)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_nothing_comes_from_elsewhere(lang: str) -> None:
    for party in [*stages("living-planet", 2, 2, 60), begin_game("pebbles", 2)]:
        for page in (step_page(party, lang), *(own_page(party, seat, lang) for seat in party.seats)):
            text = render_page(page, party.rules.game.name)
            outline = Outline(text)
            bare = text.replace('"http://www.w3.org/2000/svg"', "")
            assert "http:" not in bare and "https:" not in bare and "@import" not in bare
            assert all("src" not in attributes for _, attributes in outline.tags)
            assert all((a.get("href") or "#").startswith("#") for _, a in outline.tags)
            assert all(target.startswith(("#", "'#", '"#')) for target in re.findall(r"url\(([^)]*)\)", text))
            assert not outline.named("link") and not outline.named("img")
            policy = [each for each in outline.named("meta") if each.get("http-equiv") == "Content-Security-Policy"]
            assert len(policy) == 1 and POLICY.fullmatch(policy[0]["content"] or "")


def test_light_dark_print_and_buttons(report: str) -> None:
    outline = Outline(report)
    for part in ("light-dark(", '[data-theme="dark"]', "@media print", "prefers-reduced-motion", "forced-colors"):
        assert part in report
    doing = [button["data-do"] for button in outline.named("button") if "data-do" in button]
    assert doing == [*HEAD_BUTTONS, "whole", "farther", "closer", *NEWS_BUTTONS, *TRAY_BUTTONS, "words-close"]
    assert '<pre class="ready"># un ordre par ligne' in report


HEAD_BUTTONS = ["theme", "menu", "words"]
NEWS_BUTTONS = ["play"]
TRAY_BUTTONS = ["undo", "send", "send-copy", "send-command"]


def test_without_a_question_there_is_nothing_to_send() -> None:
    outline = Outline(render_page(step_page(midgame(), "en")))
    doing = [button["data-do"] for button in outline.named("button") if "data-do" in button]
    assert doing == [*HEAD_BUTTONS, "whole", "farther", "closer", "words-close"]


def test_what_is_private_is_marked(report: str) -> None:
    assert 'class="own"' in report
    assert 'class="own"' not in render_page(step_page(midgame(), "en"))


HOSTILE = "<img src=x onerror=alert(1)>\"'&{{ 7*7 }}{% raw %}</script>\u202e\x1b[0m"


def test_what_people_wrote_is_text() -> None:
    reply = Reply(HOSTILE, [HOSTILE], HOSTILE, [HOSTILE])
    text = render_blocks(
        Lines([HOSTILE], HOSTILE), Notes([HOSTILE]), Grid(HOSTILE, [HOSTILE], [[HOSTILE]], [False]), reply
    )
    outline = Outline(text)
    assert outline.named("img") == [] and own_scripts(outline) == 1
    assert sum("{{ 7*7 }}" in part for part in outline.texts) >= 8
    assert "\u202e" not in text and "\x1b" not in text


def test_wide_tables_and_long_words_stay_inside() -> None:
    text = render_blocks(Grid("", ["x" * 300], [["y" * 300]], [False]))
    assert '<div class="wide"><table>' in text
    assert "overflow-x:auto" in text and "overflow-wrap:anywhere" in text
