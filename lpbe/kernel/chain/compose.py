"""A player's desk: read the own part of a game file, sign letters, answer for a seat that the referee holds."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import UnsetType

from ..base.canon import data, jcs
from ..base.errors import Malformed, Misused
from ..base.text import same_name
from ..crypto import sshsig
from ..crypto.keys import Identity, b64, unb64
from ..crypto.seals import MINE_SIZE, letter_info, state_info, unseal
from ..play.rulebook import Rules
from ..play.rules import Order, Seat, State
from .acts import AnyLetter
from .acts.join import join_letter
from .acts.play import play_letter
from .acts.ready import ready_letter
from .drawers import public_state, seat_state, view_of
from .hidden import has_started
from .letters import present, read_record
from .openings import read_canonical, travels_sealed
from .records import Envelope, GameFile, View
from .seating import Memory, SeatRecord, seat_of
from .step import Referee
from .writing import Mine


def find_seat(game: GameFile, who: str) -> SeatRecord:
    """A seat by its id or its player's name."""
    record = seat_of(game.state, who)
    if record is None:
        record = next((s for s in game.state.seats if s.name and same_name(s.name, who)), None)
    if record is None:
        seats = ", ".join(s.id for s in game.state.seats)
        raise Misused("E_SEAT", "there is no seat '{seat}' in this game", "seats: {seats}", seat=who, seats=seats)
    return record


def own_seats(game: GameFile, identity: Identity | None) -> list[Seat]:
    """The seats whose key this is; in an open game also those that have none."""
    sign = b64(identity.sign_public) if identity else ""
    return [s.id for s in game.state.seats if s.sign == sign]


def open_view(rules: Rules, game: GameFile, seat: Seat, identity: Identity | None) -> View:
    """The seat's own part of the position."""
    state = game.state
    if not isinstance(state.clear, UnsetType):
        return view_of(state.clear, seat)
    if identity is None:
        raise Malformed(
            "E_KEY_MISSING", "the part of {seat} is sealed, and there is no key here", "give it: --key FILE", seat=seat
        )
    seals = present(state.seals)
    if seat not in seals:
        return View()
    if find_seat(game, seat).seal != identity.keys[1]:
        raise Malformed(
            "E_SEAL_OPEN", "the seal of {seat} is for another key", "give the key file that joined: --key", seat=seat
        )
    info = state_info(state.game, state.seq, game.last.head.prev, seat)
    text = unseal(identity.seal_secret, info, unb64(seals[seat]), rules.game.seal)
    return read_record(msgspec.json.decode(text), View)


def open_state(rules: Rules, game: GameFile, seat: Seat | None, view: View | None) -> State | None:
    """The position as a reader has it; none before the game has started."""
    if not has_started(game.state):
        return None
    if seat is None or view is None:
        return public_state(rules.book, game.state.table)
    return seat_state(rules.book, game.state.table, seat, view.screen)


def open_notes(memory: Memory | UnsetType, game: str, seat: Seat, identity: Identity) -> Mine:
    if isinstance(memory, UnsetType):
        return Mine()
    info = letter_info(game, memory.window, seat, memory.kind, memory.rev, memory.seen, memory.commits)
    return read_record(read_canonical(unseal(identity.seal_secret, info, unb64(memory.seal), MINE_SIZE)), Mine)


def sign(identity: Identity | None, letter: AnyLetter) -> Envelope:
    if identity is None:
        return Envelope(letter)
    return Envelope(letter, b64(identity.sign(sshsig.ORDER, jcs(letter))))


def held_letter(
    game: GameFile, seat: Seat, referee: Referee, rules: Rules, choose: Callable[[State, Seat], Order]
) -> Envelope:
    """An order of a seat that the referee plays for."""
    identity = referee.secret.held(seat) if referee.secret else None
    window = game.state.window
    if window.kind == "join":
        assert identity
        return sign(identity, join_letter(game, seat, identity, seat.capitalize(), game.genesis.lang, ""))
    if window.kind == "ready":
        assert identity
        return sign(identity, ready_letter(game, seat, identity))
    view = open_view(rules, game, seat, identity)
    state = open_state(rules, game, seat, view)
    assert state
    order = choose(state, seat)
    letter = play_letter(game, seat, identity, [data(order)], [travels_sealed(order)], 0)
    return sign(identity, letter)
