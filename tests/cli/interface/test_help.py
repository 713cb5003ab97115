"""The command line speaks French to French readers: help, examples, complaints; nothing is left out."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from lpbe.app.session.help_catalogue import help_catalogue
from lpbe.cli.group import ALSO, AUDIENCES, COMMANDS, cli
from lpbe.cli.help_translation import join_paragraphs

from ..world.club import run_here


def run_command(args: list[str], lang: str) -> tuple[int, str, str]:
    status, out, err = run_here(args, Path(), {"LPBE_LANG": lang}, b"")
    return status, out.decode(), err.decode()


def commands(command: click.Command) -> Iterator[click.Command]:
    yield command
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        yield from commands(inner)


def texts() -> Iterator[str]:
    """Yield everything that help can say."""
    yield from (answer for _, answer in COMMANDS.values())
    yield from (ALSO, *(audience.title for audience in AUDIENCES))
    found = [cli, *(command for name in COMMANDS if (command := cli.get_command(click.Context(cli), name)))]
    for command in (inner for one in found for inner in commands(one)):
        yield join_paragraphs(command.help or "")
        yield from (param.help for param in command.params if isinstance(param, click.Option) and param.help)


def test_every_help_text_has_its_french() -> None:
    known = help_catalogue("fr")
    assert sorted({text for text in texts() if text not in known}) == []


def test_nothing_is_translated_that_nobody_says() -> None:
    known = {text for text in help_catalogue("fr") if not text.endswith(".epilog")}
    assert sorted(known - {*texts(), "every seat"}) == []


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_help_lists_every_command_on_one_screen(lang: str) -> None:
    _, out, _ = run_command(["--help"], lang)
    lines = out.splitlines()
    assert len(lines) <= 50 and max(map(len, lines)) <= 82
    listed = [name for audience in AUDIENCES for name in (*audience.main, *audience.others)]
    assert sorted(listed) == sorted(COMMANDS) and set(listed) <= set(out.split())
    assert 10 <= sum(len(audience.main) for audience in AUDIENCES) <= 14


COMPLAINTS = [
    (["report"], "Il manque l'argument « PARTIE »."),
    (["report", "x", "--outptu"], "L'option « --outptu » n'existe pas. Vouliez-vous dire « --output » ?"),
    (["report", "x", "y", "z"], "Arguments de trop (y z)"),
    (["simulate", "--games", "x"], "Valeur incorrecte pour « --games » : « x » n'est pas un nombre."),
    (["simulate", "--games"], "L'option « --games » exige une valeur."),
    (["reprot"], "la commande « reprot » n'existe pas"),
]


@pytest.mark.parametrize(("args", "answer"), COMPLAINTS, ids=[" ".join(args) for args, _ in COMPLAINTS])
def test_complaints_are_french(args: list[str], answer: str) -> None:
    status, _, err = run_command(args, "fr")
    assert status == 2 and answer in err


@pytest.mark.parametrize("args", [["--help"], ["order", "--help"], ["key", "new", "--help"], ["simulate", "--help"]])
def test_help_is_french(args: list[str]) -> None:
    _, out, _ = run_command(args, "fr")
    assert out.startswith("Utilisation : lpbe") and "Affiche ce message et quitte." in out
    for english in (
        "Usage:",
        "Show this",
        "Example",
        "default:",
        "Exit codes",
        "the game",
        "Options:",
        " TEXT ",
        "INTEGER",
    ):
        assert english not in out
    assert run_command(args, "en")[1].startswith("Usage: lpbe")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_game_from_start_to_end_can_be_typed_as_it_stands(lang: str, tmp_path: Path) -> None:
    shown = run_command(["--help"], lang)[1].splitlines()
    game = [line.strip() for line in shown if line.strip().startswith("lpbe ")]
    code = ""
    for line in (part.strip() for whole in game for part in whole.split(";")):
        args = shlex.split(line.replace("CODE", code))[1:]
        status, out, err = run_here(args, tmp_path, {"LPBE_LANG": lang}, b"")
        assert status in (0, 3), (line, out.decode(), err.decode())
        if args[0] == "new":
            code = re.findall(r"--code (\S+)", out.decode())[0]
    assert game[-1] == "lpbe verify mars" and len(game) == 7
