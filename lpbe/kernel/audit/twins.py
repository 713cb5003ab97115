"""Two letters of one seat for one slot: when they convict it, and when they convict nobody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ..base.errors import Failure
from ..chain.acts.play import Play
from ..chain.checks import check_letter
from ..chain.letters import letter_id
from ..chain.records import Entry, Envelope, GameFile, Public, StateRecord
from ..chain.seating import Genesis, is_held, seat_of
from ..chain.step import Link, Referee, advance, begin
from ..crypto.keys import Secrets
from ..folder.log import last_of
from ..play.rulebook import Rules
from .heads import check_signed_log, unproven
from .walk import LogWalk, read_first, read_next

Twins = tuple[Envelope, Envelope]


class Standing(NamedTuple):
    """A state of the history in which both could be sent."""

    seq: int
    head: str
    state: StateRecord
    at: str | None


def check_slot(twins: Twins) -> None:
    """Two answers of one seat to one question, with one rev."""
    one, two = (envelope.order for envelope in twins)
    slots = [(o.game, o.seat, o.window, o.rev, type(o)) for o in (one, two)]
    if slots[0] != slots[1] or letter_id(one) == letter_id(two):
        raise unproven("no contradiction: these are not two orders for one slot")
    if not isinstance(one, Play):
        raise unproven("only answers to a question convict a seat: other letters may be sent again")


def judge_twins(
    rules: Rules, game: GameFile, entries: Sequence[Entry], twins: Twins, secrets: Secrets, refused: set[str]
) -> bool:
    """Whether these letters convict their seat; False where only disclosure can tell."""
    check_slot(twins)
    check_signed_log(game.genesis, entries)
    names = [letter_id(envelope.order) for envelope in twins]
    if refused & set(names):
        raise unproven("one of these letters has a receipt: the referee refused it, and nobody was misled")
    logged = [name for name in names if any(entry.head.order == name for entry in entries)]
    if not logged:
        raise unproven("neither of these letters is in the log")
    if not any(both_sendable(rules, game, entries, twins)):
        raise unproven("in no state of this history could both letters be sent")
    if not secrets:
        return False
    other = twins[names.index(logged[0]) ^ 1]
    if not accepted(rules, game, entries, logged[0], other, secrets):
        raise unproven("one of these letters would have been refused")
    return True


def both_sendable(rules: Rules, game: GameFile, entries: Sequence[Entry], twins: Twins) -> Iterator[bool]:
    """The states in which each of them alone passes the checks of an order, signed by the one key of a person."""
    for where in standings(rules, game, entries):
        if where.state.window.number == twins[0].order.window and where.state.window.kind == "play":
            free = alone(where.state, twins[0].order.seat)
            yield free is not None and all(
                passes(game.genesis, where._replace(state=free), envelope) for envelope in twins
            )


def standings(rules: Rules, game: GameFile, entries: Sequence[Entry]) -> Iterator[Standing]:
    """Every state of a log, as everybody can follow it; whatever is false in it ends the walk."""
    reader: LogWalk = read_first(rules, game, entries[0])
    yield standing_of(reader)
    nowhere = Entry(Public(), entries[0].head)
    for entry in entries[1:]:
        read_next(rules, reader, entry, nowhere)
        yield standing_of(reader)


def standing_of(reader: LogWalk) -> Standing:
    return Standing(reader.state.seq, reader.head, reader.state, reader.at)


def alone(state: StateRecord, seat: str) -> StateRecord | None:
    """The state as if the seat had not answered yet; none where the referee has the seat's key."""
    record = seat_of(state, seat)
    if record is None or is_held(record):
        return None
    window = state.window
    if all(done.seat != seat for done in window.accepted):
        return state
    accepted = [done for done in window.accepted if done.seat != seat]
    return replace(state, window=replace(window, accepted=accepted, waiting=[*window.waiting, seat]))


def passes(genesis: Genesis, where: Standing, envelope: Envelope) -> bool:
    try:
        check_letter(genesis, where.state, where.head, envelope, where.at)
    except Failure:
        return False
    return True


def accepted(
    rules: Rules, game: GameFile, entries: Sequence[Entry], logged: str, letter: Envelope, secrets: Secrets
) -> bool:
    """Whether the rules take the letter in place of the one that is in the log: the game is played again up to it."""
    step = begin(game.genesis, rules, Referee(secrets[:1]), entries[0].head.at or None)
    step = Link(GameFile(game.genesis, step.game.state, last_of(entries[0]), game.sig), step.hidden)
    for entry in entries[1:]:
        if entry.head.order == logged:
            break
        known = secrets[: len(step.game.state.handovers) + 1]
        state, _, hidden = advance(rules, step, entry.envelope, known, entry.head.at or None, signed=True)
        step = Link(GameFile(game.genesis, state, entry, game.sig), hidden)
    try:
        advance(rules, step, letter, secrets[: len(step.game.state.handovers) + 1], step.game.last.head.at or None)
    except Failure:
        return False
    return True
