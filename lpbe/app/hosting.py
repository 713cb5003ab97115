"""Runs over game folders: one, or many, of which a broken one stops no other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from os.path import basename, dirname, join, realpath
from typing import Protocol

from msgspec import Struct

from ..kernel.base.canon import Plain
from ..kernel.base.errors import Failure, Message, Misused
from ..kernel.chain.letters import present
from ..kernel.chain.seating import WindowRecord
from ..kernel.chain.step import Referee, referee_of
from ..kernel.crypto.keys import Identity, b64
from ..kernel.disk import files
from ..kernel.folder.folder import GAME_FILES, Place, locate, repair
from ..kernel.folder.run import Done, Run
from .game import OpenGame, open_game, position
from .language import game_language, set_listener
from .newest import check_newest
from .pins import Count, has_pin, refereeing
from .run import make_run, stand_in

DEPTH = 2
"""So deep below a folder games are looked for."""


class Ran(Struct, frozen=True):
    """A folder that was run: what was done, where the game stands, and what somebody should know."""

    folder: str
    rules: str
    lang: str
    done: Done
    told: dict[str, list[Message]]
    """What is wrong with which file and what to do, where that is nobody's secret."""
    mended: list[str]
    """What an interrupted run had left undone."""
    window: WindowRecord
    position: Plain
    ahead: str
    """When the last step says it was, where that is later than it is now."""
    pinned: bool
    """Whether the key of the referee remembers the game."""

    @property
    def seq(self) -> int:
        return int(self.position["seq"])

    @property
    def changed(self) -> bool:
        return bool(self.mended or self.done.applied or self.done.refused)


class Fell(Struct, frozen=True):
    """A folder that could not be run, and why: a failure, or a mistake of ours."""

    folder: str
    fault: Exception


class Guard(Protocol):
    """Who checks a game before its referee signs, and is told of each step that counts."""

    def __call__(self, opened: OpenGame, identity: Identity | None) -> AbstractContextManager[Count]: ...


def is_game(folder: str) -> bool:
    return any(files.is_file(join(folder, name)) for name in GAME_FILES)


def game_folders(path: str, depth: int = DEPTH) -> Iterator[str]:
    """A game, or the games in a folder and its folders; a game's own folders are not looked into."""
    if is_game(path):
        yield path
    elif depth:
        for name in files.folders(path):
            yield from game_folders(join(path, name), depth - 1)


def is_tree(path: str) -> bool:
    """Whether a folder holds games, and is none itself."""
    return files.is_folder(path) and not is_game(path) and any(game_folders(path))


def all_folders(paths: tuple[str, ...]) -> list[str]:
    """The games that are meant, each once; what is no folder of games is kept, to be told of."""
    found = [folder for path in paths for folder in (game_folders(path) if is_tree(path) else [around(path)])]
    return list({realpath(folder): folder for folder in reversed(found)}.values())[::-1]


def around(path: str) -> str:
    """The folder of a game that is named by its file; whatever else is named, as it is."""
    return dirname(path) or "." if basename(path) in GAME_FILES and files.is_file(path) else path


def need_folder(game: str) -> Place:
    place = locate(game)
    if not place.folder and files.is_there(place.game):
        raise Misused("E_USAGE", "run works on a game folder", "for a single file: lpbe apply GAME ORDER -o NEXT")
    if not place.folder:
        raise files.refusal(files.MISSING, game)
    return place


def run_folder(folder: str, identity: Identity | None, now: str | None, guard: Guard = refereeing) -> Ran:
    """Apply all that waits; whoever else runs this folder is waited for."""
    place = need_folder(folder)
    with files.lock(place.folder):
        opened = open_game(folder)
        set_listener(game_language(opened.game), opened.rules.game.name)
        referee = referee_of(opened.game, identity)
        check_newest(opened)
        pinned = is_remembered(opened, referee)
        with guard(opened, referee.identity) as count:
            mended = repair(place, opened.game, opened.render)
            run = make_run(opened, referee, now)
            run.count = count
            run.everything(stand_in)
    return ran_of(folder, run, mended, pinned)


def ran_of(folder: str, run: Run, mended: list[str], pinned: bool) -> Ran:
    """Only what is told of it: a host of a thousand games need not have all of them in memory."""
    game = run.step.game
    ahead = present(game.last.head.at) if run.clock_behind() else ""
    rules, lang = game.genesis.rules, game_language(game)
    return Ran(folder, rules, lang, run.done, run.told, mended, game.state.window, position(game), ahead, pinned)


def is_remembered(opened: OpenGame, referee: Referee) -> bool:
    """A machine that forgets between two runs, or is told to, believes whatever folder it is given."""
    sign = b64(referee.identity.sign_public) if referee.identity else ""
    return not sign or not opened.game.state.seq or has_pin(opened, sign)


def run_or_fall(folder: str, identity: Identity | None, now: str | None, guard: Guard = refereeing) -> Ran | Fell:
    """One of many: whatever is wrong with it, the others are run."""
    try:
        return run_folder(folder, identity, now, guard)
    except Failure as fault:
        fault.file = fault.file or folder
        return Fell(folder, fault)
    except Exception as fault:
        return Fell(folder, fault)
