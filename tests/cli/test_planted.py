"""Files that somebody planted where a run writes: it goes on, takes nothing's place, and loses nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Stages
from .house import HOST, House

JUNK = b"not an order"


def folder(path: Path) -> None:
    path.mkdir()
    (path / "mine").write_text("mine")


def link(path: Path) -> None:
    path.symlink_to("nowhere")


def huge(path: Path) -> None:
    path.write_bytes(b"x\n" * 1_500_000)


PLANTED: dict[str, Callable[[Path], None]] = {"a folder": folder, "a link": link, "a huge file": huge}


def kept(house: House) -> set[bytes]:
    """What the ordinary small files beside the receipts hold."""
    found = [path for path in (house.mars / "refused").iterdir() if path.is_file() and not path.is_symlink()]
    return {path.read_bytes() for path in found if path.stat().st_size < 100_000}


@pytest.mark.parametrize("make", PLANTED.values(), ids=PLANTED)
def test_nothing_in_the_place_of_its_words_stops_a_run(house_at: Stages, make: Callable[[Path], None]) -> None:
    house = house_at("bidding")
    (house.mars / "refused").mkdir()
    planted = house.mars / "refused" / f"{house.game.state.seq + 1:06}.txt"
    make(planted)
    house.order("blue", "bid coins=2")
    (house.inbox / "junk.txt").write_bytes(JUNK)
    done = house.run()
    assert [item["code"] for item in done["refused"]] == ["E_FILE_SYNTAX"] and len(done["applied"]) == 1
    assert not list(house.inbox.iterdir()) and JUNK in kept(house)
    assert any(text.startswith(b"junk.txt (") for text in kept(house)), "the words stand beside it"
    with house.untouched():
        house.run()


@pytest.mark.parametrize("make", [folder, link], ids=["a folder", "a link"])
def test_nothing_in_the_place_of_a_refused_file_stops_a_run(house_at: Stages, make: Callable[[Path], None]) -> None:
    house = house_at("bidding")
    (house.inbox / "junk.txt").write_bytes(JUNK)
    name = house.run()["refused"][0]["kept"]
    (house.mars / "refused" / name).unlink()
    make(house.mars / "refused" / name)
    (house.inbox / "junk.txt").write_bytes(JUNK)
    again = house.run()["refused"][0]["kept"]
    assert again != name and (house.mars / "refused" / again).read_bytes() == JUNK
    assert os.path.lexists(house.mars / "refused" / name)


def test_two_large_files_of_one_name_are_both_kept(house_at: Stages) -> None:
    house = house_at("bidding")
    photos = [letter * 70_000 for letter in (b"a", b"b", b"c")]
    for photo in photos:
        (house.inbox / "photo.jpg").write_bytes(photo)
        house.run()
    assert kept(house) >= set(photos)


def test_one_file_that_comes_again_is_kept_once(house_at: Stages) -> None:
    house = house_at("bidding")
    for _ in range(2):
        (house.inbox / "junk.txt").write_bytes(JUNK)
        house.run()
    assert len(list((house.mars / "refused").glob("*.junk"))) == 1


def test_a_file_that_may_not_be_read_stops_no_run(house_at: Stages) -> None:
    """Another user's, in a shared folder; whoever may read everything finds junk in it."""
    house = house_at("bidding")
    (house.inbox / "closed.toml").write_bytes(JUNK)
    (house.inbox / "closed.toml").chmod(0)
    house.order("blue", "bid coins=2")
    done = house.run()
    assert len(done["applied"]) == 1 and done["refused"][0]["code"] in ("E_FILE_ACCESS", "E_FILE_SYNTAX")
    assert not list(house.inbox.iterdir())


def test_a_letter_that_may_not_be_taken_away_is_taken_once(house_at: Stages) -> None:
    """Another user's, in a folder where only its owner may; whoever may everything takes it away."""
    house = house_at("bidding")
    house.order("blue", "bid coins=2")
    (house.inbox / "junk.txt").write_bytes(JUNK)
    house.inbox.chmod(0o555)
    try:
        assert len(house.run()["applied"]) == 1
        with house.untouched("game.toml", "log.jsonl"):
            assert house.run()["applied"] == []
    finally:
        house.inbox.chmod(0o755)


def test_a_report_that_nobody_made_is_told_as_that(house_at: Stages) -> None:
    """Nobody signs reports: it may be a later step's, or planted."""
    house = house_at("bidding")
    (house.mars / "reports" / "000099.txt").write_text("planted")
    answer = house.lpbe(HOST, "run", "mars", "--json")
    assert (answer.status, answer.code) == (4, "E_ROLLBACK")
    assert "take it away if you never made that step" in answer.told["hint"]
    (house.mars / "reports" / "000099.txt").rename(house.mars / "reports" / "٠٠٠٠٩٩.txt")
    house.run()


@pytest.mark.parametrize("name", ["log.jsonl", "game.toml"])
def test_nothing_that_is_asked_for_is_written_over_a_game(house_at: Stages, name: str) -> None:
    house = house_at("bidding")
    path = f"mars/{name}"
    house.lpbe("eve", "verify", "mars")
    for command in (
        ["replay", "mars", "--html", path],
        ["report", "mars", "--key", str(house.home("nobody")), "-o", path],
        ["order", "mars", "bid coins=1", "-o", path],
        ["note", "mars", "hello", "-o", path],
    ):
        with house.untouched():
            assert house.lpbe("ben", *command, "--json").status in (2, 6), command
    with house.untouched():
        assert house.lpbe("eve", "report", "mars", "-o", path, "--json").code == "E_USAGE"
    assert house.lpbe("ben", "order", "mars", "bid coins=1", "-o", "game.toml").status == 0, "no game is here"
