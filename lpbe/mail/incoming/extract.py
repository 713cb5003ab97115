"""Extract reply blocks, armored orders and typed text from the lines of an e-mail."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from ..reply_block import BEGIN, END, Block, Mark, read_mark
from .quoted_lines import DASHES, VISIBLE, Line, LineKind
from .talk import POSTSCRIPT

ARMOR_BEGIN = re.compile(r"(?i)BEGIN\s+LPBE\s+ORDER\s*-*")
ARMOR_END = re.compile(r"(?i)END\s+LPBE\s+ORDER")
"""Both are searched for in lines of any length, so no repetition comes before their first letter."""
MAX_BLOCK_LINES = 2000
"""The longest armored order or reply block."""
CODE = re.compile(r"(?i)^code\s*:?\s+([A-Z2-7][A-Z2-7 -]{8,14})$")
PGP_MESSAGE = re.compile(r"-----BEGIN PGP SIGNED MESSAGE-----")
PGP_HEADER = re.compile(r"(?:Hash|Charset|NotDashEscaped|Version|Comment):")
PGP_SIGNATURE = re.compile(r"-----BEGIN PGP SIGNATURE-----")
PGP_BASE64 = re.compile(r"[A-Za-z0-9+/=]*")
PGP_END = re.compile(r"-----END PGP SIGNATURE-----")
GAP = Line("", kind=LineKind.GAP)
"""Replaces something of ours that was removed."""


class ArmoredText(Struct, frozen=True):
    """The text between the marks of a signed order, and whether both marks were found."""

    text: str
    quoted: bool
    whole: bool = True


class Found(Struct, frozen=True):
    """Everything in a text that is ours, and what was typed."""

    armored: list[ArmoredText] = []
    blocks: list[Block] = []
    typed: list[list[Line]] = []
    """What the sender wrote, in paragraphs."""
    orphans: list[Line] = []
    """Lines that are taken to be the ends of quoted lines."""
    code: str = ""
    quotes: bool = False
    """Whether somebody else is quoted."""

    @property
    def ours(self) -> bool:
        return bool(self.armored or self.blocks)


def find(lines: Sequence[Line]) -> Found:
    """Find everything of ours in the lines of a text."""
    armored, rest = extract_armored(without_pgp_frame(lines))
    blocks, rest = extract_blocks(rest)
    typed, code = extract_code(list(typed_paragraphs(rest)))
    own_kinds = (LineKind.NORMAL, LineKind.SIGNATURE, LineKind.GAP)
    return Found(
        armored=armored,
        blocks=blocks,
        typed=typed,
        orphans=[line for line in rest if line.kind is LineKind.ORPHAN],
        code=code,
        quotes=any(line.depth or line.kind not in own_kinds for line in rest),
    )


def without_pgp_frame(lines: Sequence[Line]) -> list[Line]:
    """Leave out what PGP writes around a clear-signed text, and its signature.

    Only what the sender's own program wrote is left out: no quoted lines, for others can write such lines into notes.
    """
    kept: list[Line] = []
    at = 0
    while at < len(lines):
        text = plain_dashes(lines[at]).strip()
        if lines[at].depth:
            end = 0
        elif PGP_MESSAGE.fullmatch(text):
            end = next((n for n in range(at + 1, len(lines)) if not PGP_HEADER.match(lines[n].text)), len(lines))
        else:
            end = signature_end(lines, at) if PGP_SIGNATURE.fullmatch(text) else 0
        if not end:
            kept.append(lines[at])
        at = end or at + 1
    return kept


def signature_end(lines: Sequence[Line], at: int) -> int:
    """Return the line after a PGP signature; after its begin mark if what follows is not a signature."""
    for here in range(at + 1, len(lines)):
        text = plain_dashes(lines[here]).strip()
        if PGP_END.fullmatch(text) and not lines[here].depth:
            return here + 1
        if lines[here].depth or not (PGP_HEADER.match(text) or PGP_BASE64.fullmatch(text)):
            break
    return at + 1


def plain_dashes(line: Line) -> str:
    """Return the text of a line with plain dashes, as marks have them."""
    return line.text.translate(VISIBLE | DASHES)


def extract_armored(lines: list[Line]) -> tuple[list[ArmoredText], list[Line]]:
    """Return the armored orders, and the lines without them."""
    found: list[ArmoredText] = []
    rest: list[Line] = []
    at = 0
    while at < len(lines):
        begin = ARMOR_BEGIN.search(plain_dashes(lines[at]))
        if not begin:
            rest.append(lines[at])
            at += 1
            continue
        text, last, whole = read_armor(lines, at, plain_dashes(lines[at])[begin.end() :])
        found.append(ArmoredText(text, lines[at].depth > 0, whole))
        rest.append(GAP)
        at = last + 1
    return found, rest


def read_armor(lines: list[Line], at: int, first: str) -> tuple[str, int, bool]:
    """Return the text up to the end mark, where the mark is, and whether there is one; if not, one line is ours."""
    body = [first]
    if end := ARMOR_END.search(first):
        return before_mark(first, end), at, True
    for here in range(at + 1, min(len(lines), at + MAX_BLOCK_LINES)):
        text = plain_dashes(lines[here])
        if ARMOR_BEGIN.search(text) or mark_at(lines, here):
            break  # somebody else's words: an order contains no marks
        if end := ARMOR_END.search(text):
            return "\n".join([*body, before_mark(text, end)]), here, True
        body.append(text)
    return first, at, False


def extract_blocks(lines: list[Line]) -> tuple[list[Block], list[Line]]:
    """Return the reply blocks, and the lines without them."""
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
        inside, last, whole = read_block(lines, after, more)
        found.append(Block(mark, inside, lines[at].depth > 0, whole))
        rest.append(GAP)
        at = last
    return found, rest


def mark_at(lines: list[Line], at: int) -> tuple[Mark, int, list[Line]] | None:
    """Return the begin mark that starts here, the line after it, and the rest of the mark's own line."""
    text = plain_dashes(lines[at])
    start = text.upper().find("BEGIN")
    if start < 0 or not BEGIN.search(text):
        return None
    text = text[start:]
    for count in range(1, 5):
        read = read_mark(text)
        if read:
            mark, end = read
            left = text[end:].strip()
            return mark, at + count, [Line(left, lines[at].depth, len(left))] if left else []
        if at + count >= len(lines):
            return None
        text = f"{text} {plain_dashes(lines[at + count])}"
    return None


def read_block(lines: list[Line], at: int, more: list[Line]) -> tuple[list[Line], int, bool]:
    """Return the lines up to the end mark, the line after it, and whether there is an end mark."""
    inside = list(more)
    if more and (end := END.search(plain_dashes(more[0]))):
        return [Line(before_mark(plain_dashes(more[0]), end), more[0].depth, more[0].width)], at, True
    for here in range(at, min(len(lines), at + MAX_BLOCK_LINES)):
        text = plain_dashes(lines[here])
        if BEGIN.search(text) and mark_at(lines, here):
            break
        if end := END.search(text):
            head = before_mark(text, end).strip()
            return [*inside, *([Line(head, lines[here].depth, len(head))] if head else [])], here + 1, True
        if is_torn_end(lines, here):
            return inside, here + 2, True
        inside.append(lines[here])
    return [], at, False


def is_torn_end(lines: list[Line], at: int) -> bool:
    """Return whether the end mark is here, wrapped into two lines."""
    here = plain_dashes(lines[at]).strip().upper()
    if not here.startswith("-") or "END" not in here or at + 1 >= len(lines):
        return False
    return bool(END.fullmatch(f"{here} {plain_dashes(lines[at + 1])}".strip("- ")))


def before_mark(text: str, mark: re.Match[str]) -> str:
    """Return what precedes an end mark on its line, without the dashes."""
    return text[: mark.start()].rstrip("- ")


def typed_paragraphs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield what was typed: paragraphs of lines that are not quoted and that no program wrote.

    People type postscripts below the signature that their program adds.
    """
    part: list[Line] = []
    for line in [*lines, GAP]:
        added_below = line.kind is LineKind.SIGNATURE and POSTSCRIPT.match(line.plain)
        if line.depth == 0 and (line.kind is LineKind.NORMAL or added_below) and not line.blank:
            part.append(line)
        elif part:
            yield part
            part = []


def extract_code(paragraphs: list[list[Line]]) -> tuple[list[list[Line]], str]:
    """Return the paragraphs without a code that is alone on a line, and that code: the block may have been deleted."""
    codes = [found[1] for part in paragraphs for line in part if (found := CODE.match(line.plain))]
    kept = [[line for line in part if not CODE.match(line.plain)] for part in paragraphs]
    return [part for part in kept if part], codes[0].upper() if codes else ""
