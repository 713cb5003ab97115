"""Copies of a game, read from game files, game folders, e-mails and folders of e-mails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from os.path import join

from msgspec import Struct, field

from ...kernel.base.errors import Failure, FileFailure, Malformed, Misused
from ...kernel.chain.records import Entry, GameFile, read_game
from ...kernel.chain.transition import authenticate
from ...kernel.disk import files, folders
from ...kernel.gamedir.gamedir import GAME_FILES, Place, load, locate
from ...kernel.gamedir.log import check_tail, entry_or_none, has_log, log_lines, without_genesis

Attachments = Callable[[bytes], Iterable[bytes]]
"""Return the files attached to an e-mail."""
MAX_MAIL_BYTES = 16 << 20
MAX_FILES = 20_000
"""How many files of a folder of e-mails are read."""


class Copy(Struct, frozen=True):
    """A copy of the game: where it was found, its state, and the steps that come with it."""

    path: str
    game: GameFile
    steps: list[Entry]

    @property
    def entries(self) -> list[Entry]:
        return [*self.steps, self.game.last]


class Copies(Struct, frozen=True):
    """The copies that were found, and what could not be used."""

    found: list[Copy] = field(default_factory=list)
    unusable: list[Failure] = field(default_factory=list)

    def of_game(self, game: str) -> list[Copy]:
        """Return the copies of one game; refuse to guess if its id is not known and there are several games."""
        games = {copy.game.state.game for copy in self.found}
        if not game and len(games) > 1:
            message = "these are copies of several games"
            raise Misused("E_USAGE", message, "give copies of one game only")
        chosen = [copy for copy in self.found if copy.game.state.game == (game or copy.game.state.game)]
        if not chosen and self.found:
            raise Malformed("E_STATE_GAME", "this file belongs to another game").in_file(self.found[0].path)
        if not chosen:
            raise self.unusable[0] if self.unusable else no_copy()
        return chosen


def no_copy() -> Failure:
    hint = "give a game file, a folder or an e-mail"
    return FileFailure("E_FILE_SYNTAX", "this file does not contain a copy of a game", hint)


def read_sources(sources: Sequence[str], attachments: Attachments) -> Copies:
    """Read all copies in files, game folders and folders of e-mails; what cannot be used is left out and named."""
    copies = Copies()
    for source in sources:
        plain_folder = files.is_folder(source) and not is_game_folder(source)
        for path in mails_in(source) if plain_folder else [source]:
            try:
                copies.found.extend(read_copies(path, attachments))
            except Failure as fault:
                fault.file = fault.file or path
                if not plain_folder:  # most e-mails in a folder contain no game
                    copies.unusable.append(fault)
    return copies


def is_game_folder(path: str) -> bool:
    return any(files.is_file(join(path, name)) for name in GAME_FILES)


def mails_in(folder: str) -> list[str]:
    """Return the files of a folder, or of a Maildir."""
    parts = [folder, *(join(folder, part) for part in ("new", "cur"))]
    return [join(part, name) for part in parts for name in folders.file_names(part)][:MAX_FILES]


def read_copies(path: str, attachments: Attachments) -> list[Copy]:
    """Return the copies in a game file, a game folder or an e-mail."""
    if files.is_folder(path) or locate(path).folder:
        return [read_folder(locate(path))]
    data = files.read(path, MAX_MAIL_BYTES)
    if path.endswith((".toml", ".json")):
        return [read_copy(path, data, path)]
    found = [copy for part in attachments(data) if (copy := copy_or_none(path, part))]
    if not found:
        raise no_copy().in_file(path)
    return found


def read_folder(place: Place) -> Copy:
    """Return the game in a folder with as much of its log as can be read."""
    game = load(place)
    return checked(Copy(place.folder or place.game, game, [*logged_steps(place), *game.tail]))


def logged_steps(place: Place) -> Iterator[Entry]:
    for line in log_lines(place.log) if has_log(place) else ():
        if entry := entry_or_none(line):
            yield without_genesis(entry)


def read_copy(path: str, data: bytes, name: str) -> Copy:
    game = read_game(files.parse_game(data, name))
    if game.tail:
        check_tail(game)
    return checked(Copy(path, game, list(game.tail)))


def copy_or_none(path: str, data: bytes) -> Copy | None:
    """Return the copy in an attachment; None for attachments of other kinds."""
    if b"genesis" not in data or len(data) > files.MAX_GAME_BYTES:
        return None
    try:
        return read_copy(path, data, "copy.toml")
    except Malformed:
        return None


def checked(copy: Copy) -> Copy:
    """Refuse a copy that the referee did not sign."""
    try:
        authenticate(copy.game)
    except Failure as fault:
        fault.file = fault.file or copy.path
        raise
    return copy
