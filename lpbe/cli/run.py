"""Apply everything that waits in game folders."""

from __future__ import annotations

import click

from ..app.hosting import all_folders, is_tree, run_folder, run_or_fall
from .caller import maybe_identity
from .options import example, json_option, key_option, now_option
from .output import respond
from .runs import summary, tell_all, told_of, warn_of_no_pin


@click.command("run", epilog=example("lpbe run mars", "lpbe run ~/games", "LPBE_KEY=... lpbe run . --json"))
@click.argument("games", metavar="GAME...", nargs=-1, required=True, type=click.Path())
@key_option
@now_option
@json_option
def run_command(games: tuple[str, ...], key: str | None, now: str | None, as_json: bool) -> int:
    """Apply all orders waiting in GAME's inbox; running it again changes nothing.

    Completes whatever an interrupted run left undone. Seats that the referee
    holds and deadlines that have passed are answered too, after all that lies in the
    inbox; where the terms say so, a bot takes the seat of who let too many pass. While
    the last step is dated later than your clock, nobody is timed out.

    A GAME may be a folder with games in it or in its folders, and there may be several:
    all are run, and one that is broken stops no other.
    """
    identity = maybe_identity(key)
    if len(games) > 1 or is_tree(games[0]):
        ends = [run_or_fall(folder, identity, now) for folder in all_folders(games)]
        return tell_all(as_json, ends)
    ran = run_folder(games[0], identity, now)
    warn_of_no_pin(ran)
    respond(as_json, told_of(ran), summary(ran))
    return 0
