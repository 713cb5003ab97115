"""What the bot does in its actions: actions, hexes to place, deals to make."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TypeVar

from lpbe.games.living_planet.actions.actions import (
    Act,
    EndActions,
    Heal,
    TakeSubsidy,
    calls,
    fates,
    heals,
    open_actions,
)
from lpbe.games.living_planet.actions.building_supply import building_bank
from lpbe.games.living_planet.actions.construction import Build, builds
from lpbe.games.living_planet.actions.exploration import LayHex, PlaceHex, PlaceNothing, as_if_placed, explorations
from lpbe.games.living_planet.actions.movement import Move, moves
from lpbe.games.living_planet.actions.repairs import Repair, repairs
from lpbe.games.living_planet.actions.trade_terms import SettleTrade, card_of, crashes, most, price_after
from lpbe.games.living_planet.actions.trading import BROKER_BONUS_CUBES, Deal, TakeTrade, offices, trades
from lpbe.games.living_planet.map.exploration_reach import arrives, sites
from lpbe.games.living_planet.map.hex_placement import fitting_turns
from lpbe.games.living_planet.map.hexes import CENTRE, neighbours
from lpbe.games.living_planet.map.queries import die, hex_of, inside, options, resources
from lpbe.games.living_planet.state import Bank, BuildingKind, Hand, Map, Purse
from lpbe.kernel.engine.hexgrid import SIDES
from lpbe.kernel.engine.model import Order, Seat, State

from .appraise import (
    able,
    advantage,
    best_sale,
    cube,
    factory,
    find,
    ground_value,
    here,
    leaving,
    sale,
    scientist_value,
    site,
    spare,
    taken_over,
    turns_left,
)

T = TypeVar("T")
PRICE = 5
"""What a building costs."""
PLACED = 0.65
"""How likely it is that a drawn hex is of use."""
LATER = 0.5
"""The share of its worth that something keeps if it has to wait a turn."""
TOKEN = 3.2
"""What a fate token is worth."""


def best(items: Iterable[tuple[float, T]]) -> T | None:
    """Return what is worth most; the first of equals."""
    found = max(items, key=lambda item: item[0], default=None)
    return None if found is None else found[1]


def act(state: State, seat: Seat, question: Act) -> Order | None:
    """Return what is no action first; then a building; then what is worth most."""
    if free := first_aid(state, seat, question) or next(calls(state, seat, question), None):
        return free
    built = best((built_worth(state, seat, order), order) for order in works(state, seat, question))
    return built or best((worth, order) for worth, order in actions(state, seat, question) if worth > 0)


def first_aid(state: State, seat: Seat, question: Act) -> Order | None:
    """Heal whoever is needed: a team that keeps a building without a chip, or can work where few can."""

    def urgent(order: Heal) -> float:
        name = order.teams[0]
        return max(leaving(state, seat, name), scientist_value(state, seat)) - cube(state, "mycelium")

    wanted = [(urgent(order), order) for order in heals(state, seat, question) if isinstance(order, Heal)]
    return best((worth, order) for worth, order in wanted if worth > 0)


def works(state: State, seat: Seat, question: Act) -> list[Order]:
    orders = [*fresh(state, seat, question), *repairs(state, seat, question)]
    return [order for order in orders if built_worth(state, seat, order) > 0]


def fresh(state: State, seat: Seat, question: Act) -> Iterable[Order]:
    """Factories, and nobody leaves a building that would be nobody's."""
    for order in builds(state, seat, question):
        if isinstance(order, Build) and makes(state, order) and not leaving(state, seat, order.team):
            yield order


def makes(state: State, order: Build) -> str:
    return state.book.rows_of(BuildingKind)[order.building].makes


def built_worth(state: State, seat: Seat, order: Order) -> float:
    """Return a building beyond its price; a repair where a team is tied down."""
    if isinstance(order, Build):
        kind = state.book.rows_of(BuildingKind)[order.building]
        return factory(state, seat, kind, order.value) - PRICE
    assert isinstance(order, Repair)
    return scientist_value(state, seat) + 3 - PRICE if turns_left(state) > 1 else -1.0


def actions(state: State, seat: Seat, question: Act) -> Iterable[tuple[float, Order]]:
    """What each action is worth, with what could be built after it."""
    money, value = state[Purse, seat].money, die(state)
    may_build = open_actions(question, "construct") and len(question.taken) == 0
    found = max(here(state, seat) - PRICE, 0.0)
    unlocks = found if may_build and money < PRICE else 0.0
    follow = 1.0 if may_build and money >= PRICE else LATER if turns_left(state) else 0.0
    yield 0.01, EndActions()
    if open_actions(question, "subsidy"):
        yield value + (unlocks if money + value >= PRICE else 0), TakeSubsidy()
    for order in fates(state, seat, question):
        yield TOKEN * min(turns_left(state), 2) / 2, order
    for order in trades(state, seat, question):
        earned = trade_worth(state, seat, order)
        yield earned + (unlocks if earned and money + earned >= PRICE else 0), order
    if able(state, seat):
        chance, hope = 1 - (1 - PLACED) ** value, typical(state, seat) - PRICE
        known = 0.3 if found else 1.0
        for order in explorations(state, seat, question):
            yield chance * hope * follow * known, order
    for order in moves(state, seat, question):
        assert isinstance(order, Move)
        yield move_worth(state, seat, order, follow, found), order


def typical(state: State, seat: Seat) -> float:
    """Return what a new hex is good for, one icon with another."""
    bank = building_bank(state, seat)
    icons = [icon for icon in resources(state) if any(bank[kind] for kind in kinds_for(state, icon))]
    return sum(site(state, seat, icon) for icon in icons) / max(len(icons), 1)


def kinds_for(state: State, icon: str) -> list[str]:
    return [name for name, kind in state.book.rows_of(BuildingKind).items() if kind.spot == icon]


def trade_worth(state: State, seat: Seat, order: Order) -> float:
    assert isinstance(order, TakeTrade)
    bonus = options(state).office_bonus * offices(state, seat) + (BROKER_BONUS_CUBES if order.use_card4 else 0)
    gain = best_sale(state, seat, die(state) + bonus)
    return gain * 1.15 + 0.1 * bonus if gain else 0.0


def move_worth(state: State, seat: Seat, order: Move, follow: float, found: float) -> float:
    """Return a building that nobody holds, or ground to build on that is better than where teams stand."""
    name, _, place = order.steps[-1].partition(":")
    lost = leaving(state, seat, name)
    indoors = inside(state, place)
    gain = taken_over(state, seat, place) if indoors else 0.0
    better = max(ground_value(state, seat, hex_of(state, place)) - PRICE - found, 0.0)
    safety = 0.5 if indoors and not inside(state, state[Map].teams[name].place) else 0.0
    return gain + better * follow * 0.95 + safety - lost - 0.05 * len(order.steps)


# Exploration and trade.


def lay(state: State, seat: Seat, question: LayHex) -> Order | None:
    """Return the best of the drawn hexes that fits somewhere, laid next to the start tile if that can be."""
    cells = sites(state, seat)
    near = sorted(cells, key=lambda at: at not in neighbours(CENTRE))
    hexes = sorted(state[Hand, seat].hexes, key=lambda hex: -find(state, seat, hex))
    for hex, at, turn in product(hexes, near, SIDES):
        if turn in fitting_turns(state, hex, at):
            trial = as_if_placed(state, hex, at, turn)
            able_to = [name for name in cells[at] if arrives(trial, name, hex)]
            if able_to and find(state, seat, hex) > 0:
                return PlaceHex(hex, at, turn, min(able_to, key=lambda name: leaving(state, seat, name)))
    return PlaceNothing()


def deal(state: State, seat: Seat, question: Deal) -> Order | None:
    """Return the card and the sale that bring most, what is kept counted as well."""
    return best(bargains(state, seat, question.volume))


def bargains(state: State, seat: Seat, volume: int) -> Iterable[tuple[float, Order]]:
    for card in state[Hand, seat].market:
        moved = stir_value(state, seat, card)
        yield moved, SettleTrade(card)
        for resource in sorted(resources(state)):
            count = min(most(state, seat, volume, card, "sell", resource), spare(state, seat, resource))
            price = price_after(state, card_of(state, card), resource)
            if count and (gain := sale(state, seat, resource, count, price)) > 0:
                yield moved + gain, SettleTrade(card, "sell", resource, count)


def stir_value(state: State, seat: Seat, name: str) -> float:
    """Return what the card does to the cubes that are kept, and to the factories that make more of them."""
    card = card_of(state, name)
    step = price_after(state, card, card.resource) - state[Bank].prices[card.resource]
    have = state[Purse, seat].cubes.get(card.resource, 0)
    if crashes(state, card):
        return have * (step + state[Bank].prices[card.resource] - cube(state, card.resource))
    return step * (0.3 * have + 0.2 * advantage(state, seat, card.resource)) * (1 if turns_left(state) else 0)
