"""Check that a game was played by the rules."""

from __future__ import annotations

import click

from ...app.auditing.verification import verify_game
from ...app.session.session import Session
from ..options import example, game_argument, json_option, key_option
from ..output import print_result, show_progress

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
@json_option
@click.pass_obj
def verify_command(
    session: Session,
    game: str,
    evidence: str | None,
    before: tuple[str, ...],
    ignore_reports: bool,
    as_json: bool,
) -> int:
    """Check GAME offline, without trusting anybody.

    Level 0, for anybody at any time: the chain, signatures, deadlines, revealed secrets, the public
    table and the reports.

    Level 1, with a player's key: what that seat alone can see matches the table and what it signed.

    Level 2, for anybody once the game is disclosed: every step is replayed to the last byte, including
    bots and refusals.

    Exit code 0: everything was checked (level 2). 3: everything that could be checked is correct, and
    the rest is listed. 4: something is false.
    """
    found = verify_game(
        session, game, before=before, reports=not ignore_reports, evidence=evidence, progress=show_progress
    )
    print_result(session, found, as_json)
    return 0 if found.complete else UNDISCLOSED
