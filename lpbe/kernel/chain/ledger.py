"""The books: what an order changes about seats, windows and keys, as everybody can follow it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ..base.errors import Malformed
from .checks import given_seat, parse_time, quorum
from .letters import (
    AnyLetter,
    Disclose,
    Endorse,
    Envelope,
    Handover,
    Join,
    Play,
    Ready,
    Rekey,
    Replace,
    ReplaceArgs,
    Resign,
    SetPolicy,
    Timeout,
    commits_of,
    kind_of,
    letter_id,
)
from .records import RECENT, Accepted, Genesis, Memory, Replacement, SeatRecord, StateRecord, WindowRecord


def first_state(genesis: Genesis, game: str) -> StateRecord:
    ids = [spec.id for spec in genesis.seats]
    kind = "play" if genesis.trust == "open" else "join"
    waiting = [] if genesis.trust == "open" else ids
    number = 1 if genesis.trust == "open" else 0
    seats = [SeatRecord(spec.id, sign=spec.key, held=spec.held) for spec in genesis.seats]
    return StateRecord(1, game, 0, WindowRecord(number, kind, 0, waiting), seats)  # type: ignore[arg-type]


def taking_effect(genesis: Genesis, state: StateRecord, letter: AnyLetter) -> ReplaceArgs | None:
    """The replacement that this order completes."""
    if isinstance(letter, Replace):
        now = quorum(genesis, state, letter.args.seat) == 0 or not isinstance(letter.args.held, UnsetType)
        return letter.args if now else None
    if isinstance(letter, Endorse):
        pending = next(r for r in state.replacing if r.order == letter.args.of)
        done = len(pending.endorsed) + 1 >= quorum(genesis, state, pending.args.seat)
        return pending.args if done else None
    return None


def bookkeep(
    genesis: Genesis,
    state: StateRecord,
    head: str,
    envelope: Envelope,
    events: Iterable[dict[str, Any]],
    at: str | None,
) -> StateRecord:
    """The next state's books: all but table and secrets. `head` is the id of the head before."""
    letter = envelope.order
    known = replace(
        state, seq=state.seq + 1, recent=[*state.recent, head][-RECENT:], seals=UNSET, clear=UNSET, table={}
    )
    done = ENTRIES[type(letter)](genesis, known, envelope)
    return open_window(genesis, done, events, at)


def open_window(genesis: Genesis, state: StateRecord, events: Iterable[dict[str, Any]], at: str | None) -> StateRecord:
    """A new window where the events say so."""
    window = state.window
    for event in events:
        if event["event"] == "asked":
            window = WindowRecord(
                window.number + 1,
                "play",
                state.seq,
                list(event["seats"]),
                replace=event.get("replace", False),
                deadline=deadline(genesis, at),
            )
        elif event["event"] == "ended":
            window = WindowRecord(window.number, "over", state.seq)
    if window.kind == "join" and not window.waiting:
        ready = [s.id for s in state.seats]
        window = WindowRecord(window.number + 1, "ready", state.seq, ready, deadline=deadline(genesis, at))
    return replace(state, window=window)


def deadline(genesis: Genesis, at: str | None) -> str | UnsetType:
    if at is None or isinstance(genesis.pace, UnsetType):
        return UNSET
    from datetime import timedelta

    amount, unit = int(genesis.pace[:-1]), genesis.pace[-1]
    try:
        later = parse_time(at) + (timedelta(days=amount) if unit == "d" else timedelta(hours=amount))
    except OverflowError:
        raise Malformed("E_SCHEMA", "'{at}' is too far ahead", at=at) from None
    return str(later.strftime("%Y-%m-%dT%H:%M:%SZ"))


def with_seat(state: StateRecord, seat: str, **changes: Any) -> StateRecord:
    return replace(state, seats=[replace(s, **changes) if s.id == seat else s for s in state.seats])


def not_waiting(state: StateRecord, *seats: str) -> StateRecord:
    window = state.window
    return replace(state, window=replace(window, waiting=[s for s in window.waiting if s not in seats]))


def memory(letter: Play | SetPolicy) -> dict[str, Any]:
    hidden = letter.hidden
    if isinstance(hidden, UnsetType) or isinstance(hidden.mine, UnsetType):
        return {}
    context = (kind_of(letter), letter.window, letter.rev, letter.seen, commits_of(letter))
    return {"mine": Memory(*context, hidden.mine)}


def enter_join(genesis: Genesis, state: StateRecord, envelope: Envelope) -> StateRecord:
    letter = envelope.order
    assert isinstance(letter, Join)
    args = letter.args
    joined = with_seat(
        state,
        letter.seat,
        name=args.name,
        lang=args.lang,
        sign=args.sign,
        seal=args.seal,
        nonce_commit=args.nonce_commit,
    )
    return not_waiting(joined, letter.seat)


def enter_ready(genesis: Genesis, state: StateRecord, envelope: Envelope) -> StateRecord:
    letter = envelope.order
    assert isinstance(letter, Ready)
    return not_waiting(with_seat(state, letter.seat, nonce=letter.args.nonce), letter.seat)


def enter_play(genesis: Genesis, state: StateRecord, envelope: Envelope) -> StateRecord:
    letter = envelope.order
    assert isinstance(letter, Play)
    done = Accepted(letter.seat, letter.rev, letter_id(letter))
    window = state.window
    accepted = [*(a for a in window.accepted if a.seat != letter.seat), done]
    accepted.sort(key=lambda a: a.seat)
    played = with_seat(state, letter.seat, missed=0, **memory(letter))
    return not_waiting(replace(played, window=replace(window, accepted=accepted)), letter.seat)


def enter_timeout(genesis: Genesis, state: StateRecord, envelope: Envelope) -> StateRecord:
    letter = envelope.order
    assert isinstance(letter, Timeout)
    for seat in letter.args.seats:
        state = with_seat(state, seat, missed=given_seat(state, seat).missed + 1)
    return not_waiting(state, *letter.args.seats)


def enter_free(genesis: Genesis, state: StateRecord, envelope: Envelope) -> StateRecord:
    letter = envelope.order
    if letter.seat == "referee":
        return replace(state, free=letter.rev + 1)
    extra = memory(letter) if isinstance(letter, SetPolicy) else {}
    return with_seat(state, letter.seat, free=letter.rev + 1, **extra)


def enter_resign(genesis: Genesis, state: StateRecord, envelope: Envelope) -> StateRecord:
    return not_waiting(enter_free(genesis, state, envelope), envelope.order.seat)


def enter_rekey(genesis: Genesis, state: StateRecord, envelope: Envelope) -> StateRecord:
    letter = envelope.order
    assert isinstance(letter, Rekey)
    freed = enter_free(genesis, state, envelope)
    return with_seat(freed, letter.seat, sign=letter.args.sign, seal=letter.args.seal, mine=UNSET)


def enter_replace(genesis: Genesis, state: StateRecord, envelope: Envelope) -> StateRecord:
    letter = envelope.order
    assert isinstance(letter, Replace)
    kept = [r for r in state.replacing if r.args.seat != letter.args.seat]
    freed = enter_free(genesis, state, envelope)
    if taking_effect(genesis, state, letter):
        return seat_anew(replace(freed, replacing=kept), letter.args)
    return replace(freed, replacing=[*kept, Replacement(letter_id(letter), letter.args)])


def enter_endorse(genesis: Genesis, state: StateRecord, envelope: Envelope) -> StateRecord:
    letter = envelope.order
    assert isinstance(letter, Endorse)
    freed = enter_free(genesis, state, envelope)
    others = [r for r in freed.replacing if r.order != letter.args.of]
    pending = next(r for r in freed.replacing if r.order == letter.args.of)
    if done := taking_effect(genesis, state, letter):
        return seat_anew(replace(freed, replacing=others), done)
    return replace(freed, replacing=[*others, replace(pending, endorsed=[*pending.endorsed, letter.seat])])


def seat_anew(state: StateRecord, args: ReplaceArgs) -> StateRecord:
    """The seat answers to new keys; what its old holder had said in the open window is asked again."""
    names = {} if isinstance(args.name, UnsetType) else {"name": args.name}
    state = with_seat(state, args.seat, sign=args.sign, seal=args.seal, held=args.held, mine=UNSET, missed=0, **names)
    window = state.window
    if all(done.seat != args.seat for done in window.accepted):
        return state
    accepted = [done for done in window.accepted if done.seat != args.seat]
    return replace(state, window=replace(window, accepted=accepted, waiting=[*window.waiting, args.seat]))


def enter_handover(genesis: Genesis, state: StateRecord, envelope: Envelope) -> StateRecord:
    return replace(enter_free(genesis, state, envelope), handovers=[*state.handovers, envelope])


def enter_disclose(genesis: Genesis, state: StateRecord, envelope: Envelope) -> StateRecord:
    letter = envelope.order
    assert isinstance(letter, Disclose)
    return replace(enter_free(genesis, state, envelope), disclosed=letter.args.secret)


ENTRIES: dict[type, Any] = {
    Join: enter_join,
    Ready: enter_ready,
    Play: enter_play,
    Timeout: enter_timeout,
    SetPolicy: enter_free,
    Resign: enter_resign,
    Rekey: enter_rekey,
    Replace: enter_replace,
    Endorse: enter_endorse,
    Handover: enter_handover,
    Disclose: enter_disclose,
}
