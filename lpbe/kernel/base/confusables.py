"""Find names that could be mistaken for others: the scripts of a name, and its look."""

# ruff: noqa: RUF001

from __future__ import annotations

from unicodedata import category, name, normalize

CHINESE_JAPANESE = "CJK"
SCRIPTS = frozenset([
    "LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "THAANA", CHINESE_JAPANESE, "HANGUL",
    "ETHIOPIC", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM",
    "SINHALA", "THAI", "LAO", "TIBETAN", "MYANMAR", "KHMER",
])  # fmt: skip
"""Scripts that people write their names in today; the others are refused, since we have no look-alikes for them."""
SCRIPT_ALIASES = dict.fromkeys(("CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "BOPOMOFO"), CHINESE_JAPANESE)
SHARED_SCRIPTS = frozenset(["COMBINING", "MODIFIER", "DIGIT", "SUPERSCRIPT", "SUBSCRIPT"])
"""Letters, marks and digits that go with any script."""

LOOKALIKES = {
    "АВЕЅЗІЈКМНОРСТУХԀԚԜЅҮҺѴ": "ABES3IJKMHOPCTYXDQWSYHV",
    "авеѕзіјкмнорстухԁԛԝүһѵӏӀ": "abes3ijkmhopctyxdqwyhvll",
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺ": "ABEZHIKMNOPTYXCM",
    "αεικνορτυχγϲ": "aeikvoptuxyc",
    "ՍՕՏԼԱսօհոզցլ": "UOSLUuohnqgl",
    "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡıȷɩƖ": "abcdefghijklmnoprstuvwyzagijil",
    "0": "O",
}
LOOKALIKE_TABLE = {
    ord(one): other for ours, theirs in LOOKALIKES.items() for one, other in zip(ours, theirs, strict=True)
}
RESERVED = frozenset(["referee", "host", "bot", "robot", "lpbe", "arbitre", "hôte", "hote"])
STROKES = str.maketrans("I1ǀ", "lll")


def scripts(text: str) -> set[str]:
    """Return the scripts of a text; those of Chinese and Japanese count as one."""
    found = {script(char) for char in normalize("NFKC", text) if category(char)[0] in "LMN"}
    return found - SHARED_SCRIPTS


def script(char: str) -> str:
    """Return the script of a character: the first word of its Unicode name."""
    word = name(char, "UNNAMED").removeprefix("EXTENDED ").split(" ")[0].split("-")[0]
    return SCRIPT_ALIASES.get(word, word)


def fold_case(text: str) -> str:
    """Return a text in Unicode's compatibility form, without regard to case."""
    return normalize("NFKC", normalize("NFKC", text).casefold())


def skeletons(text: str) -> tuple[str, str, str]:
    """Return a name in the three forms that are compared.

    By its letters without case; by its look; and by its look if strokes and close letters look the same, too.
    """
    look = normalize(
        "NFKC", "".join(map(unify_dashes, normalize("NFKD", text).translate(LOOKALIKE_TABLE))).replace("i\u0307", "i")
    )
    return fold_case(text), fold_case(look), look.translate(STROKES).replace("rn", "m").replace("vv", "w")


def unify_dashes(char: str) -> str:
    """Return a hyphen for every dash, an underscore for every connector, else the character itself."""
    return {"Pd": "-", "Pc": "_"}.get(category(char), char)


def is_reserved(text: str) -> bool:
    """Return whether a name looks like that of somebody who runs games, whatever is between its letters."""
    return any("".join(filter(str.isalpha, look)).casefold() in RESERVED for look in skeletons(text))


def look_alike(one: str, other: str) -> bool:
    """Return whether two names could be mistaken for each other."""
    return any(mine == theirs for mine, theirs in zip(skeletons(one), skeletons(other), strict=True))
