"""Replies to incoming e-mails: plain text, with a Message-ID derived from the e-mail they answer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime

from msgspec import Struct, field
from msgspec.structs import replace

from ...app.session.failures import failure_lines
from ...app.session.locale import Locale, environment_language, seat_language
from ...kernel.base.errors import Failure
from ...kernel.base.safe_text import break_marks, printable, quote
from ...kernel.base.wrapping import wrap
from ...report.render.email_message import POLICY, join_empty_headers
from ..address_book import bare_address
from ..game_index import GameIndex
from ..reply_block import SHORT_ID_CHARS
from ..state_dir import bounce_proof, keyed_name
from .autoreplies_and_bounces import OWN_DOMAIN, OWN_HEADER, PROOF_HEADER
from .message import Mail

TEXT_COLUMNS = 72
MAX_ID_CHARS = 250
MAX_STRANGER_PARAGRAPHS = 6
MAX_STRANGER_PARAGRAPH_CHARS = 250


class Reply(Struct, frozen=True):
    """A reply: paragraphs of text, and a block of lines that must not be wrapped. It is stored until it is sent."""

    to: str
    paragraphs: list[str] = field(name="told")
    block: list[str] = []
    game: str = ""
    seat: str = ""
    lang: str = "en"


def reader_locale(index: GameIndex, game: str, seat: str) -> Locale:
    """Return the locale of a seat's player: the language of the address book, else the seat's own."""
    opened = index.find(game) if game else None
    player = index.players.player(game, seat)
    own = seat_language(opened.game, seat) if opened else environment_language()
    lang = (player.lang if player and player.lang else "") or own
    return Locale(lang, opened.game.genesis.rules, seat) if opened else Locale(lang)


def complaint(fault: Failure, locale: Locale) -> list[str]:
    """Return what is wrong and what to do about it."""
    return [capitalize(line.strip()) for line in failure_lines(fault, locale)]


def capitalize(text: str) -> str:
    """Return the text with a capital first letter, otherwise unchanged."""
    return text[:1].upper() + text[1:]


def compose_reply(
    reply: Reply, mail: Mail, sender: str, now: datetime, locale: Locale, to_stranger: bool = False
) -> tuple[str, bytes]:
    """Return the Message-ID and the bytes of a reply; the same e-mail always gets the same Message-ID.

    Nothing in a stranger's e-mail is repeated, so that nobody who forges an address can make us send text to its owner.
    """
    about = f"{reply.game[:SHORT_ID_CHARS] or 'none'}.{reply.seat or 'nobody'}"
    message_id = f"<lpbe.{about}.answer.{keyed_name(mail.key)[:20]}@{OWN_DOMAIN}>"
    message = EmailMessage(policy=POLICY)
    message["Date"] = format_datetime(now.replace(tzinfo=UTC))
    message["From"] = f"lpbe <{sender}>"
    message["To"] = bare_address(reply.to)
    message["Subject"] = reply_subject("" if to_stranger else mail.subject, locale)
    message["Message-ID"] = message_id
    if answered := clean_id(mail.message_id):
        message["In-Reply-To"] = answered
        message["References"] = " ".join(filter(None, [*map(clean_id, mail.in_reply_to[-5:]), answered]))
    message["Auto-Submitted"] = "auto-replied"
    message["X-Auto-Response-Suppress"] = "All"
    message["Precedence"] = "bulk"
    message[OWN_HEADER] = f"answer {reply.game[:SHORT_ID_CHARS]} {reply.seat}".strip()
    message[PROOF_HEADER] = bounce_proof(message_id, bare_address(reply.to))
    message["Content-Language"] = reply.lang
    text = reply_text(shorten(reply) if to_stranger else reply)
    message.set_content(text, cte="quoted-printable", charset="utf-8")
    return message_id, join_empty_headers(message.as_bytes())


def clean_id(message_id: str) -> str:
    """Return a stranger's Message-ID in a form fit for a header; empty if no mail program would write such an id."""
    visible = "".join(char for char in message_id if "!" <= char <= "~")
    return visible if len(visible) <= MAX_ID_CHARS else ""


def shorten(reply: Reply) -> Reply:
    limit = MAX_STRANGER_PARAGRAPH_CHARS
    paragraphs = reply.paragraphs[:MAX_STRANGER_PARAGRAPHS]
    return replace(reply, paragraphs=[quote(part) if len(part) > limit else part for part in paragraphs])


def reply_subject(subject: str, locale: Locale) -> str:
    text = " ".join(printable(subject).split())[:120] or locale.localise("your e-mail")
    return text if text.casefold().startswith(("re:", "re :", "aw:")) else f"Re: {text}"


def reply_text(reply: Reply) -> str:
    """Return the body of a reply; its paragraphs may quote the e-mail, so only its block has marks."""
    paragraphs = ["\n".join(paragraph_lines(break_marks(part))) for part in reply.paragraphs]
    return "\n\n".join([*paragraphs, *(["\n".join(reply.block)] if reply.block else [])]) + "\n"


def paragraph_lines(text: str) -> Sequence[str]:
    """Wrap a paragraph; leave one that begins with a space unchanged."""
    return [printable(text)] if text.startswith(" ") else wrap(printable(text), "", "", TEXT_COLUMNS)
