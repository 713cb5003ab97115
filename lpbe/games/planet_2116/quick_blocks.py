"""Quick blocks: before anything is removed, Humans may send Special units, all at once and sealed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from ...kernel.base.errors import require
from ...kernel.engine.model import Event, Order, Poll, Seat, State
from ...kernel.engine.table import Table
from .cards import draw, leave_hand
from .destruction import blast_area
from .globe import is_standing
from .queries import own_cards, units_held
from .state import Attack, Nations, Piles, Planet2116Options, World

Ranked = Annotated[str, Meta(pattern=r"^[A-Z]\d\d(:[A-Z]\d\d){0,5}\Z")]
"""Tiles for one unit, the best first."""


class QuickBlock(Order, frozen=True, tag="block"):
    """Send one unit for each of these; if its tile is blocked already, the next one counts."""

    secret = True
    blocks: Annotated[tuple[Ranked, ...], Meta(min_length=1, max_length=4)]


class NoBlock(Order, frozen=True):
    secret = True


class Blocked(Event, frozen=True):
    """A unit and a Resource card are gone, a tile is safe from this attack (2116-BLOCK-01, 2116-BLOCK-02)."""

    seat: Seat
    tile: str
    card: str
    paid: str

    def apply(self, state: State) -> None:
        leave_hand(state, self.seat, (self.card,))
        del state[Nations].front[self.paid]
        state[Piles].human_discard += (self.card, self.paid)
        attack = state[Attack]
        attack.blocked.append(self.tile)
        attack.used[self.seat] = attack.used.get(self.seat, 0) + 1


def block(table: Table, seat: Seat, poll: Poll, order: QuickBlock) -> None:
    """Guard one tile per unit, each for a card (2116-BLOCK-01 to 2116-BLOCK-04, 2116-DMG-07, 2116-SHIELD-03)."""
    state = table.state
    units = units_held(state, seat)
    cards = own_cards(state, seat)
    wanted = tiles_wanted(order)
    template = "not enough Special units; {seat} has {count}"
    require(len(wanted) <= len(units), "2116-BLOCK-01", template, seat=seat, count=len(units))
    template = "not enough Resource cards; {seat} has {count} in front of them"
    require(len(wanted) <= len(cards), "2116-BLOCK-02", template, seat=seat, count=len(cards))
    for tile in (one for tiles in wanted for one in tiles):
        require(is_standing(state, tile), "2116-BLOCK-03", "{tile} is no longer on the map", tile=tile)
        require(tile not in state[World].shields, "2116-BLOCK-03", "{tile} already has a shield", tile=tile)
    guarded = free_tiles(state, order)
    for tile, unit, paid in zip(guarded, units_drawn(table, seat, len(guarded)), cards, strict=False):
        table.emit(Blocked(seat, tile, card=unit, paid=paid))
    draw(table, seat, len(guarded))


def tiles_wanted(order: QuickBlock) -> list[list[str]]:
    """Return the tiles of each unit, the best first."""
    return [ranked.split(":") for ranked in order.blocks]


def free_tiles(state: State, order: QuickBlock) -> list[str]:
    """Return the first tile of each list that nobody has blocked yet; lists without one are left out."""
    found: list[str] = []
    for tiles in tiles_wanted(order):
        found += [tile for tile in tiles if tile not in (*state[Attack].blocked, *found)][:1]
    return found


def units_drawn(table: Table, seat: Seat, count: int) -> list[str]:
    """Return this many Special units of a hand; chance picks among several (2116-RES-06).

    If the lowest or the oldest always left, it would tell everybody that the hand has no unit below or before it.
    """
    units = units_held(table.state, seat)
    if count in (0, len(units)):
        return units[:count]
    piles = table.state[Piles]
    return table.rng.shuffled(units, f"unit/{seat}/{piles.shuffles}/{len(piles.human_discard)}")[:count]


def no_block(table: Table, seat: Seat, poll: Poll, order: NoBlock) -> None:
    """Accept that nobody has to oppose (2116-DMG-07)."""


def some_blocks(state: State, seat: Seat, poll: Poll) -> Iterator[QuickBlock]:
    """Yield one unit on each tile that is announced, or that a blast may reach."""
    if units_held(state, seat):
        yield from (QuickBlock((tile,)) for tile in blockable_tiles(state))


def blockable_tiles(state: State) -> list[str]:
    """Return what a block may save: announced tiles, then the blasts they could set off, in their order."""
    aimed = state[Attack].tiles
    blasts = blast_area(state, aimed) if state[Planet2116Options].blast_respects_protection else []
    return [tile for tile in dict.fromkeys((*aimed, *blasts)) if tile not in state[World].shields]
