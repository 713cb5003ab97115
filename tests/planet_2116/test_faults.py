"""A run of 2116 that is killed, or finds the disk full or broken, loses nothing: the next run completes it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..cli.world.forked_commands import forks
from ..cli.world.interrupted_run import NONCE, Club, complete, fill_disk, kill, make_key, pinned_club
from ..cli.world.interrupted_sender import BROKEN
from ..size_limits import every

SEATS = "planet,human-1,human-2,human-3"
POLICY = """
[planet-2116]
factories = ["D10", "E15", "K12", "F07", "G15", "M14"]
block.rules = ["my_capital"]
"""


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """Return a game where one run will open the bags and deal the cards.

    The Planet has opened a fault and answered in advance, a Human wants factories, and two seats are bots.
    """
    work = tmp_path_factory.mktemp("world")
    server = forks()
    ana, ben = make_key(work / "ana", 1), make_key(work / "ben", 2)
    folder = work / "world"
    bots = ["--bot", "human-2", "--bot", "human-3"]
    asked = ["--game", "2116", "--seats", SEATS, "--as", "planet", *bots, "--nonce", NONCE]
    begun = server.do(ana, "new", folder, *asked)
    server.do(ben, "join", folder, "--seat", "human-1", "--code", begun["invitations"]["human-1"])
    server.do(ana, "run", folder)
    server.do(ben, "ready", folder)
    server.do(ana, "run", folder)
    (ben / "policy.toml").write_text(POLICY)
    server.do(ben, "policy", folder, ben / "policy.toml")
    server.do(ana, "order", folder, "open fault 1; plan open fault 4")
    return Club(server, ana, folder).settle(work)


def test_one_run_comes_to_the_first_round(world: Club) -> None:
    entries = map(json.loads, world.after["log.jsonl"].splitlines())
    answer = [event["event"] for entry in entries for event in entry["public"].get("events", ())]
    assert {"fault-opened", "factory-placed", "capital-drawn", "cards-drawn", "warmed"} <= {*answer}
    assert not [name for name in world.after if name.startswith(("inbox/", "refused/"))]


@every(31, 1)
def test_a_run_killed_at_any_instant_is_completed_by_the_next(world: Club, tmp_path: Path, every: int) -> None:
    for at, way in world.trace.instants[::every]:
        folder = world.copy(tmp_path / f"{at}-{way}")
        kill(world, folder, at, way)
        complete(world, folder)


@every(29, 1)
def test_a_run_on_a_full_disk_says_so_and_loses_nothing(world: Club, tmp_path: Path, every: int) -> None:
    fill_disk(world, tmp_path, "full", range(1, len(world.trace.seen) + 1, every))


@every(997, 7)
def test_a_disk_that_fails_at_any_call_loses_nothing(world: Club, tmp_path: Path, every: int) -> None:
    """Also at those that only look, and those of the pin."""
    calls = pinned_club(world, tmp_path / "measured").trace_all()
    for number in range(every // 2, len(BROKEN) * len(calls), every):
        at, way = number // len(BROKEN), BROKEN[number % len(BROKEN)]
        club = pinned_club(world, tmp_path / f"{at}-{way}")
        folder = club.host.parent / "mars"
        done = club.call(folder, at=at + 1, way=way, pins=True)
        assert done.code == 0 or (done.code, done.json()["code"][:7], done.err) == (6, "E_FILE_", ""), (calls[at], done)
        club.server.do(club.host, "run", folder, pins=True)
        club.check_nothing_lost(folder)
        assert club.server.call(club.host, "verify", folder).code in (0, 3)
