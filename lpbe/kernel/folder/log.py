"""The log of a game: its lines, the walk along them, its end in a copy, and what an interrupted run left of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ..base.canon import ident, jcs
from ..base.errors import Malformed, Unauthentic
from ..chain.letters import letter_id
from ..chain.records import TAIL, Entry, GameFile, head_id, read_entry
from ..disk import files

if TYPE_CHECKING:
    from .folder import Place


def log_line(game: GameFile) -> bytes:
    """The line of the log that a game file's last step is."""
    if game.state.seq == 0:
        return jcs(replace(game.last, genesis=game.genesis, sig=game.sig))
    return jcs(game.last)


def last_of(entry: Entry) -> Entry:
    """A line of the log as the game file of its step had it."""
    return entry if isinstance(entry.genesis, UnsetType) else replace(entry, genesis=UNSET, sig=UNSET)


def entry_or_none(line: bytes) -> Entry | None:
    """What a line says, if it says anything."""
    try:
        return read_entry(line) if line else None
    except Malformed:
        return None


def log_lines(path: str) -> Iterator[bytes]:
    return files.each_line(path, files.LOG_LINE)


def has_log(place: Place) -> bool:
    return bool(place.folder) and files.is_file(place.log)


def names_its_events(entry: Entry) -> bool:
    """Whether the head of a step names what the step made public."""
    return entry.head.public == ident("public", entry.public)


def chained(place: Place, game: GameFile) -> Iterator[Entry]:
    """The log up to the position at hand, each line what the head after it names: a story is told as it happened.

    A run that is going on writes the game file first: the log may be a step behind, or already ahead.
    """
    head, end = game.state.game, head_id(game.last.head)
    for line in log_lines(place.log):
        entry = entry_or_none(line)
        if entry is None or head == end:
            break
        if entry.head.prev != head or not names_its_events(entry):
            raise Unauthentic("E_STATE_LOG", "the log is false at step {step}", "see: lpbe verify", step=entry.head.seq)
        head = head_id(entry.head)
        yield entry
    if head != end:
        if head != game.last.head.prev:
            raise not_leading_here()
        yield game.last


def not_leading_here() -> Unauthentic:
    return Unauthentic("E_STATE_LOG", "the log does not lead to this game file", "restore both from one backup")


def check_tail(game: GameFile) -> None:
    """Every step of a tail leads to the one after it, and the last of them to the step that the referee signed."""
    if sum(len(jcs(entry)) for entry in game.tail) > TAIL:
        raise Unauthentic("E_STATE_LOG", "the tail of this copy is too long", "ask for another copy")
    following = game.last
    for entry in reversed(game.tail):
        if not is_before(entry, following) or not is_whole(entry, game):
            raise Unauthentic(
                "E_STATE_LOG",
                "the tail of this copy is false at step {step}",
                "ask for another copy",
                step=entry.head.seq,
            )
        following = entry


def is_before(entry: Entry, following: Entry) -> bool:
    return entry.head.id == following.head.prev and entry.head.seq == following.head.seq - 1


def is_whole(entry: Entry, game: GameFile) -> bool:
    """It says what its head names, and stands there as a game file has it."""
    named = None if isinstance(entry.order, UnsetType) else letter_id(entry.order)
    own = entry.head.game == game.state.game and isinstance(entry.genesis, UnsetType)
    return own and names_its_events(entry) and (entry.head.order or None) == named


def holds_letter(path: str, order: str) -> bool:
    """Whether a step of the log carried out the letter of this id."""
    lines = (line for line in log_lines(path) if order.encode() in line)
    return any((entry := entry_or_none(line)) and entry.head.order == order for line in lines)


def mend_log(place: Place, game: GameFile) -> bool:
    """Bring the log to the game file's step: it may be one entry short, or have a torn last line."""
    wanted = log_line(game)
    line, offset, whole = files.last_line(place.log, files.LOG_LINE)
    if line and not whole:
        if line == wanted:
            files.append_line(place.log, b"")
            return True
        files.truncate(place.log, offset)
        line, offset, whole = files.last_line(place.log, files.LOG_LINE)
    if line == wanted:
        return False
    if not leads_to(line, game):
        raise not_leading_here()
    files.append_line(place.log, wanted)
    return True


def leads_to(line: bytes, game: GameFile) -> bool:
    """Whether a game file's step follows the one of this line; the first one follows nothing."""
    if game.state.seq == 0:
        return not line
    last = entry_or_none(line)
    return last is not None and last.head.seq == game.state.seq - 1 and head_id(last.head) == game.last.head.prev
