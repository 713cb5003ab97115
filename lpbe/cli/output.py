"""What a command says: to a person or a program, on standard output or beside it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ..kernel.base.text import printable

if TYPE_CHECKING:
    from ..kernel.base.canon import Plain

STRIDE = 250
"""After so many steps it is said how far a long work is."""


WARNINGS: list[str] = []
"""What a person should know beside the answer: told once, when the answer is given or the command ends."""


def warn(text: str) -> None:
    if text not in WARNINGS:
        WARNINGS.append(text)


def flush_warnings() -> None:
    for text in WARNINGS:
        say_error(text)
    WARNINGS.clear()


def take_warnings() -> Plain:
    """The same for a program: a key of its answer."""
    told = {"warning": "\n".join(WARNINGS)} if WARNINGS else {}
    WARNINGS.clear()
    return told


def say(text: str) -> None:
    sys.stdout.write(printable(text) + "\n")


def respond(as_json: bool, value: Plain, text: str) -> None:
    """The result, for a program or a person."""
    if as_json:
        return say_json({"ok": True, **value, **take_warnings()})
    flush_warnings()
    if text:
        sys.stdout.write(printable(text) + ("" if text.endswith("\n") else "\n"))
    return None


def say_error(text: str) -> None:
    sys.stderr.write(printable(text) + "\n")


def say_json(value: Any) -> None:
    from ..kernel.base.canon import json_line  # saves canonical bytes for who asks for help

    sys.stdout.write(json_line(value) + "\n")


def count_step(seq: int) -> None:
    """For who watches at a terminal."""
    if seq % STRIDE == 0 and sys.stderr.isatty():
        sys.stderr.write(f"\rstep {seq} ")
