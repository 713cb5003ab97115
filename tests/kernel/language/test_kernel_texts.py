"""The kernel's words are for every game: no thing from a single game is named there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import lpbe
from lpbe.games import GAMES

HOUSE = Path(lpbe.__file__).parent
LANGUAGES = ("en", "fr")
languages = pytest.mark.parametrize("lang", LANGUAGES)
NOUNS = {
    "en": "hex hexes tile tiles die dice spot spots building buildings chip chips team teams scientist scientists "
    "wounded card cards market resource cube cubes colony factory shelter cataclysm terrain edge edges capital "
    "pebble pebbles coin coins bag path moss rain",
    "fr": "hexagone hexagones tuile tuiles dé dés emplacement emplacements bâtiment bâtiments jeton jetons équipe "
    "équipes scientifique scientifiques blessé blessée carte cartes marché ressource cube cubes colonie usine abri "
    "cataclysme terrain bord bords capitale caillou cailloux pièce pièces sac mousse pluie",
}
"""What the games are about."""
Pack = dict[str, str | list[str] | dict[str, str]]


def kernel_words(lang: str) -> Pack:
    return tomllib.loads((HOUSE / "kernel" / "language" / "texts" / f"words.{lang}.toml").read_text())


def entries(pack: Pack) -> dict[str, str]:
    """Key -> text, of all sections."""
    sections = [section for section in pack.values() if isinstance(section, dict)]
    return {key: text for section in sections for key, text in section.items()}


def nouns_in(text: str, lang: str) -> set[str]:
    spoken = re.sub(r"\{(\w+)", "", text).lower()
    return set(re.findall(r"\w+", spoken)) & set(NOUNS[lang].split())


def code_of(*folders: Path) -> str:
    return "\n".join(path.read_text() for folder in folders for path in sorted(folder.rglob("*.py")))


def rest_of_the_club() -> str:
    """Return all code but that of the games."""
    return code_of(*(folder for folder in HOUSE.iterdir() if folder.is_dir() and folder.name != "games"))


def used_by_one_game_alone(keys: list[str]) -> list[str]:
    """Keys that the code of a game has, by all of their name or by its last part, and no other code."""
    games = [code_of(HOUSE / "games" / game.replace("-", "_")) for game in GAMES]
    rest = rest_of_the_club()
    return [key for key in keys if not is_named(key, rest) and sum(is_named(key, game) for game in games) == 1]


def is_named(key: str, code: str) -> bool:
    return any(f'"{name}"' in code for name in (key, key.partition(".")[2] or key))


@languages
def test_no_thing_of_a_game_is_named(lang: str) -> None:
    found = {key: nouns for key, text in entries(kernel_words(lang)).items() if (nouns := nouns_in(text, lang))}
    assert found == {}


@languages
def test_the_games_are_about_these_things(lang: str) -> None:
    packs = list((HOUSE / "games").glob(f"*/content/*/words.{lang}.toml"))
    texts = [text for pack in packs for text in entries(tomllib.loads(pack.read_text())).values()]
    spoken = {noun for text in texts for noun in nouns_in(text, lang)}
    assert len(spoken) > 25


def test_no_key_is_used_by_one_game_alone() -> None:
    assert used_by_one_game_alone(list(entries(kernel_words("en")))) == []
    assert used_by_one_game_alone(["board.colony", "board.legend"]) == ["board.colony"]


def test_both_languages_have_the_same_keys() -> None:
    assert entries(kernel_words("en")).keys() == entries(kernel_words("fr")).keys()
