"""Several processes at once in one game folder: each order is applied once, and nobody gets in another's way."""

from __future__ import annotations

import fcntl
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from lpbe.cli.error_reporting import EXITS
from lpbe.kernel.base.errors import Busy
from lpbe.kernel.disk import folders

from ...size_limits import sizes
from ..world.forked_commands import Done, Server, clean_environment, finish, run_real, start
from ..world.interrupted_run import (
    NONCE,
    Club,
    lasting_files,
    leftovers,
    log_orders,
    refused_ids,
    tree,
    unreported_files,
)

BEGIN = ["--game", "pebbles", "--seats", "red,blue", "--bot", "red", "--bot", "blue", "--nonce", NONCE, "--json"]

# The command line with a clock of its own, on which half a minute passes at once.
HASTY = """
import time
real = time.monotonic
time.monotonic = lambda: 1000 * real()
from lpbe.__main__ import main
main()
"""


def good(done: Done) -> Done:
    assert (done.code, done.err) == (0, ""), done
    return done


@contextmanager
def hold_lock(folder: Path) -> Iterator[None]:
    """The folder as another process sees it while a run is going on."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        yield
    finally:
        os.close(handle)


# Two runs


def race_runs(club: Club, work: Path, times: int) -> None:
    for number in range(times):
        folder = club.copy(work / str(number))
        racers = [club.start(folder), club.start(folder)]
        answer = [good(finish(racer)).json() for racer in racers]
        applied = [item["order"] for one in answer for item in one["applied"]]
        assert sorted(applied) == sorted(set(log_orders(folder)) - set(log_orders(club.folder)))
        assert len(applied) == len(set(applied))
        assert tree(folder) == club.after
        assert leftovers(folder) == []
        assert club.server.call(club.host, "verify", folder).code in (0, 3)


@sizes("times", 2, 50)
def test_two_runs_at_once_apply_each_order_once(table: Club, tmp_path: Path, times: int) -> None:
    race_runs(table, tmp_path, times)


@sizes("times", 1, 10)
def test_two_runs_at_once_play_one_game(bots: Club, tmp_path: Path, times: int) -> None:
    race_runs(bots, tmp_path, times)


@sizes("times", 1, 20)
def test_one_order_applied_in_place_by_two_at_once_counts_once(single: Club, tmp_path: Path, times: int) -> None:
    for number in range(times):
        folder = single.copy(tmp_path / str(number))
        racers = [single.start(folder), single.start(folder)]
        ends = [finish(racer) for racer in racers]
        assert sorted(end.code for end in ends) == [0, 5]
        assert [end.json()["code"] for end in ends if end.code] == ["E_ORDER_STALE"]
        assert tree(folder) == single.after


@sizes("times", 1, 20)
def test_a_run_and_an_apply_at_once_apply_each_order_once(
    table: Club, single: Club, tmp_path: Path, times: int
) -> None:
    for number in range(times):
        folder = table.copy(tmp_path / str(number))
        racers = [table.start(folder), single.start(folder)]
        run, apply = (finish(racer) for racer in racers)
        good(run)
        assert apply.code in (0, 5)
        applied = log_orders(folder)
        assert len(applied) == len(set(applied))
        check_all_dealt_with(table, folder)


@sizes("times", 1, 20)
def test_a_folder_in_which_two_begin_a_game_at_once_has_one(
    server: Server, bots: Club, tmp_path: Path, times: int
) -> None:
    for number in range(times):
        folder = tmp_path / str(number)
        racers = [start(bots.host, "new", folder, *BEGIN), start(bots.host, "new", folder, *BEGIN[:-3], "--json")]
        ends = [finish(racer) for racer in racers]
        assert sorted(end.code for end in ends) == [0, 6], ends
        [begun] = [end.json() for end in ends if end.code == 0]
        [late] = [end.json() for end in ends if end.code == 6]
        assert late["code"] == "E_FILE_EXISTS"
        assert server.do(bots.host, "show", folder)["game"] == begun["game"]
        server.do(bots.host, "run", folder)
        server.do(bots.host, "verify", folder)


# Players and a run


def drop_while_running(club: Club, folder: Path, rng: random.Random) -> None:
    """Drop orders into the inbox, whole but at any moment, while one run after another is going on."""
    waiting = sorted((club.folder / "inbox").iterdir())
    for path in waiting:
        (folder / "inbox" / path.name).unlink()
    rng.shuffle(waiting)
    runs = [club.start(folder)]
    for path in waiting:
        time.sleep(rng.uniform(0, 0.1))
        scratch = folder / "inbox" / f".{path.name}.1.0.tmp"
        scratch.write_bytes(path.read_bytes())
        scratch.rename(folder / "inbox" / path.name)
        if rng.random() < 0.5:
            runs.append(club.start(folder))
    for run in [*runs, club.start(folder)]:
        good(finish(run))


def check_all_dealt_with(club: Club, folder: Path) -> None:
    """Check that every order is in the log or kept with a receipt, and none is in the inbox."""
    applied, now, refused = log_orders(folder), tree(folder), refused_ids(folder)
    kept = [data for name, data in lasting_files(now).items() if name.startswith("refused/")]
    assert len(applied) == len(set(applied))
    assert not [name for name in now if name.startswith("inbox/")]
    for name, order in club.orders.items():
        held = (club.folder / "inbox" / name).read_bytes() in kept
        assert order in applied or (held and (order in refused or name == "unsigned.toml")), name
    assert unreported_files(folder) == []
    assert len([name for name in now if name.endswith(".junk")]) == 2
    assert {club.orders[name] for name in ("1-blue-0.toml", "2-red-0.toml", "2-green-0.toml")} <= set(applied)
    assert club.server.call(club.host, "verify", folder).code == 3


@sizes("times", 1, 40)
def test_orders_that_come_in_during_a_run_are_dealt_with_once(table: Club, tmp_path: Path, times: int) -> None:
    rng = random.Random(3)
    for number in range(times):
        folder = table.copy(tmp_path / str(number))
        drop_while_running(table, folder, rng)
        check_all_dealt_with(table, folder)


@sizes("times", 1, 20)
def test_players_order_while_the_host_runs(table: Club, tmp_path: Path, times: int) -> None:
    homes = {"red": table.host, "blue": table.host.parent / "ben", "green": table.host.parent / "cleo"}
    for number in range(times):
        folder = table.copy(tmp_path / str(number))
        for path in (folder / "inbox").iterdir():
            path.unlink()
        before = len(log_orders(folder))
        players = {
            seat: start(home, "order", folder, f"bid coins={coins}", "--json")
            for coins, (seat, home) in enumerate(homes.items())
        }
        runs = [start(table.host, "run", folder, "--json") for _ in range(2)]
        for process in [*players.values(), *runs]:
            good(finish(process))
        good(run_real(table.host, "run", folder, "--json"))
        entries = [json.loads(line) for line in (folder / "log.jsonl").read_bytes().splitlines()][before + 1 :]
        seats = [entry["order"]["seat"] for entry in entries if entry["order"]["window"] == 2]
        assert sorted(seats) == ["blue", "green", "red"]
        assert not list((folder / "refused").glob("*"))
        table.server.do(table.host, "verify", folder, code=3)


def test_whoever_looks_during_a_run_sees_a_whole_game(bots: Club, tmp_path: Path) -> None:
    folder = bots.copy(tmp_path / "venus")
    run, seen = bots.start(folder), []
    while run.poll() is None:
        answer = bots.server.do(bots.host, "show", folder)
        report = bots.server.do(bots.host, "report", folder)
        assert answer["seq"] <= report["seq"]
        seen.append(answer["seq"])
    good(finish(run))
    assert seen == sorted(seen)
    assert tree(folder) == bots.after


def test_verifying_during_a_run_raises_no_false_alarm(bots: Club, tmp_path: Path) -> None:
    folder = bots.copy(tmp_path / "venus")
    run, ends = bots.start(folder), []
    while run.poll() is None:
        ends.append(bots.server.call(bots.host, "verify", folder, "--json"))
    good(finish(run))
    assert ends and {end.code for end in ends} <= {0, 3}


# Waiting for each other


def test_a_run_waits_for_another_to_end(table: Club, tmp_path: Path) -> None:
    folder = table.copy(tmp_path / "mars")
    with hold_lock(folder):
        run = table.start(folder)
        with pytest.raises(subprocess.TimeoutExpired):
            run.wait(0.7)
        assert tree(folder) == tree(table.folder)
    table.check_complete(folder, good(finish(run)))


def test_who_waits_too_long_is_told_to_come_again(table: Club, tmp_path: Path) -> None:
    folder = table.copy(tmp_path / "mars")
    with hold_lock(folder), pytest.raises(Busy) as caught, folders.lock(str(folder), wait=0.2):
        pass
    assert caught.value.code == "E_BUSY"
    assert EXITS[Busy] == 75


@pytest.mark.parametrize("command", ["run", "apply"])
def test_half_a_minute_is_too_long(table: Club, single: Club, tmp_path: Path, command: str) -> None:
    club = single if command == "apply" else table
    folder = club.copy(tmp_path / "mars")
    environment = {**clean_environment(), "XDG_CONFIG_HOME": str(club.host)}
    words = [sys.executable, "-c", HASTY, *map(str, club.words(folder))]
    with hold_lock(folder):
        done = subprocess.run(words, env=environment, capture_output=True, text=True)
    check_busy(Done(done.returncode, done.stdout, done.stderr), folder)
    assert tree(folder) == tree(club.folder)
    club.check_complete(folder, club.call(folder))


@pytest.mark.soak
def test_half_a_minute_by_the_clock_is_too_long(table: Club, tmp_path: Path) -> None:
    folder = table.copy(tmp_path / "mars")
    with hold_lock(folder):
        check_busy(finish(table.start(folder)), folder)
    table.check_complete(folder, table.call(folder))


def check_busy(done: Done, folder: Path) -> None:
    answer = done.json()
    assert (done.code, answer["code"], answer["file"]) == (75, "E_BUSY", str(folder))
    assert answer["hint"] == "wait until it has finished, then try again"


def test_many_runs_wait_in_turn(table: Club, tmp_path: Path) -> None:
    folder = table.copy(tmp_path / "mars")
    ends: list[Done] = []
    with hold_lock(folder):
        runs = [table.start(folder) for _ in range(5)]
    waiters = [threading.Thread(target=lambda run=run: ends.append(finish(run))) for run in runs]
    for waiter in waiters:
        waiter.start()
    for waiter in waiters:
        waiter.join()
    answer = [good(end).json() for end in ends]
    assert sorted(len(one["applied"]) for one in answer)[:4] == [0, 0, 0, 0]
    table.check_complete(folder, ends[0])
