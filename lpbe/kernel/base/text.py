"""What text may enter, and what may reach a terminal."""

from __future__ import annotations

from unicodedata import category, normalize

from .errors import Malformed, Value

NAME_LENGTH = 32
NOTE_LENGTH = 400
QUOTE_LENGTH = 80
DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"com{n}" for n in range(10)), *(f"lpt{n}" for n in range(10))],
)
REFUSED = frozenset(["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"])


INVISIBLE = frozenset(
    chr(code)
    for first, last in [
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0xE0100, 0xE01EF),
    ]
    for code in range(first, last + 1)
)
"""Letters and marks that show nothing: two names could look alike."""


def printable(text: str) -> str:
    """Text that cannot steer a terminal: everything else is escaped."""
    if text.isprintable() or text.replace("\n", "").isprintable():
        return text
    return "".join(c if c == "\n" or c.isprintable() else f"\\u{{{ord(c):x}}}" for c in text)


def quote(text: str) -> str:
    """Foreign text inside one of our own sentences."""
    line = printable(text).replace("\n", "\\n")
    return line if len(line) <= QUOTE_LENGTH else line[: QUOTE_LENGTH - 1] + "…"


def bad_text(template: str, /, **values: Value) -> Malformed:
    return Malformed("E_TEXT", template, **values)


def check_seat(seat: str) -> str:
    if seat in DEVICES or seat == "referee":
        raise Malformed("E_SCHEMA", "{seat} cannot be the name of a seat", seat=seat)
    return seat


def check_name(name: str) -> str:
    """A display name: letters, digits, marks, dashes, single inner spaces."""
    what = quote(name)
    if normalize("NFC", name) != name:
        raise bad_text("the name '{name}' is not in Unicode form NFC", name=what)
    if not 1 <= len(name) <= NAME_LENGTH or name != " ".join(name.split(" ")).strip() or "  " in name:
        raise bad_text(
            "the name '{name}' must have 1 to {limit} characters and no stray spaces", name=what, limit=NAME_LENGTH
        )
    marks = 0
    for char in name:
        kind = category(char)
        marks = marks + 1 if kind == "Mn" else 0
        shown = char == " " or kind[0] in "LN" or kind in ("Mn", "Pd", "Pc")
        if not shown or marks > 2 or char in INVISIBLE:
            raise bad_text("the name '{name}' may not contain U+{sign}", name=what, sign=f"{ord(char):04X}")
    return name


def same_name(one: str, other: str) -> bool:
    return folded(one) == folded(other)


def folded(name: str) -> str:
    return normalize("NFKC", normalize("NFKC", name).casefold())


def check_note(note: str) -> str:
    if normalize("NFC", note) != note:
        raise bad_text("the note is not in Unicode form NFC")
    if len(note) > NOTE_LENGTH:
        raise bad_text("the note is longer than {limit} characters", limit=NOTE_LENGTH)
    for char in note:
        if char != "\n" and category(char) in REFUSED:
            raise bad_text("the note may not contain U+{sign}", sign=f"{ord(char):04X}")
    return note
