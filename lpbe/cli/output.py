"""What a command says: to a person or a program, on standard output or beside it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ..kernel.base.text import printable

if TYPE_CHECKING:
    from ..kernel.base.canon import Plain

STRIDE = 250
"""After so many steps it is said how far a long work is."""


def say(text: str) -> None:
    sys.stdout.write(printable(text) + "\n")


def respond(as_json: bool, value: Plain, text: str) -> None:
    """The result, for a program or a person."""
    if as_json:
        say_json({"ok": True, **value})
    elif text:
        sys.stdout.write(printable(text) + ("" if text.endswith("\n") else "\n"))


def say_error(text: str) -> None:
    sys.stderr.write(printable(text) + "\n")


def say_json(value: Any) -> None:
    from ..kernel.base.canon import json_line  # saves canonical bytes for who asks for help

    sys.stdout.write(json_line(value) + "\n")


def count_step(seq: int) -> None:
    """For who watches at a terminal."""
    if seq % STRIDE == 0 and sys.stderr.isatty():
        sys.stderr.write(f"\rstep {seq} ")
