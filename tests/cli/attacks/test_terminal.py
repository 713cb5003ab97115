"""Nothing from outside can control a terminal, whether as an argument, a file name or content."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from typing import Any

import pytest

from lpbe.kernel.gamedir.inbox import dump_letter

from ...size_limits import by_turns
from ..conftest import Stages
from ..world.club import HOST, LPBE, Club
from ..world.forged_letters import play, sign_letter

ESCAPE = "\x1b[2J\x1b]0;owned\x07"
STRANGE = {
    "an escape": ESCAPE,
    "a C1 control": "\x9b2J",
    "a bidi override": "\u202etxt",
    "a delete": "a\x7fb",
    "a line feed": "a\nlpbe: all is well",
    "a tag character": "\U000e0041",
}


def raw(club: Club, who: str, args: list[bytes]) -> tuple[int, bytes, bytes]:
    """Return the real program with arguments that need not be text."""
    env = {os.fsencode(k): os.fsencode(v) for k, v in club.environment(who).items()}
    done = subprocess.run([*LPBE, *args], cwd=club.root, env=env, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


COMMANDS = {
    "no command": [],
    "an order file": ["apply", "mars"],
    "a game": ["show"],
    "a folder": ["run"],
    "an order": ["order", "mars"],
    "an order's field": ["order", "mars", "--note"],
    "a rule": ["rule"],
    "a schema": ["schema"],
    "a seat": ["replace", "mars"],
    "a key": ["show", "mars", "--key"],
    "a choice": ["new", "venus", "--seats", "red,blue", "--game"],
    "an option": ["new", "venus", "--game", "pebbles", "--seats", "red,blue", "--open", "--set"],
    "seats": ["new", "venus", "--game", "pebbles", "--seats"],
    "a bot": ["new", "venus", "--game", "pebbles", "--seats", "red,blue", "--bot"],
    "a key for a seat": ["new", "venus", "--game", "pebbles", "--seats", "red,blue", "--for"],
    "a time": ["run", "mars", "--now"],
    "an unknown option": ["run", "mars"],
}


@by_turns("command, sign", list(COMMANDS), list(STRANGE))
def test_a_strange_argument_is_escaped_in_words_and_in_json(club_at: Stages, command: str, sign: str) -> None:
    before, text = COMMANDS[command], STRANGE[sign]
    club = club_at("bidding")
    last = f"--{text}" if before == COMMANDS["an unknown option"] else text
    with club.untouched():
        words = club.lpbe("ben", *before, last)
        result = club.lpbe("ben", *before, last, "--json")
    assert words.status in (2, 5, 6)
    assert len(words.err.splitlines()) <= 3
    if result.out:
        assert json.loads(result.out)["ok"] is False


@pytest.mark.parametrize("before", [["apply", "mars"], ["show"], ["rule"], []], ids=str)
@pytest.mark.parametrize("options", [[], ["--json"]], ids=["words", "json"])
def test_an_argument_that_is_not_text_breaks_nothing(club_at: Stages, before: list[str], options: list[str]) -> None:
    club = club_at("bidding")
    status, out, err = raw(club, HOST, [*map(str.encode, before), b"\xff\x1b\xfe.toml", *map(str.encode, options)])
    assert status in (2, 6)
    assert b"Traceback" not in err and b"\x1b" not in out + err
    if options and out:
        assert json.loads(out)["ok"] is False


@pytest.mark.parametrize("text", STRANGE.values(), ids=STRANGE)
def test_a_file_that_is_written_under_a_strange_name_is_named_escaped(club_at: Stages, text: str) -> None:
    club = club_at("bidding")
    answer = club.shell("ben", "order", "mars", "bid coins=2", "-o", f"{text}.toml")
    assert answer.status == 0
    assert club.shell("ben", "order", "mars", "bid coins=2", "-o", f"{text}.toml", "--json").payload["files"]


def test_a_seat_id_of_our_own_making_is_none(club_at: Stages) -> None:
    club = club_at("bidding")
    for seats in ("con,red", "../x,red", "a/b,red", "r\u0435d,blue", "red,red"):
        answer = club.lpbe(HOST, "new", "venus", "--game", "pebbles", "--seats", seats, "--json")
        assert answer.status in (2, 6), seats
        assert not (club.root / "venus").exists()


def on_terminal(club: Club, *args: str) -> bytes:
    """Return what the real program writes to a terminal."""
    ours, theirs = pty.openpty()
    environment = club.environment("ben")
    done = subprocess.run([*LPBE, *args], cwd=club.root, env=environment, stdout=theirs, check=True)
    os.close(theirs)
    assert done.returncode == 0
    seen = os.read(ours, 1 << 16)
    os.close(ours)
    return seen


def test_the_bytes_of_a_letter_steer_no_terminal(club_at: Stages) -> None:
    """A program gets them exactly as they are signed."""
    club = club_at("bidding")
    order: dict[str, Any] = {"order": "bid", "coins": "\x9b2J\u202e"}
    letter = sign_letter(play(club.game, "blue", "ben", order, clear=True), "ben")
    (club.root / "odd.toml").write_bytes(dump_letter(letter, "odd.toml"))
    seen = on_terminal(club, "canon", "odd.toml").decode()
    assert "\\u{9b}2J\\u{202e}" in seen and seen.isprintable()
    _, out, _ = raw(club, "ben", [b"canon", b"odd.toml"])
    assert "\x9b2J\u202e" in out.decode()
