"""What Pebbles says, and that its packs are what its rules were made from."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import lpbe
from lpbe.games import GAMES, book_of
from lpbe.games.pebbles.state import Pebble
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.content import packs
from lpbe.kernel.words.sentences import sentences

from .positions import SEATS

PACKAGE = Path(lpbe.__file__).parent
LANGUAGES = ("en", "fr")
BOOK = book_of("pebbles", ["moss"])
languages = pytest.mark.parametrize("lang", LANGUAGES)


def build_content() -> ModuleType:
    file = PACKAGE.parent / "tools" / "build_content.py"
    spec = importlib.util.spec_from_file_location("build_content", file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@languages
def test_every_seat_pebble_and_colour_has_a_name(lang: str) -> None:
    terms, rows = packs.words("pebbles", lang).terms, BOOK.entries(Pebble)
    assert terms.keys() >= {*SEATS, *rows, *(row.colour for row in rows.values())}


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
    assert len(bytes.fromhex(packs.rules_hash("pebbles"))) == 32
    assert packs.rows("pebbles").keys() == {module.name for module in BOOK.modules}


@pytest.mark.parametrize(
    ("game", "expansions"), [("shells", []), ("pebbles", ["lichen"]), ("pebbles", ["moss", "moss"])]
)
def test_only_known_games_and_expansions_are_bound(game: str, expansions: list[str]) -> None:
    with pytest.raises(Malformed):
        book_of(game, expansions)
