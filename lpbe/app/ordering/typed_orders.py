"""Read the orders that a player types or writes to a file."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice

from msgspec import Struct

from ...kernel.base.canonical import Plain, to_plain
from ...kernel.base.errors import Misused, NotWaiting, Refused, Rejected, WrongKind
from ...kernel.chain.genesis import WindowKind, given_seat, may_send, names_of
from ...kernel.disk import files
from ...kernel.engine import legality
from ...kernel.engine.dry_run import StopPoint, look_ahead
from ...kernel.engine.model import Offer, Order, Plan, Question, Seat, State
from ...kernel.engine.rulebook import tag
from ...kernel.engine.table import answers_wanted
from ...kernel.language.order_parser import TypedOrder, Typist, typed_orders
from ..session.seat_view import SeatView

MAX_SUGGESTED = 300
"""How many legal orders are searched for the one nearest to a mistyped order."""
MAX_COMPLETED = 2000
"""How many legal orders are searched for the one that an incomplete order means."""


class OrderSource(Struct, frozen=True, kw_only=True):
    """Where orders come from: typed, data, a file, or the draft that the last batch left. Only one of them."""

    typed: str = ""
    data: Sequence[Plain] = ()
    file: str | None = None
    draft: bool = False


def read_batch(view: SeatView, source: OrderSource) -> list[Order]:
    """Return the orders that a player means."""
    if sum([bool(source.typed), bool(source.data), bool(source.file), source.draft]) != 1:
        raise Misused("E_USAGE", "give orders, a file of orders, or --draft", "lpbe order GAME 'ORDER; ORDER'")
    if source.file:
        return read_order_file(view, source.file)
    if source.data:
        return view.opened.rules.book.read_orders(list(source.data))
    if source.draft:
        if not view.draft:
            raise Misused("E_USAGE", "there is no draft")
        return view.opened.rules.book.read_orders(view.draft)
    return parse_batch(view, source.typed)


def read_order_file(view: SeatView, file: str) -> list[Order]:
    """Read a file of orders: TOML or JSON if it looks like it, else orders as they are typed."""
    text = files.read_order_text(file)
    if not file.endswith((".toml", ".json")) and "[[batch]]" not in text and not text.lstrip().startswith("{"):
        return parse_batch(view, text)
    batch = files.parse_order(text.encode(), file).get("batch")
    if not isinstance(batch, list) or not all(isinstance(entry, dict) for entry in batch):
        raise Misused(
            "E_USAGE",
            "a file of orders needs one [[batch]] table per order",
            "see: lpbe schema {game}-orders; to use orders as you type them, name the file .txt",
            game=view.opened.rules.game.name,
        )
    return view.opened.rules.book.read_orders(batch)


def parse_batch(view: SeatView, text: str) -> list[Order]:
    """Parse typed orders and fill in everything that has only one possible value."""
    return complete_orders(view, typed_orders(view.opened.rules, text, make_typist(view, view.state)))


def make_typist(view: SeatView, state: State | None) -> Typist:
    """Return what the parser needs to know about the typist: their language, and what they may mean at this point."""
    question = answers_wanted(state).get(view.seat) if state is not None else None
    if question is None or state is None:
        return Typist(view.lang)
    here = state
    asked = question

    def legal() -> list[Plain]:
        return [to_plain(order) for order in islice(legality.legal_orders(here, asked, view.seat), MAX_SUGGESTED)]

    def after(orders: Sequence[Order]) -> Typist:
        return make_typist(view, position_after(here, view.seat, orders))

    return Typist(view.lang, kinds_now(here, asked, view.seat), legal, place_names(view, here), after)


def kinds_now(state: State, question: Question, seat: Seat) -> list[str]:
    """Return the kinds of orders of which at least one is legal."""
    offers = state.book.offers[type(question)].items()
    return [
        tag(kind) for kind, offer in offers if not offer.timeout_only and is_available(state, question, seat, offer)
    ]


def is_available(state: State, question: Question, seat: Seat, offer: Offer) -> bool:
    listed = offer.legal(state, seat, question)
    accepted = listed if offer.exact else legality.keep_legal(state, question, seat, listed)
    return next(iter(accepted), None) is not None


def position_after(state: State, seat: Seat, orders: Sequence[Order]) -> State | None:
    """Return the state after these orders, as far as their sender can foresee it."""
    try:
        outlook = look_ahead(state, seat, orders)
    except Rejected:
        return None
    return None if outlook.depends or outlook.draft else outlook.state


def complete_orders(view: SeatView, typed: Sequence[TypedOrder]) -> list[Order]:
    """Fill in what an order leaves out, if only one legal order contains everything that was typed."""
    orders = [one.order for one in typed]
    for _ in typed:
        where = find_refusal(view, orders)
        acts = [n for n, order in enumerate(orders) if not isinstance(order, Plan)]
        if where is None or where.index >= len(acts):
            break
        whole = only_meaning(where, view.seat, typed[acts[where.index]])
        if whole is None or whole == orders[acts[where.index]]:
            break
        orders[acts[where.index]] = whole
    return orders


def find_refusal(view: SeatView, orders: Sequence[Order]) -> StopPoint | None:
    """Return which order is forbidden by a rule, and the state at that point; or None."""
    if view.state is None:
        return None
    try:
        look_ahead(view.state, view.seat, orders)
    except Refused as fault:
        where: StopPoint | None = fault.at
        return where
    except Rejected:
        pass
    return None


def only_meaning(where: StopPoint, seat: Seat, typed: TypedOrder) -> Order | None:
    """Return the only legal order that has everything that was typed, or None."""
    if typed.given is None:
        return None
    typed_data = to_plain(typed.order)
    listed = islice(legality.legal_orders(where.state, where.question, seat), MAX_COMPLETED)
    of_its_kind = (order for order in listed if type(order) is type(typed.order))
    fitting = [order for order in of_its_kind if has_given(to_plain(order), typed_data, typed.given)]
    return fitting[0] if len(fitting) == 1 else None


def has_given(order: Plain, typed: Plain, given: Collection[str]) -> bool:
    return all(order.get(name) == typed.get(name) for name in given)


def place_names(view: SeatView, state: State) -> dict[str, str]:
    """Return what the empty places of the board are called."""
    draw = view.opened.rules.game.presentation().picture
    if draw is None:
        return {}
    from ...board.queries import empty_place_names  # saves the board for games that have none

    return empty_place_names(draw(state, view.seat))


def check_started(view: SeatView) -> None:
    """Refuse orders before the start and after the end of a game."""
    kind = view.opened.game.state.window.kind
    if kind != WindowKind.PLAY:
        early = (
            "the game is waiting for players to join"
            if kind == WindowKind.JOIN
            else "the game is waiting for players to be ready: lpbe ready"
        )
        raise WrongKind("E_ORDER_KIND", "the game is over" if kind == WindowKind.OVER else early)


def check_asked(view: SeatView) -> None:
    """Refuse orders of a seat that has no open question."""
    check_started(view)
    window = view.opened.game.state.window
    if not may_send(window, given_seat(view.opened.game.state, view.seat)):
        raise NotWaiting(
            "E_ORDER_NOT_WAITING",
            "{seat} has nothing to answer right now; waiting for {waiting}",
            seat=view.seat,
            waiting=[names_of(view.opened.game.state).get(seat, seat) for seat in window.waiting],
        )
