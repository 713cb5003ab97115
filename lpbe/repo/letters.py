"""What players add to a repository: letters in an inbox, and nothing else."""

from __future__ import annotations

import re

from ..kernel.base.errors import Failure, Malformed, Rejected
from ..kernel.base.text import quote
from ..kernel.chain.checks import check_sender
from ..kernel.chain.records import Envelope, GameFile, read_game
from ..kernel.chain.step import authenticate
from ..kernel.disk import files
from ..kernel.folder.folder import GAME_FILES
from ..kernel.folder.inbox import MARK, parse_mail, read_envelope
from .commits import Commits

NAME = re.compile(
    r"(?!(con|prn|aux|nul|com\d|lpt\d)(\.|$))[a-z0-9]([a-z0-9._-]{0,98}[a-z0-9_-])?", re.IGNORECASE | re.ASCII
)
"""On every disk: Windows opens none that is called after a device or ends with a dot, and nobody there could pull."""
LINK, MODULE, RUNNABLE = "120000", "160000", "100755"


def game_at(commits: Commits, commit: str, folder: str) -> GameFile:
    """A game as a commit has it, if its referee signed it."""
    paths = [f"{folder}/{name}" if folder else name for name in GAME_FILES]
    there = {item.path for path in paths for item in commits.items(commit, path)}
    path = next((path for path in paths if path in there), paths[0])
    with files.naming(path):
        game = read_game(files.parse_game(commits.content(commit, path, files.GAME), path))
    authenticate(game)
    return game


def inbox_place(path: str, games: list[str]) -> tuple[str, str] | None:
    """The game in whose inbox a file lies, and its name there."""
    for game in games:
        start = f"{game}/inbox/" if game else "inbox/"
        if path.startswith(start):
            return game, path.removeprefix(start)
    return None


def check_name(path: str, name: str) -> None:
    if not NAME.fullmatch(name):
        hint = "letters, digits, dots and dashes, at most 100: as lpbe order names it"
        raise Rejected("E_FILE_NAME", "'{path}' has a name that no order has", hint, path=quote(path))


def check_mode(path: str, mode: str) -> None:
    """A link would be followed, a module fetched, a program run: by somebody, some day."""
    shown = quote(path)
    if mode == LINK:
        raise Rejected("E_FILE_TYPE", "'{path}' is a link: only ordinary files go into an inbox", path=shown)
    if mode == MODULE:
        raise Rejected("E_FILE_TYPE", "'{path}' is a repository: only ordinary files go into an inbox", path=shown)
    if mode == RUNNABLE:
        hint = "take the mark away: git update-index --chmod=-x FILE"
        raise Rejected("E_FILE_TYPE", "'{path}' is marked as a program", hint, path=shown)
    if mode != "100644":
        raise Rejected("E_FILE_MISSING", "'{path}' is taken away: only the referee does that", path=shown)


def read_sent(path: str, data: bytes) -> Envelope:
    """A letter of a commit: what is wrong with it is its sender's fault."""
    try:
        if len(data) > files.ORDER:
            raise files.too_large(path, files.ORDER)
        with files.naming(path):
            return read_envelope(parse_mail(data, path) if MARK in data else files.parse_order(data, path))
    except Malformed as fault:
        raise Rejected.like(fault) from None


def check_sent(game: GameFile, envelope: Envelope) -> None:
    """Its sender signed it for this game."""
    if envelope.order.game != game.state.game:
        raise Rejected("E_ORDER_GAME", "this order belongs to another game")
    check_sender(game.genesis, game.state, envelope)


def in_file(fault: Failure, path: str) -> Failure:
    fault.file = fault.file or path
    return fault
