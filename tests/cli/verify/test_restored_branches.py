"""`lpbe evidence` distinguishes a host who restored a backup from one who signed contradictory statements."""

from __future__ import annotations

import json
import shutil
from typing import Any

import pytest

from ..conftest import DAYS, Stages
from ..world.club import HOST, Answer, Club


@pytest.fixture
def club(club_at: Stages) -> Club:
    """Return a paced game in which red and blue have bid since `old` was kept; `true` is what they saw."""
    club = club_at("paced")
    shutil.copytree(club.mars, club.root / "old")
    for seat in ("red", "blue"):
        club.order(seat, "bid coins=1")
    club.do(HOST, "run", "mars", "--now", DAYS[2])
    shutil.copytree(club.mars, club.root / "true")
    return club


def again(club: Club, *orders: tuple[str, str], day: str = DAYS[3], apart: bool = False) -> None:
    """Restore the backup and run it with these orders."""
    shutil.rmtree(club.mars)
    shutil.copytree(club.root / "old", club.mars)
    for seat, order in orders:
        club.order(seat, order, "--no-pin")
        if apart:
            club.do(HOST, "run", "mars", "--no-pin", "--now", day)
    club.do(HOST, "run", "mars", "--no-pin", "--now", day)


def evidence(club: Club, *more: str) -> Answer:
    return club.lpbe("eve", "evidence", *(more or ("mars", "true")), "-o", "proof.json", "--json")


def judge_bundle(club: Club) -> tuple[int, dict[str, Any]]:
    """Return the verdict of an outsider who has only the bundle."""
    answer = club.lpbe("eve", "evidence", "--check", "proof.json", "--json")
    return answer.status, answer.payload


def test_the_same_letters_at_other_times_convict_nobody(club: Club) -> None:
    again(club, ("red", "bid coins=1"), ("blue", "bid coins=1"))
    for answer in (evidence(club), evidence(club, "true", "mars")):
        assert answer.status == 3
        assert (answer.payload["convicts"], answer.payload["code"]) == ("", "E_FORK_TIMES")
    status, found = judge_bundle(club)
    assert (status, found["convicts"]) == (3, "") and "restored backup" in found["says"]


@pytest.mark.parametrize(
    "orders",
    [
        [("red", "bid coins=2"), ("blue", "bid coins=1")],
        [("red", "bid coins=1"), ("blue", "bid coins=2")],
        [("blue", "bid coins=1"), ("red", "bid coins=1")],
    ],
    ids=["another first letter", "another second letter", "another order"],
)
def test_other_letters_or_another_order_convict(club: Club, orders: list[tuple[str, str]]) -> None:
    again(club, *orders, apart=True)
    answer = evidence(club)
    assert (answer.status, answer.payload["convicts"], answer.payload["code"]) == (0, "referee", "E_FORK")
    assert judge_bundle(club) == (0, {**judge_bundle(club)[1], "convicts": "referee", "code": "E_FORK"})


def test_a_bundle_cannot_hide_that_only_times_differ(club: Club) -> None:
    """An accuser removes the branches, or shows one step less of one of them."""
    again(club, ("red", "bid coins=1"), ("blue", "bid coins=1"))
    evidence(club)
    bundle = json.loads((club.root / "proof.json").read_text())
    one, two = bundle["branches"]
    for branches in (None, [[], []], [one[-1:], two[-1:]], [one, two[:1]]):
        changed = {name: value for name, value in bundle.items() if name != "branches"}
        changed |= {} if branches is None else {"branches": branches}
        (club.root / "proof.json").write_text(json.dumps(changed))
        status, found = judge_bundle(club)
        assert status == 6 and found["code"] == "E_EVIDENCE"


def test_two_lone_files_from_beyond_the_fork_prove_nothing(club: Club) -> None:
    again(club, ("red", "bid coins=1"), ("blue", "bid coins=1"))
    for name in ("mars", "true"):
        shutil.copy(club.root / name / "game.toml", club.root / f"{name}.toml")
    answer = evidence(club, "mars.toml", "true.toml")
    assert (answer.status, answer.code) == (2, "E_EVIDENCE")
