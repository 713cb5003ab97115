"""A missing games folder, or a game that cannot be opened, costs no e-mail."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from ..cli.world.club import Club
from .game_folder import begin
from .test_mail_in import armoured, letter, mail_in, maildir, typed


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Club:
    return begin(tmp_path_factory.mktemp("lost") / "one")


@pytest.fixture
def club(first: Club, tmp_path: Path) -> Club:
    return first.copy(tmp_path / "club")


def new_mails(box: Path) -> list[str]:
    return sorted(path.name for path in (box / "new").iterdir())


def failed(club: Club, *args: str) -> list[dict[str, Any]]:
    answer = club.lpbe("ana", "mail", "in", *args, "--json")
    assert answer.status == 6, answer
    return list(answer.payload["failed"])


@pytest.mark.parametrize("folder", ["missing", "empty", "mars/inbox"])
def test_a_folder_without_games_costs_no_mail(club: Club, folder: str) -> None:
    (club.root / "empty").mkdir()
    box = maildir(club, letter(typed(club, "select card 4"), 1), letter("hello", 2, "eve@example.net"))
    before = new_mails(box)
    answer = club.lpbe("ana", "mail", "in", folder, "--maildir", str(box), "--json")
    assert (answer.status, answer.code) == (6, "E_FILE_MISSING")
    assert club.lpbe("ana", "mail", "in", "mars", folder, "--maildir", str(box)).status == 6
    assert new_mails(box) == before
    assert [mail["did"] for mail in mail_in(club, b"", "--maildir", str(box))["mails"]] == ["filed", "ignored"]


@pytest.mark.skipif(os.getuid() == 0, reason="root reads everything")
def test_a_folder_that_may_not_be_read_costs_no_mail(club: Club) -> None:
    box = maildir(club, letter(typed(club, "select card 4"), 1))
    (club.root / "closed").mkdir(mode=0)
    answer = club.lpbe("ana", "mail", "in", "closed", "--maildir", str(box), "--json")
    assert answer.status == 6 and len(new_mails(box)) == 1


def with_venus(club: Club) -> Path:
    """Add another game beside mars, which the address book knows too."""
    games = club.root / "games"
    asked = ["--game", "pebbles", "--seats", "red,blue", "--as", "red", "--mail", "blue"]
    club.do("ana", "new", "games/venus", *asked)
    club.do("ana", "mail", "address", "games/venus", "blue", "zoe@example.org")
    return games


@pytest.mark.parametrize("harm", ["gone", "cut", "empty", "junk"])
@pytest.mark.parametrize("kind", ["typed", "signed"])
def test_the_mails_of_a_game_that_cannot_be_opened_wait_and_others_go_on(club: Club, harm: str, kind: str) -> None:
    games = with_venus(club)
    body = typed(club, "select card 4") if kind == "typed" else armoured(club)
    box = maildir(club, letter(body, 1), letter("hello", 2, "eve@example.net"), letter("hello", 3, "zoe@example.org"))
    shutil.copytree(club.mars, games / "mars")
    text = (games / "mars" / "game.toml").read_text()
    if harm == "gone":
        shutil.rmtree(games / "mars")
    else:
        (games / "mars" / "game.toml").write_text({"cut": text[: len(text) // 2], "empty": "", "junk": "?" * 99}[harm])
    assert [fault["code"] for fault in failed(club, "games", "--maildir", str(box))] == ["E_FILE_MISSING"]
    assert new_mails(box)[0].startswith("1794818467.0")
    assert not list(club.home("ana").glob("state/lpbe/mail/spool/*ben*"))
    assert next(mail["did"] for mail in mail_in(club, b"", "--maildir", str(box))["mails"]) == "filed"


def test_a_game_without_addresses_is_not_refused_while_a_game_cannot_be_read(club: Club) -> None:
    """Nobody can know whether the broken one is meant."""
    games = with_venus(club)
    (club.home("ana") / "lpbe" / "players.toml").write_text("")
    shutil.copytree(club.mars, games / "mars")
    (games / "mars" / "game.toml").write_text("")
    box = maildir(club, letter(armoured(club), 1))
    assert len(failed(club, "games", "--maildir", str(box))) == 1
    assert len(new_mails(box)) == 1


def test_two_folders_on_one_mailbox_take_what_is_theirs(club: Club) -> None:
    """Each call leaves what is not its own to the other."""
    with_venus(club)
    box = maildir(club, letter(typed(club, "select card 4"), 1))
    failed(club, "games", "--maildir", str(box))
    assert [mail["did"] for mail in mail_in(club, b"", "--maildir", str(box))["mails"]] == ["filed"]
