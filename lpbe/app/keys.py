"""Key files: where they lie, whose they are, how one is made."""

from __future__ import annotations

import os
from collections.abc import Callable

from ..kernel.base.errors import Malformed
from ..kernel.crypto.keys import NONCE, SALT, Identity, KeyFile, key_text, lock
from ..kernel.crypto.sshsig import parse_public_line
from ..kernel.disk import files


def key_home() -> str:
    base = files.environment("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return os.path.join(base, "lpbe", "key")


def find_key(option: str | None) -> str | None:
    """The text of the caller's key file, or None: --key, LPBE_KEY, LPBE_KEY_FILE, the default place."""
    if option == "-":
        return files.read_stdin(files.KEY).decode("utf-8", "replace")
    if option:
        return files.read_key_text(option)
    if line := files.environment("LPBE_KEY", pop=True):
        return line
    if path := files.environment("LPBE_KEY_FILE"):
        return files.read_key_text(path)
    return files.read_key_text(key_home()) if files.is_file(key_home()) else None


def identity_of(text: str, passphrase: Callable[[], str]) -> Identity:
    """Whose key this is; the passphrase is asked for if it is locked."""
    key = KeyFile(text)
    seed = key.seed(passphrase() if key.locked else "")
    if not key.ssh:
        return Identity(seed)
    return with_ssh(Identity(seed), key.ssh)


def with_ssh(identity: Identity, path: str) -> Identity:
    """The same person, whose orders an SSH key signs."""
    public = path if path.endswith(".pub") else path + ".pub"
    line = files.read(public, files.KEY).decode("utf-8", "replace")
    return Identity(identity.seed, path, parse_public_line(line))


def maybe_identity(option: str | None, passphrase: Callable[[], str]) -> Identity | None:
    text = find_key(option)
    return None if text is None else identity_of(text, passphrase)


def need_identity(option: str | None, passphrase: Callable[[], str]) -> Identity:
    identity = maybe_identity(option, passphrase)
    if identity is None:
        raise Malformed("E_KEY_MISSING", "there is no key here", "make one: lpbe key new, or give it: --key FILE")
    return identity


def identity_or_fresh(option: str | None, passphrase: Callable[[], str]) -> tuple[Identity, str]:
    """The caller's identity, or a new one and where its key is to be written."""
    identity = maybe_identity(option, passphrase)
    return (fresh_identity(), key_home()) if identity is None else (identity, "")


def fresh_identity() -> Identity:
    return Identity(os.urandom(32))


def lock_seed(seed: bytes, passphrase: str) -> str:
    """The line of a key file that is locked by a passphrase."""
    return lock(seed, passphrase, os.urandom(SALT + NONCE))


def write_key(path: str, identity: Identity, name: str = "me", secret: str = "") -> None:
    from datetime import date

    folder = os.path.dirname(path)
    if folder:
        files.make_folder(folder, 0o700)
    files.create(path, key_text(identity, name, date.today().isoformat(), secret).encode())
