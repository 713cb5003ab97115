"""Worlds in which a seat may be: every cube, coin, card and hex is somewhere, and public knowledge is used."""

from __future__ import annotations

from collections.abc import Iterator

from lpbe.games.living_planet.actions.trade_terms import cubes_in_play
from lpbe.games.living_planet.bot.worlds import retakable
from lpbe.games.living_planet.map.queries import options, resources
from lpbe.games.living_planet.setup import hex_deck, market_deck
from lpbe.games.living_planet.state import CARDS, COLOURS, Bank, Decks, Hand, Map, Piles, Purse, Turn
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Roster, State
from lpbe.kernel.engine.table import Table, answers_wanted
from lpbe.kernel.engine.worlds import sample_world

from ..contract.contract_config import root
from ..size_limits import by_turns, every
from .contract_config import EDITIONS
from .playouts import playouts

games = by_turns("edition, seats", range(len(EDITIONS)), (2, 3, 4))


def worlds(edition: int, seats: int, stride: int) -> Iterator[tuple[State, State]]:
    """Yield worlds of seats that are asked something, each with the true position."""
    for number, transition in enumerate(playouts(edition, seats)):
        state = transition.table.state
        if number % stride == 0:
            for seat in answers_wanted(state):
                yield state, sample_world(state.seen_by(seat), seat, Rng(number.to_bytes(32, "big")))


@every(day=20, full=1)
@games
def test_no_cube_and_no_coin_is_made_or_lost(edition: int, seats: int, every: int) -> None:
    for _, world in worlds(edition, seats, every):
        purses = [world[Purse, seat] for seat in world[Roster].seats]
        assert world[Bank].money + sum(purse.money for purse in purses) == options(world).bank_mc
        for resource in resources(world):
            held = [purse.cubes[resource] for purse in purses]
            assert min(held) >= 0 and world[Bank].cubes[resource] + sum(held) == cubes_in_play(world, resource)


@every(day=20, full=1)
@games
def test_every_card_and_every_hex_is_somewhere(edition: int, seats: int, every: int) -> None:
    for state, world in worlds(edition, seats, every):
        decks, piles = world[Decks], world[Piles]
        hands = [world[Hand, seat] for seat in world[Roster].seats]
        assert all(sorted([*hand.cards, *hand.pile]) == [*CARDS] for hand in hands)
        assert sorted(decks.others) == sorted({*COLOURS} - {*world[Roster].seats})
        assert all(sorted(deck) == [*CARDS] for deck in decks.others.values())
        market = [*decks.market, *decks.discard, *(card for hand in hands for card in hand.market)]
        assert sorted(market) == market_deck(Table(world, root(0)))
        assert not piles.top or decks.discard[-1] == piles.top == state[Decks].discard[-1]
        drawn = [hex for hand in hands for hex in hand.hexes]
        laid = [hex for hex in world[Map].hexes if hex.startswith("H")]
        assert sorted([*decks.hexes, *drawn, *laid]) == hex_deck(Table(world, root(0)))


@games
def test_what_the_table_shows_is_known(edition: int, seats: int) -> None:
    """With two players the rival's money, with open screens every purse, with all cards shown some hands."""
    for state, world in worlds(edition, seats, 20):
        for seat in world[Roster].seats:
            if seats == 2 or options(world).screens == "open":
                assert world[Purse, seat].money == state[Purse, seat].money
            if options(world).screens == "open":
                assert world[Purse, seat].cubes == state[Purse, seat].cubes
            if options(world).show_played and not world[Piles].recovered and world[Turn].number:
                assert world[Hand, seat].cards == state[Hand, seat].cards


def test_a_card_from_before_the_six_may_be_back() -> None:
    assert retakable((1, 2, 3)) == []
    assert retakable((1, 2, 6)) == [1, 2]
    assert retakable((5, 2, 6, 5, 3)) == [2]
