"""When waiting answers were written: the one written last counts, in whatever order e-mails arrive."""

from __future__ import annotations

from datetime import UTC, datetime
from os.path import join

import msgspec
from msgspec import Struct

from ...kernel.base.errors import Stale
from ...kernel.disk import files
from ..state_dir import file_name_for, open_folder, state_folder

MAX_BYTES = 1 << 10


class AnswerTime(Struct, frozen=True):
    """When the answer to a code was written, in seconds; 0 if its e-mail did not say."""

    code: str
    """A hash of the code: nobody may read the code itself here."""
    written: int = 0


def hash_code(code: str) -> str:
    return file_name_for(f"code {code}")


def record_answer(game: str, seat: str, answer: AnswerTime, now: datetime) -> None:
    """Remember when the newest answer of a seat was written; a clock that is ahead must not lock its owner out."""
    arrived = int(now.replace(tzinfo=UTC).timestamp())
    data = msgspec.json.encode(AnswerTime(answer.code, min(answer.written, arrived)))
    files.write(join(open_folder("answers"), file_name_for(f"{game} {seat}")), data, 0o600)


def recorded_answer(game: str, seat: str) -> AnswerTime | None:
    path = join(state_folder(), "answers", file_name_for(f"{game} {seat}"))
    if not files.is_there(path):
        return None
    try:
        return msgspec.json.decode(files.read(path, MAX_BYTES), type=AnswerTime)
    except msgspec.DecodeError:
        return None  # otherwise the order of arrival counts


def check_written_last(game: str, seat: str, code: str, written: int) -> None:
    """Refuse an answer that was written before the one that waits under the same code: a server has delayed it."""
    earlier = recorded_answer(game, seat)
    if earlier and written and earlier.code == hash_code(code) and written < earlier.written:
        raise Stale(
            "E_ORDER_STALE",
            "you have sent another answer since, and that one counts",
            "to change your answer, reply to the e-mail that confirms it",
        )
