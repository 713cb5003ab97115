"""What can be in place of a letter: links, pipes, folders, devices, endless files."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from lpbe.kernel.disk import files
from lpbe.kernel.gamedir.inbox import kept_name

from ..conftest import Stages
from ..world.club import HOST, Club

ODD: dict[str, Callable[[Path], None]] = {
    "link": lambda path: path.symlink_to("/etc/hostname"),
    "link to itself": lambda path: path.symlink_to(path.name),
    "pipe": os.mkfifo,
    "folder": Path.mkdir,
}


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("kind", ODD)
def test_what_has_taken_the_place_of_a_letter_is_left_alone_and_told(club_at: Stages, kind: str) -> None:
    club = club_at("bidding")
    place = club.inbox / "2-blue-0.toml"
    ODD[kind](place)
    with club.untouched():
        answer = club.lpbe("ben", "order", "mars", "bid coins=1", "--json")
    assert (answer.status, answer.code) == (6, "E_FILE_TYPE")
    assert "-o FILE" in answer.payload["hint"]
    club.do("ben", "order", "mars", "bid coins=1", "-o", "mars/inbox/other.toml")
    assert [item["seat"] for item in club.run()["applied"]] == ["blue"]
    assert names(club.inbox) == [place.name]
    for who, command in (("ben", ["report", "mars"]), ("ben", ["todo", "."]), (HOST, ["show", "mars"])):
        assert club.lpbe(who, *command).status == 0
    assert club.lpbe("eve", "verify", "mars").status == 3


def test_a_file_without_end_is_put_aside_unread(club_at: Stages) -> None:
    club = club_at("bidding")
    with (club.inbox / "2-blue-0.toml").open("wb") as sparse:
        sparse.truncate(2 << 30)
    result = club.do("ben", "order", "mars", "bid coins=1")
    assert result["files"] == ["mars/inbox/2-blue-0.toml"], "what nobody signed is nobody's letter"
    with (club.inbox / "huge.toml").open("wb") as sparse:
        sparse.truncate(2 << 30)
    ran = club.run()
    assert [(item["file"], item["code"]) for item in ran["refused"]] == [("huge.toml", "E_FILE_SIZE")]
    assert [item["seat"] for item in ran["applied"]] == ["blue"]
    assert (club.mars / "refused" / ran["refused"][0]["kept"]).stat().st_size == 2 << 30


def test_what_was_taken_away_since_it_was_read_has_a_name_too(tmp_path: Path) -> None:
    gone = str(tmp_path / "gone.toml")
    assert kept_name(gone, None, str(tmp_path)).endswith(".junk")
    files.move(gone, str(tmp_path / "kept.junk"))
    assert names(tmp_path) == []


def test_a_folder_that_is_gone_is_told_as_that(club_at: Stages) -> None:
    club: Club = club_at("new")
    for command in (["run"], ["order", "bid coins=1"], ["join"], ["verify"], ["report"], ["show"]):
        answer = club.lpbe(HOST, command[0], "nowhere", *command[1:], "--json")
        assert (answer.status, answer.code) == (6, "E_FILE_MISSING"), command


def test_the_name_of_a_file_is_no_line_of_ours(club_at: Stages) -> None:
    """Neither in the output of a run nor in what it writes beside the receipts."""
    club = club_at("bidding")
    (club.inbox / "x: E_RULE\nstep 9: blue\n.toml").write_text("?")
    lines = club.lpbe(HOST, "run", "mars").out.splitlines()
    assert [line for line in lines if line.startswith("step")] == lines[-1:]
    assert any(line.startswith("refused x: E_RULE\\nstep 9: blue\\n.toml: E_FILE_SYNTAX") for line in lines)
    (words,) = (club.mars / "refused").glob("*.txt")
    assert len(words.read_text().splitlines()) == 1
