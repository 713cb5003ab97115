"""One step of the log in sentences: its letter, its events, and what the sender wrote."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import UnsetType

from ...kernel.base.canonical import Plain
from ...kernel.base.safe_text import break_marks
from ...kernel.chain.deadlines import format_utc
from ...kernel.chain.genesis import names_of
from ...kernel.chain.letter import AnyLetter, kind_of
from ...kernel.chain.records import Entry, GameFile
from ...kernel.content.packs import Words
from ...kernel.engine.model import Seat
from ...kernel.language.sentences import phrase, sentences

EXPLAINED_BY_EVENTS = ("play", "replace", "stop")
"""Letters that need no sentence of their own if their events have some."""
NEVER_DESCRIBED = ("resign", "stop", "note")
"""Letters that are explained by their events or by their own text."""
Names = Mapping[Seat, str]


def step_sentences(game: GameFile, entry: Entry, words: Words) -> list[str]:
    """Return one step in sentences: who acted, and what happened."""
    names = names_of(game.state)
    lines = sentences(words, [event for event in entry.public.events if is_narrated(entry, event)], None, names)
    return [*letter_sentences(game, entry, words, names, bool(lines)), *lines, *note_sentences(entry, words, names)]


def narrated_events(events: Iterable[Plain]) -> list[Plain]:
    """Return the events except those that only say who has to answer, which the head of a page says."""
    return [event for event in events if event["event"] != "asked"]


def is_narrated(entry: Entry, event: Plain) -> bool:
    """Return whether the story has a sentence for an event.

    The head of a page says who has to answer, and the letter describes a seat being taken over by a bot better than the
    event.
    """
    if event["event"] != "replaced":
        return bool(event["event"] != "asked")
    return not gives_seat_to_bot(entry.letter)


def letter_sentences(game: GameFile, entry: Entry, words: Words, names: Names, has_events: bool) -> list[str]:
    """Return what kind of step it was, if its events do not say so."""
    letter = entry.letter
    if isinstance(letter, UnsetType):
        return [phrase(words, "begun", names, seats=[seat.id for seat in game.state.seats])]
    kind = kind_of(letter)
    if kind in NEVER_DESCRIBED or (kind in EXPLAINED_BY_EVENTS and has_events):
        return []
    if kind == "play":
        return [phrase(words, kind, names, seat=letter.seat)]
    return [describe_letter(letter, words, names, has_events)]


def note_sentences(entry: Entry, words: Words, names: Names) -> list[str]:
    """Return what the sender of a letter wrote to everybody."""
    letter = entry.letter
    if isinstance(letter, UnsetType) or not (text := letter.public_text()):
        return []
    return [f"{phrase(words, 'note', names, seat=letter.seat)} {break_marks(text)}".replace("\n", " ")]


def gives_seat_to_bot(letter: AnyLetter | UnsetType) -> bool:
    """Return whether a letter gives a seat to a bot."""
    from ...kernel.chain.letters.replace import Replace  # saves it for most steps

    return isinstance(letter, Replace) and not isinstance(letter.args.held, UnsetType)


def describe_letter(letter: AnyLetter, words: Words, names: Names, has_events: bool) -> str:
    """Return the sentence for a letter that is not a move."""
    from ...kernel.chain.letters.endorse import Endorse  # saves it for most steps
    from ...kernel.chain.letters.join import Join  # saves it for most steps
    from ...kernel.chain.letters.pace import ExtendLetter, PaceLetter, PauseLetter  # saves it for most steps
    from ...kernel.chain.letters.replace import Replace  # saves it for most steps
    from ...kernel.chain.letters.timeout import Timeout  # saves it for most steps

    key = kind_of(letter)
    values: dict[str, Any] = {}
    match letter:
        case Join():
            name = break_marks(letter.args.name)
            return phrase(words, "join", seat=letter.seat, name="" if name == words.terms.get(letter.seat) else name)
        case Timeout():
            values = {"seats": letter.args.seats}
        case Replace():
            key = "replace.bot" if gives_seat_to_bot(letter) else "replace.now" if has_events else key
            bot = (letter.args.held or "").removeprefix("bot:").partition("@")[0]
            values = {"target": letter.args.seat, "bot": bot}
        case PaceLetter():
            values = {"pace": span_text(words, letter.args.pace)}
        case PauseLetter() | ExtendLetter():
            values = {"until": format_utc(letter.args.until)}
        case Endorse():
            key = key if isinstance(letter.args.pace, UnsetType) else "endorse.pace"
            values = {"pace": span_text(words, letter.args.pace or "")}
    return phrase(words, key, names, seat=letter.seat, **values)


def span_text(words: Words, span: str) -> str:
    """Return a span such as 2d in words."""
    return phrase(words, f"span.{span[-1]}", count=int(span[:-1])) if span else ""
