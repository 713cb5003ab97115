"""The answers worth a try for a bot that plays 2116 ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

from ....kernel.engine.candidate import Candidate
from ....kernel.engine.legality import legal_orders
from ....kernel.engine.model import Question, Seat, State
from ..attack_sequence import Declare
from ..attacks import Block, card_sets, catastrophes
from ..cooling import coolings
from ..globe import continent_at
from ..green_factories import BuildGreen, cost_of, funds
from ..human_actions import Discard, HumanTurn
from ..human_turn import resources
from ..preparation import Prepare, PrepareCards, limit
from ..queries import continent_of, equal_cards_mixed, is_heat, kind_of
from ..quick_blocks import NoBlock, QuickBlock, blockable_tiles
from ..setup import Found, PlaceFactory, free_sites
from ..shields import shieldings
from ..state import GREEN, POLLUTING, Hand, World
from .attack_choice import rated_attacks
from .greedy import need, quiet
from .human_turn import away, junk, worth_shielding
from .preparation import plan_worth
from .tile_values import Appraisal, heat_worth

MAX_SITES = 6
"""How many sites for a factory are tried in the set-up."""


def rated(state: State, question: Question, seat: Seat) -> Iterator[Candidate]:
    """Yield candidates for a question; all legal orders of one that is not rated."""
    rate = RATINGS.get(type(question), unrated)
    return rate(state, seat, question)


def unrated(state: State, seat: Seat, question: Question) -> Iterator[Candidate]:
    return (Candidate(0.0, order) for order in legal_orders(state, question, seat))


def attacks(state: State, seat: Seat, question: Declare) -> Iterator[Candidate]:
    """Yield the best attacks with each set of cards, also on capitals alone, on Green and on Polluting factories."""
    kinds = dict.fromkeys(kind_of(state, card) for card in catastrophes(state))
    for aim, look in aims(state).items():
        for kind in kinds:
            for cards in card_sets(state, kind):
                for worth, order in rated_attacks(state, look, kind, cards):
                    value = worth / len(cards) + heat_worth(state, len(cards) - 1)
                    yield Candidate(value, order, f"{aim} {kind} {len(cards)}")


def aims(state: State) -> Mapping[str, Appraisal]:
    """Return what tiles are worth to an attacker with one aim in mind."""
    sites = state[World].sites
    tests: Mapping[str, Callable[[str], bool]] = {
        "all": lambda tile: True,
        "capitals": lambda tile: tile not in sites,
        "greens": lambda tile: sites.get(tile) == GREEN,
        "polluting": lambda tile: sites.get(tile) == POLLUTING,
    }
    looks = {aim: Appraisal(state) for aim in tests}
    for aim, look in looks.items():
        look.plain = {tile: worth for tile, worth in look.plain.items() if tests[aim](tile)}
    return {aim: look for aim, look in looks.items() if look.plain}


def preparations(state: State, seat: Seat, question: Prepare) -> Iterator[Candidate]:
    """Yield every choice of as many cards as may be prepared, joined and one by one, rated like the plan of a turn."""
    look = Appraisal(state)
    known: dict[tuple[str, int], float] = {}
    hand = equal_cards_mixed(state, seat, state[Hand, seat].cards)
    for cards in combinations(hand, min(limit(state), len(hand))):
        worth, groups = plan_worth(state, look, cards, known)
        kind = " ".join(sorted(kind_of(state, card) for card in cards))
        rises = sum(is_heat(state, card) for card in cards)
        yield Candidate(worth, PrepareCards(groups), f"rises {rises}")
        if len(groups) < len(cards):
            yield Candidate(worth - 1, PrepareCards(cards), f"apart {kind}")


def turns(state: State, seat: Seat, question: HumanTurn) -> Iterator[Candidate]:
    """Yield to whom a Resource card may go, and every kind of action; to build at home is one of its own."""
    for order in resources(state, seat, question):
        yield Candidate(2.0, order, f"lay {order.to}")
    home = continent_of(state, seat)
    for site, what in sorted(state[World].sites.items()):
        if what != GREEN and cost_of(state, seat, site) <= len(funds(state, seat)):
            worth = 6.0 - cost_of(state, seat, site) + 0.1 * away(state, site)
            yield Candidate(worth, BuildGreen(site), "build at home" if continent_at(state, site) == home else "build")
    for cooling in coolings(state, seat, question):
        yield Candidate(1.0, cooling)
    wanted = worth_shielding(state, seat)
    for shield in shieldings(state, seat, question):
        if shield.at and shield.at[0] in wanted:
            site = state[World].sites.get(shield.at[0], "city")
            yield Candidate(1.0 - 0.05 * away(state, shield.at[0]), shield, f"shield {site}")
    yield Candidate(0.0, junk(state, seat))
    yield Candidate(-1.0, Discard(), "pass")


def blocks(state: State, seat: Seat, question: Block) -> Iterator[Candidate]:
    """Yield no block, and a block of each tile that matters."""
    yield Candidate(0.5, NoBlock())
    for tile in blockable_tiles(state):
        if worth := need(state, seat, tile):
            yield Candidate(float(worth), QuickBlock((tile,)), tile)


def sites(state: State, seat: Seat, question: Found) -> Iterator[Candidate]:
    """Yield places for a factory all over the map."""
    free = free_sites(state)
    good = [tile for tile in free if quiet(state, tile)] or free
    for tile in good[:: 1 + len(good) // MAX_SITES]:
        yield Candidate(0.0, PlaceFactory(tile), tile)


RATINGS: Mapping[type[Question], Callable[[State, Seat, Any], Iterator[Candidate]]] = {
    Declare: attacks,
    Prepare: preparations,
    HumanTurn: turns,
    Block: blocks,
    Found: sites,
}
