"""What README and --help promise: every example is understood, nothing touches the network, memos stay sealed."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import lpbe
from lpbe.cli.group import cli
from lpbe.kernel.base.canonical import lp
from lpbe.kernel.base.errors import Unauthentic
from lpbe.kernel.chain.letter import present
from lpbe.kernel.chain.letters.play import Play
from lpbe.kernel.crypto.keys import Secret, unb64
from lpbe.kernel.crypto.seals import unseal

from ...graph import crossings, layer
from ..conftest import Stages
from ..world.club import Club

ROOT = Path(__file__).parents[3]
GUIDE = ROOT / "docs" / "playing.md"
OWN_GAME = "adding-a-game.md"
"""Its commands name a game that is not installed; tests/test_adding_a_game.py runs them."""
DOCUMENTS = ("README.md", "docs/*.md", "examples/*/README.md", "lpbe/gitrepo/templates/*.md")
CODE = re.compile(r"^```sh\n(.*?)^```|^ {4}(\S[^\n]*)$", re.DOTALL | re.MULTILINE)
NETWORK = {"socket", "ssl", "http", "urllib", "ftplib", "smtplib", "imaplib", "asyncio", "requests", "httpx"}


def commands(command: click.Command) -> Iterator[click.Command]:
    if not isinstance(command, click.Group):
        yield command
        return
    for name in command.list_commands(click.Context(command)):
        found = command.get_command(click.Context(command), name)
        assert found
        yield from commands(found)


def calls_in(text: str) -> Iterator[list[str]]:
    """Yield the words behind every call of the program in a text."""
    for line in text.splitlines():
        for part in line.replace("&&", "|").replace(";\u0020lpbe", "|lpbe").split("|"):
            start = part.strip().removeprefix("any$").strip()
            if start.startswith("lpbe "):
                yield shlex.split(start.partition(" > ")[0].partition("  ")[0])[1:]


def check_parses(words: list[str]) -> None:
    """Parse the arguments as click does, without running anything."""
    command: click.Command = cli
    while isinstance(command, click.Group):
        found = command.get_command(click.Context(command), words[0])
        assert found, words
        command, words = found, words[1:]
    command.make_context(command.name, list(words))


def test_every_example_of_a_help_is_understood() -> None:
    calls = [words for command in commands(cli) for words in calls_in((command.epilog or "").replace("\b", ""))]
    assert len(calls) > 80
    for words in calls:
        check_parses(words)


def test_every_command_in_a_document_is_understood() -> None:
    """Including those that no test runs because they need a terminal, a server or a second machine."""
    files = [file for pattern in DOCUMENTS for file in sorted(ROOT.glob(pattern)) if file.name != OWN_GAME]
    code = ["\n".join("".join(found) for found in CODE.findall(file.read_text(encoding="utf-8"))) for file in files]
    calls = [words for text in code for words in calls_in(text)]
    assert len(calls) > 100
    for words in calls:
        check_parses(words)


def test_every_command_of_the_guide_is_there() -> None:
    table = GUIDE.read_text().partition("|---|---|\n| everybody")[2].partition("Your key")[0]
    named = {word.strip("`, ") for line in table.splitlines() for word in line.split("`")[1::2]}
    groups = set(cli.list_commands(click.Context(cli)))
    assert named == groups - {"help"}


def reaches_out(path: Path) -> bool:
    """Return whether a file loads something that can touch the network."""
    for node in ast.walk(ast.parse(path.read_text())):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if {name.partition(".")[0] for name in names} & NETWORK:
            return True
    return False


def test_nothing_of_ours_but_mail_and_the_web_can_touch_the_network() -> None:
    home = Path(lpbe.__file__).parent
    found = [path for path in home.rglob("*.py") if reaches_out(path)]
    assert found and {path.parent for path in found} == {
        home / "mail" / "incoming",
        home / "mail" / "outgoing",
        home / "web",
    }


def test_only_the_commands_for_mail_and_the_web_load_what_touches_the_network() -> None:
    """No other layer imports it, so no other command can depend on it; upkeep looks after the e-mails that wait.

    A restore reads attached copies, and has e-mails sent and read again later; neither touches the network.
    """
    users = {(name, used) for name, used in crossings() if layer(used) == "mail" and layer(name) != "mail"}
    restoring = {("lpbe.cli.commands.copy", f"lpbe.mail.{module}") for module in ("incoming.mime", "lost_mail")}
    assert {name for name, _ in users - restoring} == {"lpbe.cli.commands.mail", "lpbe.cli.commands.upkeep"}
    assert {name for name, used in crossings() if layer(used) == "web" and layer(name) != "web"} == {
        "lpbe.cli.commands.host",
        "lpbe.cli.commands.play",
        "lpbe.cli.commands.serve",
    }
    mail = Path(lpbe.__file__).parent / "mail"
    assert not any(reaches_out(mail / path) for path in ("incoming/mime.py", "lost_mail.py"))


def memo_of(club: Club) -> Play:
    letters = [entry.letter for entry in club.entries if isinstance(entry.letter, Play)]
    return next(letter for letter in letters if letter.seat == "blue")


def test_what_a_player_noted_stays_sealed_when_everything_else_opens(club_at: Stages) -> None:
    club = club_at("bidding")
    club.order("blue", "bid coins=1", "--memo", "cleo bluffs")
    club.run()
    club.play_on(40)
    assert club.lpbe("eve", "verify", "mars").status == 0
    letter, game = memo_of(club), club.game
    secret = Secret(bytes.fromhex(game.last.public.disclosed[0]))
    keys = present(next(seat for seat in game.state.seats if seat.id == "blue").seal)
    place = lp("memo", game.state.game, "blue", "play", letter.window, letter.rev, letter.seen)
    sealed, size = unb64(present(letter.hidden).memo), present(game.genesis.sizes).memo
    with pytest.raises(Unauthentic):
        unseal(secret.pair(game.state.game, keys), place, sealed, size)
    assert b"bluffs" not in b"".join(club.files().values())
    assert "cleo bluffs" in club.lpbe("ben", "report", "mars").out
