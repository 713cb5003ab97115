"""What goes wrong, told to a person or a program; the exit code says who must act."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import __version__
from ..app.language import forget_listener, localised, localised_message
from ..app.posting import forget_mailing
from ..kernel.base.errors import Busy, Failure, Malformed, Misused, Refused, Rejected, Unauthentic
from ..kernel.base.text import one_line, quote
from .output import WARNINGS, flush_warnings, say_error, say_json, take_warnings

EXITS: dict[type[Failure], int] = {Misused: 2, Unauthentic: 4, Rejected: 5, Malformed: 6, Busy: 75}
OURS = 70


def guarded(work: Callable[[], int], as_json: bool) -> int:
    """The exit code of a command, whatever happens in it."""
    forget_listener()
    forget_mailing()
    WARNINGS.clear()
    try:
        return work()
    except Failure as failure:
        return report(failure, as_json)
    except KeyboardInterrupt:
        say_error(localised("stopped; nothing was lost"))
        return 130
    except BrokenPipeError:
        return 0
    except OSError as error:
        return report(
            Malformed("E_FILE_IO", "the answer could not be written: {error}", error=error.strerror or ""), False
        )
    except Exception as error:
        return report_ours(error, as_json)
    finally:
        flush_warnings()


def report(failure: Failure, as_json: bool) -> int:
    if as_json:
        say_json({**failed(failure), **take_warnings()})
    else:
        place = f"{quote(failure.file)}{f':{failure.line}' if failure.line else ''}: " if failure.file else ""
        clause = f" [{failure.clause}]" if isinstance(failure, Refused) else f" [{failure.code}]"
        say_error(f"{place}{localised_message(failure.sentence, worded=True)}{clause}")
        if failure.hint:
            say_error(f"  {localised_message(failure.advice)}")
    return exit_code(failure)


def exit_code(fault: Exception) -> int:
    """Who must act; whatever is no failure is a mistake of ours."""
    return next((code for kind, code in EXITS.items() if isinstance(fault, kind)), OURS)


def failed(failure: Failure) -> dict[str, Any]:
    parts = {
        "clause": failure.clause if isinstance(failure, Refused) else "",
        "hint": failure.hint,
        "file": failure.file,
        "line": failure.line,
    }
    told = {name: value for name, value in parts.items() if value}
    return {"ok": False, "code": failure.code, "message": failure.message, **told}


def fault_keys(fault: Failure) -> dict[str, Any]:
    """One of several things that are wrong, for a program."""
    told = {name: value for name, value in failed(fault).items() if name != "ok"}
    return {**told, **({"file": one_line(fault.file)} if fault.file else {})}


def fault_line(fault: Failure) -> str:
    """The same for a person, on one line."""
    place = f"{quote(fault.file)}: " if fault.file else ""
    advice = f"; {localised_message(fault.advice)}" if fault.hint else ""
    return f"{place}{localised_message(fault.sentence, worded=True)}{advice} [{fault.code}]"


def report_ours(error: Exception, as_json: bool) -> int:
    """Never a traceback, unless one is asked for."""
    from ..kernel.disk import files  # saves the disk for who asks for help

    if files.environment("LPBE_DEBUG"):
        raise error
    if as_json:
        say_json(ours(error))
    else:
        say_error(localised("this is a mistake of ours: {where}", where=ours(error)["message"]))
        say_error("  " + localised("nothing was written half; please report it, with LPBE_DEBUG=1 for the details"))
    return OURS


def ours(error: Exception) -> dict[str, Any]:
    return {"ok": False, "code": "E_OURS", "message": f"{type(error).__name__} in lpbe {__version__}"}
