"""Something else where a report belongs: a run goes on and tells it, and leaves it alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Stages
from .house import HOST, House


def folder(path: Path) -> None:
    path.mkdir()
    (path / "kept").write_text("mine")


def link(path: Path) -> None:
    path.with_name("target").write_text("mine")
    path.symlink_to("target")


def dangling(path: Path) -> None:
    path.symlink_to("nowhere")


ODD: dict[str, Callable[[Path], None]] = {"a folder": folder, "a link": link, "a link to nothing": dangling}


def listing(house: House) -> list[tuple[str, bool, str]]:
    reports = sorted((house.mars / "reports").rglob("*"))
    return [(path.name, path.is_symlink(), path.read_text() if path.is_file() else "") for path in reports]


@pytest.mark.parametrize("make", ODD.values(), ids=ODD)
def test_a_run_goes_on_where_a_report_cannot_be_written(house_at: Stages, make: Callable[[Path], None]) -> None:
    house = house_at("bidding")
    seq = house.game.state.seq + 1
    path = house.mars / "reports" / f"{seq:06}.txt"
    make(path)
    before = listing(house)
    house.order("blue", "bid coins=2")
    done = house.run()
    assert [step["seq"] for step in done["applied"]] == [seq]
    assert done["refused"] == [{"file": f"reports/{seq:06}.txt", "code": "E_FILE_TYPE"}]
    assert listing(house) == before
    assert house.run()["applied"] == []
    house.order("green", "bid coins=1")
    house.order("red", "bid coins=1")
    assert len(house.run()["applied"]) == 2
    assert house.lpbe("eve", "verify", "mars", "--json").status == 3


@pytest.mark.parametrize("make", ODD.values(), ids=ODD)
def test_apply_goes_on_too(house_at: Stages, make: Callable[[Path], None]) -> None:
    house = house_at("bidding")
    seq = house.game.state.seq + 1
    make(house.mars / "reports" / f"{seq:06}.txt")
    before = listing(house)
    order = house.order("blue", "bid coins=2")
    told = house.do(HOST, "apply", "mars", order)
    assert told["seq"] == seq and not [path for path in told["files"] if "reports" in path]
    assert listing(house) == before
