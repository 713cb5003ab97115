"""Who may send what when: everything about an order that needs no secret and no rule."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from ..base.canon import jcs
from ..base.errors import Failure, Malformed, Rejected, Unauthentic
from ..base.text import same_name
from ..crypto import sshsig
from ..crypto.keys import check_seal_key, check_sign_key, unb64
from .letters import Letter, kind_of, letter_bytes, letter_id, present
from .seating import Accepted, Genesis, RefereeKeys, WindowRecord, given_seat, may_send, seat_of

if TYPE_CHECKING:
    from .records import Envelope, StateRecord

TOO_LATE = "this order is for window {window}; the game is over"
OTHER_WINDOW = "this order is for window {window}; window {open} is open"


@contextmanager
def blaming_the_order() -> Iterator[None]:
    """A bad signature, key or seal inside an order is its sender's fault."""
    try:
        yield
    except Unauthentic as fault:
        raise Rejected.like(fault) from None


def referee_keys(genesis: Genesis, state: StateRecord) -> RefereeKeys:
    """Who signs heads now: the genesis referee, or whoever was handed the game, link by link."""
    keys = present(genesis.referee)
    for link in state.handovers:
        letter = link.order
        following = letter.new_referee()
        if following is None or letter.game != state.game or letter.seat != "referee":
            raise Unauthentic("E_STATE_GAME", "a handover in this game file is none")
        check_handed(keys.sign, jcs(letter), present(link.sig))
        keys = following
    return keys


@lru_cache(8)
def check_handed(key: str, letter: bytes, sig: str) -> None:
    """The old referee signed it; a game is asked for its referee at every step, and this is looked at once."""
    sshsig.verify(unb64(key), sshsig.ORDER, letter, unb64(sig))


def check_letter(
    genesis: Genesis, state: StateRecord, head: str, envelope: Envelope, at: str | None, signed: bool = False
) -> None:
    """All that makes an order acceptable before its content is looked at; `signed`: its signature has been checked."""
    letter = envelope.order
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
    letter = envelope.order
    if (letter.seat == "referee") != letter.by_referee:
        raise Rejected("E_ORDER_KIND", "{seat} cannot send '{kind}'", seat=letter.seat, kind=kind_of(letter))
    key = sender_key(genesis, state, letter)
    if isinstance(key, UnsetType):
        if isinstance(envelope.sig, UnsetType):
            return
        raise Rejected("E_SIG_FORMAT", "{seat} has no key in this game: leave the signature out", seat=letter.seat)
    if isinstance(envelope.sig, UnsetType):
        raise Rejected("E_SIG_FORMAT", "this order is not signed", "sign it: lpbe order, or ssh-keygen and lpbe attach")
    with blaming_the_order():
        sshsig.verify(unb64(key), sshsig.ORDER, letter_bytes(letter), unb64(envelope.sig))


def authentic(genesis: Genesis, state: StateRecord, envelope: Envelope) -> bool:
    """Whether its seat in this game signed it, whatever else may be wrong with it."""
    try:
        check_sender(genesis, state, envelope)
    except Failure:
        return False
    return envelope.order.game == state.game


def sender_key(genesis: Genesis, state: StateRecord, letter: Letter) -> str | UnsetType:
    if letter.seat == "referee":
        if genesis.trust == "open" and not letter.in_open_games:
            raise Rejected("E_ORDER_KIND", "an open game has no referee")
        return UNSET if genesis.trust == "open" else referee_keys(genesis, state).sign
    record = seat_of(state, letter.seat)
    if record is None:
        raise Rejected("E_ORDER_SEAT", "there is no seat '{seat}' in this game", seat=letter.seat)
    key = letter.signer(state, record.sign)
    if genesis.trust == "referee" and isinstance(key, UnsetType):
        raise Rejected("E_ORDER_NOT_WAITING", "{seat} has not joined yet", "join first: lpbe join", seat=letter.seat)
    return key


def check_referee(keys: RefereeKeys) -> None:
    """The keys of a referee are sound, or nothing of the game can be believed."""
    check_sign_key(unb64(keys.sign))
    check_seal_key(unb64(keys.seal))


def seal_keys(genesis: Genesis, state: StateRecord) -> list[str]:
    """The sealing keys this game has had."""
    if isinstance(genesis.referee, UnsetType):
        return []
    handed = [keys.seal for link in state.handovers if (keys := link.order.new_referee())]
    return [genesis.referee.seal, *handed]


def check_keys(genesis: Genesis, state: StateRecord, seat: str, sign: str, seal: str) -> None:
    """Keys that a seat wants to use: sound, nobody else's, and not the game's own."""
    check_sign_key(unb64(sign))
    check_seal_key(unb64(seal))
    if seal in seal_keys(genesis, state):
        raise Unauthentic("E_KEY_REUSED", "this sealing key is the game's own", "one key a seat: lpbe key new")
    for other in state.seats:
        if other.id != seat and (other.sign == sign or other.seal == seal):
            raise Unauthentic(
                "E_KEY_REUSED", "{seat} uses this key already", "one key a seat: lpbe key new", seat=other.id
            )


def check_window(state: StateRecord, head: str, letter: Letter) -> None:
    window = state.window
    if letter.window != window.number or window.kind == "over":
        raise Rejected(
            "E_ORDER_STALE",
            TOO_LATE if window.kind == "over" else OTHER_WINDOW,
            "make it again on this file",
            window=letter.window,
            open=window.number,
        )
    check_seen(state, head, letter, "E_ORDER_FORK")
    if not letter.by_referee:
        check_answers(window, letter)
        check_turn(state, letter)


def check_answers(window: WindowRecord, letter: Letter) -> None:
    if kind_of(letter) != window.kind:
        raise Rejected(
            "E_ORDER_KIND", "this window wants '{wanted}', not '{kind}'", wanted=window.kind, kind=kind_of(letter)
        )


def check_seen(state: StateRecord, head: str, letter: Letter, code: str) -> None:
    if letter.seen != head and letter.seen not in state.recent:
        hint = (
            "somebody shows you another game: compare heads" if code == "E_ORDER_FORK" else "make it again on this file"
        )
        raise Rejected(code, "this order was made on a position that is not in this game's recent history", hint)


def check_turn(state: StateRecord, letter: Letter) -> None:
    """The seat may send now; what replaces another order has a higher rev."""
    window = state.window
    if letter.rev > 15:
        raise Rejected("E_ORDER_REV", "an order can be replaced fifteen times at most")
    if not may_send(window, given_seat(state, letter.seat)):
        raise Rejected("E_ORDER_NOT_WAITING", "{seat} is not waited for in this window", seat=letter.seat)
    for done in window.accepted:
        if done.seat == letter.seat and letter.seat not in window.waiting:
            check_replaces(done, letter)


def check_replaces(before: Accepted, letter: Letter) -> None:
    """Of two orders for one question the higher rev counts; two with one rev are a lie to somebody."""
    if before.order == letter_id(letter):
        raise Rejected("E_ORDER_STALE", "this very order is in already")
    if letter.rev == before.rev:
        raise Rejected(
            "E_EQUIVOCATION",
            "another order of {seat} with rev {rev} is in already; that one stands",
            "to replace it: lpbe order --rev {next}",
            seat=letter.seat,
            rev=letter.rev,
            next=before.rev + 1,
        )
    if letter.rev < before.rev:
        raise Rejected(
            "E_ORDER_REV",
            "rev {rev} is in already",
            "to replace it: lpbe order --rev {next}",
            rev=before.rev,
            next=before.rev + 1,
        )


def check_free(state: StateRecord, head: str, letter: Letter) -> None:
    if letter.window > state.window.number:
        raise Rejected("E_ORDER_STALE", "window {window} has not been opened yet", window=letter.window)
    if state.window.kind == "over" and not letter.after_end:
        raise Rejected("E_ORDER_STALE", "the game is over")
    if state.window.kind in ("join", "ready") and not letter.before_start:
        raise Rejected("E_ORDER_EARLY", "the game has not started")
    check_seen(state, head, letter, "E_ORDER_STALE")
    used = state.free if letter.by_referee else letter.used(given_seat(state, letter.seat)).next
    if letter.rev < used:
        raise Rejected("E_ORDER_REV", "rev {rev} is used up", "the next one is {next}", rev=letter.rev, next=used)
    if letter.rev > used + 15:
        raise Rejected("E_ORDER_REV", "rev {rev} skips too many", "the next one is {next}", rev=letter.rev, next=used)
    if not letter.by_referee:
        check_many(state, letter)


def check_many(state: StateRecord, letter: Letter) -> None:
    """Nobody fills the game with letters while others think."""
    sent = letter.used(given_seat(state, letter.seat)).sent_in(state.window.number)
    if sent >= letter.many:
        raise Rejected(
            "E_ORDER_MANY",
            "{seat} has sent {count} letters of this kind since the open question was asked",
            "send it when the next question is asked",
            seat=letter.seat,
            count=sent,
        )


def check_display_name(state: StateRecord, seat: str, name: str) -> None:
    for other in state.seats:
        if other.id != seat and (same_name(name, other.id) or same_name(name, other.name or "")):
            raise Malformed("E_TEXT", "the name looks like that of {seat}", "choose another: --name", seat=other.id)


def check_started(state: StateRecord) -> None:
    """Before the start a new key could not show the draw that the old one is bound to."""
    if state.window.kind in ("join", "ready"):
        raise Rejected(
            "E_ORDER_EARLY", "keys change hands only once the game has started", "or begin a new game: lpbe new"
        )
