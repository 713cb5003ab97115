"""The glossary of every game explains its pieces and what beginners ask for, in both languages."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from lpbe.app.reading.rules_search import Found, search_rules
from lpbe.games import GAMES, game_of
from lpbe.kernel.content import packs
from lpbe.kernel.content.glossary import Entry, glossary

from .contract_config import config_of

LANGUAGES = ("en", "fr")
MAX_SENTENCES = 3
MAX_TEXT = 420
every_game = pytest.mark.parametrize("game", [game for game in GAMES if glossary(game)])
languages = pytest.mark.parametrize("lang", LANGUAGES)


def look_up(game: str, words: str, lang: str) -> Found:
    """Look words up with every expansion in play."""
    return search_rules(game, [game, *game_of(game).expansions], [], words.split(), lang)


def owned_things(game: str) -> Iterator[tuple[str, str]]:
    """Yield what a player can build or own, as it is called in the words, after its module."""
    for module, kinds in packs.rows(game).items():
        for name in config_of(game).owned:
            pack, _, field = name.partition(".")
            rows = kinds.get(pack, {})
            pieces = [str(row[field]) for row in rows.values()] if field else list(rows)
            yield from ((module, piece) for piece in dict.fromkeys(pieces))


@every_game
@languages
def test_every_entry_says_something_in_both_languages(game: str, lang: str) -> None:
    for entry in glossary(game):
        text = entry.text[lang]
        assert text.endswith(".") and text[0].isupper() and len(text) <= MAX_TEXT, entry.id
        assert text.count(". ") < MAX_SENTENCES, f"{entry.id} is too long"
        assert entry.name[lang] and entry.find[lang], entry.id
        assert len(set(entry.phrases(lang))) == len(entry.phrases(lang)), entry.id


@every_game
def test_nothing_is_left_to_the_english_that_stands_in(game: str) -> None:
    """The files are read directly: if a text is missing, the compiler would use the English one, or the id."""
    for file in Path(packs.FOLDERS[game]).glob("*/glossary.toml"):
        for name, entry in tomllib.loads(file.read_text()).items():
            assert all(set(entry[part]) == set(LANGUAGES) for part in ("name", "find", "text") if part in entry), name
            terms = [packs.words(game, lang).terms for lang in LANGUAGES]
            assert "name" in entry or all(name in one for one in terms), name


@every_game
def test_every_entry_names_clauses_of_its_own_module_that_exist(game: str) -> None:
    modules = {chapter["id"]: chapter["module"] for chapter in packs.chapters(game)}
    for entry in glossary(game):
        assert entry.clauses and len(set(entry.clauses)) == len(entry.clauses), entry.id
        assert [one for one in entry.clauses if one not in packs.clauses(game)] == [], entry.id
        assert {modules[one.rpartition("-")[0]] for one in entry.clauses} == {entry.module}, entry.id


@every_game
@languages
def test_every_entry_is_found_by_its_name_and_all_its_words(game: str, lang: str) -> None:
    def phrases_missed(entry: Entry) -> list[str]:
        return [phrase for phrase in entry.phrases(lang) if entry.id not in ids(look_up(game, phrase, lang))]

    assert {entry.id: phrases_missed(entry) for entry in glossary(game) if phrases_missed(entry)} == {}


def ids(found: Found) -> list[str]:
    return [entry.id for entry in found.entries]


@every_game
@languages
def test_what_a_player_builds_or_owns_has_an_entry(game: str, lang: str) -> None:
    terms = packs.words(game, lang).terms
    pieces = list(owned_things(game))
    assert pieces or not config_of(game).owned
    for module, piece in pieces:
        found = look_up(game, terms.get(piece, piece), lang)
        assert module in {entry.module for entry in found.entries}, piece


@every_game
@languages
def test_an_expansion_that_is_not_in_play_is_named(game: str, lang: str) -> None:
    for entry in glossary(game):
        if entry.module != game:
            found = search_rules(game, [game], [], entry.name[lang].split(), lang)
            assert found.entries or entry.module in found.elsewhere, entry.id
            assert entry.id not in ids(found)


@pytest.mark.parametrize(
    ("game", "lang", "words"),
    [
        (game, lang, words)
        for game in GAMES
        for lang, asked in config_of(game).asked.items()
        for words in asked.split(", ")
    ],
)
def test_what_beginners_ask_for_is_explained_whatever_language_they_read(game: str, lang: str, words: str) -> None:
    found = {reader: ids(look_up(game, words, reader)) for reader in LANGUAGES}
    assert all(found.values())
    assert found[lang], words
