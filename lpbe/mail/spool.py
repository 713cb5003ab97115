"""Mails that are to be sent: written whole before anything is sent, and marked when they are."""

from __future__ import annotations

from collections.abc import Iterator
from os.path import join

from ..kernel.disk import files
from .home import open_folder
from .known import name_of

LARGEST = 8 << 20


def put(ident: str, data: bytes) -> str:
    """Keep a mail until it is sent; one of this id that is there already, sent or not, stays as it is."""
    path = join(open_folder("spool"), f"{name_of(ident)}.eml")
    if not files.is_there(path) and not is_sent(path):
        files.write(path, data, 0o600)
    return path


def is_sent(path: str) -> bool:
    return files.is_there(path.removesuffix(".eml") + ".sent")


def was_put(ident: str) -> bool:
    """Whether a mail of this id was ever kept here."""
    path = join(open_folder("spool"), f"{name_of(ident)}.eml")
    return files.is_there(path) or is_sent(path)


def waiting() -> Iterator[tuple[str, bytes]]:
    """What has not been sent, each with the path that is to be marked."""
    folder = open_folder("spool")
    files.sweep(folder)
    for name in files.names(folder):
        path = join(folder, name)
        if name.endswith(".eml") and not is_sent(path):
            yield path, files.read(path, LARGEST)


def mark_sent(path: str) -> None:
    """First the mark, then the mail goes: what was sent is never sent again."""
    files.write(path.removesuffix(".eml") + ".sent", b"", 0o600)
    files.remove(path)
