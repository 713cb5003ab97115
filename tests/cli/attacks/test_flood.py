"""Nobody can make another seat's order stale by sending many letters, and no flood bloats the game."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lpbe.kernel.chain.letter import letter_id
from lpbe.kernel.chain.records import MIN_RECENT_HEADS, GameFile
from lpbe.kernel.disk.files import MAX_GAME_BYTES
from lpbe.kernel.gamedir.gamedir import locate
from lpbe.kernel.gamedir.inbox import dump_letter, read_letter
from lpbe.kernel.gamedir.receipts import MAX_SEAT_REFUSALS, is_among_refused, receipts, refused_heads

from ..hosting.test_time import day, paced_game
from ..world.club import HOST, Club
from ..world.forged_letters import bid, play, sign_letter


def size(club: Club) -> int:
    return (club.mars / "game.toml").stat().st_size


def run(club: Club) -> list[str]:
    """Run the game once; return the codes of the refusals."""
    return [item["code"] for item in club.run("--now", day(1))["refused"]]


@pytest.fixture
def club(tmp_path: Path) -> Club:
    club = paced_game(tmp_path / "flood", "--set", "pebbles.rounds=2")
    club.do("cleo", "order", "mars", "bid coins=1", "-o", "victim.toml")
    return club


def victim_is_heard(club: Club) -> bool:
    shutil.copy(club.root / "victim.toml", club.inbox / "victim.toml")
    done = club.run("--now", day(1))
    return [item["seat"] for item in done["applied"]] == ["green"] and done["refused"] == []


def flood(club: Club, who: str, *command: str, letters: int) -> list[str]:
    """Apply many letters one by one; return the codes of those that were refused."""
    codes = []
    for number in range(letters):
        answer = club.lpbe(who, *(part.replace("#", str(number)) for part in command), "--json")
        if answer.status:
            assert answer.status == 5, answer
            codes.append(answer.code)
        else:
            codes += run(club)
    return codes


def test_sixty_six_free_letters(club: Club) -> None:
    refused = flood(club, "ben", "endorse", "mars", "--pace", "1#h", letters=66)
    assert len(refused) >= 34 and set(refused) == {"E_ORDER_MANY"}
    assert flood(club, "ben", "note", "mars", "note #", letters=2) == []
    assert victim_is_heard(club)


def test_sixteen_revs_of_two_seats(club: Club) -> None:
    for seat in ("red", "blue"):
        refused = flood(club, club.player(seat), "order", "mars", "bid coins=#", letters=6)
        assert refused == []
        assert flood(club, club.player(seat), "order", "mars", "bid coins=0", letters=12) == ["E_ORDER_REV"] * 2
    assert flood(club, "ben", "note", "mars", "note #", letters=2) == []
    assert club.game.state.seq - club.game.state.window.since > MIN_RECENT_HEADS + 1
    assert victim_is_heard(club)


def test_notes_and_standing_letters(club: Club) -> None:
    for who in (HOST, "ben"):
        assert flood(club, who, "note", "mars", "note #", letters=6) == ["E_ORDER_MANY"] * 2
        assert flood(club, who, "policy", "mars", "bid=#", letters=6) == ["E_ORDER_MANY"] * 2
    assert victim_is_heard(club)


@pytest.mark.soak
def test_all_of_it_and_how_large_the_game_gets(club: Club) -> None:
    before = size(club)
    for who in (HOST, "ben"):
        flood(club, who, "endorse", "mars", "--pace", "1#h", letters=34)
        flood(club, who, "note", "mars", "note #", letters=5)
        flood(club, who, "policy", "mars", "bid=1", letters=5)
        flood(club, who, "order", "mars", "bid coins=0", letters=17)
    steps = club.game.state.seq - club.game.state.window.since
    assert steps == 2 * (32 + 4 + 4 + 16) and len(club.game.state.recent) <= steps + MIN_RECENT_HEADS
    assert size(club) - before < steps * 80 + 4096
    assert victim_is_heard(club)
    club.play_on(1, "--now", day(1))
    assert len(club.game.state.recent) <= max(MIN_RECENT_HEADS, steps) + 8
    club.play_on(2, "--now", day(1))
    assert len(club.game.state.recent) == MIN_RECENT_HEADS and size(club) - before < 8192
    assert club.lpbe("eve", "verify", "mars").status == 3


def test_what_waits_in_one_inbox_is_counted_too(club: Club) -> None:
    for number in range(6):
        club.do("ben", "note", "mars", f"note {number}")
        club.do("ben", "policy", "mars", f"bid={number}")
    codes = run(club)
    assert codes.count("E_ORDER_MANY") == 2 and set(codes) == {"E_ORDER_MANY", "E_ORDER_REV"}
    assert victim_is_heard(club)


def send_stale(club: Club, old: GameFile, numbers: Iterable[int]) -> None:
    """Letters of blue for a window that is closed, all different."""
    for number in numbers:
        letter = replace(play(old, "blue", "ben", bid(1), clear=True), note=f"n{number}")
        (club.inbox / f"{number}.toml").write_bytes(dump_letter(sign_letter(letter, "ben"), "x.toml"))


@pytest.mark.soak
def test_receipts_of_a_flood_can_all_be_read(club: Club) -> None:
    """Enough letters of a past window to fill two files, with one letter of somebody else among them."""
    old = club.game
    club.play_on(1, "--now", day(1))
    send_stale(club, old, range(1300))
    shutil.copy(club.root / "victim.toml", club.inbox / "victim.toml")
    run(club)
    place = locate(str(club.mars))
    sizes = [len(receipt.refused) for receipt in receipts(place, club.game)]
    assert len(sizes) > 1 and sum(sizes) == 1301
    victim = read_letter(str(club.root / "victim.toml")).letter
    assert is_among_refused(refused_heads(place, club.game), club.game, victim)
    assert not [path for path in (club.mars / "refused").glob("0*.toml") if path.stat().st_size > MAX_GAME_BYTES]


def test_a_second_flood_is_as_quick_as_the_first(club: Club) -> None:
    """Each letter is compared with all receipts, which are read once per run, whatever the clock says."""
    old = club.game
    club.play_on(1, "--now", day(1))
    send_stale(club, old, range(20))
    run(club)
    send_stale(club, old, range(20, 50))
    opened = opened_files(club.mars / "refused")
    assert run(club) == ["E_ORDER_STALE"] * 30
    assert 1 <= opened.count(f"{club.game.state.seq:06}.toml") <= 4


def opened_files(folder: Path) -> list[str]:
    """Return the names of files in a folder that this process opens from now on."""
    opened: list[str] = []

    def note(event: str, args: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(args[0], str) and Path(args[0]).parent.name == folder.name:
            opened.append(Path(args[0]).name)

    sys.addaudithook(note)
    return opened


@pytest.mark.soak
def test_copies_of_one_letter_take_no_receipt_of_another(club: Club) -> None:
    """Somebody keeps putting a refused letter of blue's into the inbox; blue's next bad letter still gets a receipt."""
    copied = sign_letter(play(club.game, "blue", "ben", bid(98), rev=2), "ben")
    for number in range(MAX_SEAT_REFUSALS + 10):
        (club.inbox / f"0000{number:05}.toml").write_bytes(dump_letter(copied, "x.toml"))
    other = sign_letter(play(club.game, "blue", "ben", bid(99)), "ben")
    (club.inbox / "2-blue-0.toml").write_bytes(dump_letter(other, "x.toml"))
    run(club)
    found = [it.letter_id for receipt in receipts(locate(str(club.mars)), club.game) for it in receipt.refused]
    assert sorted(found) == sorted(letter_id(one.letter) for one in (copied, other))
