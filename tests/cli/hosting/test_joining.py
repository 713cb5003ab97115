"""Joining: terms in words, refused joins explained to whoever sent them, and keys that are made on the way."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace

from lpbe.app.creating.terms import terms_lines
from lpbe.kernel.chain.letters.join import join_letter
from lpbe.kernel.chain.player_view import sign
from lpbe.kernel.gamedir.inbox import dump_letter

from ..conftest import Stages
from ..world.club import HOST, LPBE, Club, identity

WRONG = "AAAAA-AAAAA-AAAAA-AAAAA"


def code_for(club: Club, seat: str) -> str:
    return str(club.do(HOST, "invite", "mars")["invitations"][seat])


def join(club: Club, who: str, seat: str, code: str = "", *options: str) -> None:
    club.do(who, "join", "mars", "--seat", seat, "--code", code or code_for(club, seat), *options)


@pytest.fixture
def club(club_at: Stages) -> Club:
    return club_at("new")


@pytest.fixture
def mistyped_join(club: Club) -> Club:
    """Ben mistyped his invitation."""
    join(club, "ben", "blue", WRONG)
    club.run()
    return club


# a refused join


def test_the_joiner_is_told_why(mistyped_join: Club) -> None:
    for command in (["todo", "."], ["report", "mars"]):
        result = " ".join(mistyped_join.lpbe("ben", *command).out.split())
        assert "our request to join as Blue was refused: the invitation code is wrong [E_ORDER_INVITE]" in result
        assert "ask the host for one: lpbe invite" in result
    item = mistyped_join.do("ben", "todo", ".")["games"][0]
    assert (item["wants"], item["question"]) == ("answer", "join")


def test_the_joiner_is_told_in_the_language_of_the_game(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "french", "--lang", "fr")
    join(club, "ben", "blue", WRONG)
    club.run()
    assert (
        "l'invitation est fausse" in club.lpbe("ben", "todo", ".").out
        or "a été refusée" in club.lpbe("ben", "todo", ".").out
    )


def test_nobody_else_is_told_why(mistyped_join: Club) -> None:
    for who in (HOST, "cleo", "eve"):
        result = mistyped_join.lpbe(who, "report", "mars").out
        assert "A request to join as Blue was refused: E_ORDER_INVITE" in result
        assert "code is wrong" not in result
        assert "refused" not in mistyped_join.lpbe(who, "todo", ".").out


def test_who_has_asked_again_or_sits_is_told_no_longer(mistyped_join: Club) -> None:
    join(mistyped_join, "ben", "blue")
    assert "refused" not in mistyped_join.lpbe("ben", "todo", ".").out
    mistyped_join.run()
    assert "refused" not in mistyped_join.lpbe("ben", "todo", ".").out
    assert "code is wrong" not in mistyped_join.lpbe("ben", "report", "mars").out


def test_of_many_refused_joins_three_are_told(club: Club) -> None:
    for number, who in enumerate(("ben", "cleo", "dan", "eve")):
        for seat in ("blue", "green"):
            letter = join_letter(club.game, seat, identity(who), who.capitalize(), "en", WRONG, number)
            (club.inbox / f"{who}-{seat}.toml").write_bytes(dump_letter(sign(identity(who), letter), "x.toml"))
    club.run()
    result = club.lpbe("red", "report", "mars").out
    assert result.count("was refused: E_ORDER_INVITE") == 3
    assert not any(who.capitalize() in result for who in ("ben", "cleo", "dan", "eve"))


def test_names_of_refused_joins_are_told_nobody(club: Club) -> None:
    join(club, "eve", "blue", WRONG, "--name", "Shouting")
    club.run()
    for who in (HOST, "ben"):
        assert "Shouting" not in club.lpbe(who, "report", "mars").words
    assert "Shouting" not in "".join(path.read_text() for path in (club.mars / "reports").iterdir())


def test_junk_where_letters_are_kept_is_passed_over(mistyped_join: Club) -> None:
    for number in range(100):
        (mistyped_join.mars / "refused" / f"{number:016}-0-blue-0.toml").write_text("junk")
    (mistyped_join.mars / "refused" / "000000.toml").write_text("sig = 5\n")
    assert mistyped_join.lpbe("ben", "report", "mars").status == 0
    assert "code is wrong" in mistyped_join.lpbe("ben", "todo", ".").out


# a key that is made


def keyless(club: Club) -> Path:
    """Return a club where Ben has no key, and where his key would be."""
    path = club.home("ben") / "lpbe" / "key"
    shutil.rmtree(club.home("ben"))
    return path


@pytest.mark.parametrize(
    "words",
    [
        ["--seat", "blue"],
        ["--seat", "violet", "--code", WRONG],
        ["--seat", "blue", "--code", WRONG, "--name", "\u202e"],
        ["--seat", "blue", "--code", WRONG, "-o", "nowhere/letter.toml"],
    ],
    ids=["no code", "no such seat", "no name", "no place"],
)
def test_a_join_that_fails_leaves_no_key_behind(club: Club, words: list[str]) -> None:
    keyless(club)
    with club.untouched():
        assert club.lpbe("ben", "join", "mars", *words).status in (2, 6)
    assert not club.home("ben").exists()


def test_a_key_stays_with_the_letter_that_it_signed(club: Club) -> None:
    """The letter is in the inbox; only the answer could not be printed."""
    path = keyless(club)
    command = [*LPBE, "join", "mars", "--seat", "blue", "--code", code_for(club, "blue"), "--json"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, cwd=club.root, env=club.environment("ben"), stdout=full, check=False)
    assert done.returncode == 6
    assert (club.inbox / "0-blue-0.toml").is_file() == path.is_file()
    assert club.lpbe("ben", "join", *command[len(LPBE) + 1 :]).status == 0
    assert [item["seat"] for item in club.run()["applied"]] == ["red", "blue"]


def test_a_key_that_was_made_is_announced(club: Club) -> None:
    path = keyless(club)
    words = ["join", "mars", "--seat", "blue", "--code", code_for(club, "blue")]
    answer = club.lpbe("ben", *words)
    assert str(path) in answer.out
    assert "back it up" in answer.out
    assert path.stat().st_mode & 0o777 == 0o600
    assert "back it up" not in club.lpbe("ben", *words).words


def test_a_key_is_announced_beside_a_letter_on_standard_output(club: Club) -> None:
    path = keyless(club)
    answer = club.lpbe("ben", "join", "mars", "--seat", "blue", "--code", code_for(club, "blue"), "-o", "-")
    assert str(path) in answer.err
    assert answer.out.startswith("sig") or answer.out.startswith("[")
    assert "back it up" not in answer.out
    assert club.game.state.game in answer.err


# which game, by which terms


def test_join_names_the_game_first(club: Club) -> None:
    answer = club.lpbe("ben", "join", "mars", "--seat", "blue", "--code", code_for(club, "blue"))
    lines = answer.out.splitlines()
    assert lines[0] == f"game {club.game.state.game}"
    assert "ssh-ed25519" in lines[1]
    assert lines[-1].endswith("0-blue-0.toml")
    result = club.do("ben", "join", "mars", "--seat", "blue", "--code", code_for(club, "blue"))
    assert result["terms"] == lines[:-1]


def test_new_join_and_ready_tell_the_same_terms(club_at: Stages) -> None:
    club = club_at("joined")
    game = club.game
    terms = terms_lines(game.genesis, game.state, "en")
    assert len(terms) > 6
    ready = club.do("ben", "ready", "mars")["terms"]
    assert [line for line in ready if line in terms] == terms
    assert ready[-3:] == ["Red: Ana", "Blue: Ben", "Green: Cleo"]
    assert club.do("ben", "show", "mars")["terms"] == terms
    other = club.do(HOST, "new", "venus", "--game", "pebbles", "--seats", "red,blue", "--as", "red")
    assert "there are no deadlines" in other["terms"]


def terms_of(club: Club, lang: str = "en") -> str:
    return "\n".join(terms_lines(club.game.genesis, club.game.state, lang))


def test_all_that_can_be_agreed_is_told(tmp_path: Path) -> None:
    time = ["--pace", "2d", "--bot-after", "3", "--now", "2026-11-01T08:00:00Z"]
    club = Club.begin(tmp_path / "club", *time, "--keep-secret", "--bot", "green=greedy", "--with", "moss")
    result = terms_of(club)
    for part in ("2 days", "give a seat to a bot: 3", "'greedy', version 2", "trust the host", "void", "Moss"):
        assert part in result, part
    assert "disclosed" not in result
    french = terms_of(club, "fr")
    assert len(french.splitlines()) == len(result.splitlines())
    assert not set(french.splitlines()) & set(result.splitlines())


def test_a_host_whose_own_vote_is_enough_decides_alone(tmp_path: Path) -> None:
    two = Club.begin(tmp_path / "two", seats=("red", "blue"))
    assert "seats that the host alone can give to another person or key: Blue" in terms_of(two)
    assert "(votes needed: 1 of 1), the host can give these seats to another person or key: Red" in terms_of(two)
    none = Club.begin(tmp_path / "none", "--quorum", "0")
    assert "seats that the host alone can give to another person or key: Red, Blue, Green" in terms_of(none)
    one = Club.begin(tmp_path / "one", "--quorum", "1")
    assert "seats that the host alone can give to another person or key: Blue, Green" in terms_of(one)


def test_draws_without_another_person_are_called_unfair(tmp_path: Path) -> None:
    bots = Club.begin(tmp_path / "bots", "--bot", "blue", "--bot", "green")
    assert "not protected against the host" in terms_of(bots)
    people = Club.begin(tmp_path / "people", "--bot", "green")
    assert "not protected against the host" not in terms_of(people)
    state = people.game.state
    mail = replace(state, seats=[replace(s, held="mail") if s.id == "blue" else s for s in state.seats])
    lines = terms_lines(people.game.genesis, mail, "en")
    assert any("Blue plays by e-mail" in line and "no vote" in line for line in lines)
    assert any("not protected against the host" in line for line in lines)


def test_an_open_game_says_that_it_is_one(club_at: Stages) -> None:
    result = terms_of(club_at("open"))
    assert "an open game" in result
    assert "referee" not in result


# games that never started


def test_games_of_a_host_that_never_started_are_counted(club: Club) -> None:
    """A host who starts game after game until the draws suit is noticed by those who joined them."""
    words = ["join", "mars", "--seat", "blue", "--code", code_for(club, "blue")]
    assert "never saw start" not in club.lpbe("ben", *words).out
    for name in ("venus", "earth"):
        result = club.do(HOST, "new", name, "--game", "pebbles", "--seats", "red,blue", "--as", "red")
        club.do("ben", "join", name, "--seat", "blue", "--code", result["invitations"]["blue"])
    assert "never saw start: 2" in club.lpbe("ben", *words).out
    assert "never saw start" not in club.lpbe("cleo", "join", "mars", "--seat", "green", "--code", WRONG).out
    join(club, "cleo", "green")
    club.run()
    assert any("never saw start: 2" in line for line in club.do("ben", "ready", "mars")["terms"])


def test_games_of_others_and_games_that_started_are_not_counted(club_at: Stages) -> None:
    club = club_at("bidding")
    result = club.do("eve", "new", "venus", "--game", "pebbles", "--seats", "red,blue", "--as", "red")
    code = result["invitations"]["blue"]
    assert "never saw start" not in club.lpbe("ben", "join", "venus", "--seat", "blue", "--code", code).out
    club.do("ben", "show", "mars")
    result = club.do(HOST, "new", "earth", "--game", "pebbles", "--seats", "red,blue", "--as", "red")
    code = result["invitations"]["blue"]
    assert "never saw start" not in club.lpbe("ben", "join", "earth", "--seat", "blue", "--code", code).out


def test_a_mistyped_invitation_is_refused_where_it_is_typed(tmp_path: Path) -> None:
    club = Club(tmp_path / "typed", ("red", "blue", "green"))
    for who in ("ana", "ben", "cleo"):
        club.give_key(who)
    begun = club.do(HOST, "new", "mars", "--game", "pebbles", "--seats", "red,blue,green", "--as", "red")
    codes = begun["invitations"]
    good = codes["blue"]
    swapped = good[1] + good[0] + good[2:] if good[0] != good[1] else ("A" if good[0] != "A" else "B") + good[1:]
    for wrong in (swapped, codes["green"], good[:-4], good + "X"):
        with club.untouched():
            answer = club.lpbe("ben", "join", "mars", "--seat", "blue", "--code", wrong, "--json")
            assert (answer.status, answer.code) == (5, "E_ORDER_INVITE"), (wrong, answer)
    club.do("ben", "join", "mars", "--seat", "blue", "--code", good.lower().replace("-", " "))
    club.do("cleo", "join", "mars", "--seat", "green", "--code", codes["green"][:-3])
    assert club.run()["refused"] == [], "a code without check letters, from an older version, is still good"


def test_a_game_that_has_begun_cannot_be_joined_and_says_so(club_at: Stages) -> None:
    club = club_at("bids")
    with club.untouched():
        answer = club.lpbe("dora", "join", "mars", "--seat", "blue", "--code", "x")
    assert answer.status == 5 and "this game is full" in answer.err, answer
