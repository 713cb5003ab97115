"""What the events of the kernel and of pebbles change: sections 8.3 and 8.4."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .canon import need, out, there

if TYPE_CHECKING:
    from .events import Event
    from .table import Table


def on_stopped(table: Table, event: Event) -> None:
    """The agenda is another one from some place on."""
    agenda = table["agenda"]
    need(event["keep"] >= 0, "a negative number of steps")
    steps = [table.steps[step["step"]].written(step) for step in event["steps"]]
    agenda["steps"] = agenda["steps"][: event["keep"]] + steps


def on_ended(table: Table, event: Event) -> None:
    """The game is over."""
    table["agenda"]["over"] = True


def on_resigned(table: Table, event: Event) -> None:
    """A seat gives up."""
    table["roster"]["resigned"].append(event["seat"])


def on_silent(table: Table, event: Event) -> None:
    """Seats that do not answer."""
    table["roster"]["silent"].update(dict.fromkeys(event["seats"], event["phase"]))


def on_returned(table: Table, event: Event) -> None:
    """A seat answers again."""
    there(table["roster"]["silent"], event["seat"])
    del table["roster"]["silent"][event["seat"]]


def on_replaced(table: Table, event: Event) -> None:
    """Somebody else sits there."""
    roster = table["roster"]
    if event["seat"] in roster["stopping"]:
        roster["stopping"].remove(event["seat"])
    roster["silent"].pop(event["seat"], None)


def on_stop_agreed(table: Table, event: Event) -> None:
    """A seat wants to stop."""
    table["roster"]["stopping"].append(event["seat"])


def on_stop_withdrawn(table: Table, event: Event) -> None:
    """A seat wants to go on."""
    out(table["roster"]["stopping"], event["seat"])


def on_bag_filled(table: Table, event: Event) -> None:
    """The bag is full."""
    table["supply"]["bag"] = event["count"]


def on_dealt(table: Table, event: Event) -> None:
    """A first hand."""
    table.add("supply", "bag", -event["count"])
    table["supply"]["hands"][event["seat"]] = event["count"]


def on_round_began(table: Table, event: Event) -> None:
    """A round."""
    table["round"]["number"] = event["number"]
    table["path"]["sheltered"] = []


def on_turns_set(table: Table, event: Event) -> None:
    """The order of play."""
    table["round"]["turns"] = event["seats"]


def on_coins_paid(table: Table, event: Event) -> None:
    """Coins go to the supply."""
    table.add("supply", "coins", event["coins"])


def on_coins_taken(table: Table, event: Event) -> None:
    """Coins come from the supply."""
    table.add("supply", "coins", -event["coins"])


def on_dug(table: Table, event: Event) -> None:
    """Pebbles come from the bag."""
    table.add("supply", "bag", -event["count"])
    table.hand("supply", event["seat"], event["count"])


def on_kept(table: Table, event: Event) -> None:
    """Pebbles go back to the bag."""
    table.add("supply", "bag", event["count"])
    table.hand("supply", event["seat"], -event["count"])


def on_laid(table: Table, event: Event) -> None:
    """A pebble on the path."""
    table["path"]["laid"][event["pebble"]] = event["seat"]
    table["path"]["row"].append(event["pebble"])
    table.hand("supply", event["seat"], -1)


def on_sold(table: Table, event: Event) -> None:
    """A pebble goes back to the bag."""
    table.add("supply", "bag", 1)
    table.hand("supply", event["seat"], -1)


def on_sheltered(table: Table, event: Event) -> None:
    """A pebble is safe."""
    table["path"]["sheltered"].append(event["pebble"])


def on_washed(table: Table, event: Event) -> None:
    """Pebbles leave the path."""
    table.add("supply", "bag", len(event["pebbles"]))
    for pebble in event["pebbles"]:
        there(table["path"]["laid"], pebble)
        del table["path"]["laid"][pebble]
        out(table["path"]["row"], pebble)


def on_moss_grew(table: Table, event: Event) -> None:
    """Moss on pebbles."""
    table["moss"]["grown"].extend(event["pebbles"])


def on_moss_lost(table: Table, event: Event) -> None:
    """No moss any more."""
    for pebble in event["pebbles"]:
        out(table["moss"]["grown"], pebble)


CHANGES: dict[str, Callable[[Table, Event], None]] = {
    name[3:].replace("_", "-"): change for name, change in list(globals().items()) if name.startswith("on_")
}
