"""Hexes picked in secret before the game, one after the other or all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from .....kernel.base.errors import require
from .....kernel.engine.capacity import longest_names
from .....kernel.engine.model import Component, Event, Name, Offer, Order, Poll, Question, Seat, State, Step, Visibility
from .....kernel.engine.rulebook import Rulebook
from .....kernel.engine.table import Table
from ...map.queries import clockwise, tile_of
from ...setup import pool
from ...state import LAND, Roomy, Tile

MYCELIUM = "mycelium"
Hexes = Annotated[tuple[Name, ...], Meta(max_length=24)]


class Picks(Roomy):
    """The hexes that a seat may pick from when it is asked, and those it picked (AQ-SETUP-13)."""

    visibility = Visibility.PRIVATE
    pool: list[str] = []
    picked: list[str] = []

    @classmethod
    def fullest(cls, book: Rulebook) -> Component:
        fertile = [name for name, tile in book.rows_of(Tile).items() if tile.deck == LAND and MYCELIUM in tile.spots]
        return cls(fertile, longest_names(fertile, 2))


class PickedHexes(Roomy):
    """All hexes that were picked, face down (AQ-SETUP-13)."""

    visibility = Visibility.HIDDEN
    hexes: list[str] = []

    @classmethod
    def fullest(cls, book: Rulebook) -> Component:
        return cls(longest_names(book.rows_of(Tile), 4))


class PoolShown(Event, frozen=True):
    """A seat that picks looks at the hexes that are left (AQ-AMB-03)."""

    seat: Seat
    pool: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        if own := state.open(Picks, self.seat):
            own.pool = list(self.pool)

    def seen_by(self, reader: Seat | None) -> Event:
        return self if reader == self.seat else replace(self, pool=())


class HexPicked(Event, frozen=True):
    """A seat picked a hex; everybody learns that, but not which one (AQ-AMB-03)."""

    foreseen = True
    seat: Seat
    hex: str = ""

    def apply(self, state: State) -> None:
        if own := state.open(Picks, self.seat):
            own.pool = []
            own.picked = [*own.picked, self.hex]
        if box := state.open(PickedHexes):
            box.hexes.append(self.hex)

    def seen_by(self, reader: Seat | None) -> Event:
        return self if reader == self.seat else replace(self, hex="")


class PickHex(Order, frozen=True):
    """Pick a hex with mycelium, face down (AQ-SETUP-13)."""

    secret = True
    hex: Name


class PickAny(Order, frozen=True):
    """Leave the pick to chance: after a timeout, or by policy (AQ-AMB-03)."""


class RankHexes(Order, frozen=True, tag="pick-hexes"):
    """Rank the hexes when all seats pick at once, the most wanted one first (AQ-AMB-03)."""

    secret = True
    hexes: Hexes = ()


def eligible(state: State) -> list[str]:
    """Return the landscape hexes of the base with at least one spot for mycelium (AQ-SETUP-13, AQ-AMB-02)."""
    hexes = {name: tile_of(state, name) for name in pool(state, LAND)}
    return sorted(name for name, tile in hexes.items() if MYCELIUM in tile.spots and "start" not in tile.traits)


def unpicked_hexes(state: State) -> list[str]:
    """Return what nobody has picked; only the owner of the hidden state knows (AQ-AMB-03)."""
    gone = state[PickedHexes].hexes
    return [hex for hex in eligible(state) if hex not in gone]


class ShowPool(Step, frozen=True):
    seat: Seat
    nth: int

    def run(self, table: Table) -> None:
        """Show the picker what is left (AQ-AMB-03)."""
        table.emit(PoolShown(self.seat, tuple(unpicked_hexes(table.state))))
        table.then(PickOne(self.seat, self.nth))


def pick_hex(table: Table, seat: Seat, question: PickOne, order: PickHex) -> None:
    offered = table.state[Picks, seat].pool
    require(order.hex in offered, "AQ-SETUP-13", "{hex} is not one of {hexes}", hex=order.hex, hexes=offered)
    table.emit(HexPicked(seat, order.hex))


def pick_any(table: Table, seat: Seat, question: PickOne, order: PickAny) -> None:
    """Let chance pick for a seat that does not answer (AQ-AMB-03)."""
    pool = table.state[Picks, seat].pool
    table.emit(HexPicked(seat, table.rng.pick(pool, f"pick/{seat}/{question.nth}")))


class PickOne(Question, frozen=True):
    seat: Seat
    nth: int
    offers = {
        PickHex: Offer(pick_hex, lambda state, seat, question: map(PickHex, state[Picks, seat].pool), exact=True),
        PickAny: Offer(pick_any, lambda state, seat, question: (), timeout_only=True),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        return PickAny()


def rank_hexes(table: Table, seat: Seat, poll: PickTogether, order: RankHexes) -> None:
    known = eligible(table.state)
    good = set(order.hexes) <= set(known) and len(set(order.hexes)) == len(order.hexes)
    require(good, "AQ-SETUP-13", "name hexes from {hexes}, each only once", hexes=known)


def rankings(state: State, seat: Seat, poll: PickTogether) -> list[Order]:
    """Return each hex alone, and none."""
    return [RankHexes(), *(RankHexes((hex,)) for hex in eligible(state))]


class PickTogether(Poll, frozen=True):
    """Ask everybody to rank hexes at once, by option; they are dealt out in the order of picking (AQ-AMB-03)."""

    rounds: int
    offers = {RankHexes: Offer(rank_hexes, rankings, complete=False, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        return clockwise(state)

    def default(self, state: State, seat: Seat) -> Order:
        return RankHexes()

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        """Deal out the ranked hexes that are free; if none is, chance picks."""
        for nth in range(1, self.rounds + 1):
            for seat, answer in answers.items():
                assert isinstance(answer, RankHexes)
                free = unpicked_hexes(table.state)
                wanted = next((hex for hex in answer.hexes if hex in free), "")
                table.emit(HexPicked(seat, wanted or table.rng.pick(free, f"pick/{seat}/{nth}")))


EVENTS: tuple[type[Event], ...] = (PoolShown, HexPicked)
STEPS: tuple[type[Step], ...] = (ShowPool, PickOne, PickTogether)
