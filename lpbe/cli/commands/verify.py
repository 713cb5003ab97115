"""Check that a game was played by the rules, or continue it with newer ones."""

from __future__ import annotations

import click

from ...app.auditing.migrate import migrate_game
from ...app.auditing.verification import verify_game
from ...app.session.session import Session
from ..options import example, game_argument, json_option, key_option
from ..output import print_result, progress_on_terminal

UNDISCLOSED = 3


@click.command("verify", epilog=example("lpbe verify mars", "lpbe verify mars --key my.key --json"))
@game_argument
@key_option
@click.option("--evidence", metavar="FILE", help="Where to write the proof if something is false.")
@click.option(
    "--before",
    metavar="FILE",
    multiple=True,
    help="A game file from an earlier step, to check your private information there too.",
)
@click.option("--ignore-reports", is_flag=True, help="Skip the reports, which are not signed.")
@click.option("--every-bot-move", is_flag=True, help="Compute every move of slow bots again, not only a sample.")
@json_option
@click.pass_obj
def verify_command(
    session: Session,
    game: str,
    evidence: str | None,
    before: tuple[str, ...],
    ignore_reports: bool,
    every_bot_move: bool,
    as_json: bool,
) -> int:
    """Check GAME offline, without trusting anybody.

    Level 0, for anybody at any time: the chain, signatures, deadlines, revealed secrets, the public
    table and the reports.

    Level 1, with a player's key: what that seat alone can see matches the table and what it signed.

    Level 2, for anybody once the game is disclosed: every step is replayed to the last byte, including
    bots and refusals. For slow bots, only a sample of the moves is computed again.

    Exit code 0: everything was checked (level 2). 3: everything that could be checked is correct, and
    the rest is listed. 4: something is false.
    """
    found = verify_game(
        session,
        game,
        before=before,
        reports=not ignore_reports,
        every_bot_move=every_bot_move,
        evidence=evidence,
        progress=progress_on_terminal(session),
    )
    print_result(session, found, as_json)
    return 0 if found.complete else UNDISCLOSED


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
    done = migrate_game(session, game, progress_on_terminal(session))
    print_result(session, done, as_json)
    return 0 if done.complete else UNDISCLOSED
