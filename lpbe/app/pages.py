"""Pages for a reader: the report, the position, a list of orders; as text, Markdown or HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..kernel.base.errors import Message
from ..kernel.chain.hidden import has_started
from ..kernel.chain.records import Entry
from ..kernel.chain.writing import referee_key
from ..kernel.content import packs
from ..kernel.crypto.keys import Identity
from ..kernel.folder.receipts import Reason, open_reason, receipts
from ..kernel.words.sentences import phrase
from ..kernel.words.translate import translated
from ..report.telling import public_page
from .desk import Desk
from .filing import answer_waits
from .game import OpenGame
from .history import earlier_steps, tells_all
from .joining import own_refused_lines
from .joining import refused_lines as joins_refused
from .language import reader_language
from .terms import terms_lines

if TYPE_CHECKING:
    from ..report.page import Page, Section


POSITION = ("head", "board", "screen", "choices", "table")


def report_text(opened: OpenGame, desk: Desk | None, entries: list[Entry], lang: str, listing: str = "") -> str:
    """What happened, the position, and for somebody with a seat what is his own and what he may do."""
    return render_page(opened, page_of(opened, desk, entries, lang, listing=listing), "text", False)


def position_text(opened: OpenGame, desk: Desk | None) -> str:
    """The page without what happened and what to send."""
    page = page_of(opened, desk, [opened.game.last], reader_language(opened.game, desk.seat if desk else None))
    shown = replace(page, sections=[section for section in page.sections if section.key in POSITION])
    return render_page(opened, before_the_start(opened, shown, None), "text", False)


def page_of(
    opened: OpenGame,
    desk: Desk | None,
    entries: list[Entry],
    lang: str,
    since: bool = False,
    listing: str = "",
    where: str = "",
) -> Page:
    """What commands on the page name is this game, or where else its reader has it."""
    whole, earlier = tells_all(opened, desk.seat if desk else None, entries), earlier_steps(opened, entries)
    if desk is None:
        return public_page(opened.rules, opened.game, entries, lang, whole, earlier)
    from ..report.seat import Sitting, seat_page  # saves the seat's own part for who has none

    filed = answer_waits(opened, desk.seat)
    own = Sitting(
        desk.seat, desk.view, desk.state, desk.memo, desk.draft, refused_lines(desk, lang), filed, listing, since
    )
    return seat_page(opened.rules, opened.game, entries, own, lang, whole, where or shown_path(desk), earlier)


def before_the_start(opened: OpenGame, page: Page, identity: Identity | None) -> Page:
    """The page with what matters until all are ready: refused joins after the first section, the terms at the end."""
    if has_started(opened.game.state):
        return page
    lines = own_refused_lines(opened, identity, page.lang) or joins_refused(opened, page.lang)
    terms = terms_lines(opened.game.genesis, opened.game.state, page.lang)
    refused = [section_of(opened, page, "refused", lines)] if lines else []
    sections = [page.sections[0], *refused, *page.sections[1:], section_of(opened, page, "terms", terms)]
    return replace(page, sections=sections)


def section_of(opened: OpenGame, page: Page, key: str, lines: list[str]) -> Section:
    from ..report.page import Lines, Section, capital  # saves it for games that have started

    title = phrase(packs.words(opened.rules.game.name, page.lang), key)
    return Section(key, title, [Lines([capital(line) for line in lines])])


def shown_path(desk: Desk) -> str:
    """The path of a game as a shell takes it; plain ones stay plain."""
    from shlex import quote

    return quote(desk.opened.place.folder or desk.opened.place.game)


def render_page(opened: OpenGame, page: Page, form: str, ascii: bool, reply_to: str = "") -> str:
    """Each format is loaded when it is asked for."""
    if form == "html":
        from ..report import html  # saves jinja2 for text

        return html.render(page, packs.words(opened.rules.game.name, page.lang), reply_to)
    if form == "markdown":
        from ..report import markdown  # saves it for text

        return markdown.render(page)
    from ..report import text  # saves it for HTML

    return text.render(page, ascii)


def refused_lines(desk: Desk, lang: str) -> list[str]:
    """Why orders made on this very position were refused."""
    words = packs.words(desk.opened.rules.game.name, lang)
    lines = []
    for reason in own_refusals(desk):
        told = translated(Message(reason.message, reason.values), lang, words, desk.seat)
        lines.append(f"{told} [{reason.clause or reason.code}]")
        lines += [f"  {translated(Message(reason.hint, reason.values), lang)}"] if reason.hint else []
    return lines


def own_refusals(desk: Desk) -> list[Reason]:
    """What the receipts of this step tell this seat."""
    game, place, identity = desk.opened.game, desk.opened.place, desk.identity
    if not place.folder or identity is None or not desk.sealed:
        return []
    told = [refusal for receipt in receipts(place, game, game.state.seq) for refusal in receipt.refused]
    here = [refusal for refusal in told if refusal.head == desk.opened.head]
    found = (open_reason(refusal, game, desk.seat, identity, referee_key(game)) for refusal in here)
    return [reason for reason in found if reason]
