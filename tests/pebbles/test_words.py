"""Every event and order has words, in both languages, made from the packs as they are."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from msgspec import Struct, structs, to_builtins

import lpbe
from lpbe.games import GAMES, book_of
from lpbe.games.pebbles.state import Pebble
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.content import packs
from lpbe.kernel.play.events import KERNEL_EVENTS
from lpbe.kernel.play.rulebook import tag
from lpbe.kernel.play.rules import Drawer, kebab
from lpbe.kernel.words.sentences import sentences
from lpbe.kernel.words.sentences import slots as slots_of
from lpbe.kernel.words.templates import order_text

from .playouts import playouts
from .positions import SEATS

PACKAGE = Path(lpbe.__file__).parent
LANGUAGES = ("en", "fr")
BOOK = book_of("pebbles", ["moss"])
EVENTS: dict[str, type[Struct]] = {
    tag(kind): kind for kind in (*KERNEL_EVENTS, *(event for module in BOOK.modules for event in module.events))
}
languages = pytest.mark.parametrize("lang", LANGUAGES)


def slots(template: str) -> set[str]:
    return set(slots_of(template))


def fields(kind: type[Struct]) -> set[str]:
    return {field.name for field in structs.fields(kind)}


def build_content() -> ModuleType:
    file = PACKAGE.parent / "tools" / "build_content.py"
    spec = importlib.util.spec_from_file_location("build_content", file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@languages
def test_every_event_has_words_or_is_silent(lang: str) -> None:
    words = packs.words("pebbles", lang)
    assert {form.split(".")[0] for form in (*words.events, *words.silent)} == EVENTS.keys()
    assert all(name in words.events or name in words.silent for name in EVENTS)


@languages
def test_templates_name_fields_that_exist(lang: str) -> None:
    words = packs.words("pebbles", lang)
    for form, template in words.events.items():
        assert slots(template) <= fields(EVENTS[form.split(".")[0]]), form


def test_both_languages_say_the_same_things() -> None:
    english, french = (packs.words("pebbles", lang) for lang in LANGUAGES)
    for section in ("events", "orders", "terms", "grammar", "parts", "about", "slots", "gauges"):
        assert getattr(english, section).keys() == getattr(french, section).keys()
    assert english.silent == french.silent
    assert all(slots(english.events[form]) == slots(french.events[form]) for form in english.events)


@languages
def test_every_seat_pebble_and_colour_has_a_name(lang: str) -> None:
    terms, rows = packs.words("pebbles", lang).terms, BOOK.entries(Pebble)
    assert terms.keys() >= {*SEATS, *rows, *(row.colour for row in rows.values())}


@languages
def test_whole_games_can_be_told(lang: str) -> None:
    words = packs.words("pebbles", lang)
    for _, table, order in playouts(("moss",), 3, 4):
        for reader in (None, "red"):
            events = [to_builtins(seen) for event in table.events if (seen := event.seen_by(reader))]
            lines = sentences(words, events, reader, {"red": "Ana"})
            assert len(lines) == len([event for event in events if not quiet(event)])
            assert all(line[0] == line[0].upper() and line.endswith(".") and "{" not in line for line in lines)
        if order:
            assert order_text(words, to_builtins(order))


def quiet(event: dict[str, object]) -> bool:
    return event["event"] in ("stopped", "window-closed") or (event["event"] == "drafted" and not event["orders"])


def test_a_reader_is_told_more_of_what_is_his_own() -> None:
    words = packs.words("pebbles", "en")
    event = {"event": "dug", "seat": "red", "count": 2, "pebbles": ["p01", "p24"]}
    names = {"red": "Ana"}
    assert sentences(words, [event], "red", names) == ["You dig and draw p01 (amber 1) and p24 (white 6)."]
    redacted = {"event": "dug", "seat": "red", "count": 1}
    assert sentences(words, [redacted], None, names) == ["Ana digs and draws 1 pebble."]
    assert sentences(words, [redacted], "blue", {}) == ["Red digs and draws 1 pebble."]


def test_the_compiled_content_is_current() -> None:
    compiled = dict(build_content().compiled())
    assert compiled.keys() == {file.name for file in (PACKAGE / "content").glob("*.json")}
    for name, data in compiled.items():
        assert (PACKAGE / "content" / name).read_bytes() == data, f"run tools/build_content.py: {name} is stale"


def test_the_base_never_names_the_expansion() -> None:
    folder = PACKAGE / "games" / "pebbles"
    code = [file for file in folder.glob("*.py") if file.name not in ("__init__.py", "moss.py")]
    for file in (*code, *(PACKAGE / "content" / "pebbles" / "base").glob("*.toml")):
        assert "moss" not in file.read_text(encoding="utf-8").lower(), file


def test_the_kernel_never_names_a_game() -> None:
    for file in (PACKAGE / "kernel").glob("*.py"):
        text = file.read_text(encoding="utf-8").lower()
        assert not [game for game in GAMES if game in text], file


def test_the_rules_are_pinned_by_a_hash_of_their_rows() -> None:
    assert len(bytes.fromhex(packs.rules_hash("pebbles", []))) == 32
    assert packs.rules_hash("pebbles", []) != packs.rules_hash("pebbles", ["moss"])
    assert packs.rows("pebbles").keys() == {module.name for module in BOOK.modules}


@pytest.mark.parametrize(
    ("game", "expansions"), [("shells", []), ("pebbles", ["lichen"]), ("pebbles", ["moss", "moss"])]
)
def test_only_known_games_and_expansions_are_bound(game: str, expansions: list[str]) -> None:
    with pytest.raises(Malformed):
        book_of(game, expansions)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_component_and_field_has_a_name(lang: str) -> None:
    """Reports describe what lies on the table and behind a screen in words."""
    words = packs.words("pebbles", lang)
    for kind in book_of("pebbles", ["moss"]).components:
        if kind.drawer is not Drawer.BOX:
            name = kebab(kind.__name__)
            fields = [f"{name}.{field.encode_name}" for field in structs.fields(kind)]
            assert [label for label in (name, *fields) if label not in words.terms] == []
