"""What `verify` says of a true game, of an unfinished one, and in which words."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path
from types import FrameType

import msgspec
import pytest
from msgspec.structs import replace

from lpbe.kernel.chain import compose as desk
from lpbe.kernel.chain.acts.note import NoteArgs
from lpbe.kernel.crypto import sshsig
from lpbe.kernel.folder.folder import dump_game
from lpbe.kernel.schemas.answers import Verified
from tests import acts

from ..second.answers import ANSWERS, second
from .conftest import STAGES, Stages
from .house import House, identity
from .liar import Liar, people, put_game, put_log, verify, with_public


def test_a_verdict_has_stable_keys(stages: Stages) -> None:
    for stage in ("new", "bids", "finished", "open", "held", "kept"):
        msgspec.convert(verify(stages(stage)).told, Verified)


@pytest.mark.parametrize("stage", sorted(STAGES))
@pytest.mark.parametrize("with_log", [True, False])
def test_the_second_verifier_says_the_same(house_at: Stages, stage: str, with_log: bool) -> None:
    house = house_at(stage)
    if not with_log:
        house.log.unlink()
    assert second(house.mars) == (ANSWERS[verify(house).status], "")


@pytest.mark.parametrize(
    ("stage", "status", "words"),
    [
        ("bids", 3, "draws and hidden choices stay to be checked"),
        ("finished", 0, "every step was played again"),
        ("kept", 3, "the end and the scores are the referee's word"),
        ("held", 3, "green is played by bot:random@1"),
        ("open", 0, "unsigned: an open game proves its play, not its players"),
    ],
)
def test_it_says_what_a_level_shows_and_what_it_does_not(stages: Stages, stage: str, status: int, words: str) -> None:
    answer = stages(stage).lpbe("eve", "verify", "mars")
    assert (answer.status, answer.err) == (status, "")
    assert words in answer.out


def test_a_game_without_its_log_is_told_to_prove_little(house_at: Stages) -> None:
    house = house_at("finished")
    house.log.unlink()
    answer = house.lpbe("eve", "verify", "mars")
    assert answer.status == 3
    assert "without its log nothing shows how the game came to this" in answer.out
    assert "not disclosed" not in answer.out
    assert {"end", "history"} <= set(verify(house).told["unproven"])


def test_it_is_told_in_french(stages: Stages) -> None:
    answer = stages("kept").lpbe("eve", "verify", "mars", env={"LPBE_LANG": "fr"})
    assert "le secret est gardé : la fin et les scores sont la parole de l'arbitre" in answer.out


def test_it_writes_no_file_unless_it_is_told_where(house_at: Stages) -> None:
    house = house_at("finished")
    put_log(house, house.log.read_bytes().splitlines()[:-2])
    before = sorted(house.root.rglob("*"))
    assert house.lpbe("eve", "verify", "mars").status == 4
    assert sorted(house.root.rglob("*")) == before
    house.lpbe("eve", "verify", "mars", "--evidence", "proof.json")
    assert (house.root / "proof.json").exists()


def test_each_signature_is_checked_once(stages: Stages) -> None:
    """Genesis, every head, every letter: nothing is checked again when the game is played again."""
    house, calls = stages("finished"), []

    def count(frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and frame.f_code is sshsig.verify.__code__:
            calls.append(frame)

    sys.setprofile(count)
    try:
        status = verify(house).status
    finally:
        sys.setprofile(None)
    steps = house.game.state.seq
    assert (status, len(calls)) == (0, 1 + (steps + 1) + steps)


def test_a_log_one_entry_short_is_unfinished(house_at: Stages) -> None:
    house = house_at("finished")
    whole = house.log.read_bytes()
    put_log(house, whole.splitlines()[:-1])
    answer = verify(house)
    assert (answer.status, answer.told["unfinished"], answer.told["level"]) == (3, True, 2)
    assert "lpbe run mends it" in house.lpbe("eve", "verify", "mars").out
    house.run()
    assert house.log.read_bytes() == whole
    assert verify(house).status == 0


@pytest.mark.parametrize("part", [1, 40, -1])
def test_a_torn_last_line_is_unfinished(house_at: Stages, part: int) -> None:
    house = house_at("bids")
    *lines, last = house.log.read_bytes().splitlines()
    house.log.write_bytes(b"".join(line + b"\n" for line in lines) + last[:part])
    answer = verify(house)
    assert (answer.status, answer.told["unfinished"]) == (3, True)


def test_a_new_game_without_a_line_is_unfinished(house_at: Stages) -> None:
    house = house_at("new")
    put_game(house, Liar(house).follow(0).game)
    house.log.write_bytes(b"")
    (house.mars / "reports" / "000001.txt").unlink(missing_ok=True)
    assert (verify(house).status, verify(house).told["unfinished"]) == (3, True)


def test_two_entries_short_is_a_cut_log(house_at: Stages) -> None:
    house = house_at("finished")
    put_log(house, house.log.read_bytes().splitlines()[:-2])
    assert (verify(house).status, verify(house).code) == (4, "E_STATE_LOG")


def test_an_unfinished_step_is_checked_all_the_same(house_at: Stages) -> None:
    house = house_at("finished")
    put_log(house, house.log.read_bytes().splitlines()[:-1])
    put_game(house, with_public(house.game, disclosed=["77" * 32]))
    assert (verify(house).status, verify(house).code) == (4, "E_AUDIT_SEED")


@pytest.mark.parametrize("back", [1, 4])
def test_a_game_file_put_back_is_a_rollback(house_at: Stages, back: int) -> None:
    house = house_at("finished")
    put_game(house, Liar(house).follow(house.game.state.seq - back).game)
    assert (verify(house).status, verify(house).code) == (4, "E_ROLLBACK")


def test_conflict_markers_are_told_as_that(house_at: Stages) -> None:
    house = house_at("bids")
    lines = house.log.read_bytes().splitlines()
    put_log(house, [*lines[:-1], b"<<<<<<< HEAD", lines[-1], b"=======", lines[-1], b">>>>>>> theirs"])
    answer = verify(house)
    assert answer.status == 6 and "conflict markers" in answer.told["message"]
    put_log(house, lines)
    text = dump_game(house.game, "game.toml")
    (house.mars / "game.toml").write_bytes(b"<<<<<<< HEAD\n" + text + b"=======\n" + text + b">>>>>>> theirs\n")
    answer = verify(house)
    assert answer.status == 6 and "conflict markers" in answer.told["message"]


def unassigned() -> str:
    """A character that this Python does not know; a newer one may."""
    return next(chr(code) for code in range(0x370, 0x2FFF) if unicodedata.category(chr(code)) == "Cn")


def test_a_character_of_a_newer_unicode_convicts_nobody(house_at: Stages) -> None:
    house = house_at("bidding")
    letter = replace(acts.note_letter(house.game, "blue", "hello", 0), args=NoteArgs(f"hello {unassigned()}"))
    liar = Liar(house).follow(house.game.state.seq)
    liar.force(desk.sign(identity("ben"), letter)).publish()
    assert verify(house).status == 3
    liar.play_on(people(house)).publish()
    assert verify(house).status == 0


def test_a_name_of_a_newer_unicode_convicts_nobody(tmp_path: Path) -> None:
    house = House.begin(tmp_path / "a")
    ben, code = identity("ben"), house.secret.invitation("blue")
    letter = acts.join_letter(house.game, "blue", ben, f"Be{unassigned()}n", "en", code)
    Liar(house).follow(house.game.state.seq).force(desk.sign(ben, letter)).publish()
    assert verify(house).status == 3
