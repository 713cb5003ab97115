"""Words to the table: a note at any time, and the wish to end the game here."""

from __future__ import annotations

import sys

import click

from ..app.filing import next_free, next_note
from ..app.game import open_game, position
from ..app.language import localised
from ..app.seats import signer_of
from ..kernel.base.errors import Misused
from ..kernel.chain.acts.note import check_words, note_letter
from ..kernel.chain.acts.stop import stop_letter
from .caller import maybe_identity
from .options import as_option, example, game_argument, json_option, key_option, output_options
from .output import respond
from .sitting import send, sit


@click.command("note", epilog=example("lpbe note mars 'Back on Monday'", "lpbe note game.toml 'Well met' --armor -o -"))
@game_argument
@click.argument("text", metavar="TEXT")
@as_option
@key_option
@output_options
@json_option
def note_command(
    game: str, text: str, seat: str | None, key: str | None, output: str | None, armor: bool, as_json: bool
) -> None:
    """Say TEXT to the table of GAME, whether you are asked or not: everybody reads it in the next report.

    It is signed like an order, and stays in the log. At most 500 characters, four notes
    while one question is open. A note is no answer: a deadline passes all the same.
    """
    opened = open_game(game)
    identity = maybe_identity(key)
    chosen = sit(opened, identity, seat)
    letter = note_letter(opened.game, chosen, check_words(text), next_note(opened, chosen))
    send(opened, signer_of(opened, chosen, identity), letter, output, armor, as_json)


@click.command("stop", epilog=example("lpbe stop mars", "lpbe stop mars --yes", "lpbe stop mars --withdraw"))
@game_argument
@click.option("--withdraw", is_flag=True, help="Play on after all.")
@click.option("--yes", "sure", is_flag=True, help="Do not ask whether you are sure.")
@as_option
@key_option
@output_options
@json_option
def stop_command(
    game: str,
    withdraw: bool,
    sure: bool,
    seat: str | None,
    key: str | None,
    output: str | None,
    armor: bool,
    as_json: bool,
) -> None:
    """Agree to end GAME here, or take that back.

    When all who still play agree, the game ends at once, and is counted as its rules say.
    """
    opened = open_game(game)
    identity = maybe_identity(key)
    chosen = sit(opened, identity, seat)
    if not withdraw and not sure and not confirmed(chosen):
        return respond(as_json, {**position(opened.game), "files": []}, localised("nothing was sent"))
    letter = stop_letter(opened.game, chosen, not withdraw, next_free(opened, chosen))
    return send(opened, signer_of(opened, chosen, identity), letter, output, armor, as_json)


def confirmed(seat: str) -> bool:
    """Whether the person at the terminal says yes; where there is none, nobody can be asked."""
    if not sys.stdin.isatty():
        told = "the game may end by this, and there is no terminal to ask on"
        raise Misused("E_USAGE", told, "if you are sure: lpbe stop GAME --yes")
    return click.confirm(localised("end the game here, as far as {seat} is concerned?", seat=seat), err=True)
