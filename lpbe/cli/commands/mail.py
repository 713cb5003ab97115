"""Mails: what comes in, and who is written to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ...app.session.failures import fault_text
from ...app.session.session import Session
from ...kernel.base.errors import Busy, Malformed, Misused, Rejected
from ...mail.incoming.mail_in import MailSource, mail_line, read_mail_in
from ...mail.manage_mail import AddressChange, list_faults, note_address
from ...mail.outgoing.mail_out import send_mail_out
from ..error_reporting import EXITS, exit_code, most_urgent
from ..options import LANGUAGES, example, game_argument, json_option, key_option, now_option, players_option
from ..output import PRINTED, print_error, print_line, print_result

if TYPE_CHECKING:
    from ...app.hosting.mail_status import MailFault
    from ...mail.incoming.process import ProcessedMail


@click.group(
    "mail",
    epilog=example(
        "lpbe mail in games --maildir ~/Maildir",
        "lpbe mail out games --to sendmail",
        "lpbe mail address mars blue ben@example.org",
    ),
)
def mail_command() -> None:
    """Play by mail: read what players write, send what is due to them, and note their addresses."""


@mail_command.command(
    "in",
    epilog=example(
        "lpbe mail in games < message.eml",
        "lpbe mail in games --maildir ~/Maildir && lpbe run mars",
        "lpbe mail in mars venus --mbox /var/mail/lpbe",
        "lpbe mail in games --imap imaps://lpbe@imap.example.org --password-file ~/.config/lpbe/imap",
    ),
)
@click.argument("folders", metavar="FOLDER...", nargs=-1, required=True, type=click.Path())
@click.option("--maildir", metavar="DIR", help="Read a Maildir; processed mails of games are moved to cur/ as seen.")
@click.option("--mbox", metavar="FILE", help="Read an mbox, which is not changed.")
@click.option("--imap", metavar="URL", help="Read an IMAP account: imaps://USER@HOST/FOLDER.")
@click.option("--password-file", metavar="FILE", help="The password of the account; else it is LPBE_IMAP_PASSWORD.")
@players_option
@key_option
@now_option
@json_option
@click.pass_obj
def mail_in(
    session: Session,
    folders: tuple[str, ...],
    maildir: str | None,
    mbox: str | None,
    imap: str | None,
    password_file: str | None,
    players: str | None,
    now: str | None,
    as_json: bool,
) -> int:
    """Read mails for the games in FOLDER..., and file the orders in them.

    One message comes on standard input, or many from a mailbox. Signed letters of any
    kind go to the inbox of the game they name, whoever sent them; what a mail seat types
    counts with the code of its report and from its address, after a dry run. Answers to what
    was wrong, unclear or accepted are kept until lpbe mail out sends them. Nothing is applied:
    lpbe run does that.

    What is processed is remembered here, so you may read the same mailbox: it does not matter
    which mails you have opened. The first time, mails that were already opened count if they
    arrived in the last two weeks; in an IMAP account no older mail does. Mails that concern
    no game stay unread.

    A mail is dealt with once, by its Message-ID, sender and content. Of two answers to one
    question the one that was written last counts, whichever arrives first. Answers of
    machines, bounces, receipts, reactions and our own mails are passed over. Nobody is
    answered more than twenty times a day, what is filed aside; a stranger once, and no more
    than fifty of them.
    """

    def show(one: ProcessedMail | Exception) -> None:
        if as_json:
            return
        if isinstance(one, Exception):
            print_error(fault_text(one, session.locale))
        else:
            print_line(mail_line(one, session.locale))

    source = MailSource(maildir=maildir, mbox=mbox, imap=imap, password_file=password_file)
    result = read_mail_in(session, folders, source, players, now, show)
    print_result(session, result, as_json)
    return most_urgent([*map(exit_code, result.faults), *fault_exits(result.bounced)])


@mail_command.command(
    "out",
    epilog=example(
        "lpbe mail out games --to sendmail",
        "lpbe mail out mars venus --to smtps://lpbe@smtp.example.org --password-file ~/.config/lpbe/smtp",
        "lpbe mail in games --maildir ~/Maildir; lpbe run games; lpbe mail out games --to smtp://localhost",
        "lpbe mail out mars --to maildir:/srv/out",
    ),
)
@click.argument("folders", metavar="FOLDER...", nargs=-1, required=True, type=click.Path())
@click.option(
    "--to",
    "target",
    metavar="WHERE",
    required=True,
    help="maildir:DIR, mbox:FILE, - (standard output), sendmail, smtp://HOST or smtps://USER@HOST.",
)
@click.option("--password-file", metavar="FILE", help="The password of the server; else it is LPBE_SMTP_PASSWORD.")
@click.option("--again", is_flag=True, help="Try once more what a server has refused for good.")
@players_option
@key_option
@now_option
@json_option
@click.pass_obj
def mail_out(
    session: Session,
    folders: tuple[str, ...],
    target: str,
    password_file: str | None,
    again: bool,
    players: str | None,
    now: str | None,
    as_json: bool,
) -> int:
    """Send what is due to the players of the games in FOLDER..., and answers that wait.

    Due is what the game itself says: a report to who is asked something, once a question;
    a reminder before the deadline and one in grace; why a letter was refused; what waits for
    their agreement; an invitation; the end. A private part goes to its seat alone: sealed in
    the attached game, or in clear to a mail seat and to a player who wished so (lpbe mail
    address --clear).

    Every mail is kept whole before it is sent, and marked afterwards: whatever fails, none is
    lost, and none is sent twice but where the server cannot say whether it took it; then it
    has the same Message-ID. What cannot be sent now waits for the next time.
    """
    if as_json and target == PRINTED:
        raise Misused("E_USAGE", "standard output is taken by the mails", "leave out --json")
    result = send_mail_out(session, folders, target, password_file, players, now, again=again)
    if target != PRINTED:
        print_result(session, result, as_json)
    waits = [EXITS[Busy]] if result.keeps_mail else []
    return most_urgent([*map(exit_code, result.failures), *fault_exits(result.lasting), *waits])


def fault_exits(faults: Sequence[MailFault]) -> list[int]:
    """Return the exit codes of lasting faults: mail for somebody is refused, or the host's settings are wrong."""
    return [EXITS[Rejected] if one.is_refusal else EXITS[Malformed] for one in faults]


@mail_command.command(
    "faults",
    epilog=example("lpbe mail faults", "lpbe mail faults --clear mars --seat blue", "lpbe mail faults --clear-all"),
)
@click.option("--clear", "game", metavar="GAME", help="Take those of a game off the list: they are dealt with.")
@click.option("--seat", metavar="SEAT", help="With --clear: only those of this seat.")
@click.option("--clear-all", "everything", is_flag=True, help="Take all off the list.")
@now_option
@json_option
@click.pass_obj
def mail_faults(
    session: Session, game: str | None, seat: str | None, everything: bool, now: str | None, as_json: bool
) -> None:
    """List the faults of mail that will not pass by themselves.

    A server that refuses the login or is not trusted, an address that is refused, a mail that
    came back. Each stays in this list, and makes lpbe mail and lpbe health fail, until mail
    goes through again, the seat has a new address (lpbe mail address) or you clear it.
    """
    print_result(session, list_faults(session, game, seat, now, clear_all=everything), as_json)


@mail_command.command(
    "address",
    epilog=example(
        "lpbe mail address mars blue 'Ben <ben@example.org>' --lang fr",
        "lpbe mail address mars blue ben@example.org --format text --clear",
        "lpbe mail address mars blue --forget",
        "lpbe mail address mars",
        "lpbe mail address mars referee lpbe@example.org",
    ),
)
@game_argument
@click.argument("seat", metavar="[SEAT]", required=False)
@click.argument("address", metavar="[ADDRESS]", default="")
@click.option("--lang", type=click.Choice(LANGUAGES), help="In which language this player is written to.")
@click.option(
    "--format", "form", type=click.Choice(["html", "text"]), default="html", show_default=True, help="In which form."
)
@click.option(
    "--clear",
    is_flag=True,
    help="The private part goes out in clear, as long as this player sits there: mail providers can read it.",
)
@click.option("--forget", is_flag=True, help="Forget the address.")
@players_option
@json_option
@click.pass_obj
def mail_address(
    session: Session,
    game: str,
    seat: str | None,
    address: str,
    lang: str | None,
    form: str,
    clear: bool,
    forget: bool,
    players: str | None,
    as_json: bool,
) -> None:
    """Note under which ADDRESS the player of SEAT in GAME reads mails; of the seat referee, the host's own.

    Without SEAT, all that is noted about GAME is printed.

    Only this file ties addresses to seats. It is yours alone: it never lies in a game or a
    repository, and nobody else may read it.
    """
    if seat and bool(address) is forget:
        raise Misused("E_USAGE", "give an address, or --forget")
    change = AddressChange(seat, address, format=form, unencrypted=clear, lang=lang) if seat else None
    print_result(session, note_address(session, game, change, players), as_json)
