"""Tell a bug of the program from a game file whose state no play leads to, though its referee signed it."""

from __future__ import annotations

from ...kernel.base.errors import Failure, Malformed, NotVisible
from ...kernel.base.safe_text import quote
from ...kernel.disk import environment
from .open_game import OpenGame

CONFUSION = (LookupError, ValueError, TypeError, ArithmeticError, AttributeError, AssertionError, NotVisible)
"""What rules run into on a state that they never produce."""


def wants_traceback() -> bool:
    return bool(environment.get_variable("LPBE_DEBUG"))


def blame_state(opened: OpenGame | None, error: Exception) -> Malformed | None:
    """Return the failure of the game that was read if its state is impossible; None if the error is a bug.

    A state is impossible if the events of the log do not lead to it. Without a log nobody can tell.
    """
    if opened is None or not isinstance(error, CONFUSION) or follows_from_log(opened):
        return None
    return Malformed(
        "E_STATE_TABLE",
        "these rules make no sense of what lies on the table ({error})",
        "lpbe verify GAME tells whether its referee cheats; if not, it is a mistake of ours: please report it",
        error=quote(f"{type(error).__name__}: {error}"),
    )


def follows_from_log(opened: OpenGame) -> bool:
    """Tell whether folding the log gives the state of the game file."""
    from ...kernel.audit.verify import verify  # saves the audit for commands that succeed
    from ...kernel.gamedir.log import has_log, log_lines  # saves the log for the same

    if not has_log(opened.place):
        return False
    try:
        verify(opened.rules, opened.game, list(log_lines(opened.place.log)))
    except (Failure, *CONFUSION):
        return False
    return True
