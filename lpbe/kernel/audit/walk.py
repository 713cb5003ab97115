"""Level 0: the walk along the log, which anybody can do at any time."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

import msgspec
from msgspec import Struct, UnsetType
from msgspec.structs import replace

from ..base.canon import Plain, jcs
from ..base.errors import Malformed
from ..chain.acts.play import Play
from ..chain.acts.standing import StandingLetter
from ..chain.acts.timeout import Timeout
from ..chain.books import bookkeep, first_state, open_window
from ..chain.checks import check_letter, check_referee, referee_keys, seal_keys
from ..chain.drawers import table_part
from ..chain.letters import letter_id, present
from ..chain.openings import Opening, check_opening
from ..chain.records import Entry, GameFile, Head, StateRecord, head_id, read_entry
from ..chain.seating import Genesis, Now, WindowRecord, game_id, given_seat
from ..chain.step import check_signature
from ..chain.times import later
from ..crypto import sshsig
from ..folder.log import last_of, names_its_events
from ..folder.reports import Reports
from ..play.rulebook import Rules
from ..play.rules import Event, State
from .backing import check_batch, check_bot_letter, check_disclosing
from .causes import Scene, check_caused
from .course import check_course, check_in_time, is_void
from .story import Story
from .verdict import Diverged, Progress, blame


class OwnLetter(NamedTuple):
    """A letter of a seat in the log: with which key it was sealed, and to which referees it can have been."""

    seq: int
    letter: Play | StandingLetter
    seal: str
    referees: list[str]


class LogWalk(Struct):
    """How far the log has been read: the books, the public table, and the orders whose openings may come."""

    genesis: Genesis
    state: StateRecord
    head: str
    at: str | None
    table: State | None = None
    letters: dict[str, Play | StandingLetter] = {}
    replaced: set[str] = set()
    own: dict[str, list[OwnLetter]] = {}
    """For each seat that somebody asks for, what it sent."""
    story: Story = msgspec.field(default_factory=Story)


def read_log(lines: Iterable[bytes]) -> list[Entry]:
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
) -> LogWalk:
    """Level 0: chain, signatures, windows, openings, the public table, and the reports, step by step."""
    if not entries:
        raise Diverged("E_STATE_LOG", 0, "the log is empty")
    reader = read_first(rules, game, entries[0])
    reader.own = {seat: [] for seat in seats}
    compare(reports, game, reader, entries[0])
    for entry in entries[1:]:
        read_next(rules, reader, entry, game.last)
        compare(reports, game, reader, entry)
        progress(reader.state.seq)
    check_end(game, reader, entries)
    return reader


def read_first(rules: Rules, game: GameFile, entry: Entry) -> LogWalk:
    genesis, head = entry.genesis, entry.head
    if isinstance(genesis, UnsetType) or genesis != game.genesis or entry.sig != game.sig:
        raise Diverged("E_STATE_LOG", 0, "the log begins with another game")
    name = game_id(genesis)
    if head.seq or head.prev != name or head.game != name or not names_its_events(entry):
        raise Diverged("E_STATE_CHAIN", 0, "the first head does not fit")
    if not isinstance(head.order, UnsetType) or not isinstance(entry.order, UnsetType):
        raise Diverged("E_STATE_LOG", 0, "the first line of the log has an order")
    check_at(genesis, None, head)
    if genesis.trust == "referee" and (entry.public.events or entry.public.openings):
        raise Diverged("E_AUDIT_DIVERGES", 0, "nothing can have happened before anybody joined")
    events = read_events(rules, entry)
    state = open_window(genesis, first_state(genesis, name, head.at or None), Now(head.at or None, events))
    reader = LogWalk(genesis, state, head_id(head), head.at or None)
    if genesis.trust == "referee":
        blame(0, check_referee, present(genesis.referee))
        blame(0, check_signature, present(genesis.referee).sign, sshsig.HEAD, head.signed, entry.head_sig)
    else:
        fold(rules, reader, entry, events)
    return reader


def read_next(rules: Rules, reader: LogWalk, entry: Entry, last: Entry) -> None:
    """One step; the signature of the last head has been checked with the game file."""
    genesis, state, head = reader.genesis, reader.state, entry.head
    seq = state.seq + 1
    check_link(reader, entry, seq)
    envelope = entry.envelope
    letter = envelope.order
    blame(seq, check_letter, genesis, state, reader.head, envelope, head.at or None)
    check_batch(genesis, seq, letter)
    check_bot_letter(state, letter)
    if isinstance(letter, Timeout):
        blame(seq, letter.check_phase, reader.table, state.window.number)
    if genesis.trust == "referee" and (head != last.head or entry.head_sig != last.head_sig):
        blame(seq, check_signature, referee_keys(genesis, state).sign, sshsig.HEAD, head.signed, entry.head_sig)
    events = read_events(rules, entry)
    check_caused(Scene(genesis, rules.book, state, reader.table), letter, entry.public, events)
    check_in_time(state, letter, events)
    if isinstance(letter, Timeout):
        blame(seq, letter.check_days, genesis, state, Now(head.at or None, events))
    reader.state = bookkeep(genesis, state, reader.head, envelope, events, head.at or None)
    reader.replaced |= replaced_orders(state.window, reader.state.window)
    reader.head, reader.at = head_id(head), head.at or None
    if isinstance(letter, Play | StandingLetter):
        keep_letter(reader, state, present(head.order), letter)
    for opening in entry.public.openings:
        check_revealed(reader, seq, opening)
    fold(rules, reader, entry, events)
    check_course(reader.state, reader.table, letter, events)
    if reader.state.window.kind == "over" or entry.public.disclosed:
        check_disclosing(genesis, state, reader.state, entry)
    reader.story.tell(genesis, state, reader.state, letter, Now(head.at or None, events))


def keep_letter(reader: LogWalk, state: StateRecord, name: str, letter: Play | StandingLetter) -> None:
    """What an opening may belong to later, and what somebody wants to see again."""
    reader.letters[name] = letter
    if letter.seat in reader.own:
        seal = given_seat(state, letter.seat).seal or ""
        reader.own[letter.seat].append(OwnLetter(state.seq + 1, letter, seal, seal_keys(reader.genesis, state)))


def check_revealed(reader: LogWalk, seq: int, opening: Opening) -> None:
    """What a step reveals was signed by a seat, and still counted."""
    if opening.order not in reader.letters:
        raise Diverged("E_COMMIT_MISMATCH", seq, "an opening belongs to no order")
    if opening.order in reader.replaced and isinstance(opening.others, UnsetType):
        raise Diverged("E_COMMIT_MISMATCH", seq, "the referee revealed an order that its seat has replaced")
    blame(seq, check_opening, reader.letters[opening.order], opening)


def replaced_orders(before: WindowRecord, after: WindowRecord) -> set[str]:
    """The orders that were in, and are not any more, though their window is still open."""
    if before.number != after.number or after.kind == "over":
        return set()
    return {done.order for done in before.accepted} - {done.order for done in after.accepted}


def check_link(reader: LogWalk, entry: Entry, seq: int) -> None:
    head, letter = entry.head, entry.order
    if isinstance(letter, UnsetType) or not isinstance(entry.genesis, UnsetType):
        raise Diverged("E_STATE_LOG", seq, "a line of the log has no order")
    if head.seq != seq or head.game != reader.state.game or head.prev != reader.head:
        raise Diverged("E_STATE_CHAIN", seq, "this step does not follow the one before").but(reader.head, head.prev)
    if head.order != letter_id(letter) or not names_its_events(entry):
        raise Diverged("E_STATE_CHAIN", seq, "the head names another order or other events")
    check_at(reader.genesis, reader.at, head)


def check_at(genesis: Genesis, before: str | None, head: Head) -> None:
    """Time stands in games with a pace only, and never runs backwards."""
    paced = not isinstance(genesis.pace, UnsetType)
    if paced == isinstance(head.at, UnsetType) or (before and head.at and head.at < before):
        raise Diverged("E_STATE_TIME", head.seq, "time runs backwards, or is missing")
    try:
        later(head.at or "", "1d") if paced else None
    except Malformed as fault:
        raise Diverged.at("E_STATE_TIME", head.seq, fault) from None


def read_events(rules: Rules, entry: Entry) -> list[Event]:
    try:
        events = rules.book.read_events(entry.public.events)
        if any(event.seen_by(None) is None for event in events):
            raise Diverged("E_AUDIT_DIVERGES", entry.head.seq, "the log tells what is one seat's alone")
        return events
    except msgspec.ValidationError as error:
        raise Diverged(
            "E_AUDIT_DIVERGES", entry.head.seq, "there are no such events: {error}", error=str(error)
        ) from None


def fold(rules: Rules, reader: LogWalk, entry: Entry, events: list[Event]) -> None:
    """The public table of this step: the events of the log, and no rule."""
    if events and reader.state.window.kind in ("join", "ready"):
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
            "E_AUDIT_DIVERGES", entry.head.seq, "the events cannot have happened: {error}", error=str(error)
        ) from None


def check_end(game: GameFile, reader: LogWalk, entries: list[Entry]) -> None:
    seq, state, last = reader.state.seq, game.state, entries[-1]
    if seq > state.seq and entries[state.seq].head == game.last.head:
        raise Diverged("E_ROLLBACK", state.seq, "the log knows step {later}: this game file was put back", later=seq)
    if seq != state.seq:
        raise Diverged(
            "E_STATE_LOG",
            min(seq, state.seq) + 1,
            "the log has {logged} steps, the game file {filed}",
            logged=seq,
            filed=state.seq,
        )
    if jcs(last_of(last)) != jcs(game.last):
        raise Diverged("E_STATE_LOG", seq, "the last line of the log is not the last step of the game file")
    if jcs(public_table(reader)) != jcs(state.table):
        raise Diverged("E_AUDIT_DIVERGES", seq, "the table in the game file is not what the log tells")
    books = replace(reader.state, table=state.table, seals=state.seals, drawer=state.drawer, clear=state.clear)
    if jcs(books) != jcs(state):
        raise Diverged("E_AUDIT_DIVERGES", seq, "seats, keys or windows in the game file are not what the log tells")


def compare(reports: Reports | None, game: GameFile, reader: LogWalk, entry: Entry) -> None:
    if reports and reader.state.seq in reports.steps:
        reports.compare(public_file(game, reader, entry))


def public_file(game: GameFile, reader: LogWalk, entry: Entry) -> GameFile:
    """The game file of this step as the log tells it: all but what was sealed."""
    state = replace(reader.state, table=public_table(reader))
    return GameFile(reader.genesis, state, last_of(entry), game.sig)


def public_table(reader: LogWalk) -> Plain:
    return table_part(reader.table) if reader.table is not None else {}
