"""Dealing with mails one by one: what is decided is noted, then done; whoever is killed does the rest the next time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from datetime import UTC, datetime
from os.path import dirname, join

import msgspec
from msgspec import Struct

from ..kernel.base.errors import Failure
from ..kernel.base.text import one_line
from ..kernel.chain.letters import letter_id
from ..kernel.chain.times import FORM
from ..kernel.disk import files
from ..kernel.folder.inbox import read_envelope
from ..kernel.folder.log import holds_letter
from . import known, spool
from .answer import Answer, composed, speaking
from .arrive import decide
from .boxes import Letterbox
from .filing import ToFile
from .hall import Hall
from .home import open_folder
from .outcome import Outcome
from .parse import Mail, read_mail
from .players import plain

LOG = "log.jsonl"
NOTED = 1 << 20


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


class Intent(Struct, frozen=True):
    """What is to be done about a mail: letters to be filed, and an answer under its id."""

    outcome: Outcome
    ident: str = ""
    mail: bytes = b""
    to: str = ""
    day: str = ""
    who: str = known.KNOWN


def deal(boxes: Iterable[Letterbox | Failure], hall: Hall, now: datetime) -> Iterator[Dealt | Exception]:
    """Each mail is whole before the next is looked at; one that cannot be dealt with stays where it is.

    Neither does a mistake of ours stop the others: it would each time again, and anybody could send such a mail.
    """
    with files.lock(open_folder()):
        for box in boxes:
            try:
                yield box if isinstance(box, Failure) else deal_with(box, hall, now)
            except Exception as fault:
                yield fault


def deal_with(box: Letterbox, hall: Hall, now: datetime) -> Dealt:
    mail = read_mail(box.data, box.whole)
    if known.is_known(mail.ident):
        forget_intent(mail)
        box.done()
        return Dealt(mail.ident, "known", mail.sender)
    intent = noted(mail) or decided(mail, hall, now)
    out = intent.outcome
    answer = send_later(intent)
    written = [join(one.folder, one.name) for one in out.letters]
    did = Dealt(mail.ident, out.did, mail.sender, out.why, out.game, out.seat, written, answer, intent.to)
    known.log_mail(logged(did, now))
    known.make_known(mail.ident)
    forget_intent(mail)
    box.done()
    return did


# deciding


def decided(mail: Mail, hall: Hall, now: datetime) -> Intent:
    """Letters are made and filed while nobody runs their game: what was decided before that is decided again."""
    first = decide(mail, hall)
    game = hall.find(first.game) if first.letters else None
    with files.lock(game.place.folder) if game else nullcontext():
        if game:
            hall.forget(first.game)
        outcome = decide(mail, hall) if game else first
        intent = with_answer(mail, hall, Intent(outcome), now)
        if outcome.letters:
            files.write(intent_path(mail), msgspec.msgpack.encode(intent), 0o600)
        for one in outcome.letters:
            write_letter(one)
    return intent


def with_answer(mail: Mail, hall: Hall, intent: Intent, now: datetime) -> Intent:
    """With the answer, unless its reader has had enough of them today."""
    outcome, day = intent.outcome, now.strftime("%Y-%m-%d")
    answer = outcome.answer
    if answer is None or not sendable(hall, answer):
        return intent
    to, who = plain(answer.to), reader_of(hall, outcome, answer)
    if not known.may_answer(to, day, who):
        return intent
    with speaking(hall, answer.game, answer.seat):
        ident, data = composed(answer, mail, hall.players.sender, now, who == known.STRANGER)
    return Intent(outcome, ident, data, to, day, who)


def reader_of(hall: Hall, outcome: Outcome, answer: Answer) -> str:
    if outcome.did == "filed":
        return known.FILED
    return known.KNOWN if hall.players.knows(plain(answer.to)) else known.STRANGER


def sendable(hall: Hall, answer: Answer) -> bool:
    """Nobody is answered who is a machine by name, or is ourselves."""
    to = plain(answer.to)
    return bool(to) and to != plain(hall.players.host.address) and not to.startswith(("mailer-daemon@", "postmaster@"))


# what is noted of a mail until it is dealt with


def intent_path(mail: Mail) -> str:
    return join(open_folder("doing"), known.name_of(mail.ident))


def noted(mail: Mail) -> Intent | None:
    """What was decided by somebody who was killed: its letters are filed, if no run has carried them out."""
    path = intent_path(mail)
    if not files.is_there(path):
        return None
    intent = msgspec.msgpack.decode(files.read(path, NOTED), type=Intent)
    for one in intent.outcome.letters:
        write_letter(one)
    return intent


def forget_intent(mail: Mail) -> None:
    files.remove(intent_path(mail))


# doing


def write_letter(letter: ToFile) -> None:
    """Into the inbox, unless the log of its game has it."""
    log = join(dirname(letter.folder), LOG)
    envelope = read_envelope(files.parse_order(letter.data, letter.name))
    if files.is_there(log) and holds_letter(log, letter_id(envelope.order)):
        return
    files.make_folder(letter.folder)
    files.write(join(letter.folder, letter.name), letter.data)


def send_later(intent: Intent) -> str:
    if not intent.ident:
        return ""
    if not spool.was_put(intent.ident):
        known.count_answer(intent.to, intent.day, intent.who)
    return spool.put(intent.ident, intent.mail)


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
