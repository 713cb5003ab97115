"""lpbe mail in killed between any two changes: the next run files every order once and answers every e-mail once."""

from __future__ import annotations

import io
import os
import signal
import sys
from pathlib import Path

import msgspec
import pytest

from lpbe.cli.entry import run
from lpbe.mail.state_dir import SECRET_BYTES, file_name_for

from ..cli.world.club import Club
from ..cli.world.crash_points import Instants
from ..size_limits import Soak
from .game_folder import begin
from .test_mail_in import letter, logged, maildir, typed

EVERY = 13
"""Every how many changes one is tried every day, a different one for each e-mail."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """Return a club where three e-mails wait: an answer, a note, and one that is wrong."""
    made = begin(tmp_path_factory.mktemp("killed") / "one")
    mails = [letter(typed(made, "select card 4"), 1), letter(typed(made, "note Hello there"), 2)]
    maildir(made, *mails, letter(typed(made, "choisir carte 9", "green"), 3, "cleo@example.org"))
    keep_secret(made)
    return made


def keep_secret(club: Club) -> None:
    """The host has received mail before: each copy of the club gives replies the same ids."""
    secret = club.home("ana") / "state" / "lpbe" / "mail" / "secret"
    secret.parent.mkdir(parents=True, mode=0o700, exist_ok=True)
    secret.write_bytes(bytes(SECRET_BYTES))


def command(club: Club) -> list[str]:
    return ["mail", "in", "mars", "--maildir", "Maildir"]


def killed(club: Club, at: int) -> bool:
    """Run the command in a process that is killed at its change of this number; return whether it got that far."""
    child = os.fork()
    if not child:
        try:
            os.environ.update(club.environment("ana"))
            os.chdir(club.root)
            silent = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(silent, stream)
            sys.stdout = sys.stderr = io.StringIO()
            Instants(at, "die", "")
            status = run(command(club))
        except BaseException:
            status = 98
        os._exit(status)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, -signal.SIGKILL), code
    return code != 0


def spooled(club: Club) -> dict[str, bytes]:
    folder = club.home("ana") / "state" / "lpbe" / "mail" / "spool"
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.eml"))}


def inbox_files(club: Club) -> dict[str, bytes]:
    """Return the inbox without hidden files: an unfinished file is not a letter."""
    return {name: data for name, data in club.files("inbox").items() if not Path(name).name.startswith(".")}


def without_dates(mails: dict[str, bytes]) -> dict[str, bytes]:
    return {
        name: b"\n".join(line for line in data.splitlines() if line[:5] != b"Date:") for name, data in mails.items()
    }


@pytest.fixture(scope="module")
def changes(club: Club, tmp_path_factory: pytest.TempPathFactory) -> int:
    """Return how many changes a whole run makes."""
    root = tmp_path_factory.mktemp("count")
    low, high = 1, 4096
    while low < high:
        middle = (low + high) // 2
        if killed(club.copy(root / f"{middle}"), middle):
            low = middle + 1
        else:
            high = middle
    return low - 1


def test_whoever_is_killed_loses_nothing_and_does_nothing_twice(club: Club, tmp_path: Path, changes: int) -> None:
    whole = club.copy(tmp_path / "whole")
    assert not killed(whole, 0)
    letters, answers = inbox_files(whole), without_dates(spooled(whole))
    assert len(letters) == 2 and len(answers) == 3
    assert changes > 30
    for at in range(1, changes + 1, 1 if Soak.share else EVERY):
        copy = club.copy(tmp_path / f"killed-{at}")
        assert killed(copy, at)
        assert not killed(copy, 0)
        assert inbox_files(copy) == letters, at
        assert without_dates(spooled(copy)) == answers, at
        assert list((copy.root / "Maildir" / "new").iterdir()) == []
        assert {entry["id"] for entry in logged(copy)} == {f"<{n}@example.org>" for n in (1, 2, 3)}


def test_a_run_between_the_kill_and_the_next_time_is_no_second_order(club: Club, tmp_path: Path, changes: int) -> None:
    """The order was filed and applied, and only then is the e-mail processed again."""
    for at in range(1, changes + 1):
        copy = club.copy(tmp_path / f"run-{at}")
        killed(copy, at)
        if (copy.inbox / "2-blue-0.toml").exists() and not spooled(copy):
            break
    copy.run()
    assert not killed(copy, 0)
    assert not (copy.inbox / "2-blue-0.toml").exists()
    assert [entry.get("why", "") for entry in logged(copy) if entry["id"] == "<1@example.org>"] == [""]
    assert copy.game.state.window.accepted[0].rev == 0
    assert len(spooled(copy)) == 3


def test_a_decision_in_progress_is_stored_under_names_that_stay(club: Club, tmp_path: Path) -> None:
    """As an earlier version wrote it before it was killed."""
    whole = club.copy(tmp_path / "whole")
    assert not killed(whole, 0)
    copy = club.copy(tmp_path / "earlier")
    name = "2-blue-0.toml"
    answer = {"to": "ben@example.org", "told": ["Yes."], "block": [], "game": "", "seat": "blue", "lang": "en"}
    outcome = {
        "did": "filed",
        "why": "",
        "game": copy.game.state.game,
        "seat": "blue",
        "letters": [{"folder": "mars/inbox", "name": name, "data": (whole.inbox / name).read_bytes()}],
        "answer": answer,
    }
    mail = b"From: lpbe@example.org\r\nTo: ben@example.org\r\n\r\nYes.\r\n"
    intent = {
        "outcome": outcome,
        "ident": "<lpbe.answer@lpbe.invalid>",
        "mail": mail,
        "to": "ben@example.org",
        "day": "2026-11-16",
        "who": "filed",
    }
    path = copy.home("ana") / "state" / "lpbe" / "mail" / "doing" / file_name_for("<1@example.org>")
    path.parent.mkdir(parents=True)
    path.write_bytes(msgspec.msgpack.encode(intent))
    assert not killed(copy, 0)
    assert not path.exists()
    assert inbox_files(copy).keys() == inbox_files(whole).keys()
    assert (copy.inbox / name).read_bytes() == (whole.inbox / name).read_bytes()
    assert mail in spooled(copy).values() and len(spooled(copy)) == 3
    assert [entry["did"] for entry in logged(copy) if entry["id"] == "<1@example.org>"] == ["filed"]
