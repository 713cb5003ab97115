"""What buying and selling cubes brings the bot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from ....kernel.engine.model import Order, Seat, State
from ....kernel.engine.rulebook import Rulebook
from ..actions.market import MAX_PRICE, MIN_PRICE
from ..actions.trade_terms import SettleTrade, TradePlan, Way, card_of, crashes, most, price_after
from ..actions.trading import Deal
from ..map.queries import MAX_CACHED_BOOKS, options, resources
from ..state import Bank, Hand, MarketCard, Purse
from .valuation import SELLING_TURNS, advantage, best, cube, spare, turns_left

MAX_CACHED_STEPS = 2 * 8 * MAX_CACHED_BOOKS
"""How many sets of price steps are cached: up and down, for each resource of each rulebook."""
USUAL_MARKET_CARDS = 4
"""How many market cards are usually drawn."""
SALE_ACTION_COST = 2.0
"""The cost of the action needed to resell what was bought, in MC."""
MAX_PLANNED_RULES = 6
"""How many cards, and how many deals, a plan may name so that it fits beside a policy."""
RESERVED_MONEY = 5
"""The money that is not spent on cubes, in MC: it pays for a building."""


@lru_cache(MAX_CACHED_BOOKS)
def printed_cards(book: Rulebook, deck: str) -> Mapping[str, MarketCard]:
    return {name: card for name, card in sorted(book.rows_of(MarketCard).items()) if deck in card.decks}


def cards(state: State) -> Mapping[str, MarketCard]:
    """Return the market cards in play."""
    return printed_cards(state.book, str(options(state).market_deck))


@lru_cache(MAX_CACHED_STEPS)
def printed_steps(book: Rulebook, deck: str, resource: str, way: int) -> tuple[int, ...]:
    """Return how far the cards of a resource move its price up (1) or down (-1), the farthest first."""
    steps = [card.step * way for card in printed_cards(book, deck).values() if card.resource == resource]
    return tuple(sorted([step for step in steps if step > 0], reverse=True))


def expected_price_step(state: State, resource: str, draws: int, way: int) -> float:
    """Return how far the best of the drawn cards moves a price up (1) or down (-1) on average, without a crash."""
    price = state[Bank].prices[resource]
    missed = 1.0
    moved = 0.0
    room = MAX_PRICE - price if way > 0 else price - MIN_PRICE
    chance = min(draws / max(len(cards(state)), 1), 1)
    for step in printed_steps(state.book, str(options(state).market_deck), resource, way):
        if step <= room:
            moved += step * chance * missed
            missed *= 1 - chance
    return moved


def purchase(state: State, resource: str, count: int, price: float) -> float:
    """Return what cubes bring beyond their price, which rises when they are bought, and again by a card."""
    if not turns_left(state) or price + 1 >= MAX_PRICE:
        return 0.0
    later = min(price + 1 + expected_price_step(state, resource, USUAL_MARKET_CARDS, 1), MAX_PRICE)
    return count * (later * min(turns_left(state), SELLING_TURNS) / SELLING_TURNS - price) - SALE_ACTION_COST


def trade_worth(state: State, seat: Seat, volume: int) -> float:
    """Return what a trade of this size brings, before the cards are seen."""
    bank = state[Bank]
    money = pocket(state, seat)
    gains = [0.0]
    for resource, price in bank.prices.items():
        if count := min(volume, spare(state, seat, resource)):
            gains.append(count * (price + expected_price_step(state, resource, volume, 1) - cube(state, resource)))
        low = max(price - expected_price_step(state, resource, volume, -1), MIN_PRICE)
        if count := min(volume, bank.cubes[resource], int(money / low)):
            gains.append(purchase(state, resource, count, low))
    return max(gains)


def pocket(state: State, seat: Seat) -> int:
    """Return what may be spent on cubes."""
    return max(state[Purse, seat].money - RESERVED_MONEY, 0)


def best_sale(state: State, seat: Seat, volume: int) -> float:
    """Return what selling that many cubes at today's prices brings beyond keeping them."""
    prices = state[Bank].prices
    return max(min(volume, spare(state, seat, what)) * (prices[what] - cube(state, what)) for what in prices)


def deal(state: State, seat: Seat, question: Deal) -> Order | None:
    """Return the card and the deal that bring most, counting what is kept."""
    return best(bargains(state, seat, question.volume, state[Hand, seat].market))


def deal_ahead(state: State, seat: Seat, volume: int) -> TradePlan:
    """Return the best deal as rules for cards not drawn yet: which are wanted most, and what to do at which price."""
    likely = sorted(bargains(state, seat, volume, cards(state)), key=lambda item: -item[0])
    settled = [order for _, order in likely]
    wanted = dict.fromkeys(as_card_rule(state, order) for order in settled)
    deals = dict.fromkeys(as_deal_rule(state, order) for order in settled if order.count)
    return TradePlan(tuple(wanted)[:MAX_PLANNED_RULES], tuple(deals)[:MAX_PLANNED_RULES], "default")


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
                    yield moved + gain, SettleTrade(card, way, resource=resource, count=count)


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
