"""A player's desk: read the own part of a game file, sign letters, answer for a seat that the referee holds."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import UnsetType

from ..base.canon import data
from ..base.errors import Failure, Malformed, Misused, Unauthentic
from ..base.text import same_name
from ..content.packs import words
from ..crypto import sshsig
from ..crypto.keys import Identity, b64, unb64
from ..crypto.seals import unseal
from ..play.rulebook import Rules
from ..play.rules import Order, Seat, State
from .acts.join import join_letter
from .acts.play import play_letter
from .acts.ready import ready_letter
from .checks import seal_keys
from .drawers import public_state, seat_state
from .hidden import handed_over, has_started, read_view
from .letters import AnyLetter, letter_bytes, memo_info, present
from .openings import travels_sealed
from .records import Envelope, GameFile, View
from .seating import Memory, SeatRecord, given_seat, seat_of
from .step import Link, Referee

Choice = Callable[[State, Seat], Order]
"""What a seat does, from what it sees."""


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
    seats = [s for s in game.state.seats if s.sign == sign]
    if identity and game.genesis.trust == "referee":
        for seat in seats:
            check_tie(game, seat, identity)
    return [s.id for s in seats]


def check_tie(game: GameFile, seat: SeatRecord, identity: Identity) -> None:
    """Only this key could tie its seat to this game: in any other nothing is signed, sealed or opened."""
    joined = game.state.window.kind in ("ready", "play") or not isinstance(seat.tie, UnsetType)
    if joined and seat.tie != identity.tie(game.state.game, seat.id):
        raise Unauthentic(
            "E_GAME_STRANGE",
            "this game looks like one of yours, but your key never joined it as {seat}",
            "somebody shows you a copy: ask the host, and compare the game's id",
            seat=seat.id,
        )


def view_key(game: GameFile) -> str:
    """With which of the game's sealing keys this step was sealed."""
    keys = seal_keys(game.genesis, game.state)
    return keys[-2] if handed_over(game) else keys[-1]


def open_view(game: GameFile, seat: Seat, identity: Identity | None) -> View:
    """The seat's own part of the position."""
    state = game.state
    if not isinstance(state.clear, UnsetType):
        return state.clear.views.get(seat, View())
    if identity is None:
        raise Malformed(
            "E_KEY_MISSING", "the part of {seat} is sealed, and there is no key here", "give it: --key FILE", seat=seat
        )
    if seat not in present(state.seals):
        return View()
    if find_seat(game, seat).seal != identity.keys[1]:
        raise Malformed(
            "E_SEAL_OPEN", "the seal of {seat} is for another key", "give the key file that joined: --key", seat=seat
        )
    check_tie(game, given_seat(state, seat), identity)
    return read_view(game, seat, identity.pair(state.game, view_key(game)))


def open_state(rules: Rules, game: GameFile, seat: Seat | None, view: View | None) -> State | None:
    """The position as a reader has it; none before the game has started."""
    if not has_started(game.state):
        return None
    if seat is None or view is None:
        return public_state(rules.book, game.state.table)
    return seat_state(rules.book, game.state.table, seat, view.screen)


def open_memo(game: GameFile, seat: Seat, identity: Identity) -> str:
    """What the seat's holder wrote to themselves; what another key wrote stays closed."""
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


def held_letter(step: Link, seat: Seat, referee: Referee, rules: Rules, choose: Choice) -> Envelope:
    """A letter of a seat that the referee plays for."""
    letter = unsigned_letter(step, seat, referee, rules, choose)
    return sign(referee.secret.held(seat) if referee.secret else None, letter)


def unsigned_letter(step: Link, seat: Seat, referee: Referee, rules: Rules, choose: Choice) -> AnyLetter:
    """The same, as far as it tells anything."""
    game, identity = step.game, referee.secret.held(seat) if referee.secret else None
    window = game.state.window
    if window.kind == "join":
        assert identity
        called = words(rules.game.name, game.genesis.lang).terms.get(seat, seat.capitalize())
        return join_letter(game, seat, identity, called, game.genesis.lang, "")
    if window.kind == "ready":
        assert identity
        return ready_letter(game, seat, identity)
    view = step.hidden.views.get(seat) if step.hidden else None
    state = open_state(rules, game, seat, view or open_view(game, seat, identity))
    assert state
    order = choose(state, seat)
    return play_letter(game, seat, identity, [data(order)], [travels_sealed(order)], 0)
