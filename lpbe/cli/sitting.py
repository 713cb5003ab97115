"""Sitting down for a command: the seat is found by the caller's key, and its player is spoken to."""

from __future__ import annotations

from ..app.desk import Desk
from ..app.game import OpenGame
from ..app.language import speak_to
from ..app.pins import open_pinned
from ..app.seats import own_seat, own_seat_if_any
from .caller import maybe_identity


def sit_down(game: str, key: str | None, seat: str | None, pin: str | None = None) -> Desk:
    opened = open_pinned(game, pin)
    identity = maybe_identity(key)
    own = own_seat(opened.game, identity, seat)
    speak_to(opened.game, own)
    return Desk(opened, identity, own)


def look_at(opened: OpenGame, key: str | None, seat: str | None) -> Desk | None:
    """The caller's own part, if a key for a seat is at hand."""
    identity = maybe_identity(key)
    own = own_seat_if_any(opened.game, identity, seat)
    if own is None:
        return None
    speak_to(opened.game, own)
    return Desk(opened, identity, own)
