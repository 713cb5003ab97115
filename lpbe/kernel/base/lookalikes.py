"""Names that look like others: the script of a name, and what is left of it when look-alike letters are one."""

# ruff: noqa: RUF001

from __future__ import annotations

from unicodedata import category, name, normalize

EAST = "CJK"
SCRIPTS = frozenset([
    "LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "THAANA", EAST, "HANGUL", "ETHIOPIC",
    "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA",
    "THAI", "LAO", "TIBETAN", "MYANMAR", "KHMER",
])  # fmt: skip
"""Scripts that people write their names in today; of others nobody here knows what they look like."""
KIN = dict.fromkeys(("CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "BOPOMOFO"), EAST)
SHARED = frozenset(["COMBINING", "MODIFIER", "DIGIT", "SUPERSCRIPT", "SUBSCRIPT"])
"""Letters, marks and digits that go with any script."""

PAIRS = {
    "АВЕЅЗІЈКМНОРСТУХԀԚԜЅҮҺѴ": "ABES3IJKMHOPCTYXDQWSYHV",
    "авеѕзіјкмнорстухԁԛԝүһѵӏӀ": "abes3ijkmhopctyxdqwyhvll",
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺ": "ABEZHIKMNOPTYXCM",
    "αεικνορτυχγϲ": "aeikvoptuxyc",
    "ՍՕՏԼԱսօհոզցլ": "UOSLUuohnqgl",
    "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡıȷɩƖ": "abcdefghijklmnoprstuvwyzagijil",
    "0": "O",
}
ALIKE = {ord(one): other for ours, theirs in PAIRS.items() for one, other in zip(ours, theirs, strict=True)}
RESERVED = frozenset(["referee", "host", "bot", "robot", "lpbe", "arbitre", "hôte", "hote"])
STROKES = str.maketrans("I1ǀ", "lll")


def scripts(text: str) -> set[str]:
    """The scripts of a text; what Chinese and Japanese is written in counts as one."""
    found = {script(char) for char in normalize("NFKC", text) if category(char)[0] in "LMN"}
    return found - SHARED


def script(char: str) -> str:
    """The first word of what Unicode calls a letter, which is its script."""
    word = name(char, "UNNAMED").removeprefix("EXTENDED ").split(" ")[0].split("-")[0]
    return KIN.get(word, word)


def folded(text: str) -> str:
    return normalize("NFKC", normalize("NFKC", text).casefold())


def skeletons(text: str) -> tuple[str, str, str]:
    """A name as it is compared: whatever its case; by its look; by its look where strokes and close letters are one."""
    look = normalize("NFKC", "".join(map(plain, normalize("NFKD", text).translate(ALIKE))).replace("i\u0307", "i"))
    return folded(text), folded(look), look.translate(STROKES).replace("rn", "m").replace("vv", "w")


def plain(char: str) -> str:
    """All dashes are one, and all low lines."""
    return {"Pd": "-", "Pc": "_"}.get(category(char), char)


def is_reserved(text: str) -> bool:
    """Whether a name, whatever stands between its letters, looks like one of those who run a game."""
    return any("".join(filter(str.isalpha, look)).casefold() in RESERVED for look in skeletons(text))


def alike(one: str, other: str) -> bool:
    return any(mine == theirs for mine, theirs in zip(skeletons(one), skeletons(other), strict=True))
