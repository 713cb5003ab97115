"""Messages to those who are awaited: since when, until when, what is asked, how to answer. Nothing private."""

from __future__ import annotations

from os.path import abspath, basename
from shlex import quote

from msgspec import UnsetType

from ..kernel.base.text import printable
from ..kernel.chain.seating import SeatRecord, given_seat, is_held, names_of, spec_of
from ..kernel.content import packs
from ..kernel.content.packs import Words
from ..kernel.schemas.answers import Reminder
from ..kernel.words.sentences import filled
from .filing import answer_waits
from .game import OpenGame
from .language import reader_language
from .survey import question_of
from .waits import Wait, wait_of, wait_parts


def reminders(opened: OpenGame, now: str | None) -> list[Reminder]:
    """One for each person who is awaited and whose answer does not lie in the inbox."""
    wait = wait_of(opened, now)
    seats = [given_seat(opened.game.state, seat) for seat in opened.game.state.window.waiting]
    return [reminder(opened, seat, wait) for seat in seats if not is_held(seat) and not answer_waits(opened, seat.id)]


def reminder(opened: OpenGame, seat: SeatRecord, wait: Wait) -> Reminder:
    lang = reader_language(opened.game, seat.id)
    text = "\n".join(message(opened, seat.id, wait, packs.words(opened.rules.game.name, lang)))
    return Reminder(seat.id, lang, question_of(opened), wait.step, text, seat.name, wait.began, wait.until, wait.paused)


def message(opened: OpenGame, seat: str, wait: Wait, words: Words) -> list[str]:
    """What is asked is public, and so is all that is said of it here."""
    names, path = names_of(opened.game.state), where(opened)
    question, game = words.terms[f"ask.{question_of(opened)}"], words.terms.get(opened.rules.game.name, "")

    def say(key: str, **values: str) -> str:
        return filled(words.terms[f"remind.{key}"], lambda name, *_: values[name])

    lines = [
        say("to", name=names.get(seat) or words.terms.get(seat, seat)),
        say("asked", game=f"{game} ({path})", question=question),
        say("times", times=", ".join(wait_parts(opened, words, wait, [seat]))),
        say(asks_for(opened, seat), path=path, seat=seat),
    ]
    if isinstance(wait.until, UnsetType):
        return lines
    return [*lines, say("after" if opened.game.state.window.kind == "play" else "void")]


def asks_for(opened: OpenGame, seat: str) -> str:
    """Which command answers."""
    kind = opened.game.state.window.kind
    return "kept" if kind == "join" and not spec_of(opened.game.genesis, seat).invite else kind


def where(opened: OpenGame) -> str:
    """The game as its players call it: the folders of whoever reminds them are not theirs."""
    return quote(printable(basename(abspath(opened.place.folder or opened.place.game))))
