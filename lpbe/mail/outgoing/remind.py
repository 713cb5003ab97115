"""Reminders that a host sends to mail seats: one per question and day, queued until `lpbe mail out` sends it."""

from __future__ import annotations

from collections.abc import Iterator

from ...app.hosting.reminders import Reminders, remind
from ...app.session.open_game import OpenGame, clock
from ...app.session.session import Session
from ...kernel.chain.genesis import SeatRecord
from ...kernel.chain.letter_checks import referee_keys
from ...kernel.crypto.keys import b64
from ...kernel.disk import folders
from ...kernel.schemas.hosting_answers import MailedReminder, ReminderStatus
from ..address_book import bare_address, read_players
from ..game_index import GameIndex
from ..state_dir import file_name_for, open_folder
from . import spool
from .compose import compose_mail
from .deliver import pending_mail
from .due import DueKind, DueMail, open_question


def remind_seats(session: Session, game: str, players: str | None, now: str | None, *, by_mail: bool) -> Reminders:
    """Remind everybody a game is waiting for; mail seats by an e-mail that is queued, unless `by_mail` is false."""

    def queue(opened: OpenGame, seats: list[SeatRecord]) -> list[MailedReminder]:
        return queue_reminders(session, opened, seats, players, now) if by_mail else []

    return remind(session, game, queue, now)


def queue_reminders(
    session: Session, opened: OpenGame, seats: list[SeatRecord], players: str | None, now: str | None
) -> list[MailedReminder]:
    """Queue a reminder to each of these mail seats that has an address; only the referee can write them."""
    book = read_players(players)
    known = [seat for seat in seats if book.player(opened.game.state.game, seat.id)]
    if not known or not is_referee(session, opened):
        return []
    index = GameIndex([opened.place.folder or opened.place.game], book, session.identity)
    index.check_current(opened)
    with folders.lock(open_folder()):
        return [found for seat in known for found in queue_reminder(index, opened, seat, clock(now))]


def is_referee(session: Session, opened: OpenGame) -> bool:
    identity = session.identity
    game = opened.game
    return identity is not None and referee_keys(game.genesis, game.state).sign == b64(identity.sign_public)


def queue_reminder(index: GameIndex, opened: OpenGame, seat: SeatRecord, now: str) -> Iterator[MailedReminder]:
    """Queue one reminder, unless the seat has answered, its question has not been sent or it got a reminder today."""
    question = open_question(opened, seat)
    reminder = reminder_of(question, now)
    mail = pending_mail(index, opened, reminder, now)
    if mail is None:
        return
    to = bare_address(mail.player.address)
    if not spool.is_sent(file_name_for(question.message_id)):
        yield MailedReminder(seat=seat.id, to=to, status=ReminderStatus.UNASKED)
    elif spool.was_put(reminder.message_id):
        yield MailedReminder(seat=seat.id, to=to, status=ReminderStatus.KNOWN)
    else:
        spool.put(reminder.message_id, compose_mail(mail))
        yield MailedReminder(seat=seat.id, to=to, status=ReminderStatus.QUEUED)


def reminder_of(question: DueMail, now: str) -> DueMail:
    day = now[:10].replace("-", "")
    key = f"{question.key}-{day}"
    return DueMail(question.game, question.seat, DueKind.REMIND, key=key, follows=question.name)
