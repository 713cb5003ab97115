"""A whole game at once."""

from __future__ import annotations

from os.path import join

import click

from ..kernel import files
from ..kernel.errors import Malformed
from ..kernel.folder import locate
from .common import answer, example, json_option, open_game, position


@click.command("demo", epilog=example("lpbe demo", "lpbe demo --folder my-demo --seats red,blue"))
@click.option("--folder", default="demo", show_default=True, help="Where to put the game.")
@click.option("--seats", default="red,blue,green", show_default=True, help="Who plays; all of them bots.")
@click.option("--with", "expansions", multiple=True, metavar="NAME", help="An expansion.")
@json_option
def demo_command(folder: str, seats: str, expansions: tuple[str, ...], as_json: bool) -> int:
    """Play a whole game of pebbles between bots, then verify it as a stranger would."""
    from .main import cli
    from .verify import examine, summary, take

    if files.is_folder(folder):
        raise Malformed("E_FILE_EXISTS", "this folder is there already", "choose another: --folder NAME", file=folder)
    key = join(folder, "referee.key")
    bots = [part for seat in seats.split(",") for part in ("--bot", seat)]
    more = [part for name in expansions for part in ("--with", name)]
    files.make_folder(folder)
    quiet(cli, ["key", "new", "--out", key, "--force"])
    quiet(cli, ["new", join(folder, "game"), "--game", "pebbles", "--seats", seats, *bots, *more, "--key", key])
    place = locate(join(folder, "game"))
    quiet(cli, ["run", place.folder, "--key", key])
    opened = open_game(place.folder)
    verdict = examine(place, *take(place), None)
    reports = files.names(join(place.folder, "reports"))
    report = files.read(join(place.folder, "reports", reports[-1]), files.GAME).decode()
    told = {**position(opened.game), "level": verdict.level, "files": [place.game, place.log]}
    text = f"{report}\n{summary(verdict, opened.game)}\nreports: {join(place.folder, 'reports')}"
    answer(as_json, told, text)
    return 0 if verdict.complete else 3


def quiet(cli: click.Group, args: list[str]) -> None:
    """One of our own commands, without its words."""
    import contextlib
    import io

    with contextlib.redirect_stdout(io.StringIO()):
        cli.main(args, prog_name="lpbe", standalone_mode=False)
