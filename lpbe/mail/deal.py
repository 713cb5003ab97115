"""Dealing with mails one by one: letters are filed, answers are kept for sending, and then the mail is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from os.path import join

from msgspec import Struct

from ..kernel.base.errors import Failure
from ..kernel.base.text import one_line
from ..kernel.chain.times import FORM
from ..kernel.disk import files
from . import known, spool
from .answer import Answer, composed, speaking
from .arrive import Outcome, decide
from .boxes import Letterbox
from .hall import Hall
from .home import open_folder
from .parse import Mail, read_mail
from .players import plain


class Dealt(Struct, frozen=True, omit_defaults=True):
    """What became of one mail."""

    id: str
    did: str
    sender: str = ""
    why: str = ""
    game: str = ""
    seat: str = ""
    files: list[str] = []
    answer: str = ""
    """Where the answer waits to be sent."""
    to: str = ""


def deal(boxes: Iterable[Letterbox], hall: Hall, now: datetime) -> Iterator[Dealt | Failure]:
    """Each mail is whole before the next is looked at; one that cannot be dealt with stays where it is."""
    with files.lock(open_folder()):
        for box in boxes:
            try:
                yield deal_with(box, hall, now)
            except Failure as fault:
                yield fault


def deal_with(box: Letterbox, hall: Hall, now: datetime) -> Dealt:
    mail = read_mail(box.data, box.whole)
    if known.is_known(mail.ident):
        box.done()
        return Dealt(mail.ident, "known", mail.sender)
    outcome = decide(mail, hall)
    written: list[str] = []
    if outcome.letters:
        outcome, written = file_all(mail, hall, outcome)
    answer, to = keep_answer(mail, hall, outcome, now)
    did = Dealt(mail.ident, outcome.did, mail.sender, outcome.why, outcome.game, outcome.seat, written, answer, to)
    known.log_mail(logged(did, now))
    known.make_known(mail.ident)
    box.done()
    return did


def file_all(mail: Mail, hall: Hall, first: Outcome) -> tuple[Outcome, list[str]]:
    """While nobody runs the game: what was decided before may have been overtaken, so it is decided again."""
    game = hall.find(first.game)
    assert game
    with files.lock(game.place.folder):
        hall.forget(first.game)
        outcome = decide(mail, hall)
        return outcome, [write_letter(one.folder, one.name, one.data) for one in outcome.letters]


def write_letter(folder: str, name: str, data: bytes) -> str:
    path = join(folder, name)
    files.make_folder(folder)
    files.write(path, data)
    return path


def keep_answer(mail: Mail, hall: Hall, outcome: Outcome, now: datetime) -> tuple[str, str]:
    """The answer is kept, unless its reader has had enough of them today."""
    answer, day = outcome.answer, now.strftime("%Y-%m-%d")
    if answer is None or not sendable(hall, answer):
        return "", ""
    to = plain(answer.to)
    if not known.may_answer(to, day, hall.players.knows(to)):
        return "", ""
    with speaking(hall, answer.game, answer.seat):
        ident, data = composed(answer, mail, hall.players.sender, now)
    if not spool.was_put(ident):
        known.count_answer(to, day)
    return spool.put(ident, data), to


def sendable(hall: Hall, answer: Answer) -> bool:
    """Nobody is answered who is a machine by name, or is ourselves."""
    to = plain(answer.to)
    return bool(to) and to != plain(hall.players.host.address) and not to.startswith(("mailer-daemon@", "postmaster@"))


def logged(did: Dealt, now: datetime) -> dict[str, str | list[str]]:
    told: dict[str, str | list[str]] = {
        "at": now.strftime(FORM),
        "id": one_line(did.id)[:300],
        "from": one_line(did.sender),
        "did": did.did,
        "why": did.why,
        "game": did.game[:12],
        "seat": did.seat,
        "files": did.files,
        "to": did.to,
    }
    return {name: value for name, value in told.items() if value}


def clock_now() -> datetime:
    return datetime.now(UTC)
