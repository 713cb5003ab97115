"""Hold back the pins of steps until the steps are published: a lost race leaves no trace."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ...kernel.base.errors import Malformed
from ...kernel.chain.records import GameFile
from ...kernel.crypto.keys import Identity, b64
from .open_game import OpenGame
from .pin_file import lock_pins, read_pin, write_pin
from .pins import Count, NoCount, keeps_pins, pin_of, renew


class Unpublished:
    """Steps that were signed but not published yet, by game."""

    __slots__ = ("games", "sign")

    def __init__(self, sign: str) -> None:
        self.sign = sign
        self.games: dict[str, tuple[OpenGame, GameFile]] = {}

    @contextmanager
    def guard(self, opened: OpenGame, identity: Identity | None) -> Iterator[Count]:
        """Check a game against its pin as it was published; its new steps are only noted."""
        if opened.game.state.game in self.games:
            message = "this game is also in another folder, where it has continued"
            raise Malformed("E_GAME_TWICE", message, "keep only one of them").in_file(opened.place.folder)
        if identity is not None and keeps_pins(opened):
            renew(opened, self.sign)

        yield Noting(self, opened)

    def forget(self) -> None:
        """Forget the steps because another run was faster."""
        self.games.clear()

    def remember(self) -> None:
        """Write the pins of the steps now that they are published."""
        for opened, game in self.games.values() if self.sign else ():
            if not keeps_pins(opened):
                continue
            after = opened.at(game)
            write_pin(self.sign, pin_of(after, read_pin(self.sign, game.state.game)))
        self.games.clear()


class Noting(NoCount):
    """Notes the newest step of a game instead of pinning it."""

    def __init__(self, unpublished: Unpublished, opened: OpenGame) -> None:
        self.unpublished = unpublished
        self.opened = opened

    def __call__(self, game: GameFile) -> None:
        self.unpublished.games[game.state.game] = self.opened, game


@contextmanager
def publishing(identity: Identity | None) -> Iterator[Unpublished]:
    """Lock the pins of a key, so that no other run can use it in the meantime, wherever its games are."""
    if identity is None:
        yield Unpublished("")
        return
    sign = b64(identity.sign_public)
    with lock_pins(sign):
        yield Unpublished(sign)
