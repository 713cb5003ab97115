"""What is hidden: the table in clear, everything else sealed to those who may see it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UnsetType
from msgspec.structs import replace

from ..base.canon import jcs
from ..base.errors import Unauthentic
from ..crypto.keys import Secret, b64, unb64
from ..crypto.seals import OVERHEAD, seal, state_info, unseal
from ..play.rulebook import Rules
from ..play.rules import Event, State
from .drawers import hidden_parts, private_events, table_part, view_of, whole_state
from .letters import present, read_record
from .records import GameFile, Hidden, StateRecord
from .seating import SeatRecord


def check_seal_sizes(rules: Rules, state: StateRecord) -> None:
    seated = [s.id for s in state.seats if not isinstance(s.seal, UnsetType)]
    if isinstance(state.seals, UnsetType) or sorted(state.seals) != sorted([*seated, "referee"]):
        raise Unauthentic("E_SEAL_SIZE", "a game file has one seal a seat and one for the referee")
    for name, sealed in state.seals.items():
        size = hidden_size(rules, state) if name == "referee" else rules.game.seal
        if len(unb64(sealed)) != size + OVERHEAD:
            raise Unauthentic("E_SEAL_SIZE", "the seal of {seat} has not its fixed size", seat=name)


def hidden_size(rules: Rules, state: StateRecord) -> int:
    return rules.game.seal * (len(state.seats) + 1)


def open_hidden(rules: Rules, game: GameFile, secret: Secret | None) -> Hidden:
    state = game.state
    if game.genesis.trust == "open":
        return present(state.clear)
    assert secret
    info = state_info(state.game, state.seq, game.last.head.prev, "referee")
    raw = unseal(secret.seal_secret, info, unb64(present(state.seals)["referee"]), hidden_size(rules, state))
    return read_record(msgspec.json.decode(raw), Hidden)


def open_live(rules: Rules, state: StateRecord, hidden: Hidden) -> State | None:
    return whole_state(rules.book, state.table, hidden) if has_started(state) else None


def has_started(state: StateRecord) -> bool:
    return state.window.kind in ("play", "over")


def tell(state: StateRecord, live: State | None, events: Sequence[Event], hidden: Hidden, sender: str) -> Hidden:
    """What each seat has been told since its last order, with everything else that is hidden."""
    if not live:
        return hidden
    news, lost, seats = {}, [], [s.id for s in state.seats]
    for seat in seats:
        before = [] if seat == sender else hidden.news.get(seat, [])
        news[seat] = [*before, *private_events(events, seat)]
        if seat != sender and seat in hidden.lost:
            lost.append(seat)
    return hidden_parts(live, seats, news, lost)


def fit(rules: Rules, hidden: Hidden) -> Hidden:
    """Old news goes when a seal is full; the seat is told so."""
    for seat, news in hidden.news.items():
        while news and len(jcs(view_of(hidden, seat))) >= rules.game.seal - 16:
            news = news[1:]
            lost = sorted({*hidden.lost, seat})
            hidden = replace(hidden, news={**hidden.news, seat: news}, lost=lost)
    return hidden


def close_drawers(
    rules: Rules, state: StateRecord, live: State | None, hidden: Hidden, prev: str, secret: Secret | None
) -> StateRecord:
    """The table in clear, everything else sealed to those who may see it."""
    state = replace(state, table=table_part(live) if live else {})
    if secret is None:
        return replace(state, clear=hidden)
    seals = {
        s.id: seal_view(rules, state, s, hidden, prev, secret) for s in state.seats if not isinstance(s.seal, UnsetType)
    }
    info = state_info(state.game, state.seq, prev, "referee")
    seals["referee"] = b64(seal(secret.eph, secret.seal_public, info, hidden, hidden_size(rules, state)))
    return replace(state, seals=seals)


def seal_view(rules: Rules, state: StateRecord, seat: SeatRecord, hidden: Hidden, prev: str, secret: Secret) -> str:
    info = state_info(state.game, state.seq, prev, seat.id)
    return b64(seal(secret.eph, unb64(present(seat.seal)), info, view_of(hidden, seat.id), rules.game.seal))
