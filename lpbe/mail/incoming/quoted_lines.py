"""The lines of an e-mail: how deeply each is quoted, how wide it was sent, and which ones a mail program wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from .mail_clients import (
    ATTRIBUTION_PHRASE,
    ATTRIBUTION_START,
    FOOTER_RULE,
    FORWARD_MARK,
    FROM_HEADER,
    OTHER_HEADER,
    PHONE_SIGNATURE,
)

MAX_LINES = 6000
"""How many lines of one text are read."""
MIN_WRAP_COLUMNS = 64
"""No mail program wraps lines that are narrower than this."""
QUOTE_SIGNS = re.compile(r"(?:[ \t]{0,2}>(?!=))+ ?|[A-Z][A-Za-z]{0,3}> ")
"""The signs before a quoted line; >= is not one of them, wherever a line was wrapped."""
FLOWED_QUOTE_SIGNS = re.compile(r"^(?:>(?!=))*")
LINE_ENDS = re.compile("\r\n|\n|\r")
HIDDEN_CHARS = (
    0x00AD,
    0x034F,
    0x061C,
    *range(0x200B, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2060, 0x2070),
    0xFEFF,
)
SPACE_CHARS = (0x09, 0x0B, 0x0C, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)
DASH_CHARS = (*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63, 0xFF0D)
SINGLE_QUOTES = (0x2018, 0x2019, 0x201A, 0x201B, 0x2032, 0x00B4, 0x2039, 0x203A, 0xFF07)
DOUBLE_QUOTES = (0x201C, 0x201D, 0x201E, 0x201F, 0x2033, 0x00AB, 0x00BB, 0xFF02)
Table = dict[int, str]
INVISIBLE: Table = dict.fromkeys(HIDDEN_CHARS, "")
SPACES: Table = dict.fromkeys(SPACE_CHARS, " ")
DASHES: Table = dict.fromkeys(DASH_CHARS, "-")
QUOTES: Table = {**dict.fromkeys(SINGLE_QUOTES, "'"), **dict.fromkeys(DOUBLE_QUOTES, '"')}
SIGNS: Table = {0x2026: "...", 0x2265: ">=", 0x2264: "<=", 0x2192: "->", 0xFF1B: ";", 0xFF03: "#", 0xFF0C: ","}
VISIBLE = INVISIBLE | SPACES
PLAIN = VISIBLE | DASHES | QUOTES | SIGNS
CONTROL_CHARS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


class LineKind(StrEnum):
    """What a line is, apart from how deeply it is quoted."""

    NORMAL = "normal"
    ATTRIBUTION = "attribution"
    """It says who wrote what follows."""
    SIGNATURE = "signature"
    FOOTER = "footer"
    """Text that a mailing list or a company adds."""
    ORPHAN = "orphan"
    """The end of a quoted line that was wrapped without a quote sign."""
    GAP = "gap"
    """Something of ours was here and was removed."""


class Line(Struct, frozen=True):
    """One line, without its quote signs."""

    text: str
    depth: int = 0
    width: int = 0
    """Its columns when it was sent, including quote signs; 0 if no program wraps lines."""
    kind: LineKind = LineKind.NORMAL

    def deeper(self, by: int) -> Line:
        return replace(self, depth=self.depth + by) if by else self

    @property
    def blank(self) -> bool:
        return not self.text.strip()

    @property
    def plain(self) -> str:
        """Return the text as it was typed, without the typographic quotes, dashes and spaces that programs add."""
        return " ".join(self.text.translate(PLAIN).split())


def may_be_wrapped(line: Line, following: Line) -> bool:
    """Return whether a mail program may have wrapped one line into these two, with or without quote signs."""
    first = following.plain.partition(" ")[0]
    return bool(line.width and first and line.text.strip()) and line.width + 1 + len(first) > MIN_WRAP_COLUMNS


def visible(text: str) -> str:
    """Return the text without invisible characters."""
    return CONTROL_CHARS.sub("", text.translate(VISIBLE))


def split_quote(text: str) -> tuple[int, str, int]:
    """Split a line into its quoting depth, the rest, and its width."""
    found = QUOTE_SIGNS.match(text)
    if not found:
        return 0, text, len(text.rstrip())
    return found.group().count(">"), text[found.end() :], len(text.rstrip())


def plain_lines(text: str) -> list[Line]:
    """Return the lines of a plain text."""
    lines = []
    for raw in LINE_ENDS.split(text)[:MAX_LINES]:
        depth, rest, width = split_quote(visible(raw))
        lines.append(Line(rest.rstrip(), depth, width))
    return mark_quotes(lines)


def flowed_lines(text: str, delsp: bool) -> list[Line]:
    """Return the lines of a format=flowed text (RFC 3676): a line that ends in a space continues in the next one."""
    lines: list[Line] = []
    open_line = False
    for raw in LINE_ENDS.split(text)[:MAX_LINES]:
        depth, rest, width = split_flowed(raw)
        soft = rest.endswith(" ") and rest != "-- "
        piece = rest[:-1] if soft and delsp else rest
        before = lines[-1] if lines else None
        if open_line and before is not None and before.depth == depth and rest != "-- ":
            lines[-1] = Line(before.text + piece, depth, width)
        else:
            lines.append(Line(piece, depth, width))
        open_line = soft
    return mark_quotes([replace(line, text=visible(line.text).rstrip()) for line in lines])


def split_flowed(raw: str) -> tuple[int, str, int]:
    """Split a format=flowed line into its quoting depth, the rest, and its width."""
    rest = FLOWED_QUOTE_SIGNS.sub("", raw)
    depth = len(raw) - len(rest)
    return depth, rest.removeprefix(" "), len(raw.rstrip())


def mark_quotes(lines: Sequence[Line]) -> list[Line]:
    """Mark the lines that a mail program wrote, and raise the depth of what it quotes without quote signs."""
    return list(mark_signatures(mark_orphans(list(quote_below_attributions(list(lines))))))


def quote_below_attributions(lines: list[Line]) -> Iterator[Line]:
    """Quote all lines below an attribution that have no quote signs."""
    at = 0
    below = 0
    while at < len(lines):
        line = lines[at]
        count = 0 if line.depth or below else count_attribution_lines(lines, at)
        if count:
            yield from (replace(one, kind=LineKind.ATTRIBUTION) for one in lines[at : at + count])
            below = 0 if is_followed_by_quote(lines, at + count) else 1
            at += count
            continue
        if not line.depth and begins_other_mail(lines, at):
            below = 1
            line = replace(line, kind=LineKind.ATTRIBUTION)
        yield line.deeper(below)
        at += 1


def count_attribution_lines(lines: list[Line], at: int) -> int:
    """Return how many lines from here are an attribution; 0 if there is none here."""
    first = lines[at].plain
    if not ATTRIBUTION_START.match(first):
        return 0
    text = ""
    for count in range(1, 5):
        if at + count > len(lines) or lines[at + count - 1].depth or lines[at + count - 1].blank:
            return 0
        text = f"{text} {lines[at + count - 1].plain}".strip()
        if ATTRIBUTION_PHRASE.match(text):
            return count
    return 0


def is_followed_by_quote(lines: list[Line], at: int) -> bool:
    return next((line.depth > 0 for line in lines[at:] if not line.blank), False)


def begins_other_mail(lines: list[Line], at: int) -> bool:
    """Return whether another e-mail begins here: with a forwarding mark, or with the headers of that e-mail."""
    text = lines[at].plain
    if FORWARD_MARK.match(text):
        return True
    near = [text, *(line.plain for line in lines[at + 1 : at + 7] if not line.blank)][:4]
    if FROM_HEADER.match(text):
        return any(OTHER_HEADER.match(line) for line in near[1:])
    return (
        bool(OTHER_HEADER.match(text))
        and any(FROM_HEADER.match(line) for line in near)
        and sum(map(is_mail_header, near)) > 2
    )


def is_mail_header(text: str) -> bool:
    return bool(FROM_HEADER.match(text) or OTHER_HEADER.match(text))


def mark_orphans(lines: list[Line]) -> list[Line]:
    """Mark the ends of quoted lines that were wrapped without a quote sign, between quoted lines."""
    out = list(lines)
    for at in range(1, len(lines) - 1):
        before, line, after = lines[at - 1 : at + 2]
        between_quotes = before.depth > line.depth == 0 and after.depth > 0
        torn = between_quotes and not line.blank and line.kind is LineKind.NORMAL
        if torn and may_be_wrapped(before, line):
            out[at] = replace(line, depth=before.depth, kind=LineKind.ORPHAN)
    return out


def mark_signatures(lines: list[Line]) -> Iterator[Line]:
    """Mark signatures, and what mailing lists and companies add."""
    below = LineKind.NORMAL
    for at, line in enumerate(lines):
        if is_quoted_or_marked(line):
            below = below if below is LineKind.FOOTER else LineKind.NORMAL
            yield line
            continue
        if line.text.rstrip() == "--" and at:
            below = LineKind.SIGNATURE
        ruled = bool(FOOTER_RULE.match(line.text.strip()))
        if ruled and any(map(is_quoted_or_marked, lines[at + 1 : at + 4])):
            yield replace(line, kind=LineKind.ATTRIBUTION)
            continue
        below = LineKind.FOOTER if ruled else below
        on_phone = below is LineKind.NORMAL and PHONE_SIGNATURE.match(line.plain)
        yield replace(line, kind=LineKind.SIGNATURE if on_phone else below)


def is_quoted_or_marked(line: Line) -> bool:
    return line.depth > 0 or line.kind is not LineKind.NORMAL
