"""Why a mail is no order, in words, and what to do about it."""

from __future__ import annotations

from ..kernel.base.errors import Failure, Rejected
from ..kernel.base.text import quote
from .meaning import Meaning


def unclear(meant: Meaning, reason: Failure | None = None) -> Rejected:
    """Why a mail is no order, and what to do about it."""
    line = quote(next(filter(None, meant.about), ""))
    if meant.why == "wrong":
        return wrong_line(line, reason)
    if meant.why == "doubt":
        return Rejected(
            "E_MAIL_LINE",
            "these lines can be read in two ways: {lines}",
            "mail programs break long lines: put an empty line between two orders, and # before each line of a comment",
            lines=" / ".join(f"'{quote(one)}'" for one in filter(None, meant.about)),
        )
    if meant.why == "two":
        return Rejected("E_MAIL_LINE", "there are two different answers in this mail", "send the one that you mean")
    return nothing_found(meant)


def wrong_line(line: str, reason: Failure | None) -> Rejected:
    """With what the language of orders says of it, and what may have been meant."""
    if reason is None:
        return Rejected(
            "E_MAIL_LINE",
            "this line is no order: '{line}'",
            "leave an empty line between orders and other words",
            line=line,
        )
    fault = Rejected("E_MAIL_LINE", "this line is no order: '{line}'; {why}", line=line, why=reason.sentence)
    fault.advice = reason.advice
    return fault


def nothing_found(meant: Meaning) -> Rejected:
    if meant.why == "old":
        return Rejected(
            "E_ORDER_STALE", "this answers an old report: another question is open now", "answer the newest mail"
        )
    if meant.why == "cut":
        return Rejected("E_MAIL_LINE", "the answer is cut off", "keep both lines, BEGIN LPBE REPLY and END LPBE REPLY")
    if meant.why == "empty":
        return Rejected("E_MAIL_LINE", "there is no order left in the answer", "leave one, or write one above it")
    return Rejected(
        "E_MAIL_NONE",
        "there is no order in your mail: the ready answer stands in it as it came",
        "write orders above it or change it; to send it as it stands write ok on a line of its own",
    )
