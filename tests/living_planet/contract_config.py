"""How Living Planet is tested: four editions, policies, and players who like to build."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from lpbe.games.living_planet.actions.actions import EndActions
from lpbe.games.living_planet.actions.construction import Build
from lpbe.games.living_planet.actions.hex_draws import DrawHexes, HexBuried, HexShown, UrgentHex
from lpbe.games.living_planet.actions.trade_terms import cubes_in_play, cubes_of
from lpbe.games.living_planet.actions.trading import CardChosen
from lpbe.games.living_planet.expansions.aquarius.hex_picks import Picks
from lpbe.games.living_planet.map.queries import chips_left, reserve, team_kinds
from lpbe.games.living_planet.scoring import victory_points
from lpbe.games.living_planet.setup import HexesMade
from lpbe.games.living_planet.state import (
    CARDS,
    COLOURS,
    Decks,
    Hand,
    HexSet,
    Map,
    MarketCard,
    Piles,
    Purse,
    ResourceKind,
    Tile,
)
from lpbe.kernel.engine.model import Agenda, Event, Order, Roster, Standing, State
from lpbe.kernel.engine.rulebook import Rulebook
from lpbe.kernel.engine.table import Table

from ..contract.contract_config import ContractConfig, Fullest, Plain, Position, Reader, Secrets
from .positions import GAME, position

EDITIONS: tuple[Plain, ...] = (
    {"edition": "merged"},
    {
        "edition": "fr",
        "factory_values": "double-sided",
        "screens": "open",
        "building_set": "3x3",
        "hex_set": "generated",
    },
    {"edition": "en", "production": "optional", "start_spots": "open", "double_shortage": "per-unit"},
    {
        "edition": "published-like",
        "hex_deck": 21,
        "show_played": False,
        "bank_mc": 300,
        "repair_team": "any",
        "fate_retake": "next-turn",
    },
)
POLICIES: tuple[dict[str, Any], ...] = (
    {},
    {"cards": [4, 2, 6, 1, 3, 5], "exhaust": ["iron", "oil", "vibranium"]},
    {"produce": {"ranking": ["iron", "oil"], "repair_first": True, "colony": "scientist"}, "heal": "all"},
    {"fate": {"A": "never", "B": 6, "C": "never"}, "change": "never", "call": "always"},
    {"damage": {"unwounded": "team", "wounded": "chip", "motorized": "chip"}, "trigger": {"strike": "all"}},
)
PIECE = re.compile(r'"(H\d\d|AQ\d\d|O\d|VOL|(?:oil|vibranium|electricity|iron|mycelium|wood)[+-]\d(?="))')
SELDOM = {
    "Crashed",
    "Protected",
    "NothingExhausted",
    "MarketShuffled",
    "BuildingTaken",
    "ResourceRemoved",
    "WallSpent",
    "WallUpgraded",
    "WallGone",
    "LandingFailed",
}
SELDOM |= {"HexShown", "HexBuried", "ColonyLost", "DamHeld", "Extinguished", "PlatformLaid", "PlatformLost"}
SELDOM |= {"DamBroken", "FireDriven", "FireOut", "OxygenHeld"}
FIRE = {"FleeFire", "Extinguish", "SpreadFire", "TendCulture", "Quench", "BuildOnPlatform", "BuildDam", "FeedCulture"}


def pick(orders: Sequence[Order], random: Random) -> Order:
    """Choose a kind of order first, then one of that kind: a building if possible, and the end when it is time."""
    kinds = list(dict.fromkeys(type(order) for order in orders))
    if Build in kinds and random.random() < 0.6:
        kinds = [Build]
    elif len(kinds) > 1 and random.random() < 0.9:
        kinds = [kind for kind in kinds if kind is not EndActions]
    kind = random.choice(kinds)
    return random.choice([order for order in orders if type(order) is kind])


def in_sight(state: State, reader: Reader) -> set[str]:
    """Return the hexes and market cards a reader may know of: on the map, on top of the discard, in their own hand."""
    own = state.open(Hand, reader) if reader else None
    picks = state.open(Picks, reader) if reader and Picks in state.book.components else None
    picked = [*picks.pool, *picks.picked] if picks else []
    return {*state[Map].hexes, state[Piles].top, *([*own.hexes, *own.market] if own else []), *picked, *urgent(state)}


def urgent(state: State) -> set[str]:
    """Return the hexes of an exploration that everybody has seen: one that must be placed, and those just buried."""
    met = [step for step in state[Agenda].steps if isinstance(step, UrgentHex | DrawHexes)]
    return {hex for step in met for hex in (*step.buried, *([step.hex] if isinstance(step, UrgentHex) else []))}


def shown_secrets(event: Event) -> set[str]:
    if isinstance(event, HexShown | HexBuried):
        return {event.hex}
    return {event.card} if isinstance(event, CardChosen) else set()


def laid_out(wanted: Position) -> Table:
    given, seats, options, expansions = wanted
    others = {name: table for name, table in options.items() if name != GAME}
    return position(given, seats, options.get(GAME, {}), expansions, others)


def reserves(state: State) -> Mapping[str, Any]:
    """What is left in each reserve, the points as if the game ended now, and the cubes that are not on the map."""
    return {
        "points": {seat: victory_points(state, seat) for seat in state[Roster].seats},
        "in_play": {resource: cubes_in_play(state, resource) for resource in cubes_of(state)},
        "reserve": {
            seat: {
                "scientists": len(reserve(state, seat, "scientist")),
                "motorized": len(reserve(state, seat, "motorized")),
                "chips": chips_left(state, seat),
                **{kind: len(reserve(state, seat, kind)) for kind in team_kinds(state.book)[2:]},
            }
            for seat in state[Roster].seats
        },
    }


def fullest(book: Rulebook, seats: int) -> Fullest:
    """Return all cards, the longest names of what may be drawn in one turn, and a rich purse; all that was left out."""
    rows = book.rows_of
    market = sorted(rows(MarketCard), key=len)[-(6 + 2 + 3 * 3) :]
    hand = Hand([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6], sorted(rows(Tile), key=len)[-6:], market)
    purse = Purse(9999, dict.fromkeys(rows(ResourceKind), 20))
    decks = Decks(list(rows(Tile)), list(rows(MarketCard)))
    decks.others = dict.fromkeys(COLOURS[seats:], CARDS)
    return (hand, purse), (decks,)


ASKED = {
    "en": (
        "broker, exchange office, goal, arrive, arrives, arrival, win, winner, points, money, score, trade, heal, "
        "die, dice, turn, shelter, MC, chip, fate token, X, Leader, hex, cube, wounded, oil drill, colony, port, "
        "boat, dam, wall, platform, post, fire"
    ),
    "fr": (
        "courtier, comptoir de change, but, arriver, arrive, arrivée, gagner, gagnant, points, argent, score, "
        "commercer, soigner, dé, dés, tour, abri, MC, jeton, jeton Destin, X, Meneur, hexagone, cube, blessé, "
        "forage, colonie, port, bateau, barrage, digue, plateforme, poste, incendie"
    ),
}
"""What beginners look up, by the language they ask in."""

CONTRACT = ContractConfig(
    GAME,
    Secrets(lambda text: set(PIECE.findall(text)), in_sight, shown_secrets, True, (Standing, HexSet), (HexesMade,)),
    fullest,
    options=EDITIONS,
    policies=(*({GAME: policy} for policy in POLICIES),),
    pick=pick,
    layout=laid_out,
    seated=4,
    counted=reserves,
    seldom=frozenset(SELDOM),
    unlisted=frozenset({"Protect", "ArrangeStrikes", "PickTogether", "UsePort", "UpgradeWall"} | FIRE),
    untried=frozenset({"G-88", "AQ-AMB-47"}),
    spelt_out={"order": "return-hexes", "hexes": []},
    owned=("buildings", "teams", "resources"),
    asked=ASKED,
    lessons=("red",) * 8,
    rows={"market": {"resource": "oil", "step": 1}, "tiles": {"edges": "PPPPPP"}},
    label=lambda expansions, options: str(sorted(options)),
)
"""G-88: no order gives anything to another player, so none can be refused; AQ-AMB-47 is about packs (test_aquarius)."""
