"""Talk to the other players: send a message, or agree to end the game."""

from __future__ import annotations

import click

from ...app.ordering.outbox import Delivery
from ...app.ordering.seat_letters import send_note, send_stop
from ...app.session.session import Session
from ...kernel.base.errors import Misused
from ..ask import Confirmation
from ..options import as_option, example, game_argument, json_option, key_option, output_options
from ..output import print_letter


@click.command("note", epilog=example("lpbe note mars 'Back on Monday'", "lpbe note game.toml 'Well met' --armor -o -"))
@game_argument
@click.argument("text", metavar="TEXT")
@as_option
@key_option
@output_options
@json_option
@click.pass_obj
def note_command(session: Session, game: str, text: str, seat: str | None, delivery: Delivery, as_json: bool) -> None:
    """Send TEXT to all players of GAME. They read it in the next report.

    You can do this at any time, even when you are not asked anything. The message is signed like an
    order and stays in the log. It can have up to 500 characters, and you can send four messages per
    question. A message is not an answer: your deadline keeps running.
    """
    print_letter(session, send_note(session, game, text, seat, delivery), as_json)


@click.command("stop", epilog=example("lpbe stop mars", "lpbe stop mars --yes", "lpbe stop mars --withdraw"))
@game_argument
@click.option("--withdraw", is_flag=True, help="Change your mind and play on.")
@click.option("--yes", "sure", is_flag=True, help="Do not ask for confirmation.")
@as_option
@key_option
@output_options
@json_option
@click.pass_obj
def stop_command(
    session: Session,
    game: str,
    withdraw: bool,
    sure: bool,
    seat: str | None,
    delivery: Delivery,
    as_json: bool,
) -> None:
    """Agree to end GAME now, or withdraw your agreement.

    As soon as everyone still playing agrees, the game ends and is scored by its rules.
    """
    no_terminal = Misused(
        "E_USAGE",
        "this may end the game and needs your confirmation, but there is no terminal to ask for it",
        "if you are sure: lpbe stop GAME --yes",
    )
    confirm = Confirmation(sure, no_terminal)
    print_letter(session, send_stop(session, game, withdraw, seat, delivery, confirm), as_json)
