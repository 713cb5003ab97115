"""Apply one order to one game file."""

from __future__ import annotations

from typing import Any

import click

from .applying import apply_order
from .options import example, game_argument, json_option, key_option, now_option


@click.command("apply", epilog=example("lpbe apply game.toml order.toml -o next.toml --report report.txt --json"))
@game_argument
@click.argument("order", metavar="ORDER")
@click.option("-o", "--output", metavar="FILE", help="Write the next state there; nothing else is touched.")
@click.option("--report", metavar="FILE", help="Write the public report there.")
@click.option("--log", metavar="FILE", help="Append the log entry there (with -o).")
@key_option
@now_option
@json_option
def apply_command(**given: Any) -> None:
    """Play one signed ORDER on GAME and write the next state.

    Without -o the game file is replaced in place, with its log and report.
    Nothing is written when the order is refused.
    """
    apply_order(**given)
