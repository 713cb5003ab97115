"""Receive and send e-mails, and manage addresses and mail problems."""

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
    """Play by e-mail: read what players write, send them reports, and record their addresses."""


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
@click.option("--maildir", metavar="DIR", help="Read a Maildir; game e-mails are moved to cur/ and marked as seen.")
@click.option("--mbox", metavar="FILE", help="Read an mbox file, without changing it.")
@click.option("--imap", metavar="URL", help="Read an IMAP account: imaps://USER@HOST/FOLDER.")
@click.option("--password-file", metavar="FILE", help="A file with the password; default: LPBE_IMAP_PASSWORD.")
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
    """Read players' e-mails and put their orders into the inboxes.

    Only e-mails for games in a FOLDER are processed. A single e-mail is read from standard input, or
    many from a mailbox. The orders are not applied yet: use lpbe run for that. Answers to the players
    are kept until you use lpbe mail out.

    A signed order goes to the inbox of the game it names, no matter who sent the e-mail. Orders typed
    by a player without a key must come from that player's address and include the code from the report.
    They are tried out before they are accepted.

    E-mails that have been processed are remembered, so you can read the same mailbox again and again.
    It does not matter which e-mails you have opened. The first time, opened e-mails count if they are
    less than two weeks old. In an IMAP account, older e-mails are not read at all. E-mails that do not
    concern a game stay unread.

    Each e-mail is processed once, by its Message-ID, sender and content. If there are two answers to
    the same question, the one written last counts, no matter which arrives first. Automatic replies,
    bounces, receipts, reactions and our own e-mails are ignored. Nobody gets more than twenty answers a
    day, not counting those to accepted orders. A stranger gets one answer, and no more than fifty
    strangers are answered.
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
@click.option("--password-file", metavar="FILE", help="A file with the password; default: LPBE_SMTP_PASSWORD.")
@click.option("--again", is_flag=True, help="Try again to send what a server has refused for good.")
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
    """Send all pending e-mails for the games in each FOLDER.

    A player gets a report with every new question, a reminder before the deadline and another during
    the grace period. Other e-mails contain invitations, refused orders, votes, the final result and
    answers to what players have sent.

    What only one seat may see goes to that seat alone: sealed in the attached game, or unencrypted for
    players who play by e-mail or have chosen this (lpbe mail address --clear).

    E-mails are stored before they are sent and marked afterwards, so nothing is lost if the command is
    interrupted. An e-mail is sent twice only if the server's answer was lost, and then with the same
    Message-ID. Anything that cannot be sent now waits for the next time.
    """
    if as_json and target == PRINTED:
        raise Misused("E_USAGE", "the e-mails themselves go to standard output", "leave out --json")
    result = send_mail_out(session, folders, target, password_file, players, now, again=again)
    if target != PRINTED:
        print_result(session, result, as_json)
    waits = [EXITS[Busy]] if result.keeps_mail else []
    return most_urgent([*map(exit_code, result.failures), *fault_exits(result.lasting), *waits])


def fault_exits(faults: Sequence[MailFault]) -> list[int]:
    """Return the exit code of each lasting problem: a player's mail is refused, or the host's settings are wrong."""
    return [EXITS[Rejected] if one.is_refusal else EXITS[Malformed] for one in faults]


@mail_command.command(
    "faults",
    epilog=example("lpbe mail faults", "lpbe mail faults --clear mars --seat blue", "lpbe mail faults --clear-all"),
)
@click.option("--clear", "game", metavar="GAME", help="Remove the problems of this game from the list.")
@click.option("--seat", metavar="SEAT", help="With --clear: only those of this seat.")
@click.option("--clear-all", "everything", is_flag=True, help="Remove all problems from the list.")
@now_option
@json_option
@click.pass_obj
def mail_faults(
    session: Session, game: str | None, seat: str | None, everything: bool, now: str | None, as_json: bool
) -> None:
    """List mail problems that will not go away by themselves.

    These are servers that refuse the login or are not trusted, addresses that are refused, and e-mails
    that came back. Each problem stays in the list, and makes lpbe mail and lpbe health fail, until mail
    goes through again, the seat gets a new address (lpbe mail address) or you clear it.
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
@click.option("--lang", type=click.Choice(LANGUAGES), help="The language of e-mails to this player.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["html", "text"]),
    default="html",
    show_default=True,
    help="The format of e-mails to this player.",
)
@click.option(
    "--clear",
    is_flag=True,
    help="Send this player's private information unencrypted, so mail providers can read it. "
    "Ends when somebody else takes the seat.",
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
    """Record the e-mail ADDRESS of the player of SEAT in GAME.

    For the seat called referee, give the host's own address. Without SEAT, everything recorded about
    GAME is printed.

    Addresses are kept in a file of your own, never in a game or a repository. Nobody else may read it.
    """
    if seat and bool(address) is forget:
        raise Misused("E_USAGE", "give an address or --forget")
    change = AddressChange(seat, address, format=form, unencrypted=clear, lang=lang) if seat else None
    print_result(session, note_address(session, game, change, players), as_json)
