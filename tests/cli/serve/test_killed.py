"""A server that dies loses no letter, and makes no step twice."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lpbe.kernel.chain.letter import letter_id
from lpbe.kernel.chain.records import read_entry
from lpbe.kernel.gamedir.inbox import read_letter

from ...size_limits import every
from ..world.club import Club
from ..world.forked_commands import KILLED
from ..world.killed_receiver import FILED, Receiver
from .conftest import key_of, letter_from

Stages = Callable[[str], Club]


@pytest.fixture
def receiver(club_at: Stages) -> Iterator[tuple[Receiver, Club, str]]:
    club = club_at("bids")
    letter = club.root / "letter.toml"
    letter.write_bytes(letter_from(club, "cleo", "order", "mars", "bid coins=0"))
    program = Receiver(Path(key_of(club, "ana")), letter)
    yield program, club, letter_id(read_letter(str(letter)).letter)
    program.close()


def holds(folder: Path, letter: str) -> int:
    """How often a letter is in a game: waiting, or as a step."""
    waiting = [path for path in (folder / "inbox").glob("[!.]*") if letter_id(read_letter(str(path)).letter) == letter]
    steps = [read_entry(line) for line in (folder / "log.jsonl").read_bytes().splitlines() if line.endswith(b"}")]
    return max(len(waiting), sum(step.head.letter_id == letter for step in steps))


@every(12, 1)
def test_a_server_killed_at_any_instant_loses_nothing(
    receiver: tuple[Receiver, Club, str], tmp_path: Path, every: int
) -> None:
    program, club, letter = receiver
    measured = tmp_path / "measured" / "mars"
    shutil.copytree(club.mars, measured)
    trace = tmp_path / "trace"
    assert program.call(measured, trace=trace) == {"said": [FILED, "applied"], "code": 0}
    seen = [json.loads(line) for line in trace.read_text().splitlines()]
    count = sum(kind == "seen" for kind, _, _ in seen)
    assert count > 12
    for at in range(1, count + 1, every):
        folder = tmp_path / str(at) / "mars"
        shutil.copytree(club.mars, folder)
        killed = program.call(folder, at=at)
        assert killed["code"] == KILLED
        if FILED in killed["said"]:
            assert holds(folder, letter) == 1, at
        again = program.call(folder)
        assert (again["said"][-1], again["code"]) == ("applied", 0), at
        assert holds(folder, letter) == 1
        assert [path.name for path in (folder / "inbox").glob("[!.]*")] == []
