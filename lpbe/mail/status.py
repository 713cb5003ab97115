"""Record whether mail comes in and goes out, who was mailed their question, and which faults last.

`lpbe/app/hosting/mail_status.py` defines the record, and `mail_holds.py` beside it decides what it means for a run.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from os.path import join, realpath

import msgspec

from ..app.hosting.mail_status import (
    SERVER_CODES,
    STATUS_FILE,
    AskedSeat,
    Channel,
    FaultCause,
    MailCode,
    MailFault,
    MailStatus,
    cause_of,
    faults_of,
    load_status,
)
from ..app.hosting.run_record import load_runs
from ..kernel.base.errors import Busy, DiskFailure, Failure, Misused, NoAccess
from ..kernel.chain.deadlines import TIME_FORMAT, later
from ..kernel.disk import files, folders
from .address_book import Players, bare_address, is_same_mailbox
from .game_index import GameIndex
from .incoming.autoreplies_and_bounces import ReturnedMail, read_bounce
from .outgoing import spool
from .outgoing.deliver import Delivery, DeliveryStatus, DueQuestion, SeatWithoutAddress, Spooling
from .outgoing.spool import ServerFault, Unreachable
from .reply_block import SHORT_ID_CHARS
from .state_dir import bounce_proof, open_folder

UNREAD_FOR = "1d"
"""How long games may be run without reading new e-mail before the players get that time back."""
PATIENCE_RENEWED_AFTER = "30d"
"""After how long a mailbox that failed may stop the clock again."""


@contextmanager
def updating() -> Iterator[MailStatus]:
    """Yield the record, and write it afterwards unless something fails."""
    folder = open_folder("status")
    with folders.lock(folder):
        status = load_status()
        yield status
        files.write(join(folder, STATUS_FILE), msgspec.json.encode(status), 0o600)


def time_text(now: datetime) -> str:
    return now.strftime(TIME_FORMAT)


# the two channels


class ReadingWatch:
    """Collects what went wrong with single e-mails of a mailbox."""

    fault: Failure | None = None

    def note_single_faults(self, faults: Iterable[Exception]) -> None:
        """Record faults of this computer; an e-mail that is itself at fault must not stop any clock."""
        self.fault = next((one for one in faults if isinstance(one, DiskFailure | NoAccess | Busy)), None)


@contextmanager
def watch_reading(index: GameIndex, mailbox: str, now: datetime) -> Iterator[ReadingWatch]:
    """Record whether a mailbox could be read."""
    watch = ReadingWatch()
    try:
        yield watch
    except Misused:
        raise
    except Exception as fault:
        record_reading(index, mailbox, fault, now)
        raise
    record_reading(index, mailbox, watch.fault, now)


def record_reading(index: GameIndex, mailbox: str, fault: Exception | None, now: datetime) -> None:
    at = time_text(now)
    with updating() as status:
        channel = status.reading.setdefault(mailbox, Channel())
        if fault:
            note_failure(channel, index, cause_of(fault), at)
        else:
            note_unread_time(channel, index, at)
            note_success(channel, index, at)
            channel.left = {game: channel.left.get(game, at) for game in sorted(index.left)}
        lasting = fault and not isinstance(fault, Busy)
        if fault and lasting and (channel.worked or not is_path(mailbox)):
            note_fault(status, MailFault(cause_of(fault), at, at, address=mailbox, games=index.short_ids()))
        elif not fault:
            status.faults = [one for one in status.faults if one.address != mailbox]
            drop_mistyped(status, channel)


def is_path(mailbox: str) -> bool:
    """Return whether a mailbox is a Maildir or an mbox, not an account or standard input."""
    return "://" not in mailbox and mailbox != "-"


def drop_mistyped(status: MailStatus, working: Channel) -> None:
    """Forget paths that were never a mailbox of the games whose mail was just read elsewhere."""
    status.reading = {
        mailbox: one
        for mailbox, one in status.reading.items()
        if one.worked or not is_path(mailbox) or not one.shares_games_with(working)
    }


@contextmanager
def watch_sending(index: GameIndex, now: datetime) -> Iterator[None]:
    """Record that nothing could be sent at all if something fails before or between e-mails."""
    try:
        yield
    except Misused:
        raise
    except Exception as fault:
        with updating() as status:
            note_failure(sending_channel(status, index), index, cause_of(fault), time_text(now))
        raise


def record_sending(index: GameIndex, spooled: Spooling, sent: Sequence[Delivery], now: datetime) -> Sequence[MailFault]:
    """Record what became of the e-mails and who was sent the open question; return the faults of these games."""
    at = time_text(now)
    with updating() as status:
        channel = sending_channel(status, index)
        down = next((one.fault for one in sent if isinstance(one.fault, Unreachable | ServerFault)), None)
        if down:
            note_failure(channel, index, cause_of(down), at)
        else:
            note_success(channel, index, at, any(one.status is DeliveryStatus.SENT for one in sent))
        record_faults(status, sent, at, sorted(spooled.games))
        record_missing_addresses(status, spooled, at)
        record_questions(status, spooled, {one.mail: one for one in sent}, at)
        return faults_of(status, spooled.games)


def sending_channel(status: MailStatus, index: GameIndex) -> Channel:
    return status.sending.setdefault("\n".join(sorted(map(realpath, index.folders))), Channel())


def note_unread_time(channel: Channel, index: GameIndex, at: str) -> None:
    """Record it as a problem if games were run for long while nobody called `lpbe mail in`."""
    runs = load_runs()
    newest = max([run.at for game, run in runs.items() if game[:SHORT_ID_CHARS] in index.players.games], default="")
    if channel.worked and not channel.failing_since and later(channel.worked, UNREAD_FOR) < min(newest, at):
        channel.failing_since = channel.worked


def note_failure(channel: Channel, index: GameIndex, cause: FaultCause, at: str) -> None:
    describe(channel, index, at)
    channel.failing_since = channel.failing_since or at
    channel.cause = cause


def note_success(channel: Channel, index: GameIndex, at: str, worked: bool = True) -> None:
    """Record a success; `worked` says whether it proves that delivery works: there may have been nothing to send."""
    describe(channel, index, at)
    if channel.failing_since:
        channel.last_failed, channel.recovered = channel.failing_since, at
    channel.failing_since = ""
    channel.cause = None
    if worked:
        channel.previous, channel.worked = channel.worked, at


def describe(channel: Channel, index: GameIndex, at: str) -> None:
    channel.folders = sorted(map(realpath, index.folders))
    channel.seats = {game: sorted(seats) for game, seats in index.players.games.items()}
    channel.tried = at


# who was mailed the open question


def record_questions(status: MailStatus, spooled: Spooling, sent: dict[str, Delivery], at: str) -> None:
    asking = {one.game for one in spooled.questions} | {one.game for one in spooled.unaddressed}
    for game in spooled.games - asking:
        status.asked.pop(game, None)
    for question in spooled.questions:
        seats = status.asked.setdefault(question.game, {})
        known = seats.get(question.seat)
        seats[question.seat] = asked_seat(question, known, sent.get(question.mail), spooled, at)
    for seat in spooled.unaddressed:
        if seat.plays_by_mail:
            seats = status.asked.setdefault(seat.game, {})
            seats[seat.seat] = unreachable_seat(seat, seats.get(seat.seat), at)


def asked_seat(
    question: DueQuestion, known: AskedSeat | None, delivery: Delivery | None, spooled: Spooling, at: str
) -> AskedSeat:
    """Return whether a seat has its question, and if not, since when."""
    first = first_failure(known, at)
    before = known if known and known.window == question.window else AskedSeat(question.window)
    if before.bounced:
        return before
    asked_now = before is not known
    fault = delivery.fault if delivery else spooled.fault_of(question.game)
    waits = spool.is_waiting(question.mail) or (fault is not None and not spool.is_sent(question.mail))
    if not waits:
        until = before.until if before.told and not asked_now else at
        return msgspec.structs.replace(before, mail=question.mail, told=True, until=until, first=first, cause=None)
    server = isinstance(fault, Unreachable | ServerFault) if delivery else fault is not None or before.server
    return AskedSeat(
        window=question.window,
        mail=question.mail,
        told=False,
        since=at if before.told else before.since,
        server=server,
        first=first if server else first or at,
        cause=cause_of(fault)
        if fault
        else before.cause or FaultCause(MailCode.REFUSED, "the question has not been sent"),
    )


def unreachable_seat(seat: SeatWithoutAddress, known: AskedSeat | None, at: str) -> AskedSeat:
    """Return the record of a mail seat that was not asked because it has no address."""
    before = known if known and known.window == seat.window else AskedSeat(seat.window)
    return AskedSeat(
        window=seat.window,
        mail=before.mail,
        told=False,
        since=at if before.told else before.since,
        first=first_failure(known, at) or at,
        cause=missing_address(seat),
    )


def first_failure(known: AskedSeat | None, at: str) -> str:
    """Return when a seat first could not be reached, unless that is long ago."""
    return known.first if known and known.first and at <= later(known.first, PATIENCE_RENEWED_AFTER) else ""


def missing_address(seat: SeatWithoutAddress) -> FaultCause:
    return FaultCause(
        MailCode.ADDRESS,
        "seat {seat} plays by e-mail but has no address",
        "set it: lpbe mail address {game} {seat} ADDRESS",
        values={"seat": seat.seat},
    )


# lasting faults


def record_missing_addresses(status: MailStatus, spooled: Spooling, at: str) -> None:
    """List the mail seats that have to answer and have no address, and drop those that have one now."""
    missing = {(one.game, one.seat): one for one in spooled.unaddressed if one.plays_by_mail}
    status.faults = [
        one
        for one in status.faults
        if one.cause.code != MailCode.ADDRESS or one.game not in spooled.games or (one.game, one.seat) in missing
    ]
    for seat in missing.values():
        note_fault(status, MailFault(missing_address(seat), at, at, game=seat.game, seat=seat.seat))


def record_faults(status: MailStatus, sent: Iterable[Delivery], at: str, games: list[str]) -> None:
    for one in sent:
        game, seat = one.game_and_seat
        if one.status is DeliveryStatus.SENT:
            drop_mended(status, one.to)
        elif isinstance(one.fault, ServerFault):
            host = str(one.fault.values.get("host", ""))
            note_fault(status, MailFault(cause_of(one.fault), at, at, address=host, games=games))
        elif one.status is DeliveryStatus.FAILED and one.fault:
            fault = MailFault(cause_of(one.fault), at, at, game=game, seat=seat, address=one.to, mails=[one.mail])
            note_fault(status, fault)


def drop_mended(status: MailStatus, to: str) -> None:
    """Drop the faults that a sent e-mail disproves: that none can be sent, and that an address accepts none.

    A fault of an address stays as long as one of its refused e-mails is kept.
    """
    status.faults = [
        one
        for one in status.faults
        if one.cause.code not in SERVER_CODES
        and not (one.cause.code == MailCode.REFUSED and one.address == to and not any(map(spool.is_waiting, one.mails)))
    ]


def note_fault(status: MailStatus, fault: MailFault) -> None:
    """List a fault; one that is already listed stays, with the time when it was last seen."""
    known = next((one for one in status.faults if one.key == fault.key), None)
    if known:
        known.last, known.cause = fault.last, fault.cause
        known.mails = sorted({*known.mails, *fault.mails})
        known.games = sorted({*known.games, *fault.games}) if known.games and fault.games else []
    else:
        status.faults = [*status.faults, fault]


def record_bounce(data: bytes, players: Players, now: datetime) -> bool:
    """Record whose mail came back for good; return whether it is shown to be one that we sent to that address.

    Anybody can forge a bounce: one without the proof that the mail carried changes nothing.
    """
    bounce = read_bounce(data)
    returned = bounce.returned
    player = players.player(returned.game, returned.seat) if returned else None
    if returned is None or player is None:
        return False
    to = bare_address(player.address)
    if not hmac.compare_digest(returned.proof, bounce_proof(returned.message_id, to)):
        return False
    if bounce.is_final and (not bounce.addresses or any(is_same_mailbox(to, one) for one in bounce.addresses)):
        note_bounce(returned, to, bounce.reason, time_text(now))
    return True


def note_bounce(returned: ReturnedMail, to: str, reason: str, at: str) -> None:
    """Note that a seat's mail came back, so that the host is told and nobody is timed out for it."""
    game = returned.game
    seat = returned.seat
    cause = FaultCause(
        MailCode.BOUNCED,
        "the e-mail to {to}, seat {seat} of game {game}, bounced: {why}",
        "correct the address: lpbe mail address {game} {seat} ADDRESS; if it is correct: lpbe mail "
        "faults --clear {game} --seat {seat}",
        values={"to": to, "seat": seat, "game": game, "why": reason},
    )
    with updating() as status:
        note_fault(status, MailFault(cause, at, at, game=game, seat=seat, address=to))
        note_bounced_question(status, game, seat, returned.window, cause, at)


def note_bounced_question(
    status: MailStatus, game: str, seat: str, window: int | None, cause: FaultCause, at: str
) -> None:
    asked = status.asked.get(game, {}).get(seat)
    if asked and not asked.bounced and window in (None, asked.window):
        asked.told, asked.bounced, asked.server = False, True, False
        asked.since, asked.cause = at, cause
        asked.first = asked.first or at


def clear_faults(now: datetime, game: str = "", seat: str = "") -> list[MailFault]:
    """Remove faults from the list: all, those of a game, or those of a seat.

    Refused e-mails are not sent again, and their recipients count as informed.
    """
    short_id = game[:SHORT_ID_CHARS]
    with updating() as status:
        cleared = [one for one in status.faults if short_id in ("", one.game, *one.games) and seat in ("", one.seat)]
        status.faults = [one for one in status.faults if one not in cleared]
        for one in cleared:
            for mail in filter(spool.is_waiting, one.mails):
                spool.mark_sent(mail)
            forgive(status.asked.get(one.game, {}).get(one.seat), now)
    return cleared


def forgive(asked: AskedSeat | None, now: datetime) -> None:
    """Treat a player as informed, so that faults of their mail may stop the clock again."""
    if asked:
        asked.first = ""
        if not asked.told and not asked.server:
            asked.bounced, asked.told, asked.until, asked.cause = False, True, time_text(now), None


def note_new_address(game: str, seat: str) -> None:
    """Forget the faults of a seat's former address, and have a question that did not arrive there sent again."""
    with updating() as status:
        short_id = game[:SHORT_ID_CHARS]
        status.faults = [one for one in status.faults if (one.game, one.seat) != (short_id, seat)]
        asked = status.asked.get(short_id, {}).get(seat)
        if asked and not asked.told:
            asked.bounced, asked.first = False, ""
            if asked.mail:
                spool.forget(asked.mail)
