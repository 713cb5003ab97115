"""The head of a page, where a game says how things stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..kernel.content.packs import Words
from ..kernel.play.foresight import Brief
from ..kernel.words.sentences import phrase
from .page import Lines
from .wording import Names, told_lines


def brief_blocks(words: Words, brief: Brief, names: Names, asked: Sequence[Any], own: bool) -> list[Any]:
    """At the end who has won; else the turn, what is asked, how one stands, what threatens, or that nothing does."""
    if brief.ended:  # where the points come from is told with the ranks
        return [told_lines(words, brief.ended[:1], names), *asked]
    stand = [*standing(words, brief, names, own), *threats(words, brief, names, own)]
    return [*clock(words, brief, names), *asked, *stand]


def clock(words: Words, brief: Brief, names: Names) -> Iterator[Lines]:
    if brief.clock:
        yield Lines([" ".join(told_lines(words, brief.clock, names).lines)])


def standing(words: Words, brief: Brief, names: Names, own: bool) -> Iterator[Lines]:
    """Of the reader alone it is one line; of everybody a line each."""
    if own and brief.standing:
        yield Lines([" ".join(told_lines(words, brief.standing, names).lines)], private=True)
    elif brief.standing:
        yield told_lines(words, brief.standing, names, phrase(words, "standing.seats"))


def threats(words: Words, brief: Brief, names: Names, own: bool) -> Iterator[Lines]:
    if brief.threats:
        yield told_lines(words, brief.threats, names, phrase(words, "threats"), own)
    elif own:
        yield Lines([phrase(words, "threats.none")])
