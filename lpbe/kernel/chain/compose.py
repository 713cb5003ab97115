"""A player's desk: read the own part of a game file, look ahead, write letters and sign them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ..base.canon import Plain, data, jcs, kdf
from ..base.errors import Malformed, Misused
from ..base.text import same_name
from ..crypto import sshsig
from ..crypto.keys import Identity, Secret, b64, unb64
from ..crypto.seals import LETTER_SIZES, MINE_SIZE, commit_nonce, commitment, letter_info, seal, state_info, unseal
from ..play.rulebook import Rules
from ..play.rules import Seat, State
from .acts import handed_secret
from .checks import nonce_commitment, rekey_message
from .drawers import public_state, seat_state, view_of
from .hidden import started
from .letters import (
    AnyLetter,
    Disclose,
    DiscloseArgs,
    Endorse,
    EndorseArgs,
    Envelope,
    Handover,
    HandoverArgs,
    Join,
    JoinArgs,
    Letter,
    Play,
    Ready,
    ReadyArgs,
    Rekey,
    RekeyArgs,
    Replace,
    ReplaceArgs,
    Resign,
    Sealed,
    SetPolicy,
    Timeout,
    TimeoutArgs,
    kind_of,
    present,
    read_record,
)
from .openings import read_canonical
from .records import GameFile, Memory, SeatRecord, View, head_id, seat_of
from .step import Referee

L = TypeVar("L", Play, SetPolicy)


class Mine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a seat keeps for itself: openings of its own secrets, the rest of a batch, a note."""

    entries: list[Plain] = []
    draft: list[Plain] = []
    note: str = ""


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
    if not started(game.state):
        return None
    if seat is None or view is None:
        return public_state(rules.book, game.state.table)
    return seat_state(rules.book, game.state.table, seat, view.screen)


def open_notes(memory: Memory | UnsetType, game: str, seat: Seat, identity: Identity) -> Mine:
    if isinstance(memory, UnsetType):
        return Mine()
    info = letter_info(game, memory.window, seat, memory.kind, memory.rev, memory.seen, memory.commits)
    return read_record(read_canonical(unseal(identity.seal_secret, info, unb64(memory.seal), MINE_SIZE)), Mine)


def base(game: GameFile, seat: Seat, rev: int, note: str = "") -> dict[str, Any]:
    return {
        "format": 1,
        "game": game.state.game,
        "seat": seat,
        "window": game.state.window.number,
        "seen": head_id(game.last.head),
        "rev": rev,
        "note": note or UNSET,
    }


def sign(identity: Identity | None, letter: AnyLetter) -> Envelope:
    if identity is None:
        return Envelope(letter)
    return Envelope(letter, b64(identity.sign(sshsig.ORDER, jcs(letter))))


def letter_context(letter: Letter, commits: list[str]) -> bytes:
    kind = kind_of(letter)
    return letter_info(letter.game, letter.window, letter.seat, kind, letter.rev, letter.seen, commits)


def join_letter(game: GameFile, seat: Seat, identity: Identity, name: str, lang: str, code: str, rev: int = 0) -> Join:
    nonce = own_nonce(identity, game.state.game)
    sign_key, seal_key = identity.keys
    args = JoinArgs(sign_key, seal_key, nonce_commitment(game.state.game, seat, nonce), name, lang)  # type: ignore[arg-type]
    letter = Join(**base(game, seat, rev), args=args)
    if not code:
        return letter
    public = unb64(present(game.genesis.referee).seal)
    said = {"code": code.upper().replace("-", "").strip()}
    sealed = seal(identity.det, public, letter_context(letter, []), said, LETTER_SIZES["join"])
    return replace(letter, hidden=Sealed(b64(sealed)))


def own_nonce(identity: Identity, game: str) -> bytes:
    return kdf(identity.det, "nonce", game)


def ready_letter(game: GameFile, seat: Seat, identity: Identity) -> Ready:
    return Ready(**base(game, seat, 0), args=ReadyArgs(own_nonce(identity, game.state.game).hex()))


def play_letter(
    game: GameFile,
    seat: Seat,
    identity: Identity | None,
    orders: Sequence[Plain],
    secret: Sequence[bool],
    rev: int,
    note: str = "",
    draft: Sequence[Plain] = (),
    memo: str = "",
) -> Play:
    letter = Play(**base(game, seat, rev, note), batch=[dict(order) for order in orders])
    if game.genesis.trust == "open" or identity is None:
        return letter
    return seal_batch(game, letter, identity, secret, list(draft), memo)


def policy_letter(game: GameFile, seat: Seat, identity: Identity | None, policy: Plain, rev: int) -> SetPolicy:
    letter = SetPolicy(**base(game, seat, rev), batch=[{"order": "set-policy", "policy": policy}])
    if game.genesis.trust == "open" or identity is None:
        return letter
    return seal_batch(game, letter, identity, [True], [], "")


def seal_batch(
    game: GameFile, letter: L, identity: Identity, secret: Sequence[bool], draft: list[Plain], memo: str
) -> L:
    """Commit to the secret entries of a batch, and seal what opens them."""
    openings, batch = [], []
    for index, (value, hide) in enumerate(zip(letter.batch, secret, strict=True)):
        if not hide:
            batch.append(value)
            continue
        context = (letter.game, letter.window, letter.seat, kind_of(letter), letter.rev, index)
        nonce = commit_nonce(identity.det, *context, letter.seen, value)
        openings.append({"v": value, "r": nonce.hex()})
        batch.append({"order": "sealed", "commit": commitment(*context, nonce, value)})
    info = letter_context(letter, [entry["commit"] for entry in batch if entry["order"] == "sealed"])
    public = unb64(present(game.genesis.referee).seal)
    size = LETTER_SIZES[kind_of(letter)]
    sealed = b64(seal(identity.det, public, info, openings, size)) if openings else UNSET
    own = Mine(openings if kind_of(letter) == "play" else [], draft, memo)
    small = own if len(jcs(own)) < MINE_SIZE else Mine(note=memo)
    mine = b64(seal(identity.det, identity.seal_public, info, small, MINE_SIZE))
    return replace(letter, batch=batch, hidden=Sealed(sealed, mine))


def rekey_letter(game: GameFile, seat: Seat, new: Identity, rev: int) -> Rekey:
    sign_key, seal_key = new.keys
    proof = new.sign(sshsig.REKEY, rekey_message(game.state.game, seat, sign_key, seal_key))
    return Rekey(**base(game, seat, rev), args=RekeyArgs(sign_key, seal_key, b64(proof)))


def resign_letter(game: GameFile, seat: Seat, rev: int) -> Resign:
    return Resign(**base(game, seat, rev))


def endorse_letter(game: GameFile, seat: Seat, of: str, rev: int) -> Endorse:
    return Endorse(**base(game, seat, rev), args=EndorseArgs(of))


def replace_letter(game: GameFile, seat: Seat, keys: tuple[str, str], name: str, held: str) -> Replace:
    args = ReplaceArgs(seat, *keys, name or UNSET, held or UNSET)
    return Replace(**base(game, "referee", game.state.free), args=args)


def handover_letter(game: GameFile, keys: tuple[str, str], secret: Secret, rev: int) -> Handover:
    letter = Handover(**base(game, "referee", rev), args=HandoverArgs(*keys, "AAAA"))
    return replace(letter, args=replace(letter.args, secret=handed_secret(letter, secret)))


def disclose_letter(game: GameFile, secret: Secret) -> Disclose:
    return Disclose(**base(game, "referee", game.state.free), args=DiscloseArgs(secret.raw.hex()))


def timeout_letter(game: GameFile) -> Timeout:
    return Timeout(**base(game, "referee", 0), args=TimeoutArgs(list(game.state.window.waiting)))


def held_letter(game: GameFile, seat: Seat, referee: Referee, rules: Rules, choose: Any) -> Envelope:
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
    letter = play_letter(game, seat, identity, [data(order)], [type(order).secret], 0)
    return sign(identity, letter)
