"""A copy of a game for who has no folder of it."""

from __future__ import annotations

from os.path import lexists, samefile

import click

from ..app.game import OpenGame, open_game, position
from ..kernel.base.errors import Misused
from ..kernel.disk import files
from ..kernel.folder.copies import copy_of, dump_copy
from .options import example, game_argument, json_option
from .output import respond


@click.command(
    "copy",
    epilog=example("lpbe copy mars -o mars.toml", "lpbe copy mars -o mars.json", "lpbe copy mars -o - | mail ben"),
)
@game_argument
@click.option("-o", "--output", required=True, metavar="FILE", help="Where to write it; - is standard output.")
@json_option
def copy_command(game: str, output: str, as_json: bool) -> None:
    """Write GAME as one file that can be mailed: lpbe report tells from it what happened.

    It has the position and the steps since the oldest of the last orders of all seats; each
    of them is checked against the signed position when the copy is read.
    """
    opened = open_game(game)
    check_elsewhere(opened, output)
    copy = copy_of(opened.place, opened.game)
    data = dump_copy(copy, output)
    if output == "-":
        files.write_stdout(data)
        return
    files.write(output, data)
    first = copy.tail[0].head.seq if copy.tail else copy.state.seq
    respond(as_json, {**position(copy), "files": [output], "since": first}, output)


def check_elsewhere(opened: OpenGame, output: str) -> None:
    """The folder's own file has no tail."""
    if output != "-" and lexists(output) and samefile(output, opened.place.game):
        raise Misused("E_USAGE", "a copy does not take the place of the game itself", "write it elsewhere: -o FILE")
