"""Pins of steps that count only once they are published: a race that is lost leaves no trace."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..kernel.base.errors import Malformed
from ..kernel.chain.records import GameFile
from ..kernel.crypto.keys import Identity, b64
from .game import OpenGame
from .pins import Count, held, pin_of, pinned_here, read_pin, renew, write_pin


class Unpublished:
    """What was signed and nobody has seen yet, game by game."""

    __slots__ = ("games", "sign")

    def __init__(self, sign: str) -> None:
        self.sign = sign
        self.games: dict[str, tuple[OpenGame, GameFile]] = {}

    @contextmanager
    def guard(self, opened: OpenGame, identity: Identity | None) -> Iterator[Count]:
        """A game is checked against its pin as it was published; its steps are only noted."""
        if opened.game.state.game in self.games:
            told = "this very game lies in another folder too, and went on there"
            raise Malformed("E_GAME_TWICE", told, "keep one of them").in_file(opened.place.folder)
        if identity is not None and pinned_here(opened):
            renew(opened, self.sign)

        def count(game: GameFile) -> None:
            self.games[game.state.game] = opened, game

        yield count

    def forget(self) -> None:
        """Another was faster: these steps were never made."""
        self.games.clear()

    def remember(self) -> None:
        """They are published: from now on the key knows them."""
        for opened, game in self.games.values() if self.sign else ():
            if not pinned_here(opened):
                continue
            after = OpenGame(opened.place, game, opened.rules)
            write_pin(self.sign, pin_of(after, read_pin(self.sign, game.state.game)))
        self.games.clear()


@contextmanager
def publishing(identity: Identity | None) -> Iterator[Unpublished]:
    """No other run of this key goes on meanwhile, wherever its games lie."""
    if identity is None:
        yield Unpublished("")
        return
    sign = b64(identity.sign_public)
    with held(sign):
        yield Unpublished(sign)
