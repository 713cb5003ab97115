"""Verification by strangers: the chain at any time, everything after disclosure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ..base.canon import Plain, ident, jcs
from ..base.errors import Failure, Malformed, Message, Rejected, Unauthentic, Value
from ..chain.checks import check_letter
from ..chain.compose import open_notes, open_view
from ..chain.drawers import table_part
from ..chain.hidden import check_seal_sizes
from ..chain.ledger import bookkeep, deadline, first_state, open_window
from ..chain.letters import AnyLetter, Envelope, Play, SetPolicy, commits_of, kind_of, letter_id, present, read_record
from ..chain.openings import check_opening
from ..chain.pinning import check_pinned
from ..chain.records import (
    Entry,
    GameFile,
    Genesis,
    Head,
    Memory,
    StateRecord,
    WindowRecord,
    game_id,
    head_id,
    read_entry,
)
from ..chain.step import Link, Referee, advance, authenticate, begin, check_signature, head_signer
from ..crypto import sshsig
from ..crypto.keys import Identity, Secret, unb64
from ..crypto.seals import commit_nonce, commitment
from ..folder.reports import Reports
from ..play.rulebook import Rules
from ..play.rules import Event, Standing, State

Progress = Callable[[int], None]


class Diverged(Unauthentic):
    """A step of the log is false: which, what was expected, what is there."""

    expected = found = ""

    def __init__(self, code: str, seq: int, template: str, /, **values: Value) -> None:
        super().__init__(code, "step {step}: {reason}", step=seq, reason=Message(template, values))
        self.seq = seq

    @classmethod
    def at(cls, code: str, seq: int, fault: Failure) -> Diverged:
        """What is wrong inside a step of the log."""
        return cls(code, seq, fault.template, **fault.values)

    def but(self, expected: str, found: str) -> Diverged:
        """What should be there, and what is."""
        self.expected, self.found = expected, found
        return self


class Verdict(Struct, frozen=True):
    """What holds, up to which level, and what a reader should know."""

    level: int
    steps: int
    history: bool
    signed: bool
    over: bool
    held: list[str] = []
    seats: list[str] = []
    reports: int = 0
    others: int = 0
    """Reports that another version wrote, which this one cannot check."""

    @property
    def complete(self) -> bool:
        return self.level == 2


class LogWalk(Struct):
    """How far the log has been read: the books, the public table, and the orders whose openings may come."""

    genesis: Genesis
    state: StateRecord
    head: str
    at: str | None
    table: State | None = None
    letters: dict[str, AnyLetter] = {}
    replaced: set[str] = set()


def no_progress(seq: int) -> None:
    pass


def verify(
    rules: Rules,
    game: GameFile,
    lines: Iterable[bytes] | None,
    seats: dict[str, Identity] | None = None,
    progress: Progress = no_progress,
    reports: Reports | None = None,
) -> Verdict:
    """Check a game as far as can be: its last state alone, its history, its secrets when they are disclosed."""
    check_pinned(game.genesis, rules)
    authenticate(game)
    if game.genesis.trust == "referee":
        check_seal_sizes(rules, game.state)
    level, entries = 0, None
    if lines is not None:
        entries = read_log(lines)
        check_log(rules, game, entries, progress, reports)
    for seat, identity in (seats or {}).items():
        check_own(rules, game, seat, identity, entries or [])
        level = 1
    secret = disclosed_secret(game)
    if entries is not None and (secret or game.genesis.trust == "open"):
        replay(rules, game, entries, secret, progress)
        level = 2
    if reports and entries is not None:
        check_reports(reports, game.state.seq)
    return Verdict(
        level,
        game.state.seq,
        entries is not None,
        game.genesis.trust == "referee",
        game.state.window.kind == "over",
        [s.id for s in game.state.seats if not isinstance(s.held, UnsetType)],
        list(seats or {}),
        len(reports.steps) - len(reports.others) if reports and entries is not None else 0,
        len(reports.others) if reports else 0,
    )


def read_log(lines: Iterable[bytes]) -> list[Entry]:
    entries = []
    for seq, line in enumerate(lines):
        try:
            entries.append(read_entry(line))
        except Malformed as error:
            raise Diverged.at("E_STATE_LOG", seq, error) from None
    return entries


def check_log(
    rules: Rules, game: GameFile, entries: list[Entry], progress: Progress, reports: Reports | None = None
) -> None:
    """Level 0: chain, signatures, windows, openings, the public table, and the reports, step by step."""
    if not entries:
        raise Diverged("E_STATE_LOG", 0, "the log is empty")
    reader = read_first(rules, game, entries[0])
    compare(reports, game, reader, entries[0])
    for entry in entries[1:]:
        read_next(rules, reader, entry)
        compare(reports, game, reader, entry)
        progress(reader.state.seq)
    check_end(game, reader, entries[-1])


def read_first(rules: Rules, game: GameFile, entry: Entry) -> LogWalk:
    genesis, head = entry.genesis, entry.head
    if isinstance(genesis, UnsetType) or genesis != game.genesis or entry.sig != game.sig:
        raise Diverged("E_STATE_LOG", 0, "the log begins with another game")
    name = game_id(genesis)
    if head.seq or head.prev != name or head.game != name or head.public != ident("public", entry.public):
        raise Diverged("E_STATE_CHAIN", 0, "the first head does not fit")
    if not isinstance(head.order, UnsetType) or not isinstance(entry.order, UnsetType):
        raise Diverged("E_STATE_LOG", 0, "the first line of the log has an order")
    check_at(genesis, None, head)
    if genesis.trust == "referee" and (entry.public.events or entry.public.openings):
        raise Diverged("E_AUDIT_DIVERGES", 0, "nothing can have happened before anybody joined")
    events = read_events(rules, entry)
    state = open_window(genesis, first_state(genesis, name), entry.public.events, head.at or None)
    reader = LogWalk(genesis, state, head_id(head), head.at or None)
    if genesis.trust == "referee":
        blame(0, check_signature, present(genesis.referee).sign, sshsig.HEAD, jcs(head), entry.head_sig)
    else:
        fold(rules, reader, entry, events)
    return reader


def read_next(rules: Rules, reader: LogWalk, entry: Entry) -> None:
    genesis, state, head = reader.genesis, reader.state, entry.head
    seq = state.seq + 1
    check_link(reader, entry, seq)
    letter = entry.order
    assert not isinstance(letter, UnsetType)
    envelope = Envelope(letter, entry.sig)
    blame(seq, check_letter, genesis, state, reader.head, envelope, head.at or None)
    if genesis.trust == "referee":
        blame(seq, check_signature, head_signer(genesis, state, UNSET), sshsig.HEAD, jcs(head), entry.head_sig)
    events = read_events(rules, entry)
    reader.state = bookkeep(genesis, state, reader.head, envelope, entry.public.events, head.at or None)
    reader.replaced |= superseded(state.window, reader.state.window)
    reader.head, reader.at = head_id(head), head.at or None
    if isinstance(letter, Play) and commits_of(letter):
        reader.letters[present(head.order)] = letter
    for opening in entry.public.openings:
        if opening.order not in reader.letters:
            raise Diverged("E_COMMIT_MISMATCH", seq, "an opening belongs to no order")
        if opening.order in reader.replaced and opening.v.get("order") != "plan":
            raise Diverged("E_COMMIT_MISMATCH", seq, "the referee revealed an order that its seat has replaced")
        blame(seq, check_opening, reader.letters[opening.order], opening)
    fold(rules, reader, entry, events)


def superseded(before: WindowRecord, after: WindowRecord) -> set[str]:
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
    if head.order != letter_id(letter) or head.public != ident("public", entry.public):
        raise Diverged("E_STATE_CHAIN", seq, "the head names another order or other events")
    check_at(reader.genesis, reader.at, head)


def check_at(genesis: Genesis, before: str | None, head: Head) -> None:
    """Time stands in games with a pace only, and never runs backwards."""
    paced = not isinstance(genesis.pace, UnsetType)
    if paced == isinstance(head.at, UnsetType) or (before and head.at and head.at < before):
        raise Diverged("E_STATE_TIME", head.seq, "time runs backwards, or is missing")
    try:
        deadline(genesis, head.at or None)
    except Malformed as fault:
        raise Diverged.at("E_STATE_TIME", head.seq, fault) from None


def read_events(rules: Rules, entry: Entry) -> list[Event]:
    try:
        return rules.book.read_events(entry.public.events)
    except msgspec.ValidationError as error:
        raise Diverged(
            "E_AUDIT_DIVERGES", entry.head.seq, "there are no such events: {error}", error=str(error)
        ) from None


def fold(rules: Rules, reader: LogWalk, entry: Entry, events: list[Event]) -> None:
    """The public table of this step: the events of the log, and no rule."""
    if not events:
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


def blame(seq: int, check: Callable[..., Any], *args: Any) -> None:
    """What is wrong inside the log is wrong with the game, and has a place."""
    try:
        check(*args)
    except (Rejected, Unauthentic, Malformed) as fault:
        raise Diverged.at(fault.code, seq, fault) from None


def check_end(game: GameFile, reader: LogWalk, last: Entry) -> None:
    seq, state = reader.state.seq, game.state
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
    table = table_part(reader.table) if reader.table is not None else {}
    if jcs(table) != jcs(state.table):
        raise Diverged("E_AUDIT_DIVERGES", seq, "the table in the game file is not what the log tells")
    books = replace(reader.state, table=state.table, seals=state.seals, clear=state.clear, disclosed=state.disclosed)
    if jcs(books) != jcs(state):
        raise Diverged("E_AUDIT_DIVERGES", seq, "seats, keys or windows in the game file are not what the log tells")


def compare(reports: Reports | None, game: GameFile, reader: LogWalk, entry: Entry) -> None:
    if reports and reader.state.seq in reports.steps:
        reports.compare(public_file(game, reader, entry))


def public_file(game: GameFile, reader: LogWalk, entry: Entry) -> GameFile:
    """The game file of this step as the log tells it: all but what was sealed."""
    state, genesis = reader.state, reader.genesis
    table = table_part(reader.table) if reader.table is not None else {}
    opened = genesis.disclose and state.window.kind == "over"
    state = replace(state, table=table, disclosed=game.state.disclosed if opened else state.disclosed)
    return GameFile(genesis, state, last_of(entry), game.sig)


def last_of(entry: Entry) -> Entry:
    """A line of the log as the game file of its step had it."""
    return entry if isinstance(entry.genesis, UnsetType) else replace(entry, genesis=UNSET, sig=UNSET)


def check_reports(reports: Reports, last: int) -> None:
    """Reports are not signed: what is wrong with one is told after all else has been found true."""
    beyond = [seq for seq in reports.steps if seq > last]
    for seq in sorted([*reports.false, *beyond]):
        told = "there is no such step to report" if seq > last else "this report tells something else than the log"
        fault = Diverged("E_REPORT", seq, told)
        fault.file = reports.place.report(seq)
        fault.advise("it was edited; game file and log are true")
        raise fault


def disclosed_secret(game: GameFile) -> Secret | None:
    if isinstance(game.state.disclosed, UnsetType):
        return None
    secret = Secret(bytes.fromhex(game.state.disclosed))
    if secret.commitment != game.genesis.seed_commit:
        raise Diverged(
            "E_AUDIT_SEED",
            game.state.seq,
            "another secret is disclosed than the game was begun with",
        ).but(str(game.genesis.seed_commit), secret.commitment)
    return secret


def replay(rules: Rules, game: GameFile, entries: list[Entry], secret: Secret | None, progress: Progress) -> None:
    """Level 2: play the whole game again; every byte of every state must come out the same."""
    head = entries[0].head
    step = begin(game.genesis, rules, Referee(secret), head.at or None)
    same_state(0, head.state, ident("state", step.game.state))
    if jcs(step.game.last.public) != jcs(entries[0].public):
        raise Diverged("E_AUDIT_DIVERGES", 0, "other things happened than the log tells")
    for entry in entries[1:]:
        assert not isinstance(entry.order, UnsetType)
        seq, envelope = entry.head.seq, Envelope(entry.order, entry.sig)
        try:
            state, public, live, hidden = advance(rules, step, envelope, secret, entry.head.at or None)
        except Failure as fault:
            raise Diverged(
                "E_AUDIT_DIVERGES", seq, "this order was not acceptable: {reason}", reason=fault.sentence
            ) from None
        if jcs(public) != jcs(entry.public):
            raise Diverged("E_AUDIT_DIVERGES", seq, "other things happened than the log tells")
        same_state(seq, entry.head.state, ident("state", state))
        step = Link(GameFile(game.genesis, state, entry, game.sig), live, hidden)
        progress(seq)


def same_state(seq: int, signed: str, computed: str) -> None:
    if signed != computed:
        raise Diverged("E_AUDIT_DIVERGES", seq, "the position is not the one the rules give").but(computed, signed)


def check_own(rules: Rules, game: GameFile, seat: str, identity: Identity, entries: list[Entry]) -> None:
    """Level 1: the own seal opens, and holds what this seat signed."""
    view = open_view(rules, game, seat, identity)
    policy: SetPolicy | None = None
    for entry in entries:
        letter = entry.order
        if {"event": "replaced", "seat": seat} in entry.public.events:
            policy = None
        elif isinstance(letter, Play) and letter.seat == seat:
            check_own_letter(game, letter, identity)
        elif isinstance(letter, SetPolicy) and letter.seat == seat:
            policy = letter if signed_by(entry, identity) else None
    standing = read_record(view.screen.get("standing", {}), Standing)
    if policy and own_commitment(policy, 0, policy_value(standing), identity) not in commits_of(policy):
        raise Diverged("E_COMMIT_MISMATCH", game.state.seq, "the referee keeps another policy than was signed")


def policy_value(standing: Standing[Any]) -> Plain:
    return {"order": "set-policy", "policy": standing.policy}


def signed_by(entry: Entry, identity: Identity) -> bool:
    """Whether this key signed an order of the log; a seat may have had another one before."""
    return unb64(present(entry.sig)).startswith(sshsig.prefix(identity.sign_public, sshsig.ORDER))


def check_own_letter(game: GameFile, letter: Play, identity: Identity) -> None:
    """The seat's own copy of its secrets fits its commitments; letters of an earlier key stay closed."""
    if isinstance(letter.hidden, UnsetType) or isinstance(letter.hidden.mine, UnsetType):
        return
    memory = Memory(kind_of(letter), letter.window, letter.rev, letter.seen, commits_of(letter), letter.hidden.mine)
    try:
        notes = open_notes(memory, game.state.game, letter.seat, identity)
    except Failure:
        return
    sealed = [n for n, entry in enumerate(letter.batch) if entry.get("order") == "sealed"]
    for index, said in zip(sealed, notes.entries, strict=False):
        if own_commitment(letter, index, said["v"], identity) != letter.batch[index]["commit"]:
            raise Diverged("E_COMMIT_MISMATCH", game.state.seq, "an order in the log is not the one this seat signed")


def own_commitment(letter: Play | SetPolicy, index: int, value: Any, identity: Identity) -> str:
    context = (letter.game, letter.window, letter.seat, kind_of(letter), letter.rev, index)
    return commitment(*context, commit_nonce(identity.det, *context, letter.seen, value), value)
