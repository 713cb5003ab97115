"""What several games share: decks, hands and reshuffles; hexes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from lpbe.games.living_planet.map import hexes
from lpbe.kernel.base.errors import NotVisible
from lpbe.kernel.engine import hexgrid
from lpbe.kernel.engine.chance import Draw, NoChance, Rng, draw_cards, remove_cards
from lpbe.kernel.engine.events import seen_by_owner
from lpbe.kernel.engine.model import Event, Seat

PILE, DISCARD = ["c1", "c2", "c3"], ["c9", "c8", "c7", "c6"]


class Drew(Event, frozen=True):
    seat: Seat
    count: int
    cards: tuple[str, ...] = ()


def test_cards_are_drawn_from_the_top_without_chance() -> None:
    assert draw_cards(PILE, DISCARD, 2, NoChance(), "deck") == Draw(("c1", "c2"))
    assert draw_cards(PILE, DISCARD, 3, NoChance(), "deck") == Draw(("c1", "c2", "c3"))
    assert draw_cards(PILE, [], 5, NoChance(), "deck") == Draw(("c1", "c2", "c3"))
    assert draw_cards([], [], 5, NoChance(), "deck") == Draw(())


def test_the_discard_is_shuffled_when_the_pile_runs_out() -> None:
    rng = Rng(bytes(32))
    drawn = draw_cards(PILE, DISCARD, 5, rng, "deck/1")
    assert drawn.first == ("c1", "c2", "c3")
    assert sorted(drawn.pile) == sorted(DISCARD)
    assert drawn.rest == drawn.pile[:2]
    assert list(rng.used) == ["deck/1"]
    assert draw_cards(PILE, DISCARD[::-1], 5, Rng(bytes(32)), "deck/1") == drawn
    with pytest.raises(NotVisible):
        draw_cards(PILE, DISCARD, 4, NoChance(), "deck/1")


def test_cards_that_are_alike_go_one_by_one() -> None:
    hand = ["a", "b", "a", "a"]
    remove_cards(hand, ("a", "a"))
    assert hand == ["b", "a"]
    with pytest.raises(ValueError):
        remove_cards(hand, ("c",))


def test_only_the_owner_sees_what_was_drawn() -> None:
    event = Drew("red", 2, ("c1", "c2"))
    assert seen_by_owner(event, "red", "red", cards=()) == event
    for reader in ("blue", None):
        assert seen_by_owner(event, "red", reader, cards=()) == replace(event, cards=())


def test_cells_of_the_map_are_hexes_of_the_grid() -> None:
    for at in ((0, 0), (2, -3)):
        assert [hexes.cell(*place) for place in hexgrid.neighbours(at)] == list(hexes.neighbours(hexes.cell(*at)))
    assert [hexgrid.opposite(side) for side in hexgrid.SIDES] == [3, 4, 5, 0, 1, 2]


@pytest.mark.parametrize("at", [(0, 0), (3, -5)])
@pytest.mark.parametrize("radius", [0, 1, 2, 4])
def test_a_ring_is_all_there_is_at_a_distance(at: hexgrid.Hex, radius: int) -> None:
    around = [(at[0] + q, at[1] + r) for q in range(-5, 6) for r in range(-5, 6)]
    ring = list(hexgrid.ring(at, radius))
    assert len(ring) == len(set(ring)) == (6 * radius or 1)
    assert set(ring) == {place for place in around if hexgrid.distance(at, place) == radius}
    if radius:
        assert ring[0] == hexgrid.step(at, 0, radius)
        assert {hexgrid.distance(one, two) for one, two in pairwise(ring)} <= {1}


def test_a_rotation_goes_from_direction_to_direction() -> None:
    for side in hexgrid.SIDES:
        for turns in range(-6, 13):
            assert hexgrid.rotate(hexgrid.DIRECTIONS[side], turns) == hexgrid.DIRECTIONS[(side + turns) % 6]
    assert hexgrid.rotate((2, -1), 6) == (2, -1)
    assert hexgrid.step((1, 1), 7) == hexgrid.step((1, 1), 1)
