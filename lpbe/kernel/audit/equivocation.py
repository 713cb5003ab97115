"""Equivocation: when two signed letters of one seat for one slot prove that it cheated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ..base.errors import Failure
from ..chain.genesis import Genesis, WindowKind, is_held, seat_of
from ..chain.letter import letter_id
from ..chain.letter_checks import check_letter
from ..chain.letters.play import Play
from ..chain.records import Entry, Envelope, GameFile, Public, StateRecord
from ..chain.transition import ChainState, Referee, advance, begin
from ..crypto.keys import Secrets
from ..engine.rulebook import Rules
from ..gamedir.log import without_genesis
from .conflicting_heads import check_signed_log, unproven
from .level0 import LogReader, read_first, read_next

LetterPair = tuple[Envelope, Envelope]


class LogPosition(NamedTuple):
    """A position in the log: its state, head and time."""

    seq: int
    head: str
    state: StateRecord
    at: str | None


def check_slot(pair: LetterPair) -> None:
    """Check that these are two different answers of one seat to one question with one rev."""
    one, two = (envelope.letter for envelope in pair)
    slots = [(o.game, o.seat, o.window, o.rev, type(o)) for o in (one, two)]
    if slots[0] != slots[1] or letter_id(one) == letter_id(two):
        raise unproven("no contradiction: these are not two answers to the same question with the same revision")
    if not isinstance(one, Play):
        raise unproven("only answers to a question prove cheating; other messages can be sent again")


def judge_equivocation(
    rules: Rules, game: GameFile, entries: Sequence[Entry], pair: LetterPair, secrets: Secrets, refused: set[str]
) -> bool:
    """Return whether these letters prove that their seat cheated; False if only disclosure can decide."""
    check_slot(pair)
    check_signed_log(game.genesis, entries)
    names = [letter_id(envelope.letter) for envelope in pair]
    if refused & set(names):
        raise unproven("one of these orders has a receipt: the referee refused it, and nobody was misled")
    logged = [name for name in names if any(entry.head.letter_id == name for entry in entries)]
    if not logged:
        raise unproven("neither of these orders is in the log")
    if not any(both_sendable(rules, game, entries, pair)):
        raise unproven("there is no position in this history in which both orders could be sent")
    if not secrets:
        return False
    other = pair[names.index(logged[0]) ^ 1]
    if not would_be_accepted(rules, game, entries, logged[0], other, secrets):
        raise unproven("one of these orders would have been refused")
    return True


def both_sendable(rules: Rules, game: GameFile, entries: Sequence[Entry], pair: LetterPair) -> Iterator[bool]:
    """Yield for each position of the window whether each letter alone would pass the checks of a person's order."""
    for where in log_positions(rules, game, entries):
        if where.state.window.number == pair[0].letter.window and where.state.window.kind == WindowKind.PLAY:
            free = as_if_unanswered(where.state, pair[0].letter.seat)
            yield free is not None and all(
                passes(game.genesis, where._replace(state=free), envelope) for envelope in pair
            )


def log_positions(rules: Rules, game: GameFile, entries: Sequence[Entry]) -> Iterator[LogPosition]:
    """Yield every position of a log as level 0 computes it; raise at a false step."""
    reader: LogReader = read_first(rules, game, entries[0])
    yield position_of(reader)
    nowhere = Entry(Public(), entries[0].head)
    for entry in entries[1:]:
        read_next(rules, reader, entry, nowhere)
        yield position_of(reader)


def position_of(reader: LogReader) -> LogPosition:
    return LogPosition(seq=reader.state.seq, head=reader.head, state=reader.state, at=reader.at)


def as_if_unanswered(state: StateRecord, seat: str) -> StateRecord | None:
    """Return the state as if the seat had not answered yet; None if the referee has its key."""
    record = seat_of(state, seat)
    if record is None or is_held(record):
        return None
    window = state.window
    if all(done.seat != seat for done in window.accepted):
        return state
    would_be_accepted = [done for done in window.accepted if done.seat != seat]
    return replace(state, window=replace(window, accepted=would_be_accepted, waiting=[*window.waiting, seat]))


def passes(genesis: Genesis, where: LogPosition, envelope: Envelope) -> bool:
    try:
        check_letter(genesis, where.state, where.head, envelope, where.at)
    except Failure:
        return False
    return True


def would_be_accepted(
    rules: Rules, game: GameFile, entries: Sequence[Entry], logged: str, letter: Envelope, secrets: Secrets
) -> bool:
    """Replay the game up to the logged letter and return whether the rules accept the other in its place."""
    step = begin(game.genesis, rules, Referee(secrets[:1]), entries[0].head.at or None)
    first = GameFile(genesis=game.genesis, state=step.game.state, last=without_genesis(entries[0]), sig=game.sig)
    step = ChainState(first, step.hidden)
    for entry in entries[1:]:
        if entry.head.letter_id == logged:
            break
        known = secrets[: len(step.game.state.handovers) + 1]
        state, _, hidden = advance(rules, step, entry.envelope, known, entry.head.at or None, signed=True)
        step = ChainState(GameFile(genesis=game.genesis, state=state, last=entry, sig=game.sig), hidden)
    try:
        advance(rules, step, letter, secrets[: len(step.game.state.handovers) + 1], step.game.last.head.at or None)
    except Failure:
        return False
    return True
