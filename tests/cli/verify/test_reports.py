"""Reports on disk are compared with the log: each must equal the rendering of its step."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from lpbe import __version__
from lpbe.kernel.gamedir.gamedir import dump_game

from ..conftest import DAYS, Stages
from ..world.cheating_referee import put_log, verify
from ..world.club import HOST, Answer, Club

STATUS = {"finished": 0, "open": 0, "paced": 3, "kept": 3, "held": 3, "replacing": 3}


def report(club: Club, seq: int) -> Path:
    return club.mars / "reports" / f"{seq:06}.txt"


def check_told(answer: Answer, seq: int) -> None:
    """Check for exit code 4, with the error code, the file and the step."""
    assert (answer.status, answer.code) == (4, "E_REPORT"), answer
    assert answer.payload["file"] == f"mars/reports/{seq:06}.txt"
    assert f"step {seq}:" in answer.payload["message"]


@pytest.mark.parametrize("stage", STATUS)
def test_the_reports_of_an_honest_game_are_all_found_true(stages: Stages, stage: str) -> None:
    club = stages(stage)
    answer = verify(club)
    assert answer.status == STATUS[stage], answer
    assert answer.payload["reports"] == club.game.state.seq + 1 == len(club.files("reports"))


def test_a_report_may_be_written_again_from_the_game_file(club_at: Stages) -> None:
    """An interrupted run leaves the report to the next one, which knows the step only from its file."""
    club = club_at("finished")
    last = report(club, club.game.state.seq)
    written = last.read_bytes()
    last.unlink()
    assert club.run()["mended"] == [f"mars/reports/{last.name}"]
    assert last.read_bytes() == written
    assert verify(club).status == 0


FALSE: tuple[Callable[[bytes], bytes], ...] = (
    lambda text: text.replace(b"a", b"e", 1),
    lambda text: text + b"\n",
    lambda text: text[:-1],
    lambda text: b"\xff" + text[1:],
)


@pytest.mark.parametrize("stage", ["finished", "open", "paced"])
def test_a_changed_report_is_named_with_its_step(club_at: Stages, stage: str) -> None:
    club = club_at(stage)
    last = club.game.state.seq
    for seq in sorted({0, last // 3, last // 2, last}):
        written = report(club, seq).read_bytes()
        report(club, seq).write_bytes(FALSE[seq % 4](written))
        with club.untouched():
            check_told(verify(club), seq)
        report(club, seq).write_bytes(written)
    assert verify(club).status == STATUS[stage]


def test_the_report_of_another_step_is_found(club_at: Stages) -> None:
    club = club_at("finished")
    shutil.copy(report(club, 8), report(club, 9))
    check_told(verify(club), 9)


def test_a_person_is_told_which_report_is_false(club_at: Stages) -> None:
    club = club_at("finished")
    report(club, 7).write_text("Red has won.\n")
    answer = club.shell("eve", "verify", "mars")
    assert answer.status == 4
    assert answer.err.startswith("mars/reports/000007.txt: step 7: ")
    assert "[E_REPORT]" in answer.err


def of_another_version(club: Club, seq: int) -> None:
    text = report(club, seq).read_text()
    assert text.endswith(f"\nlpbe {__version__}\n")
    report(club, seq).write_text(text.replace(f"lpbe {__version__}", "lpbe 0.0.9").replace("Red", "Rot"))


def test_a_report_of_another_version_is_named_and_not_judged(club_at: Stages) -> None:
    """A newer program may word things differently; so may a liar who names one: it never counts as checked."""
    club = club_at("finished")
    of_another_version(club, 7)
    answer = club.shell("eve", "verify", "mars")
    assert (answer.status, answer.err) == (3, "")
    assert "reports by another version of lpbe, not checked: step 7" in answer.out
    result = verify(club).payload
    assert (result["complete"], result["unchecked_reports"]) == (False, [7])


def test_reports_can_be_left_out_and_it_is_said(club_at: Stages) -> None:
    club = club_at("finished")
    of_another_version(club, 7)
    report(club, 9).write_text("Red has won.\n")
    answer = club.lpbe("eve", "verify", "mars", "--ignore-reports")
    assert (answer.status, answer.err) == (3, ""), "not all was checked"
    assert "reports were not checked, as you asked" in answer.out


@pytest.mark.parametrize("signed", ["lpbe", "lpbe ", "lpbe ../..", "LPBE 0.0.9"])
def test_what_no_version_signs_is_false(club_at: Stages, signed: str) -> None:
    club = club_at("finished")
    report(club, 7).write_text(f"Red has won.\n\n{signed}\n")
    check_told(verify(club), 7)


def test_a_huge_report_is_false_unread(club_at: Stages) -> None:
    club = club_at("finished")
    with report(club, 7).open("wb") as file:
        file.truncate(1 << 40)
    check_told(verify(club), 7)


def test_a_report_that_is_not_judged_is_counted_apart(club_at: Stages) -> None:
    club = club_at("finished")
    report(club, 7).write_text("All lies.\n\nlpbe 9.9.9\n")
    result = verify(club).payload
    assert (result["reports"], result["unchecked"]) == (club.game.state.seq, 1)


def test_a_false_report_proves_nothing_against_anybody(club_at: Stages) -> None:
    club = club_at("finished")
    report(club, 7).write_text("Red has won.\n")
    assert verify(club).code == "E_REPORT"
    assert not (club.root / "proof.json").exists()


def test_a_missing_or_empty_report_is_no_fault(club_at: Stages) -> None:
    club = club_at("finished")
    report(club, 3).unlink()
    report(club, 5).write_bytes(b"")
    assert verify(club).status == 0
    shutil.rmtree(club.mars / "reports")
    answer = verify(club)
    assert (answer.status, answer.payload["reports"]) == (0, 0)


def test_a_report_of_a_step_that_never_was_is_found(club_at: Stages) -> None:
    club = club_at("bidding")
    beyond = club.game.state.seq + 1
    shutil.copy(report(club, 1), report(club, beyond))
    check_told(verify(club), beyond)


def test_other_files_beside_the_reports_are_no_fault(club_at: Stages) -> None:
    club = club_at("finished")
    for name in ("notes.txt", "12.txt", "0000012.txt", "000001.txt.orig", "000099.md", ".000099.txt"):
        (club.mars / "reports" / name).write_text("mine\n")
    answer = verify(club)
    assert (answer.status, answer.payload["reports"]) == (0, club.game.state.seq + 1)


def test_what_is_false_in_the_log_is_told_before_what_is_false_in_a_report(club_at: Stages) -> None:
    club = club_at("finished")
    report(club, 0).write_text("Red has won.\n")
    put_log(club, club.log.read_bytes().splitlines()[:-2])
    assert verify(club).code == "E_STATE_LOG"


def test_without_a_log_no_report_is_checked(club_at: Stages) -> None:
    club = club_at("finished")
    report(club, 0).write_text("Red has won.\n")
    club.log.unlink()
    answer = verify(club)
    assert (answer.status, answer.payload["reports"]) == (3, 0)


def test_a_report_tells_the_secret_only_from_the_step_that_disclosed_it(club_at: Stages) -> None:
    """The steps before a disclosure are rendered without the secret."""
    club = club_at("kept")
    club.do(HOST, "disclose", "mars")
    club.run()
    answer = verify(club)
    assert (answer.status, answer.payload["reports"]) == (0, club.game.state.seq + 1)


def test_the_reports_of_a_game_with_deadlines_are_found_true_to_its_end(club_at: Stages) -> None:
    club = club_at("paced")
    club.play_on(40, "--now", DAYS[2])
    answer = verify(club)
    assert (answer.status, answer.payload["reports"]) == (0, club.game.state.seq + 1)


def test_a_report_does_not_depend_on_how_a_file_orders_its_keys(club_at: Stages) -> None:
    club = club_at("finished")
    last = report(club, club.game.state.seq)
    written = last.read_bytes()
    (club.mars / "game.json").write_bytes(dump_game(club.game, "game.json"))
    (club.mars / "game.toml").unlink()
    last.unlink()
    club.run()
    assert last.read_bytes() == written
