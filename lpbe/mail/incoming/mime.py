"""The parts of an e-mail, read within limits of depth, number and time, which the parser of `email` does not have."""

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

MAX_DEPTH = 12
MAX_PARTS = 100
MAX_HEADER_BYTES = 256 << 10
"""The size of all headers of a part together."""
MAX_VALUE_CHARS = 4 << 10
"""The longest header that is parsed: the parser of `email` takes quadratic time."""
CHARSETS = (
    "utf",
    "ascii",
    "iso8859",
    "cp",
    "koi8",
    "mac",
    "gb",
    "big5",
    "euc",
    "shift",
    "iso2022",
    "latin",
    "tis",
)
"""How the names of codecs that are charsets begin: some of Python's other codecs decompress, which can take hours."""
WESTERN = "cp1252"
"""What programs mean by Latin 1, or if they name no charset and the text is not UTF-8."""
UUENCODINGS = ("x-uuencode", "uuencode", "x-uue")
NOT_BASE64 = bytes(range(256)).translate(None, b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")


class Leaf(Struct, frozen=True):
    """A part that has no parts of its own: its content type, file name and decoded bytes."""

    content_type: str
    name: str
    data: bytes
    charset: str = ""
    attached: bool = False
    flowed: bool = False
    delsp: bool = False
    forwarded: int = 0
    """How many forwarded e-mails it is nested in."""
    group: int = 0
    """Parts of one group are versions of the same text, such as plain text and HTML."""
    whole: bool = True


class Tree(Struct):
    """What is found while an e-mail is parsed."""

    leaves: list[Leaf] = []
    parts: int = 0
    groups: int = 0
    too_many: bool = False


def split_head(data: bytes) -> tuple[Headers, bytes]:
    """Split a part into headers and body; without an empty line there is no body."""
    places = [(at, len(gap)) for gap in (b"\r\n\r\n", b"\n\n") if (at := data.find(gap)) >= 0]
    if data.startswith((b"\r\n", b"\n")):
        return BytesHeaderParser().parsebytes(b""), data.lstrip(b"\r\n")
    at, gap = min(places, default=(len(data), 0))
    return BytesHeaderParser().parsebytes(data[: min(at, MAX_HEADER_BYTES)] + b"\n\n"), data[at + gap :]


def parse_tree(data: bytes, whole: bool) -> Tree:
    """Return the leaves of an e-mail; `whole` says whether all of its bytes are available."""
    tree = Tree()
    walk(tree, data, depth=0, forwarded=0, group=0, whole=whole)
    return tree


def walk(tree: Tree, data: bytes, depth: int, forwarded: int, group: int, whole: bool) -> None:
    tree.parts += 1
    if depth > MAX_DEPTH or tree.parts > MAX_PARTS:
        tree.too_many = True
        return
    headers, body = split_head(data)
    kind = content_type(headers)
    boundary = parameter(headers, "boundary")
    if kind.startswith("multipart/") and boundary:
        if kind == "multipart/alternative" or not group:
            tree.groups += 1
        inner = tree.groups if kind == "multipart/alternative" else 0
        for part, ended in split_parts(body, boundary.encode("utf-8", "surrogateescape")):
            walk(tree, part, depth + 1, forwarded, inner or group, whole or ended)
            if tree.too_many:
                return
    elif kind == "message/rfc822":
        walk(tree, decode_transfer(headers, body), depth + 1, forwarded + 1, 0, whole)
    else:
        tree.leaves.append(make_leaf(headers, kind, body, forwarded, group, whole))


def make_leaf(headers: Headers, kind: str, body: bytes, forwarded: int, group: int, whole: bool) -> Leaf:
    disposition = header(headers, "Content-Disposition").partition(";")[0].strip().lower()
    return Leaf(
        content_type=kind,
        name=attachment_name(headers),
        data=decode_transfer(headers, body),
        charset=parameter(headers, "charset").lower(),
        attached=disposition == "attachment",
        flowed=parameter(headers, "format").lower() == "flowed",
        delsp=parameter(headers, "delsp").lower() == "yes",
        forwarded=forwarded,
        group=group,
        whole=whole,
    )


def split_parts(body: bytes, boundary: bytes) -> Iterator[tuple[bytes, bool]]:
    """Yield the parts between boundaries, and whether another boundary followed each; the preamble is left out."""
    start = -1
    for mark in re.finditer(rb"(?<![^\r\n])--" + re.escape(boundary) + rb"(--)?[ \t\v\f]*(?:\r?\n|\r|\Z)", body):
        if start >= 0:
            yield strip_line_end(body[start : mark.start()]), True
        if mark[1]:
            return
        start = mark.end()
    if 0 <= start < len(body):
        yield body[start:], False


def strip_line_end(part: bytes) -> bytes:
    """Remove the line end before a boundary, which belongs to the boundary."""
    return part[:-2] if part.endswith(b"\r\n") else part[:-1] if part.endswith(b"\n") else part


def decode_transfer(headers: Headers, body: bytes) -> bytes:
    """Undo base64, quoted-printable or uuencode; characters that are not base64 are skipped."""
    encoding = header(headers, "Content-Transfer-Encoding").partition(";")[0].strip().lower()
    if encoding == "base64":
        letters = body.translate(None, NOT_BASE64)
        letters = letters[: len(letters) - (len(letters) % 4 == 1)]
        return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))
    if encoding in UUENCODINGS:
        return decode_uu(body)
    return quopri.decodestring(body) if encoding == "quoted-printable" else body


def decode_uu(body: bytes) -> bytes:
    """Undo uuencode, which some old programs still write; return damaged text unchanged."""
    lines = body.splitlines()
    start = next((n + 1 for n, line in enumerate(lines) if line.startswith(b"begin ")), 0)
    end = next((n for n in range(start, len(lines)) if lines[n].strip() == b"end"), len(lines))
    try:
        return b"".join(map(binascii.a2b_uu, lines[start:end]))
    except binascii.Error:
        return body


def decode_text(data: bytes, charset: str) -> str:
    """Decode a text by the charset it names if that works, else as UTF-8 or Windows-1252."""
    for name in (python_charset(charset), "utf-8"):
        if name:
            try:
                return data.decode(name)
            except (UnicodeError, ValueError):
                continue
    return data.decode(WESTERN, "replace")


def python_charset(charset: str) -> str:
    """Return the name of the codec for a charset; empty if there is no safe one."""
    try:
        name = codecs.lookup(charset.strip("'\" ")).name
    except (LookupError, ValueError):
        return ""
    if name in ("ascii", "iso8859-1"):
        return "" if name == "ascii" else WESTERN
    return name if name.startswith(CHARSETS) and name != "utf-7" else ""


def content_type(headers: Headers) -> str:
    kind = header(headers, "Content-Type").partition(";")[0].strip().lower()
    return kind if kind.count("/") == 1 else "text/plain"


def header(headers: Headers, name: str) -> str:
    """Return a header as it was sent, on one line."""
    return next(iter(header_values(headers, name)), "")


def header_values(headers: Headers, name: str) -> list[str]:
    """Return all headers with a name; raw characters beyond ASCII, which many programs write, are decoded like text."""
    found = [str(value) for one, value in headers.raw_items() if one.lower() == name.lower()]
    return [" ".join(decode_text(value.encode("utf-8", "surrogateescape"), "").split()) for value in found]


def parameter(headers: Headers, name: str, of: str = "Content-Type") -> str:
    """Return a parameter of a header, such as boundary or charset; nothing if it cannot be parsed."""
    if len(str(headers.get(of, ""))) > MAX_VALUE_CHARS:
        return ""
    try:
        value = headers.get_param(name, "", of)
    except (ValueError, LookupError, TypeError):
        return ""
    return value if isinstance(value, str) else "".join(map(str, value[2:])) if isinstance(value, tuple) else ""


def attachment_name(headers: Headers) -> str:
    """Return the file name of a part, without folders."""
    name = parameter(headers, "filename", "Content-Disposition") or parameter(headers, "name")
    return decode_words(name).replace("\\", "/").rpartition("/")[2][:200]


def decode_words(text: str) -> str:
    """Decode the encoded words of a header; leave what cannot be decoded unchanged."""
    text = text[:MAX_VALUE_CHARS]
    try:
        parts = decode_header(text)
    except (ValueError, LookupError):
        return text
    return "".join(decode_text(part, name or "") if isinstance(part, bytes) else part for part, name in parts)
