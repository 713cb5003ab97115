"""TOML for people and mail: short lines, short arrays on one line, seals as blocks."""

from __future__ import annotations

from typing import Any

from .blocks import BASE64, LETTERS, is_base64, is_wrapped, marked, rows_of
from .blocks import WRAPPED as WRAPPED
from .blocks import unwrap as unwrap

WIDTH = 72
SHORT, SHORT_BYTES, WORD_LENGTH = 60, 40, 100
CROWD = 8

WORD = LETTERS + "-_"
ARMOUR = BASE64 + "- \n"
ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}

# tomli_w escapes NUL, and no text that it sees starts with one: here stands a value rendered by us.
MARK = '"\\u0000'
BROKEN = 110
# tomli_w keeps a table on one line of 100 columns, indentation included; a mail has room for 72.
INDENT, SHOWN = 32, 4


def dumps(value: dict[str, Any]) -> bytes:
    """TOML whose lines the guarded reader accepts, whatever the texts in it."""
    import tomli_w

    rendered: list[str] = []
    laid_out = tomli_w.dumps(table(value, "", rendered), indent=INDENT)
    first, *rest = "\n".join(map(indented, laid_out.split("\n"))).split(MARK)
    return "".join([first, *(filled(piece, rendered) for piece in rest)]).encode()


def indented(line: str) -> str:
    body = line.lstrip(" ")
    return " " * ((len(line) - len(body)) // INDENT * SHOWN) + body


def filled(piece: str, rendered: list[str]) -> str:
    index, rest = piece.split('"', 1)
    return rendered[int(index)] + rest


def stand_in(text: str, rendered: list[str]) -> str:
    """A string that tomli_w lays out as it would the rendered text."""
    rendered.append(text)
    size = BROKEN if "\n" in text else len(text)
    return f"\0{len(rendered) - 1:06}".ljust(size - len(MARK))


def table(value: dict[str, Any], name: str, rendered: list[str]) -> dict[str, Any]:
    assert not any("\0" in key for key in value)
    return {key: named(item, name, key, rendered) for key, item in value.items()}


def named(value: Any, where: str, name: str, rendered: list[str]) -> Any:
    """A value by its name and the name of its table: base64 is wrapped where `unwrap` will look for it."""
    if isinstance(value, dict) and value:
        return table(value, name, rendered)
    if isinstance(value, str) and is_wrapped(where, name):
        fit = fits(value) or not is_base64(value)
        return entry(marked(value), rendered) if fit else stand_in(wrapped(value), rendered)
    return entry(value, rendered)


def entry(value: Any, rendered: list[str]) -> Any:
    if isinstance(value, dict):
        return table(value, "", rendered) if value else stand_in("{}", rendered)
    if isinstance(value, list | tuple):
        return array(value, rendered)
    if isinstance(value, str):
        return value if fits(value) else stand_in(block(value), rendered)
    assert isinstance(value, int), type(value)
    return value


def array(items: list[Any] | tuple[Any, ...], rendered: list[str]) -> Any:
    if all(fits(item) if isinstance(item, str) else isinstance(item, int) for item in items):
        return stand_in(packed([scalar(item) for item in items]), rendered)
    return [table(item, "", rendered) if isinstance(item, dict) else entry(item, rendered) for item in items]


def fits(text: str) -> bool:
    """Whether a text may share its line with others and still be accepted."""
    if len(text) <= WORD_LENGTH and not text.strip(WORD):
        return True
    short = len(text) <= SHORT if text.isascii() else len(text.encode()) <= SHORT_BYTES
    return short and text.isprintable() and "[" not in text and "{" not in text and text.count(".") <= 2


def scalar(value: str | int) -> str:
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value).lower()


def packed(words: list[str]) -> str:
    """An array on one line if it is short, else on lines filled with items."""
    line = f"[{', '.join(words)}]"
    if len(line) <= SHORT:
        return line
    rows = [""]
    for word in words:
        if len(rows[-1]) + len(word) + 6 > WIDTH and rows[-1]:
            rows.append("")
        rows[-1] += f" {word}," if rows[-1] else f"{word},"
    return "".join(["[\n", *(f"    {row}\n" for row in rows), "]"])


def wrapped(text: str) -> str:
    return "\n".join(["'''", *rows_of(text), "'''"])


def block(text: str) -> str:
    """A text on lines of its own that is read as it is."""
    if text.startswith("-----BEGIN") and not text.strip(ARMOUR) and max(map(len, text.split("\n"))) <= WIDTH:
        return f'"""\n{text}"""'
    return "\\\n".join(['"""', *folded(text), '"""'])


def folded(text: str) -> list[str]:
    """Escaped pieces of a text, none long or crowded, none starting with a space: a line's end would eat it."""
    rows, row, crowd = [], "", 0
    for char in text:
        row += "\\u0020" if char == " " and not row else escaped(char)
        crowd += char in ".[{"
        size = len(row.encode())
        if char == "\n" or size > WIDTH - 12 or (char == " " and size > WIDTH - 24) or crowd == CROWD:
            rows.append(row)
            row, crowd = "", 0
    return [*rows, row] if row else rows


def escaped(char: str) -> str:
    if char in ESCAPES:
        return ESCAPES[char]
    if char.isprintable():
        return char
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"
