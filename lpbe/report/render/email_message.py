"""Render a report as an e-mail that any program opens: text, HTML with the board as a picture, and attached files."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from email.headerregistry import Address
from email.message import MIMEPart
from email.policy import EmailPolicy
from hashlib import sha256
from typing import Any

from msgspec import Struct

from ...kernel.base.errors import Misused
from ...kernel.base.safe_text import one_line
from ...kernel.content.packs import Words
from ..document import Drawing, Page
from . import email_html, text
from .email_html import CONTENT_WIDTH_PX, MailContext

DOMAIN = "lpbe.invalid"
"""A domain that no host has: ids depend on the game alone, wherever an e-mail is written."""
NOBODY = f"nobody@{DOMAIN}"
"""The sender of an e-mail if none was given: every e-mail must name one."""
MAX_HTML_BYTES = 90 * 1024
"""The maximum size of the HTML part, encoded as it is sent: mail programs cut it off at about 100 KB."""
MAX_SUBJECT_LENGTH = 150
PICTURE_SCALE = 1.5
"""Pixels of the picture per pixel on the page: sharp on phones, with half a megabyte."""
EMPTY_HEADER_LINE = re.compile(rb"(?m)^([!-9;-~]+:) ?\r\n(?=[ \t])")
"""A header that begins on the line below its name."""
ID_HEADERS = ("in-reply-to", "references")


class MailPolicy(EmailPolicy):
    """Python's policy, except that ids of other e-mails are never encoded: programs compare them byte by byte."""

    def fold(self, name: str, value: Any) -> str:
        return fold_ids(name, value) if name.lower() in ID_HEADERS else super().fold(name, value)

    def fold_binary(self, name: str, value: Any) -> bytes:
        return fold_ids(name, value).encode() if name.lower() in ID_HEADERS else super().fold_binary(name, value)


def fold_ids(name: str, value: Any) -> str:
    """Return a header with one id per line."""
    return f"{name}: " + "\r\n ".join(str(value).split()) + "\r\n"


POLICY = MailPolicy(linesep="\r\n", max_line_length=76)
"""Line ends as in transmission; no line of quoted-printable text is longer than 76 characters."""


class File(Struct, frozen=True):
    """An attachment: its name, its media type, and its bytes."""

    name: str
    kind: str
    data: bytes


class Envelope(Struct, frozen=True):
    """The headers of an e-mail: the game, the subject, the date, and from whom to whom, if known."""

    game: str
    subject: str
    date: datetime
    seq: int = 0
    seat: str = ""
    sender: str = ""
    to: str = ""
    reply_to: str = ""
    name: str = ""
    """Its message id; by default it is made from the content."""
    follows: str = ""
    """The id of the e-mail that it follows, besides the game's own thread."""
    mark: str = ""
    """A mark of the sending host, by which it recognises the e-mail if it comes back."""
    proof: str = ""
    """A secret by which the host recognises a bounce of the e-mail."""
    fill: Callable[[Sequence[str]], list[str]] | None = None
    """Builds the whole text of an answer from its orders, if an e-mail alone is enough to answer."""
    pictured: bool = True
    """Whether there is an HTML part with pictures, or text only."""

    @property
    def line(self) -> str:
        """Return the subject as a header may contain it: one printable line, no longer than people read."""
        line = one_line(self.subject)
        return line if len(line) <= MAX_SUBJECT_LENGTH else line[: MAX_SUBJECT_LENGTH - 1] + "…"


def render(page: Page, words: Words, envelope: Envelope, files: Sequence[File]) -> bytes:
    """Return the whole e-mail."""
    body = text.render(page)
    name = envelope.name or message_id(envelope, page.lang)
    content = alternatives(page, words, envelope, body, name) if envelope.pictured else text_part(body, "plain")
    mail = multipart("mixed", [content, *map(attachment, files)], headers(envelope, name))
    mail["Content-Language"] = page.lang  # if set earlier, it would become a header of a part
    return join_empty_headers(mail.as_bytes())


def join_empty_headers(mail: bytes) -> bytes:
    """Move headers that begin on the line below their name up to it.

    Some programs lose an id that is folded like this, or show a space before a subject.
    """
    head, gap, body = mail.partition(b"\r\n\r\n")
    return EMPTY_HEADER_LINE.sub(rb"\1", head) + gap + body


def alternatives(page: Page, words: Words, envelope: Envelope, body: str, name: str) -> MIMEPart:
    """Return the report as text and as HTML; a mail program shows one of them."""
    picture = board_picture(page)
    cid = f"board.{name}" if picture else ""
    context = MailContext(
        words=words, picture=cid, address=envelope.reply_to, subject=envelope.line, fill=envelope.fill
    )
    html = html_part(page, context)
    if picture:
        html = multipart("related", [html, image_part(picture, cid)])
    return multipart("alternative", [text_part(body, "plain"), html])


def html_part(page: Page, context: MailContext) -> MIMEPart:
    """Return the page as HTML, short enough for mail programs: a long story loses its older half until it fits."""
    part = text_part(email_html.render(page, context), "html")
    while len(part.get_payload()) > MAX_HTML_BYTES:
        shorter = email_html.drop_older_half(page, context)
        if shorter == page:
            break
        page = shorter
        part = text_part(email_html.render(page, context), "html")
    return part


def message_id(envelope: Envelope, lang: str) -> str:
    """Return an id that is the same no matter when and by whom this report is written.

    It is made from the other headers alone: ids are quoted to strangers, who could compare a hash of every possible
    hand with it.
    """
    content = "\0".join([envelope.game, envelope.seat, str(envelope.seq), envelope.subject, lang])
    return f"{envelope.seq}.{sha256(content.encode()).hexdigest()[:24]}@{DOMAIN}"


def thread_id(envelope: Envelope) -> str:
    """Return the id that all e-mails of a game refer to."""
    return f"<{envelope.game[:32]}@{DOMAIN}>"


def headers(envelope: Envelope, name: str) -> MIMEPart:
    """Return an empty e-mail with its headers."""
    mail = MIMEPart(policy=POLICY)
    mail["Date"] = envelope.date
    mail["From"] = Address("lpbe", addr_spec=envelope.sender or envelope.reply_to or NOBODY)
    for field, address in (("To", envelope.to), ("Reply-To", envelope.reply_to)):
        if address:
            mail[field] = Address(addr_spec=address)
    mail["Subject"] = envelope.line
    mail["Message-ID"] = f"<{name}>"
    mail["In-Reply-To"] = f"<{envelope.follows}>" if envelope.follows else thread_id(envelope)
    mail["References"] = " ".join(dict.fromkeys([thread_id(envelope), mail["In-Reply-To"]]))
    mail["Auto-Submitted"] = "auto-generated"
    if envelope.mark:
        mail["X-LPBE"] = envelope.mark
    if envelope.proof:
        mail["X-LPBE-Proof"] = envelope.proof
    mail["MIME-Version"] = "1.0"
    return mail


def multipart(kind: str, parts: Sequence[MIMEPart], whole: MIMEPart | None = None) -> MIMEPart:
    """Return parts that belong together: mixed, related or alternative."""
    part = whole or MIMEPart(policy=POLICY)
    getattr(part, f"make_{kind}")(boundary(kind))
    for each in parts:
        part.attach(each)
    return part


def boundary(kind: str) -> str:
    """Return a boundary that occurs in no part: nothing that is encoded contains =_."""
    return f"=_lpbe.{kind}"


def text_part(content: str, kind: str) -> MIMEPart:
    """Return text in an encoding that no mail server needs to change."""
    part = MIMEPart(policy=POLICY)
    part.set_content(content, subtype=kind, charset="utf-8", cte="quoted-printable")
    return part


def image_part(picture: bytes, cid: str) -> MIMEPart:
    part = MIMEPart(policy=POLICY)
    part.set_content(picture, "image", "png", disposition="inline", filename="board.png", cid=f"<{cid}>")
    return part


def attachment(file: File) -> MIMEPart:
    part = MIMEPart(policy=POLICY)
    part.set_content(file.data, *file.kind.split("/"), disposition="attachment", filename=file.name)
    return part


def board_picture(page: Page) -> bytes:
    """Return the board as PNG in its light colours; empty if there is no board, or nothing to draw it with."""
    board = next((block for block in page.blocks if isinstance(block, Drawing)), None)
    if board is None:
        return b""
    from ...board.png import png  # saves it for games without a board

    try:
        return png((board.frame or board.file)(), round(PICTURE_SCALE * CONTENT_WIDTH_PX), shown_px=CONTENT_WIDTH_PX)
    except Misused:
        return b""
