"""Chapter hydraulic safety post: its controller puts tokens out between actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from .....kernel.base.errors import require
from .....kernel.engine.model import Event, Offer, Order, Seat, State
from .....kernel.engine.table import Table
from ...actions.actions import Act
from ...events import CubesSpent, affords
from .fire_tokens import FireOut
from .queries import fuels, has_post, is_burning
from .state import Wilds

Douse = Annotated[str, Meta(pattern=r"^[A-Za-z0-9]{1,24}:(oil|electricity)\Z")]
"""A token and the fuel for it, "O1:oil"."""


class Quench(Order, frozen=True):
    """Put out these fire tokens, each for a cube of fuel (ARB-HYDRO-06)."""

    fires: Annotated[tuple[Douse, ...], Meta(max_length=8)]


def quench(table: Table, seat: Seat, act: Act, order: Quench) -> None:
    """Put out fires on or next to the hex of one of the seat's posts; not an action.

    ARB-HYDRO-06, ARB-HYDRO-07, ARB-AMB-50.
    """
    state = table.state
    hexes = [fire.partition(":")[0] for fire in order.fires]
    require(hexes and len(set(hexes)) == len(hexes), "ARB-HYDRO-06", "name each hex only once")
    for hex in hexes:
        require(is_burning(state, hex), "ARB-HYDRO-06", "there is no fire on {hex}", hex=hex)
        near = has_post(state, seat, hex)
        require(near, "ARB-HYDRO-06", "{seat} does not control a hydraulic post near {hex}", seat=seat, hex=hex)
    due = Counter(fire.partition(":")[2] for fire in order.fires)
    enough = affords(state, seat, due)
    require(enough, "ARB-HYDRO-06", "{seat} does not have enough {resource}", seat=seat, resource=sorted(due))
    for fuel, count in sorted(due.items()):
        table.emit(CubesSpent(seat, fuel, count))
    for hex in hexes:
        table.emit(FireOut(hex))
    table.then(act)


def in_range(state: State, seat: Seat) -> list[str]:
    """Return the fires that a seat's posts reach."""
    return [hex for hex in state[Wilds].fires if has_post(state, seat, hex)]


def quenches(state: State, seat: Seat, act: Act) -> Iterator[Order]:
    """Yield one fire at a time."""
    if near := in_range(state, seat):
        yield from (Quench((f"{hex}:{fuel}",)) for hex in near for fuel in fuels(state, seat))


POST_OFFERS: dict[type[Order], Offer] = {Quench: Offer(quench, quenches, complete=False, exact=True)}
EVENTS: tuple[type[Event], ...] = ()
