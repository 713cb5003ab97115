"""The parts of a mail, by hand: so deep and so many as somebody means, whatever the bytes say."""

from __future__ import annotations

import binascii
import codecs
import quopri
import re
from collections.abc import Iterator
from email.header import decode_header
from email.message import Message as Headers
from email.parser import BytesHeaderParser

from msgspec import Struct

DEEPEST = 12
MOST = 100
HEAD = 256 << 10
"""So long are all headers of a part together, at most."""
VALUE = 4 << 10
"""So long is one of them where it is taken apart: what does that compares every sign with every other."""
FAMILIES = ("utf", "ascii", "iso8859", "cp", "koi8", "mac", "gb", "big5", "euc", "shift", "iso2022", "latin", "tis")
"""Charsets that are letters and nothing else: other codecs of Python compute something, some of them for hours."""
WESTERN = "cp1252"
"""What is meant by Latin 1, and by no charset at all where it is not UTF-8."""
ALPHABET = bytes(range(256)).translate(None, b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")


class Leaf(Struct, frozen=True):
    """One part that has no parts: what it is, what it is called, its bytes as they were meant, and how deep it lies."""

    kind: str
    name: str
    data: bytes
    charset: str = ""
    attached: bool = False
    flowed: bool = False
    delsp: bool = False
    forwarded: int = 0
    """In how many mails inside this mail."""
    group: int = 0
    """Parts of one group say the same in different ways."""
    whole: bool = True


class Tree(Struct):
    """What is found while a mail is taken apart."""

    leaves: list[Leaf] = []
    parts: int = 0
    groups: int = 0
    too_many: bool = False


def split_head(data: bytes) -> tuple[Headers, bytes]:
    """Headers, and what stands behind them; a mail without an empty line has no body."""
    places = [(at, len(gap)) for gap in (b"\r\n\r\n", b"\n\n") if (at := data.find(gap)) >= 0]
    if data.startswith((b"\r\n", b"\n")):
        return BytesHeaderParser().parsebytes(b""), data.lstrip(b"\r\n")
    at, gap = min(places, default=(len(data), 0))
    return BytesHeaderParser().parsebytes(data[: min(at, HEAD)] + b"\n\n"), data[at + gap :]


def leaves_of(data: bytes, whole: bool) -> Tree:
    tree = Tree()
    walk(tree, data, 0, 0, 0, whole)
    return tree


def walk(tree: Tree, data: bytes, depth: int, forwarded: int, group: int, whole: bool) -> None:
    tree.parts += 1
    if depth > DEEPEST or tree.parts > MOST:
        tree.too_many = True
        return
    headers, body = split_head(data)
    kind = kind_of(headers)
    boundary = parameter(headers, "boundary")
    if kind.startswith("multipart/") and boundary:
        if kind == "multipart/alternative" or not group:
            tree.groups += 1
        inner = tree.groups if kind == "multipart/alternative" else 0
        for part, ended in parts_of(body, boundary.encode("utf-8", "surrogateescape")):
            walk(tree, part, depth + 1, forwarded, inner or group, whole or ended)
            if tree.too_many:
                return
    elif kind == "message/rfc822":
        walk(tree, decoded(headers, body), depth + 1, forwarded + 1, 0, whole)
    else:
        tree.leaves.append(leaf_of(headers, kind, body, forwarded, group, whole))


def leaf_of(headers: Headers, kind: str, body: bytes, forwarded: int, group: int, whole: bool) -> Leaf:
    disposition = header(headers, "Content-Disposition").partition(";")[0].strip().lower()
    return Leaf(
        kind,
        file_name(headers),
        decoded(headers, body),
        parameter(headers, "charset").lower(),
        disposition == "attachment",
        parameter(headers, "format").lower() == "flowed",
        parameter(headers, "delsp").lower() == "yes",
        forwarded,
        group,
        whole,
    )


def parts_of(body: bytes, boundary: bytes) -> Iterator[tuple[bytes, bool]]:
    """What stands between the boundaries, and whether another boundary followed; what stands before is for nobody."""
    begun = -1
    for mark in re.finditer(rb"(?<![^\r\n])--" + re.escape(boundary) + rb"(--)?[ \t\v\f]*(?:\r?\n|\r|\Z)", body):
        if begun >= 0:
            yield without_end(body[begun : mark.start()]), True
        if mark[1]:
            return
        begun = mark.end()
    if 0 <= begun < len(body):
        yield body[begun:], False


def without_end(part: bytes) -> bytes:
    """The end of the line before a boundary belongs to the boundary."""
    return part[:-2] if part.endswith(b"\r\n") else part[:-1] if part.endswith(b"\n") else part


def decoded(headers: Headers, body: bytes) -> bytes:
    how = header(headers, "Content-Transfer-Encoding").partition(";")[0].strip().lower()
    if how == "base64":
        letters = body.translate(None, ALPHABET)
        letters = letters[: len(letters) - (len(letters) % 4 == 1)]
        return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))
    return quopri.decodestring(body) if how == "quoted-printable" else body


def text_of(data: bytes, charset: str) -> str:
    """As letters: by the charset that is named, if that is one and they are; else what it looks like."""
    for name in (known_charset(charset), "utf-8"):
        if name:
            try:
                return data.decode(name)
            except (UnicodeError, ValueError):
                continue
    return data.decode(WESTERN, "replace")


def known_charset(charset: str) -> str:
    try:
        name = codecs.lookup(charset.strip("'\" ")).name
    except (LookupError, ValueError):
        return ""
    if name in ("ascii", "iso8859-1"):
        return "" if name == "ascii" else WESTERN
    return name if name.startswith(FAMILIES) and name != "utf-7" else ""


def kind_of(headers: Headers) -> str:
    kind = header(headers, "Content-Type").partition(";")[0].strip().lower()
    return kind if kind.count("/") == 1 else "text/plain"


def header(headers: Headers, name: str) -> str:
    """A header as it stands there, on one line."""
    return next(iter(headers_of(headers, name)), "")


def headers_of(headers: Headers, name: str) -> list[str]:
    """All of a name; letters beyond ASCII, which many programs write as they are, are read like those of a text."""
    found = [str(value) for one, value in headers.raw_items() if one.lower() == name.lower()]
    return [" ".join(text_of(value.encode("utf-8", "surrogateescape"), "").split()) for value in found]


def parameter(headers: Headers, name: str, of: str = "Content-Type") -> str:
    """What a header says of something; nonsense says nothing."""
    if len(str(headers.get(of, ""))) > VALUE:
        return ""
    try:
        value = headers.get_param(name, "", of)
    except (ValueError, LookupError, TypeError):
        return ""
    return value if isinstance(value, str) else "".join(map(str, value[2:])) if isinstance(value, tuple) else ""


def file_name(headers: Headers) -> str:
    """What a part is called, without any folders."""
    name = parameter(headers, "filename", "Content-Disposition") or parameter(headers, "name")
    return words(name).replace("\\", "/").rpartition("/")[2][:200]


def words(text: str) -> str:
    """A header with its encoded words as letters; what cannot be read stays as it is."""
    text = text[:VALUE]
    try:
        parts = decode_header(text)
    except (ValueError, LookupError):
        return text
    return "".join(text_of(part, name or "") if isinstance(part, bytes) else part for part, name in parts)
