"""How 2116 is tested: switches, policies, and players who lay cards, build and attack."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from lpbe.games.planet_2116.attack_sequence import Declare
from lpbe.games.planet_2116.attacks import Announced, Fizzled, card_sets
from lpbe.games.planet_2116.cooling import PlayCooling
from lpbe.games.planet_2116.green_factories import BuildGreen
from lpbe.games.planet_2116.heat import HeatPlayed
from lpbe.games.planet_2116.human_turn import LayResource
from lpbe.games.planet_2116.presentation.attack_reach import reachable_tiles
from lpbe.games.planet_2116.state import (
    HUMANS,
    Bags,
    Capital,
    Decks,
    FaceDown,
    Hand,
    HumanCard,
    Nations,
    Piles,
    PlanetCard,
    Prepared,
    World,
)
from lpbe.kernel.engine.foresight import Fact
from lpbe.kernel.engine.model import Event, Order, Question, Standing, State
from lpbe.kernel.engine.rulebook import Rulebook

from ..contract.contract_config import ContractConfig, Fullest, Plain, Reader, Secrets
from .positions import GAME, laid_out

PIECE = re.compile(r'"(?:[PU]\d\d:)*([PU]\d\d)(?=[":])|(?<=:)([PU]\d\d)(?=[":])')
SWITCHES: tuple[Plain, ...] = (
    {},
    {"continent_public": False, "bags": "chosen", "reshuffle": "at-once", "pot_users": "all"},
    {"fault_is_wild": False, "blast_respects_protection": False, "rebuild_restores_tile": False},
)
POLICIES: tuple[dict[str, Any], ...] = (
    {},
    {"block": {"rules": ["my_capital", "green_factory", "polluting_factory@36"]}, "on_deviation": "continue"},
    {
        "block": {"rules": ["city:any", "D09@20-30"], "otherwise": "ask", "keep": 1, "max_per_round": 2},
        "on_deviation": "alternative",
    },
    {"factories": ["D10", "E15", "K12", "F07"], "block": {"rules": ["city:pon"], "max_per_attack": 2, "until": 5}},
)


def pieces(text: str) -> set[str]:
    return {one or other for one, other in PIECE.findall(text)}


def in_sight(state: State, reader: Reader) -> set[str]:
    """Return the cards a reader may know: those lying face up, and the reader's own."""
    piles, nations, prepared = state[Piles], state[Nations], state[Prepared]
    hand = state.open(Hand, reader) if reader else None
    down = state.open(FaceDown, reader) if reader else None
    own = [*(hand.cards if hand else ()), *(down.cards if down else ())]
    return {*piles.planet_discard, *piles.human_discard, *nations.front, *nations.pot, *prepared.cards, *own}


def shown_secrets(event: Event) -> set[str]:
    return set(event.cards) if isinstance(event, Announced | Fizzled | HeatPlayed) else set()


def pick(orders: Sequence[Order], random: Random) -> Order:
    """Return a kind of order first; who can lay, build or cool often does."""
    kinds = list(dict.fromkeys(type(order) for order in orders))
    for kind, often in ((LayResource, 0.8), (BuildGreen, 0.6), (PlayCooling, 0.7)):
        if kind in kinds and random.random() < often:
            kinds = [kind]
    chosen = random.choice(kinds)
    return random.choice([order for order in orders if type(order) is chosen])


def attacks_on(state: State, question: Question, fact: Fact) -> Iterator[Order]:
    """Yield the attacks that may take the tile of a threat: lists have only straight paths and whole fires."""
    if isinstance(question, Declare) and fact.key == "threat.reach":
        kind = str(fact.values["kind"])
        for cards in card_sets(state, kind):
            if made := reachable_tiles(state, kind, len(cards)).get(fact.place):
                yield made()


def capitals(state: State) -> Plain:
    """Return what a scenario may count beside the components."""
    return {
        "standing": 330 - len(state[World].taken),
        "living": [seat for seat in HUMANS if state[Capital, seat].city not in state[World].cities],
    }


def fullest(book: Rulebook, seats: int) -> Fullest:
    """Return the Planet with a full hand and all it can lay face down; both piles whole."""
    planet, human = list(book.rows_of(PlanetCard)), list(book.rows_of(HumanCard))
    return (Hand(planet[-5:]), FaceDown(planet[:4])), (Decks(planet, human), Bags(["lev", "mer", "pon"]))


ASKED = {
    "en": (
        "goal, win, winner, points, money, turn, capital, Ark, city, factory, fault, meteorite, heat, units, "
        "refugee, combo, shield"
    ),
    "fr": (
        "but, gagner, points, argent, tour, capitale, Arche, ville, usine, faille, météorite, chaleur, unités, "
        "réfugié, combo, bouclier"
    ),
}
"""What beginners look up, by the language they ask in."""

CONTRACT = ContractConfig(
    GAME,
    Secrets(pieces, in_sight, shown_secrets, apart=(Standing,)),
    fullest,
    options=SWITCHES,
    policies=tuple({GAME: policy} for policy in POLICIES),
    pick=pick,
    layout=laid_out,
    games=2,
    players=(4,),
    seated=4,
    counted=capitals,
    beyond=attacks_on,
    seldom=frozenset({"ArkBuilt", "ShieldMoved"}),
    spelt_out={"order": "prepare", "cards": []},
    owned=("kinds", "human.kind", "planet.kind"),
    asked=ASKED,
    lessons=("planet", "human-1"),
    rows={"planet": {"kind": "rise"}, "human": {"kind": "resource"}},
    label=lambda expansions, options: str(sorted(options)),
)
