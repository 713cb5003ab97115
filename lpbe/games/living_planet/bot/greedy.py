"""The greedy bot: at each question it answers what looks best now, from what its seat can see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ....kernel.engine.chance import Chance
from ....kernel.engine.model import Agenda, Order, Question, Seat, State
from ..actions.actions import Act, CallScientist
from ..actions.arrivals import arrival_cube, open_arrivals
from ..actions.exploration import BuryHexes, LayHex, ReturnHexes
from ..actions.trading import Deal
from ..map.queries import chips_left, is_motorized, resources, seats
from ..state import COLOURS, Bank, Hand, Map, Purse, Turn
from ..turn.card_selection import SelectCard, SelectCards
from ..turn.cataclysms import Protect, Trigger, TriggerHexes
from ..turn.exhaustion import Exhaust, ExhaustResource, minerals
from ..turn.fate import ChangeDie, ChangeDieTo, Fate, KeepDie, UseFate
from ..turn.leader_step import (
    DOUBLE_CARD,
    RECOVER_CARD,
    REMOVE_CARD,
    ArrangeDice,
    Lead,
    NameDouble,
    RecoverCard,
    RemoveResource,
    effect_waits,
    removable,
)
from ..turn.production import CallEarly, Produce, ProduceOne, amount, choices, product_of
from ..turn.strikes import SufferDamage, TakeDamage, exposed_teams
from .action_choice import BUILDING_PRICE, act, lay
from .building_sites import find
from .module_answers import bot_answer, bot_instead
from .position import thought_over
from .strike_damage import damage_advantage, weather
from .trade_value import best_sale, deal, deal_ahead, trade_worth
from .valuation import able, advantage, arrival, best, cube, harvest, scientist_value, turns_left

DIE_VALUES = range(1, 7)
MIN_FORCING_GAIN = 4.0
"""A fate token is used to force a die only if that gains more than this."""


def greedy(state: State, question: Question, seat: Seat, rng: Chance) -> Order | None:
    """Return the answer of the base or of a module; the default for a question that neither knows."""
    if own := bot_answer(state, seat, question):
        return own
    order = base_answer(thought_over(state), seat, question) or question.default(state, seat)
    return bot_instead(state, seat, order) if order else None


def greedy_plan(state: State, seat: Seat) -> Sequence[Order]:
    """Return what can be planned for a trade before its cards are drawn."""
    question = next(reversed(state[Agenda].steps), None)
    return [deal_ahead(thought_over(state), seat, question.volume)] if isinstance(question, Deal) else []


def base_answer(state: State, seat: Seat, question: Question) -> Order | None:
    """Return the answer of the base; None for a question it does not know."""
    judge = ANSWERS.get(type(question))
    order: Order | None = judge(state, seat, question) if judge else None
    return order


# Cards and dice.


def select(state: State, seat: Seat, poll: SelectCards) -> Order | None:
    return best((card_worth(state, seat, card), SelectCard(card)) for card in state[Hand, seat].cards)


def card_worth(state: State, seat: Seat, card: int) -> float:
    """Return the worth of a card: its production for all, its reach, its strikes, and the Leader's text."""
    rivals = [harvest(state, rival, card) for rival in seats(state) if rival != seat]
    own = harvest(state, seat, card) - 0.5 * sum(rivals) / max(len(rivals), 1)
    return own + reach(state, seat, card) + weather(state, seat, seat, card) + text(state, seat, card)


def reach(state: State, seat: Seat, value: int) -> float:
    """Return what a value is good for in row B."""
    return max(float(value), trade_worth(state, seat, value)) * 0.8 + (value * 0.4 if turns_left(state) > 5 else 0)


def text(state: State, seat: Seat, card: int) -> float:
    if state[Turn].leader != seat:
        return 0.0
    gain = {
        1: 2.0,
        3: scientist_value(state, seat),
        4: best_sale(state, seat, 8) * 0.2,
        RECOVER_CARD: 2.0,
        DOUBLE_CARD: 3.0,
    }
    return gain.get(card, 0.0)


def lead(state: State, seat: Seat, question: Lead) -> Order | None:
    if effect_waits(state, question):
        return effect(state, seat)
    others = [colour for colour in COLOURS if colour != seat]
    late = turns_left(state) < 3 or best_sale(state, seat, die_of(state, seat)) > BUILDING_PRICE
    return ArrangeDice((*others, seat) if late else (seat, *others))


def die_of(state: State, seat: Seat) -> int:
    return state[Turn].dice[seat]


def effect(state: State, seat: Seat) -> Order | None:
    chosen = state[Turn].effect
    if chosen == DOUBLE_CARD:
        return NameDouble(max(resources(state), key=lambda r: doubling_value(state, seat, r)))
    if chosen == REMOVE_CARD:
        return RemoveResource(min(removable(state), key=lambda r: advantage(state, seat, r)))
    return RecoverCard(max(set(state[Hand, seat].pile) - {RECOVER_CARD}))


def doubling_value(state: State, seat: Seat, resource: str) -> float:
    """Return what doubling a resource brings this turn, with the dice as they are."""
    trial = state.with_parts({**state, Turn: state.book.copiers[Turn](state[Turn])})
    trial[Turn].double = resource
    values = list(state[Turn].dice.values())
    gains = {one: sum(harvest(trial, one, v) - harvest(state, one, v) for v in values) for one in seats(state)}
    return 2 * gains[seat] - sum(gains.values())


def force(state: State, seat: Seat, question: Fate) -> Order | None:
    """Use a token where it changes much; on the last turn for anything."""
    now = state[Turn].dice[question.colour]
    value = max(DIE_VALUES, key=lambda v: (prospect(state, seat, question.row, v), v == now))
    gain = prospect(state, seat, question.row, value) - prospect(state, seat, question.row, now)
    return UseFate(value) if gain > (MIN_FORCING_GAIN if turns_left(state) else 0.5) else KeepDie()


def prospect(state: State, seat: Seat, row: str, value: int) -> float:
    """Return what the rows that are still to come bring with this value."""
    made = harvest(state, seat, value) if row == "A" else 0.0
    acted = reach(state, seat, value) if row in "AB" else 0.0
    return made + acted + weather(state, seat, seat, value)


def change(state: State, seat: Seat, question: ChangeDie) -> Order | None:
    now = weather(state, seat, question.colour, state[Turn].dice[question.colour])
    value = max(DIE_VALUES, key=lambda v: weather(state, seat, question.colour, v))
    return ChangeDieTo(value) if weather(state, seat, question.colour, value) > now + 2 else KeepDie()


# Production, cataclysms, exhaustion.


def produce(state: State, seat: Seat, question: Produce) -> Order | None:
    return best((production_value(state, seat, order), order) for order in choices(state, seat))


def production_value(state: State, seat: Seat, order: ProduceOne) -> float:
    """Return the worth of one production."""
    if order.what == "factory":
        resource = product_of(state, order.place)
        return cube(state, resource) * min(amount(state, order.place), state[Bank].cubes[resource]) + 0.1
    if order.what == "repair":
        return BUILDING_PRICE * 0.8
    price = cube_for(state, seat, order)
    return arrival(state, seat, order.what, price) if price else 0.0


def cube_for(state: State, seat: Seat, order: ProduceOne) -> str:
    """Return what an arrival costs, on the colony or elsewhere."""
    found = [one.cube for one in open_arrivals(state, seat) if (one.kind, one.place) == (order.what, order.place)]
    return found[0] if found else arrival_cube(state, order.what)


def call(state: State, seat: Seat, question: CallEarly) -> Order | None:
    return CallScientist()


def strike(state: State, seat: Seat, question: Trigger) -> Order | None:
    """Choose all hexes that hurt rivals more, or else the one that hurts least."""
    gains = {hex: damage_advantage(state, seat, question.colour, hex) for hex in question.hexes}
    wanted = tuple(hex for hex in question.hexes if gains[hex] > 0)
    return TriggerHexes(wanted or (max(question.hexes, key=lambda hex: gains[hex]),))


def protect(state: State, seat: Seat, poll: Protect) -> Order | None:
    return poll.default(state, seat)


def suffer(state: State, seat: Seat, poll: TakeDamage) -> Order | None:
    """Let a scientist suffer, unless it is the last one that can work and nothing could heal it."""
    mine = exposed_teams(state, poll.hex, poll.safe, seat)
    teams = state[Map].teams
    healthy = len(able(state, seat))
    cure = state[Purse, seat].cubes.get("mycelium", 0) or turns_left(state) < 2 or not chips_left(state, seat)
    chosen = [
        name for name in mine if not is_motorized(state, teams[name]) and (teams[name].wounded or cure or healthy > 1)
    ]
    return SufferDamage(tuple(chosen))


def exhaust(state: State, seat: Seat, question: Exhaust) -> Order | None:
    return ExhaustResource(min(minerals(state), key=lambda r: (advantage(state, seat, r), -state[Bank].cubes[r])))


def bury(state: State, seat: Seat, question: BuryHexes) -> Order | None:
    """Return the order of the hexes under the deck: those that are wanted most come up last."""
    return ReturnHexes(tuple(sorted(state[Hand, seat].hexes, key=lambda hex: find(state, seat, hex))))


ANSWERS: Mapping[type[Question], Callable[[State, Seat, Any], Order | None]] = {
    SelectCards: select,
    Lead: lead,
    Fate: force,
    ChangeDie: change,
    Produce: produce,
    CallEarly: call,
    Trigger: strike,
    Protect: protect,
    TakeDamage: suffer,
    Exhaust: exhaust,
    Act: act,
    LayHex: lay,
    BuryHexes: bury,
    Deal: deal,
}
