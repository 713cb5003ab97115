"""Remind players who have to answer: since when, until when, what is asked, how to answer. Nothing private."""

from __future__ import annotations

from os.path import abspath, basename
from shlex import quote

from msgspec import Struct, UnsetType, to_builtins

from ...kernel.base.canonical import Plain
from ...kernel.base.safe_text import printable
from ...kernel.chain.genesis import SeatRecord, WindowKind, given_seat, is_held, names_of, spec_of
from ...kernel.content import packs
from ...kernel.content.packs import Words
from ...kernel.language.sentences import fill_slots
from ...kernel.schemas.hosting_answers import Reminder
from ..ordering.outbox import answer_waits
from ..session.locale import game_language, seat_language
from ..session.open_game import OpenGame, position
from ..session.session import Session
from .todo import question_of
from .waiting_times import Wait, wait_of, wait_parts


class Reminders(Struct, frozen=True):
    """Messages to everybody who is awaited."""

    opened: OpenGame
    messages: list[Reminder]
    nobody: str
    """What to say where nobody is awaited."""

    def data(self) -> Plain:
        return {**position(self.opened.game), "messages": to_builtins(self.messages)}

    def text(self) -> str:
        return "\n\n".join(one.text for one in self.messages) or self.nobody


def remind(session: Session, game: str, now: str | None = None) -> Reminders:
    """Return a message to each seat that a game waits for, in that seat's language."""
    opened = session.open_game(game)
    session.address(game_language(opened.game))
    return Reminders(opened, reminders(opened, now), session.locale.localise("nobody is awaited"))


def reminders(opened: OpenGame, now: str | None) -> list[Reminder]:
    """Return one message for each person who is awaited and whose answer is not in the inbox."""
    wait = wait_of(opened, now)
    seats = [given_seat(opened.game.state, seat) for seat in opened.game.state.window.waiting]
    return [reminder(opened, seat, wait) for seat in seats if not is_held(seat) and not answer_waits(opened, seat.id)]


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
        say("to", name=names.get(seat) or words.terms.get(seat, seat)),
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
    return "kept" if kind == WindowKind.JOIN and not spec_of(opened.game.genesis, seat).invite else kind


def game_label(opened: OpenGame) -> str:
    """Return the name of the game folder: its players do not have the host's folders around it."""
    return quote(printable(basename(abspath(opened.place.folder or opened.place.game))))
