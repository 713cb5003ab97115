"""Commands about time: another pace, a pause, more time for one question."""

from __future__ import annotations

import click

from ...app.hosting.host_letters import change_pace, extend_deadline, pause
from ...app.ordering.outbox import Delivery
from ...app.session.session import Session
from ..options import SPAN, example, game_argument, json_option, key_option, now_option, output_options
from ..output import print_letter

UNTIL = "A time with its zone (2026-11-18T08:00Z), or a span (3d, 12h)."


@click.command("pace", epilog=example("lpbe pace mars 3d", "lpbe endorse mars --pace 12h", "lpbe pace mars 12h"))
@game_argument
@click.argument("pace", metavar="TIME", type=SPAN)
@key_option
@now_option
@output_options
@json_option
@click.pass_obj
def pace_command(session: Session, game: str, pace: str, now: str | None, delivery: Delivery, as_json: bool) -> None:
    """Change how much time there is for an answer in GAME, from the next question on: 3d, 12h.

    You must be the referee. A longer pace is yours to give; a shorter one needs the
    agreement of as many players as a replacement does: lpbe endorse GAME --pace TIME.
    Everybody is told.
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
    """Stop the clock of GAME until a time: what was left for the open question begins again then.

    You must be the referee. Who likes plays on meanwhile; nobody is timed out. A pause
    can be made longer, never shorter, and lasts a year at most. Everybody is told.
    """
    print_letter(session, pause(session, game, until, now, delivery), as_json)


@click.command("extend", epilog=example("lpbe extend mars --until +1d", "lpbe extend mars --until 2027-01-04T08:00Z"))
@game_argument
@click.option(
    "--until", required=True, metavar="TIME", help=UNTIL + " A span begins at the deadline, or now if that has passed."
)
@key_option
@now_option
@output_options
@json_option
@click.pass_obj
def extend_command(session: Session, game: str, until: str, now: str | None, delivery: Delivery, as_json: bool) -> None:
    """Give everybody who is awaited in GAME more time for the open question.

    You must be the referee. The deadline can only get later. Everybody is told. If you
    could not run the game for some days, extend before you do: then nobody is timed
    out, or loses days of vacation, because you were away.
    """
    print_letter(session, extend_deadline(session, game, until, now, delivery), as_json)
