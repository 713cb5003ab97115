"""Write a copy of a game as one file, and bring a game back from copies."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ...app.hosting.copy_game import copy_game
from ...app.session.session import Session
from ..options import example, game_argument, json_option, key_option
from ..output import print_letter, print_result


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


@click.command(
    "restore",
    epilog=example(
        "lpbe restore mars --from copy.toml",
        "lpbe restore mars --from newest.eml older.eml",
        "lpbe restore mars --from ~/backup/mars --json",
    ),
)
@game_argument
@click.argument("more", metavar="[FILE]...", nargs=-1, type=click.Path())
@click.option(
    "--from", "first", metavar="FILE", required=True, multiple=True, help="A copy of the game, a mail or a game folder."
)
@key_option
@json_option
@click.pass_obj
def restore_command(session: Session, game: str, more: tuple[str, ...], first: tuple[str, ...], as_json: bool) -> None:
    """Bring GAME back to the newest signed state that any FILE holds, after an old backup was put back.

    A FILE is a copy of the game, a mail with one attached, or another folder of the game.
    Everything is verified before anything is written. Copies of another game or of another
    history are refused. Do this before the next run: a step that is signed twice is proof
    against the host.
    """
    from ...app.hosting.restore_game import restore_game  # saves the audit for copies

    print_result(session, restore_game(session, game, [*first, *more], attached_files), as_json)


def attached_files(data: bytes) -> Iterator[bytes]:
    """Yield what is attached to a mail."""
    from ...mail.incoming.mime import parse_tree  # saves it for copies that are not in a mail

    yield from (leaf.data for leaf in parse_tree(data, whole=True).leaves)
