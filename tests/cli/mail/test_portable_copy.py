"""A copy on its own brings the same news as the folder, and nothing in it is believed unchecked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from lpbe.app.reading.history import history
from lpbe.app.reading.pages import report_text
from lpbe.app.session.open_game import open_game
from lpbe.app.session.seat_view import SeatView
from lpbe.kernel.base.canonical import jcs
from lpbe.kernel.chain.letters.play import Play
from lpbe.kernel.chain.records import MAX_TAIL_BYTES, GameFile, read_entry
from lpbe.kernel.gamedir.gamedir import dump_copy, dump_game, load, locate, newest_that_fit, portable_copy

from ...kernel.party import Party
from ...size_limits import sizes
from ..conftest import Stages
from ..world.club import PEOPLE, Club

PLAYS = 12


def on_copy(club: Club) -> Path:
    club.do("ana", "copy", "mars", "-o", "copy.toml")
    return club.root / "copy.toml"


def result(club: Club, who: str, game: str) -> str:
    """Return what a report says, whatever the path of the game."""
    return club.lpbe(who, "report", game).out.replace(game, "GAME")


def moves(club: Club, seed: int) -> Iterator[None]:
    """Yield random legal orders, each applied at once, until the game is over."""
    chance = Random(seed)
    while waiting := club.lpbe("ana", "show", "mars", "--json").payload["window"]["waiting"]:
        seat = chance.choice(waiting)
        legal = club.lpbe(PEOPLE[seat], "legal", "mars", "--json").payload["texts"]
        club.do(PEOPLE[seat], "order", "mars", chance.choice(legal))
        club.do("ana", "run", "mars")
        yield


FROM_LOG = ("What happened to you", "Ce qui vous est arrivé", "The result", "Le résultat", "Since your", "Depuis votre")
"""The sections in which only the whole log shows who owned a lost thing before, and the course of the game."""


def assert_same(alone: str, whole: str) -> None:
    """A copy shows the same except for earlier owners; its first paragraph may lack a title."""
    parts = [[part for part in text.split("\n-- ") if not part.startswith(FROM_LOG)] for text in (alone, whole)]
    assert parts[0] == parts[1]
    steps = [re.findall(r"^\S.* \[(?:Step|Étape).*", text, re.MULTILINE) for text in (alone, whole)]
    assert steps[0] in (steps[1], steps[1][1:])


def test_a_copy_tells_every_seat_the_same_as_the_folder(club_at: Stages) -> None:
    club = club_at("bidding")
    steps = 0
    for _ in moves(club, 3):
        steps += 1
        on_copy(club)
        for seat in club.seats:
            assert_same(result(club, PEOPLE[seat], "copy.toml"), result(club, PEOPLE[seat], "mars"))
    assert steps >= PLAYS


def test_a_copy_without_a_tail_says_how_little_it_covers(club_at: Stages) -> None:
    club = club_at("turn")
    (club.root / "alone.toml").write_bytes((club.root / "mars" / "game.toml").read_bytes())
    others = [
        who for who in ("ana", "ben", "cleo") if "this only covers the last step" in result(club, who, "alone.toml")
    ]
    assert others and all("this only covers" not in result(club, who, "mars") for who in others)


def test_the_folder_has_no_tail_of_its_own(club_at: Stages) -> None:
    """What comes back from an e-mail with a tail is reported and written without it."""
    club = club_at("turn")
    own = club.root / "mars" / "game.toml"
    before = own.read_bytes()
    assert b"[[tail]]" not in before
    copy = on_copy(club)
    assert b"[[tail]]" in copy.read_bytes()
    own.write_bytes(copy.read_bytes())
    assert "game.toml" in club.lpbe("ana", "run", "mars").words
    assert own.read_bytes() == before


def test_a_copy_does_not_replace_the_game(club_at: Stages) -> None:
    club = club_at("turn")
    before = (club.root / "mars" / "game.toml").read_bytes()
    answer = club.lpbe("ana", "copy", "mars", "-o", "mars/game.toml", "--json")
    assert (answer.status, answer.code) == (2, "E_USAGE")
    assert (club.root / "mars" / "game.toml").read_bytes() == before


def test_a_copy_is_told_to_programs(club_at: Stages) -> None:
    club = club_at("turn")
    result = club.lpbe("ben", "copy", "mars", "-o", "copy.json", "--json").payload
    copy = load(locate(str(club.root / "copy.json")))
    assert result["files"] == ["copy.json"] and result["since"] == copy.tail[0].head.seq
    assert copy.tail[-1].head.seq == result["seq"] - 1


def test_an_order_made_on_a_copy_is_taken(club_at: Stages) -> None:
    club = club_at("bidding")
    on_copy(club)
    club.do("ben", "order", "copy.toml", "bid 1", "-o", "mars/inbox/ben.toml")
    assert club.do("ana", "run", "mars")["applied"]


def edited_event(copy: GameFile, other: GameFile) -> GameFile:
    entry = copy.tail[0]
    events: list[dict[str, Any]] = [{"event": "noted", "text": "red has won"}, *entry.public.events]
    return replace(copy, tail=[replace(entry, public=replace(entry.public, events=events)), *copy.tail[1:]])


def edited_head(copy: GameFile, other: GameFile) -> GameFile:
    entry = copy.tail[0]
    return replace(copy, tail=[replace(entry, head=replace(entry.head, at="2026-01-01T00:00:00Z")), *copy.tail[1:]])


def other_order(copy: GameFile, other: GameFile) -> GameFile:
    return replace(copy, tail=[*copy.tail[:-1], replace(copy.tail[-1], letter=copy.last.letter)])


FALSE: dict[str, Callable[[GameFile, GameFile], GameFile]] = {
    "an edited event": edited_event,
    "an edited head": edited_head,
    "another order": other_order,
    "another game": lambda copy, other: replace(copy, tail=other.tail),
    "a gap": lambda copy, other: replace(copy, tail=[*copy.tail[:-2], copy.tail[-1]]),
    "no end": lambda copy, other: replace(copy, tail=copy.tail[:-1]),
    "a step twice": lambda copy, other: replace(copy, tail=[*copy.tail, copy.tail[-1]]),
    "the last step itself": lambda copy, other: replace(copy, tail=[*copy.tail, copy.last]),
    "too much": lambda copy, other: replace(copy, tail=copy.tail * 20),
}


@pytest.mark.parametrize("name", FALSE)
@pytest.mark.parametrize("command", ["report", "show", "order", "verify", "copy"])
def test_a_false_tail_is_refused(club_at: Stages, tmp_path: Path, name: str, command: str) -> None:
    club = club_at("bidding")
    other = Club.begin(tmp_path / "other", "--nonce", "cd" * 32)
    other.do("ana", "run", "mars")
    copies = [load(locate(str(on_copy(one)))) for one in (club, other)]
    false = FALSE[name](copies[0], copies[1])
    (club.root / "false.toml").write_bytes(dump_game(false, "false.toml"))
    more = {"order": ["bid 1"], "copy": ["-o", "another.toml"]}.get(command, [])
    answer = club.lpbe("ben", command, "false.toml", *more, "--json")
    assert (answer.status, answer.code) == (4, "E_STATE_LOG")


def test_a_tail_holds_the_newest_steps(club_at: Stages) -> None:
    club = club_at("finished")
    steps = [read_entry(line) for line in club.log.read_bytes().splitlines()[1:]] * 20
    kept = newest_that_fit(steps)
    size = sum(len(jcs(step)) for step in kept)
    assert kept == steps[-len(kept) :] and MAX_TAIL_BYTES - 8000 < size <= MAX_TAIL_BYTES


def test_a_copy_that_goes_back_only_so_far_says_so(club_at: Stages) -> None:
    """A tail cut by hand where that is allowed: at its beginning."""
    club = club_at("turn")
    copy = load(locate(str(on_copy(club))))
    (club.root / "short.toml").write_bytes(dump_game(replace(copy, tail=copy.tail[-1:]), "short.toml"))
    words = [result(club, who, "short.toml") for who in ("ana", "ben", "cleo")]
    assert any(f"goes back to step {copy.tail[-1].head.seq}" in text for text in words)


def test_a_copy_reads_the_same_as_json(club_at: Stages) -> None:
    club = club_at("turn")
    club.do("ana", "copy", "mars", "-o", "copy.json")
    on_copy(club)
    toml, plain = (load(locate(str(club.root / f"copy.{form}"))) for form in ("toml", "json"))
    assert jcs(toml) == jcs(plain) and json.loads((club.root / "copy.json").read_text())["tail"]


def report_of(path: Path, party: Party, seat: str) -> str:
    opened = open_game(str(path))
    text = report_text(opened, SeatView(opened, party.people[seat], seat), history(opened, seat, None), "en")
    return text.replace(str(path), "GAME")


@sizes("stride", 23, 5)
def test_a_copy_of_a_long_game_tells_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stride: int) -> None:
    """A whole game of Living Planet, which all four players look at again and again.

    A player whose policy answers for long learns how far back the copy goes. The paths have the same length, because
    lines are cut.
    """
    monkeypatch.chdir(tmp_path)
    party = Party(seats=("red", "blue", "yellow", "green"), options={}, game_name="living-planet").start()
    party.policy("red", party.rules.book.default_policy())
    party.play_on(5)
    folder, copied = Path("mars-game"), Path("copy.toml")
    folder.mkdir()
    same: list[bool] = []
    for seq in range(len(party.steps) - 1, 8, -stride):
        (folder / "log.jsonl").write_bytes(b"".join(line + b"\n" for line in party.log[: seq + 1]))
        (folder / "game.toml").write_bytes(dump_game(party.steps[seq], "game.toml"))
        place = locate(str(folder))
        copy = portable_copy(place, load(place))
        copied.write_bytes(dump_copy(copy, "copy.toml"))
        first = copy.tail[0].head.seq
        for seat in party.seats:
            alone, whole = report_of(copied, party, seat), report_of(folder, party, seat)
            same.append(first <= last_play(party, seat, seq))
            if same[-1]:
                assert_same(alone, whole)
            else:
                assert f"goes back to step {first}" in alone
    assert sum(same) > len(same) * 0.8


def last_play(party: Party, seat: str, seq: int) -> int:
    plays = [game.state.seq for game in party.steps[: seq + 1] if isinstance(game.last.letter, Play)]
    return max((n for n in plays if party.steps[n].last.letter.seat == seat), default=0)
