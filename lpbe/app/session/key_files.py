"""Key files: find, read and write them."""

from __future__ import annotations

import os
from collections.abc import Callable

from ...kernel.base.errors import Malformed, MissingKey, OpenToOthers
from ...kernel.base.safe_text import quote
from ...kernel.crypto.keys import NONCE_BYTES, SALT_BYTES, Identity, KeyFile, key_text, lock
from ...kernel.crypto.sshsig import parse_public_line
from ...kernel.disk import environment, files, folders

SECRET_MARK = b"LPBE-SECRET-"
"""What the secret line of every key begins with."""


def default_key_path() -> str:
    base = environment.get_variable("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return os.path.join(base, "lpbe", "key")


def find_key(option: str | None) -> str | None:
    """Return the text of the caller's key file, or None: --key, LPBE_KEY, LPBE_KEY_FILE, the default place."""
    if option == "-":
        return files.read_stdin(files.MAX_KEY_BYTES).decode("utf-8", "replace")
    if option:
        return read_key_file(option)
    if line := environment.get_variable("LPBE_KEY", pop=True):
        return line
    if path := environment.get_variable("LPBE_KEY_FILE"):
        return read_key_file(path)
    return read_key_file(default_key_path()) if files.is_file(default_key_path()) else None


def read_key_file(path: str) -> str:
    """Return the text of a key file. A file that is not a key at all may be readable by others."""
    try:
        return files.read_key_text(path)
    except OpenToOthers:
        if SECRET_MARK in files.read_some(path, files.MAX_KEY_BYTES)[0]:
            raise
        hint = "give the right file: --key FILE; or make a new key: lpbe key new"
        raise Malformed("E_KEY_FORMAT", "'{path}' is not a key file", hint, path=quote(path)).in_file(path) from None


def read_identity(text: str, passphrase: Callable[[], str]) -> Identity:
    """Read a key and return its identity; ask for the passphrase if the key is locked."""
    key = KeyFile(text)
    seed = key.seed(environment_passphrase() or passphrase() if key.is_locked else "")
    if not key.ssh:
        return Identity(seed)
    return with_ssh(Identity(seed), key.ssh)


def with_ssh(identity: Identity, path: str) -> Identity:
    """Return the same person with an SSH key that signs their orders."""
    public = path if path.endswith(".pub") else path + ".pub"
    line = files.read(public, files.MAX_KEY_BYTES).decode("utf-8", "replace")
    return Identity(identity.seed, path, parse_public_line(line))


def environment_passphrase() -> str:
    """Return the passphrase from the environment, which is read once and then forgotten."""
    return environment.get_variable("LPBE_PASSPHRASE", pop=True)


def missing_key() -> MissingKey:
    return MissingKey("E_KEY_MISSING", "there is no key here", "make one: lpbe key new, or give it: --key FILE")


def new_identity() -> Identity:
    return Identity(os.urandom(32))


def unguessable_text() -> str:
    """Return a text that nobody can guess, such as the secret part of an address."""
    return os.urandom(16).hex()


def lock_seed(seed: bytes, passphrase: str) -> str:
    """Return the line of a key file that is locked by a passphrase."""
    return lock(seed, passphrase, os.urandom(SALT_BYTES + NONCE_BYTES))


def write_key(path: str, identity: Identity, name: str = "me", secret: str = "") -> None:
    from datetime import date

    folder = os.path.dirname(path)
    if folder:
        folders.make_folder(folder, 0o700)
    files.create(path, key_text(identity, name, date.today().isoformat(), secret).encode())
