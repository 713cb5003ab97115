"""What a client orders: the legal orders, a preview, and orders and policies ready to be signed."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UnsetType

from ...kernel.base.canonical import Plain, to_plain
from ...kernel.base.errors import Misused
from ...kernel.base.safe_text import check_note
from ...kernel.disk import files
from ...kernel.engine.model import Order
from ...kernel.language.sentences import phrase
from ...kernel.language.templates import order_text
from ...kernel.schemas.client_records import LegalRequest, PolicyRequest, ReadRequest, TryRequest
from ...report.content.seat_page import policy_lines
from ..ordering.confirmation import join_orders
from ..ordering.legal_orders import MAX_LISTED, list_legal_orders
from ..ordering.place_order import (
    OrderOptions,
    check_alone,
    check_size,
    confirm,
    plans_alone,
    prepare_order,
)
from ..ordering.policy_files import check_policy, policy_now, policy_text
from ..ordering.preview import try_orders
from ..ordering.set_policy import choose_policy
from ..ordering.standing_orders import check_fits, newest_standing_orders
from ..ordering.typed_orders import OrderSource, check_asked, check_started, read_batch
from ..session.open_game import position
from ..session.seat_view import SeatView
from .client_game import ClientGame


def list_legal(game: ClientGame, request: LegalRequest) -> Plain:
    """Return the legal orders of the seat."""
    limit = None if request.all else MAX_LISTED
    listing = f"lpbe legal {game.where} --all"
    legal = list_legal_orders(game.seat_view, request.words, limit=limit, listing=listing)
    return {**legal.data(), "text": legal.text()}


def try_typed(game: ClientGame, request: TryRequest) -> Plain:
    """Return what orders would lead to."""
    preview = try_orders(game.seat_view, OrderSource(typed=request.typed, data=request.data))
    return {**preview.data(), "text": preview.text()}


def read_orders(game: ClientGame, request: ReadRequest) -> Plain:
    """Return the parts of the letter with these orders."""
    view = game.seat_view
    check_note(request.note)
    check_started(view)
    batch = read_batch(view, OrderSource(typed=request.typed, data=request.data))
    if plans := plans_alone(batch):
        check_alone(OrderOptions(note=request.note, memo=request.memo))
        return read_plans(view, plans)
    check_asked(view)
    prepared = prepare_order(view, batch)
    memo = request.memo or view.memo
    check_size(view, prepared.orders, request.memo)
    parts = prepared.parts(memo)
    confirmation = confirm(prepared)
    return {
        **position(view.opened.game),
        "letter": "play",
        "seat": view.seat,
        "orders": parts.orders,
        "secret": parts.sealed,
        "plans": parts.beside.plans,
        "draft": parts.beside.draft,
        "dropped": [to_plain(order) for order in prepared.outlook.dropped],
        "lost": [to_plain(order) for order in prepared.unkept],
        "note": request.note,
        "memo": memo,
        "texts": [order_text(view.words, order) for order in parts.orders],
        "text": "\n".join(confirmation.lines()),
    }


def read_plans(view: SeatView, plans: Sequence[Order]) -> Plain:
    """Return the standing letter with these plans and the policy as it is."""
    orders = [to_plain(order) for order in plans]
    policy = newest_standing_orders(view).policy
    check_fits(view, policy, orders)
    nothing: Plain = {"orders": [], "secret": [], "draft": [], "dropped": [], "lost": [], "note": "", "memo": ""}
    return {
        **position(view.opened.game),
        **nothing,
        "letter": "standing",
        "seat": view.seat,
        "plans": orders,
        "policy": policy,
        "texts": [order_text(view.words, order) for order in orders],
        "text": phrase(view.words, "planned", orders=join_orders(view.words, orders)),
    }


def read_policy(game: ClientGame, request: PolicyRequest) -> Plain:
    """Return the policy in force as a file to change, or the requested new policy."""
    view = game.seat_view
    plans = list(newest_standing_orders(view).plans)
    answer: Plain = {"seat": view.seat, "plans": plans}
    if not (request.lines or request.default or request.clear or request.file):
        return {**answer, "policy": policy_now(view), "text": policy_text(view, view.lang, game.where)}
    policy = wanted_policy(view, request)
    check_fits(view, policy, plans)
    return {**answer, "policy": policy, "text": "\n".join(policy_lines(policy))}


def wanted_policy(view: SeatView, request: PolicyRequest) -> Plain:
    if isinstance(request.file, UnsetType):
        if odd := next((line for line in request.lines if "=" not in line), None):
            raise Misused("E_USAGE", "'{line}' is not a line of a policy", "write it like LINE=VALUE", line=odd)
        return choose_policy(view, request.lines, request.default, request.clear)
    if request.lines or request.default or request.clear:
        choose_policy(view, ["policy.toml", *request.lines], request.default, request.clear)  # refuses two ways at once
    text = request.file.encode("utf-8", "surrogatepass")
    return check_policy(view.opened.rules.book, files.parse_order(text, "policy.toml"))
