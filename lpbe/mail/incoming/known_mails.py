"""Remember which e-mails were processed, so that none is processed twice, and forget those whose letters were lost."""

from __future__ import annotations

from collections.abc import Iterator
from os.path import join

import msgspec
from msgspec import Struct

from ...app.session.open_game import OpenGame
from ...kernel.base.errors import Failure
from ...kernel.disk import files, folders
from ...kernel.gamedir.log import holds_letter
from ..state_dir import file_name_for, open_folder, state_folder
from .message import Mail
from .outcome import Outcome

MAX_MARK_BYTES = 64 << 10


class FiledLetters(Struct, frozen=True, omit_defaults=True):
    """The letters that an e-mail led to, their game, and the last question that they answer."""

    game: str = ""
    letters: list[str] = []
    window: int = 0


def is_processed(mail: Mail) -> bool:
    """Return whether an e-mail was processed; before version 0.2 e-mails were remembered by their Message-ID alone."""
    return is_known(mail.key) or is_known(mail.message_id)


def is_known(key: str) -> bool:
    return files.is_there(join(state_folder(), "known", file_name_for(key)))


def mark_known(key: str, filed: FiledLetters | None = None) -> None:
    path = join(open_folder("known"), file_name_for(key))
    if not files.is_there(path):
        files.write(path, msgspec.json.encode(filed) if filed and filed.letters else b"", 0o600)


def letter_key(outcome: Outcome) -> str:
    """Return the key under which an answered letter is remembered: copies of it prove nothing."""
    return f"letter {outcome.letter_id}"


def forget_lost_letters(opened: OpenGame) -> int:
    """Have e-mails processed again if their letters may still count but were not carried out; return how many."""
    lost = list(marks_of_lost_letters(opened))
    for path in lost:
        files.remove(path)
    return len(lost)


def marks_of_lost_letters(opened: OpenGame) -> Iterator[str]:
    folder = open_folder("known")
    state = opened.game.state
    for name in folders.file_names(folder):
        filed = read_mark(join(folder, name))
        may_count = filed.game == state.game and filed.window >= state.window.number
        if may_count and not any(holds_letter(opened.place.log, letter) for letter in filed.letters):
            yield join(folder, name)


def read_mark(path: str) -> FiledLetters:
    """Return what a mark says; nothing for a mark of an earlier version, or of an e-mail that led to no letter."""
    try:
        return msgspec.json.decode(files.read(path, MAX_MARK_BYTES), type=FiledLetters)
    except (Failure, msgspec.DecodeError):
        return FiledLetters()
