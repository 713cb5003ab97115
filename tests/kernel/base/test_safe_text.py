"""Foreign text: what is refused on input, and what is escaped on output."""

# ruff: noqa: RUF001

from __future__ import annotations

from collections.abc import Callable
from unicodedata import category, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lpbe.kernel.base import safe_text
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.chain.letters.note import MAX_NOTE_LETTER_LENGTH

from ...size_limits import examples

many = examples(300)

STEERING = {
    "NUL": "\x00",
    "bell": "\x07",
    "backspace": "\x08",
    "tab": "\t",
    "carriage return": "\r",
    "ESC": "\x1b",
    "DEL": "\x7f",
    "C1 CSI": "\x9b",
    "C1 OSC": "\x9d",
    "next line": "\x85",
    "soft hyphen": "\xad",
    "zero-width space": "\u200b",
    "zero-width joiner": "\u200d",
    "right-to-left mark": "\u200f",
    "right-to-left override": "\u202e",
    "left-to-right isolate": "\u2066",
    "pop isolate": "\u2069",
    "word joiner": "\u2060",
    "byte order mark": "\ufeff",
    "line separator": "\u2028",
    "paragraph separator": "\u2029",
    "interlinear annotation": "\ufff9",
    "tag letter": "\U000e0041",
    "private use": "\ue000",
    "unassigned": "\u0378",
    "not a character": "\uffff",
    "lone surrogate": "\ud800",
}

# The basic plane, pictographs, tags and variation selectors, the last private characters.
BLOCKS = [range(0x10000), range(0x1F000, 0x20000), range(0xE0000, 0xE0200), range(0x10FF00, 0x110000)]
CHARACTERS = "".join(chr(code) for block in BLOCKS for code in block)

NAMES = [
    "Zoé",
    "Éloïse",
    "Jean-François",
    "Anne Marie Lefèvre",
    "Maël Le Goff",
    "Œdipe",
    "Aÿ",
    "Garçon_2",
    "Bjørn Ångström",
    "Łukasz",
    "Ἀθηνᾶ",
    "Даша",
    "李小龙",
    "ひろし",
    "X",
    "a" * 32,
    "Łukasz 2",
    "Ольга-Мария",
    "Іван Франко",
    "Hawaiʼi",
    "山田ひろし",
    "ヤマダ ケンー",
    "김민수",
    "محمد",
    "محمد ٢",
    "שָׁלוֹם",
    "სოფო",
    "Նարեկ",
    "สมชาย",
    "Refereeson",
    "Botticelli",
]
MIXED = ["Аna", "Anа", "Αnna", "Annа 2", "O\u0440a", "Anna김", "Ana山", "Пётp", "ⲁⲛⲁ", "ᎪᏁᎪ", "𐐀𐐁", "Ana٢", "ᚨᚾᚨ"]
RESERVED = [
    "Referee", "REFEREE", "Rеfеrее", "referee 2", "R-e-f-e-r-e-e",
    "Host", "HOST_", "H0ST", "Bot", "b0t", "B0t 7", "Robot", "lpbe", "LPBE", "Ipbe", "Arbitre", "Hôte", "hote",
]  # fmt: skip


@pytest.mark.parametrize("char", STEERING.values(), ids=STEERING)
def test_names_and_notes_that_could_steer_a_terminal_are_refused(char: str) -> None:
    for check in (safe_text.check_name, safe_text.check_note):
        for value in (char, f"a{char}", f"{char}a", f"a{char}b"):
            with pytest.raises(Malformed) as caught:
                check(value)
            assert caught.value.code == "E_TEXT"
            assert char not in caught.value.message


def test_no_character_outside_the_allowed_kinds_is_ever_accepted() -> None:
    for char in CHARACTERS:
        kind = category(char)
        if accepts(safe_text.check_name, "a" + char):
            assert kind[0] in "LN" or kind in ("Mn", "Pd", "Pc"), ascii(char)
        if kind in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") and char != "\n":
            assert not accepts(safe_text.check_note, char), ascii(char)


def accepts(check: Callable[[str], str], value: str) -> bool:
    try:
        check(value)
    except Malformed:
        return False
    return True


@pytest.mark.parametrize("name", NAMES)
def test_ordinary_names_are_accepted(name: str) -> None:
    assert safe_text.check_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        " a",
        "a ",
        "a  b",
        "a" * 33,
        "e\u0301",
        "a\u00a0b",
        "a\u2003b",
        "a\nb",
        "a;b",
        "a/b",
        "a.b",
        "<a>",
        "🎲",
    ],
    ids=ascii,
)
def test_names_with_other_signs_or_stray_spaces_are_refused(name: str) -> None:
    with pytest.raises(Malformed) as caught:
        safe_text.check_name(name)
    assert caught.value.code == "E_TEXT"


def test_at_most_two_marks_stand_on_one_letter() -> None:
    two, three = "q\u0301\u0323", "q\u0301\u0323\u0302"
    assert safe_text.check_name(normalize("NFC", two + "a" + two)) == normalize("NFC", two + "a" + two)
    with pytest.raises(Malformed):
        safe_text.check_name(normalize("NFC", three))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Straße", "STRASSE"),
        ("Zoé", "ZOÉ"),
        ("\uff21nna", "Anna"),
        ("\ufb01fi", "FIFI"),
        ("Anna", "Anna"),
        ("Аnnа", "Anna"),
        ("АННА", "AHHA"),
        ("Вера", "Bepa"),
        ("ΝΙΚΟ", "Niko"),
        ("νικο", "ΝΙΚΟ"),
        ("Zoё", "Zoë"),
        ("Otto", "0tto"),
        ("Alice", "AIice"),
        ("Alice", "A1ice"),
        ("Player 1", "Player l"),
        ("Arno", "Amo"),
        ("Anne-Marie", "Anne‑Marie"),
        ("Ana_B", "Ana‿B"),
        ("ᴀnna", "Anna"),
        ("ɡina", "gina"),
        ("i\u0307da", "Ida"),
    ],
)
def test_names_that_differ_only_in_form_are_the_same(one: str, other: str) -> None:
    assert safe_text.same_name(one, other)
    assert safe_text.same_name(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "Anne"), ("Zoe", "Zoé"), ("Anna", "Anna 2"), ("ALI", "ALL"), ("Ali", "All"), ("Player 1", "Player 2")],
)
def test_names_that_differ_in_a_letter_are_not_the_same(one: str, other: str) -> None:
    assert not safe_text.same_name(one, other)


@pytest.mark.parametrize("name", MIXED)
def test_a_name_is_of_one_script_that_people_use(name: str) -> None:
    with pytest.raises(Malformed, match="one modern script") as caught:
        safe_text.check_name(name)
    assert caught.value.code == "E_TEXT"


@pytest.mark.parametrize("name", RESERVED)
def test_nobody_is_called_like_those_who_run_a_game(name: str) -> None:
    with pytest.raises(Malformed) as caught:
        safe_text.check_name(name)
    assert caught.value.code == "E_TEXT"


@pytest.mark.parametrize(
    "note",
    ["", "Ça va? À demain!\n\u2013 « Zoé » d'Évreux…", "a\n\nb", "🎲 6", "x" * 400, "a" + "\u0301\u0323"],
    ids=ascii,
)
def test_ordinary_notes_are_accepted(note: str) -> None:
    assert safe_text.check_note(normalize("NFC", note)) == normalize("NFC", note)


def test_a_letter_that_is_a_note_has_more_room() -> None:
    assert safe_text.check_note("x" * 500, MAX_NOTE_LETTER_LENGTH) == "x" * 500
    with pytest.raises(Malformed, match="500"):
        safe_text.check_note("x" * 501, MAX_NOTE_LETTER_LENGTH)


def test_notes_too_long_or_not_normalised_are_refused() -> None:
    for note in ("x" * 401, "e\u0301"):
        with pytest.raises(Malformed) as caught:
            safe_text.check_note(note)
        assert caught.value.code == "E_TEXT"


def test_no_tower_of_marks_in_a_note_covers_the_lines_around_it() -> None:
    assert safe_text.check_note("q" + "\u0301" * 4 + "q\u0301")
    for mark in ("\u0301", "\u20dd"):
        with pytest.raises(Malformed, match="U\\+"):
            safe_text.check_note("q" + mark * 5)


@many
@given(st.text(st.characters(codec=None), max_size=60))
def test_checked_text_needs_no_escape(value: str) -> None:
    for check in (safe_text.check_name, safe_text.check_note):
        if accepts(check, value):
            assert all(c == "\n" or category(c) not in safe_text.REFUSED_CATEGORIES for c in safe_text.printable(value))
    if accepts(safe_text.check_name, value):
        assert safe_text.printable(value) == value


@pytest.mark.parametrize("char", STEERING.values(), ids=STEERING)
def test_what_steers_a_terminal_is_escaped(char: str) -> None:
    assert safe_text.printable(f"a{char}b") == f"a\\u{{{ord(char):x}}}b"
    assert safe_text.quote(f"é{char}") == f"é\\u{{{ord(char):x}}}"


def test_of_all_characters_only_printable_ones_and_newlines_pass() -> None:
    shown = safe_text.printable(CHARACTERS)
    assert {c for c in shown if not c.isprintable()} == {"\n"}
    assert {c for c in CHARACTERS if c.isprintable()} <= set(shown)


@many
@given(st.text(st.characters(codec=None), max_size=200))
def test_printable_text_is_stable_and_a_quotation_is_one_short_line(value: str) -> None:
    shown = safe_text.printable(value)
    assert safe_text.printable(shown) == shown
    assert shown.replace("\n", "").isprintable()
    quoted = safe_text.quote(value)
    assert quoted.isprintable()
    assert len(quoted) <= safe_text.MAX_QUOTE_LENGTH


def test_plain_text_is_left_as_it_is() -> None:
    for value in ("", "abc\ndef", "Zoé « 李 » 🎲", "a" * 500):
        assert safe_text.printable(value) == value
    assert safe_text.quote("a" * 80) == "a" * 80
    assert safe_text.quote("a" * 81) == "a" * 79 + "…"


@pytest.mark.parametrize("seat", ["con", "nul", "aux", "prn", "com1", "com9", "lpt1", "referee"])
def test_names_of_devices_and_the_referee_are_no_seats(seat: str) -> None:
    with pytest.raises(Malformed) as caught:
        safe_text.check_seat(seat)
    assert caught.value.code == "E_SCHEMA"


@pytest.mark.parametrize("seat", ["red", "human-1", "planet", "console", "com", "referee-2"])
def test_other_seats_are_accepted(seat: str) -> None:
    assert safe_text.check_seat(seat) == seat


@pytest.mark.parametrize("char", ["\u034f", "\u115f", "\u3164", "\ufe0f", "\uffa0", "\U000e0101"])
def test_a_letter_that_shows_nothing_is_refused_in_a_name(char: str) -> None:
    with pytest.raises(Malformed) as refused:
        safe_text.check_name(f"Anna{char}")
    assert refused.value.code == "E_TEXT"


@pytest.mark.parametrize("gap", ["", " ", "  ", "\n", "\u034f ", "\u00a0"])
@pytest.mark.parametrize(
    ("first", "second"), [("BEGIN", "LPBE"), ("end", "Lpbe"), ("BEGIN", "PGP"), ("B\u034fEGIN", "LP\u034fBE")]
)
def test_marks_in_the_text_of_others_are_broken(first: str, second: str, gap: str) -> None:
    assert safe_text.break_marks(f"x{first}{gap}{second} REPLY") == f"x{first}-{second} REPLY"


def test_text_without_marks_is_not_changed() -> None:
    for value in ("The game will begin, lpbe says", "BEGIN, PGP", "the end: LPBE", "BEGIN-LPBE"):
        assert safe_text.break_marks(value) == value
