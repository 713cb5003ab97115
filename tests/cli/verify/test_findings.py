"""What `verify` reports about a correct game and an unfinished one, and in which words."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path
from types import FrameType

import msgspec
import pytest
from msgspec.structs import replace

from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.letters.note import NoteArgs
from lpbe.kernel.crypto import sshsig
from lpbe.kernel.gamedir.gamedir import dump_game
from lpbe.kernel.schemas.audit_answers import VerifyAnswer
from tests import letter_types

from ...independent_verifier.answers import ANSWERS, second
from ..conftest import STAGES, Stages
from ..world.club import Club, identity
from ..world.forged_history import HistoryForger, people, put_game, put_log, verify, with_public


def test_a_verdict_has_stable_keys(stages: Stages) -> None:
    for stage in ("new", "bids", "finished", "open", "held", "kept"):
        msgspec.convert(verify(stages(stage)).payload, VerifyAnswer)


@pytest.mark.parametrize("stage", sorted(STAGES))
@pytest.mark.parametrize("with_log", [True, False])
def test_the_second_verifier_says_the_same(club_at: Stages, stage: str, with_log: bool) -> None:
    club = club_at(stage)
    if not with_log:
        club.log.unlink()
    assert second(club.mars) == (ANSWERS[verify(club).status], "")


@pytest.mark.parametrize(
    ("stage", "status", "words"),
    [
        ("bids", 3, "draws and hidden choices could not be checked"),
        ("finished", 0, "every step was replayed"),
        ("kept", 3, "trust the referee for the end and the scores"),
        ("held", 3, "Green is played by the bot random@1"),
        ("open", 0, "unsigned: an open game proves what was played, but not by whom"),
    ],
)
def test_it_says_what_a_level_shows_and_what_it_does_not(stages: Stages, stage: str, status: int, words: str) -> None:
    answer = stages(stage).lpbe("eve", "verify", "mars")
    assert (answer.status, answer.err) == (status, "")
    assert words in answer.out


def test_a_game_without_its_log_is_told_to_prove_little(club_at: Stages) -> None:
    club = club_at("finished")
    club.log.unlink()
    answer = club.lpbe("eve", "verify", "mars")
    assert answer.status == 3
    assert "without the log, nothing shows how the game got here" in answer.out
    assert "not disclosed" not in answer.out
    assert {"end", "history"} <= set(verify(club).payload["unproven"])


def test_it_is_told_in_french(stages: Stages) -> None:
    answer = stages("kept").lpbe("eve", "verify", "mars", env={"LPBE_LANG": "fr"})
    assert "le secret n'est pas dévoilé : l'issue et les scores reposent sur la seule parole de l'arbitre" in answer.out


def test_it_writes_no_file_unless_it_is_told_where(club_at: Stages) -> None:
    club = club_at("finished")
    put_log(club, club.log.read_bytes().splitlines()[:-2])
    before = sorted(club.root.rglob("*"))
    assert club.lpbe("eve", "verify", "mars").status == 4
    assert sorted(club.root.rglob("*")) == before
    club.lpbe("eve", "verify", "mars", "--evidence", "proof.json")
    assert (club.root / "proof.json").exists()


def test_each_signature_is_checked_once(stages: Stages) -> None:
    """Genesis, every head, every letter: nothing is checked again when the game is replayed."""
    club, calls = stages("finished"), []

    def count(frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and frame.f_code is sshsig.verify.__code__:
            calls.append(frame)

    sys.setprofile(count)
    try:
        status = verify(club).status
    finally:
        sys.setprofile(None)
    steps = club.game.state.seq
    assert (status, len(calls)) == (0, 1 + (steps + 1) + steps)


def test_a_log_one_entry_short_is_unfinished(club_at: Stages) -> None:
    club = club_at("finished")
    whole = club.log.read_bytes()
    put_log(club, whole.splitlines()[:-1])
    answer = verify(club)
    assert (answer.status, answer.payload["unfinished"], answer.payload["level"]) == (3, True, 2)
    assert "to repair it: lpbe run" in club.lpbe("eve", "verify", "mars").out
    club.run()
    assert club.log.read_bytes() == whole
    assert verify(club).status == 0


@pytest.mark.parametrize("part", [1, 40, -1])
def test_a_torn_last_line_is_unfinished(club_at: Stages, part: int) -> None:
    club = club_at("bids")
    *lines, last = club.log.read_bytes().splitlines()
    club.log.write_bytes(b"".join(line + b"\n" for line in lines) + last[:part])
    answer = verify(club)
    assert (answer.status, answer.payload["unfinished"]) == (3, True)


def test_a_new_game_without_a_line_is_unfinished(club_at: Stages) -> None:
    club = club_at("new")
    put_game(club, HistoryForger(club).follow(0).game)
    club.log.write_bytes(b"")
    (club.mars / "reports" / "000001.txt").unlink(missing_ok=True)
    assert (verify(club).status, verify(club).payload["unfinished"]) == (3, True)


def test_two_entries_short_is_a_cut_log(club_at: Stages) -> None:
    club = club_at("finished")
    put_log(club, club.log.read_bytes().splitlines()[:-2])
    assert (verify(club).status, verify(club).code) == (4, "E_STATE_LOG")


def test_an_unfinished_step_is_checked_all_the_same(club_at: Stages) -> None:
    club = club_at("finished")
    put_log(club, club.log.read_bytes().splitlines()[:-1])
    put_game(club, with_public(club.game, disclosed=["77" * 32]))
    assert (verify(club).status, verify(club).code) == (4, "E_AUDIT_SEED")


@pytest.mark.parametrize("back", [1, 4])
def test_a_game_file_put_back_is_a_rollback(club_at: Stages, back: int) -> None:
    club = club_at("finished")
    put_game(club, HistoryForger(club).follow(club.game.state.seq - back).game)
    assert (verify(club).status, verify(club).code) == (4, "E_ROLLBACK")


def test_conflict_markers_are_told_as_that(club_at: Stages) -> None:
    club = club_at("bids")
    lines = club.log.read_bytes().splitlines()
    put_log(club, [*lines[:-1], b"<<<<<<< HEAD", lines[-1], b"=======", lines[-1], b">>>>>>> theirs"])
    answer = verify(club)
    assert answer.status == 6 and "conflict markers" in answer.payload["message"]
    put_log(club, lines)
    text = dump_game(club.game, "game.toml")
    (club.mars / "game.toml").write_bytes(b"<<<<<<< HEAD\n" + text + b"=======\n" + text + b">>>>>>> theirs\n")
    answer = verify(club)
    assert answer.status == 6 and "conflict markers" in answer.payload["message"]


def unassigned_character() -> str:
    """Return a character that this Python does not know; a newer one may."""
    return next(chr(code) for code in range(0x370, 0x2FFF) if unicodedata.category(chr(code)) == "Cn")


def test_a_character_of_a_newer_unicode_convicts_nobody(club_at: Stages) -> None:
    club = club_at("bidding")
    letter = replace(
        letter_types.note_letter(club.game, "blue", "hello", 0), args=NoteArgs(f"hello {unassigned_character()}")
    )
    forger = HistoryForger(club).follow(club.game.state.seq)
    forger.force(player_view.sign(identity("ben"), letter)).publish()
    assert verify(club).status == 3
    forger.play_on(people(club)).publish()
    assert verify(club).status == 0


def test_a_name_of_a_newer_unicode_convicts_nobody(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "a")
    ben, code = identity("ben"), club.secret.invitation("blue")
    letter = letter_types.join_letter(club.game, "blue", ben, f"Be{unassigned_character()}n", "en", code)
    HistoryForger(club).follow(club.game.state.seq).force(player_view.sign(ben, letter)).publish()
    assert verify(club).status == 3
