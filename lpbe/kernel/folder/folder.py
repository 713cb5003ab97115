"""A game folder: read and written so that whatever is half done can be completed."""

from __future__ import annotations

from collections.abc import Callable
from os.path import basename, dirname, join

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ..base.canon import jcs
from ..base.errors import Malformed, Rejected
from ..chain.records import GameFile, read_game
from ..disk import files
from .log import check_tail, log_line, mend_log

Render = Callable[[GameFile], str]
"""How the report of a step is made."""
GAME_FILES = ("game.toml", "game.json")


class Place(Struct, frozen=True):
    """Where a game lies: its file, and the folder around it if there is one."""

    game: str
    folder: str = ""

    @property
    def log(self) -> str:
        return join(self.folder, "log.jsonl")

    @property
    def inbox(self) -> str:
        return join(self.folder, "inbox")

    @property
    def refused(self) -> str:
        return join(self.folder, "refused")

    @property
    def pack(self) -> str:
        return join(dirname(self.game), "pack.toml")

    def report(self, seq: int) -> str:
        return join(self.folder, "reports", f"{seq:06}.txt")


def locate(path: str) -> Place:
    """A game file, or a folder with one in it."""
    if files.is_folder(path):
        for name in GAME_FILES:
            if files.is_file(join(path, name)):
                return Place(join(path, name), path)
        raise Malformed("E_FILE_MISSING", "there is no game.toml or game.json in this folder").in_file(path)
    around = dirname(path) or "."
    whole = basename(path) in GAME_FILES and files.is_file(join(around, "log.jsonl"))
    return Place(path, around if whole else "")


def load(place: Place) -> GameFile:
    """A game as it lies there; whatever is done with it, a false tail is never believed."""
    game = read_game(files.read_game_data(place.game))
    if game.tail:
        check_tail(game)
    return game


def dump_game(game: GameFile, name: str) -> bytes:
    return files.dump(msgspec.to_builtins(game), name)


def dump_step(game: GameFile, name: str) -> bytes:
    """The text of a step before it leaves: nothing is kept that is too large, or would be read otherwise."""
    data = dump_game(game, name)
    if len(data) > files.GAME or len(log_line(game)) > files.LOG_LINE:
        raise Rejected("E_ORDER_SIZE", "with this order the game would not fit into its files", "send less at once")
    again = read_game(files.parse_game(data, name))
    if jcs(again) != jcs(game):
        raise Rejected("E_ORDER_SIZE", "with this order the game could not be read again", "send it otherwise")
    return data


def repair(place: Place, game: GameFile, render: Render) -> list[str]:
    """Complete what an interrupted run left undone; needs no key."""
    mended = []
    sweep(place)
    if game.tail:
        files.write(place.game, dump_game(replace(game, tail=[]), place.game))
        mended.append(place.game)
    if mend_log(place, game):
        mended.append(place.log)
    report = place.report(game.state.seq)
    if not files.is_odd(report) and not files.size(report):
        write_report(place, game, render)
        mended.append(report)
    return mended


def sweep(place: Place) -> None:
    """Take away what dead runs left of their own files. An inbox belongs to the players: theirs may be alive."""
    files.sweep(place.folder, basename(place.game), basename(place.log))
    files.sweep(place.refused)
    files.sweep(join(place.folder, "reports"))


def write_report(place: Place, game: GameFile, render: Render) -> bool:
    """Whether it could be written: a folder or a link in its place is left alone, and stops nobody."""
    path = place.report(game.state.seq)
    if files.is_odd(path):
        return False
    files.make_folder(join(place.folder, "reports"))
    files.write(path, render(game).encode(), sync=False)
    return True


def store(place: Place, game: GameFile, render: Render) -> bool:
    return store_as(place, game, dump_step(game, place.game), render)


def store_as(place: Place, game: GameFile, data: bytes, render: Render) -> bool:
    """The game file first: that is the moment it counts. The rest can be redone from it, but for a report in vain."""
    files.write(place.game, data)
    files.append_line(place.log, log_line(game))
    return write_report(place, game, render)
