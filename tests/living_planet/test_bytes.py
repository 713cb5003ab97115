"""No byte of a finished game can change unnoticed, and a false log is reported with its step."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lpbe.app.session.open_game import OpenGame
from lpbe.cli.entry import run
from lpbe.kernel.gamedir.gamedir import Place, dump_game

from ..kernel.party import Party
from ..size_limits import part

WHITE = b" \t\r\n"


class Finished(NamedTuple):
    """The files of a whole game."""

    game: bytes
    log: bytes
    reports: list[bytes]

    def put(self, folder: Path) -> None:
        (folder / "game.toml").write_bytes(self.game)
        (folder / "log.jsonl").write_bytes(self.log)
        (folder / "reports").mkdir(exist_ok=True)


def report_path(folder: Path, seq: int) -> Path:
    return folder / "reports" / f"{seq:06}.txt"


def finished_game(disclose: bool) -> Finished:
    """Return a game of two."""
    changes = {"disclose": disclose}
    party = Party(("red", "blue"), options={}, changes=changes, game_name="living-planet").start().play_on(4)
    render = OpenGame(Place("game.toml"), party.game, party.rules).render
    reports = [render(game).encode() for game in party.steps]
    return Finished(dump_game(party.game, "game.toml"), b"".join(line + b"\n" for line in party.log), reports)


@pytest.fixture(scope="module")
def played_to_end() -> Finished:
    return finished_game(disclose=True)


def change_byte(data: bytes, chance: random.Random) -> tuple[bytes, int]:
    """Change one byte that is not white space into another that is not white space either."""
    at = chance.choice([n for n, byte in enumerate(data) if byte not in WHITE])
    other = chance.choice([byte for byte in range(33, 127) if byte != data[at]])
    return data[:at] + bytes([other]) + data[at + 1 :], at


def verify(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    status = run(["verify", str(folder), "--json", "--evidence", str(folder / "proof.json")])
    return status, json.loads(capsys.readouterr().out)


def check_bytes(folder: Path, finished: Finished, rounds: int, capsys: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(rounds)
    finished.put(folder)
    for n in range(rounds):
        false_game, _ = change_byte(finished.game, chance) if n % 2 else (finished.game, 0)
        false_log, at = (finished.log, 0) if n % 2 else change_byte(finished.log, chance)
        (folder / "game.toml").write_bytes(false_game)
        (folder / "log.jsonl").write_bytes(false_log)
        status, answer = verify(folder, capsys)
        assert status in (4, 6), (n, answer)
        if not n % 2:
            assert f"step {finished.log[:at].count(10)}:" in answer["message"], answer


def check_report_bytes(folder: Path, finished: Finished, rounds: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Only one report at a time is in the folder: a missing one is not an error, and costs nothing."""
    chance = random.Random(rounds)
    finished.put(folder)
    for _ in range(rounds):
        seq = chance.randrange(len(finished.reports))
        path = report_path(folder, seq)
        path.write_bytes(change_byte(finished.reports[seq], chance)[0])
        status, answer = verify(folder, capsys)
        assert (status, answer["code"], answer["file"]) == (4, "E_REPORT", str(path))
        assert f"step {seq}:" in answer["message"]
        path.unlink()


def test_a_game_as_it_was_is_verified(
    tmp_path: Path, played_to_end: Finished, capsys: pytest.CaptureFixture[str]
) -> None:
    played_to_end.put(tmp_path)
    for seq, report in enumerate(played_to_end.reports):
        report_path(tmp_path, seq).write_bytes(report)
    status, answer = verify(tmp_path, capsys)
    assert (status, answer["level"], answer["reports"]) == (0, 2, len(played_to_end.reports))


def test_a_changed_byte_is_found(tmp_path: Path, played_to_end: Finished, capsys: pytest.CaptureFixture[str]) -> None:
    check_bytes(tmp_path, played_to_end, 20, capsys)


def test_a_changed_byte_of_a_report_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Reports need only the log: nothing is disclosed here, so nothing is replayed."""
    check_report_bytes(tmp_path, finished_game(disclose=False), 10, capsys)


@pytest.mark.soak
def test_five_hundred_changed_bytes_are_found(
    tmp_path: Path, played_to_end: Finished, capsys: pytest.CaptureFixture[str]
) -> None:
    check_bytes(tmp_path, played_to_end, part(500), capsys)
    check_report_bytes(tmp_path, played_to_end, part(100), capsys)
