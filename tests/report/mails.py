"""E-mails as they are sent, and what is left after a mail program has removed what it does not show."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from html import escape
from html.parser import HTMLParser
from typing import cast

from lpbe.kernel.content import packs
from lpbe.report.document import Page
from lpbe.report.render.email_message import Envelope, File, render

from ..kernel.party import Party
from .readers import own_page, step_page

DATE = datetime(2026, 11, 16, 8, 30, tzinfo=UTC)
HOST = "ana@example.org"
FILE = File("game.toml", "application/toml", b'format = 2\nname = "\xc3\xa9"\n')
SHOWN = {
    **dict.fromkeys(("table", "td", "th", "tr"), ("align", "valign", "width", "border", "cellpadding", "cellspacing")),
    **dict.fromkeys(("h1", "h2", "h3", "p", "ul", "li", "b", "small", "pre", "code", "blockquote", "div", "span"), ()),
    "a": ("href",),
}
"""What every mail program keeps; no style is among it."""
HIDDEN = ("style", "script", "svg", "head", "title")


def mail(
    party: Party, seat: str, lang: str, reply_to: str = "", date: datetime = DATE, subject: str = "A game"
) -> bytes:
    """Return the report of a seat, or that of the last step for everybody."""
    page = own_page(party, seat, lang) if seat else step_page(party, lang)
    return mail_page(page, party, seat, reply_to, date, subject)


def mail_page(
    page: Page, party: Party, seat: str, reply_to: str = "", date: datetime = DATE, subject: str = "A game"
) -> bytes:
    state = party.game.state
    envelope = Envelope(state.game, subject, date, state.seq, seat, reply_to=reply_to)
    return render(page, packs.words(party.rules.game.name, page.lang), envelope, [FILE])


def read(data: bytes) -> EmailMessage:
    """Parse it with Python's own parser, which must not complain."""
    message = cast(EmailMessage, message_from_bytes(data, policy=default))
    assert [part.defects for part in message.walk() if part.defects] == []
    assert [(name, value.defects) for part in message.walk() for name, value in part.items() if value.defects] == []
    return message


def leaf(data: bytes, kind: str) -> EmailMessage:
    (found,) = [part for part in read(data).walk() if part.get_content_type() == kind]
    return cast(EmailMessage, found)


def html_of(data: bytes) -> str:
    return str(leaf(data, "text/html").get_content())


class Stripped(HTMLParser):
    """HTML without styles, scripts, pictures, ids, classes, and whatever tag or attribute is not plain."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.kept: list[str] = []
        self.texts: list[str] = []
        self.links: list[str] = []
        self.hidden = 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.hidden += tag in HIDDEN
        if tag in SHOWN and not self.hidden:
            kept = [f' {name}="{escape(value or "")}"' for name, value in attrs if name in SHOWN[tag]]
            self.links += [value or "" for name, value in attrs if name == "href"]
            self.kept.append(f"<{tag}{''.join(kept)}>")

    def handle_endtag(self, tag: str) -> None:
        if tag in SHOWN and not self.hidden:
            self.kept.append(f"</{tag}>")
        self.hidden -= tag in HIDDEN

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.kept.append(escape(data))
            self.texts.append(data)

    @property
    def html(self) -> str:
        return "".join(self.kept)

    @property
    def words(self) -> str:
        """Return what can be read, with plain spaces between words."""
        return plain("".join(self.texts))


def plain(text: str) -> str:
    return " ".join(text.split())
