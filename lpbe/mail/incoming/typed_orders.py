"""Read typed lines as orders: wrapped lines are joined if that is unambiguous; other words are recognised as talk."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from unicodedata import category

from msgspec import Struct

from ...kernel.base.suggestions import close_matches
from ..reply_block import COMMENT, without_comment
from .quoted_lines import Line, may_be_wrapped

IsOrder = Callable[[str], bool]
MAX_BLOCK_LINES = 80
"""Lines of a block that are not blank."""
MAX_TYPED_LINES = 1000
"""Lines outside of blocks: each is parsed as an order, which takes longer than to write it."""
MAX_JOINED_LINES = 7
"""How many lines an order can have been wrapped into."""
BULLETS = "-*\u2022\u00b7\u2013"
END_PUNCTUATION = ".,!?:;)"
EMOJI_JOINERS = "\ufe0e\ufe0f\u200d"
"""Characters that join emoji, or select how they look."""
GREETING = re.compile(
    "hi|hello|hey|dear|good|morning|evening|bonjour|bonsoir|salut|coucou|cher|chère|chers|hallo|liebe|lieber|moin|guten"
    "|ciao|hola"
)
CLOSING = re.compile(
    r"thanks|thank|thx|cheers|regards|best|kind|sincerely|bye|see|have|merci|cordialement|amicalement|bien|amitiés|bises"
    r"|bisous|à|a\+|bonne|salutations|sincères|grüße|gruß|viele|danke|lg|mfg|saludos|grazie"
)


class Reading(Struct, frozen=True):
    """Orders, one per line; or why there are none."""

    orders: list[str] = []
    wrong: str = ""
    """A line that is not an order."""
    doubt: list[str] = []
    """Lines that can be read in two ways."""


def read_lines(lines: Sequence[Line], is_order: IsOrder) -> Reading:
    """Read lines as orders, joining wrapped ones; there must be exactly one way in which all lines are orders."""
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
    """Return the ways to join lines into orders, found from the last line on; of more than three, three."""
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
    """Return whether two lines may be one that was wrapped; a comment begins a line of its own."""
    return may_be_wrapped(line, following) and not COMMENT.match(following.plain)


def first_distinct(ways: list[Way]) -> list[Way]:
    return [way for n, way in enumerate(ways) if way not in ways[:n]][:3]


def join_lines(lines: Sequence[Line]) -> tuple[str, bool]:
    """Join lines, without comment; return also whether a whole line was taken for part of a comment."""
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
    """Remove emoji, a bullet, and the asterisks of bold text."""
    text = strip_emoji(line.plain)
    if len(text) > 2 and text[0] in BULLETS and text[1] == " ":
        text = text[2:]
    if len(text) > 2 and text[0] == text[-1] == "*":
        text = text[1:-1].strip()
    return Line(text, line.depth, line.width)


def strip_emoji(text: str) -> str:
    """Remove emoji from the end of a text."""
    while text and (text[-1] in EMOJI_JOINERS or category(text[-1]) in ("So", "Sk")):
        text = text[:-1].rstrip()
    return text


# orders among other words


class Typed(Struct, frozen=True):
    """The orders among what was typed, or which lines are wrong or in doubt; and the lines taken for talk."""

    orders: list[str] = []
    wrong: str = ""
    doubt: list[str] = []
    talk: list[str] = []
    odd: str = ""
    """A line of the talk that was perhaps meant as an order."""


def read_typed(paragraphs: Sequence[Sequence[Line]], is_order: IsOrder, verbs: Sequence[str], name: str) -> Typed:
    """Find the orders: a paragraph with one has nothing but orders; others are talk unless they look like orders."""
    known = cache(is_order)
    orders: list[str] = []
    talk: list[str] = []
    if more := [line for part in paragraphs for line in part][MAX_TYPED_LINES:]:
        return Typed(wrong=more[0].plain)
    for part in paragraphs:
        lines = without_courtesy([strip_markup(line) for line in part], known, name)
        if not any(known(without_comment(line.plain)) for line in lines) and not has_orders(lines, known):
            talk += [line.plain for line in part]
            continue
        read = read_lines(lines, known)
        if read.wrong or read.doubt:
            return Typed(wrong=read.wrong, doubt=read.doubt)
        orders += read.orders
    odd = next((line for line in talk if looks_like_order(line, known, verbs)), "")
    return Typed(wrong=odd) if odd and orders else Typed(orders, talk=talk, odd=odd)


def has_orders(lines: Sequence[Line], is_order: IsOrder) -> bool:
    return any(orders for orders, _ in segmentations(lines, is_order)) if len(lines) > 1 else False


def without_courtesy(lines: list[Line], is_order: IsOrder, name: str) -> list[Line]:
    """Remove a greeting above, and thanks or a name below."""
    while lines and is_greeting(lines[0].plain) and not is_order(lines[0].plain):
        lines = lines[1:]
    while lines and is_closing(lines[-1].plain, name) and not is_order(lines[-1].plain):
        if len(lines) > 1 and may_be_wrapped(lines[-2], lines[-1]):
            break  # it may be the end of an order
        lines = lines[:-1]
    return lines


def is_greeting(text: str) -> bool:
    words = text.casefold().rstrip(END_PUNCTUATION + " ").split()
    return 0 < len(words) <= 5 and bool(GREETING.fullmatch(words[0].rstrip(",")))


def is_closing(text: str, name: str) -> bool:
    """Return whether a line is a closing phrase, or the name of the sender or its initials."""
    words = text.casefold().rstrip(END_PUNCTUATION + " ").split()
    names = name.casefold().replace(",", " ").split()
    if words and all(word.strip("-(). ") in (*names, *(n[:1] for n in names)) for word in words):
        return True
    return 0 < len(words) <= 5 and bool(CLOSING.fullmatch(words[0].rstrip(END_PUNCTUATION)))


def looks_like_order(text: str, is_order: IsOrder, verbs: Sequence[str]) -> bool:
    """Return whether a line was perhaps meant as an order: mistyped, or followed by punctuation."""
    words = text.casefold().strip(END_PUNCTUATION + BULLETS + " ").split()
    if not words or is_greeting(text) or is_closing(text, ""):
        return False
    if is_order(text.strip(END_PUNCTUATION + BULLETS + " ")):
        return True
    if text[-1] in ".!?" and len(words) > 1:
        return False
    if len(words[0]) > 3 and any(verb.startswith(words[0]) for verb in verbs):
        return True  # the beginning of an order that was broken, perhaps
    if len(words) > 6:
        return False
    return bool(close_matches(words[0], verbs, 0.75)) or any(char.isdigit() for char in text)
