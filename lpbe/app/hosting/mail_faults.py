"""Lasting faults of mail, as text and as data."""

from __future__ import annotations

from ...kernel.base.canonical import Plain
from ...kernel.chain.deadlines import format_utc
from ..session.locale import Locale
from .mail_status import FaultCause, MailFault


def fault_line(fault: MailFault, locale: Locale) -> str:
    """Return one line: which seat of which game, what is wrong, and since when."""
    about = f"{fault.seat} ({fault.game}): " if fault.seat else ""
    return f"{about}{cause_text(fault.cause, locale)}, {since_text(fault.since, locale)}"


def fault_lines(fault: MailFault, locale: Locale, game: str = "GAME") -> list[str]:
    """Return a line about a fault and, indented below it, what to do; `game` is where the host has the game."""
    return [fault_line(fault, locale), *advice_lines(fault.cause, locale, game)]


def cause_text(cause: FaultCause, locale: Locale) -> str:
    return f"{locale.localise_message(cause.message)} [{cause.code}]"


def since_text(since: str, locale: Locale) -> str:
    return locale.localise("since {since}", since=format_utc(since))


def advice_lines(cause: FaultCause, locale: Locale, game: str = "GAME") -> list[str]:
    return [f"  {locale.localise_message(cause.advice(game))}"] if cause.hint else []


def fault_data(fault: MailFault, game: str = "GAME") -> Plain:
    found = {
        "code": fault.cause.code,
        "message": str(fault.cause.message),
        "hint": str(fault.cause.advice(game)),
        "since": fault.since,
        "last": fault.last,
        "game": fault.game,
        "seat": fault.seat,
        "address": fault.address,
    }
    return {name: value for name, value in found.items() if value}
