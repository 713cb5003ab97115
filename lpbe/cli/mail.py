"""Mails: what comes in, and who is written to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click
import msgspec

from ..app.game import open_game
from ..app.language import localised, localised_message
from ..kernel.base.errors import Failure, Misused
from ..kernel.chain.compose import find_seat
from ..kernel.chain.times import parse_time
from ..mail import boxes
from ..mail.boxes import Letterbox
from ..mail.deal import Dealt, clock_now, deal
from ..mail.hall import Hall
from ..mail.out import Fell, Made, Sent, make_all, send_all
from ..mail.players import Player, read_players, with_host, with_player, write_players
from ..mail.send import carrier_for
from .caller import maybe_identity
from .faults import EXITS
from .options import example, game_argument, json_option, key_option, now_option
from .output import respond, say_error, warn


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


def players_option(command: click.decorators.FC) -> click.decorators.FC:
    told = "Who plays under which address; players.toml beside your key, if not given."
    return click.option("--players", metavar="FILE", help=told)(command)


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
@click.option(
    "--maildir", metavar="DIR", help="Read what is new in a Maildir; what is dealt with is moved to cur/ as seen."
)
@click.option("--mbox", metavar="FILE", help="Read an mbox, which is not changed.")
@click.option("--imap", metavar="URL", help="Ask an IMAP account for what is not seen: imaps://USER@HOST/FOLDER.")
@click.option("--password-file", metavar="FILE", help="The password of the account; else it is LPBE_IMAP_PASSWORD.")
@players_option
@key_option
@now_option
@json_option
def mail_in(
    folders: tuple[str, ...],
    maildir: str | None,
    mbox: str | None,
    imap: str | None,
    password_file: str | None,
    players: str | None,
    key: str | None,
    now: str | None,
    as_json: bool,
) -> int:
    """Read mails for the games in FOLDER..., and file the orders in them.

    One message comes on standard input, or many from a mailbox. Signed letters of any
    kind go to the inbox of the game they name, whoever sent them; what a mail seat types
    counts with the code of its report and from its address, after a dry run. Answers to what
    was wrong, unclear or accepted are kept until lpbe mail out sends them. Nothing is applied:
    lpbe run does that.

    A mail is dealt with once, by its Message-ID. Answers of machines, bounces, receipts and
    our own mails are passed over. Nobody is answered more than twenty times a day, what is
    filed aside; a stranger once, and no more than fifty of them.
    """
    hall = Hall(folders, read_players(players), maybe_identity(key))
    when = parse_time(now) if now else clock_now()
    faults: list[Exception] = []
    dealt: list[Dealt] = []
    for one in deal(source(maildir, mbox, imap, password_file), hall, when):
        faults.append(one) if isinstance(one, Exception) else dealt.append(one)
        if not as_json:
            say_error(complaint(one)) if isinstance(one, Exception) else respond(False, {}, line(one))
    for fault in hall.broken:
        warn(complaint(fault))
    told = {
        "mails": msgspec.to_builtins(dealt),
        "failed": [{"code": code_of(fault), "message": getattr(fault, "message", repr(fault))} for fault in faults],
    }
    respond(as_json, told, "" if dealt or faults else localised("there is no new mail"))
    return next(iter(exits(faults)), 0)


def exits(faults: Sequence[Exception]) -> list[int]:
    """What a command that goes on ends with: mistakes of ours before those of others."""
    ours = [70 for fault in faults if not isinstance(fault, Failure)]
    return [*ours, *(code for fault in faults for kind, code in EXITS.items() if isinstance(fault, kind))]


def code_of(fault: Exception) -> str:
    return fault.code if isinstance(fault, Failure) else "E_OURS"


def source(
    maildir: str | None, mbox: str | None, imap: str | None, password_file: str | None
) -> Iterator[Letterbox | Failure]:
    """Where the mails come from: one place at a time."""
    if sum(map(bool, (maildir, mbox, imap))) > 1:
        raise Misused("E_USAGE", "one box at a time: --maildir, --mbox or --imap")
    if maildir:
        return boxes.from_maildir(maildir)
    if mbox:
        return boxes.from_mbox(mbox)
    if imap:
        from ..mail import imap as account  # saves TLS for who has a mailbox at hand

        return account.from_imap(account.account_of(imap), account.password_for(password_file))
    return boxes.from_stdin()


def complaint(fault: Exception) -> str:
    if not isinstance(fault, Failure):
        return localised("a mistake of ours: {fault}", fault=repr(fault))
    hint = f"\n  {localised_message(fault.advice)}" if fault.hint else ""
    place = f"{fault.file}: " if fault.file else ""
    return f"{place}{localised_message(fault.sentence)} [{fault.code}]{hint}"


def line(dealt: Dealt) -> str:
    """One mail in one line."""
    about = " ".join(filter(None, [dealt.game[:12], dealt.seat, *dealt.files, f"[{dealt.why}]" if dealt.why else ""]))
    answered = localised("answer to {address}", address=dealt.to) if dealt.to else localised("no answer")
    return f"{dealt.id} {dealt.did} {about} ({answered})"


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
def mail_out(
    folders: tuple[str, ...],
    target: str,
    password_file: str | None,
    again: bool,
    players: str | None,
    key: str | None,
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
    hall = Hall(folders, read_players(players), maybe_identity(key))
    when = parse_time(now) if now else clock_now()
    if not hall.players.host.address:
        warn(localised("players cannot answer these mails; say where you read: lpbe mail address GAME referee ADDRESS"))
    with carrier_for(target, password_file) as carry:
        made = list(make_all(hall, when))
        sent = list(send_all(carry, when, again))
    return tell_out(hall, made, sent, target == "-", as_json)


def tell_out(hall: Hall, made: list[Made | Fell], sent: list[Sent], quiet: bool, as_json: bool) -> int:
    """What was made and sent; what went wrong stands beside it, and decides the exit code."""
    faults = [*hall.broken, *(one.fault for one in made if isinstance(one, Fell))]
    new = [one for one in made if isinstance(one, Made)]
    for fault in faults:
        warn(complaint(fault))
    for one in sent:
        if one.why:
            warn(localised("{address}: {why}", address=one.to, why=one.why))
    counts = {did: sum(one.did == did for one in sent) for did in ("sent", "waits", "failed")}
    told = localised("{made} made, {sent} sent, {waits} waiting, {failed} failed", made=len(new), **counts)
    if not quiet:
        respond(as_json, {"made": msgspec.to_builtins(new), "mails": msgspec.to_builtins(sent), **counts}, told)
    return next(iter([*exits(faults), *([5] if counts["failed"] else []), *([75] if counts["waits"] else [])]), 0)


@mail_command.command(
    "address",
    epilog=example(
        "lpbe mail address mars blue 'Ben <ben@example.org>' --lang fr",
        "lpbe mail address mars blue ben@example.org --format text --clear",
        "lpbe mail address mars blue --forget",
        "lpbe mail address mars referee lpbe@example.org",
    ),
)
@game_argument
@click.argument("seat", metavar="SEAT")
@click.argument("address", metavar="[ADDRESS]", default="")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="In which language this player is written to.")
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
def mail_address(
    game: str,
    seat: str,
    address: str,
    lang: str | None,
    form: str,
    clear: bool,
    forget: bool,
    players: str | None,
    as_json: bool,
) -> None:
    """Note under which ADDRESS the player of SEAT in GAME reads mails; of the seat referee, the host's own.

    Only this file ties addresses to seats. It is yours alone: it never lies in a game or a
    repository, and nobody else may read it.
    """
    opened, known = open_game(game), read_players(players)
    if bool(address) is forget:
        raise Misused("E_USAGE", "give an address, or --forget")
    if seat == "referee":
        changed = with_host(known, address)
    else:
        name = find_seat(opened.game, seat).id
        noted = {"clear": clear, "since": opened.game.state.seq} if clear else {}
        entry = {"address": address, "format": form, **noted, **({"lang": lang} if lang else {})}
        player = None if forget else msgspec.convert(entry, Player)
        changed = with_player(known, opened.game.state.game, name, player)
    path = write_players(players, changed)
    respond(as_json, {"files": [path]}, path)
