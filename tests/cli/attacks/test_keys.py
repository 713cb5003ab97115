"""Keys that are readable by others, damaged, foreign or weak; and what child processes may inherit."""

from __future__ import annotations

import os
from base64 import b32encode
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from lpbe.kernel.chain.letters.handover import make_offer, offer_text
from lpbe.kernel.crypto.keys import PUBLIC_PREFIX, SEAT_PREFIX, b64
from lpbe.kernel.crypto.sshsig import SIGNATURE_BYTES, public_line

from ...size_limits import by_turns
from ..conftest import Stages
from ..world.club import HOST, Answer, Club, identity, secret_line
from .attack_seats import MIXED, NEUTRAL, SMALL_SEAL, key

LINE = secret_line("ben")
LOCKED = "LPBE-SECRET-ENC-1-" + b32encode(bytes(91)).decode().rstrip("=")


def wrong_letter(line: str) -> str:
    return line[:-1] + ("A" if line[-1] != "A" else "B")


DAMAGED = {
    "cut short": LINE[:-4],
    "nothing but its name": "LPBE-SECRET-1-",
    "one letter wrong": wrong_letter(LINE),
    "two letters swapped": LINE[:20] + LINE[21] + LINE[20] + LINE[22:],
    "in small letters": LINE.lower(),
    "with a tail": LINE + "A",
    "two keys": f"{LINE}\n{secret_line('eve')}",
    "no key": "# a comment\n",
    "an empty line": "\n",
    "of another version": LINE.replace("SECRET-1-", "SECRET-2-"),
    "an SSH key": "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk=\n-----END OPENSSH PRIVATE KEY-----\n",
    "locked and damaged": wrong_letter(LOCKED),
    "with another line": f"{LINE}\nrm -rf /\n",
}


SHOW = ("ben", "show", "mars", "--as", "blue", "--json")
WORD = {"LPBE_PASSPHRASE": "mushroom"}


def by_option(club: Club, path: Path) -> Answer:
    return club.lpbe(*SHOW, "--key", str(path), env=WORD)


def by_place(club: Club, path: Path) -> Answer:
    os.replace(path, club.home("ben") / "lpbe" / "key")
    return club.lpbe(*SHOW, env=WORD)


def by_setting(club: Club, path: Path) -> Answer:
    return club.lpbe(*SHOW, env={**WORD, "LPBE_KEY_FILE": str(path)})


def by_stdin(club: Club, path: Path) -> Answer:
    return club.lpbe(*SHOW, "--key", "-", stdin=path.read_bytes(), env=WORD)


def by_text(club: Club, path: Path) -> Answer:
    return club.shell(*SHOW, env={**WORD, "LPBE_KEY": path.read_text()})


Way = Callable[[Club, Path], Answer]


def key_file(club: Club, text: str | bytes, mode: int = 0o600) -> Path:
    path = club.root / "some.key"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    path.chmod(mode)
    return path


@by_turns("way, name", [by_option, by_place, by_setting, by_stdin, by_text], [*DAMAGED])
def test_a_damaged_key_is_refused_and_not_quoted(club_at: Stages, way: Way, name: str) -> None:
    club = club_at("bidding")
    with club.untouched():
        answer = way(club, key_file(club, DAMAGED[name]))
    assert (answer.status, answer.code) == (6, "E_KEY_FORMAT")
    assert "LPBE-SECRET" not in answer.words


@pytest.mark.parametrize("way", [by_option, by_place, by_setting, by_stdin], ids=lambda way: way.__name__)
def test_an_empty_key_file_is_not_taken_for_none(club_at: Stages, way: Way) -> None:
    club = club_at("bidding")
    answer = way(club, key_file(club, ""))
    assert (answer.status, answer.code) == (6, "E_KEY_FORMAT")


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660, 0o601])
@pytest.mark.parametrize("way", [by_option, by_place, by_setting], ids=lambda way: way.__name__)
def test_a_key_that_others_can_read_is_refused(club_at: Stages, mode: int, way: Way) -> None:
    club = club_at("bidding")
    answer = way(club, key_file(club, LINE + "\n", mode))
    assert (answer.status, answer.code) == (6, "E_KEY_PERMS")


def a_link(club: Club) -> Path:
    path = club.root / "link.key"
    path.symlink_to(club.home("ben") / "lpbe" / "key")
    return path


def a_pipe(club: Club) -> Path:
    path = club.root / "pipe.key"
    os.mkfifo(path, 0o600)
    return path


NO_KEYS: dict[str, tuple[Callable[[Club], Path], str]] = {
    "a link": (a_link, "E_FILE_TYPE"),
    "a pipe": (a_pipe, "E_FILE_TYPE"),
    "a folder": (lambda club: club.root, "E_FILE_TYPE"),
    "nothing": (lambda club: club.root / "nothing", "E_FILE_MISSING"),
    "a large file": (lambda club: key_file(club, "#" * 5000), "E_FILE_SIZE"),
    "no text": (lambda club: key_file(club, b"\xff\xfe"), "E_FILE_UTF8"),
}


@pytest.mark.parametrize(("make", "code"), NO_KEYS.values(), ids=NO_KEYS)
def test_what_is_no_key_file_is_refused(club_at: Stages, make: Callable[[Club], Path], code: str) -> None:
    club = club_at("bidding")
    answer = by_option(club, make(club))
    assert (answer.status, answer.code) == (6, code)


@pytest.mark.parametrize("git", ["folder", "file"])
def test_a_key_is_not_made_inside_a_git_work_tree(club_at: Stages, git: str) -> None:
    club = club_at("bidding")
    work = club.root / "work" / "deep"
    work.mkdir(parents=True)
    mark = club.root / "work" / ".git"
    mark.mkdir() if git == "folder" else mark.write_text("gitdir: elsewhere\n")
    path = work / "new.key"
    answer = club.shell("ben", "key", "new", "--out", str(path), "--json")
    assert (answer.status, answer.code) == (6, "E_KEY_PLACE")
    assert not path.exists()
    (club.root / "way").symlink_to(work)
    answer = club.lpbe("ben", "key", "new", "--out", str(club.root / "way" / "new.key"), "--json")
    assert (answer.status, answer.code) == (6, "E_KEY_PLACE")
    assert club.lpbe("ben", "key", "new", "--out", str(path), "--force").status == 0
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_key_is_never_written_over(club_at: Stages) -> None:
    club = club_at("bidding")
    before = (club.home("ben") / "lpbe" / "key").read_bytes()
    answer = club.lpbe("ben", "key", "new", "--json")
    assert (answer.status, answer.code) == (6, "E_FILE_EXISTS")
    assert (club.home("ben") / "lpbe" / "key").read_bytes() == before


def test_a_locked_key_without_a_terminal_to_ask_on_is_refused(club_at: Stages) -> None:
    club = club_at("bidding")
    path = key_file(club, LOCKED)
    answer = club.shell(*SHOW, "--key", str(path))
    assert (answer.status, answer.code, answer.err) == (6, "E_KEY_PASSPHRASE", "")


# Other people's keys


@pytest.mark.parametrize("who", ["ben", "eve"])
@pytest.mark.parametrize("command", ["apply", "run"])
def test_only_the_referee_applies_orders(club_at: Stages, who: str, command: str) -> None:
    club = club_at("bidding")
    path = club.order("blue", "bid coins=2")
    with club.untouched():
        answer = club.shell(who, command, "mars", *([path] if command == "apply" else []), "--json")
    assert (answer.status, answer.code) == (6, "E_KEY_ROLE")


@pytest.mark.parametrize("who", [HOST, "cleo", "eve"])
@pytest.mark.parametrize("command", ["show", "legal", "report", "order", "try", "policy", "resign"])
def test_nobody_sits_in_another_seat(club_at: Stages, who: str, command: str) -> None:
    """The referee's key opens every secret, and yet shows only the host's own."""
    club = club_at("bidding")
    orders = ["bid coins=2"] if command in ("order", "try") else []
    with club.untouched():
        answer = club.lpbe(who, command, "mars", *orders, "--as", "blue", "--json")
    assert (answer.status, answer.code) == (6, "E_KEY_ROLE")


def test_a_seal_does_not_open_for_somebody_who_shows_the_public_half_of_its_key(club_at: Stages) -> None:
    """Eve uses blue's public signing key as her SSH key: she cannot have tied the seat to this game."""
    club = club_at("bidding")
    (club.root / "blue.pub").write_text(public_line(identity("ben").sign_public) + "\n")
    path = key_file(club, f"ssh {club.root / 'blue.pub'}\n{secret_line('eve')}\n")
    for command in ("show", "legal", "report", "verify"):
        with club.untouched():
            answer = club.lpbe("eve", command, "mars", "--key", str(path), "--json")
        assert (answer.status, answer.code) == (4, "E_GAME_STRANGE"), command


EVE = identity("eve").keys
WEAK = {
    "a signing key of order 1": (key(NEUTRAL), EVE[1]),
    "a signing key of mixed order": (key(MIXED), EVE[1]),
    "a sealing key of order 8": (EVE[0], key(SMALL_SEAL["order 8"])),
}


@pytest.mark.parametrize("keys", WEAK.values(), ids=WEAK)
def test_a_weak_key_is_refused_by_every_command_that_takes_one(club_at: Stages, keys: tuple[str, str]) -> None:
    club = club_at("bidding")
    new = ["new", "venus", "--game", "pebbles", "--seats", "red,blue", "--as", "red", "--for"]
    offer = replace(make_offer(club.game, identity("eve")), sign=keys[0], seal=keys[1])
    for command in (
        [
            "replace",
            "mars",
            "green",
            "--to",
            " ".join([SEAT_PREFIX, *keys, "00" * 32, "00" * 32, b64(bytes(SIGNATURE_BYTES))]),
        ],
        ["handover", "mars", "--to", offer_text(offer)],
        [*new, "blue=" + " ".join([PUBLIC_PREFIX, *keys])],
    ):
        with club.untouched():
            answer = club.lpbe(HOST, *command, "--json")
        assert (answer.status, answer.code) == (6, "E_KEY_WEAK"), command
    assert not (club.root / "venus").exists()


NO_OFFERS = [
    "",
    "lpbe-offer-2",
    "lpbe-offer-2 A B",
    "lpbe-offer-2 AAAA",
    f"{PUBLIC_PREFIX} {b64(bytes(32))} {b64(bytes(32))}",
]


@pytest.mark.parametrize("line", [*NO_OFFERS, "lpbe-offer-1 e30=", "lpbe-offer-2 e30="])
def test_an_offer_in_another_form_is_refused(club_at: Stages, line: str) -> None:
    club = club_at("bidding")
    with club.untouched():
        answer = club.lpbe(HOST, "handover", "mars", "--to", line, "--json")
    assert (answer.status, answer.code) == (6, "E_KEY_FORMAT")


NO_SEATS = [
    "",
    SEAT_PREFIX,
    f"{PUBLIC_PREFIX} {EVE[0]} {EVE[1]}",
    f"{SEAT_PREFIX} A B {'00' * 32}",
    f"{SEAT_PREFIX} {EVE[0]} {EVE[1]} {'0G' * 32}",
]


@pytest.mark.parametrize("line", [*NO_SEATS, f"lpbe-seat-1 {EVE[0]} {EVE[1]} {'00' * 32}"])
def test_keys_for_a_seat_in_another_form_are_refused(club_at: Stages, line: str) -> None:
    club = club_at("bidding")
    with club.untouched():
        answer = club.lpbe(HOST, "replace", "mars", "green", "--to", line, "--json")
    assert (answer.status, answer.code) == (6, "E_KEY_FORMAT")


# What children see


def test_the_key_is_not_in_the_environment_of_a_child(club_at: Stages) -> None:
    club = club_at("bidding")
    tools = club.root / "tools"
    tools.mkdir()
    spy = tools / "ssh-keygen"
    spy.write_text('#!/bin/sh\nenv > "$0.env"\necho "$@" > "$0.args"\ncat > "$0.in"\nexit 1\n')
    spy.chmod(0o755)
    (club.root / "blue.pub").write_text(public_line(identity("ben").sign_public) + "\n")
    text = f"ssh {club.root / 'blue.pub'}\n{LINE}\n"
    env = {
        "LPBE_KEY": text,
        "LPBE_PASSPHRASE": "a-marker-nobody-may-read",
        "LPBE_KEY_FILE": "a-marker-nobody-may-read",
        "HARMLESS": "yes",
        "PATH": f"{tools}:{os.environ['PATH']}",
    }
    answer = club.shell("ben", "order", "mars", "bid coins=2", "--json", env=env)
    assert (answer.status, answer.code) == (6, "E_KEY_SSH")
    seen = (tools / "ssh-keygen.env").read_text()
    assert "HARMLESS=yes" in seen
    heard = seen + (tools / "ssh-keygen.args").read_text() + (tools / "ssh-keygen.in").read_text()
    assert "LPBE_" not in heard and LINE not in heard and "a-marker-nobody-may-read" not in heard


def test_a_key_in_the_environment_is_forgotten_once_it_is_read(club_at: Stages) -> None:
    """Inside one process: after the command, its environment no longer contains the key."""
    club = club_at("bidding")
    assert club.lpbe("eve", "show", "mars", "--as", "blue", env={"LPBE_KEY": LINE}).status == 0
    assert club.lpbe("eve", "show", "mars", "--as", "blue").status == 6
