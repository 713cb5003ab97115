"""Print answers for a person or a program, to standard output or standard error."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Protocol

from ..app.session.answers import Result, json_text, terminal_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..app.ordering.outbox import FiledLetter
    from ..app.session.session import Session
    from ..kernel.base.canonical import Plain

PRINTED = "-"
"""Stands for standard output instead of a path."""
STEPS_PER_TICK = 250
"""How many steps of long work pass before progress is shown again."""


class LetterResult(Result, Protocol):
    """The result of a use case that sends a letter."""

    @property
    def filed(self) -> FiledLetter: ...


def print_result(session: Session, result: Result, as_json: bool) -> None:
    """Print the result of a use case, with the session's warnings."""
    if as_json:
        print_json({"ok": True, **result.data(), **take_warnings(session)})
    else:
        print_answer(session, result.text())


def print_letter(session: Session, result: LetterResult, as_json: bool) -> None:
    """Print the letter itself if that was requested, otherwise where it was written."""
    if result.filed.path == PRINTED:
        print_warnings(session)
        write_bytes(result.filed.printed)
    else:
        print_result(session, result, as_json)


def print_answer(session: Session, text: str) -> None:
    """Print an answer for a person, after the warnings."""
    print_warnings(session)
    if text:
        sys.stdout.write(terminal_text(text) + ("" if text.endswith("\n") else "\n"))


def print_warnings(session: Session) -> None:
    for text in session.take_warnings():
        print_error(text)


def take_warnings(session: Session) -> Plain:
    """Return the warnings as a field for an answer to a program."""
    warnings = session.take_warnings()
    return {"warning": "\n".join(warnings)} if warnings else {}


def print_line(text: str) -> None:
    sys.stdout.write(terminal_text(text) + "\n")


def print_at_once(text: str) -> None:
    """Print a line that somebody waits for while the program goes on, such as another program."""
    print_line(text)
    sys.stdout.flush()


def print_error(text: str) -> None:
    sys.stderr.write(terminal_text(text) + "\n")


def print_json(value: Any) -> None:
    sys.stdout.write(json_text(value))


def write_bytes(data: bytes) -> None:
    """Write data to standard output as it is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def print_bytes(data: bytes) -> None:
    """Write untrusted text unchanged to a program, but escaped to a terminal."""
    write_bytes(terminal_text(data.decode()).encode() if sys.stdout.isatty() else data)


def thinking_on_terminal(session: Session) -> Callable[[int], None]:
    """Return what shows for which step a bot thinks, if somebody is watching."""

    def show(seq: int) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{session.locale.localise('step {step}', step=seq)} ")
            sys.stderr.flush()

    return show


def progress_on_terminal(session: Session) -> Callable[[int], None]:
    """Return what shows the progress of long work, if somebody is watching."""

    def show(seq: int) -> None:
        if seq % STEPS_PER_TICK == 0 and sys.stderr.isatty():
            sys.stderr.write(f"\r{session.locale.localise('step {step}', step=seq)} ")

    return show
