"""Copy a game to a single file, and restore a game from copies."""

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
@click.option("-o", "--output", required=True, metavar="FILE", help="Where to write the copy; - means standard output.")
@json_option
@click.pass_obj
def copy_command(session: Session, game: str, output: str, as_json: bool) -> None:
    """Write GAME to a single file that you can e-mail. lpbe report reads it like the game itself.

    The file contains the position and as many of the last steps as are needed to include the last order
    of every seat. When the copy is read, each step is checked against the signed position.
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
    "--from",
    "first",
    metavar="FILE",
    multiple=True,
    help="A copy of the game, an e-mail, a game folder or a folder of e-mails.",
)
@click.option("--adopt", is_flag=True, help="Follow the copy, and discard steps of GAME that contradict it.")
@click.option("--none-newer", is_flag=True, help="Continue from GAME as it is: no newer copy exists anywhere.")
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
    """Bring GAME back to the newest signed state found in any FILE, after an old backup was restored.

    A FILE is a copy of the game, an e-mail with such a copy attached, another folder of the game, or a
    folder of e-mails such as your sent mail. GAME may be missing, empty or damaged. Everything is
    verified before anything is written. A FILE that cannot be used is skipped and named.

    Do this before the next lpbe run: signing the same step twice is a contradiction that others can
    prove.

    If GAME has already been run from the old backup, it contradicts the copies. With --adopt the copies
    win: your own steps are discarded and listed, and any orders in them that are still valid go back to
    the inbox.

    If your key, orders or your mailbox show that GAME is out of date, but no newer copy exists anywhere,
    use --none-newer to continue with what you have. Your key forgets the later steps, open questions
    are e-mailed again, and answers in your mailbox that are still valid are read again.
    """
    from ...app.hosting.restore_game import accept_as_newest, restore_game  # saves the audit for copies

    sources = [*first, *more]
    if none_newer == bool(sources) or (adopt and not sources):
        raise Misused("E_USAGE", "give --from FILE or --none-newer")
    if none_newer:
        from ...mail.lost_mail import recover_lost_mail  # saves mail for restores from copies

        accepted = accept_as_newest(session, game)
        recover_lost_mail(session, game)
        print_result(session, accepted, as_json)
    else:
        print_result(session, restore_game(session, game, sources, attached_files, adopt=adopt), as_json)


def attached_files(data: bytes) -> Iterator[bytes]:
    """Yield the attachments of an e-mail."""
    from ...mail.incoming.mime import parse_tree  # saves it for copies that are not in an e-mail

    yield from (leaf.data for leaf in parse_tree(data, whole=True).leaves)
