"""A process that dies, is stopped or finds the disk full loses nothing; the next one completes its work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from .crash_house import (
    CHANGED,
    KILLED,
    NONCE,
    House,
    Server,
    build_bots,
    build_table,
)

PARTS = 4
NEW = ["--game", "pebbles", "--seats", "red,blue,green", "--as", "red", "--bot", "blue", "--nonce", NONCE]


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


def complete(house: House, folder: Path) -> None:
    done = house.run(folder)
    assert done.code == 0, done
    house.check_complete(folder)


def kill_run(house: House, folder: Path, at: int, way: str) -> None:
    assert house.run(folder, at=at, way=way).code == KILLED
    house.check_halfway(folder)


# The instants


def test_a_run_deals_with_all_that_can_lie_in_an_inbox(table: House) -> None:
    assert len(table.orders) == 7
    assert not [name for name in table.after if name.startswith("inbox/")]
    assert len([name for name in table.after if name.startswith("refused/")]) == 2
    assert {"free", "2-bl"} <= {name[:4] for name in table.orders}


def test_no_change_to_a_file_escapes_the_count(table: House, bots: House) -> None:
    for house in (table, bots):
        seen = Counter(CHANGED[name] for name, _ in house.trace.seen if name in CHANGED)
        assert seen == Counter(name for name, _ in house.trace.heard)


def test_the_game_file_counts_before_anything_else_is_touched(table: House) -> None:
    """Whole and lasting on the disk: the game file, then the log; only then the order leaves the inbox."""
    seen = [(name, Path(path).name) for name, path in table.trace.seen]
    steps = [n for n, change in enumerate(seen) if change == ("replace", "game.toml")]
    assert len(steps) == 6
    for n in steps:
        written, synced = seen[n - 2], seen[n - 1]
        assert written[0] == "write" and synced == ("fsync", written[1]) and written[1].startswith(".game.toml.")
        assert [name for name, _ in seen[n + 1 : n + 5]] == ["fsync", "open", "write", "fsync"]
        assert seen[n + 1][1] == "mars-undisturbed"
        assert {file for _, file in seen[n + 2 : n + 5]} == {"log.jsonl"}
    first = seen.index(("unlink", "free-green-0.toml"))
    assert steps[0] < first < steps[1]


# Killed between any two changes


@pytest.mark.parametrize("part", range(PARTS))
def test_a_run_killed_at_any_instant_is_completed_by_the_next(table: House, tmp_path: Path, part: int) -> None:
    for at, way in table.trace.instants[part::PARTS]:
        folder = table.copy(tmp_path / f"{at}-{way}")
        kill_run(table, folder, at, way)
        complete(table, folder)


@pytest.mark.parametrize(("change", "file"), [("replace", "game.toml"), ("write", "log.jsonl")])
def test_a_repair_killed_at_any_instant_is_completed_by_the_next(
    table: House, tmp_path: Path, change: str, file: str
) -> None:
    first = table.trace.after(change, file) - (change == "write")
    for at in range(1, 10):
        for way in ("die", "tear"):
            folder = table.copy(tmp_path / f"{at}-{way}")
            kill_run(table, folder, first, "tear" if change == "write" else "die")
            done = table.run(folder, at=at, way=way)
            assert done.code != 0
            table.check_halfway(folder)
            complete(table, folder)
