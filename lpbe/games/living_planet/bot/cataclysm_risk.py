"""How likely cataclysms are and what they leave of a building, as the bot estimates it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ....kernel.engine.model import Seat, State
from ....kernel.engine.rulebook import Rulebook
from ..map.queries import MAX_CACHED_BOOKS, controller, hex_name, is_spot, tile_of
from ..state import CataclysmKind, Map, Place, Turn
from ..turn.cataclysms import buildings_on, protection, shields
from ..turn.strikes import is_spared
from .position import once

VALUE_CHANCE = 1 / 6
"""The chance that a die shows a certain value: one card of six is played per turn."""
OWN_DIE_WEIGHT = 0.2
"""The share of that chance for the seat's own die: its owner prefers to strike elsewhere, or at another time."""
STRIKE_LOSS = 0.65
"""The share of its worth that a building loses when it is struck: its chip, then itself."""
STRIKE_CHANCE = 0.8
"""The chance that a die that shows a hex strikes it this turn."""


@lru_cache(MAX_CACHED_BOOKS)
def choosy(book: Rulebook) -> bool:
    """Return whether cataclysms strike some spots of a hex and spare others."""
    return is_spared in book.amendments or any(kind.spares for kind in book.rows_of(CataclysmKind).values())


def threatened_place(state: State, spot: Place) -> Place:
    """Return where to look for threats to a spot: the spot itself if others of its hex may be spared, else the hex."""
    return spot if choosy(state.book) else hex_name(spot)


@once
def calm(state: State, seat: Seat, place: Place, guarded: str = "") -> float:
    """Return the share of its worth that a building keeps per turn, perhaps with one more kind of shelter."""
    icons = tile_of(state, hex_name(place)).dice
    feared = set(harmful_kinds(state, seat, place, icons.values(), guarded))
    often = sum(OWN_DIE_WEIGHT if die.startswith(seat) else 1.0 for die, kind in icons.items() if kind in feared)
    return 1 - STRIKE_LOSS * VALUE_CHANCE * often


@once
def soon(state: State, seat: Seat, place: Place, guarded: str = "") -> float:
    """Return the share that it keeps for the rest of this turn: dice that have not struck yet may show the hex."""
    turn = state[Turn]
    icons = tile_of(state, hex_name(place)).dice
    coming = [f"{colour}{turn.dice[colour]}" for colour in turn.order[turn.column :]]
    kinds = [icons[die] for die in coming if die in icons]
    return (1 - STRIKE_LOSS * STRIKE_CHANCE) ** len(harmful_kinds(state, seat, place, kinds, guarded))


def harmful_kinds(state: State, seat: Seat, place: Place, kinds: Iterable[str], guarded: str) -> list[str]:
    """Return the cataclysms that neither spare a place nor are kept away by a shelter of the seat."""
    return [kind for kind in kinds if kind != guarded and not safe(state, seat, place, kind)]


def safe(state: State, seat: Seat, place: Place, kind: str) -> bool:
    """Return whether a kind of cataclysm spares a place, or a shelter of the seat on the hex works against it."""
    if is_spot(place) and is_spared(state, place, kind):
        return True
    hex = hex_name(place)
    if hex not in state[Map].hexes or protection(state).off:
        return False
    shelters = [spot for spot in buildings_on(state, hex) if shields(state, spot, kind)]
    return any(controller(state, spot) == seat for spot in shelters)
