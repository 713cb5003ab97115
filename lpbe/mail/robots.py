"""Mails that nobody wrote: answers by machines, bounces, receipts, and our own coming back."""

from __future__ import annotations

import re
from email.message import Message as Headers

from . import mime
from .lines import Line
from .mime import header

OWN_DOMAIN = "lpbe.invalid"
OWN = "X-LPBE"
"""Stands in every mail of ours, and comes back with it whoever sends it on."""
SUBJECTS = re.compile(
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
BOUNCED = re.compile(
    r"""(?ix)^\s*(?:
    undeliver(?:able|ed)\b | delivery\ status\ notification | mail\ delivery\ (?:failed|failure|subsystem)
    | (?:returned|failed)\ mail\b | delivery\ (?:has\ )?(?:failed|failure|delayed) | failure\ notice | non[ -]?remis\b
    | [eé]chec\ de\ (?:la\ )?(?:remise|distribution) | non[ -]?distribuable | unzustellbar
    )"""
)
DAEMONS = ("mailer-daemon", "postmaster", "no-reply-daemon")
SELF_MADE = (
    "X-Autoreply",
    "X-Autorespond",
    "X-Autoresponder",
    "X-Auto-Reply",
    "X-Mail-Autoreply",
    "X-FC-MachineGenerated",
)


def why_ignored(headers: Headers, kind: str) -> str:
    """own, report, bounce or automatic; nothing for what a person may have written."""
    if is_own(headers):
        return "own"
    if kind == "multipart/report":
        about = mime.parameter(headers, "report-type").lower()
        return "receipt" if about == "disposition-notification" else "bounce"
    if is_bounce(headers):
        return "bounce"
    return "automatic" if is_automatic(headers) else ""


def is_own(headers: Headers) -> bool:
    ident = header(headers, "Message-ID").lower()
    return OWN in headers or f"@{OWN_DOMAIN}>" in ident


def subject_of(headers: Headers) -> str:
    return Line(mime.words(header(headers, "Subject"))).plain


def is_bounce(headers: Headers) -> bool:
    path, sender = headers.get("Return-Path"), header(headers, "From").lower()
    daemon = any(f"{name}@" in sender or sender == name for name in DAEMONS)
    failed = "X-Failed-Recipients" in headers or bool(BOUNCED.match(subject_of(headers)))
    empty = path is not None and str(path).strip() == "<>"
    return (daemon and (failed or empty)) or (empty and failed) or "X-Failed-Recipients" in headers


def is_automatic(headers: Headers) -> bool:
    said = header(headers, "Auto-Submitted").partition(";")[0].strip().lower()
    if said and said != "no":
        return True
    if any(name in headers for name in SELF_MADE):
        return True
    precedence = header(headers, "Precedence").lower()
    if precedence in ("auto_reply", "junk") or (precedence == "bulk" and "List-Id" not in headers):
        return True
    path = headers.get("Return-Path")
    if "all" in header(headers, "X-Auto-Response-Suppress").lower().replace(",", " ").split():
        return True
    return bool(SUBJECTS.match(subject_of(headers))) or (path is not None and str(path).strip() == "<>")
