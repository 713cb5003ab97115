"""Publish a report: what happened, the position, and what the reader may do."""

from __future__ import annotations

import re
from functools import partial

from msgspec import Struct, UnsetType
from msgspec.structs import replace

from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Misused
from ...kernel.base.safe_text import quote
from ...kernel.chain.records import Entry, GameFile
from ...kernel.content import packs
from ...kernel.crypto.keys import Identity
from ..creating.terms import terms_lines
from ..session.locale import seat_language
from ..session.open_game import OpenGame, clock, inside, position
from ..session.paths import write_output
from ..session.seat_view import SeatView
from ..session.seats import optional_seat
from ..session.session import Session
from .history import history
from .pages import before_the_start, page_of, position_text, render_page

FORMATS = ("text", "markdown", "html", "eml")
CLICKABLE = ("html", "eml")
"""Formats whose orders can be answered with a click."""


class ShownPosition(Struct, frozen=True):
    """The position of a game, with the reader's own part if they have a seat."""

    opened: OpenGame
    view: SeatView | None
    terms: list[str]

    def data(self) -> Plain:
        game = self.opened.game
        answer: Plain = {**position(game), "table": game.state.table, "seats": seats_data(game), "terms": self.terms}
        if self.view:
            private = self.view.private
            answer |= {"seat": self.view.seat, "screen": private.screen, "news": private.news}
        return answer

    def text(self) -> str:
        return position_text(self.opened, self.view)


class ReportRequest(Struct, frozen=True, kw_only=True):
    """Which report to show."""

    since: int | None = None
    """From this step on; None for the reader's last order."""
    form: str = "text"
    lang: str | None = None
    ascii: bool = False
    reply_to: str = ""
    to: str = ""
    sender: str = ""
    now: str | None = None
    output: str | None = None


class Report(Struct, frozen=True, kw_only=True):
    """A report, written to a file or to be printed."""

    opened: OpenGame
    entries: list[Entry]
    content: bytes
    path: str = ""

    @property
    def printed_text(self) -> str:
        """Return the report with plain line ends; an e-mail has others."""
        return self.content.decode().replace("\r\n", "\n")

    def data(self) -> Plain:
        events = [event for entry in self.entries for event in entry.public.events]
        return {**position(self.opened.game), "events": events, "report": self.printed_text}

    def text(self) -> str:
        return self.path or self.printed_text


def show_position(session: Session, game: str, seat: str | None = None) -> ShownPosition:
    """Return the position of a game, with the caller's own part if their key is available."""
    opened = session.open_game(game)
    view = optional_seat(session, opened, seat)
    terms = terms_lines(opened.game.genesis, opened.game.state, session.locale.language)
    return ShownPosition(opened, view, terms)


def seats_data(game: GameFile) -> list[Plain]:
    records = [{"id": s.id, "name": s.name, "sign": s.sign, "held": s.held} for s in game.state.seats]
    return [{key: value for key, value in one.items() if not isinstance(value, UnsetType)} for one in records]


def publish_report(session: Session, game: str, request: ReportRequest, seat: str | None = None) -> Report:
    """Write what happened since the reader's last order, and what they may do now."""
    check_request(request)
    opened = session.open_game(game)
    identity = session.identity
    view = optional_seat(session, opened, seat)
    if view and request.output and inside(opened, request.output):
        raise Misused(
            "E_USAGE",
            "a report that shows your private part should not be in the game folder, where others can read it",
            "write it somewhere else: -o FILE",
        )
    report = make_report(opened, view, request, identity)
    path = "" if request.output in (None, "-") else str(request.output)
    if path:
        write_output(path, report.content)
    return replace(report, path=path)


def make_report(
    opened: OpenGame, view: SeatView | None, request: ReportRequest, identity: Identity | None, where: str = ""
) -> Report:
    """Return a report; commands on its page name this game, or `where` as its reader calls it."""
    entries = history(opened, view.seat if view else None, request.since)
    lang = request.lang or seat_language(opened.game, view.seat if view else None)
    page = partial(page_of, opened, view, entries, lang, request.since is not None)
    if request.form == "eml":
        from .report_mail import Parties, file_name, mail_of  # saves e-mails for reports in other formats

        whole = before_the_start(opened, page(where=file_name(opened)), identity)
        parties = Parties(request.sender, request.to, request.reply_to)
        content = mail_of(opened, view, whole, entries, clock(request.now), parties)
    else:
        whole = before_the_start(opened, page(where=where), identity)
        if request.reply_to:
            from ...report.content.suggested_reply import answered_by_mail  # saves it for readers without a seat

            whole = answered_by_mail(packs.words(opened.rules.game.name, lang), whole, request.reply_to)
        content = render_page(opened, whole, request.form, request.ascii).encode()
    return Report(opened=opened, entries=entries, content=content)


def check_request(request: ReportRequest) -> None:
    """Refuse options that do not go with the format."""
    form = request.form
    reply_to = request.reply_to
    mailed = (request.to, request.sender, request.now)
    if request.ascii and form != "text":
        raise Misused("E_USAGE", "only text can be limited to ASCII", "leave out --ascii, or use --format text")
    if reply_to and form not in CLICKABLE:
        raise Misused(
            "E_USAGE",
            "only a page or an e-mail can be answered with a click",
            "use --reply-to with --format html or --format eml",
        )
    if any(mailed) and form != "eml":
        raise Misused("E_USAGE", "only an e-mail has a sender, a recipient and a date", "use --format eml")
    for address in (reply_to, *mailed[:2]):
        check_address(address)


ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
ADDRESS = rf"(?=.{{1,64}}@.{{1,190}}\Z){ATOM}(?:\.{ATOM})*@{LABEL}(?:\.{LABEL})*"


def check_address(address: str | None) -> None:
    """Refuse all but one plain address: it becomes a part of links and headers."""
    if address and not re.fullmatch(ADDRESS, address):
        raise Misused(
            "E_USAGE", "'{address}' is not an e-mail address", "write it like ana@example.org", address=quote(address)
        )
