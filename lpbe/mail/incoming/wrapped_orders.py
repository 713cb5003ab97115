"""Read lines as orders: lines that a mail program has wrapped are joined if that is unambiguous."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from unicodedata import category

from msgspec import Struct

from ..reply_block import COMMENT, without_comment
from .phrases import Kind, phrases
from .quoted_lines import Line, may_be_wrapped

IsOrder = Callable[[str], bool]
MAX_BLOCK_LINES = 80
"""How many lines of a block that are not blank are read."""
MAX_JOINED_LINES = 7
"""How many lines an order can have been wrapped into."""
BULLETS = "-*\u2022\u00b7\u2013"
LIST_NUMBER = re.compile(r"^(?:\(?\d{1,2}[.):]\s*|\d{1,2} - |\(?[a-h]\) ?|[-=]> )(?=[^\W\d_])")
"""The number or letter of a line in a list, or an arrow, before a letter."""
EMOJI_JOINERS = "\ufe0e\ufe0f\u200d"
"""Characters that join emoji, or select how they look."""


class Reading(Struct, frozen=True):
    """Orders, one per line; or why there are none."""

    orders: list[str] = []
    wrong: str = ""
    """A line that is not an order."""
    doubt: list[str] = []
    """Lines that can be read in two ways."""


def read_lines(lines: Sequence[Line], is_order: IsOrder) -> Reading:
    """Read lines as orders, joining wrapped ones; there must be exactly one way to read all lines as orders."""
    kept = [line for line in map(strip_markup, unwrap_paragraph_ends(lines)) if not line.blank]
    known = cache(is_order)
    if len(kept) > MAX_BLOCK_LINES:
        return Reading(wrong=kept[MAX_BLOCK_LINES].plain)
    ways = segmentations(kept, known)
    if not ways:
        return Reading(wrong=first_wrong(kept, known))
    if len({orders for orders, _ in ways}) > 1:
        return Reading(doubt=torn_lines(kept))
    orders, swallowed = ways[0]
    return Reading(doubt=torn_lines(kept)) if swallowed else Reading(list(orders))


def unwrap_paragraph_ends(lines: Sequence[Line]) -> list[Line]:
    """Mark lines above an empty one as not wrapped, however wide they are."""
    after = [*lines[1:], Line("")]
    return [
        Line(line.text, line.depth, 0) if following.blank else line
        for line, following in zip(lines, after, strict=True)
    ]


Way = tuple[tuple[str, ...], bool]
"""Orders, and whether a line was taken for part of a comment."""


def segmentations(lines: Sequence[Line], is_order: IsOrder) -> list[Way]:
    """Return up to three ways to join lines into orders, found from the last line on."""
    ways: list[list[Way]] = [[] for _ in lines] + [[((), False)]]
    for at in range(len(lines) - 1, -1, -1):
        for end in range(at + 1, min(len(lines), at + MAX_JOINED_LINES) + 1):
            if end > at + 1 and not may_join(lines[end - 2], lines[end - 1]):
                break
            text, swallowed = join_lines(lines[at:end])
            if text and not is_order(text):
                continue
            head = (text,) if text else ()
            ways[at] += [((*head, *orders), swallowed or lost) for orders, lost in ways[end]]
        ways[at] = first_distinct(ways[at])
    return ways[0]


def may_join(line: Line, following: Line) -> bool:
    """Return whether two lines may be one that was wrapped; a comment starts a line of its own."""
    return may_be_wrapped(line, following) and not COMMENT.match(following.plain)


def first_distinct(ways: list[Way]) -> list[Way]:
    return [way for n, way in enumerate(ways) if way not in ways[:n]][:3]


def join_lines(lines: Sequence[Line]) -> tuple[str, bool]:
    """Join lines, without the comment; also return whether a whole line was taken for part of a comment."""
    begun = [n for n, line in enumerate(lines) if COMMENT.search(line.plain)]
    swallowed = bool(begun) and begun[0] < len(lines) - 1
    return without_comment(" ".join(line.plain for line in lines)), swallowed


def first_wrong(lines: Sequence[Line], is_order: IsOrder) -> str:
    """Return the first line that is not an order by itself."""
    texts = [without_comment(line.plain) for line in lines]
    return next((text for text in texts if text and not is_order(text)), texts[0] if texts else "")


def torn_lines(lines: Sequence[Line]) -> list[str]:
    """Return the first two lines that may belong together."""
    at = next((n for n in range(len(lines) - 1) if may_join(lines[n], lines[n + 1])), 0)
    return [line.plain for line in lines[at : at + 2]]


def strip_markup(line: Line) -> Line:
    """Remove emoji, a bullet or the number of a list, quotation marks, and the asterisks of bold text."""
    text = strip_emoji(line.plain)
    if len(text) > 2 and text[0] in BULLETS and text[1] == " ":
        text = text[2:]
    text = without_start(Kind.POLITENESS, LIST_NUMBER.sub("", text), r",? +")
    text = without_start(Kind.HEADINGS, text, r" ?: *")
    if len(text) > 2 and text[0] == text[-1] and text[0] in "*\"'`":
        text = text[1:-1].strip()
    return Line(text, line.depth, line.width)


def without_start(kind: Kind, text: str, after: str) -> str:
    """Remove a phrase from the start of a text, and what must follow it there; never remove the whole text."""
    found = phrases(kind).match(text)
    followed = re.compile(after).match(text, found.end()) if found else None
    return (text[followed.end() :] if followed else text) or text


def strip_emoji(text: str) -> str:
    """Remove emoji from the end of a text."""
    while text and (text[-1] in EMOJI_JOINERS or category(text[-1]) in ("So", "Sk")):
        text = text[:-1].rstrip()
    return text
