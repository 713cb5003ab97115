"""A bot that plays what looks best now, at each question, from what its seat can see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lpbe.games.living_planet.actions.actions import Act, CallScientist
from lpbe.games.living_planet.actions.arrivals import arrival_cube
from lpbe.games.living_planet.actions.exploration import BuryHexes, LayHex, ReturnHexes
from lpbe.games.living_planet.actions.trading import Deal
from lpbe.games.living_planet.bot.module_answers import bot_answer
from lpbe.games.living_planet.map.queries import chips_left, is_motorized, resources, seats
from lpbe.games.living_planet.state import COLOURS, Bank, Hand, Map, Purse, Turn
from lpbe.games.living_planet.turn.card_selection import SelectCard, SelectCards
from lpbe.games.living_planet.turn.cataclysms import Protect, Trigger, TriggerHexes
from lpbe.games.living_planet.turn.exhaustion import Exhaust, ExhaustResource, minerals
from lpbe.games.living_planet.turn.fate import ChangeDie, ChangeDieTo, Fate, KeepDie, UseFate
from lpbe.games.living_planet.turn.leader_step import (
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
from lpbe.games.living_planet.turn.production import CallEarly, Produce, ProduceOne, amount, choices, product_of
from lpbe.games.living_planet.turn.strikes import SufferDamage, TakeDamage, exposed_teams
from lpbe.kernel.engine.chance import Chance
from lpbe.kernel.engine.model import Order, Question, Seat, State

from .appraise import (
    able,
    advantage,
    arrival,
    best_sale,
    cube,
    find,
    harvest,
    scientist_value,
    swing,
    thought_over,
    turns_left,
    weather,
)
from .undertake import PRICE, act, best, deal, lay

FACES = range(1, 7)
TOKEN_USE = 4.0
"""The least gain for which fate is forced."""


def greedy(state: State, question: Question, seat: Seat, rng: Chance) -> Order | None:
    """Return what the base or a module knows to answer; of a question that nobody knows its own default."""
    own = bot_answer(state, seat, question) or judge_question(thought_over(state), seat, question)
    return own or question.default(state, seat)


def judge_question(state: State, seat: Seat, question: Question) -> Order | None:
    """Return what the base answers; nothing to a question it does not know."""
    judge = JUDGES.get(type(question))
    order: Order | None = judge(state, seat, question) if judge else None
    return order


# Cards and dice.


def select(state: State, seat: Seat, poll: SelectCards) -> Order | None:
    return best((card_worth(state, seat, card), SelectCard(card)) for card in state[Hand, seat].cards)


def card_worth(state: State, seat: Seat, card: int) -> float:
    """Return the worth of the die it makes: its products for whom, its reach, its strikes; and the Leader's text."""
    rivals = [harvest(state, rival, card) for rival in seats(state) if rival != seat]
    own = harvest(state, seat, card) - 0.5 * sum(rivals) / max(len(rivals), 1)
    return own + reach(state, seat, card) + weather(state, seat, seat, card) + text(state, seat, card)


def reach(state: State, seat: Seat, value: int) -> float:
    """Return what a value is good for in row B."""
    return max(float(value), best_sale(state, seat, value)) * 0.8 + (value * 0.4 if turns_left(state) > 5 else 0)


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
    late = turns_left(state) < 3 or best_sale(state, seat, die_of(state, seat)) > PRICE
    return ArrangeDice((*others, seat) if late else (seat, *others))


def die_of(state: State, seat: Seat) -> int:
    return state[Turn].dice[seat]


def effect(state: State, seat: Seat) -> Order | None:
    chosen = state[Turn].effect
    if chosen == DOUBLE_CARD:
        return NameDouble(max(resources(state), key=lambda r: double_gain(state, seat, r)))
    if chosen == REMOVE_CARD:
        return RemoveResource(min(removable(state), key=lambda r: advantage(state, seat, r)))
    return RecoverCard(max(set(state[Hand, seat].pile) - {RECOVER_CARD}))


def double_gain(state: State, seat: Seat, resource: str) -> float:
    """Return what doubling a resource brings this turn, with the present dice."""
    trial = state.with_parts({**state, Turn: state.book.copiers[Turn](state[Turn])})
    trial[Turn].double = resource
    values = list(state[Turn].dice.values())
    gains = {one: sum(harvest(trial, one, v) - harvest(state, one, v) for v in values) for one in seats(state)}
    return 2 * gains[seat] - sum(gains.values())


def force(state: State, seat: Seat, question: Fate) -> Order | None:
    """Use a token where it changes much; on the last turn for anything."""
    now = state[Turn].dice[question.colour]
    value = max(FACES, key=lambda v: (prospect(state, seat, question.row, v), v == now))
    gain = prospect(state, seat, question.row, value) - prospect(state, seat, question.row, now)
    return UseFate(value) if gain > (TOKEN_USE if turns_left(state) else 0.5) else KeepDie()


def prospect(state: State, seat: Seat, row: str, value: int) -> float:
    """Return what the rows that are still to come bring with this value."""
    made = harvest(state, seat, value) if row == "A" else 0.0
    acted = reach(state, seat, value) if row in "AB" else 0.0
    return made + acted + weather(state, seat, seat, value)


def change(state: State, seat: Seat, question: ChangeDie) -> Order | None:
    now = weather(state, seat, question.colour, state[Turn].dice[question.colour])
    value = max(FACES, key=lambda v: weather(state, seat, question.colour, v))
    return ChangeDieTo(value) if weather(state, seat, question.colour, value) > now + 2 else KeepDie()


# Production, cataclysms, exhaustion.


def produce(state: State, seat: Seat, question: Produce) -> Order | None:
    return best((production_value(state, seat, order), order) for order in choices(state, seat))


def production_value(state: State, seat: Seat, order: ProduceOne) -> float:
    if order.what == "factory":
        resource = product_of(state, order.place)
        return cube(state, resource) * min(amount(state, order.place), state[Bank].cubes[resource]) + 0.1
    if order.what == "repair":
        return PRICE * 0.8
    price = arrival_cube(state, order.what)
    return arrival(state, seat, order.what, price) if price else 0.0


def call(state: State, seat: Seat, question: CallEarly) -> Order | None:
    return CallScientist()


def strike(state: State, seat: Seat, question: Trigger) -> Order | None:
    """Return all strikes that hurt rivals more, or else the one that hurts least."""
    gains = {hex: swing(state, seat, question.colour, hex) for hex in question.hexes}
    wanted = tuple(hex for hex in question.hexes if gains[hex] > 0)
    return TriggerHexes(wanted or (max(question.hexes, key=lambda hex: gains[hex]),))


def protect(state: State, seat: Seat, poll: Protect) -> Order | None:
    return poll.default(state, seat)


def suffer(state: State, seat: Seat, poll: TakeDamage) -> Order | None:
    """Let a scientist suffer, unless it is the last one that can work and nothing could heal it."""
    mine, teams = exposed_teams(state, poll.hex, poll.safe, seat), state[Map].teams
    healthy = len(able(state, seat))
    cure = state[Purse, seat].cubes.get("mycelium", 0) or turns_left(state) < 2 or not chips_left(state, seat)
    chosen = [
        name for name in mine if not is_motorized(state, teams[name]) and (teams[name].wounded or cure or healthy > 1)
    ]
    return SufferDamage(tuple(chosen))


def exhaust(state: State, seat: Seat, question: Exhaust) -> Order | None:
    return ExhaustResource(min(minerals(state), key=lambda r: (advantage(state, seat, r), -state[Bank].cubes[r])))


def bury(state: State, seat: Seat, question: BuryHexes) -> Order | None:
    """Put the hexes that the seat wants back so that they come up last."""
    return ReturnHexes(tuple(sorted(state[Hand, seat].hexes, key=lambda hex: find(state, seat, hex))))


JUDGES: Mapping[type[Question], Callable[[State, Seat, Any], Order | None]] = {
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
