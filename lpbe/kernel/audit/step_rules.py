"""Level 0: when something may happen at all, how a step ends, whom it asks, and how a game may end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..base.canonical import Plain
from ..base.errors import Diverged
from ..chain.genesis import Genesis, bots_in, seat_of
from ..chain.letter import AnyLetter, BatchLetter, kind_of
from ..chain.letters.disclose import Disclose
from ..chain.letters.join import Join
from ..chain.letters.play import Play
from ..chain.letters.ready import Ready
from ..chain.letters.resign import Resign
from ..chain.letters.standing import StandingLetter
from ..chain.letters.stop import Stop
from ..chain.letters.timeout import Timeout
from ..chain.records import Entry, GameFile, StateRecord
from ..engine.auto_answers import is_absent
from ..engine.events import Asked, Ended, EndReason, Stopped
from ..engine.leaving import all_agreed
from ..engine.model import Event, Roster, State
from .event_causes import is_nonempty_subset
from .findings import is_bot

CLOSINGS: tuple[tuple[type[Event], ...], ...] = (
    (),
    (Stopped,),
    (Asked,),
    (Stopped, Asked),
    (Ended,),
    (Ended, Stopped),
)
"""How a step may end: where play stopped and whom it asks, or the end of the game. Nothing may follow."""


def check_in_time(state: StateRecord, letter: AnyLetter, events: Sequence[Event]) -> None:
    """Check that a step ends in a permitted way, and that nothing happens before all are ready or after the end."""
    if not closes_well(events):
        raise Diverged("E_AUDIT_DIVERGES", state.seq + 1, "something follows a question or the end of the game")
    before = state.window.before_start
    if (before and not begins_well(state, letter, events)) or (state.window.is_over and events):
        raise Diverged("E_AUDIT_DIVERGES", state.seq + 1, "this cannot happen before the start or after the end")


def closes_well(events: Sequence[Event]) -> bool:
    closing = [event for event in events if isinstance(event, Asked | Ended | Stopped)]
    return tuple(map(type, closing)) in CLOSINGS and closing == list(events[len(events) - len(closing) :])


def begins_well(state: StateRecord, letter: AnyLetter, events: Sequence[Event]) -> bool:
    """Return whether these events may happen before the start: none, the start by the last seat, or a void end."""
    if isinstance(letter, Timeout):
        return is_void(events)
    if is_last_ready(state, letter):
        return any(isinstance(event, Asked | Ended) for event in events)
    return not events


def is_void(events: Sequence[Event]) -> bool:
    """Return whether the game ended before it began: there is no table, and nobody has won."""
    return list(events) == [Ended({}, (), EndReason.VOID)]


def is_last_ready(state: StateRecord, letter: AnyLetter) -> bool:
    return isinstance(letter, Ready) and state.window.waiting == [letter.seat]


def check_course(after: StateRecord, table: State | None, letter: AnyLetter, events: Sequence[Event]) -> None:
    """Check that only seats in play are asked, and that the game ends as its rules and the letters allow."""
    if table is None:
        return
    asked = next((event for event in events if isinstance(event, Asked)), None)
    if asked and not can_ask(table, asked):
        raise Diverged("E_AUDIT_DIVERGES", after.seq, "the game asked a seat that is not in play")
    ended = end_event(events)
    agreed = isinstance(letter, Stop | Resign) and wants_to_stop(after, table)
    if agreed != (ended is not None and ended.why == EndReason.AGREED):
        raise Diverged("E_AUDIT_DIVERGES", after.seq, "a game can be stopped only when all remaining players agree")
    if isinstance(letter, Stop) and not agreed and len(events) > 1:
        raise Diverged("E_AUDIT_DIVERGES", after.seq, "something happened that the message of this step cannot cause")
    if ended and not ends_well(table, ended):
        raise Diverged("E_AUDIT_DIVERGES", after.seq, "the game cannot end in this way")


def can_ask(table: State, asked: Asked) -> bool:
    """Return whether these seats can be asked: one, or several in a poll; none that has resigned or timed out."""
    alone = len(asked.seats) == 1 and not asked.replace
    present = [seat for seat in table[Roster].seats if not is_absent(table, seat)]
    return is_nonempty_subset(asked.seats, present) and (asked.several or alone)


def wants_to_stop(after: StateRecord, table: State) -> bool:
    return table.book.stop is not None and all_agreed(table[Roster], bots_in(after))


def ends_well(table: State, ended: Ended) -> bool:
    """Return whether the game ends in a way that the rules name, with scores and winners among its seats only."""
    seats = table[Roster].seats
    named = (*table.book.endings, EndReason.AGREED)
    winners = not ended.winners or is_nonempty_subset(ended.winners, seats)
    return ended.why in named and winners and {*ended.scores} <= {*seats}


def end_event(events: Sequence[Event]) -> Ended | None:
    return next((event for event in events if isinstance(event, Ended)), None)


HASH = re.compile(r"[0-9a-f]{64}")


def check_batch(genesis: Genesis, seq: int, letter: AnyLetter) -> None:
    """Check what everybody can see of a batch; the rules judge what its orders say."""
    if isinstance(letter, BatchLetter) and not is_batch(genesis, letter):
        raise Diverged("E_AUDIT_DIVERGES", seq, "these orders cannot have been accepted")


def is_batch(genesis: Genesis, letter: BatchLetter) -> bool:
    """Return whether a batch holds named orders, secret ones as commitments; a sealed policy must be alone."""
    names = [entry.get("order") for entry in letter.batch]
    sealed = [entry for entry in letter.batch if entry.get("order") == "sealed"]
    if not all(isinstance(name, str) for name in names) or not all(map(is_commitment, sealed)):
        return False
    if genesis.trust == "open":
        return not sealed
    return not isinstance(letter, StandingLetter) or names == ["sealed"]


def is_commitment(entry: Plain) -> bool:
    commit = entry.get("commit")
    return set(entry) == {"order", "commit"} and isinstance(commit, str) and HASH.fullmatch(commit) is not None


def check_bot_letter(state: StateRecord, letter: AnyLetter) -> None:
    """Check that a bot only joins, gets ready and plays, and that it never times out."""
    seats = letter.args.seats if isinstance(letter, Timeout) else [letter.seat]
    bots = [seat for seat in seats if (record := seat_of(state, seat)) and is_bot(record)]
    if bots and not isinstance(letter, Join | Ready | Play):
        raise Diverged(
            "E_AUDIT_BOT",
            state.seq + 1,
            "{seat} is a bot, which never sends '{kind}' and never misses a deadline",
            seat=bots[0],
            kind=kind_of(letter),
        )


def check_disclosing(genesis: Genesis, before: StateRecord, after: StateRecord, entry: Entry) -> None:
    """Check that the secrets are disclosed by the step that ends the game, if that was promised, and never earlier."""
    ends = after.window.is_over and not before.window.is_over
    due = isinstance(entry.letter, Disclose) or (ends and genesis.disclose)
    if due and genesis.trust == "referee" and not entry.public.disclosed:
        raise not_shown(after.seq)
    if entry.public.disclosed and not due:
        raise Diverged("E_AUDIT_SEED", after.seq, "the secrets of the game were disclosed too early")


def check_promised(game: GameFile) -> None:
    """Check for a game file alone that the secrets are disclosed if it is over and that was promised."""
    over = game.state.window.is_over
    if over and game.genesis.disclose and game.genesis.trust == "referee" and not game.last.public.disclosed:
        raise not_shown(game.state.seq)


def not_shown(seq: int) -> Diverged:
    return Diverged("E_AUDIT_SEED", seq, "the game is over, but its secrets are not disclosed as promised")
