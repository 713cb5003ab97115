"""Something else in place of a report: a run continues, reports it, and leaves it alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Stages
from ..world.club import HOST, Club


def folder(path: Path) -> None:
    path.mkdir()
    (path / "kept").write_text("mine")


def link(path: Path) -> None:
    path.with_name("target").write_text("mine")
    path.symlink_to("target")


def make_dangling_link(path: Path) -> None:
    path.symlink_to("nowhere")


ODD: dict[str, Callable[[Path], None]] = {"a folder": folder, "a link": link, "a link to nothing": make_dangling_link}


def list_reports(club: Club) -> list[tuple[str, bool, str]]:
    reports = sorted((club.mars / "reports").rglob("*"))
    return [(path.name, path.is_symlink(), path.read_text() if path.is_file() else "") for path in reports]


@pytest.mark.parametrize("make", ODD.values(), ids=ODD)
def test_a_run_goes_on_where_a_report_cannot_be_written(club_at: Stages, make: Callable[[Path], None]) -> None:
    club = club_at("bidding")
    seq = club.game.state.seq + 1
    path = club.mars / "reports" / f"{seq:06}.txt"
    make(path)
    before = list_reports(club)
    club.order("blue", "bid coins=2")
    done = club.run()
    assert [step["seq"] for step in done["applied"]] == [seq]
    assert done["refused"] == [{"file": f"reports/{seq:06}.txt", "code": "E_FILE_TYPE"}]
    assert list_reports(club) == before
    assert club.run()["applied"] == []
    club.order("green", "bid coins=1")
    club.order("red", "bid coins=1")
    assert len(club.run()["applied"]) == 2
    assert club.lpbe("eve", "verify", "mars", "--json").status == 3


@pytest.mark.parametrize("make", ODD.values(), ids=ODD)
def test_apply_goes_on_too(club_at: Stages, make: Callable[[Path], None]) -> None:
    club = club_at("bidding")
    seq = club.game.state.seq + 1
    make(club.mars / "reports" / f"{seq:06}.txt")
    before = list_reports(club)
    order = club.order("blue", "bid coins=2")
    answer = club.do(HOST, "apply", "mars", order)
    assert answer["seq"] == seq and not [path for path in answer["files"] if "reports" in path]
    assert list_reports(club) == before
