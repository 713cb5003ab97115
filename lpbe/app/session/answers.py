"""Answers as they are written to a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from ...kernel.base.canonical import Plain, json_line
from ...kernel.base.safe_text import printable, quote
from ...kernel.base.suggestions import close_matches


class Result(Protocol):
    """What a use case returns: the answer for a program, and for a person."""

    def data(self) -> Plain: ...

    def text(self) -> str: ...


def json_text(value: Any) -> str:
    """Return one JSON object on one line."""
    return json_line(value) + "\n"


def short_text(text: str) -> str:
    """Return what somebody typed as an error repeats it: on one line, and not too long."""
    return quote(text)


def nearest_words(typed: str, known: Iterable[str]) -> list[str]:
    """Return which known word was probably meant, if any."""
    return list(close_matches(typed, known))


def terminal_text(text: str) -> str:
    """Return a text without anything that could steer a terminal."""
    return printable(text)
