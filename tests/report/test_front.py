"""What a page draws beside the board: players, dice, tracks, races, what a seat holds, and the end."""

from __future__ import annotations

from typing import TypeVar

import pytest

from lpbe.board.svg.palette import PALETTE
from lpbe.games.living_planet.map.queries import chips_left, resources, seats, turns
from lpbe.games.living_planet.presentation.gauges import map_points
from lpbe.games.living_planet.state import Bank, Hand, Purse, Track, Turn
from lpbe.games.planet_2116.presentation.graphics import thermometer
from lpbe.games.planet_2116.state import HUMANS, MAX_HEAT_DEGREES, PLANET, START_HEAT_DEGREES
from lpbe.report.document import Page
from lpbe.report.graphics import Cards, Counters, DiceBoard, Front, Graphics, Players, Races, Tracks

from ..golden.games import finish_game
from ..kernel.party import Party
from ..planet_2116 import golden
from .readers import begin_game, midgame, own_page, stages, step_page

Kind = TypeVar("Kind", bound=Graphics)


def front_of(page: Page) -> Front:
    assert page.front
    return page.front()


def only(panels: list[Graphics], kind: type[Kind], title: str = "") -> Kind:
    (found,) = (panel for panel in panels if isinstance(panel, kind) and title in panel.title)
    return found


def world(steps: int = 36) -> Party:
    party = Party((PLANET, *HUMANS), (), {}, game_name="planet-2116").start()
    return party.play_on(4, until=lambda party: len(party.steps) > steps)


def test_the_head_says_how_far_the_game_is_and_whose_move_it_is() -> None:
    party = midgame()
    (seat,) = party.waiting
    head = front_of(own_page(party, seat, "fr")).header
    assert (head.progress, head.turn, head.turns) == ("Tour 6 sur 12", 6, 12)
    assert (head.state, head.status) == ("yours", "À vous !")
    other = next(one for one in party.seats if one != seat)
    waits = front_of(own_page(party, other, "en")).header
    assert waits.state == "waiting" and waits.status == f"Waiting for {seat.capitalize()}y"
    assert waits.chip and waits.chip.colour == seat


def test_every_player_has_a_line_with_points_chips_and_cards_shown() -> None:
    party = midgame()
    (seat,) = party.waiting
    state = party.state(seat)
    rows = only(front_of(own_page(party, seat, "en")).players, Players).rows
    assert [row.seat for row in rows] == list(seats(state))
    assert [row.score for row in rows] == [map_points(state, one) for one in seats(state)]
    assert [row.badges[1].text for row in rows] == [str(chips_left(state, one)) for one in seats(state)]
    assert [row.seat for row in rows if row.own] == [seat] == [row.seat for row in rows if row.acts]
    assert [row.seat for row in rows if row.leads] == [state[Turn].leader]
    assert len({(row.chip.shape, row.chip.letter, row.chip.colour) for row in rows}) == len(rows) == 4


def test_what_is_behind_a_screen_is_on_its_own_page_only() -> None:
    party = midgame()
    (seat,) = party.waiting
    state = party.state(seat)
    own = front_of(own_page(party, seat, "en")).own
    held = {box.gauge: box.value for box in only(own, Counters).boxes}
    assert held == {"money": state[Purse, seat].money} | {
        name: state[Purse, seat].cubes.get(name, 0) for name in resources(state)
    }
    cards = only(own, Cards).cards
    assert [card.name for card in cards if not card.state] == [str(card) for card in sorted(state[Hand, seat].cards)]
    assert front_of(step_page(party, "en")).own == []


def test_prices_are_tracks_with_the_last_move_and_the_bank() -> None:
    party = midgame()
    (seat,) = party.waiting
    bank = party.state(seat)[Bank]
    tracks = only(front_of(own_page(party, seat, "en")).table, Tracks, "Market").tracks
    assert {track.gauge: (track.now, track.rest) for track in tracks} == {
        f"price.{name}": (price, bank.cubes[name]) for name, price in bank.prices.items()
    }
    for track in tracks:
        assert [cell.text for cell in track.cells] == [str(n) for n in range(1, 11)]
        states = [cell.state for cell in track.cells]
        assert states.count("now") == 1 and bool(track.way) == ("was" in states)


def test_dice_are_in_their_order_and_say_what_they_make_and_strike() -> None:
    party = midgame()
    (seat,) = party.waiting
    now = party.state(seat)[Turn]
    board = only(front_of(own_page(party, seat, "fr")).table, DiceBoard)
    assert [column.value for column in board.columns] == [str(now.dice[colour]) for colour in now.order]
    assert [column.state for column in board.columns] == ["done", "done", "now", ""]
    assert [column.chip.letter for column in board.columns] == [
        {"red": "R", "blue": "B", "yellow": "J", "green": "V"}[colour] for colour in now.order
    ]
    assert [row.title for row in board.rows] == ["A : produire", "B : agir", "C : frapper"]
    assert all(len(column.cells) == 3 for column in board.columns)


def test_exhaustion_has_a_cell_for_each_turn_with_its_cube() -> None:
    party = midgame()
    state = party.state(party.waiting[0])
    panel = only(front_of(own_page(party, party.waiting[0], "en")).players, Tracks)
    (track,) = panel.tracks
    assert len(track.cells) == turns(state)
    assert [cell.icon for cell in track.cells if cell.icon] == [spot for spot in state[Track].spots if spot]


def test_the_thermometer_is_full_up_to_its_degrees() -> None:
    party = world()
    strip = thermometer(party.state(party.waiting[0]))
    now = [cell.state for cell in strip.cells].index("now")
    assert [bool(cell.thing) for cell in strip.cells] == [n <= now for n in range(len(strip.cells))]
    assert len(strip.cells) == MAX_HEAT_DEGREES - START_HEAT_DEGREES + 1
    (track,) = only(front_of(own_page(party, PLANET, "fr")).table, Tracks).tracks
    assert track.fine and len(track.course.split()) > 1 and "degrés" in track.limit


@pytest.mark.parametrize("seat", [PLANET, "human-1"])
def test_each_way_to_win_is_good_for_one_side(seat: str) -> None:
    races = only(front_of(own_page(world(), seat, "en")).table, Races).rows
    tones = {row.icon: row.tone for row in races}
    assert tones["capital"] == ("good" if seat == PLANET else "bad") != tones["green"]
    assert all(0 <= row.done <= row.goal for row in races)


def test_players_of_2116_are_told_apart_by_colour_shape_and_letter() -> None:
    rows = only(front_of(own_page(world(), PLANET, "en")).players, Players).rows
    assert [row.seat for row in rows] == [PLANET, *HUMANS]
    marks = [(row.chip.colour, row.chip.shape, row.chip.letter) for row in rows]
    assert all(len({mark[part] for mark in marks}) == 4 for part in range(3))
    assert {colour for colour, _, _ in marks} <= set(PALETTE)


def test_a_game_without_a_board_has_players_path_and_hand() -> None:
    party = begin_game("pebbles", 3).play_on(3, lambda party: len(party.steps) > 15)
    front = front_of(own_page(party, party.waiting[0], "en"))
    assert len(only(front.players, Players).rows) == 3
    assert only(front.table, Cards).cards and only(front.own, Counters).boxes


def test_the_podium_has_the_winner_first_and_ties_of_equal_rank() -> None:
    party = finish_game("living-planet-four")
    podium = front_of(own_page(party, party.seats[0], "en")).podium
    assert podium and "won" in podium.title
    assert [step.rank for step in podium.steps] == sorted(step.rank for step in podium.steps)
    scores = [step.score for step in podium.steps]
    assert scores == sorted(scores, key=lambda score: -(score or 0)) and len(scores) == 4
    *_, over = golden.replay("heat")
    planet = front_of(own_page(over, PLANET, "en")).podium
    assert planet and [step.player.seat for step in planet.steps if step.rank == 1] == [PLANET]


@pytest.mark.parametrize("game", ["living-planet", "pebbles"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_page_of_a_game_can_be_drawn(game: str, lang: str) -> None:
    for party in stages(game, 3, 5, 25):
        for seat in party.seats:
            front = front_of(own_page(party, seat, lang))
            assert only(front.players, Players).rows
            assert "graphic." not in repr(front) and "report." not in repr(front), "a word is missing"
