"""Show or reset what a key remembers about a game."""

from __future__ import annotations

import click

from ...app.session.session import Session
from ...app.session.show_pin import reset_shown_pin, show_pin
from ...kernel.base.errors import Misused
from ..ask import Confirmation
from ..options import example, game_argument, json_option, key_option
from ..output import print_line, print_result


@click.command("pin", epilog=example("lpbe pin mars", "lpbe pin mars --reset"))
@game_argument
@click.option("--reset", is_flag=True, help="Trust this game file from now on; both heads are shown first.")
@click.option("--yes", "sure", is_flag=True, help="Do not ask for confirmation.")
@key_option
@json_option
@click.pass_obj
def pin_command(session: Session, game: str, reset: bool, sure: bool, as_json: bool) -> None:
    """Show which step of GAME your key saw last, and whether this game file continues from it.

    If it does not, commands that sign refuse the game file, and commands that only read warn you. Reset
    the pin only if you know why: for example, a backup was restored and everybody continues from it.

    Your key never forgets for which players it has revealed its draw.
    """
    shown = show_pin(session, game)
    if not reset:
        print_result(session, shown, as_json)
        return
    if not as_json:
        print_line(shown.text())
    no_terminal = Misused(
        "E_USAGE",
        "resetting the pin needs your confirmation, but there is no terminal to ask for it",
        "if you are sure: lpbe pin GAME --reset --yes",
    )
    print_result(session, reset_shown_pin(session, shown, Confirmation(sure, no_terminal)), as_json)
