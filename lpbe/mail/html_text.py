"""HTML as lines with their depth of quoting: what a reader sees, found in one pass over it, whatever it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from .lines import MOST as LINES
from .lines import Line, quote_of, recognised, seen

DEEPEST = 100
MOST = 20000
"""So many tags are read, or signs that are none."""
TAG = 4096
"""So long a tag is at most; a longer sign < is only that."""
NAME = re.compile(r"/?[A-Za-z][A-Za-z0-9:-]{0,30}")
BLOCKS = re.compile(
    "address|article|aside|blockquote|body|center|dd|div|dl|dt|fieldset|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre"
    "|section|table|tbody|tfoot|thead|tr|ul"
)
"""What begins and ends on a line of its own."""
SPACED = re.compile("p|h[1-6]|blockquote|ul|ol|dl|table")
HOLDERS = "script style head title template svg object noscript select textarea iframe noframes canvas audio video"
UNSEEN = frozenset([*HOLDERS.split(), "del", "s", "strike"])
"""What shows nothing of what stands in it; and what was struck out, which nobody asks for."""
RAW = {name: re.compile(f"(?i)</{name}") for name in ("script", "style")}
"""What stands in these is no page: a sign < there begins no tag."""
ENDED = re.compile(r"""(?>=\s*"[^"]*"|=\s*'[^']*'|[^>])*+>""")
"""Up to the end of a tag; the sign may stand in what an attribute says."""
VOID = re.compile("area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr")
HIDING = re.compile(
    r"(?i)display\s*:\s*none|visibility\s*:\s*hidden|\shidden(?:\s|=|$)|mso-hide\s*:\s*all"
    r"|(?:font-size|max-height|opacity)\s*:\s*0*(?:\.0*)?(?:px|pt|em|%)?\s*(?:[;\"'!]|$)|line-through"
)

ENDLESS = re.compile(r"&#[xX]?[0-9a-fA-F]{8,};?")
"""Numbers that are those of no letter: Python reads them to the last digit, or refuses to."""


def tokens(text: str) -> Iterator[tuple[str, str, str]]:
    """Text, and tags with what stands in them, in turn: ("", text, "") or (name, "", rest)."""
    at, tags = 0, 0
    while at < len(text):
        sign = text.find("<", at)
        if sign < 0 or tags >= MOST:
            yield "", text[at:] if sign < 0 else "", ""
            return
        tags += 1
        if sign > at:
            yield "", text[at:sign], ""
        if text.startswith("<!--", sign):
            end = text.find("-->", sign + 4)
            at = len(text) if end < 0 else end + 3
            continue
        name = NAME.match(text, sign + 1)
        end = end_of(text, name.end() if name else sign + 1, sign + TAG)
        if end < 0 or not (name or text[sign + 1 : sign + 2] in ("!", "?")):
            yield "", "<", ""
            at = sign + 1
            continue
        if name:
            yield name.group().lower(), "", text[name.end() : end]
        raw = RAW.get(name.group().lower()) if name else None
        at = start_of(raw, text, end) if raw else end + 1


def end_of(text: str, at: int, last: int) -> int:
    """Where the tag ends that begins before; below 0 where nothing ends it."""
    found = ENDED.match(text, at, last) if text.find(">", at, last) >= 0 else None
    return found.end() - 1 if found else -1


def start_of(tag: re.Pattern[str], text: str, at: int) -> int:
    found = tag.search(text, at)
    return found.start() if found else len(text)


class Reader:
    """Collects lines as a page shows them."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.text: list[str] = []
        self.open: list[tuple[str, bool]] = []
        """Tags that are open: their names, and whether they hide what stands in them."""
        self.depth = self.hidden = self.preformatted = 0

    def begin(self, tag: str, rest: str) -> None:
        if tag == "br":
            self.end_line(keep=True)
            return
        self.part(tag)
        if VOID.fullmatch(tag) or len(self.open) >= DEEPEST:
            return
        hides = tag in UNSEEN or bool(HIDING.search(rest))
        self.open.append((tag, hides))
        self.count(tag, hides, 1)

    def end(self, tag: str) -> None:
        self.part(tag)
        if tag in ("td", "th"):
            self.text.append(" ")
        if all(name != tag for name, _ in self.open):
            return
        while self.open:
            name, hides = self.open.pop()
            self.count(name, hides, -1)
            if name == tag:
                break

    def count(self, tag: str, hides: bool, by: int) -> None:
        self.hidden += by * hides
        self.depth += by * (tag == "blockquote")
        self.preformatted += by * (tag == "pre")

    def part(self, tag: str) -> None:
        """What stands on lines of its own ends the line before it."""
        if BLOCKS.fullmatch(tag):
            self.end_line()
            if SPACED.fullmatch(tag) and self.lines and not self.lines[-1].blank:
                self.lines.append(Line("", self.depth))

    def say(self, data: str) -> None:
        if self.hidden:
            return
        text = unescape(ENDLESS.sub("\ufffd", data))
        if not self.preformatted:
            self.text.append(re.sub(r"[ \t\r\n\f]+", " ", text))
            return
        first, *rest = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self.text.append(first)
        for line in rest:
            self.end_line(keep=True)
            self.text.append(line)

    def end_line(self, keep: bool = False) -> None:
        """What stands there is a line; an empty one only where that was wanted."""
        text = seen("".join(self.text)).rstrip()
        self.text = []
        if (text or keep) and len(self.lines) < LINES:
            self.lines.append(Line(text if self.preformatted else " ".join(text.split()), self.depth))


def html_lines(text: str, forwarded: int = 0) -> list[Line]:
    reader = Reader()
    for tag, said, rest in tokens(text):
        if not tag:
            reader.say(said)
        elif tag.startswith("/"):
            reader.end(tag[1:])
        else:
            reader.begin(tag, rest)
    reader.end_line()
    return [line.deeper(forwarded) for line in recognised([with_signs(line) for line in reader.lines])]


def with_signs(line: Line) -> Line:
    """Quote signs count in a page too: some programs write them there."""
    more, rest, _ = quote_of(line.text)
    return Line(rest.rstrip(), line.depth + more)
