"""Let a bot choose one order for a seat."""

from __future__ import annotations

import click

from ...app.ordering.bot_order import place_bot_order
from ...app.ordering.outbox import Delivery
from ...app.session.seats import open_seat
from ...app.session.session import Session
from ..options import as_option, example, game_argument, json_option, key_option, output_options
from ..output import print_letter


@click.command("bot", epilog=example("lpbe bot mars", "lpbe bot mars --as green --bot random"))
@game_argument
@click.option(
    "--bot",
    "name",
    default="greedy",
    show_default=True,
    metavar="BOT",
    help="The bot to use: beginner, greedy, club or master; also cautious and random.",
)
@as_option
@key_option
@output_options
@json_option
@click.pass_obj
def bot_command(
    session: Session,
    game: str,
    name: str,
    seat: str | None,
    delivery: Delivery,
    as_json: bool,
) -> None:
    """Let a bot choose your next order in GAME, from what you can see, then sign and submit it.

    Repeat this after every lpbe run, and the bot plays for you.
    """
    view = open_seat(session, game, seat, signs=True)
    print_letter(session, place_bot_order(view, name, delivery), as_json)
