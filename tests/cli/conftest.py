"""Games at several stages, each played once a session and copied for the tests that spoil them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .crash_house import House as CrashHouse
from .crash_house import build_bots, build_single, build_table
from .forks import Server, forks
from .house import HOST, House

DAYS = [f"2026-11-{day:02}T08:00:00Z" for day in range(1, 31)]
"""Times for games with a pace."""


def joined(root: Path, *options: str) -> House:
    house = House.begin(root, *options)
    house.join_all()
    return house


def bidding(root: Path, *options: str) -> House:
    house = joined(root, *options)
    house.ready_all()
    return house


def bids(root: Path) -> House:
    """Red and blue have answered, green has not."""
    house = bidding(root)
    house.order("red", "bid coins=1")
    house.order("blue", "bid coins=3")
    house.run()
    return house


def turn(root: Path) -> House:
    """Blue's turn, after the bids were shown."""
    house = bids(root)
    house.order("green", "bid coins=0")
    house.run()
    return house


def finished(root: Path, *options: str) -> House:
    house = bidding(root, *options)
    house.play_on(40)
    return house


def paced(root: Path) -> House:
    """Bidding, with two days for every answer."""
    house = House.begin(root, "--pace", "2d", "--now", DAYS[0])
    house.join_all("--now", DAYS[0])
    house.ready_all("--now", DAYS[1])
    return house


def replacing(root: Path) -> House:
    """Green has lost her key; the host has asked the others, and nobody has answered yet."""
    house = bidding(root)
    line = house.do("eve", "key", "show", "--for", "mars", "--seat", "green")["public"]
    house.do(HOST, "replace", "mars", "green", "--to", line)
    house.run()
    return house


STAGES: dict[str, Callable[[Path], House]] = {
    "new": House.begin,
    "joined": joined,
    "bidding": bidding,
    "bids": bids,
    "turn": turn,
    "finished": finished,
    "paced": paced,
    "replacing": replacing,
    "held": lambda root: bidding(root, "--bot", "green"),
    "other": lambda root: bidding(root, "--nonce", "cd" * 32),
    "kept": lambda root: finished(root, "--keep-secret"),
    "open": lambda root: House.begin(root, "--open", "--seed", "5e" * 32),
}

Stages = Callable[[str], House]


@pytest.fixture(scope="session")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Stages:
    """A house at a stage, to look at and not to touch."""
    built: dict[str, House] = {}

    def at(stage: str) -> House:
        if stage not in built:
            built[stage] = STAGES[stage](tmp_path_factory.mktemp("houses") / stage)
        return built[stage]

    return at


@pytest.fixture
def house_at(stages: Stages, tmp_path: Path) -> Stages:
    """A copy of a house at a stage, to do anything with."""
    return lambda stage: stages(stage).copy(tmp_path / stage)


@pytest.fixture(scope="session")
def server() -> Server:
    return forks()


@pytest.fixture(scope="session")
def table(server: Server, tmp_path_factory: pytest.TempPathFactory) -> CrashHouse:
    return build_table(server, tmp_path_factory.mktemp("table"))


@pytest.fixture(scope="session")
def bots(server: Server, tmp_path_factory: pytest.TempPathFactory) -> CrashHouse:
    return build_bots(server, tmp_path_factory.mktemp("bots"))


@pytest.fixture(scope="session")
def single(table: CrashHouse, tmp_path_factory: pytest.TempPathFactory) -> CrashHouse:
    return build_single(table, tmp_path_factory.mktemp("single"))
