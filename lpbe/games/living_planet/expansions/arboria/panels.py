"""Panels of Arboria: fires, dams, and who would have the stars of each pocket of oxygen."""

from __future__ import annotations

from collections.abc import Iterator

from .....kernel.engine.model import Seat, State
from .....kernel.engine.panels import Panel
from ...map.queries import tile_of
from ...state import Map
from .eruption import hex_behind
from .oxygen import holders
from .queries import volcano_of
from .state import Oxygen, Wilds


def add_panels(answer: list[Panel], state: State, reader: Seat | None) -> list[Panel]:
    return [*answer, *dangers(state), *pockets(state)]


def dangers(state: State) -> Iterator[Panel]:
    """Yield the burning fires, and the sides of the volcano with what is behind them."""
    wilds = state[Wilds]
    facts: list[tuple[str, object]] = [("fires", wilds.fires)] if wilds.fires else []
    if wilds.platforms:
        facts.append(("platforms", wilds.platforms))
    if facts:
        yield Panel("panel.wilds", list(facts))
    if volcano := volcano_of(state):
        behind = [(side, hex_behind(state, volcano, side)) for side in range(6)]
        rows = [(f"side.{side}", hex, dam_of(state, hex), dice_of(state, volcano, side)) for side, hex in behind]
        yield Panel("panel.rivers", list(rows), ("side", "hex", "dam", "dice"))


def dam_of(state: State, hex: str | None) -> str | None:
    dam = state[Wilds].dams.get(hex or "")
    return f"dam.{dam}" if dam else None


def dice_of(state: State, volcano: str, side: int) -> list[str]:
    """Return the dice whose river runs to a side, as the volcano is turned."""
    turn = state[Map].hexes[volcano].turn
    return [die for die, edge in sorted(tile_of(state, volcano).sides.items()) if (edge + turn) % 6 == side]


def pockets(state: State) -> Iterator[Panel]:
    """Yield the pockets of oxygen on the map: stars, finder, and who controls most buildings there now."""
    found = state[Wilds].found
    rows = [
        (row.hex, name, row.stars, found[row.hex].seat, list(holders(state, row.hex)))
        for name, row in sorted(state.book.rows_of(Oxygen).items(), key=lambda item: item[1].hex)
        if row.hex in found
    ]
    if rows:
        yield Panel("panel.oxygen", list(rows), ("hex", "pocket", "stars", "found", "most"))
