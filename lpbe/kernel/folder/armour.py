"""Orders as text that survives mail: quoting, wrapping, other words around it."""

from __future__ import annotations

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
    """The order between the marks; quote signs and white space of every kind are thrown away."""
    text = data.decode("utf-8", "replace")
    start, end = text.find(BEGIN), text.find(END)
    if start < 0 or end < start:
        raise Malformed("E_FILE_SYNTAX", "the order is cut off", "send the whole block, both marks included")
    body = "".join(c for c in text[start + len(BEGIN) : end] if c in BASE64)
    return read_json(unb64(body, "E_FILE_SYNTAX"))


def read_json(data: bytes) -> Plain:
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        value = None
    if not isinstance(value, dict) or jcs(value) != data:
        raise Malformed("E_FILE_SYNTAX", "the order is damaged", "send it again")
    return value
