"""Level 0 of an audit: check the public log, which anybody can do at any time."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

import msgspec
from msgspec import Struct, UnsetType
from msgspec.structs import replace

from ..base.canonical import Plain, jcs
from ..base.errors import Diverged, Malformed
from ..chain.bookkeeping import bookkeep, first_state, open_window
from ..chain.commitments import Opening, check_opening
from ..chain.deadlines import later
from ..chain.genesis import Genesis, StepOutcome, WindowRecord, game_id, given_seat
from ..chain.letter import letter_id, present
from ..chain.letter_checks import check_letter, check_referee, referee_keys, seal_keys
from ..chain.letters.play import Play
from ..chain.letters.standing import StandingLetter
from ..chain.letters.timeout import Timeout
from ..chain.records import Entry, GameFile, Head, StateRecord, head_id, read_entry
from ..chain.sealed_state import public_part
from ..chain.transition import check_signature
from ..crypto import sshsig
from ..engine.model import Event, State
from ..engine.rulebook import Rules
from ..gamedir.gamedir import Reports
from ..gamedir.log import names_its_events, without_genesis
from .event_causes import Position, check_causes
from .findings import LogSummary, Progress, blame
from .step_rules import check_batch, check_bot_letter, check_course, check_disclosing, check_in_time, is_void


class SeatLetter(NamedTuple):
    """A letter of a seat in the log: the key that sealed it, and the referees it may have been sealed to."""

    seq: int
    letter: Play | StandingLetter
    seal: str
    referees: list[str]


class LogReader(Struct):
    """The state of reading a log: bookkeeping, public table, and the letters whose openings may follow."""

    genesis: Genesis
    state: StateRecord
    head: str
    at: str | None
    table: State | None = None
    letters: dict[str, Play | StandingLetter] = {}
    replaced: set[str] = set()
    own: dict[str, list[SeatLetter]] = {}
    """The letters of each seat that level 1 checks."""
    summary: LogSummary = msgspec.field(default_factory=LogSummary)


def read_log(lines: Iterable[bytes]) -> list[Entry]:
    """Decode the lines of a log."""
    entries = []
    for seq, line in enumerate(lines):
        try:
            entries.append(read_entry(line))
        except Malformed as error:
            raise Diverged.at("E_STATE_LOG", seq, error) from None
    return entries


def check_log(
    rules: Rules,
    game: GameFile,
    entries: list[Entry],
    progress: Progress,
    reports: Reports | None = None,
    seats: Collection[str] = (),
) -> LogReader:
    """Check the log step by step: chain, signatures, windows, openings, the public table, and the reports."""
    if not entries:
        raise Diverged("E_STATE_LOG", 0, "the log is empty")
    reader = read_first(rules, game, entries[0])
    reader.own = {seat: [] for seat in seats}
    compare_report(reports, game, reader, entries[0])
    for entry in entries[1:]:
        read_next(rules, reader, entry, game.last)
        compare_report(reports, game, reader, entry)
        progress(reader.state.seq)
    check_end(game, reader, entries)
    return reader


def read_first(rules: Rules, game: GameFile, entry: Entry) -> LogReader:
    """Check the first line of a log, which contains the genesis."""
    genesis = entry.genesis
    head = entry.head
    if isinstance(genesis, UnsetType) or genesis != game.genesis or entry.sig != game.sig:
        raise Diverged("E_STATE_LOG", 0, "the log begins with a different game")
    name = game_id(genesis)
    if head.seq or head.prev != name or head.game != name or not names_its_events(entry):
        raise Diverged("E_STATE_CHAIN", 0, "the first head does not match")
    if not isinstance(head.letter_id, UnsetType) or not isinstance(entry.letter, UnsetType):
        raise Diverged("E_STATE_LOG", 0, "the first line of the log contains an order")
    check_time(genesis, None, head)
    if genesis.trust == "referee" and (entry.public.events or entry.public.openings):
        raise Diverged("E_AUDIT_DIVERGES", 0, "nothing can have happened before anybody joined")
    events = read_events(rules, entry)
    state = open_window(genesis, first_state(genesis, name, head.at or None), StepOutcome(head.at or None, events))
    reader = LogReader(genesis=genesis, state=state, head=head_id(head), at=head.at or None)
    if genesis.trust == "referee":
        blame(0, check_referee, present(genesis.referee))
        blame(0, check_signature, present(genesis.referee).sign, sshsig.HEAD, head.signed_bytes, entry.head_sig)
    else:
        apply_events(rules, reader, entry, events)
    return reader


def read_next(rules: Rules, reader: LogReader, entry: Entry, last: Entry) -> None:
    """Check one more step; the signature of the last head has been checked with the game file."""
    genesis = reader.genesis
    state = reader.state
    head = entry.head
    seq = state.seq + 1
    check_chain(reader, entry, seq)
    envelope = entry.envelope
    letter = envelope.letter
    blame(seq, check_letter, genesis, state, reader.head, envelope, head.at or None)
    check_batch(genesis, seq, letter)
    check_bot_letter(state, letter)
    if isinstance(letter, Timeout):
        blame(seq, letter.check_phase, reader.table, state.window.number)
    if genesis.trust == "referee" and (head != last.head or entry.head_sig != last.head_sig):
        blame(seq, check_signature, referee_keys(genesis, state).sign, sshsig.HEAD, head.signed_bytes, entry.head_sig)
    events = read_events(rules, entry)
    position = Position(genesis=genesis, book=rules.book, state=state, table=reader.table)
    check_causes(position, letter, entry.public, events)
    check_in_time(state, letter, events)
    if isinstance(letter, Timeout):
        blame(seq, letter.check_days, genesis, state, StepOutcome(head.at or None, events))
    reader.state = bookkeep(genesis, state, reader.head, envelope, events, head.at or None)
    reader.replaced |= replaced_orders(state.window, reader.state.window)
    reader.head = head_id(head)
    reader.at = head.at or None
    if isinstance(letter, Play | StandingLetter):
        keep_letter(reader, state, present(head.letter_id), letter)
    for opening in entry.public.openings:
        check_revealed(reader, seq, opening)
    apply_events(rules, reader, entry, events)
    check_course(reader.state, reader.table, letter, events)
    if reader.state.window.is_over or entry.public.disclosed:
        check_disclosing(genesis, state, reader.state, entry)
    reader.summary.record(genesis, state, reader.state, letter, StepOutcome(head.at or None, events))


def keep_letter(reader: LogReader, state: StateRecord, name: str, letter: Play | StandingLetter) -> None:
    """Remember a letter that an opening may belong to, or that level 1 will check."""
    reader.letters[name] = letter
    if letter.seat in reader.own:
        seal = given_seat(state, letter.seat).seal or ""
        referees = seal_keys(reader.genesis, state)
        reader.own[letter.seat].append(SeatLetter(seq=state.seq + 1, letter=letter, seal=seal, referees=referees))


def check_revealed(reader: LogReader, seq: int, opening: Opening) -> None:
    """Check that a seat signed what a step reveals, and that it had not been replaced."""
    if opening.letter_id not in reader.letters:
        raise Diverged("E_COMMIT_MISMATCH", seq, "an opening does not belong to any order")
    if opening.letter_id in reader.replaced and isinstance(opening.others, UnsetType):
        raise Diverged("E_COMMIT_MISMATCH", seq, "the referee revealed an order that its player had replaced")
    blame(seq, check_opening, reader.letters[opening.letter_id], opening)


def replaced_orders(before: WindowRecord, after: WindowRecord) -> set[str]:
    """Return the letters that have been replaced in a window that is still open."""
    if before.number != after.number or after.is_over:
        return set()
    return {done.letter_id for done in before.accepted} - {done.letter_id for done in after.accepted}


def check_chain(reader: LogReader, entry: Entry, seq: int) -> None:
    """Check that a step continues the chain and that its head names its letter and events."""
    head = entry.head
    letter = entry.letter
    if isinstance(letter, UnsetType) or not isinstance(entry.genesis, UnsetType):
        raise Diverged("E_STATE_LOG", seq, "a line of the log has no order")
    if head.seq != seq or head.game != reader.state.game or head.prev != reader.head:
        raise Diverged("E_STATE_CHAIN", seq, "this step does not follow the one before").but(reader.head, head.prev)
    if head.letter_id != letter_id(letter) or not names_its_events(entry):
        raise Diverged("E_STATE_CHAIN", seq, "the head names a different order or different events")
    check_time(reader.genesis, reader.at, head)


def check_time(genesis: Genesis, before: str | None, head: Head) -> None:
    """Check the time of a step: only games with a pace have times, and they never run backwards."""
    paced = not isinstance(genesis.pace, UnsetType)
    if paced == isinstance(head.at, UnsetType) or (before and head.at and head.at < before):
        raise Diverged("E_STATE_TIME", head.seq, "time runs backwards, or is missing")
    try:
        later(head.at or "", "1d") if paced else None
    except Malformed as fault:
        raise Diverged.at("E_STATE_TIME", head.seq, fault) from None


def read_events(rules: Rules, entry: Entry) -> list[Event]:
    """Decode the events of a step; refuse events that only one seat may see."""
    try:
        events = rules.book.read_events(entry.public.events)
        if any(event.seen_by(None) is None for event in events):
            raise Diverged(
                "E_AUDIT_DIVERGES", entry.head.seq, "the log reveals something that only one seat should see"
            )
        return events
    except msgspec.ValidationError as error:
        raise Diverged("E_AUDIT_DIVERGES", entry.head.seq, "no such events exist: {error}", error=str(error)) from None


def apply_events(rules: Rules, reader: LogReader, entry: Entry, events: list[Event]) -> None:
    """Apply the events of a step to the public table; no rules are involved."""
    if events and reader.state.window.before_start:
        raise Diverged("E_AUDIT_DIVERGES", entry.head.seq, "nothing can have happened before everybody was ready")
    if not events or is_void(events):
        return
    if reader.table is None:
        blank = rules.book.blank([s.id for s in reader.state.seats], reader.genesis.options)
        reader.table = blank.seen_by(None)
    try:
        for event in events:
            event.apply(reader.table)
    except (LookupError, ValueError, TypeError) as error:
        raise Diverged(
            "E_AUDIT_DIVERGES", entry.head.seq, "these events cannot have happened: {error}", error=str(error)
        ) from None


def check_end(game: GameFile, reader: LogReader, entries: list[Entry]) -> None:
    """Check that the log leads to the game file."""
    seq = reader.state.seq
    state = game.state
    if seq > state.seq and entries[state.seq].head == game.last.head:
        raise Diverged(
            "E_ROLLBACK", state.seq, "the log knows step {later}, so this game file is an older copy", later=seq
        )
    if seq != state.seq:
        raise Diverged(
            "E_STATE_LOG",
            min(seq, state.seq) + 1,
            "the log has {logged} steps, but the game file has {filed}",
            logged=seq,
            filed=state.seq,
        )
    if jcs(without_genesis(entries[-1])) != jcs(game.last):
        raise Diverged("E_STATE_LOG", seq, "the last line of the log is not the last step of the game file")
    if jcs(public_table(reader)) != jcs(state.table):
        raise Diverged("E_AUDIT_DIVERGES", seq, "the table in the game file does not match the log")
    expected = replace(reader.state, table=state.table, seals=state.seals, drawer=state.drawer, clear=state.clear)
    if jcs(expected) != jcs(state):
        raise Diverged("E_AUDIT_DIVERGES", seq, "seats, keys or questions in the game file do not match the log")


def compare_report(reports: Reports | None, game: GameFile, reader: LogReader, entry: Entry) -> None:
    """Compare the report of this step, if there is one, with what the log says."""
    if reports and reader.state.seq in reports.steps:
        reports.compare(public_file(game, reader, entry))


def public_file(game: GameFile, reader: LogReader, entry: Entry) -> GameFile:
    """Return the game file of this step as the log gives it, without the sealed parts."""
    state = replace(reader.state, table=public_table(reader))
    return GameFile(genesis=reader.genesis, state=state, last=without_genesis(entry), sig=game.sig)


def public_table(reader: LogReader) -> Plain:
    """Return the public table as a game file contains it."""
    return public_part(reader.table) if reader.table is not None else {}
