"""The games of a host: found by what mails call them; one that is broken does not stop the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from os.path import join

from ..app.game import OpenGame, open_game
from ..kernel.base.errors import Failure
from ..kernel.chain.step import Referee, referee_of
from ..kernel.crypto.keys import Identity
from ..kernel.disk import files
from ..kernel.folder.folder import GAME_FILES
from .block import NAMED
from .players import Players

DEPTH = 3
NAMES = re.compile(rb"""\bgame\b["']?\s*[=:]\s*["']([0-9a-f]{%d})""" % NAMED)
"""Which game a file is of, or says that it is."""


class Hall:
    """Folders with games in them, who plays there, and the referee's key. A game is read when a mail names it."""

    def __init__(self, folders: Sequence[str], players: Players, identity: Identity | None) -> None:
        self.folders, self.players, self.identity = folders, players, identity
        self.places: list[str] | None = None
        self.named: dict[str, list[str]] | None = None
        self.opened: dict[str, OpenGame] = {}
        self.broken: list[Failure] = []

    def find(self, name: str) -> OpenGame | None:
        """The game of this id, or of an id that begins so; of two copies the newer."""
        if name in self.opened:
            return self.opened[name]
        found = [game for path in self.shelf().get(name[:NAMED], []) if (game := self.look(path, name))]
        if not found:
            return None
        newest = max(found, key=lambda game: game.game.state.seq)
        self.opened[name] = newest
        return newest

    def forget(self, name: str) -> None:
        """Somebody may have run the game in the meantime."""
        self.opened = {one: game for one, game in self.opened.items() if not game.game.state.game.startswith(name[:12])}

    def look(self, path: str, name: str) -> OpenGame | None:
        """The game at this place, if it is that one."""
        try:
            opened = open_game(path)
        except Failure as fault:
            self.fell(path, fault)
            return None
        return opened if opened.game.state.game.startswith(name) else None

    def shelf(self) -> dict[str, list[str]]:
        """Where which games may lie: of a thousand, each file is read once, however many mails there are."""
        if self.named is None:
            self.named = {}
            for path in self.paths():
                for name in self.names_in(path):
                    self.named.setdefault(name, []).append(path)
        return self.named

    def names_in(self, path: str) -> set[str]:
        try:
            file = next((there for one in GAME_FILES if files.is_file(there := join(path, one))), path)
            return {name.decode() for name in NAMES.findall(files.read(file, files.GAME))}
        except Failure as fault:
            self.fell(path, fault)
            return set()

    def fell(self, path: str, fault: Failure) -> None:
        fault.file = fault.file or path
        self.broken.append(fault)

    def paths(self) -> list[str]:
        if self.places is None:
            self.places = [path for folder in self.folders for path in self.games_in(folder, DEPTH)]
        return self.places

    def games_in(self, folder: str, depth: int) -> Iterator[str]:
        """A game folder, or those below a folder; a game's own folders are not looked into."""
        try:
            if any(files.is_file(join(folder, name)) for name in GAME_FILES):
                yield folder
            elif depth:
                for name in files.folders(folder):
                    yield from self.games_in(join(folder, name), depth - 1)
        except Failure as fault:
            self.fell(folder, fault)

    def referee(self, opened: OpenGame) -> Referee:
        """Who signs for seats that play by mail."""
        return referee_of(opened.game, self.identity)
