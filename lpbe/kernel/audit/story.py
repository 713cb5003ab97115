"""What a reader of a true log should know: who was replaced, what time decided, who holds what."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, UnsetType

from ..chain.acts.endorse import Endorse, pending_in
from ..chain.acts.handover import Handover
from ..chain.acts.pace import ExtendLetter, PaceLetter, PauseLetter, endorsers, pace_id, pace_of
from ..chain.acts.play import Play
from ..chain.acts.rekey import Rekey
from ..chain.acts.replace import Replace
from ..chain.acts.timeout import Timeout
from ..chain.checks import referee_keys
from ..chain.letters import AnyLetter
from ..chain.records import StateRecord
from ..chain.seating import Genesis, Now, SeatRecord, given_seat, is_held
from ..play.events import Ended, Silent
from ..play.rules import Event

MAIL = "mail"


class Seated(Struct, frozen=True, omit_defaults=True):
    """A seat that was given to other keys: by whom it was endorsed, or to which bot after how many misses."""

    seq: int
    seat: str
    endorsed: list[str] = []
    host: bool = False
    """Nobody but the host had a say."""
    held: str = ""
    missed: int = 0


class TimedOut(Struct, frozen=True, omit_defaults=True):
    """A window that time closed: when it ran out, when the referee said so, for whom nothing answered."""

    seq: int
    window: int
    deadline: str
    at: str
    seats: list[str]
    silent: list[str] = []


class TimeChange(Struct, frozen=True, omit_defaults=True):
    """What the referee did to the time there is."""

    seq: int
    kind: str
    to: str
    before: str = ""
    endorsed: list[str] = []


class Story(Struct):
    """All of it, step by step."""

    replaced: list[Seated] = []
    rekeyed: list[Seated] = []
    handovers: list[int] = []
    timeouts: list[TimedOut] = []
    times: list[TimeChange] = []
    moves: dict[str, int] = {}
    """How many moves each seat made that the referee plays for by mail: nothing but his word."""
    late: dict[str, int] = {}
    """How many answers of each seat were taken after their deadline: whose, is the referee's choice."""
    ended: str | None = None
    """How the game ended, if it did."""

    def tell(self, genesis: Genesis, before: StateRecord, after: StateRecord, letter: AnyLetter, now: Now) -> None:
        """One more step."""
        if isinstance(letter, Play):
            self.count_move(before, letter, now)
        elif (teller := TELLERS.get(type(letter))) is not None:
            teller(self, genesis, before, after, letter, now)
        if after.window.kind == "over" and before.window.kind != "over":
            self.ended = next((event.why for event in now.events if isinstance(event, Ended)), "")

    def count_move(self, state: StateRecord, letter: Play, now: Now) -> None:
        if given_seat(state, letter.seat).held == MAIL:
            self.moves[letter.seat] = self.moves.get(letter.seat, 0) + 1
        if now.at and state.window.deadline and now.at > state.window.deadline:
            self.late[letter.seat] = self.late.get(letter.seat, 0) + 1


def is_bot(seat: SeatRecord) -> bool:
    """Whether a machine plays it: whatever holder it names, unless that is a person who writes mails."""
    return is_held(seat) and seat.held != MAIL


def holders(state: StateRecord) -> dict[str, str]:
    """Who plays for the seats that no person holds."""
    return {seat.id: str(seat.held) for seat in state.seats if is_held(seat)}


def tell_replaced(
    story: Story, genesis: Genesis, before: StateRecord, after: StateRecord, letter: AnyLetter, now: Now
) -> None:
    """Who sits there now, if this letter decided it."""
    endorsed: list[str] = []
    if isinstance(letter, Replace):
        seat = letter.args.seat
    elif isinstance(letter, Endorse) and (pending := pending_in(before, letter.args.of)):
        seat, endorsed = pending.args.seat, [*pending.endorsed, letter.seat]
    else:
        return
    old, new = given_seat(before, seat), given_seat(after, seat)
    if (old.sign, old.seal, old.held) == (new.sign, new.seal, new.held):
        return
    host = referee_keys(genesis, before).sign
    alone = not any(given_seat(before, one).sign != host for one in endorsed)
    held = "" if isinstance(new.held, UnsetType) else new.held
    missed = old.missed if held else 0
    story.replaced.append(Seated(after.seq, seat, endorsed, alone and not held, held, missed))


def tell_rekeyed(
    story: Story, genesis: Genesis, before: StateRecord, after: StateRecord, letter: AnyLetter, now: Now
) -> None:
    story.rekeyed.append(Seated(after.seq, letter.seat))


def tell_handover(
    story: Story, genesis: Genesis, before: StateRecord, after: StateRecord, letter: AnyLetter, now: Now
) -> None:
    story.handovers.append(after.seq)


def tell_timeout(
    story: Story, genesis: Genesis, before: StateRecord, after: StateRecord, letter: AnyLetter, now: Now
) -> None:
    assert isinstance(letter, Timeout)
    window, silent = before.window, silent_in(now.events)
    told = TimedOut(after.seq, window.number, window.deadline or "", now.at or "", list(letter.args.seats), silent)
    story.timeouts.append(told)


def silent_in(events: Sequence[Event]) -> list[str]:
    """Of whom there was no word at all."""
    return [seat for event in events if isinstance(event, Silent) for seat in event.seats]


def tell_pace(
    story: Story, genesis: Genesis, before: StateRecord, after: StateRecord, letter: AnyLetter, now: Now
) -> None:
    assert isinstance(letter, PaceLetter)
    agreed = endorsers(before, pace_id(before.game, letter.args.pace))
    story.times.append(TimeChange(after.seq, "pace", letter.args.pace, pace_of(genesis, before), agreed))


def tell_delay(
    story: Story, genesis: Genesis, before: StateRecord, after: StateRecord, letter: AnyLetter, now: Now
) -> None:
    assert isinstance(letter, PauseLetter | ExtendLetter)
    kind = "pause" if isinstance(letter, PauseLetter) else "extend"
    story.times.append(TimeChange(after.seq, kind, letter.args.until, before.window.deadline or ""))


TELLERS = {
    Replace: tell_replaced,
    Endorse: tell_replaced,
    Rekey: tell_rekeyed,
    Handover: tell_handover,
    Timeout: tell_timeout,
    PaceLetter: tell_pace,
    PauseLetter: tell_delay,
    ExtendLetter: tell_delay,
}
