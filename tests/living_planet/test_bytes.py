"""Not a byte of a finished game can change unnoticed, and a false log is told at its step."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from lpbe.cli.main import run
from lpbe.kernel.folder import dump_game

from ..kernel.party import Party

WHITE = b" \t\r\n"


@pytest.fixture(scope="module")
def finished() -> tuple[bytes, bytes]:
    """Game file and log of a whole game of two."""
    party = Party(("red", "blue"), options={}, game_name="living-planet").start().play_on(4)
    return dump_game(party.game, "game.toml"), b"".join(line + b"\n" for line in party.log)


def changed(data: bytes, chance: random.Random) -> tuple[bytes, int]:
    """One byte that is not white space becomes another one that is not either."""
    at = chance.choice([n for n, byte in enumerate(data) if byte not in WHITE])
    other = chance.choice([byte for byte in range(33, 127) if byte != data[at]])
    return data[:at] + bytes([other]) + data[at + 1 :], at


def check_bytes(folder: Path, finished: tuple[bytes, bytes], rounds: int, capsys: pytest.CaptureFixture[str]) -> None:
    game, log = finished
    chance = random.Random(rounds)
    for n in range(rounds):
        false_game, _ = changed(game, chance) if n % 2 else (game, 0)
        false_log, at = (log, 0) if n % 2 else changed(log, chance)
        (folder / "game.toml").write_bytes(false_game)
        (folder / "log.jsonl").write_bytes(false_log)
        status = run(["verify", str(folder), "--json", "--evidence", str(folder / "proof.json")])
        told = json.loads(capsys.readouterr().out)
        assert status in (4, 6), (n, told)
        if not n % 2:
            assert f"step {log[:at].count(10)}:" in told["message"], told


def test_a_game_as_it_was_is_verified(
    tmp_path: Path, finished: tuple[bytes, bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.toml").write_bytes(finished[0])
    (tmp_path / "log.jsonl").write_bytes(finished[1])
    assert run(["verify", str(tmp_path)]) == 0
    assert "level 2" in capsys.readouterr().out


def test_a_changed_byte_is_found(
    tmp_path: Path, finished: tuple[bytes, bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    check_bytes(tmp_path, finished, 20, capsys)


@pytest.mark.soak
def test_five_hundred_changed_bytes_are_found(
    tmp_path: Path, finished: tuple[bytes, bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    check_bytes(tmp_path, finished, 500, capsys)
