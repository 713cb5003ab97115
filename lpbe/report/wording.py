"""Facts that a game tells as data, in the words of a reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..kernel.content.packs import Words
from ..kernel.play.foresight import Told
from ..kernel.play.rules import Seat
from ..kernel.words.sentences import fill, joined
from .page import Lines, capital

Names = Mapping[Seat, str]


def told_text(words: Words, told: Told, names: Names) -> str:
    """One fact as a sentence; what fills it may be facts again."""
    values = {name: valued(words, value, names) for name, value in told.values.items()}
    return fill(words, words.terms[f"told.{told.key}"], values, names)


def valued(words: Words, value: Any, names: Names) -> Any:
    if isinstance(value, Told):
        return told_text(words, value, names)
    if isinstance(value, list | tuple) and value and all(isinstance(item, Told) for item in value):
        return joined(words, [told_text(words, item, names) for item in value])
    return value


def told_lines(words: Words, told: Sequence[Told], names: Names, title: str = "", private: bool = False) -> Lines:
    """Facts one below the other, each with its tone."""
    lines = [capital(told_text(words, one, names)) for one in told]
    return Lines(lines, title, private, [one.tone for one in told])
