"""Mails that have been dealt with, by their ids; how often an address was answered today; and the log of it all."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from os.path import join

from ..kernel.base.canon import Plain, jcs
from ..kernel.disk import files
from .home import open_folder, state_folder

FILED, KNOWN, STRANGER = "filed", "known", "stranger"
"""Whom an answer is for: who has sent what counts, who plays somewhere by what a mail says of itself, and others."""
DAILY = {FILED: 20, KNOWN: 20, STRANGER: 1}
"""So many answers an address gets a day; then there is silence. Forged mails use up none of what is filed."""
STRANGERS = 50
"""And so many all strangers together: their addresses cost nothing."""
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


def may_answer(address: str, day: str, who: str) -> bool:
    """Whether it was not answered too often today: nobody is flooded through us, and nothing goes round for ever."""
    path = join(state_folder(), "answered", f"{day}.txt")
    if not files.is_there(path):
        return True
    told = list(files.each_line(path, LINE))
    return told.count(mark_of(who, address)) < DAILY[who] and (who != STRANGER or told.count(mark_of(who)) < STRANGERS)


def count_answer(address: str, day: str, who: str) -> None:
    path = join(open_folder("answered"), f"{day}.txt")
    for mark in [mark_of(who, address), *([mark_of(who)] if who == STRANGER else [])]:
        files.append_line(path, mark, sync=False)


def mark_of(who: str, address: str = "") -> bytes:
    return name_of(address if who == KNOWN else f"{who} {address}").encode()


def log_mail(entry: Mapping[str, Plain | str | list[str]]) -> None:
    """One line a mail: when, from whom, what became of it."""
    files.append_line(join(open_folder(), "log.jsonl"), jcs(dict(entry))[: LINE - 2])
