"""The host's own folder for mail: which e-mails are processed, what waits to be sent, and the log."""

from __future__ import annotations

import hmac
import os
from collections.abc import Mapping
from hashlib import sha256
from os.path import dirname, join, realpath

from ..app.session.open_game import is_in_game_folder
from ..app.session.paths import state_home
from ..kernel.base.canonical import Plain, jcs
from ..kernel.base.errors import Misused
from ..kernel.disk import files, folders

MAX_LINE_BYTES = 8 << 10
"""The longest line in the files of this folder."""
SECRET_BYTES = 32


def state_folder() -> str:
    return join(state_home(), "mail")


def open_folder(*parts: str) -> str:
    """Return the path of a subfolder, after creating it for this user alone."""
    path = join(state_folder(), *parts)
    check_private(join(path, "."))
    folders.make_folder(path, 0o700)
    return path


def check_private(path: str) -> None:
    """Refuse a path inside a game folder or a git work tree: other players would read addresses and letters there."""
    folder = dirname(realpath(path))
    if is_in_game_folder(folder) or folders.is_inside_git(folder):
        raise Misused(
            "E_USAGE",
            "'{path}' is in a game folder or a git work tree, where others can read it",
            "keep it somewhere else",
            path=path,
        )


def file_name_for(message_id: str) -> str:
    """Return a file name for a Message-ID, or for any other text."""
    return sha256(message_id.encode("utf-8", "surrogateescape")).hexdigest()[:40]


def keyed_name(text: str) -> str:
    """Return a name for a text that leaves this machine: without our secret, nobody can test guesses at the text."""
    return hmac.new(local_secret(), text.encode("utf-8", "surrogateescape"), sha256).hexdigest()[:40]


def bounce_proof(message_id: str, to: str) -> str:
    """Return what an e-mail to an address contains so that its bounce can be distinguished from a forged one."""
    return keyed_name(f"bounce {message_id} {to.casefold()}")


def local_secret() -> bytes:
    """Return the secret of this folder, which is made when it is first used."""
    path = join(open_folder(), "secret")
    if not files.is_there(path):
        files.write(path, os.urandom(SECRET_BYTES), 0o600)
    return files.read(path, SECRET_BYTES)


def log_mail(entry: Mapping[str, Plain | str | list[str]]) -> None:
    """Append one line to the log: when, from or to whom, and what became of the e-mail."""
    files.append_line(join(open_folder(), "log.jsonl"), jcs(dict(entry))[: MAX_LINE_BYTES - 2])
