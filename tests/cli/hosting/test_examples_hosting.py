"""Examples for hosts are run unchanged, in a home set up as their README says."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from lpbe.cli.commands.mail import mail_in, mail_out
from lpbe.mail.incoming.imap import parse_account

from ..conftest import Stages
from ..world.example_host import EXAMPLES, ROOT, Home, check_ticked

TO_FILES = {"MAIL_IN": "--maildir Maildir", "MAIL_OUT": "--to maildir:gone"}
SECRET = re.compile(r"(?i)password(?!-file\b|s\b)\S*[=:]|LPBE_KEY=|LPBE_\w+_PASSWORD|://[^/@\s]*:[^/@\s]*@")


def settings(unit: Path, home: Path) -> list[tuple[str, str]]:
    """Return the lines of a unit, with the home they are for."""
    lines = [line.partition("=") for line in unit.read_text().splitlines() if re.match(r"\w+=", line)]
    return [(name, value.replace("%h", str(home))) for name, _, value in lines]


def environment(unit: Path, home: Path) -> dict[str, str]:
    found = [shlex.split(value) for name, value in settings(unit, home) if name == "Environment"]
    return dict(one.split("=", 1) for values in found for one in values)


def run(call: list[str], home: Home, more: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command in an environment like that of cron and user services."""
    env = {"HOME": str(home.path), "PATH": "/usr/bin:/bin", "SHELL": "/bin/sh", "LOGNAME": "ana", **more}
    return subprocess.run(call, cwd=home.path, env=env, capture_output=True, text=True, check=False)


def test_the_service_makes_a_tick(club_at: Stages, tmp_path: Path) -> None:
    """Run its command unchanged; e-mails go to files, since there is no such account."""
    club = club_at("bidding")
    home = Home.of(club, tmp_path / "home")
    directives = settings(EXAMPLES / "lpbe.service", home.path)
    [command] = [value for name, value in directives if name == "ExecStart"]
    given = environment(EXAMPLES / "lpbe.service", home.path)
    assert given.keys() == TO_FILES.keys()
    done = run(shlex.split(command), home, given | TO_FILES)
    assert done.returncode == 0, done
    check_ticked(home, club.game.state.seq + 1, home.sent("gone"))


def test_the_accounts_of_the_service_are_such_as_the_commands_take(tmp_path: Path) -> None:
    given = environment(EXAMPLES / "lpbe.service", tmp_path)
    come = mail_in.make_context("in", ["games", *shlex.split(given["MAIL_IN"])]).params
    gone = mail_out.make_context("out", ["games", *shlex.split(given["MAIL_OUT"])]).params
    assert parse_account(come["imap"]).tls and gone["target"].startswith("smtps://")
    assert [come["password_file"], gone["password_file"]] == [
        f"{tmp_path}/.config/lpbe/{one}" for one in ("imap", "smtp")
    ]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    """The runtime folder has a short path: systemd reads all units of the user, and sockets below it have a limit."""
    (tmp_path / ".local" / "bin").mkdir(parents=True)
    shutil.copy(EXAMPLES / "tick.sh", tmp_path / ".local" / "bin")
    with tempfile.TemporaryDirectory() as runtime:
        env = {"HOME": str(tmp_path), "XDG_RUNTIME_DIR": runtime, "PATH": os.environ["PATH"]}
        for name in ("lpbe.service", "lpbe.timer"):
            call = ["systemd-analyze", "--user", "verify", str(EXAMPLES / name)]
            done = subprocess.run(call, env=env, capture_output=True, text=True, check=False)
            assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_the_timer_calls_the_service() -> None:
    assert {"OnCalendar=*:0/10", "Persistent=yes"} <= set((EXAMPLES / "lpbe.timer").read_text().splitlines())
    assert (EXAMPLES / "lpbe.service").stem == (EXAMPLES / "lpbe.timer").stem


def cron_line() -> tuple[str, str]:
    """Return the schedule and the command; a % would end the command."""
    [line] = [line for line in (EXAMPLES / "crontab").read_text().splitlines() if line and line[0] != "#"]
    assert "%" not in line
    *when, command = line.split(" ", 5)
    return " ".join(when), command


def test_the_cron_line_makes_a_tick_and_says_nothing(club_at: Stages, tmp_path: Path) -> None:
    club = club_at("bidding")
    home = Home.of(club, tmp_path / "home")
    when, command = cron_line()
    assert when == "*/10 * * * *"
    done = run(["/bin/sh", "-c", command], home, {})
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), done
    check_ticked(home, club.game.state.seq + 1, home.sent())


def test_a_broken_game_is_told_and_stops_nothing(club_at: Stages, tmp_path: Path) -> None:
    """cron e-mails the output, and systemd shows a failed unit."""
    club = club_at("bidding")
    home = Home.of(club, tmp_path / "home", broken=True)
    done = run(["/bin/sh", "-c", cron_line()[1]], home, {})
    assert done.returncode == 6 and "a-broken-one" in done.stderr, done
    check_ticked(home, club.game.state.seq + 1, home.sent())


def test_a_tick_asks_for_what_it_needs() -> None:
    for words, answer in (([], "usage"), (["games"], "lpbe mail in --help")):
        call = ["/bin/sh", str(EXAMPLES / "tick.sh"), *words]
        done = subprocess.run(call, env={"PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=False)
        assert done.returncode and answer in done.stderr


def test_the_tick_is_sound() -> None:
    call = [str(Path(sys.executable).parent / "shellcheck"), "--severity=style", str(EXAMPLES / "tick.sh")]
    assert subprocess.run(call, capture_output=True, text=True, check=False).stdout == ""


def test_no_secret_stands_in_an_example() -> None:
    texts = {path.name: path.read_text() for path in EXAMPLES.iterdir()}
    assert len(texts) == 7 and not [name for name, text in texts.items() if SECRET.search(text)]
    assert SECRET.search("Environment=LPBE_SMTP_PASSWORD=x") and SECRET.search("--to smtps://ana:pw@example.org")


def test_the_readme_names_all_of_them() -> None:
    answer = (EXAMPLES / "README.md").read_text()
    assert all(path.name in answer for path in EXAMPLES.iterdir() if path.name != "README.md")
    assert "examples/hosting/" in (ROOT / "docs" / "hosting.md").read_text()
