"""Orders as text that survives mail: quoting, wrapping, other words around it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import msgspec

from ..base.canon import Plain, jcs
from ..base.errors import Malformed
from ..chain.records import LetterFile
from ..crypto.keys import b64, unb64

BEGIN, END = "-----BEGIN LPBE ORDER-----", "-----END LPBE ORDER-----"
COLUMNS = 64
BASE64 = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=")


def armour_letter(file: LetterFile) -> str:
    text = b64(jcs(file))
    lines = [text[at : at + COLUMNS] for at in range(0, len(text), COLUMNS)]
    return "\n".join([BEGIN, *lines, END, ""])


def dearmour_letter(data: bytes) -> Plain:
    """The order between the marks; quote signs and white space of every kind are thrown away.

    Who writes of the marks, or answers below somebody else's order, has more of them in a mail: what can be read
    counts, rather what is not quoted, and the last of several.
    """
    found = sorted(blocks(data.decode("utf-8", "replace")))
    if not found:
        raise Malformed("E_FILE_SYNTAX", "the order is cut off", "send the whole block, both marks included")
    for _, _, body in found[::-1]:
        with suppress(Malformed):
            return read_block(body)
    return read_block(found[-1][2])


def blocks(text: str) -> Iterator[tuple[bool, int, str]]:
    """Each end with the beginning next before it: whether it is not quoted, where it begins, what stands between."""
    here = 0
    while (end := text.find(END, here)) >= 0:
        start = text.rfind(BEGIN, here, end)
        here = end + len(END)
        if start >= 0:
            line = text[text.rfind("\n", 0, start) + 1 : start]
            yield ">" not in line, start, text[start + len(BEGIN) : end]


def read_block(body: str) -> Plain:
    return read_json(unb64("".join(c for c in body if c in BASE64), "E_FILE_SYNTAX"))


def read_json(data: bytes) -> Plain:
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        value = None
    if not isinstance(value, dict) or jcs(value) != data:
        raise Malformed("E_FILE_SYNTAX", "the order is damaged", "send it again")
    return value
