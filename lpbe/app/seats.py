"""Which seat is whose: found by a key, or kept for one."""

from __future__ import annotations

from msgspec import UnsetType

from ..kernel.base.errors import Malformed, Misused, Rejected
from ..kernel.chain.compose import find_seat, own_seats
from ..kernel.chain.records import GameFile
from ..kernel.chain.seating import seat_of
from ..kernel.crypto.keys import Identity
from .game import OpenGame


def own_seat(game: GameFile, identity: Identity | None, wanted: str | None) -> str:
    """The seat of this key; --as chooses among several."""
    mine = own_seats(game, identity)
    keyless = [s.id for s in game.state.seats if isinstance(s.sign, UnsetType)]
    allowed = [*mine, *(keyless if game.genesis.trust == "open" else [])]
    if wanted:
        seat = find_seat(game, wanted).id
        if seat not in allowed:
            raise Malformed("E_KEY_ROLE", "this key is not that of {seat}", "give the right one: --key FILE", seat=seat)
        return seat
    waiting = [seat for seat in allowed if seat in game.state.window.waiting]
    if len(allowed) == 1 or len(waiting) == 1:
        return waiting[0] if len(waiting) == 1 else allowed[0]
    if not allowed and identity is None:
        raise Malformed("E_KEY_MISSING", "there is no key here", "make one: lpbe key new, or give it: --key FILE")
    if not allowed:
        raise Malformed("E_KEY_ROLE", "this key has no seat in this game", "give the right one: --key FILE")
    raise Misused("E_SEAT", "you have several seats in this game", "say which: --as {seats}", seats="|".join(allowed))


def own_seat_if_any(game: GameFile, identity: Identity | None, wanted: str | None) -> str | None:
    """The same, where nobody needs to have a seat."""
    if not wanted and identity is None and game.genesis.trust == "referee":
        return None
    try:
        return own_seat(game, identity, wanted)
    except Malformed:
        if wanted:
            raise
        return None


def signer_of(opened: OpenGame, seat: str, identity: Identity | None) -> Identity | None:
    """Whoever signs for a seat; nobody does for one that has no key."""
    record = seat_of(opened.game.state, seat)
    return None if record is not None and isinstance(record.sign, UnsetType) else identity


def check_stays(opened: OpenGame, seat: str) -> None:
    """Whoever has left is told before anything is signed again."""
    if seat in opened.game.state.table.get("roster", {}).get("resigned", ()):
        raise Rejected("E_ORDER_STALE", "{seat} has left already", seat=seat)


def seat_to_join(opened: OpenGame, identity: Identity, wanted: str | None) -> str:
    if wanted:
        return find_seat(opened.game, wanted).id
    kept = [spec.id for spec in opened.game.genesis.seats if spec.key == identity.keys[0]]
    if len(kept) != 1:
        raise Misused("E_USAGE", "which seat?", "say it: --seat SEAT")
    return kept[0]
