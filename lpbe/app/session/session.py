"""A session: one use of the program by one person or program."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .locale import Locale, seat_language

if TYPE_CHECKING:
    from ...kernel.chain.records import GameFile
    from ...kernel.crypto.keys import Identity
    from .open_game import OpenGame


def no_passphrase() -> str:
    """Refuse to ask for a passphrase, for programs that cannot: a locked key stays locked."""
    return ""


class Session:
    """Whose key is used, who reads the answers, whether pins are kept, and what the reader should be warned of.

    The entry point makes one for each command and hands it on; nothing about the caller is kept anywhere else.
    """

    __slots__ = (
        "_identity",
        "ask_passphrase",
        "keep_pins",
        "key",
        "locale",
        "opened",
        "requested_language",
        "warnings",
    )

    def __init__(
        self,
        *,
        key: str | None = None,
        ask_passphrase: Callable[[], str] = no_passphrase,
        language: str = "",
        keep_pins: bool = True,
    ) -> None:
        self.key = key
        """The key file; None for the usual places."""
        self.ask_passphrase = ask_passphrase
        self.keep_pins = keep_pins
        """Whether the key checks and remembers which step of a game it saw last."""
        self.requested_language = language
        """The language of all answers, whoever reads them."""
        self.locale = Locale(language)
        """Who reads, as far as that is known so far."""
        self.warnings: list[str] = []
        """What the reader should know besides the answer."""
        self.opened: OpenGame | None = None
        """The game that was opened last."""
        self._identity: tuple[Identity | None] | None = None

    def for_reader(self, language: str) -> Session:
        """Return a session of the same caller for one more reader, who may be served at the same time."""
        other = Session(key=self.key, language=language, keep_pins=self.keep_pins)
        other._identity = (self.identity,)
        return other

    def request_language(self, language: str) -> None:
        self.requested_language = language
        self.locale = Locale(language or self.locale.lang, self.locale.game, self.locale.seat)

    def address(self, lang: str, game: str = "", seat: str = "") -> None:
        """Use the language of this reader from now on."""
        self.locale = Locale(self.requested_language or lang, game, seat)

    def address_seat(self, game: GameFile, seat: str) -> None:
        """Use the language and names of this seat's player from now on."""

        self.address(seat_language(game, seat), game.genesis.rules, seat)

    def warn(self, text: str) -> None:
        if text not in self.warnings:
            self.warnings.append(text)

    def take_warnings(self) -> list[str]:
        """Return the warnings that were not taken yet."""
        taken, self.warnings = self.warnings, []
        return taken

    @property
    def identity(self) -> Identity | None:
        """Return the caller's key, if there is one.

        It is only looked for once, because a key may come from standard input.
        """
        if self._identity is None:
            from .key_files import find_key, read_identity  # saves keys for commands that need none

            text = find_key(self.key)
            self._identity = (None if text is None else read_identity(text, self.ask_passphrase),)
        return self._identity[0]

    def require_identity(self) -> Identity:
        from .key_files import missing_key  # saves keys for commands that need none

        if self.identity is None:
            raise missing_key()
        return self.identity

    def identity_or_new(self) -> tuple[Identity, str]:
        """Return the caller's identity, or a new one and the path where its key is to be written."""
        from .key_files import default_key_path, new_identity  # saves keys for commands that need none

        return (new_identity(), default_key_path()) if self.identity is None else (self.identity, "")

    def open_game(self, path: str) -> OpenGame:
        """Read a game and check that it is authentic."""
        from .open_game import open_game  # saves the games for commands that open none

        self.opened = open_game(path, self.keep_pins)
        return self.opened
