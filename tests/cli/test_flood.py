"""Nobody pushes another seat's order out by sending many letters, and no flood swells the game."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lpbe.kernel.chain.records import RECENT

from .house import HOST, House
from .test_time import day, paced


def size(house: House) -> int:
    return (house.mars / "game.toml").stat().st_size


def run(house: House) -> list[str]:
    """One run; with which codes it refused something."""
    return [item["code"] for item in house.run("--now", day(1))["refused"]]


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = paced(tmp_path / "flood", "--set", "pebbles.rounds=2")
    house.do("cleo", "order", "mars", "bid coins=1", "-o", "victim.toml")
    return house


def victim_is_heard(house: House) -> bool:
    shutil.copy(house.root / "victim.toml", house.inbox / "victim.toml")
    done = house.run("--now", day(1))
    return [item["seat"] for item in done["applied"]] == ["green"] and done["refused"] == []


def flood(house: House, who: str, *command: str, letters: int) -> list[str]:
    """As many letters as one likes, applied one by one; the codes of those that were refused."""
    codes = []
    for number in range(letters):
        answer = house.lpbe(who, *(part.replace("#", str(number)) for part in command), "--json")
        if answer.status:
            assert answer.status == 5, answer
            codes.append(answer.code)
        else:
            codes += run(house)
    return codes


def test_sixty_six_free_letters(house: House) -> None:
    refused = flood(house, "ben", "endorse", "mars", "--pace", "1#h", letters=66)
    assert len(refused) >= 34 and set(refused) == {"E_ORDER_MANY"}
    assert flood(house, "ben", "note", "mars", "note #", letters=2) == []
    assert victim_is_heard(house)


def test_sixteen_revs_of_two_seats(house: House) -> None:
    for seat in ("red", "blue"):
        refused = flood(house, house.player(seat), "order", "mars", "bid coins=#", letters=6)
        assert refused == []
        assert flood(house, house.player(seat), "order", "mars", "bid coins=0", letters=12) == ["E_ORDER_REV"] * 2
    assert flood(house, "ben", "note", "mars", "note #", letters=2) == []
    assert house.game.state.seq - house.game.state.window.since > RECENT + 1
    assert victim_is_heard(house)


def test_notes_and_standing_letters(house: House) -> None:
    for who in (HOST, "ben"):
        assert flood(house, who, "note", "mars", "note #", letters=6) == ["E_ORDER_MANY"] * 2
        assert flood(house, who, "policy", "mars", "bid=#", letters=6) == ["E_ORDER_MANY"] * 2
    assert victim_is_heard(house)


def test_all_of_it_and_how_large_the_game_gets(house: House) -> None:
    before = size(house)
    for who in (HOST, "ben"):
        flood(house, who, "endorse", "mars", "--pace", "1#h", letters=34)
        flood(house, who, "note", "mars", "note #", letters=5)
        flood(house, who, "policy", "mars", "bid=1", letters=5)
        flood(house, who, "order", "mars", "bid coins=0", letters=17)
    steps = house.game.state.seq - house.game.state.window.since
    assert steps == 2 * (32 + 4 + 4 + 16) and len(house.game.state.recent) <= steps + RECENT
    assert size(house) - before < steps * 80 + 4096
    assert victim_is_heard(house)
    house.play_on(1, "--now", day(1))
    assert len(house.game.state.recent) <= max(RECENT, steps) + 8
    house.play_on(2, "--now", day(1))
    assert len(house.game.state.recent) == RECENT and size(house) - before < 8192
    assert house.lpbe("eve", "verify", "mars").status == 3


def test_what_waits_in_one_inbox_is_counted_too(house: House) -> None:
    for number in range(6):
        house.do("ben", "note", "mars", f"note {number}")
        house.do("ben", "policy", "mars", f"bid={number}")
    codes = run(house)
    assert codes.count("E_ORDER_MANY") == 2 and set(codes) == {"E_ORDER_MANY", "E_ORDER_REV"}
    assert victim_is_heard(house)
