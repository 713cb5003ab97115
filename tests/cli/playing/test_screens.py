"""The screens of a game at one terminal: every one fits, in every game, at every height and in both languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from lpbe.kernel.base.wrapping import columns

from ...size_limits import sizes, some
from .keyboards import Keyboard, accepting, play_here

TERMINALS = ((80, 45), (80, 24), (100, 60), (60, 24))
GAMES: dict[str, dict[str, Any]] = {
    "two": {},
    "four": {"seats": "red,blue,yellow,green", "own": "yellow", "lang": "fr"},
    "expansions": {"seats": "red,blue,green", "own": "red", "expansions": ("arboria", "aquarius")},
    "planet": {"game": "planet-2116", "own": "planet", "lang": "fr"},
    "human": {"game": "planet-2116", "own": "human-2"},
    "pebbles": {"game": "pebbles", "own": "red"},
}


def assert_fits(size: tuple[int, int], text: str) -> None:
    """The prompt needs the last line."""
    width, height = size
    lines = text.split("\n")
    assert len(lines) < height, text
    assert max(map(columns, lines)) <= width, text


@sizes("count", 14, 400)
@pytest.mark.parametrize("game", some(GAMES, *GAMES))
def test_every_screen_fits_its_terminal(tmp_path: Path, game: str, count: int) -> None:
    choices = {"lang": "en", **GAMES[game]}
    played = play_here(tmp_path, Keyboard(accepting(count), TERMINALS), **choices)
    assert len(played.drawn) > min(count, 12)
    for size, screen in played.drawn:
        assert_fits(size, screen.text)
        question = {"en": "Your turn: ", "fr": "À vous : "}[choices["lang"]]
        assert screen.lines[-1].style == "title" and question in "\n".join(screen.text.split("\n")[-3:])


@pytest.mark.parametrize(
    ("choices", "count", "size"),
    [
        ({"own": "red", "seats": "red,blue,yellow,green"}, 12, (80, 45)),
        ({"own": "red", "lang": "fr"}, 4, (80, 24)),
        ({"game": "planet-2116", "own": "planet"}, 4, (80, 45)),
    ],
)
def test_screens_look_like_this(
    tmp_path: Path, choices: dict[str, Any], count: int, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    played = play_here(tmp_path, Keyboard(accepting(count), [size]), **choices)
    assert played.screens[-1] == snapshot


def test_players_are_named_in_their_colours(tmp_path: Path) -> None:
    played = play_here(tmp_path, Keyboard(accepting(4)), own="red", lang="fr")
    spans = [span for line in played.drawn[-1][1].spans() for span in line]
    assert {("red", "Rouge"), ("red", "R1"), ("blue", "Bleu"), ("yellow", "Jaune")} <= set(spans)
    assert "".join(text for _, text in spans) == played.screens[-1].replace("\n", "")
