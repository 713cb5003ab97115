"""Logs that somebody cut, swapped or tore; game files that are older than what was seen, or another version of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from lpbe.kernel.disk import files
from lpbe.kernel.folder.folder import dump_game

from .conftest import Stages
from .crook import headed, put_game, put_log, verify
from .house import HOST, House


def lines_of(house: House) -> list[bytes]:
    return house.log.read_bytes().splitlines()


def cut(lines: list[bytes]) -> list[bytes]:
    return lines[:-2]


def cut_inside(lines: list[bytes]) -> list[bytes]:
    return [*lines[:3], *lines[4:]]


def swap(lines: list[bytes]) -> list[bytes]:
    return [*lines[:2], lines[3], lines[2], *lines[4:]]


def doubled(lines: list[bytes]) -> list[bytes]:
    return [*lines, lines[-1]]


def spelled(lines: list[bytes]) -> list[bytes]:
    return [*lines[:2], lines[2].replace(b":", b": ", 1), *lines[3:]]


def a_note(lines: list[bytes]) -> list[bytes]:
    """An order of the log with a note that nobody signed, and a head that still names the old order."""
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
    "cut at the end": (cut, "E_STATE_LOG", 5),
    "cut inside": (cut_inside, "E_STATE_CHAIN", 3),
    "two lines swapped": (swap, "E_STATE_CHAIN", 2),
    "the last line twice": (doubled, "E_STATE_CHAIN", 7),
    "a line in other words": (spelled, "E_STATE_LOG", 2),
    "an edited order": (a_note, "E_STATE_CHAIN", 2),
    "an order in the first line": (an_order_at_the_start, "E_STATE_LOG", 0),
    "nonsense": (nonsense, "E_STATE_LOG", 3),
    "nothing": (empty, "E_STATE_LOG", 0),
}


@pytest.mark.parametrize(("change", "code", "seq"), LOGS.values(), ids=LOGS)
def test_a_spoiled_log_is_found_at_its_step(house_at: Stages, change: Any, code: str, seq: int) -> None:
    house = house_at("bidding")
    put_log(house, change(lines_of(house)))
    with house.untouched():
        answer = verify(house)
    assert (answer.status, answer.code) == (4, code), answer
    assert f"step {seq}:" in answer.told["message"]


def test_a_log_of_another_game_is_found(house_at: Stages, stages: Stages) -> None:
    house = house_at("bidding")
    house.log.write_bytes(stages("other").log.read_bytes())
    answer = verify(house)
    assert (answer.status, answer.code) == (4, "E_STATE_LOG")


@pytest.mark.parametrize("change", [cut, nonsense, empty], ids=lambda change: change.__name__)
def test_a_run_does_not_go_on_from_a_log_that_does_not_lead_to_the_game_file(house_at: Stages, change: Any) -> None:
    house = house_at("bidding")
    house.order("blue", "bid coins=2")
    spoiled = change(lines_of(house))
    put_log(house, spoiled if change is not nonsense else spoiled[:4])
    with house.untouched():
        answer = house.shell(HOST, "run", "mars", "--json")
    assert (answer.status, answer.code) == (4, "E_STATE_LOG")


TORN = {
    "one entry short": lambda text, line: text[: -len(line)],
    "half a line": lambda text, line: text[: -len(line) // 2],
    "no newline": lambda text, line: text[:-1],
    "one byte of a line": lambda text, line: text[: -len(line) + 1],
}


@pytest.mark.parametrize("tear", TORN.values(), ids=TORN)
def test_a_torn_last_line_is_completed_by_a_run(house_at: Stages, tear: Callable[[bytes, bytes], bytes]) -> None:
    house = house_at("bidding")
    whole = house.log.read_bytes()
    house.log.write_bytes(tear(whole, whole.splitlines(keepends=True)[-1]))
    assert house.run()["mended"] == ["mars/log.jsonl"]
    assert house.log.read_bytes() == whole
    assert verify(house).status == 3


@pytest.mark.parametrize("stage", ["bidding", "finished"])
def test_a_torn_line_does_not_pass_as_whole(house_at: Stages, stage: str) -> None:
    """Somebody was killed there, or pretends to have been: nothing is proven, and nobody is accused."""
    house = house_at(stage)
    house.log.write_bytes(house.log.read_bytes()[:-20])
    answer = verify(house)
    assert (answer.status, answer.told["unfinished"]) == (3, True)


# Older and other versions


def forked(house: House, root: str) -> House:
    """The same game, in which the referee let something else happen."""
    other = house.copy(house.root.parent / root)
    other.order("blue", "bid coins=5")
    other.run()
    return other


def test_two_heads_of_one_step_make_a_bundle_of_evidence(house_at: Stages) -> None:
    house = house_at("bidding")
    other = forked(house, "fork")
    house.order("red", "bid coins=1")
    house.run()
    answer = house.shell("cleo", "evidence", "mars", str(other.mars), "-o", "proof.json", "--json")
    assert (answer.status, answer.told["kind"]) == (0, "fork")
    bundle = files.parse_order((house.root / "proof.json").read_bytes(), "proof.json")
    assert (bundle["code"], bundle["seq"], len(bundle["heads"])) == ("E_FORK", 7, 2)
    assert len({proof["sig"] for proof in bundle["heads"]}) == 2


@pytest.mark.parametrize("other", ["bidding", "bids", "other"])
def test_honest_files_make_no_evidence(stages: Stages, house_at: Stages, other: str) -> None:
    house = house_at("bidding")
    answer = house.lpbe("cleo", "evidence", "mars", str(stages(other).mars), "--json")
    assert (answer.status, answer.code) == (2, "E_EVIDENCE")


def test_a_forged_head_makes_no_evidence(house_at: Stages) -> None:
    house = house_at("bidding")
    other = forked(house, "fork")
    put_game(other, headed(other.game, "eve"))
    house.order("red", "bid coins=1")
    house.run()
    answer = house.lpbe("cleo", "evidence", "mars", str(other.mars), "--json")
    assert (answer.status, answer.code) == (4, "E_SIG_INVALID")


def test_a_forged_file_does_not_spoil_the_pins(house_at: Stages) -> None:
    """A file of a far step that nobody signed must not make true ones look old."""
    house = house_at("bidding")
    assert house.lpbe("ben", "show", "mars").status == 0
    pins = {path: path.read_bytes() for path in (house.home("ben") / "state").rglob("*.json")}
    assert pins
    game = house.game
    forged = replace(
        game, state=replace(game.state, seq=999), last=replace(game.last, head=replace(game.last.head, seq=999))
    )
    (house.root / "forged.toml").write_bytes(dump_game(forged, "forged.toml"))
    for command in ("verify", "show"):
        answer = house.lpbe("ben", command, "forged.toml", "--json")
        assert answer.status == 4
    assert {path: path.read_bytes() for path in (house.home("ben") / "state").rglob("*.json")} == pins
