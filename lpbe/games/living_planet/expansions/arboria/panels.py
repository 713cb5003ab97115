"""What a report lays out: fires, dams, and who would have the stars of each pocket of oxygen."""

from __future__ import annotations

from collections.abc import Iterator

from .....kernel.play.panels import Panel
from .....kernel.play.rules import State
from ...reading import tile_of
from ...state import Map
from .oxygen import holders
from .reading import volcano_of
from .state import Oxygen, Wilds
from .volcano import hex_behind


def panels(state: State) -> Iterator[Panel]:
    yield from dangers(state)
    yield from pockets(state)


def dangers(state: State) -> Iterator[Panel]:
    """The fires that burn, and the sides of the volcano with what lies behind them."""
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
    """The dice whose river runs to a side, as the volcano lies."""
    turn = state[Map].hexes[volcano].turn
    return [die for die, edge in sorted(tile_of(state, volcano).sides.items()) if (edge + turn) % 6 == side]


def pockets(state: State) -> Iterator[Panel]:
    """Pockets of oxygen on the map: their stars, who found them, and who controls most buildings there now."""
    found = state[Wilds].found
    rows = [
        (row.hex, name, row.stars, found[row.hex].seat, list(holders(state, row.hex)))
        for name, row in sorted(state.book.rows_of(Oxygen).items(), key=lambda item: item[1].hex)
        if row.hex in found
    ]
    if rows:
        yield Panel("panel.oxygen", list(rows), ("hex", "pocket", "stars", "found", "most"))
