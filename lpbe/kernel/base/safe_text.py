"""Check text from players, and make text safe for a terminal."""

from __future__ import annotations

import re
from functools import cache
from unicodedata import category, normalize

from .errors import BadText, Malformed, Value

MAX_NAME_LENGTH = 32
MAX_NOTE_LENGTH = 400
"""The maximum length of a note, in characters."""
MAX_NOTE_MARKS = 4
"""Marks on one letter of a note: some languages need three; more would cover the lines around it."""
MAX_QUOTE_LENGTH = 80
DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"com{n}" for n in range(10)), *(f"lpt{n}" for n in range(10))],
)
"""Names that Windows reserves for devices: seats name files."""
REFUSED_CATEGORIES = frozenset(["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"])
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
"""Letters and marks that are not displayed: with them, two different names would look the same."""

DROPPED = r"\u00ad\u034f\u200b-\u200f\u2060-\u2064\ufeff"
"""Characters that mail programs drop."""

ASCII_SIGNS = str.maketrans(
    {
        "↑": "^",
        "↓": "v",
        "↕": "*",
        "·": "-",
        "\u2013": "-",
        "\u2014": "-",
        "…": "...",
        "\u2019": "'",
        "\u2018": "'",
        "“": '"',
        "”": '"',
        "«": '"',
        "»": '"',
        "\u00d7": "x",
        "→": "->",
        "←": "<-",
        "°": "o",
        "œ": "oe",
        "Œ": "OE",
        "æ": "ae",
        "ß": "ss",
        "\u00a0": " ",
        "\u202f": " ",
    }
)


def printable(text: str) -> str:
    """Escape everything in a text that could control a terminal."""
    if text.isprintable() or text.replace("\n", "").isprintable():
        return text
    return "".join(c if c == "\n" or c.isprintable() else f"\\u{{{ord(c):x}}}" for c in text)


def one_line(text: str) -> str:
    """Escape a text, line breaks included, so that it cannot pass for a line of our own output."""
    return printable(text).replace("\n", "\\n")


def quote(text: str) -> str:
    """Escape and shorten text from others so that one of our messages can quote it."""
    line = one_line(text)
    return line if len(line) <= MAX_QUOTE_LENGTH else line[: MAX_QUOTE_LENGTH - 1] + "…"


def break_marks(text: str) -> str:
    """Put a hyphen into every mark of orders, answers and signatures in a text from others.

    In an e-mail, such a mark would pass for one of ours. Words are hyphenated even if there is no space between them:
    a line may end there.
    """
    if not {"n", "p"} <= set(text.lower()):  # every mark has both, most names have not, and the pattern is expensive
        return text
    return mark_gaps().sub(r"\1-", text)


@cache  # compiling it takes longer than checking an order, and most commands need it for no text
def mark_gaps() -> re.Pattern[str]:
    """Return the pattern of the gap between the first two words of the marks around orders, answers and signatures."""
    begin, end, ours, pgp = (rf"[{DROPPED}]*".join(word) for word in ("BEGIN", "END", "LPBE", "PGP"))
    return re.compile(rf"({begin}|{end})[\s{DROPPED}]*(?={ours}|{pgp})", re.IGNORECASE)


def to_ascii(text: str) -> str:
    """Spell a text in ASCII: accents are dropped, symbols replaced, other characters become question marks."""
    return text if text.isascii() else "".join(map(ascii_letter, text.translate(ASCII_SIGNS)))


def ascii_letter(char: str) -> str:
    """Return a character without its accents; a letter of another script becomes a question mark."""
    return char if char.isascii() else normalize("NFKD", char).encode("ascii", "ignore").decode() or "?"


def bad_text(template: str, /, **values: Value) -> BadText:
    """Return the failure for a text that players may not send."""
    return BadText("E_TEXT", template, **values)


def check_seat(seat: str) -> str:
    """Return the id of a seat if it can be one: neither a device of Windows nor the referee."""
    if seat in DEVICES or seat == "referee":
        raise Malformed("E_SCHEMA", "{seat} cannot be the name of a seat", seat=seat)
    return seat


def check_name(name: str) -> str:
    """Check a new display name: letters, digits, marks, dashes and single spaces between them.

    Only the program that accepts a name checks it; programs that read or verify a game do not.
    """
    what = quote(name)
    if normalize("NFC", name) != name:
        raise bad_text("the name '{name}' is not in Unicode form NFC", name=what)
    if not 1 <= len(name) <= MAX_NAME_LENGTH or name != " ".join(name.split(" ")).strip() or "  " in name:
        raise bad_text(
            "the name '{name}' must have 1 to {limit} characters and no stray spaces", name=what, limit=MAX_NAME_LENGTH
        )
    marks = 0
    for char in name:
        kind = category(char)
        marks = marks + 1 if kind == "Mn" else 0
        allowed = char == " " or kind[0] in "LN" or kind in ("Mn", "Pd", "Pc")
        if not allowed or marks > 2 or char in INVISIBLE:
            raise bad_text("the name '{name}' must not contain U+{sign}", name=what, sign=f"{ord(char):04X}")
    if break_marks(name) != name or "lpbe" in name.casefold():
        raise bad_text("the name '{name}' must not contain words that begin or end an order in an e-mail", name=what)
    check_look(name, what)
    return name


def check_look(name: str, what: str) -> None:
    """Refuse a name that could be mistaken for another: mixed scripts, or the name of somebody who runs games."""
    from .confusables import SCRIPTS, is_reserved, scripts  # saves it where nobody takes a name

    found = scripts(name)
    if len(found) > 1 or not found <= SCRIPTS:
        raise bad_text("the letters of the name '{name}' must all belong to one modern script", name=what)
    if is_reserved(name):
        raise bad_text("the name '{name}' looks like that of the host or referee", name=what)


def same_name(one: str, other: str) -> bool:
    """Return whether two names could be mistaken for each other."""
    from .confusables import look_alike  # saves it where nobody takes a name

    return look_alike(one, other)


def check_note(note: str, limit: int = MAX_NOTE_LENGTH) -> str:
    """Check a new note; an existing note is printed unchanged, with control characters escaped."""
    if normalize("NFC", note) != note:
        raise bad_text("the message is not in Unicode form NFC")
    if len(note) > limit:
        raise bad_text("the message is longer than {limit} characters", limit=limit)
    marks = 0
    for char in note:
        kind = category(char)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if (char != "\n" and kind in REFUSED_CATEGORIES) or marks > MAX_NOTE_MARKS:
            raise bad_text("the message must not contain U+{sign}", sign=f"{ord(char):04X}")
    return note
