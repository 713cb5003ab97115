"""Find the caller's seat in a game and open the game from there."""

from __future__ import annotations

from msgspec import UnsetType

from ...kernel.base.errors import Failure, Malformed, Misused, Stale
from ...kernel.chain.player_view import find_seat, own_seats
from ...kernel.chain.records import GameFile
from ...kernel.crypto.keys import Identity, b64
from ...kernel.gamedir.gamedir import load, locate
from .failures import failure_lines
from .key_files import missing_key
from .open_game import OpenGame
from .pins import check_known, notice
from .seat_view import SeatView
from .session import Session


def open_seat(session: Session, game: str, seat: str | None = None, *, signs: bool = False) -> SeatView:
    """Open a game as one of the caller's seats; before anything is signed, check its past against the pin."""
    opened = session.open_game(game)
    own = own_seat(opened.game, session.identity, seat)
    session.address_seat(opened.game, own)
    if signs:
        check_past(session, opened)
    else:
        warn_of_past(session, opened)
    return SeatView(opened, session.identity, own, session.locale.language)


def optional_seat(session: Session, opened: OpenGame, seat: str | None = None) -> SeatView | None:
    """Open a game as the caller's seat, if the caller has one."""
    own = own_seat_if_any(opened.game, session.identity, seat)
    if own:
        session.address_seat(opened.game, own)
    warn_of_past(session, opened)
    return SeatView(opened, session.identity, own, session.locale.language) if own else None


def require_seat(session: Session, opened: OpenGame, seat: str | None = None) -> str:
    """Return the caller's seat, to sign a letter for it without opening its private part."""
    own = own_seat(opened.game, session.identity, seat)
    session.address_seat(opened.game, own)
    check_past(session, opened)
    return own


def check_past(session: Session, opened: OpenGame) -> None:
    """Refuse to sign if the game file does not follow what the key saw; warn about a game that is new to the key."""
    identity = session.identity
    if identity and not check_known(opened, b64(identity.sign_public)):
        state = opened.game.state
        template = "your key signs on this machine for the first time: game {game}, step {step}"
        session.warn(session.locale.localise(template, game=state.game[:16], step=state.seq))


def warn_of_past(session: Session, opened: OpenGame) -> None:
    """Warn a reader that a game file is old, or has a different history from the one the key saw."""
    identity = session.identity
    fault = notice(opened, b64(identity.sign_public)) if identity else None
    if fault:
        session.warn("\n".join(failure_lines(fault, session.locale, named=False)))


def own_seat(game: GameFile, identity: Identity | None, wanted: str | None) -> str:
    """Return the seat of this key; --as chooses among several."""
    mine = own_seats(game, identity)
    keyless = [s.id for s in game.state.seats if isinstance(s.sign, UnsetType)]
    allowed = [*mine, *(keyless if game.genesis.trust == "open" else [])]
    if wanted:
        seat = find_seat(game, wanted).id
        if seat not in allowed:
            raise Malformed("E_KEY_ROLE", "this is not the key of {seat}", "give the right one: --key FILE", seat=seat)
        return seat
    waiting = [seat for seat in allowed if seat in game.state.window.waiting]
    if len(allowed) == 1 or len(waiting) == 1:
        return waiting[0] if len(waiting) == 1 else allowed[0]
    if not allowed and identity is None:
        raise missing_key()
    if not allowed:
        raise Malformed("E_KEY_ROLE", "this key has no seat in this game", "give the right one: --key FILE")
    raise Misused("E_SEAT", "you have several seats in this game", "choose one: --as {seats}", seats="|".join(allowed))


def own_seat_if_any(game: GameFile, identity: Identity | None, wanted: str | None) -> str | None:
    """Return the seat of this key, or None if it has none."""
    if not wanted and identity is None and game.genesis.trust == "referee":
        return None
    try:
        return own_seat(game, identity, wanted)
    except Malformed:
        if wanted:
            raise
        return None


def check_stays(opened: OpenGame, seat: str) -> None:
    """Refuse to sign for a seat that has resigned already."""
    if seat in opened.game.state.table.get("roster", {}).get("resigned", ()):
        raise Stale("E_ORDER_STALE", "{seat} has already left", seat=seat)


def seat_to_join(opened: OpenGame, identity: Identity, wanted: str | None) -> str:
    """Return the requested seat, or the one that is reserved for this key."""
    if wanted:
        return find_seat(opened.game, wanted).id
    reserved = [spec.id for spec in opened.game.genesis.seats if spec.key == identity.keys[0]]
    if len(reserved) != 1:
        raise Misused("E_USAGE", "which seat?", "choose it: --seat SEAT")
    return reserved[0]


def seat_names(path: str) -> list[str]:
    """Return the seats of a game for completion; none if it cannot be read."""
    try:
        return [seat.id for seat in load(locate(path)).state.seats]
    except Failure:
        return []
