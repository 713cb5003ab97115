"""Lines as orders: what mail programs broke is joined again if that can mean one thing only; else it is asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cache
from unicodedata import category

from msgspec import Struct

from .block import COMMENT, without_comment
from .lines import Line, may_go_on

IsOrder = Callable[[str], bool]
MOST = 80
"""So many lines with something on them a block has at most."""
TYPED = 1000
"""And so many lines somebody types: each is tried as an order, which takes longer than to write it."""
LONGEST = 7
"""Into so many lines an order can have been broken."""
BULLETS = "-*\u2022\u00b7\u2013"
FINAL = ".,!?:;)"
SHAPES = "\ufe0e\ufe0f\u200d"
"""What joins pictures, or says how they look."""
GREETINGS = re.compile(
    "hi|hello|hey|dear|good|morning|evening|bonjour|bonsoir|salut|coucou|cher|chère|chers|hallo|liebe|lieber|moin|guten"
    "|ciao|hola"
)
CLOSINGS = re.compile(
    r"thanks|thank|thx|cheers|regards|best|kind|sincerely|bye|see|have|merci|cordialement|amicalement|bien|amitiés|bises"
    r"|bisous|à|a\+|bonne|salutations|sincères|grüße|gruß|viele|danke|lg|mfg|saludos|grazie"
)


class Reading(Struct, frozen=True):
    """Orders, one a line; or why there are none: a line that is no order, or several things that lines may mean."""

    orders: list[str] = []
    wrong: str = ""
    """A line that is no order."""
    doubt: list[str] = []
    """Lines that can be read in two ways."""


def read_lines(lines: Sequence[Line], is_order: IsOrder) -> Reading:
    """Every way to join broken lines in which all are orders; one of them is enough, two are too many."""
    kept = [line for line in map(bare, ended(lines)) if not line.blank]
    known = cache(is_order)
    if len(kept) > MOST:
        return Reading(wrong=kept[MOST].plain)
    ways = segmentations(kept, known)
    if not ways:
        return Reading(wrong=first_wrong(kept, known))
    if len({orders for orders, _ in ways}) > 1:
        return Reading(doubt=torn(kept))
    orders, swallowed = ways[0]
    return Reading(doubt=torn(kept)) if swallowed else Reading(list(orders))


def ended(lines: Sequence[Line]) -> list[Line]:
    """A line above an empty one is whole, however wide it is."""
    after = [*lines[1:], Line("")]
    return [
        Line(line.text, line.depth, 0) if following.blank else line
        for line, following in zip(lines, after, strict=True)
    ]


Way = tuple[tuple[str, ...], bool]


def segmentations(lines: Sequence[Line], is_order: IsOrder) -> list[Way]:
    """From the end: of what stands behind each line, the ways to read it; three are as good as a hundred."""
    ways: list[list[Way]] = [[] for _ in lines] + [[((), False)]]
    for at in range(len(lines) - 1, -1, -1):
        for end in range(at + 1, min(len(lines), at + LONGEST) + 1):
            if end > at + 1 and not joins(lines[end - 2], lines[end - 1]):
                break
            text, swallowed = joined(lines[at:end])
            if text and not is_order(text):
                continue
            head = (text,) if text else ()
            ways[at] += [((*head, *orders), swallowed or lost) for orders, lost in ways[end]]
        ways[at] = distinct(ways[at])
    return ways[0]


def joins(line: Line, following: Line) -> bool:
    """A comment that begins on the next line was not broken off this one."""
    return may_go_on(line, following) and not COMMENT.match(following.plain)


def distinct(ways: list[Way]) -> list[Way]:
    return [way for n, way in enumerate(ways) if way not in ways[:n]][:3]


def joined(lines: Sequence[Line]) -> tuple[str, bool]:
    """Broken lines as one, without comment; and whether a whole line of them is taken for a part of a comment."""
    begun = [n for n, line in enumerate(lines) if COMMENT.search(line.plain)]
    swallowed = bool(begun) and begun[0] < len(lines) - 1
    return without_comment(" ".join(line.plain for line in lines)), swallowed


def first_wrong(lines: Sequence[Line], is_order: IsOrder) -> str:
    texts = [without_comment(line.plain) for line in lines]
    return next((text for text in texts if text and not is_order(text)), texts[0] if texts else "")


def torn(lines: Sequence[Line]) -> list[str]:
    """The lines that may belong together."""
    at = next((n for n in range(len(lines) - 1) if joins(lines[n], lines[n + 1])), 0)
    return [line.plain for line in lines[at : at + 2]]


def bare(line: Line) -> Line:
    """Without what makes a list or bold letters of a line."""
    text = unadorned(line.plain)
    if len(text) > 2 and text[0] in BULLETS and text[1] == " ":
        text = text[2:]
    if len(text) > 2 and text[0] == text[-1] == "*":
        text = text[1:-1].strip()
    return Line(text, line.depth, line.width)


def unadorned(text: str) -> str:
    """Without the pictures that people put behind their words."""
    while text and (text[-1] in SHAPES or category(text[-1]) in ("So", "Sk")):
        text = text[:-1].rstrip()
    return text


# what people type among other things


class Typed(Struct, frozen=True):
    """The orders among what was typed; or which line is in doubt, and the lines that were taken for talk."""

    orders: list[str] = []
    wrong: str = ""
    doubt: list[str] = []
    talk: list[str] = []
    odd: str = ""
    """A line among the talk that was perhaps meant as an order."""


def read_typed(paragraphs: Sequence[Sequence[Line]], is_order: IsOrder, verbs: Sequence[str], name: str) -> Typed:
    """A paragraph with an order in it has nothing but orders; others are talk, if they do not look like orders."""
    known = cache(is_order)
    orders: list[str] = []
    talk: list[str] = []
    if more := [line for part in paragraphs for line in part][TYPED:]:
        return Typed(wrong=more[0].plain)
    for part in paragraphs:
        lines = without_courtesy([bare(line) for line in part], known, name)
        if not any(known(without_comment(line.plain)) for line in lines) and not segmented(lines, known):
            talk += [line.plain for line in part]
            continue
        read = read_lines(lines, known)
        if read.wrong or read.doubt:
            return Typed(wrong=read.wrong, doubt=read.doubt)
        orders += read.orders
    odd = next((line for line in talk if looks_like_order(line, known, verbs)), "")
    return Typed(wrong=odd) if odd and orders else Typed(orders, talk=talk, odd=odd)


def segmented(lines: Sequence[Line], is_order: IsOrder) -> bool:
    return any(orders for orders, _ in segmentations(lines, is_order)) if len(lines) > 1 else False


def without_courtesy(lines: list[Line], is_order: IsOrder, name: str) -> list[Line]:
    """Without a greeting above, and thanks or a name below."""
    while lines and is_greeting(lines[0].plain) and not is_order(lines[0].plain):
        lines = lines[1:]
    while lines and is_closing(lines[-1].plain, name) and not is_order(lines[-1].plain):
        if len(lines) > 1 and may_go_on(lines[-2], lines[-1]):
            break  # it may be the end of an order
        lines = lines[:-1]
    return lines


def is_greeting(text: str) -> bool:
    words = text.casefold().rstrip(FINAL + " ").split()
    return 0 < len(words) <= 5 and bool(GREETINGS.fullmatch(words[0].rstrip(",")))


def is_closing(text: str, name: str) -> bool:
    words = text.casefold().rstrip(FINAL + " ").split()
    names = name.casefold().replace(",", " ").split()
    if words and all(word.strip("-(). ") in (*names, *(n[:1] for n in names)) for word in words):
        return True
    return 0 < len(words) <= 5 and bool(CLOSINGS.fullmatch(words[0].rstrip(FINAL)))


def looks_like_order(text: str, is_order: IsOrder, verbs: Sequence[str]) -> bool:
    """What was perhaps meant as an order: mistyped, or with a sign behind it."""
    words = text.casefold().strip(FINAL + BULLETS + " ").split()
    if not words or is_greeting(text) or is_closing(text, ""):
        return False
    if is_order(text.strip(FINAL + BULLETS + " ")):
        return True
    if text[-1] in ".!?" and len(words) > 1:
        return False
    if len(words[0]) > 3 and any(verb.startswith(words[0]) for verb in verbs):
        return True  # the beginning of an order that was broken, perhaps
    if len(words) > 6:
        return False
    return bool(get_close_matches(words[0], verbs, 1, 0.75)) or any(char.isdigit() for char in text)
