"""What holds in every position of every game of Living Planet: nothing is made, nothing is lost."""

from __future__ import annotations

from collections import Counter

import msgspec

from lpbe.games.living_planet.actions.building_supply import building_bank
from lpbe.games.living_planet.actions.hex_draws import HexesDrawn
from lpbe.games.living_planet.actions.trade_terms import cubes_of
from lpbe.games.living_planet.actions.trading import MarketDrawn
from lpbe.games.living_planet.map.queries import (
    chips_left,
    is_motorized,
    mineral_names,
    options,
    reserve,
    resources,
    team_in,
    team_kinds,
    team_names,
    tile_of,
)
from lpbe.games.living_planet.setup import hex_deck, market_deck
from lpbe.games.living_planet.state import (
    CHIPS_PER_SEAT,
    COLOURS,
    TURNS_PER_GAME,
    Bank,
    Decks,
    Hand,
    Map,
    OpenPurses,
    Piles,
    Purse,
    Track,
    Turn,
)
from lpbe.games.living_planet.turn.card_selection import SelectCard, SelectCards
from lpbe.kernel.engine.events import Ended
from lpbe.kernel.engine.leaving import agree_to_stop
from lpbe.kernel.engine.model import Held, Proof, Roster
from lpbe.kernel.engine.rulebook import tag
from lpbe.kernel.engine.table import Table, answers_wanted, submit

from ..contract.contract_config import root
from ..contract.playouts import readers
from ..contract.test_invariants import mentioned_secrets
from ..size_limits import by_turns
from .contract_config import CONTRACT, EDITIONS
from .playouts import playouts

games = by_turns("edition, seats", range(len(EDITIONS)), (2, 3, 4))


@games
def test_a_laid_or_recovered_card_is_seen_by_nobody_else(edition: int, seats: int) -> None:
    for _, table, _ in playouts(edition, seats):
        for event in table.events:
            raw = msgspec.to_builtins(event)
            if raw["event"] == "card-recovered":
                strangers = [event.seen_by(reader) for reader in readers(table.state) if reader != raw["seat"]]
                assert all(msgspec.to_builtins(seen).get("card", 0) == 0 for seen in strangers)
            if isinstance(event, HexesDrawn | MarketDrawn):
                strangers = [event.seen_by(reader) for reader in readers(table.state) if reader != event.seat]
                assert all(not mentioned_secrets(CONTRACT.secrets, seen) for seen in strangers)


@games
def test_cubes_are_neither_made_nor_lost(edition: int, seats: int) -> None:
    """47 with the five on the price tracks, which nobody ever removes from them."""
    for _, table, _ in playouts(edition, seats):
        state = table.state
        gone = Counter([*state[Track].spots, *state[Track].removed])
        cubes = cubes_of(state)
        for resource in resources(state):
            purses = [state[Purse, seat].cubes[resource] for seat in state[Roster].seats]
            assert min(*purses, state[Bank].cubes[resource]) >= 0
            assert state[Bank].cubes[resource] + sum(purses) + gone[resource] == cubes[resource]
        assert all(1 <= price <= 10 for price in state[Bank].prices.values())
        assert {*state[Track].spots} <= {"", *mineral_names(state.book)}
        assert sum(cubes.values()) + len(resources(state)) == 47


@games
def test_money_is_neither_made_nor_lost(edition: int, seats: int) -> None:
    for _, table, _ in playouts(edition, seats):
        state = table.state
        purses = {seat: state[Purse, seat].money for seat in state[Roster].seats}
        assert min(purses.values()) >= 0
        assert state[Bank].money + sum(purses.values()) == options(state).bank_mc
        if options(state).bank_mc:
            assert state[Bank].money >= 0


@games
def test_open_screens_show_what_lies_behind_them(edition: int, seats: int) -> None:
    for _, table, _ in playouts(edition, seats):
        state, shown = table.state, table.state[OpenPurses]
        open_screens = state[Roster].seats if options(state).screens == "open" else []
        assert shown.money == {seat: state[Purse, seat].money for seat in open_screens}
        cubes = {f"{seat}.{name}": n for seat in open_screens for name, n in state[Purse, seat].cubes.items()}
        assert shown.cubes == cubes


@games
def test_teams_and_chips_are_neither_made_nor_lost(edition: int, seats: int) -> None:
    for _, table, _ in playouts(edition, seats):
        state = table.state
        for seat in state[Roster].seats:
            for kind in team_kinds(state.book):
                names = team_names(state.book, seat, kind)
                placed = [name for name, team in state[Map].teams.items() if name in names]
                assert all(state[Map].teams[name].seat == seat for name in placed)
                assert all(state[Map].teams[name].kind == kind for name in placed)
                assert len(placed) + len(reserve(state, seat, kind)) == len(names)
            assert 0 <= chips_left(state, seat) <= CHIPS_PER_SEAT
        wounded = [team for team in state[Map].teams.values() if team.wounded]
        assert not any(is_motorized(state, team) for team in wounded)


@games
def test_every_piece_stands_somewhere(edition: int, seats: int) -> None:
    """A team in a building is alone in it; every building is on a spot of a hex on the map."""
    for _, table, _ in playouts(edition, seats):
        state = table.state
        for place in state[Map].buildings:
            hex, _, spot = place.partition(".")
            assert hex in state[Map].hexes
            assert 1 <= int(spot) <= len(tile_of(state, hex).spots)
        indoors = Counter(team.place for team in state[Map].teams.values() if "." in team.place)
        assert all(count == 1 for count in indoors.values())
        assert {*indoors} <= {*state[Map].buildings}
        assert all(team.place.partition(".")[0] in state[Map].hexes for team in state[Map].teams.values())
        assert all(team_in(state, place) for place in indoors)


@games
def test_tiles_and_hexes_are_neither_made_nor_lost(edition: int, seats: int) -> None:
    for before, table, _ in playouts(edition, seats):
        state = table.state
        used = [b.tile for b in state[Map].buildings.values() if b.kind != "colony"]
        assert len(set(used)) == len(used)
        bank = [tile for tiles in building_bank(state, state[Roster].seats[0]).values() for tile in tiles]
        assert len(bank) + len(used) == 48
        assert not {*bank} & {*used}
        drawn = [hex for seat in state[Roster].seats for hex in state[Hand, seat].hexes]
        start = [hex for hex in state[Map].hexes if not hex.startswith("H")]
        assert len(start) == 1
        everything = [*state[Decks].hexes, *drawn, *(hex for hex in state[Map].hexes if hex not in start)]
        assert sorted(everything) == hex_deck(Table(before, root(0)))
        assert state[Piles].hexes == len(state[Decks].hexes)


@games
def test_market_cards_are_neither_made_nor_lost(edition: int, seats: int) -> None:
    for _, table, _ in playouts(edition, seats):
        state = table.state
        decks = state[Decks]
        drawn = [card for seat in state[Roster].seats for card in state[Hand, seat].market]
        assert sorted([*decks.market, *decks.discard, *drawn]) == market_deck(table)
        assert (state[Piles].market, state[Piles].discard) == (len(decks.market), len(decks.discard))


@games
def test_planet_cards_are_neither_made_nor_lost(edition: int, seats: int) -> None:
    for _, table, _ in playouts(edition, seats):
        state = table.state
        for seat in state[Roster].seats:
            hand = state[Hand, seat]
            assert sorted([*hand.cards, *hand.pile]) == [1, 2, 3, 4, 5, 6]
            assert state[Piles].hands[seat] == len(hand.cards)
        assert sorted(state[Decks].others) == sorted(set(COLOURS) - {*state[Roster].seats})
        assert all(sorted(deck) == [1, 2, 3, 4, 5, 6] for deck in state[Decks].others.values())


@games
def test_every_game_ends_in_turn_twelve(edition: int, seats: int) -> None:
    for seed in range(2):
        last = [table for before, table, _ in playouts(edition, seats) if table.events[-1:] and over(table)][seed]
        assert last.state[Turn].number == TURNS_PER_GAME == len(last.state[Track].spots)
        assert answers_wanted(last.state) == {}


def over(table: Table) -> bool:
    return any(isinstance(event, Ended) for event in table.events)


def test_cards_are_laid_in_a_window_of_several() -> None:
    asked = [answers_wanted(transition.table.state) for transition in playouts(0, 4)]
    assert SelectCards in {type(question) for wanted in asked if len(wanted) > 1 for question in wanted.values()}


def test_what_only_its_sender_may_know_is_sealed() -> None:
    """The card that is played or taken back, the order of hexes under the deck, a plan for a trade."""
    book = CONTRACT.book()
    sealed = {order for order in {kind for offers in book.offers.values() for kind in offers} if order.secret}
    assert {tag(order) for order in sealed} == {"select-card", "recover-card", "return-hexes", "trade-plan"}


def test_cards_are_opened_when_the_last_one_is_laid() -> None:
    """LP-LEADER-02: everybody sees that a card is the one that was played, and nobody does before all are."""
    table = CONTRACT.begin(0, 3)
    seats = table.state[Roster].seats
    for seat in seats:
        assert table.openings == []
        submit(table, seat, [Held(SelectCard(4), Proof(0, "aa", "bb"))])
    assert sorted(seat for seat, _ in table.openings) == sorted(seats)


def test_a_game_that_all_want_to_end_is_scored_as_it_stands() -> None:
    table = CONTRACT.begin(0, 3)
    for seat in table.state[Roster].seats:
        assert not over(table)
        agree_to_stop(table, seat)
    (end,) = [event for event in table.events if isinstance(event, Ended)]
    assert (end.scores, end.why) == ({"red": 4, "blue": 4, "yellow": 4}, "agreed")
    assert set(end.winners) == {"red", "blue", "yellow"}
