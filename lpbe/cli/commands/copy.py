"""Write a copy of a game as one file, and bring a game back from copies."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ...app.hosting.copy_game import copy_game
from ...app.session.session import Session
from ...kernel.base.errors import Misused
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
        "lpbe restore mars --from ~/Maildir/.Sent",
        "lpbe restore mars --from ~/backup/mars --json",
        "lpbe restore mars --from copy.toml --adopt",
        "lpbe restore mars --none-newer",
    ),
)
@game_argument
@click.argument("more", metavar="[FILE]...", nargs=-1, type=click.Path())
@click.option(
    "--from", "first", metavar="FILE", multiple=True, help="A copy of the game, a mail, a game folder or one of mails."
)
@click.option("--adopt", is_flag=True, help="Take the copy's branch, and give up steps of GAME that contradict it.")
@click.option("--none-newer", is_flag=True, help="Go on from GAME as it is: no newer copy exists anywhere.")
@key_option
@json_option
@click.pass_obj
def restore_command(
    session: Session,
    game: str,
    more: tuple[str, ...],
    first: tuple[str, ...],
    adopt: bool,
    none_newer: bool,
    as_json: bool,
) -> None:
    """Bring GAME back to the newest signed state that any FILE holds, after an old backup was put back.

    A FILE is a copy of the game, a mail with one attached, another folder of the game, or a
    folder of mails such as your sent ones. GAME may be gone, empty or damaged. Everything is
    verified before anything is written; a FILE that cannot be used is left out and named.
    Do this before the next run: a step that is signed twice is a contradiction.

    If GAME was run from the old backup, it contradicts the copies. With --adopt the copies
    count: your own steps are given up and listed, and orders in them that still count wait
    in the inbox again.

    If letters or your mailbox say that GAME is old, and no newer copy exists anywhere,
    --none-newer goes on from what there is.
    """
    from ...app.hosting.restore_game import accept_as_newest, restore_game  # saves the audit for copies

    sources = [*first, *more]
    if none_newer == bool(sources) or (adopt and not sources):
        raise Misused("E_USAGE", "give --from FILE, or --none-newer")
    if none_newer:
        print_result(session, accept_as_newest(session, game), as_json)
    else:
        print_result(session, restore_game(session, game, sources, attached_files, adopt=adopt), as_json)


def attached_files(data: bytes) -> Iterator[bytes]:
    """Yield what is attached to a mail."""
    from ...mail.incoming.mime import parse_tree  # saves it for copies that are not in a mail

    yield from (leaf.data for leaf in parse_tree(data, whole=True).leaves)
