"""Level 0: some facts can only follow from a letter that says so; without it nobody need believe them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..chain.acts import AnyLetter
from ..chain.acts.disclose import Disclose
from ..chain.acts.endorse import Endorse, pending_in
from ..chain.acts.join import Join
from ..chain.acts.play import Play
from ..chain.acts.ready import Ready
from ..chain.acts.replace import Replace
from ..chain.acts.resign import Resign
from ..chain.acts.standing import StandingLetter
from ..chain.acts.stop import Stop
from ..chain.acts.timeout import Timeout
from ..chain.letters import kind_of
from ..chain.records import Entry, GameFile, StateRecord
from ..chain.seating import Genesis, bots_in, seat_of
from ..play.events import Ended, Replaced, Resigned, Returned, Silent, StopAgreed, Stopped, StopWithdrawn
from ..play.leaving import all_agreed
from ..play.rules import Event, Roster, State
from .story import is_bot
from .verdict import Diverged


def backs_stop(state: StateRecord, letter: AnyLetter, event: Event) -> bool:
    return (
        isinstance(letter, Stop) and isinstance(event, StopAgreed) and letter.args.agree and letter.seat == event.seat
    )


def backs_withdrawal(state: StateRecord, letter: AnyLetter, event: Event) -> bool:
    asked = isinstance(letter, Stop) and not letter.args.agree
    return asked and isinstance(event, StopWithdrawn) and letter.seat == event.seat


def backs_resigning(state: StateRecord, letter: AnyLetter, event: Event) -> bool:
    return isinstance(letter, Resign) and isinstance(event, Resigned) and letter.seat == event.seat


def backs_return(state: StateRecord, letter: AnyLetter, event: Event) -> bool:
    return isinstance(letter, Play | StandingLetter) and isinstance(event, Returned) and letter.seat == event.seat


def backs_silence(state: StateRecord, letter: AnyLetter, event: Event) -> bool:
    if not isinstance(letter, Timeout) or not isinstance(event, Silent):
        return False
    return set(event.seats) <= set(letter.args.seats) and event.phase == letter.args.phase


def backs_replacing(state: StateRecord, letter: AnyLetter, event: Event) -> bool:
    if isinstance(letter, Endorse):
        pending = pending_in(state, letter.args.of)
        return pending is not None and isinstance(event, Replaced) and pending.args.seat == event.seat
    return isinstance(letter, Replace) and isinstance(event, Replaced) and letter.args.seat == event.seat


Backing = Callable[[StateRecord, AnyLetter, Event], bool]
BACKED: dict[type[Event], Backing] = {
    StopAgreed: backs_stop,
    StopWithdrawn: backs_withdrawal,
    Resigned: backs_resigning,
    Returned: backs_return,
    Silent: backs_silence,
    Replaced: backs_replacing,
}


def check_backed(state: StateRecord, letter: AnyLetter, events: Sequence[Event]) -> None:
    """Nobody stops, leaves, is silent or is replaced but by a letter of this step."""
    for event in events:
        backing = BACKED.get(type(event))
        if backing and not backing(state, letter, event):
            raise Diverged("E_AUDIT_DIVERGES", state.seq + 1, "something happened that this step's letter cannot do")


def check_in_time(state: StateRecord, letter: AnyLetter, events: Sequence[Event]) -> None:
    """Nothing happens before everybody is ready, nor after the end; a start that fails ends the game as void."""
    ends = [n for n, event in enumerate(events) if isinstance(event, Ended)]
    fine = all(isinstance(event, Stopped) for event in events[ends[0] + 1 :]) if ends else True
    if state.window.kind == "over":
        fine = not events
    elif state.window.kind in ("join", "ready"):
        fine = is_void(events) if isinstance(letter, Timeout) else not events or is_last_ready(state, letter)
    if not fine:
        raise Diverged("E_AUDIT_DIVERGES", state.seq + 1, "this cannot happen before the start or after the end")


def is_void(events: Sequence[Event]) -> bool:
    """A game that ended before it began: it has no table."""
    return len(events) == 1 and isinstance(events[0], Ended) and events[0].why == "void"


def is_last_ready(state: StateRecord, letter: AnyLetter) -> bool:
    return isinstance(letter, Ready) and state.window.waiting == [letter.seat]


def check_bot_letter(state: StateRecord, letter: AnyLetter) -> None:
    """A bot joins, is ready and plays, at once; it says nothing else and is never late."""
    seats = letter.args.seats if isinstance(letter, Timeout) else [letter.seat]
    bots = [seat for seat in seats if (record := seat_of(state, seat)) and is_bot(record)]
    if bots and not isinstance(letter, Join | Ready | Play):
        raise Diverged(
            "E_AUDIT_BOT",
            state.seq + 1,
            "{seat} is a bot, which neither sends '{kind}' nor is ever silent",
            seat=bots[0],
            kind=kind_of(letter),
        )


def check_ending(after: StateRecord, table: State | None, letter: AnyLetter, why: str) -> None:
    """Time ends a game that has not begun, agreement one that has: the letters show it."""
    begun = table is not None
    if begun == (why == "void") or (not begun and not isinstance(letter, Timeout)):
        raise Diverged("E_AUDIT_DIVERGES", after.seq, "this letter cannot have ended the game")
    if why == "agreed" and table is not None and not all_agreed(table[Roster], bots_in(after)):
        raise Diverged("E_AUDIT_DIVERGES", after.seq, "not everybody who plays has agreed to stop")


def ended_in(events: Sequence[Event]) -> Ended | None:
    return next((event for event in events if isinstance(event, Ended)), None)


def check_disclosing(genesis: Genesis, before: StateRecord, after: StateRecord, entry: Entry) -> None:
    """What was promised is shown by the step that ends the game, and nothing is shown earlier."""
    ends = after.window.kind == "over" and before.window.kind != "over"
    due = isinstance(entry.order, Disclose) or (ends and genesis.disclose)
    if due and genesis.trust == "referee" and not entry.public.disclosed:
        raise not_shown(after.seq)
    if entry.public.disclosed and not due:
        raise Diverged("E_AUDIT_SEED", after.seq, "the secrets of the game are shown before their time")


def check_promised(game: GameFile) -> None:
    """The same for a game file alone: where disclosure is promised, the step that ends the game is the last."""
    over = game.state.window.kind == "over"
    if over and game.genesis.disclose and game.genesis.trust == "referee" and not game.last.public.disclosed:
        raise not_shown(game.state.seq)


def not_shown(seq: int) -> Diverged:
    return Diverged("E_AUDIT_SEED", seq, "the game is over and its secrets are not shown, as was promised")
