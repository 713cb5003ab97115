"""What a Human bot uses Special units for: its own capital, then factories."""

from __future__ import annotations

from ....kernel.engine.model import Order, Seat, State
from ..globe import city_at
from ..queries import cards_of_kind, own_cards
from ..quick_blocks import QuickBlock, blockable_tiles
from ..state import GREEN, POLLUTING, Capital, Climate, Hand, World

HOT = 33
"""From so many degrees on an explosion is worth a unit."""


def block(state: State, seat: Seat) -> Order | None:
    units = cards_of_kind(state, state[Hand, seat].cards, "unit")
    if not units or not own_cards(state, seat):
        return None
    rated = sorted(((need(state, seat, tile), tile) for tile in blockable_tiles(state)), reverse=True)
    wanted = [tile for worth, tile in rated if worth > 0]
    return QuickBlock((":".join(wanted[:6]),)) if wanted else None


def need(state: State, seat: Seat, tile: str) -> int:
    city, site = city_at(state, tile), state[World].sites.get(tile)
    if city and city == state[Capital, seat].city:
        return 3
    if site == GREEN:
        return 2
    return int(site == POLLUTING and state[Climate].heat >= HOT)
