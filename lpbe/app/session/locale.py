"""The language of a reader: sentences and messages in it, and the names that a game gives its things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from ...kernel.base.errors import Message, Value

if TYPE_CHECKING:
    from ...kernel.chain.letter import Lang
    from ...kernel.chain.records import GameFile

SETTINGS = ("LPBE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that name a language; the first that is set decides."""


class Locale(Struct, frozen=True):
    """Who reads: in which language, in the words of which game, and from which seat."""

    lang: str = ""
    """Empty for the language of the environment."""
    game: str = ""
    seat: str = ""

    @property
    def language(self) -> str:
        return self.lang or environment_language()

    def localise(self, template: str, /, **values: Value) -> str:
        """Return a sentence of the program in the language of the reader."""
        return self.localise_message(Message(template, values))

    def localise_named(self, template: str, /, **values: Value) -> str:
        """Return the same sentence with the seats and things of the game by their names."""
        return self.localise_message(Message(template, values), named=True)

    def localise_message(self, message: Message, named: bool = False) -> str:
        """Return a message in the language of the reader, if requested with the game's things by their names."""
        lang = self.language
        game = self.game if named else ""
        if lang == "en" and not game and not self.seat:
            return str(message)
        from ...kernel.content.packs import words  # saves the words where plain English will do
        from ...kernel.language.translate import translate_message  # saves the catalogue where plain English will do

        return translate_message(message, lang, words(game, lang) if game else None, self.seat)


def seat_language(game: GameFile, seat: str | None) -> str:
    """Return the language in which a seat reads; without a seat, the language of the game's public reports."""
    record = next((s for s in game.state.seats if s.id == seat), None)
    return (record.lang if record else "") or game.genesis.lang


def game_language(game: GameFile) -> str:
    """Return the language of a command without a seat: the game's, or for an English game the environment's."""
    return "" if game.genesis.lang == "en" else game.genesis.lang


def list_language(game: GameFile, seat: str | None) -> str:
    """Return the language of a line about one of several games: the seat's, unless the reader asked for another.

    French in the environment, or any language that is set for lpbe alone, applies to the whole list.
    """
    from ...kernel.disk import environment  # saves the disk for help texts

    asked = environment_language()
    return asked if asked != "en" or environment.get_variable(SETTINGS[0]) else seat_language(game, seat)


def is_plain_terminal() -> bool:
    """Return whether the terminal of the caller takes no colours, or the caller wants none (NO_COLOR)."""
    from ...kernel.disk.environment import get_variable  # saves it for commands that only print

    return bool(get_variable("NO_COLOR")) or get_variable("TERM") in ("", "dumb")


def environment_language() -> Lang:
    from ...kernel.disk import environment  # saves the disk for help texts

    wanted = next((value for name in SETTINGS if (value := environment.get_variable(name))), "")
    return "fr" if wanted.lower().startswith("fr") else "en"
