"""Remind players who have to answer: since when, until when, what is asked, how to answer. Contains nothing private."""

from __future__ import annotations

from collections.abc import Callable
from os.path import abspath, basename
from shlex import quote

from msgspec import Struct, UnsetType, to_builtins

from ...kernel.base.canonical import Plain
from ...kernel.base.safe_text import printable
from ...kernel.chain.genesis import SeatRecord, WindowKind, by_mail, given_seat, is_held, names_of, spec_of
from ...kernel.content import packs
from ...kernel.content.packs import Words
from ...kernel.language.sentences import fill_slots, seat_name
from ...kernel.schemas.hosting_answers import MailedReminder, Reminder, ReminderStatus
from ..ordering.outbox import answer_waits
from ..session.locale import Locale, game_language, seat_language
from ..session.open_game import OpenGame, position
from ..session.session import Session
from .todo import question_of
from .waiting_times import Wait, wait_of, wait_parts

QueueMails = Callable[[OpenGame, list[SeatRecord]], list[MailedReminder]]
"""Queues reminders to mail seats; leaves out those that cannot be reached."""


class Reminders(Struct, frozen=True):
    """Messages to everybody the game is waiting for, and which mail seats are reminded by mail."""

    opened: OpenGame
    messages: list[Reminder]
    mails: list[MailedReminder]
    locale: Locale

    def data(self) -> Plain:
        found = {"messages": to_builtins(self.messages), "mails": to_builtins(self.mails)}
        return {**position(self.opened.game), **found}

    def text(self) -> str:
        lines = "\n".join(mail_line(one, self.locale) for one in self.mails)
        parts = [*(one.text for one in self.messages), *([lines] if lines else [])]
        return "\n\n".join(parts) or self.locale.localise("nobody has to answer right now")


def mail_line(mail: MailedReminder, locale: Locale) -> str:
    """Return what becomes of the reminder to a mail seat."""
    if mail.status is ReminderStatus.QUEUED:
        return locale.localise(
            "{seat}: a reminder to {to} is ready; to send it: lpbe mail out", seat=mail.seat, to=mail.to
        )
    if mail.status is ReminderStatus.KNOWN:
        return locale.localise("{seat}: {to} has already had a reminder today", seat=mail.seat, to=mail.to)
    return locale.localise(
        "{seat}: the question itself has not been sent yet; to send it: lpbe mail out", seat=mail.seat
    )


def remind(session: Session, game: str, queue: QueueMails, now: str | None = None) -> Reminders:
    """Queue an e-mail to each mail seat that a game waits for, and return a message to everybody else it waits for."""
    opened = session.open_game(game)
    session.address(game_language(opened.game))
    seats = awaited_people(opened)
    by_mails = [seat for seat in seats if by_mail(seat)]
    mails = queue(opened, by_mails) if by_mails else []
    reached = {one.seat for one in mails}
    wait = wait_of(opened, now)
    messages = [reminder(opened, seat, wait) for seat in seats if seat.id not in reached]
    return Reminders(opened=opened, messages=messages, mails=mails, locale=session.locale)


def awaited_people(opened: OpenGame) -> list[SeatRecord]:
    """Return the seats of people who have to answer and have not filed an answer; the referee joins for some."""
    state = opened.game.state
    playing = state.window.kind == WindowKind.PLAY
    seats = [given_seat(state, seat) for seat in state.window.waiting]
    people = [seat for seat in seats if not is_held(seat) or (by_mail(seat) and playing)]
    return [seat for seat in people if not answer_waits(opened, seat.id)]


def reminder(opened: OpenGame, seat: SeatRecord, wait: Wait) -> Reminder:
    lang = seat_language(opened.game, seat.id)
    text = "\n".join(message_lines(opened, seat.id, wait, packs.words(opened.rules.game.name, lang)))
    return Reminder(seat.id, lang, question_of(opened), wait.step, text, seat.name, wait.began, wait.until, wait.paused)


def message_lines(opened: OpenGame, seat: str, wait: Wait, words: Words) -> list[str]:
    """Return the lines of a reminder; what is asked is public."""
    names = names_of(opened.game.state)
    path = game_label(opened)
    question = words.terms[f"ask.{question_of(opened)}"]
    game = words.terms.get(opened.rules.game.name, "")

    def say(key: str, **values: str) -> str:
        return fill_slots(words.terms[f"remind.{key}"], lambda name, *_: values[name])

    lines = [
        say("to", name=seat_name(words, seat, names)),
        say("asked", game=f"{game} ({path})", question=question),
        say("times", times=", ".join(wait_parts(opened, words, wait, [seat]))),
        say(asks_for(opened, seat), path=path, seat=seat),
    ]
    if isinstance(wait.until, UnsetType):
        return lines
    return [*lines, say("after" if opened.game.state.window.kind == WindowKind.PLAY else "void")]


def asks_for(opened: OpenGame, seat: str) -> str:
    """Return the key of the sentence with the command that answers."""
    kind = opened.game.state.window.kind
    if by_mail(given_seat(opened.game.state, seat)):
        return "mail"
    return "kept" if kind == WindowKind.JOIN and not spec_of(opened.game.genesis, seat).invite else kind


def game_label(opened: OpenGame) -> str:
    """Return the name of the game folder, without the host's folders around it, which players do not have."""
    return quote(printable(basename(abspath(opened.place.folder or opened.place.game))))
