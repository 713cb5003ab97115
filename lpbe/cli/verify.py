"""Check a game as far as it can be checked."""

from __future__ import annotations

import click

from ..app.evidence import write_evidence
from ..app.examine import Taken, Wish, examine, take
from ..app.game import OpenGame, rules_for
from ..app.language import game_language, set_listener
from ..app.verdicts import verdict_data, verdict_text
from ..kernel.base.errors import Unauthentic
from ..kernel.folder.folder import locate
from .caller import maybe_identity
from .options import example, game_argument, json_option, key_option
from .output import count_step, respond
from .sitting import warn_of_past

UNDISCLOSED = 3


@click.command("verify", epilog=example("lpbe verify mars", "lpbe verify mars --key my.key --json"))
@game_argument
@key_option
@click.option("--evidence", metavar="FILE", help="Where to write the proof if something is false.")
@click.option("--before", metavar="FILE", multiple=True, help="A game file of an earlier step: your part in it too.")
@click.option("--ignore-reports", is_flag=True, help="Leave the reports out: they are not signed.")
@json_option
def verify_command(
    game: str,
    key: str | None,
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
    place = locate(game)
    taken = take(place)
    found = taken.game
    set_listener(game_language(found))
    identity = maybe_identity(key) if key or found.genesis.trust == "referee" else None
    try:
        verdict = examine(taken, identity, count_step, Wish(not ignore_reports, before))
    except Unauthentic as fault:
        if fault.code != "E_REPORT":  # nobody signs a report, so a false one proves nothing
            keep_proof(taken, fault, evidence)
        raise
    warn_of_past(OpenGame(place, found, rules_for(place, found.genesis)), identity)
    verdict.ignored = ignore_reports
    respond(as_json, verdict_data(verdict, found), verdict_text(verdict, found))
    return 0 if verdict.complete else UNDISCLOSED


def keep_proof(taken: Taken, fault: Unauthentic, path: str | None) -> None:
    """Nothing is written that nobody asked for."""
    if path:
        write_evidence(taken, fault, path)
    elif not fault.hint:
        fault.advise("to keep the proof: lpbe verify GAME --evidence FILE")
