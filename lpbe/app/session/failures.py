"""Failures as text for a person, and as data for a program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Failure, Malformed, Refused
from ...kernel.base.safe_text import one_line, quote
from ...kernel.disk import environment
from ...version import __version__
from .locale import Locale

if TYPE_CHECKING:
    from .open_game import OpenGame

INTERNAL = "E_OURS"
"""The code of a mistake in the program itself."""


def failure_reason(failure: Failure, locale: Locale, named: bool = True) -> str:
    """Return the sentence of a failure with its clause or code."""
    mark = failure.clause if isinstance(failure, Refused) else failure.code
    return f"{locale.localise_message(failure.sentence, named)} [{mark}]"


def failure_lines(failure: Failure, locale: Locale, named: bool = True) -> list[str]:
    """Return what went wrong, and indented below it what to do."""
    advice = [f"  {locale.localise_message(failure.advice)}"] if failure.hint else []
    return [failure_reason(failure, locale, named), *advice]


def located_lines(failure: Failure, locale: Locale) -> list[str]:
    """Return the same lines, preceded by the file and line that the failure is about."""
    first, *rest = failure_lines(failure, locale)
    return [place_of(failure) + first, *rest]


def place_of(failure: Failure) -> str:
    """Return the file and line that a failure is about, unless its message names the file."""
    if not failure.file or (failure.values.get("path") == failure.file and not failure.line):
        return ""
    line = f":{failure.line}" if failure.line else ""
    return f"{quote(failure.file)}{line}: "


def failure_line(failure: Failure, locale: Locale) -> str:
    """Return one of several failures on one line."""
    place = f"{quote(failure.file)}: " if failure.file else ""
    advice = f"; {locale.localise_message(failure.advice)}" if failure.hint else ""
    return f"{place}{locale.localise_message(failure.sentence, named=True)}{advice} [{failure.code}]"


def failure_data(failure: Failure) -> Plain:
    """Return a failure for a program; messages are English."""
    parts = {
        "clause": failure.clause if isinstance(failure, Refused) else "",
        "hint": failure.hint,
        "file": failure.file,
        "line": failure.line,
    }
    return {"code": failure.code, "message": failure.message, **{key: value for key, value in parts.items() if value}}


def listed_failure_data(failure: Failure) -> Plain:
    """Return one of several failures for a program, its file on one line."""
    return {**failure_data(failure), **({"file": one_line(failure.file)} if failure.file else {})}


def error_data(error: Exception) -> Plain:
    """Return any exception for a program: what is not a failure is an internal error."""
    return listed_failure_data(error) if isinstance(error, Failure) else internal_error_data(error)


def error_line(error: Exception, locale: Locale) -> str:
    return failure_line(error, locale) if isinstance(error, Failure) else internal_error_line(error, locale)


def internal_error_data(error: Exception) -> Plain:
    return {"code": INTERNAL, "message": f"{type(error).__name__} in lpbe {__version__}"}


def internal_error_line(error: Exception, locale: Locale) -> str:
    return locale.localise("internal error: {where}", where=internal_error_data(error)["message"])


def fault_text(fault: Exception, locale: Locale) -> str:
    """Return what went wrong with one of several e-mails or games and, below it, what to do."""
    if not isinstance(fault, Failure):
        return locale.localise("internal error: {fault}", fault=repr(fault))
    place = f"{fault.file}: " if fault.file else ""
    return place + "\n".join(failure_lines(fault, locale, named=False))


def wants_traceback() -> bool:
    return bool(environment.get_variable("LPBE_DEBUG"))


def impossible_table(opened: OpenGame | None) -> Malformed | None:
    """Return the failure of the game that was read if its table is impossible; None if that cannot be shown.

    This is called after an unexpected error: if the table is possible or cannot be checked, there is a bug.
    """
    if opened is None:
        return None
    from ...kernel.audit.table_check import find_table_fault  # saves the audit for commands that succeed
    from ...kernel.gamedir.log import has_log, log_lines  # saves the log for them too

    place = opened.place
    try:
        log = list(log_lines(place.log)) if has_log(place) else None
        fault = find_table_fault(opened.rules, opened.game, log)
    except Exception:  # the check hit the same bug
        return None
    if fault is None:
        return None
    return Malformed(
        "E_STATE_TABLE",
        "these rules cannot handle the position on the table ({error})",
        "to see whether the referee cheats: lpbe verify GAME; if not, this "
        "is an internal error; please report this bug",
        error=fault,
    )
