"""What a run changes, what dead runs leave behind, and that a run stopped by hand loses nothing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ...size_limits import every
from ..world.crash_points import CHANGED
from ..world.forked_commands import run_real
from ..world.interrupted_run import Club, complete, fingerprint, leftovers, log_orders, tree


def test_a_run_deals_with_all_that_can_lie_in_an_inbox(table: Club) -> None:
    """Orders, one replaced and one contradicted, a free one, a replay, one unsigned, and a file without an order."""
    waiting = [path.name for path in sorted((table.folder / "inbox").iterdir())]
    assert waiting == [
        "1-blue-0.toml",
        "2-blue-0.toml",
        "2-blue-1.toml",
        "2-green-0.toml",
        "2-red-0.toml",
        "other.toml",
        "shopping.txt",
        "standing-green-0.toml",
        "unsigned.toml",
    ]
    assert not [name for name in table.after if name.startswith("inbox/")]
    refused = [name.removeprefix("refused/") for name in table.after if name.startswith("refused/")]
    last = len(table.after["log.jsonl"].splitlines()) - 1
    assert refused[:2] == [f"{last:06}.toml", f"{last:06}.txt"]
    assert sorted(name.partition("-")[2] or "junk" for name in refused[2:]) == [
        "2-blue-0.toml",
        "2-blue-1.toml",
        "junk",
        "junk",
    ]
    assert table.answered == {table.orders["2-blue-0.toml"], table.orders["other.toml"]}
    before = tree(table.folder)
    kept = {name: before[f"inbox/{name}"] for name in ("2-blue-0.toml", "other.toml", "shopping.txt", "unsigned.toml")}
    assert sorted(kept.values()) == sorted(table.after[f"refused/{name}"] for name in refused[2:])


def test_no_change_to_a_file_escapes_the_count(table: Club, bots: Club) -> None:
    for club in (table, bots):
        seen = Counter(CHANGED[name] for name, _ in club.trace.seen if name in CHANGED)
        assert seen == Counter(name for name, _ in club.trace.heard)


def test_the_game_file_lasts_before_the_log_and_the_log_before_the_order_goes(table: Club) -> None:
    seen = [(name, Path(path).name) for name, path in table.trace.seen]
    steps = [n for n, change in enumerate(seen) if change == ("replace", "game.toml")]
    assert len(steps) == len(table.after["log.jsonl"].splitlines()) - len(log_orders(table.folder)) - 1
    for n in steps:
        (_, scratch), synced = seen[n - 2], seen[n - 1]
        assert scratch.startswith(".game.toml.") and synced == ("fsync", scratch)
        log = [(name, "log.jsonl") for name in ("open", "write", "fsync")]
        assert seen[n + 1 : n + 5] == [("fsync", "mars-undisturbed"), *log]
    first = seen.index(("unlink", "standing-green-0.toml"))
    assert steps[0] + 5 <= first < steps[1]


def test_what_dead_runs_left_is_taken_away_and_nothing_else(table: Club, tmp_path: Path) -> None:
    folder = table.copy(tmp_path / "mars")
    (folder / "refused").mkdir()
    stale = [".game.toml.999.0.tmp", "refused/.000012.toml.12.3.tmp", "reports/.000004.txt.7.0.tmp"]
    other = [".game.toml.swp", ".hidden", ".next.toml.5.0.tmp", "inbox/.2-red-0.toml.3.0.tmp", "reports/.keep.tmp"]
    for name in [*stale, *other]:
        (folder / name).write_text("half")
    (folder / "reports" / ".folder.1.0.tmp").mkdir()
    newest_report(folder).unlink()  # a run that dies in a report has not written it
    assert table.call(folder).code == 0
    assert tree(folder) == table.after
    assert leftovers(folder) == sorted([*other, "reports/.folder.1.0.tmp"])


def newest_report(folder: Path) -> Path:
    return max((folder / "reports").glob("*.txt"))


def test_a_report_that_a_power_cut_left_empty_is_written_again(table: Club, tmp_path: Path) -> None:
    folder = table.copy(tmp_path / "mars")
    (folder / "reports" / "000009.txt").write_bytes(b"")
    complete(table, folder)


def test_a_log_that_is_shorter_by_more_than_a_line_is_not_mended(table: Club, tmp_path: Path) -> None:
    folder = table.copy(tmp_path / "mars")
    lines = (folder / "log.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "log.jsonl").write_bytes(b"".join(lines[:-2]))
    before = tree(folder)
    done = table.call(folder)
    assert (done.code, done.json()["code"]) == (4, "E_STATE_LOG")
    assert tree(folder) == before


@pytest.mark.parametrize("real", [True, False])
def test_a_second_run_writes_nothing(table: Club, bots: Club, tmp_path: Path, real: bool) -> None:
    for club in (table, bots):
        folder = club.copy(tmp_path / club.folder.name)
        assert club.call(folder).code == 0
        before = fingerprint(folder)
        done = run_real(club.host, "run", folder, "--json") if real else club.call(folder)
        answer = done.json()
        assert (done.code, answer["applied"], answer["refused"], answer["mended"]) == (0, [], [], [])
        assert fingerprint(folder) == before


def test_a_run_with_nothing_to_do_makes_no_change_at_all(table: Club, tmp_path: Path) -> None:
    folder = table.copy(tmp_path / "mars")
    assert table.call(folder).code == 0
    trace = table.trace_in(folder)
    assert (trace.seen, trace.heard) == ([], [])


@every(37, 1)
def test_a_run_stopped_by_hand_loses_nothing_and_leaves_nothing(table: Club, tmp_path: Path, every: int) -> None:
    for at in range(1, len(table.trace.seen) + 1, every):
        folder = table.copy(tmp_path / str(at))
        done = table.call(folder, at=at, way="interrupt")
        assert (done.code, done.out, done.err.strip().splitlines()[0]) == (130, "", "interrupted; nothing was lost")
        table.check_halfway(folder)
        assert leftovers(folder) == []
        complete(table, folder)
