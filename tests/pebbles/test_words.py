"""Every piece of Pebbles has a name in both languages, and its own reader learns more."""

from __future__ import annotations

import pytest

from lpbe.games import book_of
from lpbe.games.pebbles.state import Pebble
from lpbe.kernel.content import packs
from lpbe.kernel.language.sentences import sentences

from .positions import SEATS

LANGUAGES = ("en", "fr")
BOOK = book_of("pebbles", ["moss"])
languages = pytest.mark.parametrize("lang", LANGUAGES)


@languages
def test_every_seat_pebble_and_colour_has_a_name(lang: str) -> None:
    terms, rows = packs.words("pebbles", lang).terms, BOOK.rows_of(Pebble)
    assert terms.keys() >= {*SEATS, *rows, *(row.colour for row in rows.values())}


def test_a_reader_is_told_more_of_what_is_his_own() -> None:
    words = packs.words("pebbles", "en")
    event = {"event": "dug", "seat": "red", "count": 2, "pebbles": ["p01", "p24"]}
    names = {"red": "Ana"}
    assert sentences(words, [event], "red", names) == ["You dig and draw p01 (amber 1) and p24 (white 6)."]
    redacted = {"event": "dug", "seat": "red", "count": 1}
    assert sentences(words, [redacted], None, names) == ["Ana digs and draws 1 pebble."]
    assert sentences(words, [redacted], "blue", {}) == ["Red digs and draws 1 pebble."]
