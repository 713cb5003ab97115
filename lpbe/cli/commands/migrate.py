"""Continue a game with newer rules."""

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
    """Replay GAME with the rules of this lpbe, and continue with them if nothing changes.

    A game records the rules it was started with, and a newer lpbe may have different rules. If every
    step gives the same result, to the last byte, you can continue the game on this computer; the game
    itself is not changed. If a step gives a different result, nothing is kept, and you are told which
    lpbe to install.

    The host can replay everything, and so can anybody once the game is disclosed. A player can only
    check the chain, the table and their own information; the exit code is then 3.

    A replay cannot test a rule that the game has not used yet. Read what changed before you continue.
    """
    done = migrate_game(session, game, show_progress)
    print_result(session, done, as_json)
    return 0 if done.complete else PARTLY
