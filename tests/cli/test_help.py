"""The command line speaks French to who reads French: help, examples, complaints; nothing is left out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from lpbe.cli.main import COMMANDS, cli
from lpbe.cli.speech import catalogue, joined

from .house import run_here


def said(args: list[str], lang: str) -> tuple[int, str, str]:
    status, out, err = run_here(args, Path(), {"LPBE_LANG": lang}, b"")
    return status, out.decode(), err.decode()


def commands(command: click.Command) -> Iterator[click.Command]:
    yield command
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        yield from commands(inner)


def texts() -> Iterator[str]:
    """Everything that help can say."""
    yield from (told for _, told in COMMANDS.values())
    found = [cli, *(command for name in COMMANDS if (command := cli.get_command(click.Context(cli), name)))]
    for command in (inner for one in found for inner in commands(one)):
        yield joined(command.help or "")
        yield from (param.help for param in command.params if isinstance(param, click.Option) and param.help)


def test_every_help_text_has_its_french() -> None:
    known = catalogue("fr")
    assert sorted({text for text in texts() if text not in known}) == []


def test_nothing_is_translated_that_nobody_says() -> None:
    known = {text for text in catalogue("fr") if not text.endswith(".epilog")}
    assert sorted(known - {*texts(), "every seat"}) == []


COMPLAINTS = [
    (["report"], "Il manque l'argument « GAME »."),
    (["report", "x", "--outptu"], "Il n'y a pas d'option « --outptu ». Vouliez-vous dire « --output » ?"),
    (["report", "x", "y", "z"], "Arguments de trop (y z)"),
    (["simulate", "--games", "x"], "Valeur impossible pour « --games » : « x » n'est pas un nombre."),
    (["simulate", "--games"], "L'option « --games » veut une valeur."),
    (["reprot"], "il n'y a pas de commande « reprot »"),
]


@pytest.mark.parametrize(("args", "told"), COMPLAINTS, ids=[" ".join(args) for args, _ in COMPLAINTS])
def test_complaints_are_french(args: list[str], told: str) -> None:
    status, _, err = said(args, "fr")
    assert status == 2 and told in err


@pytest.mark.parametrize("args", [["--help"], ["order", "--help"], ["key", "new", "--help"], ["simulate", "--help"]])
def test_help_is_french(args: list[str]) -> None:
    _, out, _ = said(args, "fr")
    assert out.startswith("Emploi : lpbe") and "Montrer ce message et finir." in out
    for english in (
        "Usage:",
        "Show this",
        "Example:",
        "default:",
        "Exit codes",
        "the game",
        "Options:",
        " TEXT ",
        "INTEGER",
    ):
        assert english not in out
    assert said(args, "en")[1].startswith("Usage: lpbe")
