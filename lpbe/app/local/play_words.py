"""What a player at the keyboard can ask for by a word: the board, the tables, the standing, the history."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...kernel.base.errors import Misused
from ...kernel.chain.genesis import names_of
from ...kernel.content.packs import Words
from ...kernel.language.template_matcher import plain_spelling
from ...report.content.headline import Viewpoint, fact_lines, game_brief
from ...report.document import Block, Grid, Lines, Page, Section
from ...report.render.text import heading_lines, section_lines
from ..reading.history import available_steps
from ..reading.pages import page_of
from ..session.open_game import OpenGame
from ..session.seat_view import SeatView

BOARD = ("board", "plateau")
MARKET = ("market", "bourse", "marché", "marche")
PLAYERS = ("players", "joueurs")
TABLE = ("table",)
HAND = ("hand", "main")
SCORE = ("score", "scores", "points")
HISTORY = ("history", "historique")
LOG = ("log", "journal")
HINT = ("hint", "conseil", "indice")
UNDO = ("undo", "annuler")
POLICY = ("policy", "consigne")
USUAL_LOG_STEPS = 20


def section_text(page: Page, key: str) -> str:
    """Return one section of a page as text, with its title; nothing if the page does not have it."""
    return "\n".join(render_section(section) for section in page.sections if section.key == key)


def render_section(section: Section) -> str:
    return "\n".join(line.rstrip() for line in [*heading_lines(section.title), *section_lines(section, ascii=False)])


def table_text(page: Page, words: Words, wanted: Sequence[str]) -> str:
    """Return the tables whose titles begin with one of these words."""
    section = next((section for section in page.sections if section.key == "table"), None)
    blocks = [block for block in (section.blocks if section else ()) if isinstance(block, Grid | Lines) and block.title]
    found = [block for block in blocks if begins_with(block.title, wanted)]
    if section is None or not found:
        titles = [block.title for block in blocks]
        raise Misused("E_USAGE", "this game has no such table", "type table to see: {titles}", titles=titles)
    return render_section(Section("table", section.title, found))


def begins_with(title: str, wanted: Iterable[str]) -> bool:
    return any(plain_spelling(title).startswith(plain_spelling(word)) for word in wanted)


def score_text(opened: OpenGame, view: SeatView, page: Page) -> str:
    """Return how the player stands, what everybody can see of the others, and what is to come."""
    words = view.words
    names = names_of(opened.game.state)
    blocks: list[Block] = []
    for reader in (view.seat, None):
        brief = game_brief(opened.rules, Viewpoint(view.state, reader, ()), reader)
        if brief and brief.standing:
            title = "" if reader else words.terms["report.standing.seats"]
            blocks.append(fact_lines(words, brief.standing, names, title))
    if not blocks:
        raise Misused("E_USAGE", "this game does not say how the players stand")
    to_come = words.terms.get("panel.production")
    blocks += [block for block in page.blocks if isinstance(block, Grid) and block.title == to_come]
    return render_section(Section("score", words.terms["play.score"], blocks))


def log_text(opened: OpenGame, view: SeatView, count: str) -> str:
    """Return what happened in the last steps, as many as were asked for."""
    if count and not count.isdecimal():
        raise Misused("E_USAGE", "how many steps? Type a number after {word}", word=LOG[0])
    steps = list(available_steps(opened))[-(int(count[:6] or USUAL_LOG_STEPS) or 1) :]
    return section_text(page_of(opened, view, steps, view.lang, since=True), "news")
