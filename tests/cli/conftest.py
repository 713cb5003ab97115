"""Games at several stages, each played once per session and copied for tests that change them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .world.club import HOST, Club
from .world.forked_commands import Server, forks
from .world.interrupted_run import Club as InterruptedRun
from .world.interrupted_run import build_bots, build_single, build_table

DAYS = [f"2026-11-{day:02}T08:00:00Z" for day in range(1, 31)]
"""Times for games with a pace."""


def join_game(root: Path, *options: str) -> Club:
    club = Club.begin(root, *options)
    club.join_all()
    return club


def start_game(root: Path, *options: str) -> Club:
    club = join_game(root, *options)
    club.ready_all()
    return club


def bids(root: Path) -> Club:
    """Red and blue have answered, green has not."""
    club = start_game(root)
    club.order("red", "bid coins=1")
    club.order("blue", "bid coins=3")
    club.run()
    return club


def turn(root: Path) -> Club:
    """Blue's turn, after the bids were shown."""
    club = bids(root)
    club.order("green", "bid coins=0")
    club.run()
    return club


def finish_game(root: Path, *options: str) -> Club:
    club = start_game(root, *options)
    club.play_on(40)
    return club


def paced_game(root: Path) -> Club:
    """Bidding, with two days for every answer."""
    club = Club.begin(root, "--pace", "2d", "--now", DAYS[0])
    club.join_all("--now", DAYS[0])
    club.ready_all("--now", DAYS[1])
    return club


def begin_replacement(root: Path) -> Club:
    """Return a game where green has lost her key; the host has asked the others, and nobody has answered yet."""
    club = start_game(root)
    line = club.do("eve", "key", "show", "--for", "mars", "--seat", "green")["public"]
    club.do(HOST, "replace", "mars", "green", "--to", line)
    club.run()
    return club


STAGES: dict[str, Callable[[Path], Club]] = {
    "new": Club.begin,
    "joined": join_game,
    "bidding": start_game,
    "bids": bids,
    "turn": turn,
    "finished": finish_game,
    "paced": paced_game,
    "replacing": begin_replacement,
    "held": lambda root: start_game(root, "--bot", "green"),
    "other": lambda root: start_game(root, "--nonce", "cd" * 32),
    "kept": lambda root: finish_game(root, "--keep-secret"),
    "open": lambda root: Club.begin(root, "--open", "--seed", "5e" * 32),
}

Stages = Callable[[str], Club]


@pytest.fixture(scope="session")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Stages:
    """A game at a stage, to be read but not changed."""
    built: dict[str, Club] = {}

    def at(stage: str) -> Club:
        if stage not in built:
            built[stage] = STAGES[stage](tmp_path_factory.mktemp("houses") / stage)
        return built[stage]

    return at


@pytest.fixture
def club_at(stages: Stages, tmp_path: Path) -> Stages:
    """Return a copy of a game at a stage, for tests that change it."""
    return lambda stage: stages(stage).copy(tmp_path / stage)


@pytest.fixture(scope="session")
def server() -> Server:
    return forks()


@pytest.fixture(scope="session")
def table(server: Server, tmp_path_factory: pytest.TempPathFactory) -> InterruptedRun:
    return build_table(server, tmp_path_factory.mktemp("table"))


@pytest.fixture(scope="session")
def bots(server: Server, tmp_path_factory: pytest.TempPathFactory) -> InterruptedRun:
    return build_bots(server, tmp_path_factory.mktemp("bots"))


@pytest.fixture(scope="session")
def single(table: InterruptedRun, tmp_path_factory: pytest.TempPathFactory) -> InterruptedRun:
    return build_single(table, tmp_path_factory.mktemp("single"))
