"""The log of a folder: reading it step by step, searching it, and repairing it after an interrupted run."""

from __future__ import annotations

from pathlib import Path

import pytest

from lpbe.kernel.base.canonical import jcs
from lpbe.kernel.base.errors import Unauthentic
from lpbe.kernel.chain.letter import letter_id, present
from lpbe.kernel.chain.records import head_id, read_entry
from lpbe.kernel.gamedir.gamedir import Place
from lpbe.kernel.gamedir.log import chained_entries, has_log, holds_letter, repair_log, without_genesis

from ..party import Party


@pytest.fixture(scope="module")
def party() -> Party:
    return Party().start()


@pytest.fixture
def place(party: Party, tmp_path: Path) -> Place:
    put(tmp_path / "log.jsonl", party.log)
    return Place(str(tmp_path / "game.toml"), str(tmp_path))


def put(log: Path, lines: list[bytes]) -> None:
    log.write_bytes(b"".join(line + b"\n" for line in lines))


def walk(place: Place, party: Party) -> list[int]:
    return [entry.head.seq for entry in chained_entries(place, party.game)]


def test_the_walk_goes_to_the_game_file_at_hand(party: Party, place: Place) -> None:
    steps = list(range(party.game.state.seq + 1))
    assert walk(place, party) == steps
    assert [jcs(without_genesis(entry)) for entry in chained_entries(place, party.game)] == [
        jcs(game.last) for game in party.steps
    ]
    assert [entry.head.seq for entry in chained_entries(place, party.steps[3])] == steps[:4]


def test_a_log_one_step_behind_is_completed_by_the_game_file(party: Party, place: Place) -> None:
    put(Path(place.log), party.log[:-1])
    assert walk(place, party)[-1] == party.game.state.seq
    put(Path(place.log), party.log[:-2])
    with pytest.raises(Unauthentic, match="does not lead to this game file"):
        walk(place, party)


def test_a_line_that_is_missing_or_edited_is_named(party: Party, place: Place) -> None:
    put(Path(place.log), [*party.log[:2], *party.log[3:]])
    with pytest.raises(Unauthentic, match="wrong at step 3"):
        walk(place, party)
    edited = [line.replace(b'"public":{}', b'"public":{"events":[{"event":"window-closed"}]}') for line in party.log]
    put(Path(place.log), [*party.log[:2], edited[2], *party.log[3:]])
    with pytest.raises(Unauthentic, match="wrong at step 2"):
        walk(place, party)


def test_a_letter_is_found_by_its_id(party: Party, place: Place) -> None:
    entry = read_entry(party.log[2])
    letter, head = letter_id(present(entry.letter)), head_id(entry.head)
    assert holds_letter(place.log, letter)
    assert not holds_letter(place.log, head)


def test_a_torn_or_missing_last_line_is_mended_and_no_other(party: Party, place: Place) -> None:
    log, whole = Path(place.log), Path(place.log).read_bytes()
    assert not repair_log(place, party.game)
    for left in (whole[:-1], whole[:-40], whole[: -len(party.log[-1]) - 1]):
        log.write_bytes(left)
        assert repair_log(place, party.game)
        assert log.read_bytes() == whole
    put(log, party.log[:-2])
    with pytest.raises(Unauthentic, match="does not lead to this game file"):
        repair_log(place, party.game)


def test_the_first_step_begins_an_empty_log(party: Party, place: Place) -> None:
    Path(place.log).write_bytes(b"")
    assert repair_log(place, party.steps[0])
    assert Path(place.log).read_bytes() == party.log[0] + b"\n"


def test_a_lone_game_file_has_no_log(place: Place) -> None:
    assert has_log(place)
    assert not has_log(Place(place.game))
