"""Mails that have been dealt with, by their ids; how often an address was answered today; and the log of it all."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from os.path import join

from ..kernel.base.canon import Plain, jcs
from ..kernel.disk import files
from .home import open_folder, state_folder

DAILY = 20
"""So many answers an address gets a day; then there is silence."""
STRANGERS = 1
"""And so many one that no game knows."""
LINE = 8 << 10


def name_of(ident: str) -> str:
    """An id as the name of a file."""
    return sha256(ident.encode("utf-8", "surrogateescape")).hexdigest()[:40]


def is_known(ident: str) -> bool:
    return files.is_there(join(state_folder(), "known", name_of(ident)))


def make_known(ident: str) -> None:
    """From now on the mail is dealt with, whatever fails."""
    path = join(open_folder("known"), name_of(ident))
    if not files.is_there(path):
        files.write(path, b"", 0o600)


def may_answer(address: str, day: str, known: bool) -> bool:
    """Whether it was not answered too often today: nobody is flooded through us, and nothing goes round for ever."""
    path = join(state_folder(), "answered", f"{day}.txt")
    if not files.is_there(path):
        return True
    mark = name_of(address).encode()
    return sum(line == mark for line in files.each_line(path, LINE)) < (DAILY if known else STRANGERS)


def count_answer(address: str, day: str) -> None:
    files.append_line(join(open_folder("answered"), f"{day}.txt"), name_of(address).encode(), sync=False)


def log_mail(entry: Mapping[str, Plain | str | list[str]]) -> None:
    """One line a mail: when, from whom, what became of it."""
    files.append_line(join(open_folder(), "log.jsonl"), jcs(dict(entry))[: LINE - 2])
