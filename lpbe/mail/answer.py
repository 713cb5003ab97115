"""What is said back: a mail in plain text, whose id hangs on the mail it answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime

from msgspec import Struct
from msgspec.structs import replace

from ..app.language import (
    LISTENER,
    environment_language,
    localised,
    localised_message,
    reader_language,
    set_listener,
    wish_language,
)
from ..kernel.base.errors import Failure, Refused
from ..kernel.base.text import printable, quote
from ..kernel.base.width import wrap
from ..report.eml import begun_at_once
from ..report.headers import POLICY
from .block import NAMED
from .hall import Hall
from .known import name_of
from .parse import Mail
from .players import plain
from .robots import OWN, OWN_DOMAIN

COLUMNS = 72
LONGEST = 250
"""So long is the id of a mail at most; and a paragraph for a stranger."""
MOST = 6
"""So many paragraphs a stranger gets."""


class Answer(Struct, frozen=True):
    """To whom, in words: paragraphs, and lines that are not to be broken."""

    to: str
    told: list[str]
    block: list[str] = []
    game: str = ""
    seat: str = ""
    lang: str = "en"


@contextmanager
def speaking(hall: Hall, game: str, seat: str) -> Iterator[str]:
    """What is said inside is said to the player of a seat, in the language that the host noted, else in its own."""
    before = LISTENER.lang, LISTENER.game, LISTENER.seat, LISTENER.wished
    opened, player = hall.find(game) if game else None, hall.players.of(game, seat)
    own = reader_language(opened.game, seat) if opened else environment_language()
    lang = (player.lang if player and player.lang else "") or own
    try:
        wish_language(lang)
        set_listener(lang, opened.game.genesis.rules if opened else "", seat if opened else "")
        yield lang
    finally:
        LISTENER.lang, LISTENER.game, LISTENER.seat, LISTENER.wished = before


def complaint(fault: Failure) -> list[str]:
    """What is wrong, and what to do; spoken to whoever is listening."""
    clause = fault.clause if isinstance(fault, Refused) else fault.code
    told = f"{localised_message(fault.sentence, worded=True)} [{clause}]"
    return [capital(told), *([capital(localised_message(fault.advice))] if fault.hint else [])]


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def composed(answer: Answer, mail: Mail, sender: str, now: datetime, strange: bool = False) -> tuple[str, bytes]:
    """The id and the bytes of an answer: the same mail is always answered under the same id.

    Whoever writes in a stranger's name cannot have us say to them what they like: nothing of the mail is repeated.
    """
    about = f"{answer.game[:NAMED] or 'none'}.{answer.seat or 'nobody'}"
    ident = f"<lpbe.{about}.answer.{name_of(mail.ident)[:20]}@{OWN_DOMAIN}>"
    made = EmailMessage(policy=POLICY)
    made["Date"] = format_datetime(now.replace(tzinfo=UTC))
    made["From"] = f"lpbe <{sender}>"
    made["To"] = plain(answer.to)
    made["Subject"] = subject_of("" if strange else mail.subject)
    made["Message-ID"] = ident
    if answered := sound_id(mail.ident):
        made["In-Reply-To"] = answered
        made["References"] = " ".join(filter(None, [*map(sound_id, mail.answers[-5:]), answered]))
    made["Auto-Submitted"] = "auto-replied"
    made["X-Auto-Response-Suppress"] = "All"
    made["Precedence"] = "bulk"
    made[OWN] = f"answer {answer.game[:NAMED]} {answer.seat}".strip()
    made["Content-Language"] = answer.lang
    made.set_content(text_of(short(answer) if strange else answer), cte="quoted-printable", charset="utf-8")
    return ident, begun_at_once(made.as_bytes())


def sound_id(ident: str) -> str:
    """A stranger's id as a header takes it; one that no program would write is none."""
    sound = "".join(char for char in ident if "!" <= char <= "~")
    return sound if len(sound) <= LONGEST else ""


def short(answer: Answer) -> Answer:
    return replace(answer, told=[quote(part) if len(part) > LONGEST else part for part in answer.told[:MOST]])


def subject_of(subject: str) -> str:
    said = " ".join(printable(subject).split())[:120] or localised("your mail")
    return said if said.casefold().startswith(("re:", "re :", "aw:")) else f"Re: {said}"


def text_of(answer: Answer) -> str:
    paragraphs = ["\n".join(laid(part)) for part in answer.told]
    return "\n\n".join([*paragraphs, *(["\n".join(answer.block)] if answer.block else [])]) + "\n"


def laid(text: str) -> Sequence[str]:
    """A paragraph in lines; one that begins with a space stays as it is."""
    return [printable(text)] if text.startswith(" ") else wrap(printable(text), "", "", COLUMNS)
