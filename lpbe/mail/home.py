"""Where a host keeps what belongs to no game: addresses, which mails are dealt with, what is to be sent."""

from __future__ import annotations

from os.path import dirname, join, realpath

from ..app.game import in_some_game
from ..app.homes import state_home
from ..app.keys import key_home
from ..kernel.base.errors import Misused
from ..kernel.disk import files


def players_path(given: str | None) -> str:
    return given or join(dirname(key_home()), "players.toml")


def state_folder() -> str:
    return join(state_home(), "mail")


def check_apart(path: str) -> None:
    """Addresses and letters of players lie where no other player reads them."""
    folder = dirname(realpath(path))
    if in_some_game(folder) or files.inside_git(folder):
        raise Misused(
            "E_USAGE",
            "'{path}' lies in a game folder or a git work tree, where others read it",
            "keep it elsewhere",
            path=path,
        )


def open_folder(*parts: str) -> str:
    """A folder of the state, which nobody else reads."""
    path = join(state_folder(), *parts)
    check_apart(join(path, "."))
    files.make_folder(path, 0o700)
    return path
