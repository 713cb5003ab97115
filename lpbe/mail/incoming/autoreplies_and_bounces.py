"""Recognise e-mails that no person wrote: auto-replies, bounces, read receipts, and our own coming back (RFC 3834)."""

from __future__ import annotations

import re
from email.message import Message as Headers
from enum import StrEnum

from msgspec import Struct

from ...kernel.base.safe_text import one_line, quote
from . import mime
from .mime import header
from .quoted_lines import Line

OWN_DOMAIN = "lpbe.invalid"
OWN_HEADER = "X-LPBE"
"""Every e-mail of ours has this header, and keeps it even if it is forwarded."""
PROOF_HEADER = "X-LPBE-Proof"
"""Something in our e-mails that a stranger cannot know: only its recipient and the servers on its way see it."""
AUTOREPLY_SUBJECTS = re.compile(
    r"""(?ix)^\s*(?:
    \[?auto(?:matic)?[ -]?(?:reply|response|antwort)\b | auto: | automatische\ antwort | automatisch\ antwoord
    | out\ of\ (?:the\ )?office | (?:i'?m|i\ am)\ (?:away|out\ of)
    | r[eé]ponse\ automatique | absen(?:t|ce)\ du\ bureau | (?:message|notification|avis)\ d'absence
    | absence\s*: | en\ cong[eé]s?\s*(?::|$) | je\ suis\ (?:absent|en\ cong)
    | abwesend\s*: | ich\ bin\ (?:abwesend|nicht\ im\ b|im\ urlaub|au(?:ß|ss)er\ haus)
    | abwesenheit(?:snotiz|sassistent)? | respuesta\ autom[aá]tica | risposta\ automatica | resposta\ autom[aá]tica
    | vacation\ (?:reply|message|response)
    )"""
)
BOUNCE_SUBJECTS = re.compile(
    r"""(?ix)^\s*(?:
    undeliver(?:able|ed)\b | delivery\ status\ notification | mail\ delivery\ (?:failed|failure|subsystem)
    | (?:returned|failed)\ mail\b | delivery\ (?:has\ )?(?:failed|failure|delayed) | failure\ notice | non[ -]?remis\b
    | [eé]chec\ de\ (?:la\ )?(?:remise|distribution) | non[ -]?distribuable | unzustellbar
    )"""
)
DAEMONS = ("mailer-daemon", "postmaster", "no-reply-daemon")
AUTOREPLY_HEADERS = (
    "X-Autoreply",
    "X-Autorespond",
    "X-Autoresponder",
    "X-Auto-Reply",
    "X-Mail-Autoreply",
    "X-FC-MachineGenerated",
)


MAX_BOUNCE_BYTES = 1 << 18
"""How much of a bounce is searched for the returned e-mail."""
RETURNED_MAIL = re.compile(
    rf"(?im)^\s*Message-ID:\s*(<lpbe\.([0-9a-f]{{12}})\.([a-z0-9][a-z0-9_-]{{0,31}})\.([a-z]+)\.([0-9a-z-]+)@{OWN_DOMAIN}>)"
)
PROOF = re.compile(rf"(?im)^\s*{PROOF_HEADER}:\s*([0-9a-f]{{40}})\b")
FAILED_RECIPIENT = re.compile(
    r"(?im)^(?:Final-Recipient|Original-Recipient):\s*rfc822\s*;\s*<?([^\s<>]+@[^\s<>]+?)>?\s*$"
    r"|^X-Failed-Recipients:\s*<?([^\s<>,]+@[^\s<>,]+)"
)
DELIVERY_ACTION = re.compile(r"(?im)^Action:\s*([a-z]+)")
DIAGNOSTIC = re.compile(r"(?im)^(?:Diagnostic-Code:\s*(?:smtp;)?|Status:)\s*(.+)$")
DELAY_SUBJECTS = re.compile(r"(?i)\bdelay(?:ed)?\b|\bretard|\bverz[oö]ger")


class AutomaticKind(StrEnum):
    """What kind of automatic e-mail it is."""

    OWN = "own"
    RECEIPT = "receipt"
    BOUNCE = "bounce"
    AUTOREPLY = "automatic"


def automatic_kind(headers: Headers, content_type: str) -> AutomaticKind | None:
    """Return what kind of automatic e-mail this is; nothing if a person may have written it."""
    if is_own(headers):
        return AutomaticKind.OWN
    if content_type == "multipart/report":
        about = mime.parameter(headers, "report-type").lower()
        return AutomaticKind.RECEIPT if about == "disposition-notification" else AutomaticKind.BOUNCE
    if is_bounce(headers):
        return AutomaticKind.BOUNCE
    return AutomaticKind.AUTOREPLY if is_autoreply(headers) else None


def is_own(headers: Headers) -> bool:
    """Return whether the e-mail is one of ours."""
    return OWN_HEADER in headers or f"@{OWN_DOMAIN}>" in header(headers, "Message-ID").lower()


def plain_subject(headers: Headers) -> str:
    return Line(mime.decode_words(header(headers, "Subject"))).plain


def is_bounce(headers: Headers) -> bool:
    """Return whether two of three signs are there: a mail server as sender, no return path, a subject of bounces."""
    if "X-Failed-Recipients" in headers:
        return True
    sender = header(headers, "From").lower()
    from_daemon = any(f"{name}@" in sender or sender == name for name in DAEMONS)
    says_failed = bool(BOUNCE_SUBJECTS.match(plain_subject(headers)))
    return sum((from_daemon, says_failed, has_null_return_path(headers))) >= 2


def has_null_return_path(headers: Headers) -> bool:
    """Return whether bounces of this e-mail are unwanted, as those of automatic e-mails are."""
    path = headers.get("Return-Path")
    return path is not None and str(path).strip() == "<>"


def is_autoreply(headers: Headers) -> bool:
    """Return whether a program wrote this on its own: an out-of-office reply or the like."""
    auto_submitted = header(headers, "Auto-Submitted").partition(";")[0].strip().lower()
    if auto_submitted and auto_submitted != "no":
        return True
    if any(name in headers for name in AUTOREPLY_HEADERS):
        return True
    precedence = header(headers, "Precedence").lower()
    if precedence in ("auto_reply", "junk") or (precedence == "bulk" and "List-Id" not in headers):
        return True
    if "all" in header(headers, "X-Auto-Response-Suppress").lower().replace(",", " ").split():
        return True
    return bool(AUTOREPLY_SUBJECTS.match(plain_subject(headers))) or has_null_return_path(headers)


# find the returned e-mail


class ReturnedMail(Struct, frozen=True):
    """An e-mail of ours that was returned, according to a bounce."""

    message_id: str
    game: str
    """The short id."""
    seat: str
    window: int | None
    """The window, if the e-mail was a question."""
    proof: str


class Bounce(Struct, frozen=True):
    """What a bounce says: which e-mail was returned by whom, why, and whether that is final."""

    returned: ReturnedMail | None
    addresses: list[str]
    reason: str
    is_final: bool


def read_bounce(data: bytes) -> Bounce:
    """Read a bounce. Anybody could have written it: only its proof shows that the e-mail in it is one of ours."""
    text = bounce_text(data)
    actions = {found.lower() for found in DELIVERY_ACTION.findall(text)}
    headers, _ = mime.split_head(data)
    delayed = bool(DELAY_SUBJECTS.search(plain_subject(headers))) if not actions else "failed" not in actions
    reasons = DIAGNOSTIC.findall(text)
    return Bounce(
        returned=next((returned_mail(text, *found) for found in RETURNED_MAIL.findall(text)), None),
        addresses=sorted({(one or other).lower() for one, other in FAILED_RECIPIENT.findall(text)})[:20],
        reason=quote(one_line(reasons[0]).strip()[:200] if reasons else plain_subject(headers)[:200]),
        is_final=not delayed,
    )


def bounce_text(data: bytes) -> str:
    """Return everything readable in a bounce, including encoded parts."""
    data = data[:MAX_BOUNCE_BYTES]
    leaves = mime.parse_tree(data, whole=True).leaves
    parts = [data, *(leaf.data for leaf in leaves)]
    return "\n".join(part.decode("utf-8", "replace").replace("\r\n", "\n") for part in parts)


def returned_mail(text: str, message_id: str, game: str, seat: str, kind: str, key: str) -> ReturnedMail:
    number = key.partition("-")[0]
    is_question = kind in ("ask", "invite") and number.isdecimal() and len(number) < 10
    proof = PROOF.search(text)
    return ReturnedMail(
        message_id=message_id,
        game=game,
        seat=seat,
        window=int(number) if is_question else None,
        proof=proof[1] if proof else "",
    )
