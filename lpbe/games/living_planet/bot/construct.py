"""What building and repairing is worth: for a player that is a machine."""

from __future__ import annotations

from collections.abc import Iterator

from ....kernel.play.rules import Order, Seat, State
from ..act import Act
from ..build import Build, builds, cost_of, open_spots
from ..reading import controlled, icon_of, kind_of, named_hex
from ..repair import REPAIR, repairs
from ..state import BuildingKind, Map, Place
from .appraise import factory, lasting, leaving, needed, turns_left
from .danger import calm, soon
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
        yield (needed(state, seat) + FREED - REPAIR if turns_left(state) > 1 else 0.0), order


def new_building(state: State, seat: Seat, order: Build) -> float:
    """A factory by what it makes, a shelter by what it saves, anything by its points; less what lies under it."""
    kind, hex = state.book.rows_of(BuildingKind)[order.building], named_hex(order.place)
    stay, now = calm(state, seat, hex), soon(state, seat, hex)
    if kind.makes:
        return factory(state, seat, kind, order.value, stay) * now
    covered = COVERED * site(state, seat, icon_of(state, order.place), stay)
    if kind.shelters:
        return shelter(state, seat, kind, order.place) - covered
    return lasting(state, seat, kind, stay) * now - covered


def shelter(state: State, seat: Seat, kind: BuildingKind, place: Place) -> float:
    """What a shelter saves on its hex, of what stands there and of what may yet be built; and its points."""
    hex = named_hex(place)
    stay, now = calm(state, seat, hex), soon(state, seat, hex)
    better, then = calm(state, seat, hex, kind.shelters), soon(state, seat, hex, kind.shelters)
    mine = [kind_of(state, state[Map].buildings[spot]) for spot in controlled(state, seat) if named_hex(spot) == hex]
    saved = sum(then * lasting(state, seat, one, better) - now * lasting(state, seat, one, stay) for one in mine)
    icons = [icon_of(state, spot) for spot in open_spots(state, hex) if spot != place]
    hoped = sum(site(state, seat, icon, better) - site(state, seat, icon, stay) for icon in icons if icon)
    return lasting(state, seat, kind, better) * then + saved + HOPED * hoped
