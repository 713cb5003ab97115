"""Check a game as far as it can be checked."""

from __future__ import annotations

import click

from ..app.evidence import write_evidence
from ..app.examine import examine, take, verdict_data, verdict_text
from ..app.game import OpenGame, rules_for
from ..app.language import game_language, set_listener
from ..app.pins import check_pin
from ..kernel.base.errors import Unauthentic
from ..kernel.chain.records import GameFile
from ..kernel.folder.folder import locate
from .caller import maybe_identity
from .options import example, game_argument, json_option, key_option, pin_option
from .output import count_step, respond

UNDISCLOSED = 3


@click.command("verify", epilog=example("lpbe verify mars", "lpbe verify mars --key my.key --json"))
@game_argument
@key_option
@pin_option
@click.option("--evidence", metavar="FILE", help="Where to write the proof if something is false.")
@json_option
def verify_command(game: str, key: str | None, pin: str | None, evidence: str | None, as_json: bool) -> int:
    """Check GAME, offline, without trusting anybody.

    Level 0, anybody at any time: chain, signatures, windows, openings, the public table, the reports.
    Level 1, with a player's key: that seat's own part is what it signed.
    Level 2, anybody once the game is disclosed: every byte of every step is played again.
    """
    place = locate(game)
    taken = take(place)
    found = taken.game
    set_listener(game_language(found))
    identity = maybe_identity(key) if key or found.genesis.trust == "referee" else None
    try:
        verdict = examine(taken, identity, count_step)
    except Unauthentic as fault:
        if fault.code != "E_REPORT":  # nobody signs a report, so a false one proves nothing
            keep_proof(found, fault, evidence)
        raise
    if pin:
        check_pin(OpenGame(place, found, rules_for(place, found.genesis)), pin)
    respond(as_json, verdict_data(verdict, found), verdict_text(verdict, found))
    return 0 if verdict.complete else UNDISCLOSED


def keep_proof(game: GameFile, fault: Unauthentic, path: str | None) -> None:
    """Nothing is written that nobody asked for."""
    if path:
        write_evidence(game, fault, path)
    else:
        fault.advise("to keep the proof: lpbe verify GAME --evidence FILE")
