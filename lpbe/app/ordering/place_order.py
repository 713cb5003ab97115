"""Place an order: preview it, keep it within the limits of a letter, sign it and file it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ...kernel.base.canonical import Plain, jcs, to_plain
from ...kernel.base.errors import Misused, Rejected, WrongRev
from ...kernel.base.safe_text import check_note
from ...kernel.chain.commitments import travels_sealed
from ...kernel.chain.genesis import Memory
from ...kernel.chain.letter_builder import Beside
from ...kernel.chain.letters.play import play_letter
from ...kernel.chain.player_view import read_memo, sign
from ...kernel.chain.records import Envelope
from ...kernel.engine import capacity
from ...kernel.engine.batches import fit_draft
from ...kernel.engine.dry_run import Outlook, worth_signing
from ...kernel.engine.model import Order, Plan, Standing
from ..session.seat_view import SeatView
from .confirmation import PlacedOrder, PlacedPlans
from .outbox import (
    LAST_REV,
    NO_DELIVERY,
    Delivery,
    check_sendable,
    file_letter,
    may_repeat_rev,
    newest_waiting,
    next_rev,
    replaced_rev,
    same_letter_waits,
    was_signed,
)
from .preview import preview_orders
from .standing_orders import newest_standing_orders, write_standing_orders
from .typed_orders import OrderSource, check_asked, check_started, read_batch


class PreparedOrder(Struct, frozen=True):
    """A batch after its preview, cut to what one letter holds."""

    view: SeatView
    orders: list[Order]
    """What is signed now."""
    outlook: Outlook
    """What was foreseen; its draft is what the letter keeps for later."""
    unkept: list[Order]
    """What was too long to be kept for later."""

    def parts(self, memo: str = "") -> LetterParts:
        return letter_parts(self.view, self.orders, [to_plain(order) for order in self.outlook.draft], memo)


class LetterParts(Struct, frozen=True):
    """What a letter of orders is made of."""

    orders: list[Plain]
    sealed: list[bool]
    """Which of the orders travel sealed."""
    beside: Beside


class OrderOptions(Struct, frozen=True, kw_only=True):
    """What may go with the orders of a letter."""

    note: str = ""
    memo: str = ""
    rev: int | None = None
    unsigned: bool = False


NO_OPTIONS = OrderOptions()
FIRST = OrderOptions(rev=0)
"""The first number: where letters are applied at once, none is ever replaced."""


def place_order(
    view: SeatView,
    source: OrderSource,
    options: OrderOptions = NO_OPTIONS,
    delivery: Delivery = NO_DELIVERY,
    refusal_lang: str = "",
) -> PlacedOrder | PlacedPlans:
    """Read, sign and file orders, or plans alone, which need no open question.

    A refusal is explained in the language of the reader unless another one is given.
    """
    check_note(options.note)
    check_started(view)
    batch = read_batch(view, source)
    if plans := plans_alone(batch):
        check_alone(options)
        return place_plans(view, plans, options.unsigned, delivery)
    check_asked(view)
    prepared = prepare_order(view, batch, refusal_lang)
    envelope = write_order(prepared, options)
    again = same_letter_waits(view.opened, envelope)
    earlier = None if again else replaced_rev(view.opened, view.seat, envelope.letter.rev)
    unnumbered = options.rev is None and may_repeat_rev(view.opened, delivery)
    placed = replace(confirm(prepared, earlier, again), unnumbered=unnumbered)
    return placed.with_letter(file_letter(view.opened, envelope, delivery))


def plans_alone(batch: Sequence[Order]) -> list[Order]:
    """Return the planned orders of a batch that consists only of plans, and so needs no open question."""
    plans = [order.then for order in batch if isinstance(order, Plan)]
    return plans if len(plans) == len(batch) else []


def prepare_order(view: SeatView, batch: Sequence[Order], refusal_lang: str = "") -> PreparedOrder:
    """Preview a batch and decide what is signed now, what is kept as a draft, and what is left out."""
    outlook = within_letter(view, batch, preview_orders(view, batch, refusal_lang))
    orders = worth_signing(batch, outlook)
    draft = fitting_draft(view, orders, outlook)
    return PreparedOrder(
        view=view,
        orders=orders,
        outlook=replace(outlook, draft=draft),
        unkept=outlook.draft[len(draft) :],
    )


def confirm(prepared: PreparedOrder, replaces: int | None = None, again: bool = False) -> PlacedOrder:
    """Return the confirmation of a prepared order for its sender."""
    return PlacedOrder(
        view=prepared.view,
        orders=prepared.orders,
        outlook=prepared.outlook,
        unkept=prepared.unkept,
        replaces=UNSET if replaces is None else replaces,
        again=again,
    )


def place_plans(view: SeatView, plans: Sequence[Order], unsigned: bool, delivery: Delivery) -> PlacedPlans:
    """File plans without an answer, in place of those before; their number stays secret."""
    orders = [to_plain(order) for order in plans]
    envelope = write_standing_orders(view, newest_standing_orders(view).policy, orders, unsigned)
    return PlacedPlans(view=view, plans=orders, filed=file_letter(view.opened, envelope, delivery))


def check_alone(options: OrderOptions) -> None:
    if options.note or options.memo or options.rev is not None:
        raise Misused(
            "E_USAGE",
            "plans without an answer must be sent on their own",
            "leave out --note, --memo and --rev; see: lpbe note",
        )


def fitting_draft(view: SeatView, batch: Sequence[Order], outlook: Outlook) -> list[Order]:
    """Return as much of the draft as the seal of the letter can hold beside what must be sent."""
    sizes = view.opened.game.genesis.sizes
    if not view.sealed or isinstance(sizes, UnsetType) or outlook.state is None:
        return list(outlook.draft)
    kept = fit_draft(outlook.draft, capacity.draft_capacity(outlook.state.book, outlook.state[Standing, view.seat]))
    while kept and len(jcs(sealed_part(batch, kept))) >= sizes.letter:
        kept.pop()
    return kept


def within_letter(view: SeatView, batch: Sequence[Order], outlook: Outlook) -> Outlook:
    """Keep the rest of a batch as a draft if the letter cannot hold it as plans."""
    if not outlook.plans or fits_letter(view, worth_signing(batch, outlook)):
        return outlook
    return replace(outlook, plans=[], draft=[*outlook.plans, *outlook.draft])


def fits_letter(view: SeatView, batch: Sequence[Order]) -> bool:
    sizes = view.opened.game.genesis.sizes
    return isinstance(sizes, UnsetType) or len(jcs(sealed_part(batch, []))) < sizes.letter


def check_size(view: SeatView, batch: Sequence[Order], memo: str = "") -> None:
    """Refuse what does not fit into a letter before anything is sealed."""
    sizes = view.opened.game.genesis.sizes
    limit = 0 if isinstance(sizes, UnsetType) else sizes.memo - len(jcs({"memo": ""})) - 1
    if not fits_letter(view, batch):
        raise Rejected(
            "E_SEAL_TOO_LARGE",
            "this is too much for one message",
            "send the plans on their own: lpbe order GAME 'plan ORDER'",
        )
    if limit and len(jcs(memo)) - len(jcs("")) > limit:
        raise Rejected("E_SEAL_TOO_LARGE", "a private note can have at most {limit} bytes", limit=limit)


def sealed_part(batch: Sequence[Order], draft: Sequence[Order]) -> Plain:
    """Return which part of a batch, and of what is kept beside it, is sealed."""
    plans = [to_plain(order.then) for order in batch if isinstance(order, Plan)]
    values = [to_plain(order) for order in batch if not isinstance(order, Plan) and travels_sealed(order)]
    return {"draft": [to_plain(order) for order in draft], "plans": plans, "v": values}


def letter_parts(view: SeatView, batch: Sequence[Order], draft: list[Plain], memo: str) -> LetterParts:
    """Divide a batch into orders and what goes along with them; in an open game plans are orders like any others."""
    plans = [to_plain(order.then) for order in batch if isinstance(order, Plan) and view.sealed]
    now = [order for order in batch if not (isinstance(order, Plan) and view.sealed)]
    return LetterParts(
        orders=[to_plain(order) for order in now],
        sealed=[travels_sealed(order) for order in now],
        beside=Beside(plans, draft, memo),
    )


def waiting_memo(view: SeatView) -> str:
    """Return the memo of the order that this one replaces, if that order is still waiting."""
    letter = newest_waiting(view.opened, view.seat)
    if view.identity is None or letter is None or isinstance(letter.hidden, UnsetType):
        return ""
    if isinstance(letter.hidden.memo, UnsetType):
        return ""
    memory = Memory("play", letter.window, letter.rev, letter.seen, letter.hidden.memo)
    return read_memo(view.opened.game, view.seat, memory, view.identity)


def write_order(prepared: PreparedOrder, options: OrderOptions = NO_OPTIONS) -> Envelope:
    """Return the signed letter; the same order makes the same letter again."""
    view = prepared.view
    check_size(view, prepared.orders, options.memo)
    newest = next_rev(view.opened, view.seat)
    parts = prepared.parts(options.memo or waiting_memo(view) or view.memo)

    def build(rev: int) -> Envelope:
        letter = play_letter(
            view.opened.game, view.seat, view.identity, parts.orders, parts.sealed, rev, options.note, parts.beside
        )
        return sign(None if options.unsigned else view.signer, letter)

    if options.rev is None and newest and is_known(view, again := build(newest - 1)):
        return again
    if newest > LAST_REV and options.rev is None:
        raise WrongRev("E_ORDER_REV", "an order can be replaced at most fifteen times")
    envelope = build(newest if options.rev is None else options.rev)
    if not options.unsigned:
        check_sendable(view.opened, envelope)
    return envelope


def is_known(view: SeatView, envelope: Envelope) -> bool:
    """Return whether the same letter is waiting or was the last one signed: then it keeps its number."""
    return same_letter_waits(view.opened, envelope) or was_signed(view.opened, envelope)


def write_unseen(view: SeatView, orders: list[Order], options: OrderOptions = NO_OPTIONS) -> Envelope:
    """Return the signed letter of orders that were chosen among the legal ones and need no preview."""
    prepared = PreparedOrder(view=view, orders=orders, outlook=Outlook([], len(orders)), unkept=[])
    return write_order(prepared, options)
