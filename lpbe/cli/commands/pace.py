"""Commands about time: change the pace, pause a game, extend a deadline."""

from __future__ import annotations

import click

from ...app.hosting.host_letters import change_pace, extend_deadline, pause
from ...app.ordering.outbox import Delivery
from ...app.session.session import Session
from ..options import SPAN, example, game_argument, json_option, key_option, now_option, output_options
from ..output import print_letter

UNTIL = "A time with its zone (2026-11-18T08:00Z) or a duration (3d, 12h)."


@click.command("pace", epilog=example("lpbe pace mars 3d", "lpbe endorse mars --pace 12h", "lpbe pace mars 12h"))
@game_argument
@click.argument("pace", metavar="TIME", type=SPAN)
@key_option
@now_option
@output_options
@json_option
@click.pass_obj
def pace_command(session: Session, game: str, pace: str, now: str | None, delivery: Delivery, as_json: bool) -> None:
    """Change the time allowed per answer in GAME, e.g. 3d or 12h, from the next question on.

    You must be the referee. You can slow the game down on your own. For a faster pace, as many players
    must agree as for a replacement: lpbe endorse GAME --pace TIME. All players are told in the next
    report.
    """
    print_letter(session, change_pace(session, game, pace, now, delivery), as_json)


@click.command("pause", epilog=example("lpbe pause mars --until 10d", "lpbe pause mars --until 2027-01-04T08:00Z"))
@game_argument
@click.option("--until", required=True, metavar="TIME", help=UNTIL)
@key_option
@now_option
@output_options
@json_option
@click.pass_obj
def pause_command(session: Session, game: str, until: str, now: str | None, delivery: Delivery, as_json: bool) -> None:
    """Stop the clock of GAME until the given time.

    The time left for the current question then starts running again. Players can go on playing during
    the pause, but nobody is timed out.

    You must be the referee. A pause can be made longer but not shorter, and lasts a year at most. All
    players are told in the next report.
    """
    print_letter(session, pause(session, game, until, now, delivery), as_json)


@click.command("extend", epilog=example("lpbe extend mars --until +1d", "lpbe extend mars --until 2027-01-04T08:00Z"))
@game_argument
@click.option(
    "--until",
    required=True,
    metavar="TIME",
    help=UNTIL + " A duration counts from the deadline, or from now if that has passed.",
)
@key_option
@now_option
@output_options
@json_option
@click.pass_obj
def extend_command(session: Session, game: str, until: str, now: str | None, delivery: Delivery, as_json: bool) -> None:
    """Give everyone that GAME is waiting for more time for the current question.

    You must be the referee. You can only postpone the deadline. All players are told in the next
    report.

    If you could not run the game for a few days, extend the deadline before you run it. Then nobody is
    timed out, or loses days of vacation, because you were away.
    """
    print_letter(session, extend_deadline(session, game, until, now, delivery), as_json)
