"""Mails: what comes in, and who is written to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

import click

from ...app.hosting.mail_faults import fault_data, fault_line, fault_lines
from ...app.hosting.mail_status import MailFault, load_status, new_faults
from ...app.session.failures import error_data, failure_lines
from ...app.session.session import Session
from ...kernel.base.errors import Busy, Failure, Malformed, Misused, Rejected
from ...mail.address_book import noted_addresses, read_players, set_address
from ...mail.game_index import GameIndex
from ...mail.incoming import mailboxes
from ...mail.incoming.mailboxes import RawMail
from ...mail.incoming.process import ProcessedMail, mail_clock, mails_data, process_all
from ...mail.outgoing.deliver import DeliveryStatus, send_spooled, spool_due_mails
from ...mail.outgoing.result import MailOutResult
from ...mail.outgoing.transports import open_transport
from ...mail.status import clear_faults, note_new_address, record_sending, watch_reading, watch_sending
from ..error_reporting import EXITS, INTERNAL_ERROR, most_urgent
from ..options import LANGUAGES, example, game_argument, json_option, key_option, now_option, players_option
from ..output import print_answer, print_error, print_json, print_line, print_result, take_warnings


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
    index = GameIndex(folders, read_players(players), session.identity)
    faults: list[Exception] = []
    processed: list[ProcessedMail] = []
    known = load_status()
    when = mail_clock(now)
    with watch_reading(index, imap or maildir or mbox or "-", when) as watch:
        index.check_games()
        for one in process_all(open_source(maildir, mbox, imap, password_file, when), index, when):
            faults.append(one) if isinstance(one, Exception) else processed.append(one)
            if not as_json:
                print_error(complaint(session, one)) if isinstance(one, Exception) else print_line(line(session, one))
        watch.note_single_faults(faults)
    bounced = new_faults(known)
    for bounce in bounced:
        session.warn(fault_line(bounce, session.locale))
    for fault in index.failures:
        session.warn(complaint(session, fault))
    if as_json:
        failed = [
            {"code": error_data(fault)["code"], "message": getattr(fault, "message", repr(fault))} for fault in faults
        ]
        print_json({"ok": True, "mails": mails_data(processed), "failed": failed, **take_warnings(session)})
    else:
        print_answer(session, "" if processed or faults else session.locale.localise("there is no new mail"))
    return most_urgent([*exits(faults), *fault_exits(bounced)])


def exits(faults: Sequence[Exception]) -> list[int]:
    """Return the exit codes of what went wrong: internal errors first."""
    ours = [INTERNAL_ERROR for fault in faults if not isinstance(fault, Failure)]
    return [*ours, *(code for fault in faults for kind, code in EXITS.items() if isinstance(fault, kind))]


def open_source(
    maildir: str | None, mbox: str | None, imap: str | None, password_file: str | None, now: datetime
) -> Iterator[RawMail | Failure]:
    """Return the mails of the one place that was named, or of standard input."""
    if sum(map(bool, (maildir, mbox, imap))) > 1:
        raise Misused("E_USAGE", "one box at a time: --maildir, --mbox or --imap")
    if maildir:
        return mailboxes.from_maildir(maildir, now)
    if mbox:
        return mailboxes.from_mbox(mbox)
    if imap:
        from ...mail.incoming import imap as account  # saves ssl for other mailboxes

        return account.from_imap(account.parse_account(imap), account.password_for(password_file), now)
    return mailboxes.from_stdin()


def complaint(session: Session, fault: Exception) -> str:
    if not isinstance(fault, Failure):
        return session.locale.localise("a mistake of ours: {fault}", fault=repr(fault))
    place = f"{fault.file}: " if fault.file else ""
    return place + "\n".join(failure_lines(fault, session.locale, named=False))


def line(session: Session, processed: ProcessedMail) -> str:
    """Return what became of one mail on one line."""
    localise = session.locale.localise
    about = " ".join(
        filter(
            None,
            [
                processed.game[:12],
                processed.seat,
                *processed.files,
                f"[{processed.reason}]" if processed.reason else "",
            ],
        )
    )
    answered = localise("answer to {address}", address=processed.to) if processed.to else localise("no answer")
    return f"{processed.id} {processed.action} {about} ({answered})"


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
    if as_json and target == "-":
        raise Misused("E_USAGE", "standard output is taken by the mails", "leave out --json")
    index = GameIndex(folders, read_players(players), session.identity)
    when = mail_clock(now)
    if not index.players.host.address:
        template = "players cannot answer these mails; say where you read: lpbe mail address GAME referee ADDRESS"
        session.warn(session.locale.localise(template))
    with watch_sending(index, when), open_transport(target, password_file) as transport:
        spooled = spool_due_mails(index, when)
        sent = list(send_spooled(transport, when, spooled, again))
    lasting = record_sending(index, spooled, sent, when)
    return print_sent(session, MailOutResult(index.failures, spooled, sent, lasting), target == "-", as_json)


def print_sent(session: Session, result: MailOutResult, quiet: bool, as_json: bool) -> int:
    """Print what was made and sent; what went wrong is printed beside it, and decides the exit code."""
    for fault in result.failures:
        session.warn(complaint(session, fault))
    for line in result.warnings(session.locale):
        session.warn(line)
    if as_json and not quiet:
        print_json({"ok": True, **result.data(), **take_warnings(session)})
    elif not quiet:
        print_answer(session, result.text(session.locale))
    waits = [EXITS[Busy]] if result.count(DeliveryStatus.WAITING) else []
    return most_urgent([*exits(result.failures), *fault_exits(result.lasting), *waits])


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
    if seat and not game:
        raise Misused("E_USAGE", "--seat goes with --clear GAME")
    if game or everything:
        name = session.open_game(game).game.state.game if game else ""
        clear_faults(mail_clock(now), name, seat or "")
    faults = load_status().faults
    if as_json:
        print_json({"ok": True, "faults": [fault_data(one) for one in faults]})
    else:
        lines = [line for one in faults for line in fault_lines(one, session.locale)]
        print_answer(session, "\n".join(lines) or session.locale.localise("no fault of mail is known"))


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
    opened = session.open_game(game)
    session.address(opened.game.genesis.lang, opened.game.genesis.rules)
    if seat:
        set_address(opened, players, seat, address, form=form, clear=clear, lang=lang)
        note_new_address(opened.game.state.game, seat)
    print_result(session, noted_addresses(opened, players, session.locale, seat), as_json)
