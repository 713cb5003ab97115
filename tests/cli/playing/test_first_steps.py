"""What a host and players see before the first move: each message says what to do."""

from __future__ import annotations

from pathlib import Path
from string import ascii_letters, digits

import pytest

from ..world.club import Club

SEED = "0101"


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """Return a club where Ana has just started a game with keys."""
    return begin_game(tmp_path)


def begin_game(root: Path, *options: str) -> Club:
    club = Club(root, ("red", "blue"))
    for who in ("ana", "ben"):
        club.give_key(who)
    club.do("ana", "new", "k", "--game", "pebbles", "--seats", "red,blue", "--as", "red", "--name", "Ana", *options)
    return club


def code_of(club: Club) -> str:
    return str(club.lpbe("ana", "invite", "k", "--json").payload["invitations"]["blue"])


def test_a_host_whose_join_waits_is_not_asked_to_join(club: Club) -> None:
    text = club.lpbe("ana", "report", "k").out
    assert "lpbe join" not in text.partition("Waiting")[0] and "Your answer is in inbox/" in text, text


@pytest.mark.parametrize(
    ("lang", "missing", "joined"),
    [
        (
            "en",
            "the game has not started; still waiting for players to join: Blue",
            "the host has not started the game yet",
        ),
        ("fr", "la partie n'a pas commencé ; on attend encore", "l'hôte n'a pas encore lancé la partie"),
    ],
)
def test_ready_before_the_start_says_who_is_missing(tmp_path: Path, lang: str, missing: str, joined: str) -> None:
    club = begin_game(tmp_path, "--lang", lang)
    answer = club.lpbe("ana", "ready", "k")
    assert missing in answer.err and "lpbe run k" in answer.err and "[E_ORDER_KIND]" in answer.err, answer
    club.lpbe("ben", "join", "k", "--seat", "blue", "--name", "Ben", "--code", code_of(club))
    assert joined in club.lpbe("ana", "ready", "k").err


def test_a_seed_that_is_none_is_called_the_seed(tmp_path: Path) -> None:
    club = Club(tmp_path, ("red", "blue"))
    answer = club.lpbe("ana", "play", "evening", "--game", "pebbles", "--seed", SEED)
    assert "--seed needs" in answer.err and "--nonce" not in answer.err
    assert not (club.root / "evening").exists()


def test_a_path_is_named_once(club: Club) -> None:
    assert club.lpbe("ana", "report", "nowhere").err.count("nowhere") == 1


def test_no_game_begins_above_other_games(club: Club) -> None:
    answer = club.lpbe("ana", "play", ".", "--game", "pebbles")
    assert answer.status == 2 and "./k" in answer.err and "lpbe play ./k" in answer.err, answer
    assert not (club.root / "game.toml").exists()
    (club.root / "empty").mkdir()
    assert club.lpbe("ana", "play", "empty", "--game", "pebbles", stdin=b"quit\n").status == 0


def test_who_is_awaited_is_called_by_name(club: Club) -> None:
    club.lpbe("ben", "join", "k", "--seat", "blue", "--name", "Ben", "--code", code_of(club))
    club.do("ana", "run", "k")
    for who in ("ana", "ben"):
        club.do(who, "ready", "k")
        club.do("ana", "run", "k")
    for who, coins in (("ana", "1"), ("ben", "2")):
        club.do(who, "order", "k", f"bid {coins}")
    club.do("ana", "run", "k")
    waiting = club.lpbe("ana", "show", "k", "--json").payload["window"]["waiting"]
    late, awaited = ("ana", "Ben") if waiting == ["blue"] else ("ben", "Ana")
    assert f"waiting for {awaited}" in club.lpbe(late, "order", "k", "bid 1").err


@pytest.mark.parametrize(
    ("lang", "typed", "near"), [("fr", "slect card 4", "select"), ("en", "chosir carte 4", "choisir")]
)
def test_a_mistyped_word_of_either_language_is_recognised(tmp_path: Path, lang: str, typed: str, near: str) -> None:
    club = Club(tmp_path, ("red", "blue"))
    club.give_key("ana")
    seats = ["--seats", "red,blue", "--as", "red", "--bot", "blue"]
    club.do("ana", "new", "k", "--game", "living-planet", *seats, "--lang", lang)
    club.do("ana", "run", "k")
    club.do("ana", "ready", "k")
    club.do("ana", "run", "k")
    assert f" {near} ?" in club.lpbe("ana", "order", "k", typed).err.replace("?", " ?").replace("  ", " ")
    wrong = club.lpbe("ana", "order", "k", "place H02 at #1").err
    assert not any(each in wrong for each in ("like #1", "comme #1")) and "#1" in wrong.splitlines()[1], wrong


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_mail_on_standard_output_is_nothing_but_the_mail(tmp_path: Path, lang: str) -> None:
    """The terms go to the other stream: `lpbe join ... --mail-to ADDRESS | sendmail -t` sends no terms as headers."""
    club = begin_game(tmp_path, "--lang", lang)
    to = ("--mail-to", "ana@example.org")
    joined = club.lpbe("ben", "join", "k", "--seat", "blue", "--name", "Ben", "--code", code_of(club), *to)
    check_mail(joined.out)
    assert joined.err.strip()
    (club.root / "k" / "inbox" / "join.toml").write_text(joined.out)
    club.do("ana", "run", "k")
    ready = club.lpbe("ben", "ready", "k", *to)
    check_mail(ready.out)
    assert ready.err.strip()


def check_mail(text: str) -> None:
    head, _, body = text.partition("\n\n")
    assert [line.partition(":")[0] for line in head.splitlines()] == ["To", "Subject"]
    assert body.startswith("-----BEGIN LPBE ORDER-----\n") and body.endswith("-----END LPBE ORDER-----\n")
    assert set("".join(body.splitlines()[1:-1])) <= set(ascii_letters + digits + "+/=")
