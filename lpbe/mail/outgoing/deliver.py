"""Deliver outgoing mail: put what is due into the spool, then send what is there.

Either may be interrupted at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from enum import StrEnum

from msgspec import Struct, field

from ...app.ordering.outbox import answer_waits
from ...app.session.open_game import OpenGame, open_game
from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Failure
from ...kernel.chain.deadlines import TIME_FORMAT
from ...kernel.chain.genesis import SeatRecord, WindowKind, by_mail, given_seat, is_held
from ...kernel.disk import folders
from ..address_book import bare_address
from ..game_index import GameIndex
from ..reply_block import SHORT_ID_CHARS
from ..state_dir import file_name_for, log_mail, open_folder
from . import spool
from .compose import PendingMail, compose_mail, is_needed
from .due import DueKind, DueMail, due_mails
from .spool import OutgoingMail, Transport, Undelivered
from .transports import was_delivered


class SpooledMail(Struct, frozen=True):
    """An e-mail that was stored in the spool, as `lpbe mail out --json` prints it."""

    id: str
    kind: DueKind
    game: str
    seat: str
    to: str


class SpoolFailure(Struct, frozen=True):
    """A game whose e-mails could not be composed, and why."""

    folder: str
    fault: Exception


class DeliveryStatus(StrEnum):
    """What became of an e-mail in the spool."""

    SENT = "sent"
    WAITING = "waits"
    FAILED = "failed"
    OUTDATED = "outdated"
    """Dropped: the game no longer asks for it."""


class Delivery(Struct, frozen=True):
    """What became of an e-mail in the spool, and why it was not sent."""

    mail: str
    """Its name in the spool."""
    to: str
    status: DeliveryStatus
    game_and_seat: tuple[str, str] = ("", "")
    fault: Failure | None = None

    def data(self) -> Plain:
        """Return it as `lpbe mail out --json` prints it."""
        game, seat = self.game_and_seat
        why = f"{self.fault.message} [{self.fault.code}]" if self.fault else ""
        found = {"to": self.to, "did": self.status.value, "why": why, "game": game, "seat": seat}
        return {name: value for name, value in found.items() if value}


class DueQuestion(Struct, frozen=True):
    """The open question of a game to a seat with an address, and the name of its e-mail in the spool."""

    game: str
    seat: str
    window: int
    mail: str


class SeatWithoutAddress(Struct, frozen=True):
    """A seat that has to answer by mail or is invited, but has no address."""

    folder: str
    game: str
    seat: str
    window: int
    plays_by_mail: bool
    """Whether it has no other way to answer."""


class Spooling(Struct):
    """Everything found to be due in all games, and what became of it."""

    made: list[SpooledMail] = field(default_factory=list)
    failures: list[SpoolFailure] = field(default_factory=list)
    games: set[str] = field(default_factory=set)
    """The short ids of the games that were looked at."""
    due: set[str] = field(default_factory=set)
    """The names in the spool of everything that is due in these games."""
    questions: list[DueQuestion] = field(default_factory=list)
    unaddressed: list[SeatWithoutAddress] = field(default_factory=list)
    failed_games: dict[str, Exception] = field(default_factory=dict)

    def fault_of(self, game: str) -> Exception | None:
        return self.failed_games.get(game)

    def is_outdated(self, mail: OutgoingMail) -> bool:
        """Return whether an e-mail asks or reminds of a question that its game no longer asks."""
        kind = mail.mark.partition(" ")[0]
        asks = kind in {one.value for one in DueKind if one.asks or one is DueKind.INVITE}
        name = file_name_for(mail.follows) if kind == DueKind.REMIND else mail.name
        return asks and mail.game_and_seat[0] in self.games and name not in self.due


# composing


def spool_due_mails(index: GameIndex, now: datetime) -> Spooling:
    """Store all due e-mails, game by game; one broken game does not stop the others."""
    spooled = Spooling()
    with folders.lock(open_folder()):
        spool.remove_leftovers()
        for path in index.paths():
            try:
                spool_game(index, open_game(path), now.strftime(TIME_FORMAT), spooled)
            except Failure as fault:
                fault.file = fault.file or path
                spooled.failures.append(SpoolFailure(path, fault))
            except Exception as fault:
                spooled.failures.append(SpoolFailure(path, fault))
    return spooled


def spool_game(index: GameIndex, opened: OpenGame, now: str, spooled: Spooling) -> None:
    """Store the due e-mails of a game, except those that were stored before; an old backup is not mailed to anybody."""
    try:
        index.check_current(opened)
        due = list(due_mails(opened, index.players, now))
        note_due(index, opened, due, spooled)
        new = [one for one in due if not spool.was_put(one.message_id)]
        new_names = {one.name for one in new}
        for one in new:
            if one.follows not in new_names:  # otherwise it would remind of a question that is only now being asked
                spool_mail(index, opened, one, now, spooled)
    except Exception as fault:
        spooled.failed_games[short_id(opened)] = fault
        raise


def spool_mail(index: GameIndex, opened: OpenGame, due: DueMail, now: str, spooled: Spooling) -> None:
    if mail := pending_mail(index, opened, due, now):
        spool.put(due.message_id, compose_mail(mail))
        to = bare_address(mail.player.address)
        spooled.made.append(SpooledMail(id=due.message_id, kind=due.kind, game=due.game, seat=due.seat, to=to))


def short_id(opened: OpenGame) -> str:
    return opened.game.state.game[:SHORT_ID_CHARS]


def note_due(index: GameIndex, opened: OpenGame, due: Sequence[DueMail], spooled: Spooling) -> None:
    """Note which questions a game asks of whom, and who cannot be reached."""
    game = short_id(opened)
    window = opened.game.state.window
    spooled.games.add(game)
    spooled.due |= {file_name_for(one.message_id) for one in due}
    spooled.questions += [
        DueQuestion(game=game, seat=one.seat, window=window.number, mail=file_name_for(one.message_id))
        for one in due
        if one.kind in (DueKind.ASK, DueKind.INVITE)
    ]
    spooled.unaddressed += [
        SeatWithoutAddress(
            folder=opened.place.folder or opened.place.game,
            game=game,
            seat=seat.id,
            window=window.number,
            plays_by_mail=by_mail(seat),
        )
        for seat in seats_without_address(index, opened)
    ]


def seats_without_address(index: GameIndex, opened: OpenGame) -> list[SeatRecord]:
    """Return mail seats, and in a game with addresses invited seats, that have to answer and have no address."""
    state = opened.game.state
    known = index.players.games.get(short_id(opened), {})
    invites = state.window.kind == WindowKind.JOIN and bool(known)
    waiting = [given_seat(state, seat) for seat in state.window.waiting if seat not in known]
    return [seat for seat in waiting if by_mail(seat) or (invites and not is_held(seat))]


def pending_mail(index: GameIndex, opened: OpenGame, due: DueMail, now: str) -> PendingMail | None:
    """Return what a due e-mail is composed from; nothing if there is nothing to say."""
    player = index.players.player(due.game, due.seat)
    assert player
    if due.kind.asks and answer_waits(opened, due.seat):
        return None
    mail = PendingMail(
        opened=opened,
        due=due,
        player=player,
        referee=index.referee(opened),
        sender=bare_address(index.players.host.address),
        now=now,
    )
    return mail if is_needed(mail) else None


# sending


def send_spooled(transport: Transport, now: datetime, spooled: Spooling, again: bool = False) -> Iterator[Delivery]:
    """Send all waiting e-mails, one after the other; one that is not accepted does not stop the others."""
    with folders.lock(open_folder("spool")):
        for name in spool.waiting_mails(again):
            yield from send_one(name, transport, now, spooled)
        for name in spool.failed_mails():
            yield from drop_if_outdated(name, now, spooled)


def send_one(name: str, transport: Transport, now: datetime, spooled: Spooling) -> Iterator[Delivery]:
    if spool.is_sent(name):
        spool.mark_sent(name)  # interrupted after the mark was written, before the e-mail was removed
        return
    mail = OutgoingMail(name, sender="", to="", data=b"")
    try:
        mail = spool.load_mail(name)
        if not was_delivered(mail):
            if spooled.is_outdated(mail):
                yield drop_outdated(mail, now)
                return
            transport(mail)
    except Undelivered as fault:
        spool.mark_failed(name, fault.message)
        yield log_delivery(mail, DeliveryStatus.FAILED, now, fault)
    except Failure as fault:
        yield log_delivery(mail, DeliveryStatus.WAITING, now, fault)
    else:
        spool.mark_sent(name)
        yield log_delivery(mail, DeliveryStatus.SENT, now)


def drop_if_outdated(name: str, now: datetime, spooled: Spooling) -> Iterator[Delivery]:
    """Drop a question that was refused if the game has moved on."""
    with suppress(Failure):
        mail = spool.load_mail(name)
        if spooled.is_outdated(mail):
            yield drop_outdated(mail, now)


def drop_outdated(mail: OutgoingMail, now: datetime) -> Delivery:
    """Forget a question that is no longer asked because it was answered, or the game continued without an answer."""
    spool.forget(mail.name)
    return log_delivery(mail, DeliveryStatus.OUTDATED, now)


def log_delivery(mail: OutgoingMail, status: DeliveryStatus, now: datetime, fault: Failure | None = None) -> Delivery:
    entry = {"at": now.strftime(TIME_FORMAT), "mail": mail.name, "to": mail.to, "did": status}
    log_mail({**entry, **({"why": fault.message[:300]} if fault else {})})
    return Delivery(mail=mail.name, to=mail.to, status=status, game_and_seat=mail.game_and_seat, fault=fault)
