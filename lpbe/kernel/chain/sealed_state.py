"""The state of a game by visibility: public parts in plain text, the rest sealed for those who may see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import UnsetType
from msgspec.structs import astuple, replace

from ..base.canonical import Plain, jcs, kdf, lp
from ..base.errors import Malformed, Unauthentic
from ..crypto.keys import Secret, Secrets, b64, unb64
from ..crypto.seals import OVERHEAD_BYTES, seal, unseal
from ..engine.capacity import MAX_PLANS, PLAN_FRAME_BYTES, standing_orders_capacity
from ..engine.model import Event, Seat, State, Visibility, kebab
from ..engine.rulebook import Rulebook, Rules
from ..engine.state_types import field_name
from .commitments import Plans, keep_filing
from .genesis import Genesis, SeatRecord, Sizes, WindowKind, given_seat
from .letter import present
from .letter_registry import read_record
from .records import GameFile, Hidden, Inmost, StateRecord, StepName, View

NONE_FILED: Mapping[str, Plans] = {}

KEPT_ANSWER_BYTES = 384
"""An answer kept with its proof, or the proof of a plan alone (its order counts as a plan); or a draft."""
FILING_BYTES = 320
"""The letter that plans came with, and the commitment or nonce of each of them."""
VIEW_FRAME_BYTES = 96
"""The names of all parts of a view or of what is hidden from everyone."""
LETTER_FRAME_BYTES = 64
NEWS_BYTES = 64
"""The usual size of what a seat learns between two orders. If there is more, the oldest news is dropped."""
SIZE_STEP_BYTES = 32
LETTER_BYTES = 288
MEMO_BYTES = 64
REASON_BYTES = 512
MAX_SEAL_BYTES = 6 << 10
"""No game needs more; a content pack that would is refused."""


def check_seal_sizes(genesis: Genesis, state: StateRecord) -> None:
    """Check that there is one seal per seat and one for what nobody sees, each of its fixed size."""
    seated = [s.id for s in state.seats if not isinstance(s.seal, UnsetType)]
    seals = present(state.seals)
    sizes = present(genesis.sizes)
    if sorted(seals) != sorted(seated):
        raise Unauthentic("E_SEAL_SIZE", "a game file needs exactly one seal per seat")
    for name, sealed in seals.items():
        if len(unb64(sealed)) != sizes.view + OVERHEAD_BYTES:
            raise Unauthentic("E_SEAL_SIZE", "the seal of {seat} does not have its fixed size", seat=name)
    if len(unb64(present(state.drawer))) != sizes.drawer + OVERHEAD_BYTES:
        raise Unauthentic("E_SEAL_SIZE", "the sealed part does not have its fixed size")


def view_info(step: StepName, seat: str) -> bytes:
    """Return what the view of a seat is bound to: this step and no other."""
    return lp("view", *astuple(step), seat)


def hidden_info(step: StepName) -> bytes:
    return lp("drawer", *astuple(step))


def ends_in_handover(game: GameFile) -> bool:
    """Return whether the last step gave the game to another referee; the old one still sealed and signed it."""
    order = game.last.letter
    return not isinstance(order, UnsetType) and order.new_referee() is not None


def open_hidden(game: GameFile, secrets: Secrets) -> Hidden:
    """Open everything as the referee: each view with the key shared with its seat, the rest with the secret alone."""
    state = game.state
    sizes = game.genesis.sizes
    if isinstance(sizes, UnsetType):
        return present(state.clear)
    secret = secrets[-2] if ends_in_handover(game) else secrets[-1]
    text = unseal(secret.drawer, hidden_info(game.last.head.step), unb64(present(state.drawer)), sizes.drawer)
    inmost = read_record(msgspec.json.decode(text), Inmost)
    views = {seat: open_view_as_referee(game, seat, secret) for seat in present(state.seals)}
    return Hidden(inmost, views)


def open_view_as_referee(game: GameFile, seat: str, secret: Secret) -> View:
    key = present(given_seat(game.state, seat).seal)
    return read_view(game, seat, secret.pair(game.state.game, key))


def read_view(game: GameFile, seat: str, pair: bytes) -> View:
    """Open the view of a seat with the key its holder and the referee share."""
    sealed = present(game.state.seals)[seat]
    size = present(game.genesis.sizes).view
    text = unseal(pair, view_info(game.last.head.step, seat), unb64(sealed), size)
    return read_record(msgspec.json.decode(text), View)


def open_full_state(rules: Rules, state: StateRecord, hidden: Hidden) -> State | None:
    return full_state(rules.book, state.table, hidden) if has_started(state) else None


def has_started(state: StateRecord) -> bool:
    return state.window.kind in (WindowKind.PLAY, WindowKind.OVER) and bool(state.table)


def update_hidden(
    state: StateRecord,
    live: State | None,
    events: Sequence[Event],
    hidden: Hidden,
    sender: str = "",
    filed: Mapping[str, Plans] = NONE_FILED,
) -> Hidden:
    """Return what is hidden after a step: new private events for each seat, its plans, and the hidden components."""
    if not live:
        return hidden
    views = {}
    for seat in [s.id for s in state.seats]:
        old = hidden.views.get(seat, View())
        before = [] if seat == sender else old.news
        news = [*before, *private_events(events, seat)]
        updated = replace(old, news=news, lost=old.lost and seat != sender)
        views[seat] = keep_filing(updated, state.game, seat, filed.get(seat), private_part(live, seat))
    return replace(hidden, inmost=replace(hidden.inmost, box=hidden_part(live)), views=views)


def trim_news(genesis: Genesis, hidden: Hidden) -> Hidden:
    """Drop the oldest news of views that do not fit their seal, and mark that some is lost."""
    if isinstance(genesis.sizes, UnsetType):
        return hidden
    limit = genesis.sizes.view - 1
    return replace(hidden, views={seat: trim_view(view, limit) for seat, view in hidden.views.items()})


def trim_view(view: View, limit: int) -> View:
    while view.news and len(jcs(view)) > limit:
        view = replace(view, news=view.news[1:], lost=True)
    return view


def seal_state(
    genesis: Genesis, state: StateRecord, live: State | None, hidden: Hidden, step: StepName, secrets: Secrets
) -> StateRecord:
    """Return the state with its public part in plain text and everything else sealed."""
    state = replace(state, table=public_part(live) if live else {})
    if isinstance(genesis.sizes, UnsetType):
        return replace(state, clear=hidden)
    secret = secrets[-1]
    sizes = genesis.sizes
    seated = [s for s in state.seats if not isinstance(s.seal, UnsetType)]
    seals = {s.id: seal_view(s, hidden.views.get(s.id, View()), step, secret, sizes.view) for s in seated}
    inmost = seal(secret.drawer, hidden_info(step), hidden.inmost, sizes.drawer)
    return replace(state, seals=seals, drawer=b64(inmost))


def seal_view(seat: SeatRecord, view: View, step: StepName, secret: Secret, size: int) -> str:
    return b64(seal(secret.pair(step.game, present(seat.seal)), view_info(step, seat.id), view, size))


def read_components(book: Rulebook, state: State, visibility: Visibility, raw: Plain, seat: Seat | None = None) -> None:
    """Read the components of one visibility, in sorted order: no rule may depend on how a file was written."""
    try:
        parts = book.state_reader.read(visibility, raw)
    except msgspec.ValidationError as error:
        from ..base.schema_errors import schema_message  # saves it for parts that can be read

        template = "the {drawer} part of the position does not fit these rules: {error}"
        raise Malformed("E_SCHEMA", template, drawer=visibility.value, error=schema_message(error)) from None
    for kind in book.components_with(visibility):
        state[(kind, seat) if seat else kind] = getattr(parts, field_name(kind))


def write_components(state: State, visibility: Visibility, seat: Seat | None = None) -> Plain:
    parts = {kebab(k.__name__): state[(k, seat) if seat else k] for k in state.book.components_with(visibility)}
    return {name: raw for name, part in parts.items() if (raw := msgspec.to_builtins(part))}


def empty_state(book: Rulebook) -> State:
    state = State()
    state.book = book
    return state


def public_state(book: Rulebook, table: Plain) -> State:
    state = empty_state(book)
    read_components(book, state, Visibility.PUBLIC, table)
    return state


def seat_state(book: Rulebook, table: Plain, seat: Seat, screen: Plain) -> State:
    """Return what a player sees: the public components and their own."""
    state = public_state(book, table)
    read_components(book, state, Visibility.PRIVATE, screen, seat)
    return state


def full_state(book: Rulebook, table: Plain, hidden: Hidden) -> State:
    state = public_state(book, table)
    read_components(book, state, Visibility.HIDDEN, hidden.inmost.box)
    for seat, view in hidden.views.items():
        read_components(book, state, Visibility.PRIVATE, view.screen, seat)
    return state


def private_part(state: State, seat: Seat) -> Plain:
    return write_components(state, Visibility.PRIVATE, seat)


def hidden_part(state: State) -> Plain:
    return write_components(state, Visibility.HIDDEN)


def public_part(state: State) -> Plain:
    return write_components(state, Visibility.PUBLIC)


def plain_events(events: Iterable[Event], reader: Seat | None) -> list[Plain]:
    """Return what a reader sees of these events, as plain data."""
    seen = (event.seen_by(reader) for event in events)
    return [msgspec.to_builtins(event) for event in seen if event is not None]


def private_events(events: Iterable[Event], seat: Seat) -> list[Plain]:
    """Return what a seat sees of these events and the public does not."""
    pairs = ((event.seen_by(seat), event.seen_by(None)) for event in events if event.is_news)
    return [msgspec.to_builtins(own) for own, public in pairs if own is not None and own != public]


def seal_sizes(rules: Rules, seats: int) -> Sizes:
    """Return the fixed sizes of everything sealed in a game, large enough for anything that can happen in it."""
    private, box = rules.game.capacity(rules.book, seats)
    orders = standing_orders_capacity(rules.book)
    standing = orders + MAX_PLANS * PLAN_FRAME_BYTES + KEPT_ANSWER_BYTES + FILING_BYTES
    view = round_up(private + standing + VIEW_FRAME_BYTES + NEWS_BYTES)
    hidden = round_up(box + VIEW_FRAME_BYTES)
    if max(view, hidden) > MAX_SEAL_BYTES:
        raise Malformed(
            "E_PACK",
            "what a player can hold in this game takes {count} bytes, but only {limit} can be sealed",
            "use a smaller content pack",
            count=max(view, hidden),
            limit=MAX_SEAL_BYTES,
        )
    return Sizes(
        view=view,
        drawer=hidden,
        letter=LETTER_BYTES,
        standing=round_up(orders + LETTER_FRAME_BYTES),
        memo=MEMO_BYTES,
        reason=REASON_BYTES,
    )


def round_up(size: int) -> int:
    return -(-size // SIZE_STEP_BYTES) * SIZE_STEP_BYTES


def bot_seed(genesis: Genesis, game: str, hidden: Hidden, seat: str, window: int) -> bytes:
    """Return the seed of a bot's choice; it depends on the game's draws, so nobody can choose it."""
    return kdf(draw_root(genesis, game, hidden), "bot", seat, window)


def draw_root(genesis: Genesis, game: str, hidden: Hidden) -> bytes:
    """Return the root of all draws; in an open game everybody can compute it."""
    if genesis.trust == "open":
        return kdf(bytes.fromhex(present(genesis.seed)), "rng-root", game)
    return bytes.fromhex(present(hidden.inmost.root))
