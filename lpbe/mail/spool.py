"""Mails that are to be sent: written whole before anything is sent, and marked when they are.

A mail lies in spool/ under a name made of its id until it is sent; then only an empty mark is left in sent/.
Where it can be told afterwards whether a mail that was being delivered has arrived, a note beside it says how.
"""

from __future__ import annotations

from collections.abc import Iterator
from os.path import join

from ..kernel.disk import files
from .home import open_folder, state_folder
from .known import name_of

LARGEST = 8 << 20
NOTE = 8 << 10
MAIL, GOING, FAILED = ".eml", ".going", ".failed"


def put(ident: str, data: bytes) -> str:
    """Keep a mail until it is sent; one of this id that is there already, sent or not, stays as it is."""
    name = name_of(ident)
    path = path_of(name, MAIL)
    if not files.is_there(path) and not is_sent(name):
        open_folder("spool")
        files.write(path, data, 0o600)
    return path


def was_put(ident: str) -> bool:
    """Whether a mail of this id was ever kept here."""
    name = name_of(ident)
    return is_sent(name) or files.is_there(path_of(name, MAIL))


def path_of(name: str, ending: str) -> str:
    return join(state_folder(), "spool", f"{name}{ending}")


def sent_mark(name: str) -> str:
    """In folders by their first letters: a host may send many mails in its life."""
    return join(state_folder(), "sent", name[:2], name)


def is_sent(name: str) -> bool:
    return files.is_there(sent_mark(name))


def waiting(again: bool = False) -> Iterator[str]:
    """The names of what has not been sent, the oldest first; what was refused for good only if it is tried again."""
    folder = open_folder("spool")
    kept = [name for name in files.names(folder) if name.endswith(MAIL)]
    for file in sorted(kept, key=lambda name: (files.changed(join(folder, name)), name)):
        name = file.removesuffix(MAIL)
        if again or not files.is_there(path_of(name, FAILED)):
            yield name


def mail_of(name: str) -> bytes:
    return files.read(path_of(name, MAIL), LARGEST)


def note_of(name: str) -> bytes:
    """How it can be told whether a delivery that was begun has ended; nothing where none was begun."""
    path = path_of(name, GOING)
    return files.read(path, NOTE) if files.is_there(path) else b""


def mark_going(name: str, note: bytes) -> None:
    files.write(path_of(name, GOING), note, 0o600)


def forget_note(name: str) -> None:
    files.remove(path_of(name, GOING))


def mark_failed(name: str, why: str) -> None:
    """It stays, and is not tried again by itself."""
    files.write(path_of(name, FAILED), why.encode()[:NOTE], 0o600)


def mark_sent(name: str) -> None:
    """First the mark, then the mail goes: what was sent is never sent again."""
    open_folder("sent", name[:2])
    files.write(sent_mark(name), b"", 0o600)
    for ending in (MAIL, GOING, FAILED):
        files.remove(path_of(name, ending))


def sweep() -> None:
    """What dead writers left; while nobody else writes here."""
    files.sweep(open_folder("spool"))
