"""Positions to try: what a scenario gives, and all that it need not say."""

from __future__ import annotations

from lpbe.games import book_of
from lpbe.games.planet_2116.queries import is_a
from lpbe.games.planet_2116.state import (
    HUMANS,
    PLANET,
    Capital,
    Decks,
    FaceDown,
    Hand,
    HumanCard,
    Nations,
    Piles,
    PlanetCard,
    Prepared,
    Round,
)
from lpbe.kernel.engine.model import Roster, State
from lpbe.kernel.engine.table import Table

from ..contract import contract_config

GAME = "planet-2116"
HOMES = {"human-1": ("pon", "arvik"), "human-2": ("lev", "istrin"), "human-3": ("mer", "ulmis")}


def laid_out(wanted: contract_config.Position) -> Table:
    """Set up a position in the second round, with the usual capitals, piles and counts unless given."""
    state = contract_config.laid_out(book_of(GAME, wanted.expansions), wanted)
    settle(state)
    return Table(state, contract_config.root(0))


def settle(state: State) -> None:
    nations, round_ = state[Nations], state[Round]
    round_.number = round_.number or 2
    nations.hat = nations.hat or HUMANS[0]
    for seat, (continent, city) in HOMES.items():
        state[Capital, seat].city = state[Capital, seat].city or city
        nations.continents.setdefault(seat, continent)
    fill_piles(state)
    state[Piles].hands = {seat: len(state[Hand, seat].cards) for seat in state[Roster].seats}
    state[Piles].shuffles = state[Piles].shuffles or 2
    state[Prepared].hidden = len(state[FaceDown, PLANET].cards)


def fill_piles(state: State) -> None:
    """The cards that are nowhere else are in the piles, unless the case says what is there."""
    piles, decks = state[Piles], state[Decks]
    lying = {*piles.planet_discard, *piles.human_discard, *state[Nations].front, *state[Nations].pot}
    lying |= {*state[Prepared].cards, *state[FaceDown, PLANET].cards}
    lying |= {card for seat in state[Roster].seats for card in state[Hand, seat].cards}
    if not decks.planet and not piles.planet_discard:
        decks.planet = [card for card in state.book.rows_of(PlanetCard) if card not in lying]
    if not decks.human and not piles.human_discard:
        free = [card for card in state.book.rows_of(HumanCard) if card not in lying]
        decks.human = sorted(free, key=lambda card: (not is_a(state, card, "cooling"), card))
    piles.planet, piles.human = len(decks.planet), len(decks.human)
