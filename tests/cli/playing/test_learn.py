"""Lessons at the terminal: in both languages, with mistakes, from the first to the last."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ..world.forked_commands import clean_environment
from .test_hot_seat import LPBE

FIRST = {
    "en": ["select card 4", "dice red blue yellow green", "explore", "place H24 at @1,0"],
    "fr": ["choisir carte 4", "dés rouge bleu jaune vert", "explorer", "poser H24 en @1,0"],
}
SECOND = {"en": ["build iron mine 5 at H24.1"], "fr": ["construire mine de fer 5 en H24.1"]}
THIRD = {
    "en": ["select card 5", "trade", "play electricity +3 and sell 2 iron"],
    "fr": ["choisir carte 5", "commercer", "jouer électricité +3 et vendre 2 fer"],
}
PLANET = {
    "en": ["open fault 1", "open fault 2", "prepare P02 P06", "tornado from D11 west 3 with P02"],
    "fr": ["ouvrir faille 1", "ouvrir faille 2", "préparer P02 P06", "tornade depuis D11 ouest 3 avec P02"],
}
HUMAN = {
    "en": ["place factory on D12", "place factory on L11", "lay U10", "cool with U23"],
    "fr": ["poser usine sur D12", "poser usine sur L11", "déposer U10", "refroidir avec U23"],
}
languages = pytest.mark.parametrize("lang", ["en", "fr"])


def learn_lines(folder: Path, typed: list[str], *args: str) -> subprocess.CompletedProcess[str]:
    """Return what is printed when these lines are typed; nothing is left in the folder."""
    done = subprocess.run(
        [*LPBE, "learn", *args],
        cwd=folder,
        env=clean_environment(),
        input="\n".join([*typed, ""]),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert list(folder.iterdir()) == [] and "Traceback" not in done.stderr
    assert "\\u{" not in done.stdout, "our own words need no escaping"
    return done


@languages
def test_the_guided_lessons_of_living_planet(tmp_path: Path, lang: str) -> None:
    done = learn_lines(tmp_path, [*FIRST[lang], *SECOND[lang], *THIRD[lang], "quit"], "--lang", lang)
    assert done.returncode == 0 and done.stderr == ""
    titles = {"en": ["Lesson 1 of 4", "Lesson 4 of 4: a turn of your own"], "fr": ["Leçon 1 sur 4", "Leçon 4 sur 4"]}
    assert all(title in done.stdout for title in titles[lang])
    assert "[E_" not in done.stdout and "[LP-" not in done.stdout, "nothing was refused"


@languages
def test_the_lesson_of_2116(tmp_path: Path, lang: str) -> None:
    done = learn_lines(tmp_path, [*PLANET[lang], "quit"], "2116", "--lang", lang)
    assert done.returncode == 0 and done.stderr == "" and "[E_" not in done.stdout and "[2116-" not in done.stdout
    answer = {"en": "Tiles are gone for good", "fr": "Des tuiles ont disparu pour de bon"}
    assert answer[lang] in done.stdout


@languages
def test_the_lesson_of_2116_as_a_human(tmp_path: Path, lang: str) -> None:
    done = learn_lines(tmp_path, [*HUMAN[lang], "quit"], "2116", "--from", "2", "--lang", lang)
    assert done.returncode == 0 and done.stderr == "" and "[E_" not in done.stdout and "[2116-" not in done.stdout
    answer = {"en": ("Lesson 2 of 2", "That was your turn."), "fr": ("Leçon 2 sur 2", "C'était votre tour.")}
    assert all(part in done.stdout for part in answer[lang])


def test_a_mistake_is_told_with_its_clause_and_a_hint(tmp_path: Path) -> None:
    typed = ["jump", "build oil drill 2 at H24.1", "build iron mine at H24.1", "build iron mine 2 at H24.1", "quit"]
    out = learn_lines(tmp_path, typed, "--from", "2", "--lang", "en").stdout
    assert "unknown order 'jump' [E_GRAMMAR]" in out and "[LP-BUILD-05]" in out
    assert "which one: 1, 2, 3, 4, 5 or 6? [G-08]" in out
    assert " ".join(out.split()).count("for example: build iron mine 5 at H24.1") == 3
    assert "Your scientist has moved in" in out and "Lesson 3 of 4" in out


def test_another_way_than_asked_leads_back_and_any_right_one_on(tmp_path: Path) -> None:
    typed = ["build geyser shelter at H24.4", "end actions", "build mycelium plant 6 at H24.3", "quit"]
    out = learn_lines(tmp_path, typed, "--from", "2", "--lang", "en").stdout
    assert out.count("it is not what you were asked to do") == 2 and "Lesson 3 of 4" in out


def test_help_rules_and_the_way_back(tmp_path: Path) -> None:
    typed = [
        "?",
        "aide",
        "rules",
        "règles jeton destin",
        "choisir carte 4",
        "back",
        "back",
        "choisir carte 5",
        "quitter",
    ]
    out = learn_lines(tmp_path, typed, "--lang", "fr").stdout
    assert out.count("Tapez un ordre comme il est listé") == 2
    assert "Chaque dé fait trois choses." in out and "Jeton Destin\n  Vous prenez un jeton Destin" in out
    assert out.count("Leçon 1 sur 4") == 2, "back from its first task begins the lesson again"
    assert out.count("Bien. Tous ont posé une carte") == 2


def test_a_lesson_there_is_not(tmp_path: Path) -> None:
    for args, answer in ((["pebbles"], "Pebbles has no lessons"), (["--from", "9"], "Living Planet has 4 lessons")):
        done = learn_lines(tmp_path, [], *args, "--lang", "en")
        assert done.returncode == 2 and answer in done.stderr and "--short" in done.stderr


def test_the_free_turn_ends_with_a_good_bye(tmp_path: Path) -> None:
    typed = ["select card 4", "dice red blue yellow green", "end actions", "exhaust oil"]
    done = learn_lines(tmp_path, typed, "--from", "4", "--lang", "en")
    assert "That was the last lesson. Now play: lpbe play --game living-planet" in done.stdout
