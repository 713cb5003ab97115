"""Orders of a seat: read as they were typed, and written as a signed letter."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice

from msgspec import UnsetType, structs

from ..kernel.base.canon import Plain, data, jcs
from ..kernel.base.errors import Misused, Refused, Rejected
from ..kernel.chain.acts.play import play_letter
from ..kernel.chain.checks import check_letter
from ..kernel.chain.compose import read_memo, sign
from ..kernel.chain.openings import travels_sealed
from ..kernel.chain.records import Envelope
from ..kernel.chain.seating import Memory, given_seat, may_send
from ..kernel.chain.writing import Beside
from ..kernel.disk import files
from ..kernel.play import standing
from ..kernel.play.batches import fitting
from ..kernel.play.dry_run import Outlook, Where, look_ahead, worth_signing
from ..kernel.play.rulebook import tag
from ..kernel.play.rules import Offer, Order, Plan, Question, Seat, Standing, State
from ..kernel.play.table import answers_wanted
from ..kernel.words.grammar import typed_orders
from ..kernel.words.typist import Typed, Typist
from .desk import Desk
from .filing import LAST_REV, newest_waiting, next_rev, same_letter_waits
from .game import time_to_write
from .language import spoken_language

MEANT = 300
"""Of so many legal orders the nearest is told to who mistypes."""
LOOKED_AT = 2000
"""Among so many legal orders the one is looked for that an order means which leaves something out."""


def read_batch(desk: Desk, orders: tuple[str, ...], file: str | None, draft: bool) -> list[Order]:
    """The orders a player means: typed, from a file, or the rest of the last batch."""
    if sum([bool(orders), bool(file), draft]) != 1:
        raise Misused("E_USAGE", "give orders, or a file of orders, or --draft", "lpbe order GAME 'ORDER; ORDER'")
    if file:
        return orders_of_file(desk, file)
    if draft:
        if not desk.draft:
            raise Misused("E_USAGE", "there is no draft")
        return desk.opened.rules.book.read_orders(desk.draft)
    return parse_batch(desk, "\n".join(orders))


def orders_of_file(desk: Desk, file: str) -> list[Order]:
    """A file of orders: data if it says so, else orders as they are typed."""
    text = files.read_order_text(file)
    if not file.endswith((".toml", ".json")) and "[[batch]]" not in text and not text.lstrip().startswith("{"):
        return parse_batch(desk, text)
    batch = files.parse_order(text.encode(), file).get("batch")
    if not isinstance(batch, list) or not all(isinstance(entry, dict) for entry in batch):
        raise Misused(
            "E_USAGE",
            "a file of orders has one [[batch]] table an order",
            "see: lpbe schema {game}-orders; orders as they are typed stand in a file named .txt",
            game=desk.opened.rules.game.name,
        )
    return desk.opened.rules.book.read_orders(batch)


def parse_batch(desk: Desk, text: str) -> list[Order]:
    return completed(desk, typed_orders(desk.opened.rules, text, typist(desk, desk.state)))


def typist(desk: Desk, state: State | None) -> Typist:
    """Who types here: the language of the answers, and what may be meant in that position."""
    lang = spoken_language(desk.opened.game, desk.seat)
    question = answers_wanted(state).get(desk.seat) if state is not None else None
    if question is None or state is None:
        return Typist(lang)
    here, asked = state, question

    def legal() -> list[Plain]:
        return [data(order) for order in islice(standing.legal(here, asked, desk.seat), MEANT)]

    def after(orders: Sequence[Order]) -> Typist:
        return typist(desk, position_after(here, desk.seat, orders))

    return Typist(lang, kinds_now(here, asked, desk.seat), legal, places_of(desk, here), after)


def kinds_now(state: State, question: Question, seat: Seat) -> list[str]:
    """The kinds of orders of which at least one may be given."""
    offers = state.book.offers[type(question)].items()
    return [tag(kind) for kind, offer in offers if not offer.silent and may_give(state, question, seat, offer)]


def may_give(state: State, question: Question, seat: Seat, offer: Offer) -> bool:
    listed = offer.legal(state, seat, question)
    accepted = listed if offer.exact else standing.accepted(state, question, seat, listed)
    return next(iter(accepted), None) is not None


def position_after(state: State, seat: Seat, orders: Sequence[Order]) -> State | None:
    """How things stand after these orders, as far as their sender can see."""
    try:
        outlook = look_ahead(state, seat, orders)
    except Rejected:
        return None
    return None if outlook.depends or outlook.draft else outlook.state


def completed(desk: Desk, typed: Sequence[Typed]) -> list[Order]:
    """Orders that leave something out and can mean only one thing, with what was left out."""
    orders = [one.order for one in typed]
    for _ in typed:
        where = stumble(desk, orders)
        acts = [n for n, order in enumerate(orders) if not isinstance(order, Plan)]
        if where is None or where.index >= len(acts):
            break
        whole = only_meaning(where, desk.seat, typed[acts[where.index]])
        if whole is None or whole == orders[acts[where.index]]:
            break
        orders[acts[where.index]] = whole
    return orders


def stumble(desk: Desk, orders: Sequence[Order]) -> Where | None:
    """Which order a rule forbids, and how things stood then."""
    if desk.state is None:
        return None
    try:
        look_ahead(desk.state, desk.seat, orders)
    except Refused as fault:
        where: Where | None = fault.at
        return where
    except Rejected:
        pass
    return None


def only_meaning(where: Where, seat: Seat, typed: Typed) -> Order | None:
    """The one legal order that has all that was said."""
    if typed.given is None:
        return None
    said = data(typed.order)
    listed = islice(standing.legal(where.state, where.question, seat), LOOKED_AT)
    fitting = [order for order in listed if type(order) is type(typed.order) and agrees(data(order), said, typed.given)]
    return fitting[0] if len(fitting) == 1 else None


def agrees(order: Plain, said: Plain, given: Collection[str]) -> bool:
    return all(order.get(name) == said.get(name) for name in given)


def places_of(desk: Desk, state: State) -> dict[str, str]:
    """What the empty places of the board are called."""
    draw = desk.opened.rules.game.picture
    if draw is None:
        return {}
    from ..board.places import places  # saves the board for games that have none

    return places(draw(state, desk.seat))


def check_asked(desk: Desk) -> None:
    window = desk.opened.game.state.window
    if window.kind != "play":
        early = "the game waits for players to join" if window.kind == "join" else "the game waits: lpbe ready"
        raise Rejected("E_ORDER_KIND", "the game is over" if window.kind == "over" else early)
    if not may_send(window, given_seat(desk.opened.game.state, desk.seat)):
        raise Rejected(
            "E_ORDER_NOT_WAITING",
            "{seat} is not asked now: waiting for {waiting}",
            seat=desk.seat,
            waiting=window.waiting,
        )


def fitting_draft(desk: Desk, batch: Sequence[Order], outlook: Outlook) -> list[Order]:
    """As much of what is kept for later as the seal of the letter has room for; what must be sent comes first."""
    sizes = desk.opened.game.genesis.sizes
    if not desk.sealed or isinstance(sizes, UnsetType) or outlook.state is None:
        return list(outlook.draft)
    kept = fitting(outlook.draft, standing.draft_room(outlook.state.book, outlook.state[Standing, desk.seat]))
    while kept and len(jcs(sealed_part(batch, kept))) >= sizes.letter:
        kept.pop()
    return kept


def within_letter(desk: Desk, batch: Sequence[Order], outlook: Outlook) -> Outlook:
    """What is left of a batch stays a draft where the letter has no room for it beside the plans that stand."""
    if not outlook.plans or fits_letter(desk, worth_signing(batch, outlook)):
        return outlook
    return structs.replace(outlook, plans=[], draft=[*outlook.plans, *outlook.draft])


def fits_letter(desk: Desk, batch: Sequence[Order]) -> bool:
    sizes = desk.opened.game.genesis.sizes
    return isinstance(sizes, UnsetType) or len(jcs(sealed_part(batch, []))) < sizes.letter


def check_room(desk: Desk, batch: Sequence[Order], memo: str) -> None:
    """What must be sent and does not fit is told before anything is sealed."""
    sizes = desk.opened.game.genesis.sizes
    limit = 0 if isinstance(sizes, UnsetType) else sizes.memo - len(jcs({"memo": ""})) - 1
    if not fits_letter(desk, batch):
        raise Rejected(
            "E_SEAL_TOO_LARGE", "this is too much for one letter", "send the plans alone: lpbe order GAME 'plan ORDER'"
        )
    if limit and len(jcs(memo)) - len(jcs("")) > limit:
        raise Rejected("E_SEAL_TOO_LARGE", "a note to yourself has at most {limit} bytes", limit=limit)


def sealed_part(batch: Sequence[Order], rest: Sequence[Order]) -> Plain:
    """What of a batch and beside it travels in the seal."""
    plans = [data(order.then) for order in batch if isinstance(order, Plan)]
    values = [data(order) for order in batch if not isinstance(order, Plan) and travels_sealed(order)]
    return {"draft": [data(order) for order in rest], "plans": plans, "v": values}


def waiting_memo(desk: Desk) -> str:
    """What its sender noted beside the order that this one replaces, while that still waits."""
    letter = newest_waiting(desk.opened, desk.seat)
    if desk.identity is None or letter is None or isinstance(letter.hidden, UnsetType):
        return ""
    if isinstance(letter.hidden.memo, UnsetType):
        return ""
    memory = Memory("play", letter.window, letter.rev, letter.seen, letter.hidden.memo)
    return read_memo(desk.opened.game, desk.seat, memory, desk.identity)


def write_order(
    desk: Desk, batch: list[Order], rest: list[Plain], note: str, memo: str, rev: int | None, unsigned: bool
) -> Envelope:
    """The signed order; the same command makes the same file again."""
    check_room(desk, batch, memo)
    newest = next_rev(desk.opened, desk.seat)
    plans = [data(order.then) for order in batch if isinstance(order, Plan) and desk.sealed]
    now = [order for order in batch if not (isinstance(order, Plan) and desk.sealed)]
    orders, secret = [data(order) for order in now], [travels_sealed(order) for order in now]
    beside = Beside(plans, rest, memo or waiting_memo(desk) or desk.memo)

    def made(number: int) -> Envelope:
        letter = play_letter(desk.opened.game, desk.seat, desk.identity, orders, secret, number, note, beside)
        return sign(None if unsigned else desk.signer, letter)

    if rev is None and newest and same_letter_waits(desk.opened, again := made(newest - 1)):
        return again
    if newest > LAST_REV and rev is None:
        raise Rejected("E_ORDER_REV", "an order can be replaced fifteen times at most")
    envelope = made(newest if rev is None else rev)
    if not unsigned:
        game = desk.opened.game
        at = time_to_write(game.genesis, None, game.last.head)
        check_letter(game.genesis, game.state, desk.opened.head, envelope, at)
    return envelope
