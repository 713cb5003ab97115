"""A process that dies loses nothing; the next one completes its work."""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from itertools import count
from pathlib import Path
from subprocess import Popen

import pytest

from lpbe.kernel.gamedir.gamedir import load, locate

from ...size_limits import every, sizes
from ..world.forked_commands import KILLED, Server, finish
from ..world.interrupted_run import (
    BEGIN,
    Club,
    begin_again,
    complete,
    kill,
    leftovers,
    make_key,
    own_state,
    pinned_club,
    pinned_steps,
    tree,
)


@every(23, 1)
def test_a_run_killed_at_any_instant_is_completed_by_the_next(table: Club, tmp_path: Path, every: int) -> None:
    for at, way in table.trace.instants[::every]:
        folder = table.copy(tmp_path / f"{at}-{way}")
        kill(table, folder, at, way)
        complete(table, folder)


@every(61, 1)
def test_the_pin_of_a_run_that_was_killed_is_a_step_behind_at_most(table: Club, tmp_path: Path, every: int) -> None:
    """It is never ahead, which would stop the game; and a step that it does not know cannot be undone unnoticed."""
    measured = pinned_club(table, tmp_path / "measured")
    trace = table.server.trace(measured.host, "run", measured.host.parent / "mars", pins=True)
    for at, way in trace.instants[every // 2 :: every]:
        club = pinned_club(table, tmp_path / f"{at}-{way}")
        folder = club.host.parent / "mars"
        assert club.call(folder, at=at, way=way, pins=True).code == KILLED
        club.check_halfway(folder)
        step = load(locate(str(folder))).state.seq
        assert set(pinned_steps(club)) <= {step - 1, step}
        club.check_complete(folder, club.call(folder, pins=True))
        assert pinned_steps(club) == [load(locate(str(folder))).state.seq]


@every(11, 1)
@pytest.mark.parametrize(
    ("change", "file", "way"),
    [("replace", "game.toml", "die"), ("write", "log.jsonl", "tear"), ("open", ".tmp", "die")],
)
def test_a_repair_killed_at_any_instant_is_completed_by_the_next(
    table: Club, tmp_path: Path, change: str, file: str, way: str, every: int
) -> None:
    """Once the game file counts, or in the middle of a line of the log, or with a file just begun."""
    first = table.trace.where(change, file) + (way == "die")
    broken = table.copy(tmp_path / "broken")
    kill(table, broken, first, way)
    halfway = table.halfway(broken)
    for at, again in halfway.trace.instants[: 14 if every > 1 else None : every]:
        folder = halfway.copy(tmp_path / f"{at}-{again}")
        kill(table, folder, at, again)
        complete(table, folder)


@every(7, 1)
def test_apply_killed_at_any_instant_is_completed_by_the_next(single: Club, tmp_path: Path, every: int) -> None:
    for at, way in single.trace.instants[::every]:
        folder = single.copy(tmp_path / f"{at}-{way}")
        kill(single, folder, at, way)
        complete(single, folder)


def test_a_lone_game_file_is_the_old_or_the_new_one_when_apply_is_killed(table: Club, tmp_path: Path) -> None:
    order = table.folder / "inbox" / "2-red-0.toml"
    before = (table.folder / "game.toml").read_bytes()
    lone = tmp_path / "lone.toml"
    lone.write_bytes(before)
    trace = table.server.trace(table.host, "apply", lone, order)
    after = lone.read_bytes()
    found = []
    for at, way in trace.instants:
        lone.write_bytes(before)
        assert table.server.call(table.host, "apply", lone, order, at=at, way=way).code == KILLED
        found.append(lone.read_bytes())
    assert found == [before] * (len(found) - 1) + [after]


@every(13, 1)
def test_a_game_whose_beginning_was_killed_can_be_begun_again_or_gone_on_with(
    server: Server, tmp_path: Path, every: int
) -> None:
    host = make_key(tmp_path / "host", 5)
    trace = server.trace(host, "new", tmp_path / "whole", *BEGIN)
    server.do(host, "run", tmp_path / "whole")
    whole = tree(tmp_path / "whole")
    ends = Counter[str]()
    for at, way in trace.instants[::every]:
        folder = tmp_path / f"{at}-{way}"
        assert server.call(host, "new", folder, *BEGIN, at=at, way=way).code == KILLED
        ends[begin_again(server, host, folder)] += 1
        server.do(host, "run", folder)
        if "red" in server.do(host, "show", folder)["window"]["waiting"]:
            server.do(host, "join", folder)
            server.do(host, "run", folder)
        assert (tree(folder), [name for name in leftovers(folder) if "inbox" not in name]) == (whole, [])
        assert list(server.do(host, "invite", folder)["invitations"]) == ["green"]
    assert set(ends) == {"begun", "there"}


def test_a_game_file_whose_log_was_never_begun_gets_it_from_apply(server: Server, tmp_path: Path) -> None:
    """Named by its file instead of its folder, a game that has just started is not a lone file."""
    host = make_key(tmp_path / "host", 5)
    trace = server.trace(host, "new", tmp_path / "whole", *BEGIN)
    folder = tmp_path / "mars"
    at = trace.where("replace", "game.toml") + 1
    assert server.call(host, "new", folder, *BEGIN, at=at).code == KILLED
    server.do(host, "join", folder, "-o", tmp_path / "join.toml", "--seat", "red")
    server.do(host, "apply", folder / "game.toml", tmp_path / "join.toml")
    assert len((folder / "log.jsonl").read_bytes().splitlines()) == 2
    server.do(host, "verify", folder, code=3)


def test_a_key_that_was_being_made_is_whole_or_not_there(server: Server, tmp_path: Path) -> None:
    def home(name: str) -> Path:
        (tmp_path / name).mkdir()
        return tmp_path / name

    trace = server.trace(home("whole"), "new", tmp_path / "game", *BEGIN)
    last = trace.where("replace", "game.toml")
    kept = 0
    for at, way in [instant for instant in trace.instants if instant[0] <= last]:
        host = home(f"{at}-{way}")
        assert server.call(host, "new", tmp_path / f"game-{at}-{way}", *BEGIN, at=at, way=way).code == KILLED
        shown = server.call(host, "key", "show", "--json")
        assert shown.code == 0 or shown.json()["code"] == "E_KEY_MISSING"
        server.do(host, "new", tmp_path / f"again-{at}-{way}", *BEGIN)
        if shown.code == 0:
            assert server.do(host, "key", "show") == shown.json()
            kept += 1
    assert 0 < kept < last


@pytest.mark.parametrize("command", ["order", "policy", "ready"])
def test_no_half_order_lies_in_the_inbox(table: Club, tmp_path: Path, command: str) -> None:
    green = table.host.parent / "cleo"
    words = {"order": ["bid coins=3"], "policy": [str(green / "policy.toml")], "ready": []}[command]
    folder = table.copy(tmp_path / "mars")
    for path in (folder / "inbox").iterdir():
        path.unlink()
    if command == "ready":
        folder = ready_window(table, tmp_path)

    trace = table.server.trace(green, command, folder, *words)
    [(name, whole)] = tree(folder / "inbox").items()
    for at, way in trace.instants:
        (folder / "inbox" / name).unlink(missing_ok=True)
        assert table.server.call(green, command, folder, *words, at=at, way=way).code == KILLED
        assert tree(folder / "inbox") in ({}, {name: whole})
        table.server.do(green, command, folder, *words)
        names = list(tree(folder / "inbox"))
        assert name in names and (command == "policy" or names == [name])
        for other in names:
            (folder / "inbox" / other).unlink()
    (folder / "inbox" / name).write_bytes(whole)
    scratch = leftovers(folder)
    assert scratch and all(name.startswith("inbox/.") for name in scratch)
    done = table.server.do(table.host, "run", folder)
    assert ([item["seat"] for item in done["applied"]][:1], done["refused"]) == (["green"], [])
    assert leftovers(folder) == scratch


def ready_window(table: Club, work: Path) -> Path:
    """Return a game in which everybody has joined and nobody is ready."""
    host, folder = table.host, work / "early"
    begun = table.server.do(host, "new", folder, "--game", "pebbles", "--seats", "red,green", "--as", "red")
    table.server.do(host.parent / "cleo", "join", folder, "--seat", "green", "--code", begun["invitations"]["green"])
    table.server.do(host, "run", folder)
    return folder


def kill_at_random(club: Club, work: Path, kills: int) -> None:
    """Real processes; each folder is hit once or several times in a row before it may recover."""
    rng = random.Random(kills)
    begun = time.monotonic()
    assert finish(club.start(club.copy(work / "measured"))).code == 0
    duration = time.monotonic() - begun
    died = 0
    for number in count():
        folder = club.copy(work / str(number))
        for _ in range(rng.randint(1, 3)):
            process = club.start(folder)
            wait_somewhat(process, folder, rng, duration)
            process.kill()
            done = finish(process)
            assert done.code in (KILLED, 0, 5) and not done.err, done
            died += done.code == KILLED
            club.check_halfway(folder)
        club.check_complete(folder, finish(club.start(folder)))
        if died >= kills:
            return


def wait_somewhat(process: Popen[str], folder: Path, rng: random.Random, duration: float) -> None:
    """Wait until any moment, or, as often, one soon after writing has begun: most of the time passes before that."""
    if rng.random() < 0.5:
        time.sleep(rng.uniform(0, duration))
        return
    known = set(os.listdir(folder))
    while process.poll() is None and known.issuperset(os.listdir(folder)):
        pass
    time.sleep(rng.uniform(0, 0.01))


@sizes("kills", 1, 150)
def test_a_run_killed_at_random_moments_is_completed_by_the_next(table: Club, tmp_path: Path, kills: int) -> None:
    kill_at_random(table, tmp_path, kills)


@sizes("kills", 1, 100)
def test_apply_killed_at_random_moments_is_completed_by_the_next(single: Club, tmp_path: Path, kills: int) -> None:
    kill_at_random(single, tmp_path, kills)


@sizes("kills", 1, 250)
def test_a_long_run_killed_at_random_moments_is_completed_by_the_next(bots: Club, tmp_path: Path, kills: int) -> None:
    kill_at_random(bots, tmp_path, kills)


@every(300, 3)
def test_a_whole_game_killed_at_any_instant_is_completed_by_the_next(bots: Club, tmp_path: Path, every: int) -> None:
    for at, way in bots.trace.instants[every // 2 :: every]:
        folder = bots.copy(tmp_path / f"{at}-{way}")
        kill(bots, folder, at, way)
        complete(bots, folder)
        assert (own_state(folder) / "lpbe" / "runs" / "runs.json").is_file()
