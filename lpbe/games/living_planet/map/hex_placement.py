"""Where a hex may be placed: free cells of the plane, sides that match."""

from __future__ import annotations

from collections import Counter

from ....kernel.base.errors import Refused
from ....kernel.engine.hexgrid import opposite
from ....kernel.engine.model import State
from ..state import Laid, Map
from .hexes import CENTRE, Cell, neighbours, turns
from .queries import edge_of, tile_of


def lay(state: State, hex: str, at: Cell, turn: int) -> None:
    hexes = state[Map].hexes
    hexes[hex] = Laid(at, turn, len(hexes))


def open_cells(state: State) -> set[Cell]:
    """Return the free cells that touch a side of the start tile, or two hexes (LP-EXPL-03, G-41)."""
    hexes = [laid.at for laid in state[Map].hexes.values()]
    touched = Counter([cell for at in hexes for cell in neighbours(at)])
    return {at for at, sides in touched.items() if sides > 1 or at in neighbours(CENTRE)}.difference(hexes)


def fitting_turns(state: State, hex: str, at: Cell) -> tuple[int, ...]:
    """Return the turns of a hex, never flipped, with which every side matches the one it touches (LP-EXPL-04, G-14)."""
    return turns(tile_of(state, hex).edges, borders(state, at))


def check_fit(state: State, hex: str, at: Cell, turn: int, clause: str) -> None:
    """Check that a hex matches its neighbours, and say which turns do."""
    if turn not in (fitting := fitting_turns(state, hex, at)):
        some = "{hex} turned by {turn} does not match its neighbours at @{at}; rotations that fit: {turns}"
        none = "{hex} does not match its neighbours at @{at}, however you turn it"
        raise Refused(clause, some if fitting else none, hex=hex, at=at, turn=turn, turns=list(map(str, fitting)))


def borders(state: State, at: Cell) -> tuple[tuple[int, str], ...]:
    """Return the sides where a hex on this cell touches others, and what these show there."""
    by_cell = {laid.at: name for name, laid in state[Map].hexes.items()}
    sides = ((side, by_cell[cell]) for side, cell in enumerate(neighbours(at)) if cell in by_cell)
    return tuple((side, edge_of(state, hex, opposite(side))) for side, hex in sides)


def by_row(at: Cell) -> tuple[int, ...]:
    """Return cells in the order of their numbers."""
    return tuple(map(int, at.split(",")))
