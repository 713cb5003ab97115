"""Mail out: what is due is written into the spool, then what lies there is sent. Both can be cut off at any instant."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from ..app.filing import answer_waits
from ..app.game import OpenGame, open_game
from ..kernel.base.errors import Failure
from ..kernel.chain.step import referee_of
from ..kernel.chain.times import FORM
from ..kernel.disk import files
from . import spool
from .due import ASK, GRACE, SOON, Due, due_mails
from .hall import Hall
from .home import open_folder
from .known import log_mail
from .pages import Post, is_wanted, mail_for
from .parcel import Carrier, Parcel, Undelivered, parcel_of
from .players import plain
from .send import has_arrived


class Made(Struct, frozen=True):
    """A mail that was written into the spool."""

    id: str
    kind: str
    game: str
    seat: str
    to: str


class Sent(Struct, frozen=True, omit_defaults=True):
    """What became of a mail of the spool: sent, waits, failed."""

    to: str
    did: str
    why: str = ""


class Fell(Struct, frozen=True):
    """A game that nothing could be made of, and why."""

    folder: str
    fault: Exception


def make_all(hall: Hall, now: datetime) -> Iterator[Made | Fell]:
    """Game by game; one that is broken stops no other."""
    with files.lock(open_folder()):
        spool.sweep()
        for path in hall.paths():
            try:
                yield from make_due(hall, open_game(path), now.strftime(FORM))
            except Failure as fault:
                fault.file = fault.file or path
                yield Fell(path, fault)
            except Exception as fault:
                yield Fell(path, fault)


def make_due(hall: Hall, opened: OpenGame, now: str) -> Iterator[Made]:
    """What was ever written is not looked at again."""
    new = [due for due in due_mails(opened, hall.players, now) if not spool.was_put(due.ident)]
    asked = {due.name for due in new}
    for due in new:
        if due.follows not in asked and (post := post_of(hall, opened, due, now)):
            spool.put(due.ident, mail_for(post))
            yield Made(due.ident, due.kind, due.game, due.seat, plain(post.player.address))


def post_of(hall: Hall, opened: OpenGame, due: Due, now: str) -> Post | None:
    player = hall.players.of(due.game, due.seat)
    assert player
    if due.kind in (ASK, SOON, GRACE) and answer_waits(opened, due.seat):
        return None
    referee = referee_of(opened.game, hall.identity)
    post = Post(opened, due, player, referee, plain(hall.players.host.address), now)
    return post if is_wanted(post) else None


def send_all(carry: Carrier, now: datetime, again: bool = False) -> Iterator[Sent]:
    """All that waits, one after the other; one that is not taken stops no other."""
    with files.lock(open_folder("spool")):
        for name in spool.waiting(again):
            yield from send_one(name, carry, now)


def send_one(name: str, carry: Carrier, now: datetime) -> Iterator[Sent]:
    if spool.is_sent(name):
        return spool.mark_sent(name)  # cut off between the mark and taking the mail away
    parcel = Parcel(name, "", "", b"")
    try:
        parcel = parcel_of(name)
        if not has_arrived(parcel):
            carry(parcel)
    except Undelivered as fault:
        spool.mark_failed(name, fault.message)
        yield told(parcel, "failed", fault, now)
        return None
    except Failure as fault:
        yield told(parcel, "waits", fault, now)
        return None
    spool.mark_sent(name)
    yield told(parcel, "sent", None, now)
    return None


def told(parcel: Parcel, did: str, fault: Failure | None, now: datetime) -> Sent:
    entry = {"at": now.strftime(FORM), "mail": parcel.name, "to": parcel.to, "did": did}
    log_mail({**entry, **({"why": fault.message[:300]} if fault else {})})
    return Sent(parcel.to, did, f"{fault.message} [{fault.code}]" if fault else "")
