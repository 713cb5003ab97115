"""Write a game as one file that can be sent by e-mail."""

from __future__ import annotations

from os.path import lexists, samefile

from msgspec import Struct

from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Misused
from ...kernel.chain.records import GameFile
from ...kernel.disk import files
from ...kernel.gamedir.gamedir import dump_copy, portable_copy
from ..ordering.outbox import PRINTED, FiledLetter
from ..session.open_game import OpenGame, position
from ..session.session import Session


class GameCopy(Struct, frozen=True):
    """A game with the steps that its players have not seen yet."""

    game: GameFile
    filed: FiledLetter

    def data(self) -> Plain:
        first = self.game.tail[0].head.seq if self.game.tail else self.game.state.seq
        return {**position(self.game), "files": [self.filed.path], "since": first}

    def text(self) -> str:
        return self.filed.path


def copy_game(session: Session, game: str, output: str) -> GameCopy:
    opened = session.open_game(game)
    check_elsewhere(opened, output)
    copy = portable_copy(opened.place, opened.game)
    data = dump_copy(copy, output)
    if output == PRINTED:
        return GameCopy(copy, FiledLetter(PRINTED, data))
    files.write(output, data)
    return GameCopy(copy, FiledLetter(output))


def check_elsewhere(opened: OpenGame, output: str) -> None:
    """Refuse to replace the game file of a folder: a copy has a tail, a game file in a folder has none."""
    if output != PRINTED and lexists(output) and samefile(output, opened.place.game):
        raise Misused("E_USAGE", "a copy cannot replace the game itself", "write it somewhere else: -o FILE")
