"""A game at one terminal."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest

from lpbe.app.local.console import complete_words

LPBE = [sys.executable, "-m", "lpbe"]
SEED = ["--seed", "04" * 32]


def play_lines(folder: Path, typed: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Return what is printed when these lines are typed."""
    return subprocess.run(
        [*LPBE, "play", *args, *SEED], cwd=folder, input=typed, capture_output=True, text=True, timeout=60, check=False
    )


def test_orders_are_taken_and_the_game_is_kept(tmp_path: Path) -> None:
    first = play_lines(tmp_path, "select card 4\nquit\n")
    assert first.returncode == 0 and first.stderr == ""
    assert "You reveal planet card 4." in first.stdout
    prompt = "\nYour turn: choose a planet card. Type an order, or ? for help.\nRed> "
    assert prompt in first.stdout, "the last thing seen"
    assert "step 0" not in first.stdout, "the whole report is there on request"
    assert "The game is saved in play-game. To continue it: lpbe play play-game\n" in first.stdout
    again = play_lines(tmp_path, "quit\n")
    assert "Your answer is in: select card 4." in again.stdout and "dice Red Blue Yellow Green" in again.stdout


def test_what_is_wrong_is_told_and_asked_again(tmp_path: Path) -> None:
    out = play_lines(tmp_path, "jump\nselect card 9\nsubsidy\nlegal xyz\nrule LP-NOWHERE\nselect card 2\n").stdout
    assert "line 1, column 1: unknown order 'jump' [E_GRAMMAR]" in out
    assert "this order is impossible: select card 9 [E_GRAMMAR]" in out
    assert "[E_ORDER_KIND]" in out
    assert "there is no clause 'LP-NOWHERE'" in out
    assert "You reveal planet card 2." in out


def test_help_a_rule_a_trial_and_a_filtered_list(tmp_path: Path) -> None:
    out = play_lines(tmp_path, "?\nrule lp-move-01\ntry select card 3\nlegal sel 5\n").stdout
    assert "legal WORDS" in out
    assert "Your answer would be: select card 3. Nothing was sent." in out and "Your answer is in" not in out
    assert out.count("select card 5") == 2, "once in the report, once in the filtered list"


RED_LEADS = ("--set", "living-planet.first_leader=red")


def test_the_rest_of_a_batch_is_a_plan_that_answers_in_its_time(tmp_path: Path) -> None:
    typed = "select card 4; subsidy\ndice red blue yellow green\nquit\n"
    out = play_lines(tmp_path, typed, *RED_LEADS).stdout
    assert "Your plan for later questions: subsidy\n" in out, "the next screen has it"
    assert "Your plan answered for you: subsidy." in out


def test_what_hangs_on_a_draw_is_a_draft_sent_by_its_name_and_only_once(tmp_path: Path) -> None:
    typed = "select card 4; dice red blue yellow green\nexplore; place nothing; return; subsidy\ndraft\ndraft\nquit\n"
    out = play_lines(tmp_path, typed, *RED_LEADS).stdout
    assert "Saved as your draft: place nothing; return; subsidy" in out
    kept, sent = out.split("Saved as your draft: place nothing; return; subsidy")[1].split("Red> ", 1)
    assert "Suggested (Enter or ok): place nothing; return; subsidy\n" in kept, "the next screen offers it"
    assert "there is no draft [E_USAGE]" in sent, "once it was sent it is gone"
    assert "Your draft" not in sent


def test_help_and_rules_are_there_in_french(tmp_path: Path) -> None:
    out = play_lines(
        tmp_path, "aide\nhelp\nrègles\nrules jeton destin\nrègle lp-subv\nquitter\n", "--lang", "fr"
    ).stdout
    assert out.count("Tapez les ordres comme ils sont listés") == 2
    assert "En bref" in out and "Chaque dé fait trois choses." in out
    assert "Vous prenez un jeton Destin par l'action Destin" in out and "LP-FATE-01" in out and "LP-SUBV-01" in out
    assert "La partie est enregistrée dans play-game" in out


def test_at_a_hot_seat_nobody_reads_the_plan_of_another(tmp_path: Path) -> None:
    typed = "\nselect card 4; dice red blue yellow green\n\nselect card 1\n\nquit\n"
    out = play_lines(tmp_path, typed, "two", "--seats", "red,blue", *RED_LEADS).stdout
    blue, red = out.split("It is Blue's turn. Pass")[1].split("It is Red's turn. Pass")
    assert "dice Red Blue" not in blue
    assert "The dice will be played in this order: Red, Blue, Yellow and Green." in " ".join(red.split())
    assert "Your plan answered for you: dice Red Blue Yellow Green." in red


def test_the_rules_in_short_by_words_and_by_chapters(tmp_path: Path) -> None:
    typed = "rules\nrules fate token\nrule\nrule lp-subv\nrules xyzzy\nrules brocker\nrules dam\nquit\n"
    out = play_lines(tmp_path, typed).stdout
    assert "In short" in out and "Each die does three things." in out
    assert "You take a fate token with the Fate action" in out and "LP-FATE-01  Fate: you take" in out
    assert "LP-MOVE" in out and "Step 3, row C: cataclysms (" in out
    assert "LP-SUBV-01  Subsidies: the bank pays you X MC" in out
    assert "The rules do not mention: xyzzy" in out and "Did you mean: broker?" in out
    assert "The Planet Arboria expansion has rules about this." in out
    answers = out.split("Red> ")[1:]
    assert not [answer for answer in answers if "lpbe rules" in answer.split("In short")[0]], "no command of a shell"


def test_at_a_hot_seat_nobody_sees_the_screen_of_another(tmp_path: Path) -> None:
    typed = "\nselect card 2\n\nselect card 1\nquit\n"
    out = play_lines(tmp_path, typed, "two", "--seats", "red,blue", *RED_LEADS).stdout
    red, rest = out.split("It is Blue's turn. Pass")
    blue, after = rest.split("Blue> ")
    assert "It is Red's turn. Pass" in red
    assert "Red has answered." in blue and "Your answer is in" not in blue
    assert "Your answer is in: select card 2." in after.split("It is Red's turn. Pass")[1]


def test_in_french(tmp_path: Path) -> None:
    out = play_lines(tmp_path, "choisir carte 3\nsauter\nquit\n", "mars", "--lang", "fr").stdout
    assert "carte Planète 3" in out and "ordre inconnu « sauter »" in out
    assert "La partie est enregistrée dans mars" in out and "À vous : choisir une carte. Tapez un ordre" in out


def test_a_whole_game_of_pebbles_against_a_bot(tmp_path: Path) -> None:
    typed = "bid 0\nend turn\npoint at amber\nshelter nothing\nkeep p01\n" * 200
    done = play_lines(tmp_path, typed, "p", "--game", "pebbles", "--seats", "red,blue", "--bot", "blue")
    assert done.returncode == 0, done.stderr
    assert "Won by" in done.stdout


def test_a_game_with_secrets_is_not_played_here(tmp_path: Path) -> None:
    os.environ["XDG_CONFIG_HOME"] = str(tmp_path / "config")
    new = [*LPBE, "new", "mars", "--game", "pebbles", "--seats", "red,blue", "--as", "red"]
    subprocess.run(new, cwd=tmp_path, check=True, capture_output=True)
    done = play_lines(tmp_path, "", "mars")
    assert done.returncode == 2 and "this game has secrets" in done.stderr


LINES = ["select card 1", "select card 2", "subsidy", "build oil drill 3 at H05.2", "build oil drill 4 at H05.2"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("se", ["select "]),
        ("select card ", ["select card 1", "select card 2"]),
        ("BUILD oil", ["build oil "]),
        ("build oil drill 3 at ", ["build oil drill 3 at H05.2"]),
        (" su", [" subsidy"]),
        ("x", []),
    ],
)
def test_completion_goes_on_by_a_word(text: str, found: list[str]) -> None:
    assert complete_words(text, LINES) == found


def read_until(terminal: int, wanted: bytes) -> bytes:
    seen = b""
    while wanted not in seen:
        ready, _, _ = select.select([terminal], [], [], 30)
        assert ready, f"nothing more came after {seen[-300:]!r}"
        seen += os.read(terminal, 65536)
    return seen


def test_the_tab_key_completes_and_the_screen_is_wiped_between_people(tmp_path: Path) -> None:
    """At a real terminal without colours."""
    process, terminal = pty.fork()
    if not process:
        os.chdir(tmp_path)
        os.environ["TERM"] = "xterm"
        os.environ["NO_COLOR"] = "1"
        os.execv(sys.executable, [*LPBE, "play", "two", "--seats", "red,blue", *RED_LEADS, *SEED])
    try:
        read_until(terminal, b"press Enter: ")
        os.write(terminal, b"\n")
        read_until(terminal, b"Red> ")
        os.write(terminal, b"sel\t\t3\n")
        seen = read_until(terminal, b"press Enter: ")
        assert b"select card 3" in seen
        assert b"\x1b[2J\x1b[3J" in seen.split(b"select card 3")[-1]
        os.write(terminal, b"\n")
        read_until(terminal, b"Blue> ")
        os.write(terminal, b"\x1b[A\n?\n")
        seen = read_until(terminal, b"legal WORDS")
        assert b"select card 3" not in seen, "what red typed cannot be called back"
        os.write(terminal, b"quit\n")
        read_until(terminal, b"To continue it")
    finally:
        os.close(terminal)
        os.waitpid(process, 0)


def test_a_seat_of_ones_own_against_bots_on_all_others(tmp_path: Path) -> None:
    done = play_lines(tmp_path, "open fault 1\nquit\n", "--game", "2116", "--as", "planet")
    assert done.returncode == 0 and done.stderr == ""
    assert "The Planet opens fault 1: D11 is removed." in done.stdout and "open fault 2" in done.stdout
    green = play_lines(tmp_path, "quit\n", "other", "--as", "green")
    assert "Green> " in green.stdout and green.returncode == 0


def play_unseeded(folder: Path, typed: str, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Return what is printed when these lines are typed, without a fixed seed."""
    given = {**os.environ, **env}
    command = [*LPBE, "play", *args]
    return subprocess.run(
        command, cwd=folder, input=typed, capture_output=True, text=True, timeout=60, check=False, env=given
    )


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("--game", "2116", "--as", "planet"), "--game planet-2116"),
        (("--with", "arboria"), "--with"),
        (("--seats", "red,blue,green"), "--seats"),
        (("--as", "blue"), "--as"),
        (("--set", "living-planet.first_leader=red"), "--set"),
        (("--seed", "05" * 32), "--seed"),
    ],
)
def test_options_of_another_game_are_refused(tmp_path: Path, args: tuple[str, ...], named: str) -> None:
    play_lines(tmp_path, "quit\n")
    before = (tmp_path / "play-game" / "game.toml").read_bytes()
    refused = play_unseeded(tmp_path, "quit\n", *args)
    assert refused.returncode == 2 and refused.stdout == ""
    assert "'play-game' already contains a game of living-planet" in refused.stderr and named in refused.stderr
    assert "lpbe play play-game-2 ..." in refused.stderr
    assert (tmp_path / "play-game" / "game.toml").read_bytes() == before


def test_options_that_the_game_was_begun_with_and_another_language_go_on_with_it(tmp_path: Path) -> None:
    play_unseeded(tmp_path, "quit\n", "--with", "arboria", "--as", "red")
    again = play_unseeded(
        tmp_path, "quit\n", "--game", "living-planet", "--with", "arboria", "--as", "red", "--lang", "fr"
    )
    assert again.returncode == 0 and "À vous : choisir une carte" in again.stdout, again.stderr
    assert "Pour la reprendre : lpbe play play-game" in again.stdout


@pytest.mark.parametrize("folder", ["world", "red", "planet", "human-1", "two words"])
def test_the_folder_is_named_as_it_was_typed(tmp_path: Path, folder: str) -> None:
    out = play_unseeded(tmp_path, "quit\n", folder, "--game", "2116", "--as", "planet").stdout
    shown = f"'{folder}'" if " " in folder else folder
    assert f"saved in {shown}. To continue it: lpbe play {shown}" in out


def test_after_the_end_it_says_how_to_go_on(tmp_path: Path) -> None:
    typed = "bid 0\nend turn\npoint at amber\nshelter nothing\nkeep p01\n" * 200
    play_lines(tmp_path, typed, "p", "--game", "pebbles", "--seats", "red,blue", "--bot", "blue")
    out = play_unseeded(tmp_path, "", "p").stdout
    assert "Won by" in out
    assert out.splitlines()[-6:] == [
        "The whole game as a page with a slider, for your browser: p/replay.html",
        "What could have gone better, after a minute or two: lpbe review p --as red",
        "The game is over and saved in p.",
        "To watch it again step by step: lpbe replay p",
        "To start a new game: lpbe play p-2",
        "Play again? Type yes, or press Enter to stop: ",
    ]
    shown = subprocess.run([*LPBE, "replay", "p", "--html", "replay.html"], cwd=tmp_path, check=False)
    assert shown.returncode == 0 and (tmp_path / "replay.html").stat().st_size


def test_enter_accepts_what_the_screen_suggests_and_after_something_else_shows_the_screen_again(tmp_path: Path) -> None:
    first = play_lines(tmp_path, "quit\n").stdout
    (ready,) = (line[-1] for line in first.splitlines() if line.startswith("Suggested (Enter or ok): "))
    assert f"You reveal planet card {ready}" in play_lines(tmp_path, "\nquit\n", "enter").stdout
    assert f"You reveal planet card {ready}" in play_lines(tmp_path, "ok\nquit\n", "ok").stdout
    between = play_lines(tmp_path, "legal\n\nquit\n", "between").stdout
    assert "You reveal planet card" not in between and between.count("Suggested (Enter or ok): ") == 2
    assert f"You reveal planet card {ready}" in play_lines(tmp_path, "legal\n\n\nquit\n", "again").stdout


def test_where_several_people_play_enter_must_be_pressed_twice(tmp_path: Path) -> None:
    out = play_lines(tmp_path, "\n\nquit\n", "two", "--seats", "red,blue").stdout
    assert "Ready to send: select card" in out and "It is Red's turn" not in out
    assert "It is Red's turn" in play_lines(tmp_path, "\n\n\nquit\n", "sent", "--seats", "red,blue").stdout


def test_alone_against_bots_nobody_is_asked_what_has_one_answer(tmp_path: Path) -> None:
    out = play_lines(tmp_path, "ok\n" * 40 + "quit\n").stdout
    assert "This is your only option" not in out


@pytest.mark.parametrize(
    ("lang", "seats", "expected"),
    [
        ("en", "red,blue", "Blue has 0 points on the map and 20 MC: 4 in all. This is certain"),
        ("fr", "red,blue", "Bleu a 0 point sur la carte et 20 MC : 4 en tout. C'est certain"),
        ("en", "red,blue,green", "The others hold 40 MC together. That is certain, but how they share it is hidden."),
        ("fr", "red,blue,green", "Les autres ont 40 MC à eux tous. C'est certain, mais leur répartition est cachée."),
    ],
)
def test_the_standing_tells_what_is_certain_from_what_is_estimated(
    tmp_path: Path, lang: str, seats: str, expected: str
) -> None:
    out = " ".join(
        play_lines(tmp_path, "score\nquit\n", "--lang", lang, "--seats", seats, "--as", "red").stdout.split()
    )
    assert expected in out
