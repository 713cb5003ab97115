"""Report failures to a person or a program. The exit code says who has to act."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..kernel.base.errors import Busy, DiskFailure, Failure, Malformed, Misused, Rejected, Unauthentic
from .output import print_error, print_json, print_warnings, take_warnings

if TYPE_CHECKING:
    from ..app.session.session import Session

EXITS: dict[type[Failure], int] = {Misused: 2, Unauthentic: 4, Rejected: 5, Malformed: 6, Busy: 75}
INTERNAL_ERROR = 70
MOST_URGENT = (INTERNAL_ERROR, 4, 6, 2, 5, 75)
"""If there are several exit codes, the first one in this list wins: the one that needs attention first."""


def run_guarded(session: Session, work: Callable[[], int], as_json: bool) -> int:
    """Return the exit code of a command, even if it crashes."""
    try:
        return work()
    except Failure as failure:
        return report(session, failure, as_json)
    except KeyboardInterrupt:
        print_error(session.locale.localise("interrupted; nothing was lost"))
        return 130
    except BrokenPipeError:
        return 0
    except OSError as error:
        unwritten = DiskFailure("E_FILE_IO", "the answer could not be written: {error}", error=error.strerror or "")
        return report(session, unwritten, False)
    except Exception as error:
        return report_unexpected(session, error, as_json)
    finally:
        print_warnings(session)


def report(session: Session, failure: Failure, as_json: bool) -> int:
    from ..app.session.failures import failure_data, located_lines  # saves it for commands that succeed

    if as_json:
        print_json({"ok": False, **failure_data(failure), **take_warnings(session)})
    else:
        for line in located_lines(failure, session.locale):
            print_error(line)
    return exit_code(failure)


def exit_code(fault: Exception) -> int:
    """Return the exit code of a failure. Any other exception is an internal error."""
    return next((code for kind, code in EXITS.items() if isinstance(fault, kind)), INTERNAL_ERROR)


def most_urgent(codes: list[int]) -> int:
    return next((code for code in MOST_URGENT if code in codes), 0)


def report_unexpected(session: Session, error: Exception, as_json: bool) -> int:
    """Report a bug, or the impossible position in a game file that caused it. Show a traceback only on request."""
    from ..app.session.failures import (  # saves it for commands that succeed
        impossible_table,
        internal_error_data,
        internal_error_line,
        wants_traceback,
    )

    if wants_traceback():
        raise error
    if failure := impossible_table(session.opened):
        return report(session, failure, as_json)
    if as_json:
        print_json({"ok": False, **internal_error_data(error)})
    else:
        advice = "no file was left half-written; please report this bug, with LPBE_DEBUG=1 for the details"
        print_error(internal_error_line(error, session.locale))
        print_error("  " + session.locale.localise(advice))
    return INTERNAL_ERROR
