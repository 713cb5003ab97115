"""Whole games between clones of a bare repository that referees itself; everybody pushes at once, even referees."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ...size_limits import part
from ..conftest import Stages
from ..world.clones import Clone, Clones
from ..world.club import HOST, NONCE, OUTSIDER, PEOPLE, Answer, Club

PROGRAM = f"{sys.executable} -m lpbe"


def good(answer: Answer) -> dict[str, Any]:
    assert answer.status == 0, answer
    return answer.payload


def turn(clone: Clone, seat: str) -> int:
    """Let every seat that is asked send the bot's choice; all others get the newest state."""
    state = good(clone.call("repo", "send", "mars", "--json"))
    if seat not in state["window"]["waiting"] or state["over"]:
        return 0
    chosen = clone.call("bot", "mars", "--as", seat, "--json")
    if chosen.status and chosen.code in ("E_ORDER_NOT_WAITING", "E_ROLLBACK", "E_ORDER_STALE"):
        return 0  # the game has moved on in the meantime
    good(chosen)
    sent = clone.call("repo", "send", "mars", "--json")
    assert sent.status in (0, 5), sent  # 5: too late, the window is closed
    return len(sent.payload["letters"])


def play(clones: Clones, seats: dict[str, Clone], referees: list[Clone], most: int) -> int:
    """Let players and referees act at once, to the end or until everybody leaves; return how many letters were sent."""
    looking, sent, left = clones.clone(OUTSIDER, "looking"), 0, False
    while not (state := looking.do("repo", "send", "mars"))["over"]:
        asked = {seat: seats[seat] for seat in state["window"]["waiting"]}
        if sent < most:
            sent += at_once(asked, referees)
        else:
            assert not left, "the game does not end"
            sent, left = sent + sum(leave(clone, seat) for seat, clone in seats.items()), True
            good(referees[0].call("run", "mars", "--commit", "--push", "--json"))
    return sent


def leave(clone: Clone, seat: str) -> int:
    """Leave the game: policies and defaults play on."""
    clone.do("repo", "send", "mars")
    clone.do("resign", "mars", "--as", seat, "--yes")
    return len(clone.do("repo", "send", "mars")["letters"])


def at_once(seats: dict[str, Clone], referees: list[Clone]) -> int:
    with ThreadPoolExecutor(len(seats) + len(referees)) as pool:
        turns = [pool.submit(turn, clone, seat) for seat, clone in seats.items()]
        runs = [pool.submit(one.call, "run", "mars", "--commit", "--push", "--json") for one in referees]
        for run in runs:
            good(run.result())
        return sum(one.result() for one in turns)


def server_clones(club: Club, root: Path) -> Clones:
    clones = Clones.of(club, root)
    key = str(club.home(HOST) / "lpbe" / "key")
    club.do(HOST, "repo", "hook", str(clones.bare), "--lpbe", PROGRAM, "--key", key)
    return clones


def check_end(clones: Clones, sent: int) -> None:
    """Check that history is linear, nothing is lost or duplicated, and everything is true to the last byte."""
    applied = clones.applied()
    assert len(applied) == len(set(applied)) and clones.waiting() == []
    messages = clones.check_history()
    assert len([one for one in messages if ": play" in one or ": resign" in one]) == sent <= len(applied)
    verdict = clones.clone(OUTSIDER, "stranger").here("verify", "mars", "--json")
    assert verdict.status == 0 and verdict.payload["level"] == 2, verdict
    print(f"{len(applied)} orders in {len(messages)} commits, {sent} sent by players")


def clones_of(club: Club, root: Path) -> tuple[Clones, dict[str, Clone], list[Clone]]:
    clones = server_clones(club, root)
    seats = {seat: clones.clone(who) for seat, who in PEOPLE.items() if seat in club.seats}
    return clones, seats, [clones.clone(HOST, "one"), clones.clone(HOST, "two")]


def test_three_players_push_at_once_to_a_server_with_two_more_referees(stages: Stages, tmp_path: Path) -> None:
    """No matter who runs first, each bid is applied once and the window closes once."""
    clones, seats, referees = clones_of(stages("bidding").copy(tmp_path / "club"), tmp_path / "repo")
    before = clones.applied()
    assert at_once(seats, referees) == 3
    after = clones.applied()
    assert after[: len(before)] == before and len(set(after)) == len(before) + 3 and clones.waiting() == []
    assert sorted(one for one in clones.check_history() if ": play" in one) == [
        "blue: play",
        "green: play",
        "red: play",
    ]


@pytest.mark.soak
def test_a_small_game_between_three_clones_and_two_referees(stages: Stages, tmp_path: Path) -> None:
    clones, seats, referees = clones_of(stages("bidding").copy(tmp_path / "club"), tmp_path / "repo")
    check_end(clones, play(clones, seats, referees, 1000))


@pytest.mark.soak
def test_a_whole_game_of_2116_between_four_clones_and_two_referees(tmp_path: Path) -> None:
    """In a short soak only some letters; then all leave, and defaults play the game to its end."""
    seats = ("planet", "human-1", "human-2", "human-3")
    people = dict(zip(seats, PEOPLE.values(), strict=True))
    club = Club(tmp_path / "club", seats)
    for who in (*PEOPLE.values(), OUTSIDER):
        club.give_key(who)
    new = ["new", "mars", "--game", "2116", "--seats", ",".join(seats), "--as", "planet", "--name", "Ana"]
    codes = club.do(HOST, *new, "--nonce", NONCE)["invitations"]
    for seat, code in codes.items():
        club.do(people[seat], "join", "mars", "--seat", seat, "--name", people[seat].capitalize(), "--code", code)
    club.run()
    for seat in seats[1:]:
        club.do(people[seat], "ready", "mars")
    club.run()
    clones = server_clones(club, tmp_path / "repo")
    clone = {seat: clones.clone(who) for seat, who in people.items()}
    referees = [clones.clone(HOST, "one"), clones.clone(HOST, "two")]
    check_end(clones, play(clones, clone, referees, part(1000)))
