"""What buying and selling cubes brings the bot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from ....kernel.engine.model import Order, Seat, State
from ....kernel.engine.rulebook import Rulebook
from ..actions.market import HIGHEST, LOWEST
from ..actions.trade_terms import SettleTrade, TradePlan, Way, card_of, crashes, most, price_after
from ..actions.trading import Deal
from ..map.queries import BOOKS, options, resources
from ..state import Bank, Hand, MarketCard, Purse
from .valuation import SOON, advantage, best, cube, spare, turns_left

STEPS = 2 * 8 * BOOKS
"""So many sets of steps are kept: up and down, of each resource, of each rulebook."""
USUAL = 4
"""How many market cards one draws as a rule."""
ERRAND = 2.0
"""What the action is worth that is needed to sell again what one buys."""
WISHES = 6
"""How many cards and bargains a plan names, so that it fits beside a policy."""
POCKET = 5
"""What one does not spend on cubes: a building can be paid with it."""


@lru_cache(BOOKS)
def printed_cards(book: Rulebook, deck: str) -> Mapping[str, MarketCard]:
    return {name: card for name, card in sorted(book.rows_of(MarketCard).items()) if deck in card.decks}


def cards(state: State) -> Mapping[str, MarketCard]:
    """Return the market cards in play."""
    return printed_cards(state.book, str(options(state).market_deck))


@lru_cache(STEPS)
def printed_steps(book: Rulebook, deck: str, resource: str, way: int) -> tuple[int, ...]:
    """Return how far the cards of a resource move its price up (1) or down (-1), the farthest first."""
    steps = [card.step * way for card in printed_cards(book, deck).values() if card.resource == resource]
    return tuple(sorted([step for step in steps if step > 0], reverse=True))


def expected_price_step(state: State, resource: str, draws: int, way: int) -> float:
    """Return how far the best of the drawn cards moves a price up (1) or down (-1) on average, without a crash."""
    price = state[Bank].prices[resource]
    missed = 1.0
    moved = 0.0
    room = HIGHEST - price if way > 0 else price - LOWEST
    chance = min(draws / max(len(cards(state)), 1), 1)
    for step in printed_steps(state.book, str(options(state).market_deck), resource, way):
        if step <= room:
            moved += step * chance * missed
            missed *= 1 - chance
    return moved


def purchase(state: State, resource: str, count: int, price: float) -> float:
    """Return what cubes bring beyond their price, which rises when they are bought, and again by a card."""
    if not turns_left(state) or price + 1 >= HIGHEST:
        return 0.0
    later = min(price + 1 + expected_price_step(state, resource, USUAL, 1), HIGHEST)
    return count * (later * min(turns_left(state), SOON) / SOON - price) - ERRAND


def trade_worth(state: State, seat: Seat, volume: int) -> float:
    """Return what a trade of this size brings, before the cards are seen."""
    bank = state[Bank]
    money = pocket(state, seat)
    gains = [0.0]
    for resource, price in bank.prices.items():
        if count := min(volume, spare(state, seat, resource)):
            gains.append(count * (price + expected_price_step(state, resource, volume, 1) - cube(state, resource)))
        low = max(price - expected_price_step(state, resource, volume, -1), LOWEST)
        if count := min(volume, bank.cubes[resource], int(money / low)):
            gains.append(purchase(state, resource, count, low))
    return max(gains)


def pocket(state: State, seat: Seat) -> int:
    """Return what may be spent on cubes."""
    return max(state[Purse, seat].money - POCKET, 0)


def best_sale(state: State, seat: Seat, volume: int) -> float:
    """Return what selling that many cubes at today's prices brings beyond keeping them."""
    prices = state[Bank].prices
    return max(min(volume, spare(state, seat, what)) * (prices[what] - cube(state, what)) for what in prices)


def deal(state: State, seat: Seat, question: Deal) -> Order | None:
    """Return the card and the bargain that bring most, what is kept counted as well."""
    return best(bargains(state, seat, question.volume, state[Hand, seat].market))


def deal_ahead(state: State, seat: Seat, volume: int) -> TradePlan:
    """Return the same as rules for cards not drawn yet: which are wanted most, and what to do at which price."""
    likely = sorted(bargains(state, seat, volume, cards(state)), key=lambda item: -item[0])
    settled = [order for _, order in likely]
    wanted = dict.fromkeys(as_card_rule(state, order) for order in settled)
    deals = dict.fromkeys(as_deal_rule(state, order) for order in settled if order.count)
    return TradePlan(tuple(wanted)[:WISHES], tuple(deals)[:WISHES], "default")


def as_card_rule(state: State, order: SettleTrade) -> str:
    card = card_of(state, order.card)
    return f"{card.resource}:{card.step:+d}"


def as_deal_rule(state: State, order: SettleTrade) -> str:
    bound = ">=" if order.deal == "sell" else "<="
    price = price_after(state, card_of(state, order.card), order.resource)
    return f"{order.deal}:{order.resource}:{order.count}:{bound}{price}"


def bargains(state: State, seat: Seat, volume: int, drawn: Iterable[str]) -> Iterator[tuple[float, SettleTrade]]:
    for card in drawn:
        moved = price_effect(state, seat, card)
        yield moved, SettleTrade(card)
        for resource in resources(state):
            for gain, way, count in ways(state, seat, volume, card, resource):
                if gain > 0:
                    yield moved + gain, SettleTrade(card, way, resource, count)


def ways(state: State, seat: Seat, volume: int, card: str, resource: str) -> Iterable[tuple[float, Way, int]]:
    """Yield what can be sold and bought of a resource once a card has counted, and what that brings."""
    price = price_after(state, card_of(state, card), resource)
    if count := min(most(state, seat, volume, card, "sell", resource), spare(state, seat, resource)):
        yield count * (price - cube(state, resource)), "sell", count
    if count := min(most(state, seat, volume, card, "buy", resource), pocket(state, seat) // price):
        yield purchase(state, resource, count, price), "buy", count


def price_effect(state: State, seat: Seat, name: str) -> float:
    """Return what the card does for the cubes that are kept and for the factories that make more of them."""
    card = card_of(state, name)
    step = price_after(state, card, card.resource) - state[Bank].prices[card.resource]
    have = state[Purse, seat].cubes.get(card.resource, 0)
    if crashes(state, card):
        return have * (step + state[Bank].prices[card.resource] - cube(state, card.resource))
    return step * (0.3 * have + 0.2 * advantage(state, seat, card.resource)) * (1 if turns_left(state) else 0)
