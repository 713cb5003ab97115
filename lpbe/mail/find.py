"""What is ours in the lines of a mail: reply blocks, armoured orders, and what was typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from .block import BEGIN, END, Block, Mark, read_mark
from .lines import DASHES, NORMAL, ORPHAN, SEEN, SIGNATURE, Line

ARMOUR = re.compile(r"(?i)BEGIN\s+LPBE\s+ORDER\s*-*")
ARMOUR_END = re.compile(r"(?i)END\s+LPBE\s+ORDER")
"""Searched for in lines of any length: nothing that repeats stands before the first letter."""
LONGEST = 2000
"""So many lines an order or a block has at most."""
CODE = re.compile(r"(?i)^code\s*:?\s+([A-Z2-7][A-Z2-7 -]{8,14})$")
GAP = Line("", 0, 0, "gap")
"""Stands where something of ours was taken out."""


class Armoured(Struct, frozen=True):
    """What stands between the marks of a signed order, and whether both were found."""

    text: str
    quoted: bool
    whole: bool = True


class Found(Struct, frozen=True):
    """All that is ours in one text."""

    armoured: list[Armoured] = []
    blocks: list[Block] = []
    typed: list[list[Line]] = []
    """What its sender wrote, paragraph by paragraph."""
    orphans: list[Line] = []
    """Lines that are taken for the ends of quoted ones."""
    code: str = ""
    quotes: bool = False
    """Somebody else's words stand in it too."""

    @property
    def ours(self) -> bool:
        return bool(self.armoured or self.blocks)


def find(lines: Sequence[Line]) -> Found:
    armoured, rest = armours(list(lines))
    blocks, rest = blocks_in(rest)
    typed, code = without_code(list(paragraphs_of(rest)))
    orphans = [line for line in rest if line.kind == ORPHAN]
    quotes = any(line.depth or line.kind not in (NORMAL, SIGNATURE, GAP.kind) for line in rest)
    return Found(armoured, blocks, typed, orphans, code, quotes)


def marks(line: Line) -> str:
    """The line with plain dashes: a mark may stand in it."""
    return line.text.translate(SEEN | DASHES)


def armours(lines: list[Line]) -> tuple[list[Armoured], list[Line]]:
    """Signed orders, and the lines without them."""
    found: list[Armoured] = []
    rest: list[Line] = []
    at = 0
    while at < len(lines):
        begin = ARMOUR.search(marks(lines[at]))
        if not begin:
            rest.append(lines[at])
            at += 1
            continue
        text, last, whole = between(lines, at, marks(lines[at])[begin.end() :])
        found.append(Armoured(text, lines[at].depth > 0, whole))
        rest.append(GAP)
        at = last + 1
    return found, rest


def between(lines: list[Line], at: int, first: str) -> tuple[str, int, bool]:
    """The text up to the end mark, and where that stands; without one only the line of the beginning is ours."""
    body = [first]
    if end := ARMOUR_END.search(first):
        return before(first, end), at, True
    for here in range(at + 1, min(len(lines), at + LONGEST)):
        text = marks(lines[here])
        if ARMOUR.search(text):
            break
        if end := ARMOUR_END.search(text):
            return "\n".join([*body, before(text, end)]), here, True
        body.append(text)
    return first, at, False


def blocks_in(lines: list[Line]) -> tuple[list[Block], list[Line]]:
    """Reply blocks, and the lines without them."""
    found: list[Block] = []
    rest: list[Line] = []
    at = 0
    while at < len(lines):
        begun = mark_at(lines, at)
        if begun is None:
            rest.append(lines[at])
            at += 1
            continue
        mark, after, more = begun
        inside, last, whole = inside_of(lines, after, more)
        found.append(Block(mark, inside, lines[at].depth > 0, whole))
        rest.append(GAP)
        at = last
    return found, rest


def mark_at(lines: list[Line], at: int) -> tuple[Mark, int, list[Line]] | None:
    """The mark that begins here, which line comes after it, and what follows it on its own line."""
    text = marks(lines[at])
    start = text.upper().find("BEGIN")
    if start < 0 or not BEGIN.search(text):
        return None
    text = text[start:]
    for many in range(1, 5):
        read = read_mark(text)
        if read:
            mark, end = read
            left = text[end:].strip()
            return mark, at + many, [Line(left, lines[at].depth, len(left))] if left else []
        if at + many >= len(lines):
            return None
        text = f"{text} {marks(lines[at + many])}"
    return None


def inside_of(lines: list[Line], at: int, more: list[Line]) -> tuple[list[Line], int, bool]:
    """The lines up to the end mark, which line comes after it, and whether there is one."""
    inside = list(more)
    if more and (end := END.search(marks(more[0]))):
        return [Line(before(marks(more[0]), end), more[0].depth, more[0].width)], at, True
    for here in range(at, min(len(lines), at + LONGEST)):
        text = marks(lines[here])
        if BEGIN.search(text) and mark_at(lines, here):
            break
        if end := END.search(text):
            head = before(text, end).strip()
            return [*inside, *([Line(head, lines[here].depth, len(head))] if head else [])], here + 1, True
        if torn_end(lines, here):
            return inside, here + 2, True
        inside.append(lines[here])
    return [], at, False


def torn_end(lines: list[Line], at: int) -> bool:
    """The end mark, broken into two lines."""
    here = marks(lines[at]).strip().upper()
    if not here.startswith("-") or "END" not in here or at + 1 >= len(lines):
        return False
    return bool(END.fullmatch(f"{here} {marks(lines[at + 1])}".strip("- ")))


def before(text: str, mark: re.Match[str]) -> str:
    """What stands on the line of an end mark, without its dashes."""
    return text[: mark.start()].rstrip("- ")


def paragraphs_of(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """What was typed: lines that are not quoted and that no program wrote, together as they stand."""
    part: list[Line] = []
    for line in [*lines, GAP]:
        if line.depth == 0 and line.kind == NORMAL and not line.blank:
            part.append(line)
        elif part:
            yield part
            part = []


def without_code(paragraphs: list[list[Line]]) -> tuple[list[list[Line]], str]:
    """A code may stand on a line of its own, for who has deleted the block."""
    codes = [found[1] for part in paragraphs for line in part if (found := CODE.match(line.plain))]
    kept = [[line for line in part if not CODE.match(line.plain)] for part in paragraphs]
    return [part for part in kept if part], codes[0].upper() if codes else ""
