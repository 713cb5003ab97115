"""The lines of a mail: how deep each is quoted, how wide it was sent, and what mail programs wrote themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from .programs import BEGINS, FROM, MORE, PARTED, PHONE, RULE, WROTE

MOST = 6000
"""So many lines of one text are read."""
NARROWEST = 64
"""No mail program breaks lines that are narrower than this."""
QUOTED = re.compile(r"(?:[ \t]{0,2}>(?!=))+ ?|[A-Z][A-Za-z]{0,3}> ")
"""What stands before a quoted line; but >= begins no quote, wherever a line was broken."""
FLOWED = re.compile(r"^(?:>(?!=))*")
ENDS = re.compile("\r\n|\n|\r")
HOLES = (0x00AD, 0x034F, 0x061C, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF)
BLANKS = (0x09, 0x0B, 0x0C, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)
STROKES = (*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63, 0xFF0D)
SINGLE = (0x2018, 0x2019, 0x201A, 0x201B, 0x2032, 0x00B4, 0x2039, 0x203A, 0xFF07)
DOUBLE = (0x201C, 0x201D, 0x201E, 0x201F, 0x2033, 0x00AB, 0x00BB, 0xFF02)
Table = dict[int, str]
NOTHING: Table = dict.fromkeys(HOLES, "")
SPACES: Table = dict.fromkeys(BLANKS, " ")
DASHES: Table = dict.fromkeys(STROKES, "-")
QUOTES: Table = {**dict.fromkeys(SINGLE, "'"), **dict.fromkeys(DOUBLE, '"')}
SIGNS: Table = {0x2026: "...", 0x2265: ">=", 0x2264: "<=", 0x2192: "->", 0xFF1B: ";", 0xFF03: "#", 0xFF0C: ","}
SEEN = NOTHING | SPACES
PLAIN = SEEN | DASHES | QUOTES | SIGNS
UNSEEN = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")

NORMAL, ATTRIBUTION, SIGNATURE, FOOTER, ORPHAN = "", "attribution", "signature", "footer", "orphan"


class Line(Struct, frozen=True):
    """One line, without its quote signs."""

    text: str
    depth: int = 0
    width: int = 0
    """How many columns it took when it was sent, quote signs included; 0 where no program breaks lines."""
    kind: str = NORMAL

    def deeper(self, by: int) -> Line:
        return replace(self, depth=self.depth + by) if by else self

    @property
    def blank(self) -> bool:
        return not self.text.strip()

    @property
    def plain(self) -> str:
        """As a keyboard has it: what programs make of quotes, dashes and spaces is undone."""
        return " ".join(self.text.translate(PLAIN).split())


def may_go_on(line: Line, following: Line) -> bool:
    """Whether a mail program may have broken one line into these two, its signs for quotes gone or not."""
    first = following.plain.partition(" ")[0]
    return bool(line.width and first and line.text.strip()) and line.width + 1 + len(first) > NARROWEST


def seen(text: str) -> str:
    """Without what nobody sees."""
    return UNSEEN.sub("", text.translate(SEEN))


def quote_of(text: str) -> tuple[int, str, int]:
    """How deep, the rest, and how wide all of it is."""
    found = QUOTED.match(text)
    if not found:
        return 0, text, len(text.rstrip())
    return found.group().count(">"), text[found.end() :], len(text.rstrip())


def plain_lines(text: str) -> list[Line]:
    lines = []
    for raw in ENDS.split(text)[:MOST]:
        depth, rest, width = quote_of(seen(raw))
        lines.append(Line(rest.rstrip(), depth, width))
    return recognised(lines)


def flowed_lines(text: str, delsp: bool) -> list[Line]:
    """RFC 3676: a line that ends in a space goes on in the next one of the same depth."""
    lines: list[Line] = []
    open_line = False
    for raw in ENDS.split(text)[:MOST]:
        depth, rest, width = unstuffed(raw)
        soft = rest.endswith(" ") and rest != "-- "
        piece = rest[:-1] if soft and delsp else rest
        before = lines[-1] if lines else None
        if open_line and before is not None and before.depth == depth and rest != "-- ":
            lines[-1] = Line(before.text + piece, depth, width)
        else:
            lines.append(Line(piece, depth, width))
        open_line = soft
    return recognised([replace(line, text=seen(line.text).rstrip()) for line in lines])


def unstuffed(raw: str) -> tuple[int, str, int]:
    rest = FLOWED.sub("", raw)
    depth = len(raw) - len(rest)
    return depth, rest.removeprefix(" "), len(raw.rstrip())


def recognised(lines: Sequence[Line]) -> list[Line]:
    """The same lines; each that a program wrote says so, and what it quotes without signs is quoted."""
    return list(sign_off(orphans(list(part(list(lines))))))


def part(lines: list[Line]) -> Iterator[Line]:
    """Behind a line that says who wrote what follows, lines without signs are quoted, to the end."""
    at, below = 0, 0
    while at < len(lines):
        line = lines[at]
        many = 0 if line.depth or below else attribution(lines, at)
        if many:
            yield from (replace(one, kind=ATTRIBUTION) for one in lines[at : at + many])
            below = 0 if followed_by_quote(lines, at + many) else 1
            at += many
            continue
        if not line.depth and parts(lines, at):
            below, line = 1, replace(line, kind=ATTRIBUTION)
        yield line.deeper(below)
        at += 1


def attribution(lines: list[Line], at: int) -> int:
    """How many lines from here say who wrote what follows."""
    first = lines[at].plain
    if not BEGINS.match(first):
        return 0
    text = ""
    for many in range(1, 5):
        if at + many > len(lines) or lines[at + many - 1].depth or lines[at + many - 1].blank:
            return 0
        text = f"{text} {lines[at + many - 1].plain}".strip()
        if WROTE.match(text):
            return many
    return 0


def followed_by_quote(lines: list[Line], at: int) -> bool:
    return next((line.depth > 0 for line in lines[at:] if not line.blank), False)


def parts(lines: list[Line], at: int) -> bool:
    """Whether what follows was written by somebody else before: a mark of the program, or the head of that mail."""
    text = lines[at].plain
    if PARTED.match(text):
        return True
    near = [text, *(line.plain for line in lines[at + 1 : at + 7] if not line.blank)][:4]
    if FROM.match(text):
        return any(MORE.match(line) for line in near[1:])
    return bool(MORE.match(text)) and any(FROM.match(line) for line in near) and sum(map(is_head, near)) > 2


def is_head(text: str) -> bool:
    return bool(FROM.match(text) or MORE.match(text))


def orphans(lines: list[Line]) -> list[Line]:
    """The end of a quoted line that was broken without a sign stands between quoted lines: it is quoted too."""
    out = list(lines)
    for at in range(1, len(lines) - 1):
        before, line, after = lines[at - 1], lines[at], lines[at + 1]
        torn = before.depth > line.depth == 0 and after.depth > 0 and not line.blank and not line.kind
        if torn and may_go_on(before, line):
            out[at] = replace(line, depth=before.depth, kind=ORPHAN)
    return out


def sign_off(lines: list[Line]) -> Iterator[Line]:
    """Signatures, and what lists and companies add."""
    below = NORMAL
    for at, line in enumerate(lines):
        if line.depth or line.kind:
            below = below if below == FOOTER else NORMAL
            yield line
            continue
        if line.text.rstrip() == "--" and at:
            below = SIGNATURE
        ruled = bool(RULE.match(line.text.strip()))
        if ruled and any(one.depth or one.kind for one in lines[at + 1 : at + 4]):
            yield replace(line, kind=ATTRIBUTION)
            continue
        below = FOOTER if ruled else below
        yield replace(line, kind=below or (SIGNATURE if PHONE.match(line.plain) else NORMAL))
