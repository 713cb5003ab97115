"""Sitting down for a command: the seat is found by the caller's key, and its player is spoken to."""

from __future__ import annotations

from ..app.desk import Desk
from ..app.filing import send_letter
from ..app.game import OpenGame, position
from ..app.language import localised, speak_to
from ..app.pins import open_pinned
from ..app.seats import own_seat, own_seat_if_any
from ..kernel.chain.acts import AnyLetter
from ..kernel.crypto.keys import Identity
from .caller import maybe_identity
from .output import respond


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


def send(
    opened: OpenGame,
    identity: Identity | None,
    letter: AnyLetter,
    output: str | None,
    armor: bool,
    as_json: bool,
    made: str = "",
) -> None:
    """Off it goes; say where to."""
    path = send_letter(opened, identity, letter, output, armor)
    if path == "-":
        return
    text = f"{path}\n" + (localised("your key was made: {path}; back it up", path=made) + "\n" if made else "")
    respond(as_json, {**position(opened.game), "files": [path], **({"key": made} if made else {})}, text)


def sit(opened: OpenGame, identity: Identity | None, seat: str | None) -> str:
    """The seat whose key this is; from here on its player is spoken to."""
    own = own_seat(opened.game, identity, seat)
    speak_to(opened.game, own)
    return own
