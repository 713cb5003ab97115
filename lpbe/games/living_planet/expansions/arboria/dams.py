"""Chapter fireproof dams: metal on a side of the volcano stops lava."""

from __future__ import annotations

from collections.abc import Iterator

from .....kernel.base.errors import require
from .....kernel.engine.model import Event, Name, Offer, Order, Seat, State
from .....kernel.engine.table import Table
from ...actions.actions import Act
from ...events import affords, stock_purse
from ...map.queries import around, placed_hexes
from ...state import Bank, Map
from .queries import active_on, volcano_of
from .state import KINDS, MATERIALS, Material, Wilds


class BuildDam(Order, frozen=True):
    """Build a dam of this metal where a hex meets the volcano (ARB-DAM-01, ARB-DAM-06)."""

    hex: Name
    material: Material


class DamBuilt(Event, frozen=True):
    """Its cubes are on that side, in no hand and no bank (ARB-DAM-07)."""

    seat: Seat
    hex: str
    material: str

    def apply(self, state: State) -> None:
        state[Wilds].dams[self.hex] = self.material
        for cube in MATERIALS[self.material]:
            stock_purse(state, self.seat, cube, -1)


class DamBroken(Event, frozen=True):
    """A dam stops one flow, whatever is behind it; its cube goes to the bank (ARB-DAM-08, ARB-DAM-10, ARB-DAM-11)."""

    hex: str
    material: str

    def apply(self, state: State) -> None:
        del state[Wilds].dams[self.hex]
        for cube in MATERIALS[self.material]:
            state[Bank].cubes[cube] += 1


class DamHeld(Event, frozen=True):
    """A dam of alloy stops this flow, like every other (ARB-DAM-09)."""

    hex: str


def banks(state: State) -> list[str]:
    """Return the hexes next to the volcano (ARB-DAM-04)."""
    volcano = volcano_of(state)
    return [hex for hex in placed_hexes(state) if hex in around(state, volcano)] if volcano else []


def build_dam(table: Table, seat: Seat, act: Act, order: BuildDam) -> None:
    """Build a dam; not an action, as often as it can be paid for.

    ARB-DAM-01 to ARB-DAM-06, ARB-DAM-12, ARB-AQUA-03, ARB-AMB-18.
    """
    state = table.state
    hex = order.hex
    require(hex in state[Map].hexes, "ARB-DAM-04", "there is no hex {hex} on the map", hex=hex)
    require(hex in banks(state), "ARB-DAM-04", "{hex} is not next to the volcano", hex=hex)
    require(active_on(state, seat, hex), "ARB-DAM-02", "{seat} has no unwounded team on {hex}", seat=seat, hex=hex)
    require(hex not in state[Wilds].dams, "ARB-DAM-05", "there is already a dam between {hex} and the volcano", hex=hex)
    due = dict.fromkeys(MATERIALS[order.material], 1)
    require(
        affords(state, seat, due),
        "ARB-DAM-06",
        "{seat} does not have enough {resource}",
        seat=seat,
        resource=sorted(due),
    )
    table.emit(DamBuilt(seat, hex, order.material))
    table.then(act)


def dams(state: State, seat: Seat, act: Act) -> Iterator[Order]:
    for hex in sites(state, seat):
        yield from (BuildDam(hex, kind) for kind in KINDS if affords(state, seat, dict.fromkeys(MATERIALS[kind], 1)))


def sites(state: State, seat: Seat) -> list[str]:
    """Return the hexes where a seat could build a dam, by public knowledge."""
    return [hex for hex in banks(state) if hex not in state[Wilds].dams and active_on(state, seat, hex)]


DAM_OFFERS: dict[type[Order], Offer] = {BuildDam: Offer(build_dam, dams, exact=True)}
EVENTS: tuple[type[Event], ...] = (DamBuilt, DamBroken, DamHeld)
