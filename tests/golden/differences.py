"""What recorded games tell otherwise than when they were recorded: every difference has a name, there is no other."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from lpbe.games import book_of
from lpbe.games.living_planet.state import TURNS, Tile

from .games import Told

Change = Callable[[Told], Told]
DIGEST = re.compile(r"[0-9a-f]{64}\Z")


def everywhere(value: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """A value with every table in it changed, the inner ones first."""
    if isinstance(value, dict):
        return change({key: everywhere(item, change) for key, item in value.items()})
    return [everywhere(item, change) for item in value] if isinstance(value, list) else value


TEAM = {"seat", "place", "motorized", "wounded"}
"""What was told of a team on the map."""


def teams_have_kinds(step: Told) -> Told:
    """Whether a team is motorized is told by its kind, when it arrives and while it is on the map."""

    def kind(table: dict[str, Any]) -> dict[str, Any]:
        team = table.get("event") == "team-arrived" or {"seat", "place"} <= table.keys() <= TEAM
        if not team or table.get("motorized") is not True:
            return table
        return {**{key: item for key, item in table.items() if key != "motorized"}, "kind": "motorized"}

    return everywhere(step, kind)


def teams_outside_are_hurt_by_a_kind_of_cataclysm(step: Told) -> Told:
    """The step that hurts the teams outside says by what; a hex of the base knows but one kind."""
    tiles = book_of("living-planet", ()).rows_of(Tile)

    def kind(table: dict[str, Any]) -> dict[str, Any]:
        return (
            {**table, "kind": min(tiles[table["hex"]].dice.values())} if table.get("step") == "hurt-outside" else table
        )

    return everywhere(step, kind)


def a_turn_tells_how_many_there_are(step: Told) -> Told:
    """The event that begins a turn of Living Planet carries the length of the game."""

    def length(table: dict[str, Any]) -> dict[str, Any]:
        begins = table.get("event") == "turn-began" and "leader" in table
        return {**table, "turns": TURNS} if begins else table

    return everywhere(step, length)


CHANGES: tuple[Change, ...] = (
    teams_have_kinds,
    teams_outside_are_hurt_by_a_kind_of_cataclysm,
    a_turn_tells_how_many_there_are,
)
"""Each makes of a step as it was told once what is told today."""


def as_today(step: Told) -> Told:
    for change in CHANGES:
        step = change(step)
    return step


def with_ids_counted(step: Told) -> Told:
    """Ids and nonces hang on the bytes of every step before; what can be compared is which of them are the same."""
    found: dict[str, str] = {}

    def counted(value: Any) -> Any:
        if isinstance(value, dict):
            return {counted(key): counted(item) for key, item in value.items()}
        if isinstance(value, list):
            return [counted(item) for item in value]
        if isinstance(value, str) and DIGEST.match(value):
            return found.setdefault(value, f"id {len(found)}")
        return value

    return counted(step)


if __name__ == "__main__":
    print(f"ids: {with_ids_counted.__doc__}")
    for change in CHANGES:
        print(f"{change.__name__.replace('_', ' ')}: {change.__doc__}")
