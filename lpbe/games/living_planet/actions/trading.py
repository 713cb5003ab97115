"""Trade: market cards are drawn in private, one of them moves a price, and cubes are bought or sold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ....kernel.base.errors import require
from ....kernel.engine.model import Event, Offer, Order, Question, Seat, State, Step
from ....kernel.engine.table import Table
from ..map.queries import controller, die, functional, kind_of, options
from ..state import OFFICE, Bank, Decks, Hand, Map, Piles, Turn
from ..turn.fate import EffectUsed
from .actions import Act, open_actions, require_action
from .market import CubesBought, move_price, sell
from .trade_terms import SettleTrade, TradePlan, card_of, default_card, limit, outlook, settlement_of

BROKER_CARD = 4
"""LP-CARD4-01: the card that makes a trade larger."""
BROKER_BONUS_CUBES = 2
"""LP-CARD4-01: how many cubes it adds."""


class TakeTrade(Order, frozen=True, tag="trade"):
    use_card4: bool = False


class MarketDrawn(Event, frozen=True):
    """The trader looks at the cards, the others see how many there are (LP-TRADE-03)."""

    seat: Seat
    count: int
    cards: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        state[Piles].market -= self.count
        if decks := state.open(Decks):
            del decks.market[: self.count]
        if hand := state.open(Hand, self.seat):
            hand.market += self.cards

    def seen_by(self, reader: Seat | None) -> Event:
        return self if reader == self.seat else replace(self, cards=())


class MarketShuffled(Event, frozen=True):
    """The discard pile becomes the new draw pile (LP-TRADE-02)."""

    count: int
    cards: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        piles = state[Piles]
        piles.market += self.count
        piles.discard = 0
        piles.top = ""
        piles.reshuffles += 1
        if decks := state.open(Decks):
            decks.market += self.cards
            decks.discard = []

    def seen_by(self, reader: Seat | None) -> Event:
        return replace(self, cards=())


class CardChosen(Event, frozen=True):
    """The card goes on top of the discard pile, face up, over the others that were drawn (LP-TRADE-04, C-11, G-57)."""

    seat: Seat
    card: str
    count: int

    def apply(self, state: State) -> None:
        state[Piles].discard += self.count
        state[Piles].top = self.card
        if hand := state.open(Hand, self.seat):
            others = [card for card in hand.market if card != self.card]
            hand.market = []
            if decks := state.open(Decks):
                decks.discard += [*others, self.card]


def offices(state: State, seat: Seat) -> int:
    """Count the working offices a seat controls (G-06)."""
    found = [spot for spot, b in state[Map].buildings.items() if kind_of(state, b).kind == OFFICE]
    return sum(controller(state, spot) == seat and functional(state, spot) for spot in found)


def may_broker(state: State, seat: Seat) -> bool:
    return state[Turn].effect == BROKER_CARD and state[Turn].leader == seat


def trade(table: Table, seat: Seat, act: Act, order: TakeTrade) -> None:
    """Draw X cards, more with offices, more with card 4 (LP-TRADE-01, LP-CARD4-01, C-14, C-20, G-06, G-26)."""
    require_action(act, "trade")
    state = table.state
    require(state[Piles].market + state[Piles].discard, "G-58", "there are no market cards left")
    require(
        not order.use_card4 or may_broker(state, seat), "LP-CARD4-01", "only the Leader can do this, with card 4, once"
    )
    reach = die(state) + options(state).office_bonus * offices(state, seat)
    more = BROKER_BONUS_CUBES if order.use_card4 else 0
    if order.use_card4:
        table.emit(EffectUsed(BROKER_CARD))
    drawn = reach + (more if options(state).card4_scope == "action" else 0)
    table.then(DrawMarket(seat, drawn), Deal(seat, reach + more), act.after("trade"))


def trades(state: State, seat: Seat, act: Act) -> list[Order]:
    if not open_actions(act, "trade") or not state[Piles].market + state[Piles].discard:
        return []
    return [TakeTrade(), TakeTrade(use_card4=True)] if may_broker(state, seat) else [TakeTrade()]


class DrawMarket(Step, frozen=True):
    seat: Seat
    count: int

    def run(self, table: Table) -> None:
        """Draw the cards; an empty pile is replaced by the shuffled discard pile; at most all there are.

        LP-TRADE-01, LP-TRADE-02, G-58.
        """
        piles = table.state[Piles]
        first = min(self.count, piles.market)
        self.draw(table, first)
        if first < self.count and piles.discard:
            discard = sorted(table.state[Decks].discard)  # so that nobody's choices steer the draw
            cards = table.rng.shuffled(discard, f"market/{piles.reshuffles}")
            table.emit(MarketShuffled(len(cards), tuple(cards)))
            self.draw(table, min(self.count - first, piles.market))

    def draw(self, table: Table, count: int) -> None:
        if count:
            table.emit(MarketDrawn(self.seat, count, tuple(table.state[Decks].market[:count])))


def settle(table: Table, seat: Seat, deal: Deal, order: SettleTrade) -> None:
    """Settle the trade: a card must count, a transaction of up to X cubes may follow.

    LP-TRADE-03, LP-TRADE-08, C-17, G-56, G-62.
    """
    state = table.state
    require(
        order.card in state[Hand, seat].market,
        "LP-TRADE-03",
        "{seat} has not drawn {drawn}",
        seat=seat,
        drawn=order.card,
    )
    if order.deal == "none":
        require(not order.resource and not order.count, "LP-TRADE-08", "say whether to buy or to sell")
    else:
        check(state, seat, deal.volume, order)
    carry_out(table, seat, order)


def check(state: State, seat: Seat, volume: int, order: SettleTrade) -> None:
    """Check that the bank has and the trader can pay what is bought, or that the trader has what is sold.

    LP-TRADE-09, LP-TRADE-11.
    """
    what = order.resource
    count = order.count
    require(what, "LP-TRADE-08", "name a resource")
    require(what in state[Bank].prices, "LP-TRADE-08", "there is no resource called {resource}", resource=what)
    require(1 <= count <= volume, "LP-TRADE-08", "you can trade 1 to {volume} cubes of one resource", volume=volume)
    then = outlook(state, seat, order.card, what)
    require(
        order.deal == "buy" or count <= then.cubes,
        "LP-TRADE-11",
        "{seat} will have only {count} {resource}",
        seat=seat,
        count=then.cubes,
        resource=what,
    )
    if order.deal == "sell":
        return
    require(
        count <= then.stock,
        "LP-TRADE-09",
        "the bank will have only {count} {resource}",
        count=then.stock,
        resource=what,
    )
    require(
        count * then.price <= then.money,
        "LP-TRADE-09",
        "{seat} cannot pay {cost} MC",
        seat=seat,
        cost=count * then.price,
    )


def carry_out(table: Table, seat: Seat, order: SettleTrade) -> None:
    """Apply the card, the deal and their consequences.

    LP-TRADE-05, LP-TRADE-06, LP-TRADE-10, LP-TRADE-12, C-18, G-59.
    """
    card = card_of(table.state, order.card)
    drawn = len(table.state[Hand, seat].market)
    table.emit(CardChosen(seat, order.card, drawn))
    move_price(table, card.resource, card.step, by_card=True)
    if order.deal == "buy":
        money = order.count * table.state[Bank].prices[order.resource]
        table.emit(CubesBought(seat, order.resource, count=order.count, money=money))
        move_price(table, order.resource, 1)
    elif order.deal == "sell":
        sell(table, seat, order.resource, order.count)
        move_price(table, order.resource, -1)


def settlements(state: State, seat: Seat, deal: Deal) -> Iterator[Order]:
    """Yield each card alone, and with as many cubes as possible of each resource."""
    for card in state[Hand, seat].market:
        yield SettleTrade(card)
        for resource in sorted(state[Bank].prices):
            then = outlook(state, seat, card, resource)
            for way in ("buy", "sell"):
                if count := limit(then, deal.volume, way):
                    yield SettleTrade(card, way, resource=resource, count=count)


def follow(table: Table, seat: Seat, deal: Deal, order: TradePlan) -> None:
    """Carry out the plan; if it fits no card, ask the trader after all."""
    settlement = settlement_of(table.state, seat, deal.volume, order)
    require(settlement, "LP-TRADE-03", "none of the cards drawn fits the plan")
    assert settlement
    carry_out(table, seat, settlement)


def plans(state: State, seat: Seat, deal: Deal) -> Iterator[Order]:
    yield TradePlan(otherwise="default")


class Deal(Question, frozen=True):
    """Ask for the card and a transaction of limited size (LP-TRADE-03, LP-TRADE-08)."""

    seat: Seat
    volume: int
    offers = {
        SettleTrade: Offer(settle, settlements, complete=False, exact=True),
        TradePlan: Offer(follow, plans, complete=False),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        return SettleTrade(default_card(state, seat))


TRADE_OFFERS: dict[type[Order], Offer] = {TakeTrade: Offer(trade, trades, exact=True)}
EVENTS: tuple[type[Event], ...] = (MarketDrawn, MarketShuffled, CardChosen)
STEPS: tuple[type[Step], ...] = (DrawMarket, Deal)
