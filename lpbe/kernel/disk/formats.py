"""TOML and JSON from strangers: every check before and after the parser, and the writer that passes them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from ..base.canon import jcs, plain
from ..base.errors import Malformed
from ..base.text import quote
from .blocks import unwrap

ORDER_WIDTH, ORDER_LINES = 256, 4096
GAME_WIDTH, GAME_LINES = 1024, 100_000
DOTS, BRACKETS, BRACES = 32, 8, 8
UNMARKED = bytes(set(range(256)) - set(b".[{\n"))
DIGITS = 20

SHORTEST_LIMIT = 640
"""As few digits as Python lets a number have: a long one is a cheap way to keep a reader busy."""


@contextmanager
def short_numbers() -> Iterator[None]:
    """While a stranger's text is read no number may be long; what the process allows elsewhere stays."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(SHORTEST_LIMIT)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def parse(data: bytes, name: str, *, width: int, lines: int) -> dict[str, Any]:
    """The plain data of a JSON or TOML file, as its name says; standard input shows it by its first brace."""
    text = decode(data)
    check_conflict(data)
    if name.endswith(".json") or (name == "-" and data.lstrip()[:1] == b"{"):
        value = parse_json(data, text)
    else:
        check_lines(data, width, lines)
        value = unwrap(plain(parse_toml(text)))
    if type(value) is not dict:
        raise Malformed("E_SCHEMA", "this is not a table of names and values")
    return value


def decode(data: bytes) -> str:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise Malformed("E_FILE_UTF8", "this is not UTF-8 text") from None
    if text.startswith("\ufeff"):
        raise Malformed("E_FILE_UTF8", "the text starts with a byte order mark", "save it as UTF-8 without one")
    return text


def check_conflict(data: bytes) -> None:
    """Refuse what git could not merge, even where it could still be read: inside a seal it would look like a forgery.

    Our own writer never leaves the middle mark alone on a line, whatever a note says.
    """
    if b"=======" not in data or b">>>>>>> " not in data:
        return
    rows = [row.rstrip(b"\r") for row in data.split(b"\n")]
    first = next((at for at, row in enumerate(rows, 1) if row.startswith(b"<<<<<<< ")), 0)
    if first and b"=======" in rows[first:] and any(row.startswith(b">>>>>>> ") for row in rows[first:]):
        raise conflict().in_file("", first)


def is_marker(line: bytes) -> bool:
    """Whether a line of a log is one of git's: its own lines all begin with a brace."""
    return line.startswith((b"<<<<<<<", b"|||||||", b"=======", b">>>>>>>"))


def conflict() -> Malformed:
    hint = "two versions met: undo yours (git merge --abort, or git rebase --abort) and take the one that came first"
    return Malformed("E_FILE_CONFLICT", "this file has git's conflict markers", hint)


def check_lines(data: bytes, width: int, lines: int) -> None:
    """Refuse, in linear time, what a TOML parser would spend minutes on."""
    if b"\0" in data:
        raise Malformed("E_FILE_SYNTAX", "the text contains a NUL").in_file(
            "", data[: data.index(b"\x00")].count(b"\n") + 1
        )
    if data.count(b"\n") > lines:
        raise Malformed("E_FILE_LINE", "there are more than {lines} lines", lines=lines).in_file("", lines + 1)
    widths = [len(row) for row in data.split(b"\n")]
    if max(widths) > width:
        at = next(at for at, size in enumerate(widths, 1) if size > width)
        raise Malformed("E_FILE_LINE", "a line is longer than {width} bytes", width=width).in_file("", at)
    for at, marks in enumerate(data.translate(None, UNMARKED).split(b"\n"), 1):
        if len(marks) > BRACKETS and crowded(marks):
            raise Malformed("E_FILE_DEPTH", "a line has too many dots or brackets").in_file("", at)


def crowded(marks: bytes) -> bool:
    return marks.count(b".") > DOTS or marks.count(b"[") > BRACKETS or marks.count(b"{") > BRACES


def parse_toml(text: str) -> Any:
    try:
        with short_numbers():
            return load_toml(text)
    except RecursionError:
        raise too_deep() from None
    except (ValueError, OverflowError, MemoryError) as error:
        raise no_syntax("TOML", error) from None


def load_toml(text: str) -> Any:
    try:
        import tomli
    except ImportError:
        import tomllib

        return tomllib.loads(text)
    return tomli.loads(text)


def parse_json(data: bytes, text: str) -> Any:
    """JSON without doubled keys: cheap if it is canonical but for white space, else the careful way."""
    try:
        with short_numbers():
            return canonical_json(data) or careful_json(text)
    except RecursionError:
        raise too_deep() from None
    except (ValueError, OverflowError, MemoryError) as error:
        raise no_syntax("JSON", error) from None


def canonical_json(data: bytes) -> Any:
    """The value, or None where the decoder may have seen another one than the writer meant."""
    try:
        value = msgspec.json.decode(data)
    except msgspec.DecodeError:
        return None
    try:
        same = jcs(value) == msgspec.json.format(data, indent=-1)
    except OverflowError:
        return None
    return plain(value) if same else None


def careful_json(text: str) -> Any:
    import json

    value = plain(
        json.loads(
            text, object_pairs_hook=unique, parse_float=no_number, parse_constant=no_number, parse_int=small_number
        )
    )
    try:
        jcs(value)
    except UnicodeEncodeError:
        raise Malformed("E_FILE_UTF8", "a text contains half a character") from None
    return value


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise Malformed("E_FILE_DUPKEY", "the key '{key}' stands twice in one object", key=quote(key))
        table[key] = value
    return table


def no_number(digits: str) -> Any:
    raise Malformed("E_SCHEMA", "{digits} has no place in a game file: numbers are whole", digits=quote(digits))


def small_number(digits: str) -> int:
    if len(digits) > DIGITS:
        raise Malformed("E_SCHEMA", "a number is too large")
    return int(digits)


def too_deep() -> Malformed:
    return Malformed("E_FILE_DEPTH", "values are nested too deeply")


def no_syntax(kind: str, error: Exception) -> Malformed:
    told = "this is not {kind}: {error}" if str(error) else "this is not {kind}: it is too large"
    return Malformed("E_FILE_SYNTAX", told, kind=kind, error=quote(str(error))).in_file("", getattr(error, "lineno", 0))


def dump(value: dict[str, Any], name: str, *, width: int = GAME_WIDTH, lines: int = GAME_LINES) -> bytes:
    """The bytes of a file of that name; never TOML that `parse` would refuse."""
    if name.endswith(".json"):
        return msgspec.json.format(jcs(value), indent=1) + b"\n"
    from . import write_toml  # saves it for games that are kept as JSON

    data = write_toml.dumps(value)
    try:
        check_lines(data, width, lines)
    except Malformed as error:
        raise Malformed(error.code, "as TOML {reason}", "name the file .json", reason=error.sentence).in_file(
            name
        ) from None
    return data
