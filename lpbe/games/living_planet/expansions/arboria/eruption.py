"""Chapter eruption and lava: a river of the volcano strikes the hex that it runs to."""

from __future__ import annotations

from collections.abc import Sequence

from .....kernel.engine.model import Event, Seat, State, Step
from .....kernel.engine.table import Table
from ...map.hexes import neighbours
from ...map.queries import hexes_by_cell, tile_of
from ...state import Map, Place, Turn
from ...turn.strikes import Strike, Struck, holder, ravage, teams_outside, unsheltered_buildings, untouched_places
from .dams import DamBroken, DamHeld
from .queries import is_landing, is_volcano, switches
from .state import ERUPTION, Wilds


class LavaFlowed(Event, frozen=True):
    """Lava flows onto the hex beyond the side that the river runs to (ARB-LAVA-02)."""

    hex: str


class LavaFaded(Event, frozen=True):
    """Lava has no effect: no hex is beyond that side, or an option spares it (ARB-LAVA-06, ARB-AMB-20)."""

    hex: str


def side_struck(state: State, volcano: str, colour: str) -> int | None:
    """Return the side to which the river of a die runs, as the volcano is turned (ARB-LAVA-02, ARB-AMB-13)."""
    edge = tile_of(state, volcano).sides.get(f"{colour}{state[Turn].dice[colour]}")
    return None if edge is None else (edge + state[Map].hexes[volcano].turn) % 6


def hex_behind(state: State, volcano: str, side: int) -> str | None:
    return hexes_by_cell(state).get(neighbours(state[Map].hexes[volcano].at)[side])


def hex_struck(state: State, volcano: str, colour: str) -> str | None:
    """Return the hex behind that side, or "" (ARB-LAVA-06)."""
    side = side_struck(state, volcano, colour)
    return None if side is None else hex_behind(state, volcano, side)


class Eruption(Strike, frozen=True):
    """Let the volcano erupt; it is a hex like any other when a die is called.

    ARB-LAVA-01, ARB-LAVA-07, ARB-AMB-12, ARB-AMB-17."""

    def run(self, table: Table) -> None:
        """Strike the hex behind the side of the die, unless a dam holds the lava back.

        ARB-LAVA-03 to ARB-LAVA-06, ARB-AQUA-02, ARB-AQUA-13, ARB-DAM-08 to ARB-DAM-11, ARB-AMB-19, ARB-AMB-20.
        """
        table.emit(Struck(self.hex, ERUPTION, self.by))
        state = table.state
        hex = hex_struck(state, self.hex, self.by)
        dams = state[Wilds].dams
        if hex in dams:
            table.emit(DamHeld(hex) if dams[hex] == "alloy" else DamBroken(hex, dams[hex]))
        elif hex and reaches(state, hex):
            table.emit(LavaFlowed(hex))
            ravage(table, hex, ERUPTION)
        else:
            table.emit(LavaFaded(self.hex))


def reaches(state: State, hex: str) -> bool:
    """Return whether lava reaches a hex: the landing hex too, unless an option spares it (ARB-LAVA-08, ARB-AMB-20)."""
    return switches(state).landing_struck or not is_landing(state, hex)


def lava_strikes_beyond(answer: list[Seat], state: State, hex: str, kind: str, safe: Sequence[Place]) -> list[Seat]:
    """Count the cost of an eruption on the hex beyond; nothing behind a dam (ARB-AMB-12)."""
    turn = state[Turn]
    if kind != ERUPTION:
        return answer
    struck = hex_struck(state, hex, turn.order[turn.column])
    if struck is None or struck in state[Wilds].dams or not reaches(state, struck):
        return []
    indoors = [
        holder(state, spot) for spot in unsheltered_buildings(state, struck, untouched_places(state, struck, kind, ()))
    ]
    return [*filter(None, indoors), *(state[Map].teams[name].seat for name in teams_outside(state, struck, kind))]


def volcano_erupts_by_itself(
    answer: tuple[str, ...], state: State, colour: str, hexes: tuple[str, ...]
) -> tuple[str, ...]:
    """Let it erupt, by option, before the chosen hexes and not as one of them (ARB-AMB-12)."""
    if not switches(state).volcano_automatic:
        return answer
    return (*answer, *(hex for hex in hexes if is_volcano(state, hex)))


EVENTS: tuple[type[Event], ...] = (LavaFlowed, LavaFaded)
STEPS: tuple[type[Step], ...] = (Eruption,)
