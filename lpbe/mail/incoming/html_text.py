"""HTML as lines of visible text with their quoting depth, read in one pass and within limits, however broken it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from .quoted_lines import MAX_LINES, Line, mark_quotes, split_quote, visible

MAX_DEPTH = 100
MAX_TAGS = 20000
"""How many tags are read, counting each < that does not start one."""
MAX_TAG_CHARS = 4096
"""The longest tag; a < followed by anything longer is just a sign."""
NAME = re.compile(r"/?[A-Za-z][A-Za-z0-9:-]{0,30}")
BLOCK_TAGS = re.compile(
    "address|article|aside|blockquote|body|center|dd|div|dl|dt|fieldset|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre"
    "|section|table|tbody|tfoot|thead|tr|ul"
)
"""Tags that begin and end a line."""
SPACED_TAGS = re.compile("p|h[1-6]|blockquote|ul|ol|dl|table")
INVISIBLE_TAGS = (
    "script style head title template svg object noscript select textarea iframe noframes canvas audio video"
)
HIDDEN_TAGS = frozenset([*INVISIBLE_TAGS.split(), "del", "s", "strike"])
"""Tags whose content is not shown, including text that was struck out, which nobody means."""
RAW_END = {name: re.compile(f"(?i)</{name}") for name in ("script", "style")}
"""Inside these elements `<` does not start a tag."""
TAG_END = re.compile(r"""(?>=\s*"[^"]*"|=\s*'[^']*'|[^>])*+>""")
"""The rest of a tag; the value of an attribute may contain >."""
VOID_TAGS = re.compile("area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr")
CELL_TAGS = ("td", "th")
NUMBER_CELL = re.compile(r"\(?\d{1,2}[.)]")
"""The number of a list, in a table."""
HIDDEN_STYLE = re.compile(
    r"(?i)display\s*:\s*none|visibility\s*:\s*hidden|\shidden(?:\s|=|$)|mso-hide\s*:\s*all"
    r"|(?:font-size|max-height|opacity)\s*:\s*0*(?:\.0*)?(?:px|pt|em|%)?\s*(?:[;\"'!]|$)|line-through"
)

ENDLESS_NUMBER = re.compile(r"&#[xX]?[0-9a-fA-F]{8,};?")
"""Character references far too long to be valid: Python would read them to the last digit, or raise."""


def tokens(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield text and tags in turn: ("", text, "") or (name, "", attributes)."""
    at = 0
    tags = 0
    while at < len(text):
        sign = text.find("<", at)
        if sign < 0 or tags >= MAX_TAGS:
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
        end = tag_end(text, name.end() if name else sign + 1, sign + MAX_TAG_CHARS)
        if end < 0 or not (name or text[sign + 1 : sign + 2] in ("!", "?")):
            yield "", "<", ""
            at = sign + 1
            continue
        if name:
            yield name.group().lower(), "", text[name.end() : end]
        raw = RAW_END.get(name.group().lower()) if name else None
        at = find_start(raw, text, end) if raw else end + 1


def tag_end(text: str, at: int, last: int) -> int:
    """Return where the tag that begins before `at` ends; a negative number if nothing ends it."""
    found = TAG_END.match(text, at, last) if text.find(">", at, last) >= 0 else None
    return found.end() - 1 if found else -1


def find_start(tag: re.Pattern[str], text: str, at: int) -> int:
    found = tag.search(text, at)
    return found.start() if found else len(text)


class Reader:
    """Collects the lines that a page shows."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.text: list[str] = []
        self.open: list[tuple[str, bool]] = []
        """The names of open tags, and whether each hides its content."""
        self.depth = 0
        self.hidden = 0
        self.preformatted = 0
        self.cell_start = 0
        """How many lines there were before the current cell of a table."""
        self.number = ""
        """A number that has a cell of its own; it belongs before the next text."""

    def begin(self, tag: str, attributes: str) -> None:
        if tag == "br":
            self.end_line(keep=True)
            return
        self.break_line(tag)
        if tag in CELL_TAGS:
            self.cell_start = len(self.lines)
        if VOID_TAGS.fullmatch(tag) or len(self.open) >= MAX_DEPTH:
            return
        hides = tag in HIDDEN_TAGS or bool(HIDDEN_STYLE.search(attributes))
        self.open.append((tag, hides))
        self.count(tag, hides, 1)

    def end(self, tag: str) -> None:
        self.break_line(tag)
        if tag in CELL_TAGS:
            self.text.append(" ")
            self.take_number()
        if all(name != tag for name, _ in self.open):
            return
        while self.open:
            name, hides = self.open.pop()
            self.count(name, hides, -1)
            if name == tag:
                break

    def take_number(self) -> None:
        """Take a cell that contains only a paragraph with a number out of the lines."""
        cell = [line.text for line in self.lines[self.cell_start :] if not line.blank]
        if len(cell) == 1 and NUMBER_CELL.fullmatch(cell[0]) and not "".join(self.text).strip():
            self.number = f"{cell[0]} "
            del self.lines[self.cell_start :]

    def count(self, tag: str, hides: bool, by: int) -> None:
        self.hidden += by * hides
        self.depth += by * (tag == "blockquote")
        self.preformatted += by * (tag == "pre")

    def break_line(self, tag: str) -> None:
        """End the line before a block."""
        if BLOCK_TAGS.fullmatch(tag):
            self.end_line()
            if SPACED_TAGS.fullmatch(tag) and self.lines and not self.lines[-1].blank:
                self.lines.append(Line("", self.depth))

    def add_text(self, data: str) -> None:
        if self.hidden:
            return
        text = unescape(ENDLESS_NUMBER.sub("\ufffd", data))
        if not self.preformatted:
            self.text.append(re.sub(r"[ \t\r\n\f]+", " ", text))
            return
        first, *rest = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self.text.append(first)
        for line in rest:
            self.end_line(keep=True)
            self.text.append(line)

    def end_line(self, keep: bool = False) -> None:
        """Add the collected text as a line; an empty one only if `keep` is set."""
        text = visible("".join(self.text)).rstrip()
        self.text = []
        if text and not self.preformatted:
            text = self.number + text
            self.number = ""
        if (text or keep) and len(self.lines) < MAX_LINES:
            self.lines.append(Line(text if self.preformatted else " ".join(text.split()), self.depth))


def html_lines(text: str, forwarded: int = 0) -> list[Line]:
    """Return the lines of an HTML text, quoted more deeply if it was in a forwarded e-mail."""
    reader = Reader()
    for tag, content, attributes in tokens(text):
        if not tag:
            reader.add_text(content)
        elif tag.startswith("/"):
            reader.end(tag[1:])
        else:
            reader.begin(tag, attributes)
    reader.end_line()
    return [line.deeper(forwarded) for line in mark_quotes([count_quote_signs(line) for line in reader.lines])]


def count_quote_signs(line: Line) -> Line:
    """Count quote signs too, which some programs write into HTML."""
    more, rest, _ = split_quote(line.text)
    return Line(rest.rstrip(), line.depth + more)
