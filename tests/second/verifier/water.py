"""What the events of the expansion aquarius change: section 8.5."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .canon import there

if TYPE_CHECKING:
    from .events import Event
    from .table import Table


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
    there(table["map"]["teams"], event["team"])["place"] = event["place"]


CHANGES: dict[str, Callable[[Table, Event], None]] = {
    name[3:].replace("_", "-"): change for name, change in list(globals().items()) if name.startswith("on_")
}
