"""How playing a planet card works: the die, its reach, what produces and what is struck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....kernel.engine.model import Agenda, Seat, State
from ....kernel.engine.panels import Panel
from ..actions.actions import ACTIONS
from ..map.queries import kind_of, tile_of
from ..state import Hand, Map, Turn
from ..turn.card_selection import SelectCards
from ..turn.production import works_for

Row = tuple[Any, ...]


def selection_panels(state: State, seat: Seat, hand: Hand) -> Iterator[Panel]:
    """Yield an explanation while the first card is selected. What each card does is shown beside it every turn."""
    steps = state[Agenda].steps
    if not steps or not isinstance(steps[-1], SelectCards) or state[Turn].dice or state[Turn].number != 1:
        return
    struck = strikes(state, seat)
    hexes = [f"{hex} ({value})" for value in sorted(struck) for hex in struck[value]]
    facts: list[Row] = [("die", hand.cards), ("reach", ACTIONS), ("produce", values(state, seat)), ("strike", hexes)]
    yield Panel("panel.choosing", facts, part="game")


def values(state: State, seat: Seat) -> list[int]:
    """Return the values on which factories of a seat would produce."""
    made = [(spot, b.value) for spot, b in state[Map].buildings.items() if kind_of(state, b).makes]
    return sorted({value for spot, value in made if works_for(state, spot, seat)})


def strikes(state: State, seat: Seat) -> dict[int, list[str]]:
    """Return by value the hexes that the seat's own die would strike."""
    out: dict[int, list[str]] = {}
    for hex in sorted(state[Map].hexes):
        for icon in tile_of(state, hex).dice:
            if icon.startswith(seat):
                out.setdefault(int(icon.removeprefix(seat)), []).append(hex)
    return out
