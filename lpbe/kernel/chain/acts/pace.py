"""Pace, pause, extend: the referee changes how much time there is, and everybody is told of it."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING

from msgspec import UnsetType
from msgspec.structs import replace

from ...base.canon import tagged
from ...base.errors import Rejected
from ..letters import Letter, Pace, Record, Time
from ..seating import Genesis, Now, electors, majority, use_rev
from ..times import later, parse_time, shifted
from ..writing import heading

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord


LONGEST = "366d"
"""Nobody can stop the clock of a game for good."""


class TimeLetter(Letter, frozen=True, kw_only=True):
    """What the referee says about time."""

    free = True
    by_referee = True
    before_start = True

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        if isinstance(genesis.pace, UnsetType):
            raise Rejected("E_ORDER_KIND", "this game has no pace")
        self.check_longer(genesis, state, at)

    def check_longer(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        """Nobody's time gets shorter without a say."""


class PaceArgs(Record, frozen=True):
    pace: Pace


class PaceLetter(TimeLetter, frozen=True, kw_only=True, tag="pace"):
    args: PaceArgs

    def check_longer(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        if hours(self.args.pace) >= hours(pace_of(genesis, state)):
            return
        wanted, said = majority(genesis, electors(state, "")), endorsers(state, pace_id(state.game, self.args.pace))
        if len(said) < wanted:
            raise Rejected(
                "E_ORDER_QUORUM",
                "a shorter pace needs the agreement of {wanted} players; {count} have agreed",
                "ask them to say so: lpbe endorse GAME --pace {pace}",
                wanted=wanted,
                count=len(said),
                pace=self.args.pace,
            )

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", now: Now) -> "StateRecord":
        of = pace_id(state.game, self.args.pace)
        agreed = [one for one in state.agreed if one.of != of]
        return use_rev(replace(state, pace=self.args.pace, agreed=agreed), self)


class PauseArgs(Record, frozen=True):
    until: Time


class PauseLetter(TimeLetter, frozen=True, kw_only=True, tag="pause"):
    args: PauseArgs

    def check_longer(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        """A pause begins now, and never ends before one that was promised."""
        parse_time(self.args.until)
        begun = max(at or "", state.paused or "")
        if self.args.until <= begun:
            raise Rejected("E_ORDER_EARLY", "a pause lasts until a later time", "it can only be made longer")
        check_span(at or begun, self.args.until)

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", now: Now) -> "StateRecord":
        """What was left of the open window's time begins again when the pause is over."""
        window, begun = state.window, max(now.at or "", state.paused or "")
        if not isinstance(window.deadline, UnsetType):
            moved = window.deadline if window.deadline < begun else shifted(window.deadline, begun, self.args.until)
            window = replace(window, deadline=max(moved, self.args.until))
        return use_rev(replace(state, paused=self.args.until, window=window), self)


class ExtendLetter(TimeLetter, frozen=True, kw_only=True, tag="extend"):
    args: PauseArgs

    def check_longer(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        parse_time(self.args.until)
        deadline = state.window.deadline
        if isinstance(deadline, UnsetType):
            raise Rejected("E_ORDER_KIND", "nothing is waited for until a certain time")
        if self.args.until <= deadline:
            raise Rejected("E_ORDER_EARLY", "the deadline is {until}; it can only be later", until=deadline)
        check_span(max(at or "", deadline), self.args.until)

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", now: Now) -> "StateRecord":
        return use_rev(replace(state, window=replace(state.window, deadline=self.args.until)), self)


def check_span(begun: str, until: str) -> None:
    if until > later(begun, LONGEST):
        raise Rejected("E_ORDER_KIND", "{until} is more than a year ahead", "choose a nearer time", until=until)


def hours(pace: str) -> int:
    return int(pace[:-1]) * (24 if pace[-1] == "d" else 1)


def pace_of(genesis: Genesis, state: "StateRecord") -> str:
    """The pace now."""
    return state.pace or genesis.pace or ""


def pace_id(game: str, pace: str) -> str:
    """What a seat endorses that agrees to a shorter pace."""
    return tagged("pace", game, pace).hex()


def endorsers(state: "StateRecord", of: str) -> list[str]:
    """Who has agreed to it and still has a say."""
    voters = electors(state, "")
    return [seat for one in state.agreed if one.of == of for seat in one.endorsed if seat in voters]


def pace_letter(game: "GameFile", pace: str) -> PaceLetter:
    return PaceLetter(**heading(game, "referee", game.state.free), args=PaceArgs(pace))


def pause_letter(game: "GameFile", until: str) -> PauseLetter:
    return PauseLetter(**heading(game, "referee", game.state.free), args=PauseArgs(until))


def extend_letter(game: "GameFile", until: str) -> ExtendLetter:
    return ExtendLetter(**heading(game, "referee", game.state.free), args=PauseArgs(until))
