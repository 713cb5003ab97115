"""Recognise mails that no person wrote: auto-replies, bounces, read receipts, and our own coming back (RFC 3834)."""

from __future__ import annotations

import re
from email.message import Message as Headers
from enum import StrEnum

from . import mime
from .mime import header
from .quoted_lines import Line

OWN_DOMAIN = "lpbe.invalid"
OWN_HEADER = "X-LPBE"
"""Every mail of ours has this header, and keeps it whoever forwards it."""
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


class AutomaticKind(StrEnum):
    """What a mail is that no person wrote."""

    OWN = "own"
    RECEIPT = "receipt"
    BOUNCE = "bounce"
    AUTOREPLY = "automatic"


def automatic_kind(headers: Headers, content_type: str) -> AutomaticKind | None:
    """Return what an automatic mail is; nothing for what a person may have written."""
    if is_own(headers):
        return AutomaticKind.OWN
    if content_type == "multipart/report":
        about = mime.parameter(headers, "report-type").lower()
        return AutomaticKind.RECEIPT if about == "disposition-notification" else AutomaticKind.BOUNCE
    if is_bounce(headers):
        return AutomaticKind.BOUNCE
    return AutomaticKind.AUTOREPLY if is_autoreply(headers) else None


def is_own(headers: Headers) -> bool:
    """Return whether the mail is one of ours."""
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
    """Return whether bounces of this mail are unwanted, as those of automatic mails are."""
    path = headers.get("Return-Path")
    return path is not None and str(path).strip() == "<>"


def is_autoreply(headers: Headers) -> bool:
    """Return whether a program wrote this by itself: out of office, or otherwise."""
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
