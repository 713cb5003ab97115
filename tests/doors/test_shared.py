"""What several games share: decks, hands and reshuffles; hexes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from lpbe.games.living_planet import hexes as board
from lpbe.kernel.base.errors import ClosedDrawer
from lpbe.kernel.play import hexes
from lpbe.kernel.play.chance import NoChance, Rng
from lpbe.kernel.play.decks import Drawing, draw, take_out
from lpbe.kernel.play.events import seen_by_owner
from lpbe.kernel.play.rules import Event, Seat

PILE, DISCARD = ["c1", "c2", "c3"], ["c9", "c8", "c7", "c6"]


class Drew(Event, frozen=True):
    seat: Seat
    count: int
    cards: tuple[str, ...] = ()


def test_cards_are_drawn_from_the_top_without_chance() -> None:
    assert draw(PILE, DISCARD, 2, NoChance(), "deck") == Drawing(("c1", "c2"))
    assert draw(PILE, DISCARD, 3, NoChance(), "deck") == Drawing(("c1", "c2", "c3"))
    assert draw(PILE, [], 5, NoChance(), "deck") == Drawing(("c1", "c2", "c3"))
    assert draw([], [], 5, NoChance(), "deck") == Drawing(())


def test_the_discard_is_shuffled_when_the_pile_runs_out() -> None:
    rng = Rng(bytes(32))
    drawn = draw(PILE, DISCARD, 5, rng, "deck/1")
    assert drawn.first == ("c1", "c2", "c3")
    assert sorted(drawn.pile) == sorted(DISCARD)
    assert drawn.rest == drawn.pile[:2]
    assert list(rng.used) == ["deck/1"]
    assert draw(PILE, DISCARD[::-1], 5, Rng(bytes(32)), "deck/1") == drawn
    with pytest.raises(ClosedDrawer):
        draw(PILE, DISCARD, 4, NoChance(), "deck/1")


def test_cards_that_are_alike_go_one_by_one() -> None:
    hand = ["a", "b", "a", "a"]
    take_out(hand, ("a", "a"))
    assert hand == ["b", "a"]
    with pytest.raises(ValueError):
        take_out(hand, ("c",))


def test_only_the_owner_sees_what_was_drawn() -> None:
    event = Drew("red", 2, ("c1", "c2"))
    assert seen_by_owner(event, "red", "red", cards=()) == event
    for reader in ("blue", None):
        assert seen_by_owner(event, "red", reader, cards=()) == replace(event, cards=())


def test_hexes_are_those_of_the_board() -> None:
    assert hexes.DIRECTIONS == board.DIRECTIONS
    for at in ((0, 0), (2, -3)):
        assert [board.cell(*place) for place in hexes.neighbours(at)] == list(board.neighbours(board.cell(*at)))
    assert [hexes.opposite(side) for side in hexes.SIDES] == [board.opposite(side) for side in hexes.SIDES]


@pytest.mark.parametrize("at", [(0, 0), (3, -5)])
@pytest.mark.parametrize("radius", [0, 1, 2, 4])
def test_a_ring_is_all_there_is_at_a_distance(at: hexes.Hex, radius: int) -> None:
    around = [(at[0] + q, at[1] + r) for q in range(-5, 6) for r in range(-5, 6)]
    ring = list(hexes.ring(at, radius))
    assert len(ring) == len(set(ring)) == (6 * radius or 1)
    assert set(ring) == {place for place in around if hexes.distance(at, place) == radius}
    if radius:
        assert ring[0] == hexes.step(at, 0, radius)
        assert {hexes.distance(one, two) for one, two in pairwise(ring)} <= {1}


def test_a_rotation_goes_from_direction_to_direction() -> None:
    for side in hexes.SIDES:
        for turns in range(-6, 13):
            assert hexes.rotated(hexes.DIRECTIONS[side], turns) == hexes.DIRECTIONS[(side + turns) % 6]
    assert hexes.rotated((2, -1), 6) == (2, -1)
    assert hexes.step((1, 1), 7) == hexes.step((1, 1), 1)
