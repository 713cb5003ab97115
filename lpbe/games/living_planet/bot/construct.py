"""What building and repairing is worth: for a player that is a machine."""

from __future__ import annotations

from collections.abc import Iterator

from ....kernel.play.rules import Order, Seat, State
from ..act import Act
from ..build import Build, builds, cost_of, open_spots
from ..reading import building_kinds, controlled, controller, named_hex
from ..repair import REPAIR, Repair, repairs
from ..state import Map, Place
from .answers import machine_ground
from .appraise import factory, lasting, leaving, needed, spent, taken_over, turns_left
from .danger import calm, feared_at, soon
from .grounds import site

COVERED = 0.5
"""What part of its worth is lost with an icon that something else is built on: there are others."""
HOPED = 0.9
"""How likely one builds oneself on a spot that a shelter would guard."""
FREED = 3.0
"""What it is worth that a team may leave a building."""


def works(state: State, seat: Seat, question: Act) -> Iterator[tuple[float, Order]]:
    """What may be built or repaired, and its worth beyond its price; nobody leaves what would be nobody's."""
    for order in builds(state, seat, question):
        assert isinstance(order, Build)
        if not leaving(state, seat, order.team):
            yield new_building(state, seat, order) - cost_of(state, seat, order.building), order
    for order in repairs(state, seat, question):
        assert isinstance(order, Repair)
        yield mended(state, seat, order.place) - REPAIR, order


def mended(state: State, seat: Seat, place: Place) -> float:
    """A building of one's own whose team may leave it then; or one that is nobody's."""
    if controller(state, place) == seat:
        return needed(state, seat) + FREED if turns_left(state) > 1 else 0.0
    return taken_over(state, seat, place)


def new_building(state: State, seat: Seat, order: Build) -> float:
    """A factory by what it makes, a shelter by what it saves, anything by its points; less what lies under it."""
    kind, place = building_kinds(state.book)[order.building], feared_at(state, order.place)
    stay, now, more = calm(state, seat, place), soon(state, seat, place), also(state, seat, order)
    if kind.makes:
        return factory(state, seat, order.building, order.value, stay) * now + more
    covered = COVERED * site(state, seat, order.place, stay)
    if kind.shelters:
        return shelter(state, seat, order) - covered + more
    return lasting(state, seat, order.building, stay) * now - covered + more


def also(state: State, seat: Seat, order: Build) -> float:
    """What modules see in it, less the cubes it takes."""
    needs = building_kinds(state.book)[order.building].needs
    return machine_ground(state, seat, named_hex(order.place)) - spent(state, needs)


def shelter(state: State, seat: Seat, order: Build) -> float:
    """What a shelter saves on its hex, of what stands there and of what may yet be built; and its points."""
    hex, against = named_hex(order.place), building_kinds(state.book)[order.building].shelters
    stay, now = calm(state, seat, hex), soon(state, seat, hex)
    better, then = calm(state, seat, hex, against), soon(state, seat, hex, against)
    mine = [state[Map].buildings[spot].kind for spot in controlled(state, seat) if named_hex(spot) == hex]
    saved = sum(then * lasting(state, seat, one, better) - now * lasting(state, seat, one, stay) for one in mine)
    free = [spot for spot in open_spots(state, hex) if spot != order.place]
    hoped = sum(site(state, seat, spot, better) - site(state, seat, spot, stay) for spot in free)
    return lasting(state, seat, order.building, better) * then + saved + HOPED * hoped
