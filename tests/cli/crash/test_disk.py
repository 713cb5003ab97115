"""A process that finds the disk full or broken says so and loses nothing."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from ...size_limits import every
from ..world.forked_commands import Done, Server
from ..world.interrupted_run import (
    BEGIN,
    Club,
    begin_again,
    check_clear,
    complete,
    fill_disk,
    leftovers,
    make_key,
    pinned_club,
    tree,
)
from ..world.interrupted_sender import BROKEN


@every(29, 1)
@pytest.mark.parametrize("way", ["full", "once"])
def test_a_run_on_a_full_disk_says_so_and_loses_nothing(table: Club, tmp_path: Path, way: str, every: int) -> None:
    fill_disk(table, tmp_path, way, range(1, len(table.trace.seen) + 1, every))


def test_a_limit_on_the_size_of_files_is_as_clear_as_a_full_disk(table: Club, tmp_path: Path) -> None:
    game, log = len(table.after["game.toml"]), len(table.after["log.jsonl"])
    for limit in (0, 100, 1000, log // 2, game // 2, game - 1):
        folder = table.copy(tmp_path / str(limit))
        check_clear(table.call(folder, limit=limit))
        assert leftovers(folder) == []
        table.check_halfway(folder)
        complete(table, folder)


@every(3, 9)
def test_a_log_that_may_not_grow_stops_the_run_and_not_the_order(bots: Club, tmp_path: Path, every: int) -> None:
    """In a long game the log is larger than the game file, so writing it fails after the step already counts."""
    log = len(bots.after["log.jsonl"])
    for limit in range(log // 2, log, log // every):
        folder = bots.copy(tmp_path / str(limit))
        done = bots.call(folder, limit=limit)
        check_clear(done)
        assert done.json()["file"].endswith("log.jsonl")
        bots.check_halfway(folder)
        complete(bots, folder)


@every(7, 1)
def test_apply_on_a_full_disk_says_so_and_loses_nothing(single: Club, tmp_path: Path, every: int) -> None:
    fill_disk(single, tmp_path, "full", range(1, len(single.trace.seen) + 1, every))


def test_a_game_begun_on_a_full_disk_can_be_begun_again_or_gone_on_with(server: Server, tmp_path: Path) -> None:
    host = make_key(tmp_path / "host", 5)
    trace = server.trace(host, "new", tmp_path / "whole", *BEGIN)
    for at in range(1, len(trace.seen) + 1, 5):
        folder = tmp_path / str(at)
        check_clear(server.call(host, "new", folder, *BEGIN, "--json", at=at, way="full"))
        begin_again(server, host, folder)
        server.do(host, "run", folder)
        server.do(host, "verify", folder, code=3)


def test_an_order_for_which_there_is_no_room_is_not_filed(table: Club, tmp_path: Path) -> None:
    folder = table.copy(tmp_path / "mars")
    before = tree(folder)
    for limit in (0, 1000):
        green = table.host.parent / "cleo"
        check_clear(table.server.call(green, "order", folder, "bid coins=3", "--json", limit=limit))
        assert (tree(folder), leftovers(folder)) == (before, [])


@every(61, 1)
def test_an_order_that_cannot_be_read_for_once_is_not_refused(table: Club, tmp_path: Path, every: int) -> None:
    """A failing disk is not the sender's fault."""
    for at in count(1, every):
        folder = table.copy(tmp_path / str(at))
        done = table.call(folder, at=at, way="unread")
        if done.code == 0:
            break
        check_clear(done)
        table.check_halfway(folder)
        complete(table, folder)
    assert at > 6 * len(table.orders)
    table.check_complete(folder, done)


@every(467, 5)
def test_a_run_whose_disk_fails_at_any_call_says_so_and_loses_nothing(table: Club, tmp_path: Path, every: int) -> None:
    """Including calls that only look, and those of the pin."""
    calls = pinned_club(table, tmp_path / "measured").trace_all()
    for number in range(every // 2, len(BROKEN) * len(calls), every):
        at, way = number // len(BROKEN), BROKEN[number % len(BROKEN)]
        club = pinned_club(table, tmp_path / f"{at}-{way}")
        folder = club.host.parent / "mars"
        done = club.call(folder, at=at + 1, way=way, pins=True)
        assert done.code == 0 or (done.code, done.json()["code"][:7], done.err) == (6, "E_FILE_", ""), (calls[at], done)
        assert leftovers(folder) == [] or calls[at][0] == "unlink"
        left = [item["file"] for item in (done.json()["refused"] if done.code == 0 else []) if not item.get("kept")]
        if left or (way == "EACCES" and "/inbox/" in calls[at][1]):
            assert way == "EACCES" and all((folder / "inbox" / name).is_file() for name in left)
            club.server.do(club.host, "run", folder, pins=True)
            assert list((folder / "inbox").iterdir()) == []
        else:
            club.check_halfway(folder)
            club.check_complete(folder, club.call(folder, pins=True))
        assert club.server.call(club.host, "verify", folder).code in (0, 3)


def fail_at(table: Club, work: Path, call: str, ending: str, way: str) -> tuple[Club, Path, Done]:
    """Let the first call of a run on such a file fail."""
    calls = pinned_club(table, work / "measured").trace_all()
    at = next(n for n, (name, path) in enumerate(calls, 1) if name == call and path.endswith(ending))
    club = pinned_club(table, work / "failed")
    folder = club.host.parent / "mars"
    return club, folder, club.call(folder, at=at, way=way, pins=True)


def test_a_letter_that_the_host_may_not_read_stays_and_stops_nobody(table: Club, tmp_path: Path) -> None:
    club, folder, done = fail_at(table, tmp_path, "open", "inbox/2-red-0.toml", "EACCES")
    [left] = [item for item in done.json()["refused"] if "kept" not in item]
    assert (left["file"], left["code"]) == ("2-red-0.toml", "E_FILE_ACCESS")
    assert [item["seat"] for item in done.json()["applied"]] == ["green", "blue", "green"]
    assert club.server.do(club.host, "run", folder, pins=True)["applied"][0]["seat"] == "red"


@pytest.mark.parametrize("way", BROKEN)
def test_receipts_that_cannot_be_looked_up_are_no_orders_fault(table: Club, tmp_path: Path, way: str) -> None:
    club, folder, done = fail_at(table, tmp_path, "stat", "mars/refused", way)
    assert (done.code, done.json()["code"]) == (6, "E_FILE_ACCESS" if way == "EACCES" else "E_FILE_IO")
    club.check_halfway(folder)
    club.check_complete(folder, club.call(folder, pins=True))


@pytest.mark.parametrize("way", ["EIO", "EACCES"])
def test_a_pin_that_cannot_be_looked_up_is_not_taken_for_none(table: Club, tmp_path: Path, way: str) -> None:
    """Otherwise it would be written again, and a game that was put back would be accepted."""
    _, folder, done = fail_at(table, tmp_path, "stat", ".json", way)
    assert (done.code, tree(folder)) == (6, tree(table.folder))
    assert "--no-pin" in done.json()["hint"]


def test_a_wrong_time_on_the_command_line_is_not_the_orders_fault(server: Server, tmp_path: Path) -> None:
    host = make_key(tmp_path / "host", 5)
    folder = tmp_path / "mars"
    server.do(host, "new", folder, *BEGIN, "--pace", "2d", "--now", "2026-01-01T08:00:00Z")
    before = tree(folder)
    server.do(host, "run", folder, "--now", "tomorrow", code=6)
    assert tree(folder) == before
