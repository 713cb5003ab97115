"""The result of an audit: the verdict, and a summary of a valid log."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import ParamSpec

from msgspec import Struct, UnsetType, field

from ..base.errors import Diverged, Malformed, Message, Rejected, Unauthentic
from ..chain.genesis import Genesis, SeatRecord, StepOutcome, given_seat, is_held
from ..chain.letter import AnyLetter
from ..chain.letter_checks import referee_keys
from ..chain.letters.endorse import Endorse, find_pending
from ..chain.letters.handover import Handover
from ..chain.letters.pace import ExtendLetter, PaceLetter, PauseLetter, current_pace, endorsers, pace_id
from ..chain.letters.play import Play
from ..chain.letters.rekey import Rekey
from ..chain.letters.replace import Replace
from ..chain.letters.timeout import Timeout, timed_out_seats
from ..chain.records import StateRecord
from ..engine.events import Ended

MAIL = "mail"


class SeatReassigned(Struct, frozen=True, omit_defaults=True):
    """A seat that changed its keys: who endorsed it, or which bot took over after how many missed windows."""

    seq: int
    seat: str
    endorsed: list[str] = []
    host: bool = False
    """Whether only the host decided."""
    held: str = ""
    missed: int = 0


class TimedOut(Struct, frozen=True, omit_defaults=True):
    """A window that timed out: its deadline, when the referee closed it, and the seats without any answer."""

    seq: int
    window: int
    deadline: str
    at: str
    seats: list[str]
    unanswered: list[str] = field(default_factory=list, name="silent")


class TimeChangeKind(StrEnum):
    """The kind of letter by which the referee changed the time."""

    PACE = "pace"
    PAUSE = "pause"
    EXTEND = "extend"


class TimeChange(Struct, frozen=True, omit_defaults=True):
    """A change of pace or deadline by the referee."""

    seq: int
    kind: TimeChangeKind
    to: str
    before: str = ""
    endorsed: list[str] = []


class LogSummary(Struct):
    """What a reader should know about a valid log."""

    replaced: list[SeatReassigned] = []
    rekeyed: list[SeatReassigned] = []
    handovers: list[int] = []
    timeouts: list[TimedOut] = []
    times: list[TimeChange] = []
    moves: dict[str, int] = {}
    """How many moves each mail seat made: only the referee's word proves them."""
    late: dict[str, int] = {}
    """How many answers of each seat were accepted after their deadline: the referee chose whose."""
    ended: str | None = None
    """How the game ended, if it did."""

    def record(
        self, genesis: Genesis, before: StateRecord, after: StateRecord, letter: AnyLetter, outcome: StepOutcome
    ) -> None:
        """Add one more step."""
        if isinstance(letter, Play):
            self.count_move(before, letter, outcome)
        elif (recorder := RECORDERS.get(type(letter))) is not None:
            recorder(self, genesis, before, after, letter, outcome)
        if after.window.is_over and not before.window.is_over:
            self.ended = next((event.why for event in outcome.events if isinstance(event, Ended)), "")

    def count_move(self, state: StateRecord, letter: Play, outcome: StepOutcome) -> None:
        """Count a move that was made by mail or after its deadline."""
        if given_seat(state, letter.seat).held == MAIL:
            self.moves[letter.seat] = self.moves.get(letter.seat, 0) + 1
        if outcome.at and state.window.deadline and outcome.at > state.window.deadline:
            self.late[letter.seat] = self.late.get(letter.seat, 0) + 1


def is_bot(seat: SeatRecord) -> bool:
    """Return whether a bot plays this seat: the referee holds it, and it is not played by mail."""
    return is_held(seat) and seat.held != MAIL


def holders(state: StateRecord) -> dict[str, str]:
    """Return who plays the seats that the referee holds."""
    return {seat.id: str(seat.held) for seat in state.seats if is_held(seat)}


def record_replacement(
    summary: LogSummary,
    genesis: Genesis,
    before: StateRecord,
    after: StateRecord,
    letter: AnyLetter,
    outcome: StepOutcome,
) -> None:
    """Record a replacement if this letter completed it."""
    endorsed: list[str] = []
    if isinstance(letter, Replace):
        seat = letter.args.seat
    elif isinstance(letter, Endorse) and (pending := find_pending(before, letter.args.of)):
        seat = pending.args.seat
        endorsed = [*pending.endorsed, letter.seat]
    else:
        return
    old, new = given_seat(before, seat), given_seat(after, seat)
    if (old.sign, old.seal, old.held) == (new.sign, new.seal, new.held):
        return
    host = referee_keys(genesis, before).sign
    alone = not any(given_seat(before, one).sign != host for one in endorsed)
    held = "" if isinstance(new.held, UnsetType) else new.held
    missed = old.missed if held else 0
    summary.replaced.append(
        SeatReassigned(seq=after.seq, seat=seat, endorsed=endorsed, host=alone and not held, held=held, missed=missed)
    )


def record_rekey(
    summary: LogSummary,
    genesis: Genesis,
    before: StateRecord,
    after: StateRecord,
    letter: AnyLetter,
    outcome: StepOutcome,
) -> None:
    summary.rekeyed.append(SeatReassigned(after.seq, letter.seat))


def record_handover(
    summary: LogSummary,
    genesis: Genesis,
    before: StateRecord,
    after: StateRecord,
    letter: AnyLetter,
    outcome: StepOutcome,
) -> None:
    summary.handovers.append(after.seq)


def record_timeout(
    summary: LogSummary,
    genesis: Genesis,
    before: StateRecord,
    after: StateRecord,
    letter: AnyLetter,
    outcome: StepOutcome,
) -> None:
    assert isinstance(letter, Timeout)
    window = before.window
    summary.timeouts.append(
        TimedOut(
            seq=after.seq,
            window=window.number,
            deadline=window.deadline or "",
            at=outcome.at or "",
            seats=list(letter.args.seats),
            unanswered=timed_out_seats(outcome.events),
        )
    )


def record_pace(
    summary: LogSummary,
    genesis: Genesis,
    before: StateRecord,
    after: StateRecord,
    letter: AnyLetter,
    outcome: StepOutcome,
) -> None:
    assert isinstance(letter, PaceLetter)
    agreed = endorsers(genesis, before, pace_id(before.game, letter.args.pace))
    summary.times.append(
        TimeChange(
            seq=after.seq,
            kind=TimeChangeKind.PACE,
            to=letter.args.pace,
            before=current_pace(genesis, before),
            endorsed=agreed,
        )
    )


def record_delay(
    summary: LogSummary,
    genesis: Genesis,
    before: StateRecord,
    after: StateRecord,
    letter: AnyLetter,
    outcome: StepOutcome,
) -> None:
    assert isinstance(letter, PauseLetter | ExtendLetter)
    kind = TimeChangeKind.PAUSE if isinstance(letter, PauseLetter) else TimeChangeKind.EXTEND
    summary.times.append(
        TimeChange(seq=after.seq, kind=kind, to=letter.args.until, before=before.window.deadline or "")
    )


RECORDERS = {
    Replace: record_replacement,
    Endorse: record_replacement,
    Rekey: record_rekey,
    Handover: record_handover,
    Timeout: record_timeout,
    PaceLetter: record_pace,
    PauseLetter: record_delay,
    ExtendLetter: record_delay,
}


Progress = Callable[[int], None]


P = ParamSpec("P")


def no_progress(seq: int) -> None:
    pass


class Verdict(Struct):
    """The result of an audit: what was checked, up to which level, and what a reader should know."""

    level: int
    steps: int
    history: bool
    signed: bool
    over: bool
    held: dict[str, str] = {}
    """The seats that no person holds, and who plays them."""
    seats: list[str] = []
    """The seats whose private views were checked."""
    reports: int = 0
    others: list[int] = []
    """Reports that another version wrote, which this one cannot check."""
    summary: LogSummary = field(default_factory=LogSummary)
    unfinished: bool = False
    """A run was cut short: its last step is not in the log yet."""
    bots: dict[str, int] = {}
    """Bots that are not available in that version, and how many of their moves stay unchecked."""
    skipped: dict[str, int] = {}
    """Bots that think long, and how many of their moves were not worked out again, because a sample was enough."""
    notes: list[Message] = []
    """What could not be shown to a player."""
    ignored: bool = False
    """The reports were left out."""
    receipts: int = 0
    """How many refused orders were tried again."""
    untried: int = 0
    """How many could not be tried: the letter is missing, or another version of Python may judge its text otherwise."""
    other_rules: bool = False
    """The rules here are not those it was started with."""
    ahead: str = ""
    """The time of the last step, if it is later than the clock here."""

    @property
    def complete(self) -> bool:
        """Return whether everything there is has been checked, by the rules that the game was started with."""
        left_out = self.unfinished or self.ignored or self.others or self.bots or self.skipped or self.untried
        return self.level == 2 and not (left_out or self.other_rules)


def blame(seq: int, check: Callable[P, None], *args: P.args, **named: P.kwargs) -> None:
    """Run a check of one step; turn its failure into a failure of that step."""
    try:
        check(*args, **named)
    except (Rejected, Unauthentic, Malformed) as fault:
        raise Diverged.at(fault.code, seq, fault) from None
