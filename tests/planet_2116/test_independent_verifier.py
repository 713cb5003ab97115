"""The second verifier, which shares no code with the first, comes to the same verdicts on games of 2116."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from lpbe.kernel.base.canonical import to_plain
from lpbe.kernel.gamedir.gamedir import dump_game

from ..independent_verifier.answers import REFUSED, Ask, asker, second
from ..independent_verifier.verifier.verdict import VERIFIED
from ..kernel.party import Party
from ..size_limits import part
from .contract_config import SWITCHES
from .positions import GAME
from .test_chain import SEATS, bot_game


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    return asker(capsys)


def write_game(party: Party, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "game.toml").write_bytes(dump_game(party.game, "game.toml"))
    (folder / "log.jsonl").write_bytes(b"".join(line + b"\n" for line in party.log))
    return folder


def agree(folder: Path, ask: Ask) -> str:
    (first, code), (other, why) = ask(folder), second(folder)
    assert first == other, (first, code, other, why)
    return other


@pytest.mark.soak
def test_a_true_game_is_verified_by_both(tmp_path: Path, ask: Ask) -> None:
    assert agree(write_game(bot_game(), tmp_path / "game"), ask) == VERIFIED


@pytest.mark.parametrize("number", [0, *(pytest.param(n, marks=pytest.mark.soak) for n in range(1, len(SWITCHES)))])
def test_games_with_every_switch_are_verified_by_both(number: int, tmp_path: Path, ask: Ask) -> None:
    options = {GAME: to_plain(dict(SWITCHES[number]))}
    party = Party(SEATS, options=options, game_name=GAME).start().play_on(number)
    assert agree(write_game(party, tmp_path / "game"), ask) == VERIFIED


@pytest.mark.soak
def test_a_game_with_another_event_is_refused_by_both(tmp_path: Path, ask: Ask) -> None:
    """A number or a word of an event is changed; the chain is not repaired, so this tests only the reading."""
    chance, party = random.Random("lies"), bot_game()
    folder = write_game(party, tmp_path / "game")
    lines = (folder / "log.jsonl").read_bytes().splitlines()
    for _ in range(part(200, 12)):
        at = chance.randrange(12, len(lines))
        entry = json.loads(lines[at])
        events = entry["public"].get("events", [])
        if not events:
            continue
        event = chance.choice(events)
        field = chance.choice([name for name in event if name != "event"] or ["event"])
        event[field] = chance.choice([7, "D07", ["D07"], {}, True])
        changed = [*lines[:at], json.dumps(entry, separators=(",", ":"), sort_keys=True).encode(), *lines[at + 1 :]]
        (folder / "log.jsonl").write_bytes(b"".join(line + b"\n" for line in changed))
        assert agree(folder, ask) == REFUSED or changed == lines
