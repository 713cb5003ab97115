"""What holds in every position of every game."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain

import msgspec
import pytest
from msgspec import UNSET

from lpbe.games.living_planet.choose import SelectCards
from lpbe.games.living_planet.explore import HexesDrawn
from lpbe.games.living_planet.reading import building_bank, chips_left, options, reserve, team_in, team_names, tile_of
from lpbe.games.living_planet.setup import HexesMade, hex_deck, market_deck
from lpbe.games.living_planet.state import (
    CHIPS,
    COLOURS,
    CUBES,
    MINERALS,
    RESOURCES,
    ROVERS,
    SCIENTISTS,
    TURNS,
    Bank,
    Decks,
    Hand,
    HexSet,
    Map,
    OpenPurses,
    Piles,
    Purse,
    Track,
    Turn,
)
from lpbe.games.living_planet.trade import CardChosen, MarketDrawn
from lpbe.kernel.base.canon import jcs
from lpbe.kernel.chain.drawers import read_drawer, write_drawer
from lpbe.kernel.play import standing
from lpbe.kernel.play.events import KERNEL_EVENTS, Ended, Lapsed, Private, Replaced, StopAgreed, StopWithdrawn
from lpbe.kernel.play.rules import Held, Roster, Seat, Standing, State
from lpbe.kernel.play.table import Table, answers_wanted, play_batch, submit

from .playouts import EDITIONS, legal, playouts, root
from .positions import drawers, new_game

HEX = re.compile(r'"(H\d\d)')
CARD = re.compile(r'"((?:oil|vibranium|electricity|iron|mycelium)[+-]\d)"')
games = pytest.mark.parametrize(
    ("edition", "seats"), [(n, seats) for n in range(len(EDITIONS)) for seats in (2, 3, 4)], ids=str
)


def readers(state: State) -> list[Seat | None]:
    return [None, *state[Roster].seats]


def mentioned(value: object) -> set[str]:
    text = msgspec.json.encode(value).decode()
    return {*HEX.findall(text), *CARD.findall(text)}


def in_sight(state: State, reader: Seat | None) -> set[str]:
    """The hexes and market cards a reader may know of: on the map, on top of the discard, in the own hand."""
    own = state.open(Hand, reader) if reader else None
    return {*state[Map].hexes, state[Piles].top, *([*own.hexes, *own.market] if own else [])}


@games
def test_the_events_make_the_state(edition: int, seats: int) -> None:
    for before, table, _ in playouts(edition, seats):
        folded = before.copy()
        for event in table.events:
            event.apply(folded)
        assert folded == table.state


@games
def test_the_redacted_events_make_each_readers_view(edition: int, seats: int) -> None:
    for before, table, _ in playouts(edition, seats):
        for reader in readers(before):
            view = before.copy().seen_by(reader)
            for event in table.events:
                if seen := event.seen_by(reader):
                    seen.apply(view)
            assert view == table.state.seen_by(reader)


@games
def test_nobody_is_told_of_what_is_out_of_sight(edition: int, seats: int) -> None:
    known: dict[Seat | None, set[str]] = {}
    for before, table, _ in playouts(edition, seats):
        state = before.copy()
        if not state[Turn].number:
            known = {reader: {""} for reader in readers(state)}
        for event in table.events:
            event.apply(state)
            for reader, names in known.items():
                names |= in_sight(state, reader)
                if isinstance(event, CardChosen):
                    names.add(event.card)
                if not isinstance(event, HexesMade) and (not isinstance(event, Private) or event.seat != reader):
                    assert mentioned(event.seen_by(reader)) <= names, event


@games
def test_no_view_holds_what_lies_behind_another_screen(edition: int, seats: int) -> None:
    for _, table, _ in playouts(edition, seats):
        for reader in readers(table.state):
            view = table.state.seen_by(reader)
            assert {key[1] for key in view if isinstance(key, tuple)} == ({reader} if reader else set())
            parts = [part for part in view.values() if type(part) not in (Standing, HexSet)]
            assert mentioned(parts) <= in_sight(table.state, reader)


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
                assert all(not mentioned(seen) for seen in strangers)


@games
def test_events_and_drawers_survive_their_files(edition: int, seats: int) -> None:
    for _, table, _ in playouts(edition, seats, 1):
        book, again = table.book, table.state.copy()
        raw = msgspec.json.decode(msgspec.json.encode(table.events))
        assert book.read_events(raw) == table.events
        for drawer, seat in drawers(again[Roster].seats):
            part = msgspec.json.decode(msgspec.json.encode(write_drawer(table.state, drawer, seat)))
            read_drawer(book, again, drawer, part, seat)
        assert again == table.state


def from_file(state: State) -> State:
    """The state as a file gives it back: the keys of its tables sorted."""
    again = state.copy()
    for drawer, seat in drawers(again[Roster].seats):
        read_drawer(state.book, again, drawer, msgspec.json.decode(jcs(write_drawer(state, drawer, seat))), seat)
    return again


@games
def test_a_game_goes_on_the_same_from_its_file(edition: int, seats: int) -> None:
    for _, table, _ in playouts(edition, seats, 1):
        again = from_file(table.state)
        for seat, question in answers_wanted(table.state).items():
            orders = legal(table.state, seat)
            assert orders == legal(again, seat)
            assert standing.default(table.state, question, seat) == standing.default(again, question, seat)
            ends = [play_batch(state, root(1), seat, orders[-1]) for state in (table.state, again)]
            assert ends[0].events == ends[1].events


@games
def test_cubes_are_neither_made_nor_lost(edition: int, seats: int) -> None:
    """47 with the five on the price tracks, which nobody ever moves off them."""
    for _, table, _ in playouts(edition, seats):
        state = table.state
        gone = Counter([*state[Track].spots, *state[Track].removed])
        for resource in RESOURCES:
            purses = [state[Purse, seat].cubes[resource] for seat in state[Roster].seats]
            assert min(*purses, state[Bank].cubes[resource]) >= 0
            assert state[Bank].cubes[resource] + sum(purses) + gone[resource] == CUBES[resource]
        assert all(1 <= price <= 10 for price in state[Bank].prices.values())
        assert {*state[Track].spots} <= {"", *MINERALS}
    assert sum(CUBES.values()) + len(RESOURCES) == 47


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
            for motorized, count in ((False, SCIENTISTS), (True, ROVERS)):
                names = team_names(seat, motorized)
                placed = [name for name, team in state[Map].teams.items() if name in names]
                assert all(state[Map].teams[name].seat == seat for name in placed)
                assert all(state[Map].teams[name].motorized == motorized for name in placed)
                assert len(placed) + len(reserve(state, seat, motorized)) == count
            assert 0 <= chips_left(state, seat) <= CHIPS
        wounded = [team for team in state[Map].teams.values() if team.wounded]
        assert not any(team.motorized for team in wounded)


@games
def test_every_piece_stands_somewhere(edition: int, seats: int) -> None:
    """A team in a building is alone in it; a building stands on a spot of a hex on the map."""
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
        bank = [tile for tiles in building_bank(state).values() for tile in tiles]
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
def test_a_copy_shares_nothing_that_changes(edition: int, seats: int) -> None:
    for before, table, order in playouts(edition, seats, 1):
        untouched = msgspec.json.encode([*before.values()])
        for seat in answers_wanted(before) if order else ():
            play_batch(before, root(1), seat, legal(before, seat)[-1])
        assert msgspec.json.encode([*before.values()]) == untouched
        assert table.state is not before


@games
def test_whoever_is_asked_can_answer(edition: int, seats: int) -> None:
    """Everything that is listed is accepted, and the seat's own view lists the same."""
    for _, table, _ in playouts(edition, seats, 1):
        for seat, question in answers_wanted(table.state).items():
            orders = legal(table.state, seat)
            assert orders
            assert orders == list(standing.legal(table.state.seen_by(seat), question, seat))
            default = standing.default(table.state, question, seat)
            assert standing.refusal(table.state, question, seat, default) is None
            for order in orders[:: 1 + len(orders) // 40]:
                play_batch(table.state, root(1), seat, order)


def waited_for(state: State) -> list[Seat]:
    """Those whose answer can only come from themselves."""
    own = {seat: state[Standing, seat] for seat in answers_wanted(state)}
    return [seat for seat, said in own.items() if said.answer is UNSET and not said.plan and not said.policy]


def test_a_window_ends_the_same_whichever_answer_comes_first() -> None:
    closed: Counter[type] = Counter()
    everything = (playouts(n, seats) for n in range(len(EDITIONS)) for seats in (2, 3, 4))
    for _, table, _ in chain.from_iterable(everything):
        seats = waited_for(table.state)
        if len(seats) > 1:
            answers = {seat: legal(table.state, seat)[-1] for seat in seats}
            ends = [Table(table.state.copy(), root(1)) for _ in range(2)]
            for end, arrival in zip(ends, (seats, seats[::-1]), strict=True):
                for seat in arrival:
                    submit(end, seat, [Held(answers[seat])])
            assert ends[0].state == ends[1].state
            closed[type(answers_wanted(table.state)[seats[0]])] += 1
    assert closed.keys() >= {SelectCards}


@games
def test_every_game_ends_in_turn_twelve(edition: int, seats: int) -> None:
    for seed in range(2):
        last = [table for before, table, _ in playouts(edition, seats) if table.events[-1:] and over(table)][seed]
        assert last.state[Turn].number == TURNS == len(last.state[Track].spots)
        assert answers_wanted(last.state) == {}


def over(table: Table) -> bool:
    return any(isinstance(event, Ended) for event in table.events)


def test_the_same_orders_make_the_same_game() -> None:
    first, second = (new_game(5, options=EDITIONS[1]) for _ in range(2))
    assert first.state == second.state
    assert first.events == second.events


def test_everything_that_can_happen_does() -> None:
    """But for what takes a special position; the scenarios show that."""
    rare = {"Crashed", "Protected", "NothingExhausted", "MarketShuffled", "BuildingTaken", "ResourceRemoved"}
    done = [deed for n in range(len(EDITIONS)) for seats in (2, 3, 4) for deed in playouts(n, seats)]
    book = done[0].before.book
    everything = {*KERNEL_EVENTS, *(event for module in book.modules for event in module.events)}
    everything -= {Lapsed, Replaced, StopAgreed, StopWithdrawn}
    happened = {type(event) for deed in done for event in deed.table.events}
    assert {event.__name__ for event in everything - happened} <= rare
