"""What text may enter, and what may reach a terminal."""

from __future__ import annotations

from unicodedata import category, normalize

from .errors import Malformed, Value

NAME_LENGTH = 32
NOTE_LENGTH = 400
"""Of a note beside an order."""
TALK_LENGTH = 500
"""Of a letter that is a note."""
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


def one_line(text: str) -> str:
    """Text that cannot pass for another line of ours either: the name of a file, say."""
    return printable(text).replace("\n", "\\n")


def quote(text: str) -> str:
    """Foreign text inside one of our own sentences."""
    line = one_line(text)
    return line if len(line) <= QUOTE_LENGTH else line[: QUOTE_LENGTH - 1] + "…"


def bad_text(template: str, /, **values: Value) -> Malformed:
    return Malformed("E_TEXT", template, **values)


def check_seat(seat: str) -> str:
    if seat in DEVICES or seat == "referee":
        raise Malformed("E_SCHEMA", "{seat} cannot be the name of a seat", seat=seat)
    return seat


def check_name(name: str) -> str:
    """A display name when it is taken: letters, digits, marks, dashes, single inner spaces. Readers do not judge it."""
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
    check_look(name, what)
    return name


def check_look(name: str, what: str) -> None:
    """Nobody is taken for somebody else: letters of one script, and no name of those who run games."""
    from .lookalikes import SCRIPTS, is_reserved, scripts  # saves it where nobody takes a name

    found = scripts(name)
    if len(found) > 1 or not found <= SCRIPTS:
        raise bad_text("the letters of the name '{name}' must be of one script, in use today", name=what)
    if is_reserved(name):
        raise bad_text("the name '{name}' looks like that of who runs the game", name=what)


def same_name(one: str, other: str) -> bool:
    """Whether two names could be taken for each other."""
    from .lookalikes import alike  # saves it where nobody takes a name

    return alike(one, other)


def check_note(note: str, limit: int = NOTE_LENGTH) -> str:
    """A note when it is taken; one that is read again is printed as it is, but for what steers a terminal."""
    if normalize("NFC", note) != note:
        raise bad_text("the note is not in Unicode form NFC")
    if len(note) > limit:
        raise bad_text("the note is longer than {limit} characters", limit=limit)
    for char in note:
        if char != "\n" and category(char) in REFUSED:
            raise bad_text("the note may not contain U+{sign}", sign=f"{ord(char):04X}")
    return note
