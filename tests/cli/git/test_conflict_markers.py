"""Git's conflict markers in a file of a game are named in the error, and nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..conftest import Stages
from ..world.club import HOST, Club

COMMANDS = [
    (HOST, "run", "mars"),
    (HOST, "apply", "mars", "mars/inbox/2-blue-0.toml"),
    ("ben", "show", "mars"),
    ("ben", "report", "mars"),
    ("ben", "order", "mars", "bid coins=3"),
    ("eve", "verify", "mars"),
]


def merge_versions(ours: bytes, theirs: bytes, shared: int = 0) -> bytes:
    """Return what git leaves of two versions that it cannot merge."""
    start, mine, other = ours[:shared], ours[shared:], theirs[shared:]
    return b"".join([start, b"<<<<<<< HEAD\n", mine, b"=======\n", other, b">>>>>>> 1a2b3c4 (run)\n"])


def check_told(club: Club, *commands: tuple[str, ...]) -> None:
    with club.untouched():
        for who, *command in commands:
            answer = club.lpbe(who, *command, "--json")
            assert (answer.status, answer.code) == (6, "E_FILE_CONFLICT"), (command, answer)
            assert "conflict markers" in answer.payload["message"] and "git" in answer.payload["hint"]


@pytest.mark.parametrize("eol", [b"\n", b"\r\n"], ids=["lf", "crlf"])
def test_a_game_file_with_conflict_markers(club_at: Stages, eol: bytes) -> None:
    club, other = club_at("bidding"), club_at("bids")
    club.order("blue", "bid coins=2")
    path = club.mars / "game.toml"
    theirs = (other.mars / "game.toml").read_bytes()
    path.write_bytes(merge_versions(path.read_bytes(), theirs).replace(b"\n", eol))
    check_told(club, *COMMANDS)


def test_markers_inside_a_seal_are_no_forgery(club_at: Stages) -> None:
    """With markers there, the file is still TOML, and nobody must be accused."""
    club = club_at("bidding")
    club.order("blue", "bid coins=2")
    path = club.mars / "game.toml"
    before, mark, after = path.read_bytes().partition(b"red = '''\n")
    line, rest = after[:65], after[65:]
    path.write_bytes(before + mark + merge_versions(line, b"B" + line[1:]) + rest)
    check_told(club, *COMMANDS)


def test_a_log_with_conflict_markers(club_at: Stages) -> None:
    club, other = club_at("bids"), club_at("bidding")
    common = len(other.log.read_bytes())
    ours = club.log.read_bytes()
    club.log.write_bytes(merge_versions(ours, ours[:common] + ours[common:].replace(b'"seq":7', b'"seq":9'), common))
    check_told(club, (HOST, "run", "mars"), ("ben", "report", "mars", "--since", "0"), ("eve", "verify", "mars"))


def test_a_json_game_with_conflict_markers(club_at: Stages, tmp_path: Path) -> None:
    club = club_at("bidding")
    path = tmp_path / "game.json"
    path.write_bytes(merge_versions(b"{}\n", b"{ }\n"))
    answer = club.lpbe("ben", "show", str(path), "--json")
    assert (answer.status, answer.code) == (6, "E_FILE_CONFLICT")


def test_an_order_with_conflict_markers(club_at: Stages) -> None:
    club = club_at("bidding")
    path = club.root / club.order("blue", "bid coins=2")
    letter = path.read_bytes()
    path.unlink()
    (club.root / "order.toml").write_bytes(merge_versions(letter, letter))
    with club.untouched():
        answer = club.lpbe(HOST, "apply", "mars", "order.toml", "--json")
    assert (answer.status, answer.code) == (6, "E_FILE_CONFLICT")
    path.write_bytes(merge_versions(letter, letter))
    assert [one["code"] for one in club.run()["refused"]] == ["E_FILE_CONFLICT"]


@pytest.mark.parametrize(
    "note", ["<<<<<<< HEAD", "=======", "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> x", "a\n=======\n"]
)
def test_a_note_may_write_of_them(club_at: Stages, note: str) -> None:
    club = club_at("bidding")
    club.order("blue", "bid coins=2", "--note", note)
    assert [step["seat"] for step in club.run()["applied"]] == ["blue"]
    assert club.lpbe("eve", "verify", "mars", "--json").status == 3
