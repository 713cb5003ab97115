"""Pages for a reader: the report, the position, a list of orders; as text, Markdown or HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from ...kernel.base.errors import Message
from ...kernel.chain.letter_builder import referee_key
from ...kernel.chain.records import Entry
from ...kernel.chain.sealed_state import has_started
from ...kernel.content import packs
from ...kernel.crypto.keys import Identity
from ...kernel.gamedir.receipts import Reason, Refusal, open_reason, receipts
from ...kernel.language.sentences import phrase
from ...kernel.language.translate import translate_message
from ...report.content.public_page import public_page
from ..creating import refused_joins
from ..creating.terms import terms_lines
from ..ordering.outbox import answer_waits
from ..session.locale import seat_language
from ..session.open_game import OpenGame
from ..session.paths import shell_path
from ..session.seat_view import SeatView
from .history import earlier_steps, is_complete

if TYPE_CHECKING:
    from ...report.document import Page, Section


POSITION = ("head", "board", "screen", "choices", "table")


def report_text(opened: OpenGame, view: SeatView | None, entries: list[Entry], lang: str, listing: str = "") -> str:
    """Return what happened, the position, and for a seat its private part and what it may do."""
    return render_page(opened, page_of(opened, view, entries, lang, listing=listing), "text", False)


def position_text(opened: OpenGame, view: SeatView | None) -> str:
    """Return the page without the story and the suggested orders."""
    page = page_of(opened, view, [opened.game.last], seat_language(opened.game, view.seat if view else None))
    shown = replace(page, sections=[section for section in page.sections if section.key in POSITION])
    return render_page(opened, before_the_start(opened, shown, None), "text", False)


def page_of(
    opened: OpenGame,
    view: SeatView | None,
    entries: list[Entry],
    lang: str,
    since: bool = False,
    listing: str = "",
    where: str = "",
) -> Page:
    """Return the page of a seat, or the public one; commands on it name this game, or `where` as its reader has it."""
    whole = is_complete(opened, view.seat if view else None, entries)
    earlier = earlier_steps(opened, entries)
    if view is None:
        return public_page(opened.rules, opened.game, entries, lang, whole, earlier)
    from ...report.content.seat_page import SeatContext, seat_page  # saves the private part for readers without a seat

    filed = answer_waits(opened, view.seat) or refused_joins.join_waits(opened, view.seat, view.identity)
    own = SeatContext(
        seat=view.seat,
        view=view.private,
        state=view.state,
        memo=view.memo,
        draft=view.draft,
        refused=refused_lines(view, lang),
        filed=filed,
        listing=listing,
        since=since,
    )
    return seat_page(
        opened.rules, opened.game, entries, own, lang, whole, where or shell_path(view.opened.place), earlier
    )


def before_the_start(opened: OpenGame, page: Page, identity: Identity | None) -> Page:
    """Return the page until all are ready: with refused joins after its first section, and the terms at its end."""
    if has_started(opened.game.state):
        return page
    lines = refused_joins.own_refused_lines(opened, identity, page.lang)
    lines = lines or refused_joins.refused_lines(opened, page.lang)
    terms = terms_lines(opened.game.genesis, opened.game.state, page.lang)
    refused = [section_of(opened, page, "refused", lines)] if lines else []
    sections = [page.sections[0], *refused, *page.sections[1:], section_of(opened, page, "terms", terms)]
    return replace(page, sections=sections)


def section_of(opened: OpenGame, page: Page, key: str, lines: list[str]) -> Section:
    from ...report.document import Lines, Section, capital  # saves it for games that have started

    title = phrase(packs.words(opened.rules.game.name, page.lang), key)
    return Section(key, title, [Lines([capital(line) for line in lines])])


def render_page(opened: OpenGame, page: Page, form: str, ascii: bool) -> str:
    """Return a page in a format; each format is loaded when it is first needed."""
    if form == "html":
        from ...report.render import html  # saves jinja2 for text

        return html.render(page, packs.words(opened.rules.game.name, page.lang))
    if form == "markdown":
        from ...report.render import markdown  # saves it for text

        return markdown.render(page)
    from ...report.render import text  # saves it for HTML

    return text.render(page, ascii)


def refused_lines(view: SeatView, lang: str) -> list[str]:
    """Return why orders made on this position were refused."""
    words = packs.words(view.opened.rules.game.name, lang)
    lines = []
    for reason in own_refusals(view):
        text = translate_message(Message(reason.message, reason.values), lang, words, view.seat)
        lines.append(f"{text} [{reason.clause or reason.code}]")
        lines += [f"  {translate_message(Message(reason.hint, reason.values), lang)}"] if reason.hint else []
    return lines


def own_refusals(view: SeatView) -> list[Reason]:
    """Return the reasons for this seat in the receipts of this step."""
    game = view.opened.game
    place = view.opened.place
    if not place.folder or not view.sealed:
        return []
    refusals = [refusal for receipt in receipts(place, game, game.state.seq) for refusal in receipt.refused]
    here = [refusal for refusal in refusals if refusal.head == view.opened.head]
    found = (own_reason(view, refusal) for refusal in here)
    return [reason for reason in found if reason]


def own_reason(view: SeatView, refusal: Refusal) -> Reason | None:
    """Return why a letter of the seat was refused, opened by its key or by whoever has opened it."""
    if view.identity is None:
        return view.reasons.get(refusal.letter_id)
    return open_reason(refusal, view.opened.game, view.seat, view.identity, referee_key(view.opened.game))
