"""Who is spoken to, in which language, in the words of which game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel.base.errors import Message, Value

if TYPE_CHECKING:
    from ..kernel.chain.letters import Lang
    from ..kernel.chain.records import GameFile

SETTINGS = ("LPBE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def reader_language(game: GameFile, seat: str | None) -> str:
    record = next((s for s in game.state.seats if s.id == seat), None)
    return (record.lang if record else "") or game.genesis.lang


def game_language(game: GameFile) -> str:
    """How a command without a seat speaks: as the game does; an English one leaves it to the environment."""
    return "" if game.genesis.lang == "en" else game.genesis.lang


class Listener:
    """Who is told: in which language, and in words of which game; nobody in particular at first."""

    lang = ""
    game = ""
    seat = ""
    wished = ""
    """What this command was asked to speak, whoever is spoken to."""


LISTENER = Listener()


def forget_listener() -> None:
    """One command does not speak as the one before."""
    LISTENER.lang = LISTENER.game = LISTENER.seat = LISTENER.wished = ""


def wish_language(lang: str) -> None:
    LISTENER.wished = lang


def spoken_language(game: GameFile, seat: str | None) -> str:
    """How to speak to the player of a seat: as it was wished, else as the seat reads."""
    return LISTENER.wished or reader_language(game, seat)


def set_listener(lang: str, game: str = "", seat: str = "") -> None:
    """From now on this command speaks to somebody whose language is known."""
    LISTENER.lang, LISTENER.game, LISTENER.seat = lang, game, seat


def speak_to(game: GameFile, seat: str) -> None:
    """From now on the player of this seat is spoken to."""
    set_listener(reader_language(game, seat), game.genesis.rules, seat)


def localised(template: str, /, **values: Value) -> str:
    """A sentence of ours as the listener reads it."""
    return localised_message(Message(template, values))


def localised_message(message: Message, worded: bool = False) -> str:
    """A message as the listener reads it; the things of his game by their names where that is wanted."""
    lang, game = listener_language(), LISTENER.game if worded else ""
    if lang == "en" and not game and not LISTENER.seat:
        return str(message)
    from ..kernel.content.packs import words  # saves the words for who is told in plain English
    from ..kernel.words.translate import translated  # saves the catalogue for the same

    return translated(message, lang, words(game, lang) if game else None, LISTENER.seat)


def listener_language() -> str:
    return LISTENER.wished or LISTENER.lang or environment_language()


def environment_language() -> Lang:
    """The language of the environment: the first setting that says something decides."""
    from ..kernel.disk import files  # saves the disk for who asks for help

    wanted = next((value for name in SETTINGS if (value := files.environment(name))), "")
    return "fr" if wanted.lower().startswith("fr") else "en"
