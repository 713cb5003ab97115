"""The components that Arboria adds, its options, and its pockets of oxygen."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .....kernel.engine.model import Component, Name, Row, Seat
from ...state import Amount, Place

WOOD = "wood"
"""ARB-WOOD-02, ARB-WOOD-04 to ARB-WOOD-07, ARB-WOOD-10, ARB-AMB-07, ARB-AMB-08: the sixth resource, by its rows."""
FIRE = "fire"
FLOOD = "flood"
ERUPTION = "eruption"
"""ARB-GEN-06: the three cataclysms of this module, by their rows and steps."""
Fuel = Literal["oil", "electricity"]
FUELS: tuple[Fuel, ...] = ("oil", "electricity")
"""ARB-HYDRO-04: what a hydraulic post runs on."""
Material = Literal["iron", "vibranium", "alloy"]
MATERIALS: dict[str, tuple[str, ...]] = {
    "iron": ("iron",),
    "vibranium": ("vibranium",),
    "alloy": ("iron", "vibranium"),
}
"""ARB-DAM-06: the cubes that a dam is made of."""
KINDS: tuple[Material, ...] = ("iron", "vibranium", "alloy")


class Oxygen(Row, frozen=True):
    """A pocket of oxygen: the hex it is on, and its stars (ARB-OXY-01)."""

    pack = "oxygen"
    hex: Name
    stars: Amount


class ArboriaOptions(Component):
    """The options of the rulings."""

    length: Literal["short", "normal"] = "normal"
    wood_price: Annotated[int, Meta(ge=1, le=10)] = 5
    volcano_automatic: bool = False
    volcano_replacement: Literal["always", "placed-only"] = "always"
    landing_struck: bool = True
    landing_fire: Literal["token", "no-token"] = "token"
    spaceport_cost: Annotated[int, Meta(ge=0, le=20)] | Literal["never"] = 10
    fire_wounded_inside: Literal["eliminated", "base-hit"] = "eliminated"
    culture_after_sawmill: bool = False


class Find(Struct, frozen=True, forbid_unknown_fields=True):
    """Who explored a pocket of oxygen, and in which turn (ARB-OXY-02, ARB-OXY-07)."""

    seat: Seat
    turn: int


class Wilds(Component):
    """Fires and where driven ones came from, oxygen found, dams by the hex behind them, platforms, points counted."""

    fires: list[str] = []
    driven: dict[str, str] = {}
    found: dict[str, Find] = {}
    dams: dict[str, str] = {}
    platforms: list[Place] = []
    stars: dict[Seat, int] = {}
    counted: bool = False
