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
FOURTH = {
    "en": ["build tornado shelter at H08.4", "end actions", "exhaust oil"],
    "fr": ["construire abri anti-tornade en H08.4", "finir actions", "épuiser pétrole"],
}
FIFTH = {
    "en": ["play vibranium +3 and sell 2 vibranium"],
    "fr": ["jouer vibranium +3 et vendre 2 vibranium"],
}
ARBORIA = {"en": ["build hydraulic post at O1.1"], "fr": ["construire poste hydraulique en O1.1"]}
AQUARIUS = {
    "en": ["explore", "place AQ10 at @1,0 with RB1", "build offshore turbine 1 at AQ10.1 with RB1"],
    "fr": ["explorer", "poser AQ10 en @1,0 avec RB1", "construire éolienne en mer 1 en AQ10.1 avec RB1"],
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


def guided(lang: str) -> list[str]:
    """What is typed in all lessons but the last."""
    return [line for lesson in (FIRST, SECOND, THIRD, FOURTH, FIFTH, AQUARIUS, ARBORIA) for line in lesson[lang]]


def learn_lines(folder: Path, typed: list[str], *args: str) -> subprocess.CompletedProcess[str]:
    """Return what is printed when these lines are typed; nothing is left in the folder."""
    done = subprocess.run(
        [*LPBE, "learn", *args],
        cwd=folder,
        env={**clean_environment(), "XDG_STATE_HOME": str(folder.parent / f"{folder.name}-state")},
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
    done = learn_lines(tmp_path, [*guided(lang), "quit"], "--lang", lang)
    assert done.returncode == 0 and done.stderr == ""
    titles = {"en": ["Lesson 1 of 8", "Lesson 8 of 8: a turn of your own"], "fr": ["Leçon 1 sur 8", "Leçon 8 sur 8"]}
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
    assert "Your scientist has moved in" in out and "Lesson 3 of 8" in out


def test_another_way_than_asked_leads_back_and_any_right_one_on(tmp_path: Path) -> None:
    typed = ["build geyser shelter at H24.4", "end actions", "build mycelium plant 6 at H24.3", "quit"]
    out = learn_lines(tmp_path, typed, "--from", "2", "--lang", "en").stdout
    assert out.count("it is not what you were asked to do") == 2 and "Lesson 3 of 8" in out


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
    assert out.count("Leçon 1 sur 8") == 5, "three tasks, the first one again, and after back the first one once more"
    assert out.count("Bien. Tous ont posé une carte") == 2


def test_a_lesson_there_is_not(tmp_path: Path) -> None:
    for args, answer in ((["pebbles"], "Pebbles has no lessons"), (["--from", "9"], "Living Planet has 8 lessons")):
        done = learn_lines(tmp_path, [], *args, "--lang", "en")
        assert done.returncode == 2 and answer in done.stderr and "--short" in done.stderr


def test_the_free_turn_ends_with_a_good_bye(tmp_path: Path) -> None:
    typed = ["select card 4", "dice red blue yellow green", "end actions", "exhaust oil"]
    done = learn_lines(tmp_path, typed, "--from", "8", "--lang", "en")
    assert "That was the last lesson. Now play: lpbe play --game living-planet" in done.stdout


def test_what_was_finished_has_a_tick_and_the_next_lesson_begins(tmp_path: Path) -> None:
    first = learn_lines(tmp_path, [*FIRST["en"], "quit"], "--lang", "en").stdout
    assert "\u2713" not in first.split("Lesson 1 of 8")[0]
    again = learn_lines(tmp_path, ["quit"], "--lang", "fr").stdout
    assert (
        "\u2713  1  un tour commence\n   2  une usine" in again and "Leçon 2 sur 8" in again and "Leçon 1" not in again
    )
    assert "Leçon 1 sur 8" in learn_lines(tmp_path, ["quit"], "--lang", "fr", "--from", "1").stdout
    other = learn_lines(tmp_path, ["quit"], "2116", "--lang", "en").stdout
    assert "\u2713" not in other and "Lesson 1 of 2" in other


def test_a_broken_memory_of_lessons_is_no_obstacle(tmp_path: Path) -> None:
    path = tmp_path.parent / f"{tmp_path.name}-state" / "lpbe" / "lessons.toml"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"\xff = [")
    out = learn_lines(tmp_path, [*FIRST["en"], "quit"], "--lang", "en").stdout
    assert "Lesson 1 of 8" in out and "Lesson 2 of 8" in out and "a turn begins" in path.read_text()
