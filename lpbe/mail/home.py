"""Where a host keeps what belongs to no game: addresses, which mails are dealt with, what is to be sent."""

from __future__ import annotations

from os.path import dirname, expanduser, isabs, join, realpath

from ..app.game import in_some_game
from ..app.keys import key_home
from ..kernel.base.errors import Malformed, Misused
from ..kernel.disk import files


def players_path(given: str | None) -> str:
    return given or join(dirname(key_home()), "players.toml")


def state_folder() -> str:
    """A home that hangs on the current folder is none."""
    given = files.environment("XDG_STATE_HOME")
    base = given if isabs(given) else join(expanduser("~"), ".local", "state")
    if not isabs(base):
        told = "there is no home to keep the state of mails in"
        raise Malformed("E_FILE_MISSING", told, "give a place for it: XDG_STATE_HOME")
    return join(base, "lpbe", "mail")


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
