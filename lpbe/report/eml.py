"""A page as a mail that any program opens: as text, as HTML with the board in it, and with the game file beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from email.headerregistry import Address
from email.message import MIMEPart
from hashlib import sha256

from msgspec import Struct

from ..kernel.base.errors import Misused
from ..kernel.base.text import one_line
from ..kernel.content.packs import Words
from . import mail_html, text
from .blocks import Drawing
from .headers import POLICY
from .mail_html import Letter
from .mail_styles import ROOM
from .page import Page

DOMAIN = "lpbe.invalid"
"""No host is called so: ids are made from the game alone, wherever a mail is written."""
NOBODY = f"nobody@{DOMAIN}"
"""Who writes a mail of which nobody said who does: every mail must say so."""
MOST = 90 * 1024
"""So long the HTML is at most, as it is sent: mail programs cut at about 100 KB."""
EMPTY = re.compile(rb"(?m)^([!-9;-~]+:) ?\r\n(?=[ \t])")
"""A header that begins on the line below its name."""
LONGEST = 150
"""So long is a subject at most."""
SHARP = 1.5
"""So many pixels of a picture are drawn for one that it takes on the page: sharp on phones, at half a megabyte."""


class File(Struct, frozen=True):
    """What is attached: its name, what it is, and its bytes."""

    name: str
    kind: str
    data: bytes


class Envelope(Struct, frozen=True):
    """What stands on a mail: which game, what it is about, when it was written, and between whom where that is said."""

    game: str
    subject: str
    date: datetime
    seq: int = 0
    seat: str = ""
    sender: str = ""
    to: str = ""
    reply_to: str = ""
    name: str = ""
    """By which id it is known; else one is made from what it tells."""
    follows: str = ""
    """The id of the mail that it goes on from, beside the game itself."""
    mark: str = ""
    """What stands in it for whoever sends it, so that it is known when it comes back."""
    fill: Callable[[Sequence[str]], list[str]] | None = None
    """What an answer with some orders looks like whole, where that can be sent by whoever has only the mail."""
    pictured: bool = True
    """Whether it is a page with pictures too, or text alone."""

    @property
    def line(self) -> str:
        """The subject as a header may have it: one line, nothing that steers anything, no longer than people read."""
        line = one_line(self.subject)
        return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def render(page: Page, words: Words, envelope: Envelope, files: Sequence[File]) -> bytes:
    told = text.render(page)
    name = envelope.name or ident(envelope, told)
    shown = both_ways(page, words, envelope, told, name) if envelope.pictured else leaf(told, "plain")
    mail = several("mixed", [shown, *map(attached, files)], headed(envelope, name))
    mail["Content-Language"] = page.lang  # set before, it would be taken for that of a part
    return begun_at_once(mail.as_bytes())


def begun_at_once(mail: bytes) -> bytes:
    """No header has its own line empty: some programs lose an id that stands below, or show a subject after a space."""
    head, gap, body = mail.partition(b"\r\n\r\n")
    return EMPTY.sub(rb"\1", head) + gap + body


def both_ways(page: Page, words: Words, envelope: Envelope, told: str, name: str) -> MIMEPart:
    """As text and as a page, of which a mail program shows one."""
    picture = picture_of(page)
    cid = f"board.{name}" if picture else ""
    shown = short_html(page, Letter(words, cid, envelope.reply_to, envelope.line, envelope.fill))
    if picture:
        shown = several("related", [shown, image(picture, cid)])
    return several("alternative", [leaf(told, "plain"), shown])


def short_html(page: Page, letter: Letter) -> MIMEPart:
    """The page as HTML, not longer than mail programs show: of a long story the older half goes, and again."""
    made = leaf(mail_html.render(page, letter), "html")
    while len(made.get_payload()) > MOST and (shorter := mail_html.without_older(page, letter)) != page:
        page, made = shorter, leaf(mail_html.render(shorter, letter), "html")
    return made


def ident(envelope: Envelope, told: str) -> str:
    """The same for the same report of the same game, whenever and by whomever it is written; for no other."""
    said = "\0".join([envelope.game, envelope.seat, str(envelope.seq), envelope.subject, told])
    return f"{envelope.seq}.{sha256(said.encode()).hexdigest()[:24]}@{DOMAIN}"


def thread(envelope: Envelope) -> str:
    """What all mails of a game answer to."""
    return f"<{envelope.game[:32]}@{DOMAIN}>"


def headed(envelope: Envelope, name: str) -> MIMEPart:
    mail = MIMEPart(policy=POLICY)
    mail["Date"] = envelope.date
    mail["From"] = Address("lpbe", addr_spec=envelope.sender or envelope.reply_to or NOBODY)
    for field, address in (("To", envelope.to), ("Reply-To", envelope.reply_to)):
        if address:
            mail[field] = Address(addr_spec=address)
    mail["Subject"] = envelope.line
    mail["Message-ID"] = f"<{name}>"
    mail["In-Reply-To"] = f"<{envelope.follows}>" if envelope.follows else thread(envelope)
    mail["References"] = " ".join(dict.fromkeys([thread(envelope), mail["In-Reply-To"]]))
    mail["Auto-Submitted"] = "auto-generated"
    if envelope.mark:
        mail["X-LPBE"] = envelope.mark
    mail["MIME-Version"] = "1.0"
    return mail


def several(kind: str, parts: Sequence[MIMEPart], whole: MIMEPart | None = None) -> MIMEPart:
    """Parts that belong together in one way or another."""
    made = whole or MIMEPart(policy=POLICY)
    getattr(made, f"make_{kind}")(boundary(kind))
    for part in parts:
        made.attach(part)
    return made


def boundary(kind: str) -> str:
    """Stands in no part: nothing that is encoded has =_ in it."""
    return f"=_lpbe.{kind}"


def leaf(told: str, kind: str) -> MIMEPart:
    """Letters that no mail server need change."""
    made = MIMEPart(policy=POLICY)
    made.set_content(told, subtype=kind, charset="utf-8", cte="quoted-printable")
    return made


def image(picture: bytes, cid: str) -> MIMEPart:
    made = MIMEPart(policy=POLICY)
    made.set_content(picture, "image", "png", disposition="inline", filename="board.png", cid=f"<{cid}>")
    return made


def attached(file: File) -> MIMEPart:
    made = MIMEPart(policy=POLICY)
    made.set_content(file.data, *file.kind.split("/"), disposition="attachment", filename=file.name)
    return made


def picture_of(page: Page) -> bytes:
    """The board by day; nothing where there is none, or nothing to draw it with."""
    found = (block for section in page.sections for block in section.blocks if isinstance(block, Drawing))
    board = next(found, None)
    if board is None:
        return b""
    from ..board.png import png  # saves it for games without a board

    try:
        return png(board.svg(), round(SHARP * ROOM))
    except Misused:
        return b""
