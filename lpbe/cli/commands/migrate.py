"""Go on with a game by newer rules."""

from __future__ import annotations

import click

from ...app.auditing.migrate import migrate_game
from ...app.session.session import Session
from ..options import example, game_argument, json_option, key_option
from ..output import print_result, show_progress

PARTLY = 3


@click.command("migrate", epilog=example("lpbe migrate mars", "lpbe migrate mars --key host.key --json"))
@game_argument
@key_option
@json_option
@click.pass_obj
def migrate_command(session: Session, game: str, as_json: bool) -> int:
    """Play GAME again by the rules of this lpbe, and go on with them if nothing changes.

    A game names the rules it was begun with, and a newer lpbe may have others. If
    every step comes out the same to the last byte, this machine plays it on; the game
    itself is not changed. The host can try all of it, anybody can once the game is
    disclosed; a player tries chain, table and the own part, and is told so (exit 3). If a
    step comes out otherwise, nothing is kept, and you are told which lpbe to install.

    No replay shows a rule that no step has met yet: read what changed before you go on.
    """
    done = migrate_game(session, game, show_progress)
    print_result(session, done, as_json)
    return 0 if done.complete else PARTLY
