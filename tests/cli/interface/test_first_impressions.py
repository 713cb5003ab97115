"""What people ran into when they tried it: links, names, batches that fail in the middle, readers who go away."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ..conftest import Stages
from ..world.club import HOST, Club, run_here

LPBE = [sys.executable, "-m", "lpbe"]


def call_command(args: list[str], folder: Path) -> tuple[int, str]:
    """Return the exit code of a command, and what it complains of."""
    status, _, complaints = run_here(args, folder, {"XDG_CONFIG_HOME": str(folder / "home")}, b"")
    return status, complaints.decode()


@pytest.mark.parametrize("name", ["inbox", "refused", "reports"])
def test_a_folder_of_a_game_that_is_a_link_is_left_alone(club_at: Stages, name: str) -> None:
    """Git can contain links: one must not make the host's run read, write or delete files elsewhere."""
    club = club_at("bidding")
    club.order("blue", "bid 1")
    victim = club.root / "victim"
    victim.mkdir()
    (victim / "pyproject.toml").write_text("x = 1")
    folder = club.mars / name
    if folder.exists():
        folder.rename(club.root / "away")
    folder.symlink_to(victim)
    (club.mars / "inbox" / "junk.toml").write_text("x = [") if name == "refused" else None
    answer = club.shell(HOST, "run", "mars", "--json")
    assert (answer.status, answer.code) == (6, "E_FILE_TYPE")
    assert [path.name for path in victim.iterdir()] == ["pyproject.toml"]


def test_a_name_is_looked_at_before_anything_is_written(tmp_path: Path) -> None:
    args = ["new", "mars", "--game", "pebbles", "--seats", "red,blue", "--as", "red", "--name", "O'Neil"]
    assert call_command(args, tmp_path)[0] == 6
    assert not (tmp_path / "mars").exists()


def test_a_seat_that_does_not_play_is_told_apart_from_one_that_is_not(tmp_path: Path) -> None:
    args = ["new", "mars", "--game", "pebbles", "--seats", "red,blue", "--open", "--bot"]
    assert "--seats lists: red, blue" in call_command([*args, "green"], tmp_path)[1]
    assert "seats of pebbles: red, blue, green, yellow" in call_command([*args, "pink"], tmp_path)[1]


def test_an_order_for_another_question_is_told_what_is_asked_and_what_would_answer(stages: Stages) -> None:
    answer = stages("bidding").lpbe("ben", "try", "mars", "dig")
    assert answer.status == 5
    assert answer.err.startswith("'dig' does not answer the question: bid [E_ORDER_KIND]\n  possible answers: 'bid 0'")


def test_a_refusal_names_the_order_of_the_batch(stages: Stages) -> None:
    answer = stages("turn").lpbe("ben", "try", "mars", "end turn", "dig", "dig")
    assert answer.status == 0 and "dig; dig" in answer.out, "red is asked before them"
    hand = stages("turn").do("ben", "show", "mars")["screen"]["hand"]["pebbles"]
    answer = stages("turn").lpbe("ben", "try", "mars", f"lay {hand[0]}; lay {hand[0]}; end turn")
    assert answer.status == 5
    assert answer.err.startswith(f"order 2 of 3, 'lay {hand[0]}': ")


def test_orders_are_filtered_in_either_language(stages: Stages) -> None:
    club = stages("turn")
    english, french = (club.do("ben", "legal", "mars", word)["texts"] for word in ("end", "finir"))
    assert english == french == ["end turn"]


@pytest.mark.parametrize(
    "command", [["rules", "pebbles"], ["simulate", "--game", "pebbles", "--players", "2", "--games", "1"]]
)
def test_a_reader_who_goes_away_is_no_fault(command: list[str], tmp_path: Path) -> None:
    with subprocess.Popen([*LPBE, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path) as process:
        assert process.stdout and process.stderr
        process.stdout.close()
        result = process.stderr.read()
        assert (process.wait(), result) == (0, b"")


def test_a_folder_without_a_log_is_reported_as_far_as_it_goes(club_at: Stages) -> None:
    club: Club = club_at("turn")
    (club.mars / "log.jsonl").unlink()
    result = club.lpbe("ben", "report", "mars")
    assert result.status == 0 and "Without the log, this only covers the last step." in result.out


def test_who_must_be_ready_is_told_how(stages: Stages) -> None:
    result = stages("joined").lpbe("ben", "report", "mars").out
    assert "lpbe ready GAME" in result and "nothing to answer" not in result


def test_who_has_answered_by_policy_is_told_so(club_at: Stages) -> None:
    """For the others the seat is still awaited."""
    club = club_at("bidding")
    (club.root / "policy.toml").write_text("[pebbles]\nbid = 1\n")
    club.do("ben", "policy", "mars", "policy.toml")
    club.run()
    club.order("red", "bid 0")
    club.run()
    assert "blue" in club.game.state.window.waiting
    result = " ".join(club.lpbe("ben", "report", "mars").out.split())
    assert "Your turn: " not in result and "You can change it until everybody has answered" in result
