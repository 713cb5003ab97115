"""Deliver outgoing mail: put what is due into the spool, then send what is there. Both may be interrupted any time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum

from msgspec import Struct, field

from ...app.ordering.outbox import answer_waits
from ...app.session.open_game import OpenGame, open_game
from ...kernel.base.errors import Failure
from ...kernel.chain.deadlines import TIME_FORMAT
from ...kernel.disk import folders
from ..address_book import bare_address
from ..game_index import GameIndex
from ..state_dir import log_mail, open_folder
from . import spool
from .compose import PendingMail, compose_mail, is_needed
from .due import DueKind, DueMail, due_mails
from .spool import OutgoingMail, Transport, Undelivered
from .transports import was_delivered


class SpooledMail(Struct, frozen=True):
    """A mail that was stored in the spool, as `lpbe mail out --json` prints it."""

    id: str
    kind: DueKind
    game: str
    seat: str
    to: str


class SpoolFailure(Struct, frozen=True):
    """A game whose mails could not be composed, and why."""

    folder: str
    fault: Exception


class DeliveryStatus(StrEnum):
    """What became of a mail of the spool."""

    SENT = "sent"
    WAITING = "waits"
    FAILED = "failed"


class Delivery(Struct, frozen=True, omit_defaults=True):
    """What became of a mail of the spool, as `lpbe mail out --json` prints it."""

    to: str
    status: DeliveryStatus = field(name="did")
    reason: str = field(default="", name="why")


# composing


def spool_due_mails(index: GameIndex, now: datetime) -> Iterator[SpooledMail | SpoolFailure]:
    """Store all due mails, game by game; one broken game stops no other."""
    with folders.lock(open_folder()):
        spool.remove_leftovers()
        for path in index.paths():
            try:
                yield from spool_game(index, open_game(path), now.strftime(TIME_FORMAT))
            except Failure as fault:
                fault.file = fault.file or path
                yield SpoolFailure(path, fault)
            except Exception as fault:
                yield SpoolFailure(path, fault)


def spool_game(index: GameIndex, opened: OpenGame, now: str) -> Iterator[SpooledMail]:
    """Store the due mails of a game, except those that were stored before."""
    new = [due for due in due_mails(opened, index.players, now) if not spool.was_put(due.message_id)]
    new_names = {due.name for due in new}
    for due in new:
        if due.follows in new_names:
            continue  # a reminder of a question that is only now being asked
        if mail := pending_mail(index, opened, due, now):
            spool.put(due.message_id, compose_mail(mail))
            yield SpooledMail(
                id=due.message_id, kind=due.kind, game=due.game, seat=due.seat, to=bare_address(mail.player.address)
            )


def pending_mail(index: GameIndex, opened: OpenGame, due: DueMail, now: str) -> PendingMail | None:
    """Return what a due mail is composed from; nothing if there is nothing to say."""
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


def send_spooled(transport: Transport, now: datetime, again: bool = False) -> Iterator[Delivery]:
    """Send all mails that wait, one after the other; one that is not accepted stops no other."""
    with folders.lock(open_folder("spool")):
        for name in spool.waiting_mails(again):
            yield from send_one(name, transport, now)


def send_one(name: str, transport: Transport, now: datetime) -> Iterator[Delivery]:
    if spool.is_sent(name):
        spool.mark_sent(name)  # interrupted after the mark, before the mail was removed
        return
    mail = OutgoingMail(name, sender="", to="", data=b"")
    try:
        mail = spool.load_mail(name)
        if not was_delivered(mail):
            transport(mail)
    except Undelivered as fault:
        spool.mark_failed(name, fault.message)
        yield log_delivery(mail, DeliveryStatus.FAILED, now, fault)
    except Failure as fault:
        yield log_delivery(mail, DeliveryStatus.WAITING, now, fault)
    else:
        spool.mark_sent(name)
        yield log_delivery(mail, DeliveryStatus.SENT, now)


def log_delivery(mail: OutgoingMail, status: DeliveryStatus, now: datetime, fault: Failure | None = None) -> Delivery:
    entry = {"at": now.strftime(TIME_FORMAT), "mail": mail.name, "to": mail.to, "did": status}
    log_mail({**entry, **({"why": fault.message[:300]} if fault else {})})
    return Delivery(mail.to, status, f"{fault.message} [{fault.code}]" if fault else "")
