"""A player's view of a game file: open their own part, sign letters, write those of seats that the referee holds."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import UnsetType

from ..base.canonical import to_plain
from ..base.errors import Failure, MissingKey, Misused, Unauthentic, WrongKey
from ..base.safe_text import same_name
from ..content.packs import words
from ..crypto import sshsig
from ..crypto.keys import Identity, b64, unb64
from ..crypto.seals import unseal
from ..engine.model import Order, Seat, State
from ..engine.rulebook import Rules
from .commitments import travels_sealed
from .genesis import Memory, SeatRecord, WindowKind, given_seat, seat_of
from .letter import AnyLetter, letter_bytes, memo_info, present
from .letter_checks import seal_keys
from .letters.join import join_letter
from .letters.play import play_letter
from .letters.ready import ready_letter
from .records import Envelope, GameFile, View
from .sealed_state import ends_in_handover, has_started, public_state, read_view, seat_state
from .transition import ChainState, Referee

Choice = Callable[[State, Seat], Order]
"""Choose what a seat does, given what it sees."""


def find_seat(game: GameFile, who: str) -> SeatRecord:
    """Return a seat by its id or its player's name."""
    record = seat_of(game.state, who)
    if record is None:
        record = next((s for s in game.state.seats if s.name and same_name(s.name, who)), None)
    if record is None:
        seats = ", ".join(s.id for s in game.state.seats)
        raise Misused("E_SEAT", "there is no seat '{seat}' in this game", "seats: {seats}", seat=who, seats=seats)
    return record


def own_seats(game: GameFile, identity: Identity | None) -> list[Seat]:
    """Return the seats that this key plays; refuse a game that it never joined."""
    sign = b64(identity.sign_public) if identity else ""
    seats = [s for s in game.state.seats if s.sign == sign]
    if identity and game.genesis.trust == "referee":
        for seat in seats:
            check_tie(game, seat, identity)
    return [s.id for s in seats]


def check_tie(game: GameFile, seat: SeatRecord, identity: Identity) -> None:
    """Check that this key joined this game and not a look-alike, in which nothing may be signed, sealed or opened."""
    joined = game.state.window.kind in (WindowKind.READY, WindowKind.PLAY) or not isinstance(seat.tie, UnsetType)
    if joined and seat.tie != identity.tie(game.state.game, seat.id):
        raise Unauthentic(
            "E_GAME_STRANGE",
            "this game looks like one of yours, but your key never joined it as {seat}",
            "somebody may be showing you a copy; ask the host and compare the id of the game",
            seat=seat.id,
        )


def view_key(game: GameFile) -> str:
    """Return the sealing key of the game that this step was sealed with."""
    keys = seal_keys(game.genesis, game.state)
    return keys[-2] if ends_in_handover(game) else keys[-1]


def open_view(game: GameFile, seat: Seat, identity: Identity | None) -> View:
    """Return the private view of a seat."""
    state = game.state
    if not isinstance(state.clear, UnsetType):
        return state.clear.views.get(seat, View())
    if identity is None:
        raise MissingKey(
            "E_KEY_MISSING",
            "the private part of {seat} is sealed, and there is no key here",
            "give it: --key FILE",
            seat=seat,
        )
    if seat not in present(state.seals):
        return View()
    if find_seat(game, seat).seal != identity.keys[1]:
        raise WrongKey(
            "E_SEAL_OPEN",
            "the seal of {seat} is for another key",
            "give the key file you joined with: --key",
            seat=seat,
        )
    check_tie(game, given_seat(state, seat), identity)
    return read_view(game, seat, identity.pair(state.game, view_key(game)))


def open_state(rules: Rules, game: GameFile, seat: Seat | None, view: View | None) -> State | None:
    """Return the state as a reader sees it; None before the game has started."""
    if not has_started(game.state):
        return None
    if seat is None or view is None:
        return public_state(rules.book, game.state.table)
    return seat_state(rules.book, game.state.table, seat, view.screen)


def open_memo(game: GameFile, seat: Seat, identity: Identity) -> str:
    """Return the memo that this key wrote to itself; empty if there is none, or another key wrote it."""
    memory = given_seat(game.state, seat).memo
    return "" if isinstance(memory, UnsetType) else read_memo(game, seat, memory, identity)


def read_memo(game: GameFile, seat: Seat, memory: Memory, identity: Identity) -> str:
    try:
        text = unseal_memo(game, seat, memory, identity)
        return str(msgspec.json.decode(text)["memo"])
    except (Failure, LookupError, TypeError):
        return ""


def unseal_memo(game: GameFile, seat: Seat, memory: Memory, identity: Identity) -> bytes:
    info = memo_info(game.state.game, seat, memory.kind, memory.window, memory.rev, memory.seen)
    size = present(game.genesis.sizes).memo
    return unseal(identity.memo_key(game.state.game), info, unb64(memory.seal), size)


def sign(identity: Identity | None, letter: AnyLetter) -> Envelope:
    if identity is None:
        return Envelope(letter)
    return Envelope(letter, b64(identity.sign(sshsig.ORDER, letter_bytes(letter))))


def held_letter(step: ChainState, seat: Seat, referee: Referee, rules: Rules, choose: Choice) -> Envelope:
    """Return the signed letter of a seat that the referee holds."""
    letter = unsigned_letter(step, seat, referee, rules, choose)
    return sign(referee.secret.held_identity(seat) if referee.secret else None, letter)


def unsigned_letter(step: ChainState, seat: Seat, referee: Referee, rules: Rules, choose: Choice) -> AnyLetter:
    """Return what such a seat sends now, unsigned: that it joins or is ready, or the order it chooses."""
    game = step.game
    identity = referee.secret.held_identity(seat) if referee.secret else None
    window = game.state.window
    if window.kind == WindowKind.JOIN:
        assert identity
        called = words(rules.game.name, game.genesis.lang).terms.get(seat, seat.capitalize())
        return join_letter(game, seat, identity, called, game.genesis.lang, "")
    if window.kind == WindowKind.READY:
        assert identity
        return ready_letter(game, seat, identity)
    view = step.hidden.views.get(seat) if step.hidden else None
    state = open_state(rules, game, seat, view or open_view(game, seat, identity))
    assert state
    order = choose(state, seat)
    return play_letter(game, seat, identity, [to_plain(order)], [travels_sealed(order)], 0)
