"""What a planet card comes to before it is laid: the die, its reach, what produces and what is struck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....kernel.play.panels import Panel
from ....kernel.play.rules import Agenda, Seat, State
from ..act import ACTIONS
from ..choose import SelectCards
from ..produce import works_for
from ..reading import kind_of, seats, tile_of
from ..state import Hand, Map, Turn

Row = tuple[Any, ...]


def choosing(state: State, seat: Seat, hand: Hand) -> Iterator[Panel]:
    """While a card is to be laid: in the first turn how that works, in every turn what each card brings about."""
    steps = state[Agenda].steps
    if not steps or not isinstance(steps[-1], SelectCards) or state[Turn].dice:
        return
    makers, struck = working(state), strikes(state, seat)
    if state[Turn].number == 1:
        own = sorted({value for value, spots in makers.items() for owner, _ in spots if owner == seat})
        hexes = [f"{hex} ({value})" for value in sorted(struck) for hex in struck[value]]
        facts: list[Row] = [("die", hand.cards), ("reach", ACTIONS), ("produce", own), ("strike", hexes)]
        yield Panel("panel.choosing", facts, part="game")
    if makers or struck:
        rows: list[Row] = [
            (card, [f"{owner}.{made}" for owner, made in makers.get(card, ())], struck.get(card, []))
            for card in hand.cards
        ]
        yield Panel("panel.outcomes", rows, ("card", "makers", "strikes"), part="screen")


def working(state: State) -> dict[int, list[tuple[Seat, str]]]:
    """By value: whose factories would produce, and what."""
    out: dict[int, list[tuple[Seat, str]]] = {}
    for spot, building in sorted(state[Map].buildings.items()):
        if made := kind_of(state, building).makes:
            owners = [seat for seat in seats(state) if works_for(state, spot, seat)]
            out.setdefault(building.value, []).extend((owner, made) for owner in owners)
    return {value: found for value, found in out.items() if found}


def strikes(state: State, seat: Seat) -> dict[int, list[str]]:
    """By value: the hexes that the seat's own die would strike."""
    out: dict[int, list[str]] = {}
    for hex in sorted(state[Map].hexes):
        for icon in tile_of(state, hex).dice:
            if icon.startswith(seat):
                out.setdefault(int(icon.removeprefix(seat)), []).append(hex)
    return out
