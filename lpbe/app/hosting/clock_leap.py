"""Notice a clock that has jumped ahead: nobody is timed out on its word alone."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from os.path import join

from msgspec import UnsetType

from ...kernel.base.errors import Failure, Malformed
from ...kernel.chain.deadlines import format_utc, last_call, parse_time
from ...kernel.chain.letter_checks import is_authentic
from ...kernel.chain.letters.pace import TimeLetter
from ...kernel.disk import folders
from ...kernel.gamedir.inbox import read_letter
from ..session.open_game import OpenGame, time_to_write
from .run_record import load_runs
from .waiting_times import time_of

SHORTEST_LEAP = timedelta(days=3)
"""A shorter time without any run is not a jump, however short the deadlines are."""


def check_clock(opened: OpenGame, now: str | None) -> None:
    """Refuse a run that would time somebody out, if the clock is far ahead of everything known about this game.

    "Far" means more than twice the time that the open question had, and more than three days, after the last step and
    the last run here. Either nothing has run for that long, or the clock is wrong: only a person can tell.
    """
    game = opened.game
    at = time_to_write(game.genesis, now, game.last.head)
    soonest = last_call(game.genesis, game.state, [])
    if game.state.window.is_over or at is None or isinstance(soonest, UnsetType) or at <= soonest or gives_time(opened):
        return
    last = last_sign_of_life(opened, at)
    if parse_time(at) - parse_time(last) > max(2 * time_given(opened, last), SHORTEST_LEAP):
        raise Malformed(
            "E_CLOCK",
            "this clock says {now}, but nothing has happened in this game since {last}",
            "if the clock is right: lpbe run GAME --clock-is-right; to give the players more time first: lpbe "
            "extend; otherwise set the clock",
            now=format_utc(at),
            last=format_utc(last),
        )


def gives_time(opened: OpenGame) -> bool:
    """Return whether a waiting letter of the host gives the players more time: then nobody is timed out."""
    for name in folders.file_names(opened.place.inbox):
        with suppress(Failure):
            envelope = read_letter(join(opened.place.inbox, name))
            if isinstance(envelope.letter, TimeLetter) and is_authentic(
                opened.game.genesis, opened.game.state, envelope
            ):
                return True
    return False


def last_sign_of_life(opened: OpenGame, at: str) -> str:
    """Return when the last step was made, or the game was last run here without trouble."""
    run = load_runs().get(opened.game.state.game)
    stepped = opened.game.last.head.at or ""
    return max(stepped, run.at) if run and run.at <= at else stepped


def time_given(opened: OpenGame, last: str) -> timedelta:
    """Return how long the open question could be answered, with all grace and vacation."""
    game = opened.game
    end = last_call(game.genesis, game.state, game.state.window.waiting)
    began = time_of(opened, game.state.window.since) or last
    return parse_time(end) - parse_time(began) if end else timedelta(0)
