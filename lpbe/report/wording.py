"""Facts that a game tells as data, in the words of a reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..kernel.content.packs import Words
from ..kernel.play.foresight import Told
from ..kernel.play.rules import Seat
from ..kernel.words.sentences import told_text
from .page import Lines, capital

Names = Mapping[Seat, str]


def told_lines(words: Words, told: Sequence[Told], names: Names, title: str = "", private: bool = False) -> Lines:
    """Facts one below the other, each with its tone."""
    lines = [capital(told_text(words, one, names)) for one in told]
    return Lines(lines, title, private, [one.tone for one in told])
