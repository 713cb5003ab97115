"""The kinds of orders and events of Living Planet on a page: slots, icons, paths, and why an action is not offered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from ....kernel.base.canonical import Plain
from ....kernel.engine.action_cards import ActionCard, PageHints, QuestionHint, SlotValues
from ....kernel.engine.foresight import Fact, Tone
from ....kernel.engine.model import Event, Order, Question, Seat, State
from ....kernel.engine.rulebook import Rulebook
from ..actions.actions import (
    ACTIONS_PER_PHASE,
    Act,
    CallScientist,
    EndActions,
    Heal,
    TakeFate,
    TakeSubsidy,
    open_actions,
)
from ..actions.building_supply import building_bank
from ..actions.construction import Build, builders, cost_of, may_build, open_spots
from ..actions.exploration import Explore, PlaceHex, PlaceNothing, ReturnHexes
from ..actions.movement import Move
from ..actions.repairs import REPAIR_PRICE, Repair, has_repair_team, repair_action, repairable
from ..actions.trade_terms import SettleTrade, TradePlan
from ..actions.trading import TakeTrade
from ..map.exploration_reach import sites
from ..map.queries import die, hex_of, options, teams_of
from ..state import Map, MarketCard, Purse, Turn
from ..turn.card_selection import SelectCard
from ..turn.cataclysms import ProtectHexes, ProtectNothing, TriggerHexes
from ..turn.exhaustion import ExhaustResource
from ..turn.fate import ChangeDieTo, KeepDie, UseFate
from ..turn.leader_step import ArrangeDice, NameDouble, RecoverCard, RemoveResource
from ..turn.production import CallNobody, ProduceOne
from ..turn.strikes import SufferDamage

MAX_OTHER_TEAMS = 60
"""Up to how many orders of a kind a page also lists those for other teams."""


def x_value(state: State, question: Question, seat: Seat) -> Plain:
    """Return X, which is what the die of the phase shows."""
    return {"x": die(state)} if isinstance(question, Act) else {}


# Slots and paths


def build_slots(state: State, order: Build) -> SlotValues:
    """Return the spot, the building with its value, and the team that moves in."""
    building = " ".join(part for part in (order.building, str(order.value or ""), order.piece) if part)
    return {"place": order.place, "building": building, "team": order.team}


def lay_slots(state: State, order: PlaceHex) -> SlotValues:
    way = " ".join(order.path)
    return {"hex": order.hex, "at": f"@{order.at}", "turn": str(order.turn), "team": order.team, "path": way}


def move_slots(state: State, order: Move) -> SlotValues:
    """Return the team and where it ends up; if several teams move, each step."""
    if len({stride.partition(":")[0] for stride in order.steps}) > 1:
        return {"steps": list(order.steps)}
    team, _, place = order.steps[-1].partition(":")
    return {"team": team, "place": place}


def move_path(state: State, order: Move, events: Sequence[Event]) -> Sequence[str]:
    """Return where the team is and the places it goes to; nothing if several teams move."""
    teams = {stride.partition(":")[0] for stride in order.steps}
    team = state[Map].teams.get(next(iter(teams))) if len(teams) == 1 else None
    return [team.place, *(stride.partition(":")[2] for stride in order.steps)] if team else []


def deal_slots(state: State, order: SettleTrade) -> SlotValues:
    deal = f"{order.deal} {order.resource}" if order.count else ""
    return {"card": order.card, "deal": deal, "count": str(order.count or "")}


def heal_slots(state: State, order: Heal) -> SlotValues:
    return {"team": order.teams[0]} if len(order.teams) == 1 else {"teams": list(order.teams)}


# Orders that only pages list


def smaller_deals(state: State, question: Question, seat: Seat, listed: Sequence[SettleTrade]) -> Iterator[Order]:
    """Yield the deals with fewer cubes than those listed (LP-TRADE-08)."""
    for order in listed:
        yield from (replace(order, count=count) for count in range(1, order.count))


def other_builders(state: State, question: Question, seat: Seat, listed: Sequence[Build]) -> Iterable[Order]:
    """Return the same buildings by other teams (G-52)."""
    if len(listed) > MAX_OTHER_TEAMS:
        return []
    able = {order.place: builders(state, seat, order.place) for order in listed}
    return [replace(order, team=team) for order in listed for team in able[order.place] if team != order.team]


def other_explorers(state: State, question: Question, seat: Seat, listed: Sequence[PlaceHex]) -> Iterable[Order]:
    """Return the same hexes, explored by other teams (LP-EXPL-05)."""
    if not listed or len(listed) > MAX_OTHER_TEAMS:
        return []
    near = sites(state, seat)
    plain = [order for order in listed if not order.path]
    return [replace(order, team=team) for order in plain for team in near[order.at] if team != order.team]


# Why an action is not offered


def used_up(question: Question, action: str) -> Fact | None:
    """Return that an action was taken already, or two others."""
    if not isinstance(question, Act) or open_actions(question, action):
        return None
    return Fact("off.taken" if action in question.taken else "off.two")


def no_explore(state: State, question: Question, seat: Seat) -> Fact | None:
    return used_up(question, "explore") or Fact("off.explore")


def no_subsidy(state: State, question: Question, seat: Seat) -> Fact | None:
    return used_up(question, "subsidy")


def no_fate(state: State, question: Question, seat: Seat) -> Fact | None:
    return used_up(question, "fate") or Fact("off.fate" if seat in state[Turn].fate else "off.fate.used")


def no_heal(state: State, question: Question, seat: Seat) -> Fact | None:
    wounded = any(team.wounded for _, team in teams_of(state, seat))
    return Fact("off.heal.mycelium" if wounded else "off.heal")


def no_move(state: State, question: Question, seat: Seat) -> Fact | None:
    teams = [team for _, team in teams_of(state, seat)]
    if taken := used_up(question, "move"):
        return taken
    if not teams:
        return Fact("off.move.none")
    return Fact("off.move.wounded" if all(team.wounded for team in teams) else "off.move")


def no_build(state: State, question: Question, seat: Seat) -> Fact | None:
    """Return what is missing first: the action, a team on a free spot, something that fits, or money."""
    if taken := used_up(question, "construct"):
        return taken
    hexes = sorted({hex_of(state, team.place) for _, team in teams_of(state, seat)})
    spots = [spot for hex in hexes for spot in open_spots(state, hex) if builders(state, seat, spot)]
    if not spots:
        return Fact("off.build.team")
    bank = [kind for kind, tiles in building_bank(state, seat).items() if tiles]
    costs = [cost_of(state, seat, kind) for kind in bank for spot in spots if may_build(state, kind, spot)]
    if costs and state[Purse, seat].money < min(costs):
        return Fact("off.build.money", {"cost": min(costs)})
    return Fact("off.build")


def no_repair(state: State, question: Question, seat: Seat) -> Fact | None:
    """Return what is missing first: the action, a building without a chip, money, or a chip (LP-REPAIR-01)."""
    if options(state).repair != "free" and (taken := used_up(question, repair_action(state))):
        return taken
    bare = [
        spot for spot, building in state[Map].buildings.items() if not building.chip and repairable(state, building)
    ]
    if not any(has_repair_team(state, seat, spot) for spot in bare):
        return Fact("off.repair")
    return Fact("off.repair.money" if state[Purse, seat].money < REPAIR_PRICE else "off.repair.chip")


def no_trade(state: State, question: Question, seat: Seat) -> Fact | None:
    return used_up(question, "trade") or Fact("off.trade")


CARDS: Mapping[type[Order], ActionCard] = {
    SelectCard: ActionCard(icon="card", ends=True),
    ArrangeDice: ActionCard(icon="dice", controls={"dice": "order"}),
    NameDouble: ActionCard(icon="double"),
    RemoveResource: ActionCard(icon="exhaust"),
    RecoverCard: ActionCard(icon="card"),
    KeepDie: ActionCard(icon="dice", ends=True),
    UseFate: ActionCard(icon="fate", ends=True),
    ChangeDieTo: ActionCard(icon="dice", ends=True),
    ProduceOne: ActionCard(icon="produce"),
    Heal: ActionCard(icon="heal", free=True, slots=heal_slots, joins="teams", why=no_heal),
    Move: ActionCard(icon="move", slots=move_slots, path=move_path, joins="steps", values=x_value, why=no_move),
    Build: ActionCard(icon="build", slots=build_slots, more=other_builders, why=no_build),
    Repair: ActionCard(icon="repair", why=no_repair),
    Explore: ActionCard(icon="explore", ends=True, values=x_value, why=no_explore),
    TakeTrade: ActionCard(icon="trade", ends=True, values=x_value, why=no_trade),
    TakeSubsidy: ActionCard(icon="money", values=x_value, why=no_subsidy),
    TakeFate: ActionCard(icon="fate", why=no_fate),
    CallScientist: ActionCard(icon="scientist", free=True),
    CallNobody: ActionCard(icon="pass"),
    PlaceHex: ActionCard(
        icon="hex",
        ends=True,
        slots=lay_slots,
        more=other_explorers,
        controls={"hex": "hand", "turn": "turn"},
    ),
    PlaceNothing: ActionCard(icon="pass", ends=True),
    ReturnHexes: ActionCard(icon="hex", ends=True, controls={"hexes": "order"}, anything="hexes"),
    SettleTrade: ActionCard(icon="trade", ends=True, slots=deal_slots, more=smaller_deals, controls={"count": "count"}),
    TradePlan: ActionCard(icon="rule", ends=True),
    EndActions: ActionCard(icon="pass", ends=True),
    TriggerHexes: ActionCard(icon="strike", ends=True),
    ProtectHexes: ActionCard(icon="shelter", ends=True, joins="hexes"),
    ProtectNothing: ActionCard(icon="pass", ends=True),
    SufferDamage: ActionCard(icon="strike", ends=True, joins="teams"),
    ExhaustResource: ActionCard(icon="exhaust", ends=True),
}
ICONS = {
    "turn-began": "turn",
    "start-laid": "hex",
    "hexes-made": "hex",
    "bank-filled": "money",
    "leader-chosen": "turn",
    "equipped": "money",
    "decks-shuffled": "card",
    "hand-refilled": "card",
    "other-shuffled": "card",
    "effect-began": "card",
    "actions-called": "turn",
    "actions-ended": "pass",
    "market-shuffled": "trade",
    "purse-shown": "money",
    "card-revealed": "card",
    "other-revealed": "card",
    "effect-used": "card",
    "doubled": "double",
    "resource-removed": "exhaust",
    "card-recovered": "card",
    "dice-arranged": "dice",
    "column-began": "dice",
    "die-set": "dice",
    "production-called": "produce",
    "produced": "produce",
    "cataclysm-called": "strike",
    "hexes-triggered": "strike",
    "struck": "strike",
    "protected": "shelter",
    "building-lost": "lost",
    "colony-lost": "lost",
    "chip-lost": "lost",
    "team-lost": "lost",
    "team-wounded": "wounded",
    "team-healed": "heal",
    "team-arrived": "scientist",
    "team-moved": "move",
    "paid": "money",
    "earned": "money",
    "cubes-spent": "money",
    "fate-taken": "fate",
    "fate-used": "fate",
    "hexes-drawn": "explore",
    "hex-placed": "hex",
    "hex-shown": "hex",
    "hex-buried": "hex",
    "exploration-failed": "explore",
    "hexes-returned": "hex",
    "building-taken": "build",
    "built": "build",
    "chip-placed": "repair",
    "colony-founded": "build",
    "market-drawn": "trade",
    "card-chosen": "trade",
    "price-moved": "price",
    "crashed": "crash",
    "cubes-bought": "trade",
    "cubes-sold": "trade",
    "exhausted": "exhaust",
    "nothing-exhausted": "exhaust",
    "scored": "end",
    "ended": "end",
}
HARMS = ("chip-lost", "team-wounded", "team-lost", "colony-lost")
GAINS = ("produced", "earned", "built", "building-taken", "team-healed", "chip-placed")


def tone(event: Plain, seat: Seat) -> Tone:
    """Return what an event means for the seat that it is about."""
    if event.get("seat") != seat:
        return ""
    return "bad" if event["event"] in HARMS else "good" if event["event"] in GAINS else ""


def put_question(state: State, question: Question, seat: Seat) -> QuestionHint | None:
    """Return the question for actions with X, and how many of them are taken."""
    if not isinstance(question, Act):
        return None
    left = ACTIONS_PER_PHASE - len(question.taken)
    title = Fact("ask.act" if left else "ask.act.none", {"x": die(state), "count": left})
    return QuestionHint(title=title, actions=ACTIONS_PER_PHASE, spent=len(question.taken))


def value_icons(book: Rulebook) -> Mapping[str, str]:
    """Return the resource of each market card."""
    return {name: card.resource for name, card in book.rows_of(MarketCard).items()}


HINTS = PageHints(CARDS, ICONS, tone, put_question, value_icons)
