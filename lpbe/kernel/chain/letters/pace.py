"""Pace, pause, extend: the referee changes how much time there is, in public."""

from typing import TYPE_CHECKING

from msgspec import UnsetType
from msgspec.structs import replace

from ...base.canonical import tagged_hash
from ...base.errors import Rejected, TooEarly, WrongKind
from ..deadlines import later, parse_time, shift_time
from ..genesis import Genesis, StepOutcome, electors, required_votes, use_rev
from ..letter import Letter, Pace, Record, Time
from ..letter_builder import heading

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord


MAX_SPAN = "366d"
"""The longest pause or extension, so that nobody can stop the clock of a game for good."""


class TimeLetter(Letter, frozen=True, kw_only=True):
    """The base of the referee's letters about time."""

    free = True
    by_referee = True
    before_start = True

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        if isinstance(genesis.pace, UnsetType):
            raise WrongKind("E_ORDER_KIND", "this game has no deadlines")
        self.check_longer(genesis, state, at)

    def check_longer(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        """Check that nobody's time gets shorter without their agreement."""


class PaceArgs(Record, frozen=True):
    """A new pace."""

    pace: Pace


class PaceLetter(TimeLetter, frozen=True, kw_only=True, tag="pace"):
    """The letter that changes the pace of the game."""

    args: PaceArgs

    def check_longer(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        if pace_hours(self.args.pace) >= pace_hours(current_pace(genesis, state)):
            return
        wanted = required_votes(genesis, state, "")
        agreed = endorsers(genesis, state, pace_id(state.game, self.args.pace))
        if len(agreed) < wanted:
            raise Rejected(
                "E_ORDER_QUORUM",
                "not enough players have agreed to a faster pace: {count} of {wanted}",
                "ask them to agree: lpbe endorse GAME --pace {pace}",
                wanted=wanted,
                count=len(agreed),
                pace=self.args.pace,
            )

    def bookkeep(
        self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", outcome: StepOutcome
    ) -> "StateRecord":
        of = pace_id(state.game, self.args.pace)
        agreed = [one for one in state.agreed if one.of != of]
        return use_rev(replace(state, pace=self.args.pace, agreed=agreed), self)


class PauseArgs(Record, frozen=True):
    """A time until which the game is paused, or the deadline extended."""

    until: Time


class PauseLetter(TimeLetter, frozen=True, kw_only=True, tag="pause"):
    """The letter that pauses the game."""

    args: PauseArgs

    def check_longer(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        """Check that a pause ends in the future, and no earlier than one that was already promised."""
        parse_time(self.args.until)
        begun = max(at or "", state.paused or "")
        if self.args.until <= begun:
            raise TooEarly("E_ORDER_EARLY", "a pause must end later than it starts", "a pause can only be extended")
        check_span(at or begun, self.args.until)

    def bookkeep(
        self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", outcome: StepOutcome
    ) -> "StateRecord":
        """Move the deadline: what was left of the window's time continues after the pause."""
        window = state.window
        begun = max(outcome.at or "", state.paused or "")
        if not isinstance(window.deadline, UnsetType):
            moved = window.deadline if window.deadline < begun else shift_time(window.deadline, begun, self.args.until)
            window = replace(window, deadline=max(moved, self.args.until))
        return use_rev(replace(state, paused=self.args.until, window=window), self)


class ExtendLetter(TimeLetter, frozen=True, kw_only=True, tag="extend"):
    """The letter that extends the deadline of the open window."""

    args: PauseArgs

    def check_longer(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        parse_time(self.args.until)
        deadline = state.window.deadline
        if isinstance(deadline, UnsetType):
            raise WrongKind("E_ORDER_KIND", "the open question has no deadline")
        if self.args.until <= deadline:
            raise TooEarly("E_ORDER_EARLY", "the deadline is {until}, and it can only be moved later", until=deadline)
        check_span(max(at or "", deadline), self.args.until)

    def bookkeep(
        self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", outcome: StepOutcome
    ) -> "StateRecord":
        return use_rev(replace(state, window=replace(state.window, deadline=self.args.until)), self)


def check_span(begun: str, until: str) -> None:
    """Check that a time is at most a year ahead."""
    if until > later(begun, MAX_SPAN):
        raise WrongKind("E_ORDER_KIND", "{until} is more than a year away", "choose an earlier time", until=until)


def pace_hours(pace: str) -> int:
    """Return a pace in hours."""
    return int(pace[:-1]) * (24 if pace[-1] == "d" else 1)


def current_pace(genesis: Genesis, state: "StateRecord") -> str:
    """Return the current pace of a game."""
    return state.pace or genesis.pace or ""


def pace_id(game: str, pace: str) -> str:
    """Return the id that a seat endorses to agree to a shorter pace."""
    return tagged_hash("pace", game, pace).hex()


def endorsers(genesis: Genesis, state: "StateRecord", of: str) -> list[str]:
    """Return the seats that have agreed to a pace and still have a vote."""
    voters = electors(genesis, state, "")
    return [seat for one in state.agreed if one.of == of for seat in one.endorsed if seat in voters]


def pace_letter(game: "GameFile", pace: str) -> PaceLetter:
    """Return the letter that changes the pace."""
    return PaceLetter(**heading(game, "referee", game.state.free), args=PaceArgs(pace))


def pause_letter(game: "GameFile", until: str) -> PauseLetter:
    """Return the letter that pauses the game."""
    return PauseLetter(**heading(game, "referee", game.state.free), args=PauseArgs(until))


def extend_letter(game: "GameFile", until: str) -> ExtendLetter:
    """Return the letter that extends the deadline."""
    return ExtendLetter(**heading(game, "referee", game.state.free), args=PauseArgs(until))
