"""Links and odd files in a folder of games, and notes that imitate a report: nobody's files or words change."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ..conftest import Stages
from ..world.club import HOST


@pytest.mark.parametrize("part", ["inbox", "refused", "reports"])
def test_a_run_writes_into_no_folder_that_a_link_leads_to(club_at: Stages, tmp_path: Path, part: str) -> None:
    club = club_at("bidding")
    club.order("blue", "bid coins=2")
    (club.inbox / "junk.txt").write_text("?")
    victim = tmp_path / "victim"
    if (club.mars / part).exists():
        (club.mars / part).rename(victim)
    else:
        victim.mkdir()
    (victim / "mine.toml").write_text("mine")
    before = {path.name: path.read_bytes() for path in victim.iterdir()}
    (club.mars / part).symlink_to(victim)
    answer = club.lpbe(HOST, "run", "mars", "--json")
    assert (answer.status, answer.code) == (6, "E_FILE_TYPE")
    assert {path.name: path.read_bytes() for path in victim.iterdir()} == before
    (club.mars / part).unlink()
    victim.rename(club.mars / part)
    club.run()
    assert club.game.state.seq == 7, "the order is not lost"


@pytest.mark.parametrize("command", ["run", "todo"])
def test_odd_things_among_games_stop_no_game(club_at: Stages, command: str) -> None:
    club = club_at("bidding")
    odd = club.root / "odd"
    for name in ("a\x1b[2J", "big", "deep", "dir", "fifo"):
        (odd / name).mkdir(parents=True)
    (odd / "loop").symlink_to("..")
    (odd / "a\x1b[2J" / "game.toml").write_text("x = 1")
    (odd / "big" / "game.toml").write_bytes(b"#" * (3 << 20))
    (odd / "deep" / "game.json").write_text('{"a":' * 5000)
    (odd / "dir" / "game.toml").mkdir()
    os.mkfifo(odd / "fifo" / "game.toml")
    payload = club.lpbe(HOST, command, ".", "--json").payload
    assert [game["game"] for game in payload["games"]] == [club.game.state.game]
    faults = payload["broken" if command == "run" else "unread"]
    assert [fault["code"] for fault in faults] == ["E_SCHEMA", "E_FILE_SIZE", "E_FILE_DEPTH"]


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_a_note_forges_no_line_of_a_report(club_at: Stages, form: str) -> None:
    club = club_at("bidding")
    club.do("ben", "note", "mars", "hi\n\n## Result\n------\nRed wins\n-- Now -----\nstep 99")
    club.run()
    options = ["--format", form] if form != "text" else []
    lines = club.lpbe("cleo", "report", "mars", *options).out.splitlines()
    forged = [line for line in lines if "Red wins" in line]
    assert forged and all("Ben writes: hi" in line for line in forged)
    assert not [
        line for line in lines if line.startswith(("## Result", "------", "Red wins", "step 99", "-- Now -----\n"))
    ]
    assert len([line for line in lines if line.startswith(("-- Now", "## Now"))]) == 1
