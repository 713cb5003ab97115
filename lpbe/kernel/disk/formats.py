"""Read TOML and JSON from strangers, with checks before and after the parser, and write files that pass them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from ..base.canonical import check_plain, jcs
from ..base.errors import FileFailure, Malformed
from ..base.safe_text import quote
from .base64_blocks import unwrap

MAX_ORDER_LINE_BYTES = 256
MAX_ORDER_LINES = 4096
MAX_GAME_LINE_BYTES = 1024
MAX_GAME_LINES = 100_000
MAX_DOTS = 32
MAX_BRACKETS = 8
MAX_BRACES = 8
UNMARKED = bytes(set(range(256)) - set(b".[{\n"))
MAX_INTEGER_DIGITS = 20
LINE_NUMBER = re.compile(r"\bline (\d+)")
MIN_DIGIT_LIMIT = 640
"""The lowest limit that Python allows: parsing a very long number is slow."""


@contextmanager
def short_numbers() -> Iterator[None]:
    """Limit the digits of numbers while a stranger's text is parsed, then restore the limit of the process."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(MIN_DIGIT_LIMIT)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def parse(data: bytes, name: str, *, width: int, lines: int) -> dict[str, Any]:
    """Return the data of a JSON or TOML file, by its name; standard input is JSON if it starts with a brace."""
    text = decode(data)
    check_conflict(data)
    if name.endswith(".json") or (name == "-" and data.lstrip()[:1] == b"{"):
        value = parse_json(data, text)
    else:
        check_lines(data, width, lines)
        value = unwrap(check_plain(parse_toml(text)))
    if type(value) is not dict:
        raise Malformed("E_SCHEMA", "this is not a table of names and values")
    return value


def decode(data: bytes) -> str:
    """Return a text from UTF-8 bytes without a byte order mark."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise FileFailure("E_FILE_UTF8", "this is not UTF-8 text") from None
    if text.startswith("\ufeff"):
        raise FileFailure("E_FILE_UTF8", "the text starts with a byte order mark", "save it as UTF-8 without one")
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
        raise conflict_failure().in_file("", first)


def is_marker(line: bytes) -> bool:
    """Return whether a line of a log is one of git's conflict markers: log lines all start with a brace."""
    return line.startswith((b"<<<<<<<", b"|||||||", b"=======", b">>>>>>>"))


def conflict_failure() -> Malformed:
    """Return the failure for a file with git's conflict markers."""
    hint = "two versions conflict: undo yours (git merge --abort or git rebase --abort) and use the one that came first"
    return FileFailure("E_FILE_CONFLICT", "this file contains git conflict markers", hint)


def check_lines(data: bytes, width: int, lines: int) -> None:
    """Refuse, in linear time, what a TOML parser would spend minutes on."""
    if b"\0" in data:
        raise FileFailure("E_FILE_SYNTAX", "the text contains a NUL byte").in_file(
            "", data[: data.index(b"\x00")].count(b"\n") + 1
        )
    if data.count(b"\n") > lines:
        raise FileFailure("E_FILE_LINE", "there are more than {lines} lines", lines=lines).in_file("", lines + 1)
    widths = [len(row) for row in data.split(b"\n")]
    if max(widths) > width:
        at = next(at for at, size in enumerate(widths, 1) if size > width)
        raise FileFailure("E_FILE_LINE", "a line is longer than {width} bytes", width=width).in_file("", at)
    for at, marks in enumerate(data.translate(None, UNMARKED).split(b"\n"), 1):
        if len(marks) > MAX_BRACKETS and has_too_many_marks(marks):
            raise FileFailure("E_FILE_DEPTH", "a line contains too many dots or brackets").in_file("", at)


def has_too_many_marks(marks: bytes) -> bool:
    """Return whether a line has more dots or brackets than any file of ours."""
    return marks.count(b".") > MAX_DOTS or marks.count(b"[") > MAX_BRACKETS or marks.count(b"{") > MAX_BRACES


def parse_toml(text: str) -> Any:
    """Parse TOML; turn every error of the parser into a failure."""
    try:
        with short_numbers():
            return load_toml(text)
    except RecursionError:
        raise too_deep() from None
    except (ValueError, OverflowError, MemoryError) as error:
        raise syntax_error("TOML", error, text) from None


def load_toml(text: str) -> Any:
    """Parse TOML with tomli, which is faster where it is installed, or with the standard library."""
    try:
        import tomli
    except ImportError:
        import tomllib

        return tomllib.loads(text)
    return tomli.loads(text)


def parse_json(data: bytes, text: str) -> Any:
    """Parse JSON without duplicate keys: fast if it is canonical except for white space, else carefully."""
    try:
        with short_numbers():
            return canonical_json(data) or careful_json(text)
    except RecursionError:
        raise too_deep() from None
    except (ValueError, OverflowError, MemoryError) as error:
        raise syntax_error("JSON", error, text) from None


def canonical_json(data: bytes) -> Any:
    """Return the value, or None if the decoder may have read something other than the writer meant."""
    try:
        value = msgspec.json.decode(data)
    except msgspec.DecodeError:
        return None
    try:
        same = jcs(value) == msgspec.json.format(data, indent=-1)
    except OverflowError:
        return None
    return check_plain(value) if same else None


def careful_json(text: str) -> Any:
    """Parse JSON with every number and key checked."""
    import json

    value = check_plain(
        json.loads(
            text,
            object_pairs_hook=build_unique,
            parse_float=refuse_number,
            parse_constant=refuse_number,
            parse_int=parse_small_int,
        )
    )
    try:
        jcs(value)
    except UnicodeEncodeError:
        raise FileFailure("E_FILE_UTF8", "a text contains half a character") from None
    return value


def build_unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object; refuse duplicate keys."""
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise FileFailure("E_FILE_DUPKEY", "the key '{key}' appears twice in one object", key=quote(key))
        table[key] = value
    return table


def refuse_number(digits: str) -> Any:
    """Refuse a number that is not whole."""
    raise Malformed(
        "E_SCHEMA", "{digits} is not allowed in a game file, because all numbers are whole", digits=quote(digits)
    )


def parse_small_int(digits: str) -> int:
    """Parse an integer, unless it has too many digits."""
    if len(digits) > MAX_INTEGER_DIGITS:
        raise Malformed("E_SCHEMA", "a number is too large")
    return int(digits)


def too_deep() -> FileFailure:
    """Return the failure for values that are nested too deeply."""
    return FileFailure("E_FILE_DEPTH", "values are nested too deeply")


def syntax_error(kind: str, error: Exception, text: str) -> FileFailure:
    """Return the failure for a text that the parser does not accept, with the line; the parser explains in English."""
    if not str(error):
        return FileFailure("E_FILE_SYNTAX", "this is not valid {kind}: it is too large", kind=kind)
    line = parser_line(error, text)
    wrong = text.split("\n")[line - 1].strip() if line else ""
    template = "this is not valid {kind}: {line}" if wrong else "this is not valid {kind}"
    return FileFailure("E_FILE_SYNTAX", template, kind=kind, line=quote(wrong)).in_file("", line)


def parser_line(error: Exception, text: str) -> int:
    """Return the number of the line that a parser names, 0 if none; tomllib names it only in its message."""
    if found := LINE_NUMBER.search(str(error)):
        return int(found[1])
    at_end = text.count("\n") + 1 if "at end of document" in str(error) else 0
    return getattr(error, "lineno", at_end)


def dump(value: dict[str, Any], name: str, *, width: int = MAX_GAME_LINE_BYTES, lines: int = MAX_GAME_LINES) -> bytes:
    """Return the bytes of a file of that name; never TOML that `parse` would refuse."""
    if name.endswith(".json"):
        return msgspec.json.format(jcs(value), indent=1) + b"\n"
    from . import toml_writer  # saves it for games that are kept as JSON

    return check_readable(toml_writer.dumps(value), name, width, lines)


def dump_plain(value: dict[str, Any], name: str) -> bytes:
    """Return the bytes of a file without long texts or base64; TOML as tomli-w lays it out."""
    if name.endswith(".json"):
        return dump(value, name)
    import tomli_w  # saves it for the many commands that write no such file

    return check_readable(tomli_w.dumps(value).encode(), name, MAX_GAME_LINE_BYTES, MAX_GAME_LINES)


def check_readable(data: bytes, name: str, width: int, lines: int) -> bytes:
    """Return the data if `parse` would accept its lines."""
    try:
        check_lines(data, width, lines)
    except FileFailure as error:
        raise FileFailure(
            error.code, "as TOML {reason}", "give the file a name ending in .json", reason=error.sentence
        ).in_file(name) from None
    return data
