"""What the events of Planet Arboria and Planet Aquarius change: section 8.5."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .canon import need, out, there
from .planet import on_team_moved

if TYPE_CHECKING:
    from .events import Event
    from .table import Table

METALS = {"iron": ("iron",), "vibranium": ("vibranium",), "alloy": ("iron", "vibranium")}
"""What a dam is made of."""


def metals(material: str) -> tuple[str, ...]:
    """Return the cubes of a dam."""
    need(material in METALS, "an unknown metal")
    return METALS[material]


def on_oxygen_found(table: Table, event: Event) -> None:
    """A pocket of oxygen."""
    table["wilds"]["found"][event["hex"]] = {"seat": event["seat"], "turn": event["turn"]}


def on_oxygen_held(table: Table, event: Event) -> None:
    """Stars for some."""
    stars = table["wilds"]["stars"]
    for seat in event["seats"]:
        stars[seat] = stars.get(seat, 0) + event["stars"]


def on_oxygen_counted(table: Table, event: Event) -> None:
    """No more stars."""
    table["wilds"]["counted"] = True


def on_fire_set(table: Table, event: Event) -> None:
    """A hex burns."""
    table["wilds"]["fires"].append(event["hex"])
    if event.get("origin"):
        table["wilds"]["driven"][event["hex"]] = event["origin"]


def on_fire_out(table: Table, event: Event) -> None:
    """It burns no more."""
    out(table["wilds"]["fires"], event["hex"])
    table["wilds"]["driven"].pop(event["hex"], None)


def on_platform_laid(table: Table, event: Event) -> None:
    """Wood under a building."""
    table["wilds"]["platforms"].append(event["place"])
    table.stock(event["seat"], "wood", -1)


def on_team_fled(table: Table, event: Event) -> None:
    """One hop out of a fire."""
    on_team_moved(table, event)


def on_platform_lost(table: Table, event: Event) -> None:
    """Its wood is in the bank."""
    out(table["wilds"]["platforms"], event["place"])
    table.cubes("wood", 1)


def on_dam_built(table: Table, event: Event) -> None:
    """Metal beside the volcano."""
    table["wilds"]["dams"][event["hex"]] = event["material"]
    for cube in metals(event["material"]):
        table.stock(event["seat"], cube, -1)


def on_dam_broken(table: Table, event: Event) -> None:
    """Its metal is in the bank."""
    there(table["wilds"]["dams"], event["hex"])
    del table["wilds"]["dams"][event["hex"]]
    for cube in metals(event["material"]):
        table.cubes(cube, 1)


def on_port_founded(table: Table, event: Event) -> None:
    """A port of the island."""
    port = {"kind": "port", "tile": event["tile"], "value": event["value"], "chip": event["seat"]}
    table["map"]["buildings"][event["place"]] = port


def on_wall_built(table: Table, event: Event) -> None:
    """A cube beside a building."""
    table.stock(event["seat"], event["resource"], -1)
    table["walls"]["built"][event["place"]] = event["resource"]


def on_wall_upgraded(table: Table, event: Event) -> None:
    """Vibranium for iron."""
    table.cubes("iron", 1)
    table.stock(event["seat"], "vibranium", -1)
    table["walls"]["built"][event["place"]] = "vibranium"


def on_wall_spent(table: Table, event: Event) -> None:
    """Its cube is in the bank."""
    built = table["walls"]["built"]
    table.cubes(there(built, event["place"]), 1)
    del built[event["place"]]


def on_wall_gone(table: Table, event: Event) -> None:
    """The same, with its building."""
    on_wall_spent(table, event)


def on_drawn_in(table: Table, event: Event) -> None:
    """A boat on the Maelstrom."""
    on_team_moved(table, event)


CHANGES: dict[str, Callable[[Table, Event], None]] = {
    name[3:].replace("_", "-"): change
    for name, change in list(globals().items())
    if name.startswith("on_") and change.__module__ == __name__
}
