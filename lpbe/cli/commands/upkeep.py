"""Keep games running: check games and mail, and send reminders."""

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
    help="The free disk space needed.",
)
@key_option
@now_option
@json_option
@click.pass_obj
def health_command(session: Session, folders: tuple[str, ...], min_free: int, now: str | None, as_json: bool) -> int:
    """Check that the games in each FOLDER and their mail work, and say what you have to do.

    A FOLDER is a game, or a folder that contains games, directly or in subfolders. The default is the
    current folder.

    You see when each game was last run and when mail last came in and went out; which e-mails have not
    been sent, were refused or came back; which seats are not timed out, and why; what cannot be read;
    and whether the disk is full. Each problem is followed by what to do about it. If there are many
    games, only those with something to report are listed. Nothing is changed.

    The exit code says who has to act. 0: nobody. 5: a player cannot be reached. 6: you have to fix
    something, or nothing has been run, read or sent for a day. 75: a problem that may go away by
    itself. If there are several problems, 6 takes precedence over 5, and 5 over 75.
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
@click.option("--print", "print_only", is_flag=True, help="Print a message for every seat, and queue no e-mail.")
@players_option
@key_option
@now_option
@json_option
@click.pass_obj
def remind_command(
    session: Session, game: str, print_only: bool, players: str | None, now: str | None, as_json: bool
) -> None:
    """Remind each seat that GAME is waiting for, in that seat's language.

    For a seat that plays by e-mail, the question is queued again as a reminder, at most once a day;
    lpbe mail out sends it. For all other seats, a message is printed for you to send. It says how long
    the game has been waiting, when time runs out, what is asked and how to answer. It contains nothing
    secret. A seat whose answer is already in inbox/ is not reminded.
    """
    print_result(session, remind_seats(session, game, players, now, by_mail=not print_only), as_json)
