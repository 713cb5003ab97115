"""Check letters that players add to inboxes in a repository: their place, name, mode and signature."""

from __future__ import annotations

import re

from ..kernel.base.errors import Failure, Malformed, Rejected
from ..kernel.base.safe_text import quote
from ..kernel.chain.letter_checks import check_letter
from ..kernel.chain.records import Envelope, GameFile, head_id, read_game
from ..kernel.chain.transition import authenticate
from ..kernel.disk import files, safe_open
from ..kernel.gamedir.gamedir import GAME_FILES
from .objects import EXECUTABLE, REGULAR, SUBMODULE, SYMLINK, Commits

FILE_NAME = re.compile(
    r"(?!(con|prn|aux|nul|com\d|lpt\d)(\.|$))[a-z0-9]([a-z0-9._-]{0,98}[a-z0-9_-])?", re.IGNORECASE | re.ASCII
)
"""A name that works on every disk: on Windows, a name that is a device or ends with a dot cannot be pulled."""


def game_at(commits: Commits, commit: str, folder: str) -> GameFile:
    """Return the game that a commit has in a folder; raise if its referee did not sign it."""
    paths = [f"{folder}/{name}" if folder else name for name in GAME_FILES]
    there = {item.path for path in paths for item in commits.items(commit, path)}
    path = next((path for path in paths if path in there), paths[0])
    with safe_open.naming_file(path):
        game = read_game(files.parse_game(commits.content(commit, path, files.MAX_GAME_BYTES), path))
    authenticate(game)
    return game


def inbox_place(path: str, games: list[str]) -> tuple[str, str] | None:
    """Return the game in whose inbox a file is, and its name there."""
    for game in games:
        start = f"{game}/inbox/" if game else "inbox/"
        if path.startswith(start):
            return game, path.removeprefix(start)
    return None


def check_name(path: str, name: str) -> None:
    if not FILE_NAME.fullmatch(name):
        hint = "use at most 100 letters, digits, dots and dashes, as lpbe order does"
        raise Rejected("E_FILE_NAME", "'{path}' is not a valid name for an order", hint, path=quote(path))


def check_mode(path: str, mode: str) -> None:
    """Refuse all but regular files: some day somebody would follow a link, fetch a submodule or run a program."""
    shown = quote(path)
    if mode == SYMLINK:
        raise Rejected("E_FILE_TYPE", "'{path}' is a link, but an inbox can only contain ordinary files", path=shown)
    if mode == SUBMODULE:
        raise Rejected(
            "E_FILE_TYPE", "'{path}' is a repository, but an inbox can only contain ordinary files", path=shown
        )
    if mode == EXECUTABLE:
        hint = "remove the mark: git update-index --chmod=-x FILE"
        raise Rejected("E_FILE_TYPE", "'{path}' is marked as executable", hint, path=shown)
    if mode != REGULAR:
        raise Rejected("E_FILE_MISSING", "'{path}' was removed, which only the referee can do", path=shown)


def check_submitted(game: GameFile, envelope: Envelope) -> None:
    """Check a letter as a run would, as far as possible without secrets. Any error in it is the sender's fault."""
    try:
        envelope.letter.check_names(game.state)
        check_letter(game.genesis, game.state, head_id(game.last.head), envelope, game.last.head.at or None)
    except Malformed as fault:
        raise Rejected.like(fault) from None


def with_file(fault: Failure, path: str) -> Failure:
    """Return the failure with the path of the file it is about."""
    fault.file = fault.file or path
    return fault
