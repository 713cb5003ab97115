"""The terms of a trade: prices after a card has counted, how much can be bought or sold, and plans made in advance."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ....kernel.engine.amendments import amendable
from ....kernel.engine.model import Name, Order, Seat, State
from ....kernel.engine.rulebook import Rulebook
from ..map.queries import MAX_CACHED_BOOKS, resource_names
from ..state import Bank, Hand, MarketCard, Purse, ResourceKind, Track
from .market import MAX_PRICE, MIN_PRICE, payable

CardRule = Annotated[str, Meta(pattern=r"^[a-z]{1,24}:(up|down|[+-][1-9])(:(allow|avoid|only))?\Z")]
"""A resource or `any`, which way or how far its price should move, and what to do about a crash: "oil:up:avoid"."""
DealRule = Annotated[str, Meta(pattern=r"^(buy|sell):[a-z]{1,24}:(max|[1-9]\d?)(:(>=|<=)\d{1,2})?\Z")]
"""Whether to buy or sell, which resource, how many cubes, at what price: "sell:oil:max:>=6"."""
Way = Literal["none", "buy", "sell"]
WAYS: Mapping[str, Way] = {"buy": "buy", "sell": "sell"}
"""The ways to deal that a rule may name."""


class SettleTrade(Order, frozen=True):
    """Choose the card that counts, and one transaction after it (LP-TRADE-03, LP-TRADE-08)."""

    card: Name
    deal: Way = "none"
    resource: Name = ""
    count: Annotated[int, Meta(ge=0, le=99)] = 0


class TradePlan(Order, frozen=True):
    """Rules that choose the card and the deal once the cards are drawn; filed as a plan before `trade`."""

    secret = True
    cards: Annotated[tuple[CardRule, ...], Meta(max_length=24)] = ()
    deals: Annotated[tuple[DealRule, ...], Meta(max_length=24)] = ()
    otherwise: Literal["ask", "default"] = "ask"


def card_of(state: State, name: str) -> MarketCard:
    return state.book.rows_of(MarketCard)[name]


def crashes(state: State, card: MarketCard) -> bool:
    return state[Bank].prices[card.resource] + card.step > MAX_PRICE


def price_after(state: State, card: MarketCard, resource: str) -> int:
    """Return what a cube costs once the card has counted (LP-TRADE-05 to LP-TRADE-07, LP-CRASH-01)."""
    old = state[Bank].prices[resource]
    if card.resource != resource:
        return old
    new = old + card.step
    return max(new, MIN_PRICE) if new <= MAX_PRICE else (new - 1) % MAX_PRICE + 1


@lru_cache(MAX_CACHED_BOOKS)
def printed_cubes(book: Rulebook) -> Mapping[str, int]:
    rows = book.rows_of(ResourceKind)
    return {name: rows[name].cubes for name in resource_names(book)}


@amendable
def cubes_of(state: State) -> Mapping[str, int]:
    """Return the cubes of the game that are not on the price tracks (LP-SETUP-11)."""
    return printed_cubes(state.book)


@amendable
def cubes_in_play(state: State, resource: str) -> int:
    """Return the cubes in the bank and behind the screens: all that have not left the game."""
    gone = (*state[Track].spots, *state[Track].removed)
    return cubes_of(state)[resource] - gone.count(resource)


class DealLimits(Struct, frozen=True):
    """What limits a deal once the card has counted."""

    price: int
    stock: int
    money: int
    cubes: int


def outlook(state: State, seat: Seat, name: str, resource: str) -> DealLimits:
    """Return the limits of a deal; in a crash all of it is sold first, the trader's own cubes too.

    LP-CRASH-02, LP-CRASH-04.
    """
    card = card_of(state, name)
    bank = state[Bank]
    purse = state[Purse, seat]
    price = price_after(state, card, resource)
    own = purse.cubes[resource]
    if not crashes(state, card):
        return DealLimits(price, bank.cubes[resource], money=purse.money, cubes=own)
    money = purse.money + proceeds(state, seat, card)
    if card.resource != resource:
        return DealLimits(price, bank.cubes[resource], money=money, cubes=own)
    return DealLimits(price, cubes_in_play(state, resource), money=money, cubes=0)


def proceeds(state: State, seat: Seat, card: MarketCard) -> int:
    """Return what the trader's own cubes surely bring in a crash; nothing if the bank may run dry (G-01)."""
    resource = card.resource
    price = price_after(state, card, resource)
    held = cubes_in_play(state, resource) - state[Bank].cubes[resource]
    sure = payable(state, held * price) == held * price
    return state[Purse, seat].cubes[resource] * price if sure else 0


def most(state: State, seat: Seat, volume: int, card: str, deal: Way, resource: str) -> int:
    """Return the largest number of cubes that a deal can have."""
    return limit(outlook(state, seat, card, resource), volume, deal)


def limit(then: DealLimits, volume: int, deal: Way) -> int:
    return min(volume, then.cubes if deal == "sell" else min(then.stock, then.money // then.price))


def settlement_of(state: State, seat: Seat, volume: int, plan: TradePlan) -> SettleTrade | None:
    """Return the first rule that fits a card with the first deal that can be made, if any."""
    card = next((card for rule in plan.cards if (card := choose_card(state, seat, rule))), None)
    if card is None and plan.otherwise == "default":
        card = default_card(state, seat)
    if card is None:
        return None
    deals = (deal for rule in plan.deals if (deal := apply_deal_rule(state, seat, volume, card, rule)))
    return next(deals, SettleTrade(card))


def choose_card(state: State, seat: Seat, rule: CardRule) -> str | None:
    """Return the card that a rule picks: the largest step, then the first by name."""
    resource, step, crash = (*rule.split(":"), "allow")[:3]
    cards = {name: card_of(state, name) for name in state[Hand, seat].market}
    fitting = [
        (-abs(card.step), name)
        for name, card in cards.items()
        if resource in ("any", card.resource)
        and step in ("up" if card.step > 0 else "down", f"{card.step:+d}")
        and crash != ("avoid" if crashes(state, card) else "only")
    ]
    return min(fitting)[1] if fitting else None


def apply_deal_rule(state: State, seat: Seat, volume: int, card: str, rule: DealRule) -> SettleTrade | None:
    """Return the deal that a rule leads to, if its price is right and it can be made."""
    way, resource, wanted, test = (*rule.split(":"), ">=0")[:4]
    deal = WAYS[way]
    if resource not in state[Bank].prices:
        return None
    price = price_after(state, card_of(state, card), resource)
    limit = int(test[2:])
    able = most(state, seat, volume, card, deal, resource)
    count = able if wanted == "max" else int(wanted)
    good = price >= limit if test.startswith(">=") else price <= limit
    return SettleTrade(card, deal, resource=resource, count=count) if good and 1 <= count <= able else None


def default_card(state: State, seat: Seat) -> str:
    """Return the card with the highest rise without a crash on an owned resource, else the smallest step (D-17)."""
    cards = {name: card_of(state, name) for name in state[Hand, seat].market}
    cubes = state[Purse, seat].cubes
    rises = [
        (-card.step, name)
        for name, card in cards.items()
        if card.step > 0 and cubes[card.resource] and not crashes(state, card)
    ]
    return min(rises or [(abs(card.step), name) for name, card in cards.items()])[1]
