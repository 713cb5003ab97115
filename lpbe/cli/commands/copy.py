"""Write a copy of a game for somebody who has no folder of it."""

from __future__ import annotations

import click

from ...app.hosting.copy_game import copy_game
from ...app.session.session import Session
from ..options import example, game_argument, json_option
from ..output import print_letter


@click.command(
    "copy",
    epilog=example("lpbe copy mars -o mars.toml", "lpbe copy mars -o mars.json", "lpbe copy mars -o - | mail ben"),
)
@game_argument
@click.option("-o", "--output", required=True, metavar="FILE", help="Where to write it; - is standard output.")
@json_option
@click.pass_obj
def copy_command(session: Session, game: str, output: str, as_json: bool) -> None:
    """Write GAME as one file that can be mailed: lpbe report tells from it what happened.

    It has the position and the steps since the oldest of the last orders of all seats; each
    of them is checked against the signed position when the copy is read.
    """
    print_letter(session, copy_game(session, game, output), as_json)
