"""Check a game as far as it can be checked."""

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
@click.option("--before", metavar="FILE", multiple=True, help="A game file of an earlier step: your part in it too.")
@click.option("--ignore-reports", is_flag=True, help="Leave the reports out: they are not signed.")
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
    """Check GAME, offline, without trusting anybody.

    Level 0, anybody at any time: chain, signatures, windows, openings, the public table, the reports.
    Level 1, with a player's key: that seat's own part fits the table and is what it signed.
    Level 2, anybody once the game is disclosed: every byte of every step is played again, bots and refusals too.
    Exit 0: level 2, all checked. 3: all that was checked holds, the rest is named. 4: something is false.
    """
    found = verify_game(
        session, game, before=before, reports=not ignore_reports, evidence=evidence, progress=show_progress
    )
    print_result(session, found, as_json)
    return 0 if found.complete else UNDISCLOSED
