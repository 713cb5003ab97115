"""A process that dies, is stopped or finds the disk full loses nothing; the next one completes its work."""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from subprocess import Popen

import pytest

from .crash_house import (
    CHANGED,
    KILLED,
    NONCE,
    Done,
    House,
    Server,
    build_bots,
    build_single,
    build_table,
    fingerprint,
    finish,
    leftovers,
    log_orders,
    make_key,
    run_real,
    tree,
)

PARTS = 4
BEGIN = ["--game", "pebbles", "--seats", "red,blue,green", "--as", "red", "--bot", "blue", "--nonce", NONCE]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.close()


@pytest.fixture(scope="module")
def table(server: Server, tmp_path_factory: pytest.TempPathFactory) -> House:
    return build_table(server, tmp_path_factory.mktemp("table"))


@pytest.fixture(scope="module")
def bots(server: Server, tmp_path_factory: pytest.TempPathFactory) -> House:
    return build_bots(server, tmp_path_factory.mktemp("bots"))


@pytest.fixture(scope="module")
def single(table: House, tmp_path_factory: pytest.TempPathFactory) -> House:
    return build_single(table, tmp_path_factory.mktemp("single"))


def complete(house: House, folder: Path) -> None:
    house.check_complete(folder, house.call(folder))


def kill(house: House, folder: Path, at: int, way: str) -> None:
    assert house.call(folder, at=at, way=way).code == KILLED
    house.check_halfway(folder)


def check_clear(done: Done) -> None:
    """The disk is at fault, and it is said so."""
    told = done.json()
    assert (done.code, told["code"], done.err) == (6, "E_FILE_IO", "")
    assert told["message"].endswith(("No space left on device", "File too large", "Input/output error"))
    assert told["file"]


# What is counted


def test_a_run_deals_with_all_that_can_lie_in_an_inbox(table: House) -> None:
    """Orders, one replaced and one contradicted, a free one, a replayed one, one unsigned, and no order at all."""
    waiting = [path.name for path in sorted((table.folder / "inbox").iterdir())]
    assert waiting == [
        "1-red-0.toml",
        "2-blue-0.toml",
        "2-blue-1.toml",
        "2-green-0.toml",
        "2-red-0.toml",
        "free-green-0.toml",
        "other.toml",
        "shopping.txt",
        "unsigned.toml",
    ]
    assert not [name for name in table.after if name.startswith("inbox/")]
    receipts = [name for name in table.after if name.startswith("refused/")]
    assert receipts[0] == "refused/2-blue-1.toml"
    assert len(receipts) == 3 and all(name.startswith("refused/junk-") for name in receipts[1:])


def test_no_change_to_a_file_escapes_the_count(table: House, bots: House) -> None:
    for house in (table, bots):
        seen = Counter(CHANGED[name] for name, _ in house.trace.seen if name in CHANGED)
        assert seen == Counter(name for name, _ in house.trace.heard)


def test_the_game_file_lasts_before_the_log_and_the_log_before_the_order_goes(table: House) -> None:
    seen = [(name, Path(path).name) for name, path in table.trace.seen]
    steps = [n for n, change in enumerate(seen) if change == ("replace", "game.toml")]
    assert len(steps) == len(table.after["log.jsonl"].splitlines()) - len(log_orders(table.folder)) - 1
    for n in steps:
        (_, scratch), synced = seen[n - 2], seen[n - 1]
        assert scratch.startswith(".game.toml.") and synced == ("fsync", scratch)
        log = [(name, "log.jsonl") for name in ("open", "write", "fsync")]
        assert seen[n + 1 : n + 5] == [("fsync", "mars-undisturbed"), *log]
    first = seen.index(("unlink", "free-green-0.toml"))
    assert steps[0] + 5 <= first < steps[1]


# Killed between any two changes


@pytest.mark.parametrize("part", range(PARTS))
def test_a_run_killed_at_any_instant_is_completed_by_the_next(table: House, tmp_path: Path, part: int) -> None:
    for at, way in table.trace.instants[part::PARTS]:
        folder = table.copy(tmp_path / f"{at}-{way}")
        kill(table, folder, at, way)
        complete(table, folder)


@pytest.mark.parametrize(
    ("change", "file", "way"),
    [("replace", "game.toml", "die"), ("write", "log.jsonl", "tear"), ("open", ".tmp", "die")],
)
def test_a_repair_killed_at_any_instant_is_completed_by_the_next(
    table: House, tmp_path: Path, change: str, file: str, way: str
) -> None:
    """Once the game file counts, or in the middle of a line of the log, or with a file just begun."""
    first = table.trace.where(change, file) + (way == "die")
    broken = table.copy(tmp_path / "broken")
    kill(table, broken, first, way)
    halfway = table.halfway(broken)
    for at, again in halfway.trace.instants[:14]:
        folder = halfway.copy(tmp_path / f"{at}-{again}")
        kill(table, folder, at, again)
        complete(table, folder)


def test_apply_killed_at_any_instant_is_completed_by_the_next(single: House, tmp_path: Path) -> None:
    for at, way in single.trace.instants:
        folder = single.copy(tmp_path / f"{at}-{way}")
        kill(single, folder, at, way)
        complete(single, folder)


def test_a_lone_game_file_is_the_old_or_the_new_one_when_apply_is_killed(table: House, tmp_path: Path) -> None:
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


def test_a_game_whose_beginning_was_killed_can_be_begun_again_or_gone_on_with(server: Server, tmp_path: Path) -> None:
    kill_beginnings(server, tmp_path, every=4)


@pytest.mark.soak
def test_a_game_whose_beginning_was_killed_at_any_instant_can_be_gone_on_with(server: Server, tmp_path: Path) -> None:
    kill_beginnings(server, tmp_path, every=1)


def kill_beginnings(server: Server, work: Path, every: int) -> None:
    host = make_key(work / "host", 5)
    trace = server.trace(host, "new", work / "whole", *BEGIN)
    server.do(host, "run", work / "whole")
    whole = tree(work / "whole")
    ends = Counter[str]()
    for at, way in trace.instants[::every]:
        folder = work / f"{at}-{way}"
        assert server.call(host, "new", folder, *BEGIN, at=at, way=way).code == KILLED
        ends[begin_again(server, host, folder)] += 1
        server.do(host, "run", folder)
        if "red" in server.do(host, "show", folder)["window"]["waiting"]:
            server.do(host, "join", folder)
            server.do(host, "run", folder)
        assert (tree(folder), [name for name in leftovers(folder) if "inbox" not in name]) == (whole, [])
        assert list(server.do(host, "invite", folder)["invitations"]) == ["green"]
    assert set(ends) == {"begun", "there"}


def begin_again(server: Server, host: Path, folder: Path) -> str:
    again = server.call(host, "new", folder, *BEGIN, "--json")
    if again.code == 0:
        return "begun"
    told = again.json()
    assert (again.code, told["code"]) == (6, "E_FILE_EXISTS")
    assert f"lpbe run {folder}" in told["hint"]
    return "there"


def test_a_game_file_whose_log_was_never_begun_gets_it_from_apply(server: Server, tmp_path: Path) -> None:
    """Named by its file, not by its folder, a game just begun is no lone file."""
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
def test_no_half_order_lies_in_the_inbox(table: House, tmp_path: Path, command: str) -> None:
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


def ready_window(table: House, work: Path) -> Path:
    """A game in which everybody has joined and nobody is ready."""
    host, folder = table.host, work / "early"
    begun = table.server.do(host, "new", folder, "--game", "pebbles", "--seats", "red,green", "--as", "red")
    table.server.do(host.parent / "cleo", "join", folder, "--seat", "green", "--code", begun["invitations"]["green"])
    table.server.do(host, "run", folder)
    return folder


# Killed at random


def kill_at_random(house: House, work: Path, seed: int, kills: int) -> None:
    """Real processes; each folder is killed in once or several times in a row before it may recover."""
    rng = random.Random(seed)
    begun = time.monotonic()
    assert finish(house.start(house.copy(work / "measured"))).code == 0
    duration = time.monotonic() - begun
    died = 0
    for number in count():
        folder = house.copy(work / str(number))
        for _ in range(rng.randint(1, 3)):
            process = house.start(folder)
            wait_somewhat(process, folder, rng, duration)
            process.kill()
            done = finish(process)
            assert done.code in (KILLED, 0, 5) and not done.err, done
            died += done.code == KILLED
            house.check_halfway(folder)
        house.check_complete(folder, finish(house.start(folder)))
        if died >= kills:
            return


def wait_somewhat(process: Popen[str], folder: Path, rng: random.Random, duration: float) -> None:
    """To any moment, and as often to one soon after the writing has begun: most of the time goes by before."""
    if rng.random() < 0.5:
        time.sleep(rng.uniform(0, duration))
        return
    known = set(os.listdir(folder))
    while process.poll() is None and known.issuperset(os.listdir(folder)):
        pass
    time.sleep(rng.uniform(0, 0.01))


def test_a_run_killed_at_random_moments_is_completed_by_the_next(table: House, tmp_path: Path) -> None:
    kill_at_random(table, tmp_path, seed=1, kills=12)


def test_apply_killed_at_random_moments_is_completed_by_the_next(single: House, tmp_path: Path) -> None:
    kill_at_random(single, tmp_path, seed=1, kills=12)


def test_a_long_run_killed_at_random_moments_is_completed_by_the_next(bots: House, tmp_path: Path) -> None:
    kill_at_random(bots, tmp_path, seed=1, kills=8)


@pytest.mark.soak
def test_a_run_survives_150_kills(table: House, tmp_path: Path) -> None:
    kill_at_random(table, tmp_path, seed=2, kills=150)


@pytest.mark.soak
def test_apply_survives_100_kills(single: House, tmp_path: Path) -> None:
    kill_at_random(single, tmp_path, seed=2, kills=100)


@pytest.mark.soak
def test_a_long_run_survives_250_kills(bots: House, tmp_path: Path) -> None:
    kill_at_random(bots, tmp_path, seed=2, kills=250)


@pytest.mark.soak
def test_a_whole_game_killed_at_any_instant_is_completed_by_the_next(bots: House, tmp_path: Path) -> None:
    for at, way in bots.trace.instants[::3]:
        folder = bots.copy(tmp_path / f"{at}-{way}")
        kill(bots, folder, at, way)
        complete(bots, folder)


# What dead processes leave


def test_what_dead_runs_left_is_taken_away_and_nothing_else(table: House, tmp_path: Path) -> None:
    folder = table.copy(tmp_path / "mars")
    (folder / "refused").mkdir()
    stale = [".game.toml.999.0.tmp", "refused/.2-red-0.toml.12.3.tmp", "reports/.000004.txt.7.0.tmp"]
    other = [".game.toml.swp", ".hidden", ".next.toml.5.0.tmp", "inbox/.2-red-0.toml.3.0.tmp", "reports/.keep.tmp"]
    for name in [*stale, *other]:
        (folder / name).write_text("half")
    (folder / "reports" / ".folder.1.0.tmp").mkdir()
    assert table.call(folder).code == 0
    assert tree(folder) == table.after
    assert leftovers(folder) == sorted([*other, "reports/.folder.1.0.tmp"])


def test_a_report_that_a_power_cut_left_empty_is_written_again(table: House, tmp_path: Path) -> None:
    folder = table.copy(tmp_path / "mars")
    (folder / "reports" / "000009.txt").write_bytes(b"")
    complete(table, folder)


def test_a_log_that_is_shorter_by_more_than_a_line_is_not_mended(table: House, tmp_path: Path) -> None:
    folder = table.copy(tmp_path / "mars")
    lines = (folder / "log.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "log.jsonl").write_bytes(b"".join(lines[:-2]))
    before = tree(folder)
    done = table.call(folder)
    assert (done.code, done.json()["code"]) == (4, "E_STATE_LOG")
    assert tree(folder) == before


# Nothing to do


@pytest.mark.parametrize("real", [True, False])
def test_a_second_run_writes_nothing(table: House, bots: House, tmp_path: Path, real: bool) -> None:
    for house in (table, bots):
        folder = house.copy(tmp_path / house.folder.name)
        assert house.call(folder).code == 0
        before = fingerprint(folder)
        done = run_real(house.host, "run", folder, "--json") if real else house.call(folder)
        told = done.json()
        assert (done.code, told["applied"], told["refused"], told["mended"]) == (0, [], [], [])
        assert fingerprint(folder) == before


def test_a_run_with_nothing_to_do_makes_no_change_at_all(table: House, tmp_path: Path) -> None:
    folder = table.copy(tmp_path / "mars")
    assert table.call(folder).code == 0
    trace = table.server.trace(table.host, "run", folder)
    assert (trace.seen, trace.heard) == ([], [])


# Stopped by hand


def test_a_run_stopped_by_hand_loses_nothing_and_leaves_nothing(table: House, tmp_path: Path) -> None:
    interrupt(table, tmp_path, range(1, len(table.trace.seen) + 1, 9))


@pytest.mark.soak
def test_a_run_stopped_by_hand_at_any_instant_loses_nothing(table: House, tmp_path: Path) -> None:
    interrupt(table, tmp_path, range(1, len(table.trace.seen) + 1))


def interrupt(table: House, work: Path, instants: range) -> None:
    for at in instants:
        folder = table.copy(work / str(at))
        done = table.call(folder, at=at, way="interrupt")
        assert (done.code, done.out, done.err.strip()) == (130, "", "stopped; nothing was lost")
        table.check_halfway(folder)
        assert leftovers(folder) == []
        complete(table, folder)


# A full or broken disk


@pytest.mark.parametrize("way", ["full", "once"])
def test_a_run_on_a_full_disk_says_so_and_loses_nothing(table: House, tmp_path: Path, way: str) -> None:
    fill_disk(table, tmp_path, way, range(1, len(table.trace.seen) + 1, 5))


@pytest.mark.soak
@pytest.mark.parametrize("way", ["full", "once"])
def test_a_run_on_a_disk_full_from_any_instant_on_loses_nothing(table: House, tmp_path: Path, way: str) -> None:
    fill_disk(table, tmp_path, way, range(1, len(table.trace.seen) + 1))


def fill_disk(house: House, work: Path, way: str, instants: range) -> None:
    """An instant that takes something away works on a full disk as well."""
    failed = 0
    for at in instants:
        folder = house.copy(work / str(at))
        done = house.call(folder, at=at, way=way)
        if done.code != 0:
            check_clear(done)
            failed += 1
        assert leftovers(folder) == []
        house.check_halfway(folder)
        complete(house, folder)
    assert failed > len(instants) // 2


def test_a_limit_on_the_size_of_files_is_as_clear_as_a_full_disk(table: House, tmp_path: Path) -> None:
    game, log = len(table.after["game.toml"]), len(table.after["log.jsonl"])
    for limit in (0, 100, 1000, log // 2, game // 2, game - 1):
        folder = table.copy(tmp_path / str(limit))
        check_clear(table.call(folder, limit=limit))
        assert leftovers(folder) == []
        table.check_halfway(folder)
        complete(table, folder)


def test_a_log_that_may_not_grow_stops_the_run_and_not_the_order(bots: House, tmp_path: Path) -> None:
    """In a long game the log is larger than the game file: it fails when the step counts already."""
    log = len(bots.after["log.jsonl"])
    for limit in range(log // 2, log, log // 9):
        folder = bots.copy(tmp_path / str(limit))
        done = bots.call(folder, limit=limit)
        check_clear(done)
        assert done.json()["file"].endswith("log.jsonl")
        bots.check_halfway(folder)
        complete(bots, folder)


def test_apply_on_a_full_disk_says_so_and_loses_nothing(single: House, tmp_path: Path) -> None:
    fill_disk(single, tmp_path, "full", range(1, len(single.trace.seen) + 1))


def test_a_game_begun_on_a_full_disk_can_be_begun_again_or_gone_on_with(server: Server, tmp_path: Path) -> None:
    host = make_key(tmp_path / "host", 5)
    trace = server.trace(host, "new", tmp_path / "whole", *BEGIN)
    for at in range(1, len(trace.seen) + 1, 5):
        folder = tmp_path / str(at)
        check_clear(server.call(host, "new", folder, *BEGIN, "--json", at=at, way="full"))
        begin_again(server, host, folder)
        server.do(host, "run", folder)
        server.do(host, "verify", folder, code=3)


def test_an_order_for_which_there_is_no_room_is_not_filed(table: House, tmp_path: Path) -> None:
    folder = table.copy(tmp_path / "mars")
    before = tree(folder)
    for limit in (0, 1000):
        green = table.host.parent / "cleo"
        check_clear(table.server.call(green, "order", folder, "bid coins=3", "--json", limit=limit))
        assert (tree(folder), leftovers(folder)) == (before, [])


def test_an_order_that_cannot_be_read_for_once_is_not_refused(table: House, tmp_path: Path) -> None:
    """A failing disk is not the sender's fault."""
    for at in count(1, 7):
        folder = table.copy(tmp_path / str(at))
        done = table.call(folder, at=at, way="unread")
        if done.code == 0:
            break
        check_clear(done)
        table.check_halfway(folder)
        complete(table, folder)
    assert at > 7 * len(table.orders)
    table.check_complete(folder, done)


def test_a_wrong_time_on_the_command_line_is_not_the_orders_fault(server: Server, tmp_path: Path) -> None:
    host = make_key(tmp_path / "host", 5)
    folder = tmp_path / "mars"
    server.do(host, "new", folder, *BEGIN, "--pace", "2d", "--now", "2026-01-01T08:00:00Z")
    before = tree(folder)
    server.do(host, "run", folder, "--now", "tomorrow", code=6)
    assert tree(folder) == before
