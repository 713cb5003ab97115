"""Upkeep of games: whether they and their mail are well, and reminders to those who are awaited."""

from __future__ import annotations

import click

from ...app.hosting.health import Urgency
from ...app.hosting.health_text import HealthReport
from ...app.session.session import Session
from ...kernel.base.errors import Busy, Malformed, Rejected
from ...mail.manage_mail import check_games_and_mail
from ...mail.outgoing.remind import remind_seats
from ..error_reporting import EXITS, exit_code, most_urgent
from ..options import example, game_argument, json_option, key_option, now_option, players_option
from ..output import print_result

URGENCY_EXITS = {
    Urgency.SEAT: EXITS[Rejected],
    Urgency.HOST: EXITS[Malformed],
    Urgency.LATER: EXITS[Busy],
}


@click.command(
    "health",
    epilog=example(
        "lpbe health mars",
        "lpbe health ~/games",
        "lpbe health ~/games --json",
        "lpbe health ~/games || mail -s games ana@example.org",
    ),
)
@click.argument("folders", metavar="[FOLDER]...", nargs=-1, type=click.Path())
@click.option(
    "--min-free",
    metavar="MB",
    type=click.IntRange(min=0),
    default=64,
    show_default=True,
    help="How much room a disk needs.",
)
@key_option
@now_option
@json_option
@click.pass_obj
def health_command(session: Session, folders: tuple[str, ...], min_free: int, now: str | None, as_json: bool) -> int:
    """Say whether the games in each FOLDER and their mail are well, and what you have to do.

    A FOLDER is a game, or a folder with games in it or in its folders; by default it is the
    one you are in. You are told when each game was last run and how mail last came in and
    went out; which mails are not sent, were refused or came back; which seats are not timed
    out, and why; what cannot be read; and whether there is room on the disk. Each fault comes
    with what to do about it. Of many games only those are listed that there is something to
    say about. Nothing is changed.

    The exit code says who must act: 0 nobody; 5 a seat cannot be reached; 6 something here
    is to be mended, or nothing has run, read or sent for a day; 75 something fails that may
    pass by itself; of several, 6 comes before 5, and 5 before 75.
    """
    health = check_games_and_mail(session, folders or (".",), now, min_free)
    print_result(session, HealthReport(health, session.locale), as_json)
    return most_urgent([*(URGENCY_EXITS[one.urgency] for one in health.needs), *map(exit_code, health.broken)])


@click.command(
    "remind",
    epilog=example(
        "lpbe remind mars", "lpbe remind mars --json", "lpbe remind mars && lpbe mail out mars --to sendmail"
    ),
)
@game_argument
@click.option("--print", "print_only", is_flag=True, help="Print a message for every seat, and queue no mail.")
@players_option
@key_option
@now_option
@json_option
@click.pass_obj
def remind_command(
    session: Session, game: str, print_only: bool, players: str | None, now: str | None, as_json: bool
) -> None:
    """Remind each seat that GAME waits for, in that seat's language.

    To a seat that plays by mail you, the host, queue the question once more as a reminder, at most
    once a day; lpbe mail out sends it. For everybody else a message is printed, ready to send: since
    and until when the seat is awaited, what is asked, and how to answer, which is only what
    everybody knows. Who has an answer in inbox/ is not reminded.
    """
    print_result(session, remind_seats(session, game, players, now, by_mail=not print_only), as_json)
