"""Whoever sends something and is killed, or finds a failing disk, loses nothing; the same command succeeds later."""

from __future__ import annotations

from pathlib import Path

import pytest

from ...size_limits import Soak
from ..world.forked_commands import KILLED
from ..world.interrupted_run import Club, leftovers
from ..world.interrupted_sender import BROKEN, SENDERS

DAILY = ("order again", "join without a key")
WHOLE = (*DAILY, "order", "join")


def cases(day: int, full: int) -> pytest.MarkDecorator:
    """A few instants of two commands every day; in a soak every instant of those that matter most, and many of all."""
    share = Soak.share or 1
    soak = [(name, max(1, round((1 if name in WHOLE else full) / share))) for name in SENDERS]
    marked = [pytest.param(name, min(day, stride), marks=pytest.mark.soak, id=f"{name}-soak") for name, stride in soak]
    return pytest.mark.parametrize(("name", "every"), [*((name, day) for name in DAILY), *marked])


@cases(11, 2)
def test_who_is_killed_at_any_instant_sends_it_again(table: Club, tmp_path: Path, name: str, every: int) -> None:
    sender = SENDERS[name](table, tmp_path)
    before = sender.files()
    for at, way in sender.trace(tmp_path).instants[every // 2 :: every]:
        copy = sender.copy(tmp_path / f"{at}-{way}")
        assert copy.call(at=at, way=way).code == KILLED
        copy.check_halfway(before)
        key = copy.key.read_bytes() if copy.key.exists() else b""
        copy.complete()
        assert not key or copy.key.read_bytes() == key


@cases(53, 4)
def test_whoever_finds_a_failing_disk_is_told_so_and_sends_it_again(
    table: Club, tmp_path: Path, name: str, every: int
) -> None:
    """At every call in turn, including those that only look."""
    sender = SENDERS[name](table, tmp_path)
    before = sender.files()
    calls = sender.trace(tmp_path, "EIO").seen
    for number in range(every // 2, len(BROKEN) * len(calls), every):
        at, way = number // len(BROKEN), BROKEN[number % len(BROKEN)]
        copy = sender.copy(tmp_path / f"{at}-{way}")
        done = copy.call(at=at + 1, way=way)
        copy.check_clear(done)
        copy.check_halfway(before)
        if calls[at][0] not in ("unlink", "rmdir"):
            assert leftovers(copy.root) == []
        assert copy.there() == copy.key.exists() or name != "join without a key"
        copy.complete()
