"""Logs that were cut, swapped or torn; game files older than what was seen, or from another version of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from lpbe.kernel.disk import files
from lpbe.kernel.gamedir.gamedir import dump_game

from ..conftest import Stages
from ..world.cheating_referee import put_game, put_log, sign_fitting_head, verify
from ..world.club import HOST, Club


def lines_of(club: Club) -> list[bytes]:
    return club.log.read_bytes().splitlines()


def cut_line(lines: list[bytes]) -> list[bytes]:
    return lines[:-2]


def cut_inside(lines: list[bytes]) -> list[bytes]:
    return [*lines[:3], *lines[4:]]


def swap(lines: list[bytes]) -> list[bytes]:
    return [*lines[:2], lines[3], lines[2], *lines[4:]]


def double_line(lines: list[bytes]) -> list[bytes]:
    return [*lines, lines[-1]]


def respell_line(lines: list[bytes]) -> list[bytes]:
    return [*lines[:2], lines[2].replace(b":", b": ", 1), *lines[3:]]


def a_note(lines: list[bytes]) -> list[bytes]:
    """Return an order of the log with a note that nobody signed, under a head that still names the old order."""
    changed = lines[2].replace(b'"kind":"join",', b'"kind":"join","note":"hello",', 1)
    assert changed != lines[2]
    return [*lines[:2], changed, *lines[3:]]


def an_order_at_the_start(lines: list[bytes]) -> list[bytes]:
    """Something more in the first line, which no head covers."""
    order = lines[1][lines[1].index(b'"order":{') : lines[1].index(b',"public"')]
    changed = lines[0].replace(b',"public"', b"," + order + b',"public"', 1)
    assert changed != lines[0]
    return [changed, *lines[1:]]


def nonsense(lines: list[bytes]) -> list[bytes]:
    return [*lines[:3], b"\x1b[2J nonsense", *lines[3:]]


def empty(lines: list[bytes]) -> list[bytes]:
    return []


LOGS: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str, int]] = {
    "cut at the end": (cut_line, "E_STATE_LOG", 5),
    "cut inside": (cut_inside, "E_STATE_CHAIN", 3),
    "two lines swapped": (swap, "E_STATE_CHAIN", 2),
    "the last line twice": (double_line, "E_STATE_CHAIN", 7),
    "a line in other words": (respell_line, "E_STATE_LOG", 2),
    "an edited order": (a_note, "E_STATE_CHAIN", 2),
    "an order in the first line": (an_order_at_the_start, "E_STATE_LOG", 0),
    "nonsense": (nonsense, "E_STATE_LOG", 3),
    "nothing": (empty, "E_STATE_LOG", 0),
}


@pytest.mark.parametrize(("change", "code", "seq"), LOGS.values(), ids=LOGS)
def test_a_spoiled_log_is_found_at_its_step(club_at: Stages, change: Any, code: str, seq: int) -> None:
    club = club_at("bidding")
    put_log(club, change(lines_of(club)))
    with club.untouched():
        answer = verify(club)
    assert (answer.status, answer.code) == (4, code), answer
    assert f"step {seq}:" in answer.payload["message"]


def test_a_log_of_another_game_is_found(club_at: Stages, stages: Stages) -> None:
    club = club_at("bidding")
    club.log.write_bytes(stages("other").log.read_bytes())
    answer = verify(club)
    assert (answer.status, answer.code) == (4, "E_STATE_LOG")


@pytest.mark.parametrize("change", [cut_line, nonsense, empty], ids=lambda change: change.__name__)
def test_a_run_does_not_go_on_from_a_log_that_does_not_lead_to_the_game_file(club_at: Stages, change: Any) -> None:
    club = club_at("bidding")
    club.order("blue", "bid coins=2")
    spoiled = change(lines_of(club))
    put_log(club, spoiled if change is not nonsense else spoiled[:4])
    with club.untouched():
        answer = club.shell(HOST, "run", "mars", "--json")
    assert (answer.status, answer.code) == (4, "E_STATE_LOG")


TORN = {
    "one entry short": lambda text, line: text[: -len(line)],
    "half a line": lambda text, line: text[: -len(line) // 2],
    "no newline": lambda text, line: text[:-1],
    "one byte of a line": lambda text, line: text[: -len(line) + 1],
}


@pytest.mark.parametrize("tear", TORN.values(), ids=TORN)
def test_a_torn_last_line_is_completed_by_a_run(club_at: Stages, tear: Callable[[bytes, bytes], bytes]) -> None:
    club = club_at("bidding")
    whole = club.log.read_bytes()
    club.log.write_bytes(tear(whole, whole.splitlines(keepends=True)[-1]))
    assert club.run()["mended"] == ["mars/log.jsonl"]
    assert club.log.read_bytes() == whole
    assert verify(club).status == 3


@pytest.mark.parametrize("stage", ["bidding", "finished"])
def test_a_torn_line_does_not_pass_as_whole(club_at: Stages, stage: str) -> None:
    """Somebody was killed there, or pretends to have been: nothing is proven, and nobody is accused."""
    club = club_at(stage)
    club.log.write_bytes(club.log.read_bytes()[:-20])
    answer = verify(club)
    assert (answer.status, answer.payload["unfinished"]) == (3, True)


# Older and other versions


def fork_history(club: Club, root: str) -> Club:
    """Return the same game, in which the referee let something else happen."""
    other = club.copy(club.root.parent / root)
    other.order("blue", "bid coins=5")
    other.run()
    return other


def test_two_heads_of_one_step_make_a_bundle_of_evidence(club_at: Stages) -> None:
    club = club_at("bidding")
    other = fork_history(club, "fork")
    club.order("red", "bid coins=1")
    club.run()
    answer = club.shell("cleo", "evidence", "mars", str(other.mars), "-o", "proof.json", "--json")
    assert (answer.status, answer.payload["kind"]) == (0, "fork")
    bundle = files.parse_order((club.root / "proof.json").read_bytes(), "proof.json")
    assert (bundle["code"], bundle["seq"], len(bundle["heads"])) == ("E_FORK", 7, 2)
    assert len({proof["sig"] for proof in bundle["heads"]}) == 2


@pytest.mark.parametrize("other", ["bidding", "bids", "other"])
def test_honest_files_make_no_evidence(stages: Stages, club_at: Stages, other: str) -> None:
    club = club_at("bidding")
    answer = club.lpbe("cleo", "evidence", "mars", str(stages(other).mars), "--json")
    assert (answer.status, answer.code) == (2, "E_EVIDENCE")


def test_a_forged_head_makes_no_evidence(club_at: Stages) -> None:
    club = club_at("bidding")
    other = fork_history(club, "fork")
    put_game(other, sign_fitting_head(other.game, "eve"))
    club.order("red", "bid coins=1")
    club.run()
    answer = club.lpbe("cleo", "evidence", "mars", str(other.mars), "--json")
    assert (answer.status, answer.code) == (4, "E_SIG_INVALID")


def test_a_forged_file_does_not_spoil_the_pins(club_at: Stages) -> None:
    """A file of a far step that nobody signed must not make true ones look old."""
    club = club_at("bidding")
    assert club.lpbe("ben", "show", "mars").status == 0
    pins = {path: path.read_bytes() for path in (club.home("ben") / "state").rglob("*.json")}
    assert pins
    game = club.game
    forged = replace(
        game, state=replace(game.state, seq=999), last=replace(game.last, head=replace(game.last.head, seq=999))
    )
    (club.root / "forged.toml").write_bytes(dump_game(forged, "forged.toml"))
    for command in ("verify", "show"):
        answer = club.lpbe("ben", command, "forged.toml", "--json")
        assert answer.status == 4
    assert {path: path.read_bytes() for path in (club.home("ben") / "state").rglob("*.json")} == pins
