"""Check who may send which letter when: all checks that need neither secrets nor rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from ..base.canonical import jcs
from ..base.errors import (
    BadText,
    Failure,
    NotWaiting,
    Rejected,
    Stale,
    TooEarly,
    Unauthentic,
    WrongKind,
    WrongRev,
)
from ..base.safe_text import same_name
from ..crypto import sshsig
from ..crypto.keys import check_seal_key, check_sign_key, unb64
from .genesis import AcceptedLetter, Genesis, RefereeKeys, WindowRecord, given_seat, may_send, seat_of
from .letter import Letter, kind_of, letter_bytes, letter_id, present

if TYPE_CHECKING:
    from .records import Envelope, StateRecord

TOO_LATE = "this order answers question {window}, but the game is over"
UNKNOWN_POSITION = "this order is based on a position that is not in this game's recent history"
OTHER_WINDOW = "this order answers question {window}, but question {open} is open now"


@contextmanager
def blame_sender() -> Iterator[None]:
    """Turn a bad signature, key or seal inside a letter into a rejection of the letter."""
    try:
        yield
    except Unauthentic as fault:
        raise Rejected.like(fault) from None


def referee_keys(genesis: Genesis, state: StateRecord) -> RefereeKeys:
    """Return the current referee's keys: those of the genesis, or of the last valid handover."""
    keys = present(genesis.referee)
    for handover in state.handovers:
        letter = handover.letter
        following = letter.new_referee()
        if following is None or letter.game != state.game or letter.seat != "referee":
            raise Unauthentic("E_STATE_GAME", "a handover in this game file is not valid")
        check_handover_signature(keys.sign, jcs(letter), present(handover.sig))
        keys = following
    return keys


@lru_cache(8)
def check_handover_signature(key: str, letter: bytes, sig: str) -> None:
    """Check that the old referee signed a handover; cached, because every step asks for the referee."""
    sshsig.verify(unb64(key), sshsig.ORDER, letter, unb64(sig))


def check_letter(
    genesis: Genesis, state: StateRecord, head: str, envelope: Envelope, at: str | None, signed: bool = False
) -> None:
    """Check everything about a letter except its content; `signed` means that its signature has been checked."""
    letter = envelope.letter
    if letter.game != state.game:
        raise Rejected("E_ORDER_GAME", "this order belongs to another game")
    if not signed:
        check_sender(genesis, state, envelope)
    letter.check_sizes(genesis)
    if letter.free:
        check_free(state, head, letter)
    else:
        check_window(state, head, letter)
    letter.check(genesis, state, at)


def check_sender(genesis: Genesis, state: StateRecord, envelope: Envelope) -> None:
    """Check that the letter is signed by the seat, or the referee, that it claims to come from."""
    letter = envelope.letter
    if (letter.seat == "referee") != letter.by_referee:
        raise WrongKind("E_ORDER_KIND", "{seat} cannot send '{kind}'", seat=letter.seat, kind=kind_of(letter))
    key = sender_key(genesis, state, letter)
    if isinstance(key, UnsetType):
        if isinstance(envelope.sig, UnsetType):
            return
        raise Rejected("E_SIG_FORMAT", "{seat} has no key in this game; remove the signature", seat=letter.seat)
    if isinstance(envelope.sig, UnsetType):
        raise Rejected(
            "E_SIG_FORMAT", "this order is not signed", "sign it with lpbe order, or with ssh-keygen and lpbe attach"
        )
    with blame_sender():
        sshsig.verify(unb64(key), sshsig.ORDER, letter_bytes(letter), unb64(envelope.sig))


def is_authentic(genesis: Genesis, state: StateRecord, envelope: Envelope) -> bool:
    """Return whether its seat in this game signed the letter, whatever else may be wrong with it."""
    try:
        check_sender(genesis, state, envelope)
    except Failure:
        return False
    return envelope.letter.game == state.game


def is_damaged(envelope: Envelope) -> bool:
    """Return whether a signed letter was changed after somebody, whoever it was, signed it."""
    if isinstance(envelope.sig, UnsetType):
        return False
    return not sshsig.is_intact(sshsig.ORDER, letter_bytes(envelope.letter), unb64(envelope.sig))


def sender_key(genesis: Genesis, state: StateRecord, letter: Letter) -> str | UnsetType:
    """Return the key that must have signed a letter; UNSET if nobody signs."""
    if letter.seat == "referee":
        if genesis.trust == "open" and not letter.in_open_games:
            raise WrongKind("E_ORDER_KIND", "an open game has no referee")
        return UNSET if genesis.trust == "open" else referee_keys(genesis, state).sign
    record = seat_of(state, letter.seat)
    if record is None:
        raise Rejected("E_ORDER_SEAT", "there is no seat '{seat}' in this game", seat=letter.seat)
    key = letter.signer(state, record.sign)
    if genesis.trust == "referee" and isinstance(key, UnsetType):
        raise NotWaiting("E_ORDER_NOT_WAITING", "{seat} has not joined yet", "join first: lpbe join", seat=letter.seat)
    return key


def check_referee(keys: RefereeKeys) -> None:
    """Refuse weak keys of a referee: with them nothing in the game can be trusted."""
    check_sign_key(unb64(keys.sign))
    check_seal_key(unb64(keys.seal))


def seal_keys(genesis: Genesis, state: StateRecord) -> list[str]:
    """Return all sealing keys that the game's referees have had."""
    if isinstance(genesis.referee, UnsetType):
        return []
    handed = [keys.seal for handover in state.handovers if (keys := handover.letter.new_referee())]
    return [genesis.referee.seal, *handed]


def check_keys(genesis: Genesis, state: StateRecord, seat: str, sign: str, seal: str) -> None:
    """Check new keys of a seat: not weak, not those of another seat, not the game's own."""
    check_sign_key(unb64(sign))
    check_seal_key(unb64(seal))
    if seal in seal_keys(genesis, state):
        raise Unauthentic(
            "E_KEY_REUSED", "this sealing key is that of the game itself", "each seat needs its own key: lpbe key new"
        )
    for other in state.seats:
        if other.id != seat and (other.sign == sign or other.seal == seal):
            raise Unauthentic(
                "E_KEY_REUSED",
                "{seat} already uses this key",
                "each seat needs its own key: lpbe key new",
                seat=other.id,
            )


def check_window(state: StateRecord, head: str, letter: Letter) -> None:
    """Check that a letter answers the open window, from its position or a recent one."""
    window = state.window
    if letter.window != window.number or window.is_over:
        raise Stale(
            "E_ORDER_STALE",
            TOO_LATE if window.is_over else OTHER_WINDOW,
            "make it again with this file",
            window=letter.window,
            open=window.number,
        )
    if not was_seen(state, head, letter):
        raise Rejected(
            "E_ORDER_FORK",
            UNKNOWN_POSITION,
            "somebody may be showing you a different game; compare heads with the others",
        )
    if not letter.by_referee:
        check_answers(window, letter)
        check_turn(state, letter)


def check_answers(window: WindowRecord, letter: Letter) -> None:
    """Check that the letter is of the kind that the window asks for."""
    if kind_of(letter) != window.kind:
        raise WrongKind(
            "E_ORDER_KIND",
            "the game is waiting for '{wanted}', not for '{kind}'",
            wanted=window.kind,
            kind=kind_of(letter),
        )


def was_seen(state: StateRecord, head: str, letter: Letter) -> bool:
    """Return whether the letter was made on this position or on one of the last before it."""
    return letter.seen == head or letter.seen in state.recent


def check_turn(state: StateRecord, letter: Letter) -> None:
    """Check that the seat may send now, and that a letter which replaces another has a higher rev."""
    window = state.window
    if letter.rev > 15:
        raise WrongRev("E_ORDER_REV", "an order can be replaced at most fifteen times")
    if not may_send(window, given_seat(state, letter.seat)):
        raise NotWaiting("E_ORDER_NOT_WAITING", "{seat} does not have to answer this question", seat=letter.seat)
    for done in window.accepted:
        if done.seat == letter.seat and letter.seat not in window.waiting:
            check_replacement(done, letter)


def check_replacement(before: AcceptedLetter, letter: Letter) -> None:
    """Check a letter that replaces another: the higher rev counts, two letters with the same rev are equivocation."""
    if before.letter_id == letter_id(letter):
        raise Stale("E_ORDER_STALE", "this order has already arrived")
    if letter.rev == before.rev:
        raise Rejected(
            "E_EQUIVOCATION",
            "another order from {seat} with rev {rev} has already arrived, and it counts",
            "to replace it: lpbe order --rev {next}",
            seat=letter.seat,
            rev=letter.rev,
            next=before.rev + 1,
        )
    if letter.rev < before.rev:
        raise WrongRev(
            "E_ORDER_REV",
            "rev {rev} has already arrived",
            "to replace it: lpbe order --rev {next}",
            rev=before.rev,
            next=before.rev + 1,
        )


def check_free(state: StateRecord, head: str, letter: Letter) -> None:
    """Check a letter that can be sent at any time: the phase of the game, its position and its rev."""
    if letter.window > state.window.number:
        raise Stale("E_ORDER_STALE", "question {window} has not been asked yet", window=letter.window)
    if state.window.is_over and not letter.after_end:
        raise Stale("E_ORDER_STALE", "the game is over")
    if state.window.before_start and not letter.before_start:
        raise TooEarly("E_ORDER_EARLY", "the game has not started")
    if not was_seen(state, head, letter):
        raise Stale("E_ORDER_STALE", UNKNOWN_POSITION, "make it again with this file")
    used = state.free if letter.by_referee else letter.tally(given_seat(state, letter.seat)).next
    if letter.rev < used:
        raise WrongRev(
            "E_ORDER_REV", "rev {rev} has already been used", "the next one is {next}", rev=letter.rev, next=used
        )
    if letter.rev > used + 15:
        raise WrongRev(
            "E_ORDER_REV", "rev {rev} skips too many numbers", "the next one is {next}", rev=letter.rev, next=used
        )
    if not letter.by_referee:
        check_count(state, letter)


def check_count(state: StateRecord, letter: Letter) -> None:
    """Limit the letters of one kind that a seat can send while one window is open."""
    sent = letter.tally(given_seat(state, letter.seat)).sent_in(state.window.number)
    if sent >= letter.max_per_window:
        raise Rejected(
            "E_ORDER_MANY",
            "{seat} has already sent {count} messages of this kind since the open question was asked",
            "send it after the next question has been asked",
            seat=letter.seat,
            count=sent,
        )


def check_display_name(state: StateRecord, seat: str, name: str) -> None:
    """Refuse a name that looks like that of another seat."""
    for other in state.seats:
        if other.id != seat and (same_name(name, other.id) or same_name(name, other.name or "")):
            raise BadText("E_TEXT", "this name looks like that of {seat}", "choose another: --name", seat=other.id)


def check_started(state: StateRecord) -> None:
    """Refuse new keys before the start: they could not prove the draw that the old ones are bound to."""
    if state.window.before_start:
        raise TooEarly(
            "E_ORDER_EARLY", "keys can only be changed after the game has started", "or start a new game: lpbe new"
        )
