"""Who may send what when: everything about an order that needs no secret and no rule."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import UNSET, UnsetType

from ..base.canon import jcs, tagged
from ..base.errors import Failure, Malformed, Rejected, Unauthentic
from ..base.text import same_name
from ..crypto import sshsig
from ..crypto.keys import check_seal_key, check_sign_key, unb64
from ..crypto.seals import LETTER_SIZES, MINE_SIZE, OVERHEAD
from .letters import (
    AnyLetter,
    Disclose,
    Endorse,
    Envelope,
    Free,
    Handover,
    Join,
    OfReferee,
    Play,
    Ready,
    Rekey,
    Replace,
    ReplaceArgs,
    Resign,
    SetPolicy,
    Timeout,
    check_letter_text,
    kind_of,
    letter_id,
    present,
)
from .records import Genesis, RefereeKeys, SeatRecord, StateRecord, WindowRecord, seat_of, spec_of

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
        if not isinstance(letter, Handover) or letter.game != state.game or letter.seat != "referee":
            raise Unauthentic("E_STATE_GAME", "a handover in this game file is none")
        sshsig.verify(unb64(keys.sign), sshsig.ORDER, jcs(letter), unb64(present(link.sig)))
        keys = RefereeKeys(letter.args.sign, letter.args.seal)
    return keys


def check_letter(genesis: Genesis, state: StateRecord, head: str, envelope: Envelope, at: str | None) -> None:
    """All that makes an order acceptable before its content is looked at."""
    letter = envelope.order
    check_letter_text(letter)
    if letter.game != state.game:
        raise Rejected("E_ORDER_GAME", "this order belongs to another game")
    check_sender(genesis, state, envelope)
    if isinstance(letter, Join | Play | SetPolicy):
        check_sizes(letter)
    if isinstance(letter, Free):
        check_free(state, head, letter)
    else:
        check_window(state, head, letter)
    CHECKS.get(type(letter), lambda *_: None)(genesis, state, letter, at)


def check_sender(genesis: Genesis, state: StateRecord, envelope: Envelope) -> None:
    letter = envelope.order
    if (letter.seat == "referee") != isinstance(letter, OfReferee):
        raise Rejected("E_ORDER_KIND", "{seat} cannot send '{kind}'", seat=letter.seat, kind=kind_of(letter))
    key = sender_key(genesis, state, letter)
    if isinstance(key, UnsetType):
        if isinstance(envelope.sig, UnsetType):
            return
        raise Rejected("E_SIG_FORMAT", "{seat} has no key in this game: leave the signature out", seat=letter.seat)
    if isinstance(envelope.sig, UnsetType):
        raise Rejected("E_SIG_FORMAT", "this order is not signed", "sign it: lpbe order, or ssh-keygen and lpbe attach")
    with blaming_the_order():
        sshsig.verify(unb64(key), sshsig.ORDER, jcs(letter), unb64(envelope.sig))


def authentic(genesis: Genesis, state: StateRecord, envelope: Envelope) -> bool:
    """Whether its seat in this game signed it, whatever else may be wrong with it."""
    try:
        check_sender(genesis, state, envelope)
    except Failure:
        return False
    return envelope.order.game == state.game


def check_sizes(letter: Join | Play | SetPolicy) -> None:
    """Seals have one size whatever they hold: nothing shows, and no player swells the game."""
    if isinstance(letter.hidden, UnsetType):
        return
    for sealed, size in ((letter.hidden.seal, LETTER_SIZES[kind_of(letter)]), (letter.hidden.mine, MINE_SIZE)):
        if not isinstance(sealed, UnsetType) and len(unb64(sealed)) != size + OVERHEAD:
            raise Rejected("E_SEAL_SIZE", "a seal of this order has not its fixed size")


def sender_key(genesis: Genesis, state: StateRecord, letter: AnyLetter) -> str | UnsetType:
    if letter.seat == "referee":
        if genesis.trust == "open" and not isinstance(letter, Timeout):
            raise Rejected("E_ORDER_KIND", "an open game has no referee")
        return UNSET if genesis.trust == "open" else referee_keys(genesis, state).sign
    record = seat_of(state, letter.seat)
    if record is None:
        raise Rejected("E_ORDER_SEAT", "there is no seat '{seat}' in this game", seat=letter.seat)
    if isinstance(letter, Join):
        with blaming_the_order():
            check_keys(state, letter.seat, letter.args.sign, letter.args.seal)
        return letter.args.sign
    if genesis.trust == "referee" and isinstance(record.sign, UnsetType):
        raise Rejected("E_ORDER_NOT_WAITING", "{seat} has not joined yet", "join first: lpbe join", seat=letter.seat)
    return record.sign


def check_keys(state: StateRecord, seat: str, sign: str, seal: str) -> None:
    """Keys that a seat wants to use: sound, and nobody else's."""
    check_sign_key(unb64(sign))
    check_seal_key(unb64(seal))
    for other in state.seats:
        if other.id != seat and (other.sign == sign or other.seal == seal):
            raise Unauthentic(
                "E_KEY_REUSED", "{seat} uses this key already", "one key a seat: lpbe key new", seat=other.id
            )


def check_window(state: StateRecord, head: str, letter: AnyLetter) -> None:
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
    wanted = {"join": Join, "ready": Ready, "play": Play}[window.kind]
    if not isinstance(letter, Timeout):
        if not isinstance(letter, wanted):
            raise Rejected(
                "E_ORDER_KIND", "this window wants '{wanted}', not '{kind}'", wanted=window.kind, kind=kind_of(letter)
            )
        check_turn(window, letter)


def check_seen(state: StateRecord, head: str, letter: AnyLetter, code: str) -> None:
    if letter.seen != head and letter.seen not in state.recent:
        hint = (
            "somebody shows you another game: compare heads" if code == "E_ORDER_FORK" else "make it again on this file"
        )
        raise Rejected(code, "this order was made on a position that is not in this game's recent history", hint)


def check_turn(window: WindowRecord, letter: AnyLetter) -> None:
    """Waiting seats may act; one that is in may change its mind where the window allows it."""
    if letter.rev > 15:
        raise Rejected("E_ORDER_REV", "an order can be replaced fifteen times at most")
    if letter.seat in window.waiting:
        return
    before = next((done for done in window.accepted if done.seat == letter.seat), None)
    if before is None or not window.replace:
        raise Rejected("E_ORDER_NOT_WAITING", "{seat} is not waited for in this window", seat=letter.seat)
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


def check_free(state: StateRecord, head: str, letter: AnyLetter) -> None:
    if letter.window > state.window.number:
        raise Rejected("E_ORDER_STALE", "window {window} has not been opened yet", window=letter.window)
    check_seen(state, head, letter, "E_ORDER_STALE")
    used = state.free if letter.seat == "referee" else given_seat(state, letter.seat).free
    if letter.rev < used:
        raise Rejected("E_ORDER_REV", "rev {rev} is used up", "the next one is {next}", rev=letter.rev, next=used)
    if letter.rev > used + 15:
        raise Rejected("E_ORDER_REV", "rev {rev} skips too many", "the next one is {next}", rev=letter.rev, next=used)


def given_seat(state: StateRecord, seat: str) -> SeatRecord:
    record = seat_of(state, seat)
    assert record
    return record


def check_join(genesis: Genesis, state: StateRecord, letter: Join, at: str | None) -> None:
    spec, name = spec_of(genesis, letter.seat), letter.args.name
    if not isinstance(spec.key, UnsetType) and spec.key != letter.args.sign:
        raise Rejected("E_KEY_SEAT", "{seat} is kept for another key", seat=letter.seat)
    check_display_name(state, letter.seat, name)


def check_display_name(state: StateRecord, seat: str, name: str) -> None:
    for other in state.seats:
        if other.id != seat and (same_name(name, other.id) or same_name(name, other.name or "")):
            raise Malformed("E_TEXT", "the name looks like that of {seat}", "choose another: --name", seat=other.id)


def check_ready(genesis: Genesis, state: StateRecord, letter: Ready, at: str | None) -> None:
    record = given_seat(state, letter.seat)
    heads = state.seq - state.window.since  # heads since the roster was full, the present one aside
    if letter.seen in state.recent[: len(state.recent) - heads]:
        raise Rejected("E_ORDER_FORK", "this order was made before everybody had joined", "make it again on this file")
    if nonce_commitment(state.game, letter.seat, bytes.fromhex(letter.args.nonce)) != record.nonce_commit:
        raise Rejected("E_COMMIT_MISMATCH", "the nonce is not the one that was committed to when joining")


def nonce_commitment(game: str, seat: str, nonce: bytes) -> str:
    return tagged("nonce", game, seat, nonce).hex()


def check_timeout(genesis: Genesis, state: StateRecord, letter: Timeout, at: str | None) -> None:
    window = state.window
    if window.kind != "play":
        raise Rejected("E_ORDER_KIND", "only questions of the game time out")
    if isinstance(window.deadline, UnsetType) or at is None or at <= window.deadline:
        raise Rejected("E_ORDER_EARLY", "the deadline has not passed")
    if sorted(letter.args.seats) != sorted(window.waiting):
        raise Rejected("E_ORDER_NOT_WAITING", "a timeout names exactly the seats that are waited for")


def check_started(state: StateRecord) -> None:
    """Before the start a new key could not show the nonce the old one committed to."""
    if state.window.kind in ("join", "ready"):
        raise Rejected(
            "E_ORDER_EARLY", "keys change hands only once the game has started", "or begin a new game: lpbe new"
        )


def check_rekey(genesis: Genesis, state: StateRecord, letter: Rekey, at: str | None) -> None:
    args = letter.args
    check_started(state)
    with blaming_the_order():
        check_keys(state, letter.seat, args.sign, args.seal)
        proven = rekey_message(state.game, letter.seat, args.sign, args.seal)
        sshsig.verify(unb64(args.sign), sshsig.REKEY, proven, unb64(args.proof))


def rekey_message(game: str, seat: str, sign: str, seal: str) -> bytes:
    return jcs({"game": game, "seat": seat, "sign": sign, "seal": seal})


def check_replace(genesis: Genesis, state: StateRecord, letter: Replace, at: str | None) -> None:
    args = letter.args
    check_started(state)
    if seat_of(state, args.seat) is None or isinstance(given_seat(state, args.seat).sign, UnsetType):
        raise Rejected("E_ORDER_SEAT", "nobody sits at '{seat}'", seat=args.seat)
    if not isinstance(args.held, UnsetType) and not silent(genesis, state, args):
        raise Rejected("E_ORDER_QUORUM", "a seat may be given to a bot only after too many silent windows")
    with blaming_the_order():
        check_keys(state, args.seat, args.sign, args.seal)
    if not isinstance(args.name, UnsetType):
        check_display_name(state, args.seat, args.name)


def silent(genesis: Genesis, state: StateRecord, args: ReplaceArgs) -> bool:
    """A bot may take over without asking when the game says after how many misses."""
    after = genesis.bot_after
    return not isinstance(after, UnsetType) and given_seat(state, args.seat).missed >= after


def check_endorse(genesis: Genesis, state: StateRecord, letter: Endorse, at: str | None) -> None:
    pending = next((r for r in state.replacing if r.order == letter.args.of), None)
    if pending is None:
        raise Rejected("E_ORDER_QUORUM", "there is no such replacement to endorse")
    if letter.seat not in electors(state, pending.args.seat):
        raise Rejected("E_ORDER_QUORUM", "{seat} has no say in this replacement", seat=letter.seat)
    if letter.seat in pending.endorsed:
        raise Rejected("E_ORDER_QUORUM", "{seat} has endorsed it already", seat=letter.seat)


def check_handover(genesis: Genesis, state: StateRecord, letter: Handover, at: str | None) -> None:
    with blaming_the_order():
        check_sign_key(unb64(letter.args.sign))
        check_seal_key(unb64(letter.args.seal))


def check_resign(genesis: Genesis, state: StateRecord, letter: Resign, at: str | None) -> None:
    if state.window.kind == "over":
        raise Rejected("E_ORDER_STALE", "the game is over")
    check_started(state)


def check_disclose(genesis: Genesis, state: StateRecord, letter: Disclose, at: str | None) -> None:
    if state.window.kind != "over":
        raise Rejected("E_ORDER_EARLY", "the game is not over")
    if tagged("seed-commit", bytes.fromhex(letter.args.secret)).hex() != genesis.seed_commit:
        raise Rejected("E_AUDIT_SEED", "this is not the secret the game was begun with")


CHECKS: dict[type, Any] = {
    Join: check_join,
    Ready: check_ready,
    Timeout: check_timeout,
    Rekey: check_rekey,
    Replace: check_replace,
    Endorse: check_endorse,
    Handover: check_handover,
    Disclose: check_disclose,
    Resign: check_resign,
}


def electors(state: StateRecord, seat: str) -> list[str]:
    return [s.id for s in state.seats if s.id != seat and isinstance(s.held, UnsetType)]


def quorum(genesis: Genesis, state: StateRecord, seat: str) -> int:
    others = len(electors(state, seat))
    wanted = others // 2 + 1 if isinstance(genesis.quorum, UnsetType) else genesis.quorum
    return min(wanted, others)


def parse_time(at: str) -> Any:
    from datetime import datetime

    try:
        return datetime.strptime(at, "%Y-%m-%dT%H:%M:%SZ")
    except ValueError:
        raise Malformed("E_SCHEMA", "'{at}' is not a time", "write it so: 2026-11-18T08:00:00Z", at=at) from None
