"""The log of a game: its lines, the tail in a copy, and repair after an interrupted run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ..base.canonical import ident, jcs
from ..base.errors import Malformed, Unauthentic
from ..chain.letter import letter_id
from ..chain.records import MAX_TAIL_BYTES, Entry, GameFile, head_id, read_entry
from ..disk import files

if TYPE_CHECKING:
    from .gamedir import Place


def log_line(game: GameFile) -> bytes:
    """Return the log line of a game file's last step."""
    if game.state.seq == 0:
        return jcs(replace(game.last, genesis=game.genesis, sig=game.sig))
    return jcs(game.last)


def without_genesis(entry: Entry) -> Entry:
    """Return a log entry as the game file of its step contains it."""
    return entry if isinstance(entry.genesis, UnsetType) else replace(entry, genesis=UNSET, sig=UNSET)


def entry_or_none(line: bytes) -> Entry | None:
    """Return the entry of a line, or None if it cannot be read."""
    try:
        return read_entry(line) if line else None
    except Malformed:
        return None


def log_lines(path: str) -> Iterator[bytes]:
    """Yield the lines of a log."""
    return files.each_line(path, files.MAX_LOG_LINE_BYTES)


def has_log(place: Place) -> bool:
    """Return whether a game has a log."""
    return bool(place.folder) and files.is_file(place.log)


def names_its_events(entry: Entry) -> bool:
    """Return whether the head of a step names what the step made public."""
    return entry.head.public == ident("public", entry.public)


def chained_entries(place: Place, game: GameFile) -> Iterator[Entry]:
    """Yield the log up to the given game file; check that each head names the one before it.

    During a run the game file is written first: the log may be one step behind, or already ahead.
    """
    head = game.state.game
    end = head_id(game.last.head)
    for line in log_lines(place.log):
        entry = entry_or_none(line)
        if entry is None or head == end:
            break
        if entry.head.prev != head or not names_its_events(entry):
            raise Unauthentic("E_STATE_LOG", "the log is wrong at step {step}", "see: lpbe verify", step=entry.head.seq)
        head = head_id(entry.head)
        yield entry
    if head != end:
        if head != game.last.head.prev:
            raise wrong_log()
        yield game.last


def wrong_log() -> Unauthentic:
    """Return the failure for a log that belongs to another game file."""
    return Unauthentic("E_STATE_LOG", "the log does not lead to this game file", "restore both from the same backup")


def check_tail(game: GameFile) -> None:
    """Check that each step of a tail leads to the next one, and the last to the step that the referee signed."""
    if sum(len(jcs(entry)) for entry in game.tail) > MAX_TAIL_BYTES:
        raise Unauthentic("E_STATE_LOG", "the part of the log in this copy is too long", "ask for another copy")
    following = game.last
    for entry in reversed(game.tail):
        if not is_before(entry, following) or not is_whole(entry, game):
            raise Unauthentic(
                "E_STATE_LOG",
                "the part of the log in this copy is wrong at step {step}",
                "ask for another copy",
                step=entry.head.seq,
            )
        following = entry


def is_before(entry: Entry, following: Entry) -> bool:
    """Return whether one step directly precedes another."""
    return entry.head.id == following.head.prev and entry.head.seq == following.head.seq - 1


def is_whole(entry: Entry, game: GameFile) -> bool:
    """Return whether an entry of this game contains what its head names, in the form of a game file."""
    named = None if isinstance(entry.letter, UnsetType) else letter_id(entry.letter)
    own = entry.head.game == game.state.game and isinstance(entry.genesis, UnsetType)
    return own and names_its_events(entry) and (entry.head.letter_id or None) == named


def holds_letter(path: str, order: str) -> bool:
    """Return whether a step of the log carried out the letter with this id."""
    return step_of_letter(path, order) is not None


def step_of_letter(path: str, order: str) -> int | None:
    """Return which step of the log carried out the letter with this id, if any."""
    lines = (line for line in log_lines(path) if order.encode() in line)
    entries = (entry for line in lines if (entry := entry_or_none(line)))
    return next((entry.head.seq for entry in entries if entry.head.letter_id == order), None)


def repair_log(place: Place, game: GameFile) -> bool:
    """Bring the log to the game file's step: it may be one entry short, or have a torn last line."""
    wanted = log_line(game)
    line, offset, whole = files.last_line(place.log, files.MAX_LOG_LINE_BYTES)
    if line and not whole:
        if line == wanted:
            files.append_line(place.log, b"")
            return True
        files.truncate(place.log, offset)
        line, offset, whole = files.last_line(place.log, files.MAX_LOG_LINE_BYTES)
    if line == wanted:
        return False
    if not leads_to(line, game):
        raise wrong_log()
    files.append_line(place.log, wanted)
    return True


def cut_log(place: Place, game: GameFile) -> bool:
    """Remove the steps after the game file's, of which a player took back their orders; return whether there were any.

    A log that does not contain the game file's step is left alone.
    """
    offset = 0
    for line in log_lines(place.log):
        offset += len(line) + 1
        entry = entry_or_none(line)
        if entry is None or entry.head.seq >= game.state.seq:
            break
    else:
        return False
    if entry is None or head_id(entry.head) != head_id(game.last.head) or offset >= files.size(place.log):
        return False
    files.truncate(place.log, offset)
    return True


def leads_to(line: bytes, game: GameFile) -> bool:
    """Return whether a game file's step follows that of a log line; the first step follows an empty log."""
    if game.state.seq == 0:
        return not line
    last = entry_or_none(line)
    return last is not None and last.head.seq == game.state.seq - 1 and head_id(last.head) == game.last.head.prev
