"""What is hidden: the table in clear, everything else sealed between the referee and those who may see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import UnsetType
from msgspec.structs import astuple, replace

from ..base.canon import jcs, lp
from ..base.errors import Unauthentic
from ..crypto.keys import Secret, Secrets, b64, unb64
from ..crypto.seals import OVERHEAD, seal, unseal
from ..play.rulebook import Rules
from ..play.rules import Event, State
from .drawers import private_events, screen_of, table_part, whole_state, write_box
from .kinds import read_record
from .letters import present
from .openings import Plans, keep_filing
from .records import GameFile, Hidden, Inmost, StateRecord, StepName, View
from .seating import Genesis, SeatRecord, given_seat

NONE_FILED: Mapping[str, Plans] = {}


def check_seal_sizes(genesis: Genesis, state: StateRecord) -> None:
    """One seal a seat and one for nobody, each of its size, whatever there is to hide."""
    seated = [s.id for s in state.seats if not isinstance(s.seal, UnsetType)]
    seals, sizes = present(state.seals), present(genesis.sizes)
    if sorted(seals) != sorted(seated):
        raise Unauthentic("E_SEAL_SIZE", "a game file has one seal a seat")
    for name, sealed in seals.items():
        if len(unb64(sealed)) != sizes.view + OVERHEAD:
            raise Unauthentic("E_SEAL_SIZE", "the seal of {seat} has not its fixed size", seat=name)
    if len(unb64(present(state.drawer))) != sizes.drawer + OVERHEAD:
        raise Unauthentic("E_SEAL_SIZE", "the sealed drawer has not its fixed size")


def view_info(step: StepName, seat: str) -> bytes:
    """What the view of a seat is bound to: this step and no other."""
    return lp("view", *astuple(step), seat)


def drawer_info(step: StepName) -> bytes:
    return lp("drawer", *astuple(step))


def handed_over(game: GameFile) -> bool:
    """Whether the last step gave the game to another referee: it was still sealed and signed by the old one."""
    order = game.last.order
    return not isinstance(order, UnsetType) and order.new_referee() is not None


def open_hidden(game: GameFile, secrets: Secrets) -> Hidden:
    """Everything, for the referee: each seat's view by what they have in common, the drawer by the secret alone."""
    state, sizes = game.state, game.genesis.sizes
    if isinstance(sizes, UnsetType):
        return present(state.clear)
    secret = secrets[-2] if handed_over(game) else secrets[-1]
    text = unseal(secret.drawer, drawer_info(game.last.head.step), unb64(present(state.drawer)), sizes.drawer)
    inmost = read_record(msgspec.json.decode(text), Inmost)
    views = {seat: open_view_of(game, seat, secret) for seat in present(state.seals)}
    return Hidden(inmost, views)


def open_view_of(game: GameFile, seat: str, secret: Secret) -> View:
    key = present(given_seat(game.state, seat).seal)
    return read_view(game, seat, secret.pair(game.state.game, key))


def read_view(game: GameFile, seat: str, pair: bytes) -> View:
    """The view of a seat, by what its holder and the referee have in common."""
    sealed, size = present(game.state.seals)[seat], present(game.genesis.sizes).view
    text = unseal(pair, view_info(game.last.head.step, seat), unb64(sealed), size)
    return read_record(msgspec.json.decode(text), View)


def open_live(rules: Rules, state: StateRecord, hidden: Hidden) -> State | None:
    return whole_state(rules.book, state.table, hidden) if has_started(state) else None


def has_started(state: StateRecord) -> bool:
    return state.window.kind in ("play", "over") and bool(state.table)


def tell(
    state: StateRecord,
    live: State | None,
    events: Sequence[Event],
    hidden: Hidden,
    sender: str = "",
    filed: Mapping[str, Plans] = NONE_FILED,
) -> Hidden:
    """What each seat has been told since its last order, with everything else that is hidden."""
    if not live:
        return hidden
    views = {}
    for seat in [s.id for s in state.seats]:
        old = hidden.views.get(seat, View())
        before = [] if seat == sender else old.news
        news = [*before, *private_events(events, seat)]
        told = replace(old, news=news, lost=old.lost and seat != sender)
        views[seat] = keep_filing(told, state.game, seat, filed.get(seat), screen_of(live, seat))
    return replace(hidden, inmost=replace(hidden.inmost, box=write_box(live)), views=views)


def fit(genesis: Genesis, hidden: Hidden) -> Hidden:
    """Old news goes when a seal is full; the seat is told so."""
    if isinstance(genesis.sizes, UnsetType):
        return hidden
    limit = genesis.sizes.view - 1
    return replace(hidden, views={seat: fit_view(view, limit) for seat, view in hidden.views.items()})


def fit_view(view: View, limit: int) -> View:
    while view.news and len(jcs(view)) > limit:
        view = replace(view, news=view.news[1:], lost=True)
    return view


def close_drawers(
    genesis: Genesis, state: StateRecord, live: State | None, hidden: Hidden, step: StepName, secrets: Secrets
) -> StateRecord:
    """The table in clear, everything else sealed for those who may see it."""
    state = replace(state, table=table_part(live) if live else {})
    if isinstance(genesis.sizes, UnsetType):
        return replace(state, clear=hidden)
    secret, sizes = secrets[-1], genesis.sizes
    seated = [s for s in state.seats if not isinstance(s.seal, UnsetType)]
    seals = {s.id: seal_view(s, hidden.views.get(s.id, View()), step, secret, sizes.view) for s in seated}
    drawer = seal(secret.drawer, drawer_info(step), hidden.inmost, sizes.drawer)
    return replace(state, seals=seals, drawer=b64(drawer))


def seal_view(seat: SeatRecord, view: View, step: StepName, secret: Secret, size: int) -> str:
    return b64(seal(secret.pair(step.game, present(seat.seal)), view_info(step, seat.id), view, size))
