"""How far a game is, and whom nobody waits for until it is further."""

from __future__ import annotations

from operator import attrgetter

from .rules import Roster, Seat, State

number_of = attrgetter("number")


def phase_of(state: State, window: int) -> int:
    """The number of the game's clock; without one every window is a phase of its own. The table alone tells it."""
    clock = state.book.clock
    return window if clock is None else int(number_of(state[clock]))


def is_absent(state: State, seat: Seat) -> bool:
    """Nobody waits for this seat: it has left, or it let a deadline of this phase pass and has said nothing since.

    Without a clock the next question is another phase.
    """
    roster = state[Roster]
    if seat in roster.resigned:
        return True
    return seat in roster.silent and state.book.clock is not None and roster.silent[seat] == phase_of(state, 0)
