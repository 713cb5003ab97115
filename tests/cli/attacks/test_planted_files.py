"""Files planted where a run writes: the run continues, replaces nothing, and loses nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Stages
from ..world.club import HOST, Club

JUNK = b"not an order"


def folder(path: Path) -> None:
    path.mkdir()
    (path / "mine").write_text("mine")


def link(path: Path) -> None:
    path.symlink_to("nowhere")


def huge(path: Path) -> None:
    path.write_bytes(b"x\n" * 1_500_000)


PLANTED: dict[str, Callable[[Path], None]] = {"a folder": folder, "a link": link, "a huge file": huge}


def kept_contents(club: Club) -> set[bytes]:
    """Return what the ordinary small files beside the receipts hold."""
    found = [path for path in (club.mars / "refused").iterdir() if path.is_file() and not path.is_symlink()]
    return {path.read_bytes() for path in found if path.stat().st_size < 100_000}


@pytest.mark.parametrize("make", PLANTED.values(), ids=PLANTED)
def test_nothing_in_the_place_of_its_words_stops_a_run(club_at: Stages, make: Callable[[Path], None]) -> None:
    club = club_at("bidding")
    (club.mars / "refused").mkdir()
    planted = club.mars / "refused" / f"{club.game.state.seq + 1:06}.txt"
    make(planted)
    club.order("blue", "bid coins=2")
    (club.inbox / "junk.txt").write_bytes(JUNK)
    done = club.run()
    assert [item["code"] for item in done["refused"]] == ["E_FILE_SYNTAX"] and len(done["applied"]) == 1
    assert not list(club.inbox.iterdir()) and JUNK in kept_contents(club)
    assert any(text.startswith(b"junk.txt (") for text in kept_contents(club)), "the words stand beside it"
    with club.untouched():
        club.run()


@pytest.mark.parametrize("make", [folder, link], ids=["a folder", "a link"])
def test_nothing_in_the_place_of_a_refused_file_stops_a_run(club_at: Stages, make: Callable[[Path], None]) -> None:
    club = club_at("bidding")
    (club.inbox / "junk.txt").write_bytes(JUNK)
    name = club.run()["refused"][0]["kept"]
    (club.mars / "refused" / name).unlink()
    make(club.mars / "refused" / name)
    (club.inbox / "junk.txt").write_bytes(JUNK)
    again = club.run()["refused"][0]["kept"]
    assert again != name and (club.mars / "refused" / again).read_bytes() == JUNK
    assert os.path.lexists(club.mars / "refused" / name)


def test_two_large_files_of_one_name_are_both_kept(club_at: Stages) -> None:
    club = club_at("bidding")
    photos = [letter * 70_000 for letter in (b"a", b"b", b"c")]
    for photo in photos:
        (club.inbox / "photo.jpg").write_bytes(photo)
        club.run()
    assert kept_contents(club) >= set(photos)


def test_one_file_that_comes_again_is_kept_once(club_at: Stages) -> None:
    club = club_at("bidding")
    for _ in range(2):
        (club.inbox / "junk.txt").write_bytes(JUNK)
        club.run()
    assert len(list((club.mars / "refused").glob("*.junk"))) == 1


def test_a_file_that_may_not_be_read_stops_no_run(club_at: Stages) -> None:
    """A file of another user in a shared folder; a user who may read everything finds junk in it."""
    club = club_at("bidding")
    (club.inbox / "closed.toml").write_bytes(JUNK)
    (club.inbox / "closed.toml").chmod(0)
    club.order("blue", "bid coins=2")
    done = club.run()
    assert len(done["applied"]) == 1 and done["refused"][0]["code"] in ("E_FILE_ACCESS", "E_FILE_SYNTAX")


def test_a_letter_that_may_not_be_taken_away_is_taken_once(club_at: Stages) -> None:
    """A file of another user, in a folder where only its owner may delete it; a privileged user deletes it."""
    club = club_at("bidding")
    club.order("blue", "bid coins=2")
    (club.inbox / "junk.txt").write_bytes(JUNK)
    club.inbox.chmod(0o555)
    try:
        assert len(club.run()["applied"]) == 1
        with club.untouched("game.toml", "log.jsonl"):
            assert club.run()["applied"] == []
    finally:
        club.inbox.chmod(0o755)


def test_a_report_that_nobody_made_is_told_as_that(club_at: Stages) -> None:
    """Nobody signs reports: it may be a later step's report, or planted."""
    club = club_at("bidding")
    (club.mars / "reports" / "000099.txt").write_text("planted")
    answer = club.lpbe(HOST, "run", "mars", "--json")
    assert (answer.status, answer.code) == (4, "E_ROLLBACK")
    assert "delete it if you never made that step" in answer.payload["hint"]
    (club.mars / "reports" / "000099.txt").rename(club.mars / "reports" / "٠٠٠٠٩٩.txt")
    club.run()


@pytest.mark.parametrize("name", ["log.jsonl", "game.toml"])
def test_nothing_that_is_asked_for_is_written_over_a_game(club_at: Stages, name: str) -> None:
    club = club_at("bidding")
    path = f"mars/{name}"
    club.lpbe("eve", "verify", "mars")
    for command in (
        ["replay", "mars", "--html", path],
        ["report", "mars", "--key", str(club.home("nobody")), "-o", path],
        ["order", "mars", "bid coins=1", "-o", path],
        ["note", "mars", "hello", "-o", path],
    ):
        with club.untouched():
            assert club.lpbe("ben", *command, "--json").status in (2, 6), command
    with club.untouched():
        assert club.lpbe("eve", "report", "mars", "-o", path, "--json").code == "E_USAGE"
    assert club.lpbe("ben", "order", "mars", "bid coins=1", "-o", "game.toml").status == 0, "no game is here"
