"""How the bot chooses actions, and hexes to place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from ....kernel.engine.hexgrid import SIDES
from ....kernel.engine.model import Order, Seat, State
from ..actions.actions import Act, EndActions, Heal, TakeSubsidy, calls, fates, heals, open_actions
from ..actions.construction import Build
from ..actions.exploration import LayHex, PlaceHex, PlaceNothing, as_if_placed, by_path, explorations, placements
from ..actions.movement import Move, fare, moves
from ..actions.repairs import REPAIR_PRICE, Repair
from ..actions.trading import BROKER_BONUS_CUBES, TakeTrade, offices, trades
from ..map.exploration_reach import arrives, landfall, sites
from ..map.hex_placement import fitting_turns
from ..map.hexes import CENTRE, neighbours
from ..map.queries import die, inside, options
from ..map.zones import has_zones
from ..state import Hand, Map, Purse
from .building_sites import find, ground, here, hope, outside_repairs
from .construction_value import works
from .module_answers import bot_find
from .trade_value import trade_worth
from .valuation import best, cube, cubes_value, leaving_cost, scientist_value, takeover_value, turns_left

BUILDING_PRICE = 5
"""What a building costs, in MC."""
NEXT_TURN_WEIGHT = 0.5
"""How much of its worth something keeps if it has to wait a turn, as a share."""
FATE_TOKEN_WORTH = 3.2
"""What a fate token is worth, in MC."""


def act(state: State, seat: Seat, question: Act) -> Order | None:
    """Return free orders first, then what is worth most, and trades last: other actions can be combined with one."""
    if free := first_aid(state, seat, question) or next(calls(state, seat, question), None):
        return free
    return choose_action(state, seat, question, rated_actions(state, seat, question))


def choose_action(state: State, seat: Seat, question: Act, rated: Iterable[tuple[float, Order]]) -> Order | None:
    """Return the action that is worth most, a trade last."""
    open_to = [(worth, order) for worth, order in rated if worth > 0]
    if (chosen := choose_free_repair(state, seat, open_to)) is None:
        chosen = best(open_to)
    if isinstance(chosen, TakeTrade) and not question.taken:
        return best(item for item in open_to if goes_before(item[1])) or chosen
    return chosen


def choose_free_repair(state: State, seat: Seat, open_to: Sequence[tuple[float, Order]]) -> Order | None:
    """Return a repair that is not an action, if it leaves the money for a building or is worth more than one."""
    free = [(worth, order) for worth, order in open_to if isinstance(order, Repair) and is_free(state, order)]
    built = max([worth for worth, order in open_to if isinstance(order, Build)], default=0.0)
    rich = state[Purse, seat].money >= REPAIR_PRICE + BUILDING_PRICE
    return best((worth, order) for worth, order in free if rich or worth >= built)


def is_free(state: State, order: Repair) -> bool:
    """Return whether a repair is free: by option, and where a team repairs from outside (C-07)."""
    return options(state).repair == "free" or bool(order.team)


def goes_before(order: Order) -> bool:
    """Return whether an order can be chosen before the market cards are seen: it needs no hex still to be found."""
    return isinstance(order, Build | Repair | TakeSubsidy)


def first_aid(state: State, seat: Seat, question: Act) -> Order | None:
    """Return an order to heal whoever keeps a building without a chip, or can work where few can."""

    def urgent(order: Heal) -> float:
        name = order.teams[0]
        return max(leaving_cost(state, seat, name), scientist_value(state, seat)) - cube(state, "mycelium")

    wanted = [(urgent(order), order) for order in heals(state, seat, question) if isinstance(order, Heal)]
    return best((worth, order) for worth, order in wanted if worth > 0)


def rated_actions(state: State, seat: Seat, question: Act) -> Iterator[tuple[float, Order]]:
    """Yield what each action is worth, with what could be built after it."""
    yield from rated_at_home(state, seat, question)
    yield from rated_moves(state, seat, question)


def rated_at_home(state: State, seat: Seat, question: Act) -> Iterator[tuple[float, Order]]:
    """Yield what each action but a move is worth."""
    yield 0.01, EndActions()
    yield from works(state, seat, question)
    money = state[Purse, seat].money
    value = die(state)
    may_build = open_actions(question, "construct") and len(question.taken) == 0
    found = found_here(state, seat)
    unlocks = found if may_build and money < BUILDING_PRICE else 0.0
    follow = follow_up(state, seat, question)
    if open_actions(question, "subsidy"):
        yield value + (unlocks if money + value >= BUILDING_PRICE else 0), TakeSubsidy()
    for order in fates(state, seat, question):
        yield FATE_TOKEN_WORTH * min(turns_left(state), 2) / 2, order
    for order in trades(state, seat, question):
        earned = trade_score(state, seat, order)
        yield earned + (unlocks if earned and money + earned >= BUILDING_PRICE else 0), order
    for order in explorations(state, seat, question):
        expected = max(hope(state, seat, value) - BUILDING_PRICE - found, 0.0) * follow
        yield (expected if expected and sites(state, seat) else 0.0), order


def found_here(state: State, seat: Seat) -> float:
    """Return what a seat could gain by building where its teams are."""
    return max(here(state, seat) - BUILDING_PRICE, 0.0)


def follow_up(state: State, seat: Seat, question: Act) -> float:
    """Return the share that is left of what can be built only after this action."""
    now = open_actions(question, "construct") and not question.taken and state[Purse, seat].money >= BUILDING_PRICE
    return 1.0 if now else NEXT_TURN_WEIGHT if turns_left(state) else 0.0


def rated_moves(state: State, seat: Seat, question: Act) -> Iterator[tuple[float, Order]]:
    """Yield what each move is worth."""
    follow = follow_up(state, seat, question)
    found = found_here(state, seat)
    for order in moves(state, seat, question):
        assert isinstance(order, Move)
        yield move_worth(state, seat, order, follow, found), order


def trade_score(state: State, seat: Seat, order: Order) -> float:
    """Return the worth of a trade action."""
    assert isinstance(order, TakeTrade)
    bonus = options(state).office_bonus * offices(state, seat) + (BROKER_BONUS_CUBES if order.use_card4 else 0)
    gain = trade_worth(state, seat, die(state) + bonus)
    return gain + 0.1 * bonus if gain else 0.0


def move_worth(state: State, seat: Seat, order: Move, follow: float, found: float) -> float:
    """Return the worth of moving to a building that nobody holds or to better ground; less what it costs."""
    name, _, place = order.steps[-1].partition(":")
    indoors = inside(state, place)
    gain = takeover_value(state, seat, place) if indoors else outside_repairs(state, seat, name, place)
    better = max(ground(state, seat, name, place) - BUILDING_PRICE - found, 0.0)
    safety = 0.5 if indoors and not inside(state, state[Map].teams[name].place) else 0.0
    lost = leaving_cost(state, seat, name) + 0.05 * len(order.steps)
    return gain + better * follow * 0.95 + safety - lost - cubes_value(state, fare(state, seat, order.steps))


def lay(state: State, seat: Seat, question: LayHex) -> Order | None:
    """Return the hex and the explorer with the best ground to build on."""
    return (
        best(placement_scores(state, seat, question) if has_zones(state.book) else near_home(state, seat))
        or PlaceNothing()
    )


def near_home(state: State, seat: Seat) -> Iterator[tuple[float, Order]]:
    """Yield the best of the drawn hexes that fits somewhere, next to the start tile if possible."""
    cells = sites(state, seat)
    near = sorted(cells, key=lambda at: at not in neighbours(CENTRE))
    hexes = sorted(state[Hand, seat].hexes, key=lambda hex: -find(state, seat, hex))
    for hex, at, turn in product(hexes, near, SIDES):
        if find(state, seat, hex) > 0 and turn in fitting_turns(state, hex, at):
            trial = as_if_placed(state, hex, at, turn)
            if able_to := [name for name in cells[at] if arrives(trial, name, hex)]:
                team = min(able_to, key=lambda name: leaving_cost(state, seat, name))
                yield find(state, seat, hex), PlaceHex(hex, at, turn=turn, team=team)
                return


def placement_scores(state: State, seat: Seat, question: LayHex) -> Iterator[tuple[float, Order]]:
    """Yield one way to place each hex with each explorer, by what the explorer can build there."""
    ways: dict[tuple[str, str], PlaceHex] = {}
    for order in placements(state, seat, question):
        assert isinstance(order, PlaceHex)
        ways.setdefault((order.hex, order.team), order)
    for (hex, name), order in ways.items():
        trial = as_if_placed(state, hex, order.at, order.turn)
        place = by_path(trial, name, order)[-1] if order.path else landfall(trial, name, hex)[-1]
        worth = ground(trial, seat, name, place) + bot_find(state, seat, hex) - leaving_cost(state, seat, name)
        if worth > 0:
            yield worth, order
