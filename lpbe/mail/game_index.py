"""The games of a host, found by the ids that e-mails name; one broken game does not stop the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os.path import join

from ..app.hosting.find_games import find_games
from ..app.hosting.rollback_signs import check_signs
from ..app.session.open_game import OpenGame, open_game
from ..app.session.pins import check_known
from ..app.session.staleness import check_newest
from ..kernel.base.errors import Busy, Failure, FileFailure, MissingFile, Unauthentic
from ..kernel.chain.transition import Referee, referee_of
from ..kernel.crypto.keys import Identity, b64
from ..kernel.disk import files
from ..kernel.gamedir.gamedir import GAME_FILES
from .address_book import Players
from .reply_block import SHORT_ID_CHARS

GAME_ID = re.compile(rb"""\bgame\b["']?\s*[=:]\s*["']([0-9a-f]{%d})""" % SHORT_ID_CHARS)
"""A game id in the text of a game file."""


class GameIndex:
    """The games below some folders, their address book and the referee's key; opened when an e-mail names them."""

    def __init__(self, folders: Sequence[str], players: Players, identity: Identity | None) -> None:
        self.folders = folders
        self.players = players
        self.identity = identity
        self.failures: list[Failure] = []
        """Why some of the games could not be read."""
        self.left: set[str] = set()
        """The games, by short id, whose mail is left in place because something here needs fixing."""
        self._paths: list[str] | None = None
        self._paths_by_id: dict[str, list[str]] | None = None
        self._opened: dict[str, OpenGame] = {}
        self._current: set[str] = set()
        """The heads of games that were found to be up to date."""

    def check_games(self) -> None:
        """Refuse folders without a game: an unmounted disk or a typo must not be mistaken for a host without games."""
        for folder in self.folders:
            faults: list[Failure] = []
            if not any(find_games(folder, on_failure=lambda path, fault: faults.append(fault.in_file(path)))):  # noqa: B023
                raise faults[0] if faults else no_games(folder)

    def require(self, game_id: str) -> OpenGame | None:
        """Return a game; nothing if it is certain that no such game is played here.

        That is uncertain if the address book has players of that game, or if some game cannot be read, since it may be
        that one.
        """
        found = self.find(game_id)
        if found:
            with self.noting(game_id):
                return self.current(found)
        if game_id[:SHORT_ID_CHARS] in self.players.games or self.failures:
            self.left.add(game_id[:SHORT_ID_CHARS])
            raise MissingFile(
                "E_FILE_MISSING",
                "game {game} cannot be found or opened, so its e-mails stay where they are",
                "put the game back or name the folder that contains it; if the game is gone for good, remove its "
                "players from the address book",
                game=game_id[:SHORT_ID_CHARS],
            )
        return found

    def current(self, opened: OpenGame) -> OpenGame:
        """Return a game that is not older than what was seen of it before; it may have been run since it was read."""
        try:
            self.check_current(opened)
        except (Unauthentic, Busy):
            self.forget(opened.game.state.game)
            opened = self.find(opened.game.state.game) or opened
            self.check_current(opened)
        return opened

    def check_current(self, opened: OpenGame) -> None:
        """Refuse a game that is older than what was seen of it here: no e-mail is read or sent for an old backup."""
        if opened.head in self._current:
            return
        check_newest(opened)
        if self.identity:
            check_known(opened, b64(self.identity.sign_public))
        check_signs(opened)
        self._current.add(opened.head)

    def knows(self, game_id: str) -> bool:
        """Return whether a game is played here, or should be according to the address book."""
        return game_id[:SHORT_ID_CHARS] in self.players.games or self.find(game_id) is not None

    def find(self, game_id: str) -> OpenGame | None:
        """Return the game whose id is or begins with this one; of two copies, the newer one."""
        if game_id in self._opened:
            return self._opened[game_id]
        paths = self.paths_by_id().get(game_id[:SHORT_ID_CHARS], [])
        copies = [game for path in paths if (game := self.open_if(path, game_id))]
        if not copies:
            return None
        newest = max(copies, key=lambda game: game.game.state.seq)
        self._opened[game_id] = newest
        return newest

    def forget(self, game_id: str) -> None:
        """Read the game again when it is next requested: somebody may have run it in the meantime."""
        short_id = game_id[:SHORT_ID_CHARS]
        self._current.clear()
        self._opened = {
            name: game for name, game in self._opened.items() if not game.game.state.game.startswith(short_id)
        }

    def open_if(self, path: str, game_id: str) -> OpenGame | None:
        """Open the game at a path if its id begins with this one."""
        try:
            opened = open_game(path)
        except Failure as fault:
            self.record_failure(path, fault)
            return None
        return opened if opened.game.state.game.startswith(game_id) else None

    def short_ids(self) -> list[str]:
        """Return the short ids of the games here."""
        return sorted(self.paths_by_id())

    def paths_by_id(self) -> dict[str, list[str]]:
        """Return the paths of games by short id: each file is read once, however many e-mails there are."""
        if self._paths_by_id is None:
            self._paths_by_id = {}
            for path in self.paths():
                for short_id in self.ids_in(path):
                    self._paths_by_id.setdefault(short_id, []).append(path)
        return self._paths_by_id

    def ids_in(self, path: str) -> set[str]:
        """Return every game id that the file of a game mentions."""
        try:
            file = next((there for name in GAME_FILES if files.is_file(there := join(path, name))), path)
            found = {short_id.decode() for short_id in GAME_ID.findall(files.read(file, files.MAX_GAME_BYTES))}
            if not found:
                raise FileFailure("E_FILE_SYNTAX", "this file does not name a game")
            return found
        except Failure as fault:
            self.record_failure(path, fault)
            return set()

    def record_failure(self, path: str, fault: Failure) -> None:
        fault.file = fault.file or path
        self.failures.append(fault)

    def paths(self) -> list[str]:
        """Return the folders of all games."""
        if self._paths is None:
            self._paths = [
                path for folder in self.folders for path in find_games(folder, on_failure=self.record_failure)
            ]
        return self._paths

    def referee(self, opened: OpenGame) -> Referee:
        """Return the referee, who signs for the seats that play by mail."""
        with self.noting(opened.game.state.game):
            return referee_of(opened.game, self.identity)

    @contextmanager
    def noting(self, game_id: str) -> Iterator[None]:
        """If something fails, leave the e-mails of a game in place, and note that."""
        try:
            yield
        except Failure:
            self.left.add(game_id[:SHORT_ID_CHARS])
            raise


def no_games(folder: str) -> Failure:
    message = "there are no games in this folder, so no e-mail was read"
    return MissingFile("E_FILE_MISSING", message, "name the folder that contains your games").in_file(folder)
