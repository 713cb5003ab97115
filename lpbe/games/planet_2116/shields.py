"""Shield cards: shields are placed on the board, or moved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from ...kernel.base.errors import require
from ...kernel.engine.model import Event, Name, Order, Seat, State
from ...kernel.engine.table import Table
from .cards import Discarded
from .cooling import Points
from .globe import globe, is_standing
from .human_actions import HumanTurn
from .payment import means, pay, payment
from .queries import cards_of_kind, is_a, reserve, working_factories
from .state import Hand, World

MAX_SHIELDS_PER_CARD = 2
"""2116-SHIELD-01: points and shields for one card."""
Move = Annotated[str, Meta(pattern=r"^[A-Z]\d\d:[A-Z]\d\d\Z")]
"""From a tile to another."""


class PlayShield(Order, frozen=True, tag="shield"):
    """Place shields of the reserve on tiles or move shields; paid for that many, or for more if wanted."""

    card: Name
    at: Annotated[tuple[Name, ...], Meta(max_length=MAX_SHIELDS_PER_CARD)] = ()
    moves: Annotated[tuple[Move, ...], Meta(max_length=MAX_SHIELDS_PER_CARD)] = ()
    amount: Annotated[int, Meta(ge=0, le=MAX_SHIELDS_PER_CARD)] = 0
    own: Points = 0
    pot: Points = 0


class ShieldPlaced(Event, frozen=True):
    seat: Seat
    tile: str

    def apply(self, state: State) -> None:
        state[World].shields = sorted([*state[World].shields, self.tile])


class ShieldMoved(Event, frozen=True):
    seat: Seat
    tile: str
    to: str

    def apply(self, state: State) -> None:
        shields = state[World].shields
        shields.remove(self.tile)  # only one: another shield may just have come there
        state[World].shields = sorted([*shields, self.to])


def play_shield(table: Table, seat: Seat, turn: HumanTurn, order: PlayShield) -> None:
    """Pay one or two points for as many shields, placed or moved, one per tile (2116-SHIELD-01 to 2116-SHIELD-03)."""
    state = table.state
    held = order.card in state[Hand, seat].cards and is_a(state, order.card, "shield")
    template = "{card} is not a Shield card in the hand of {seat}"
    require(held, "2116-SHIELD-01", template, card=order.card, seat=seat)
    moves = [(move[:3], move[4:]) for move in order.moves]
    count = len(order.at) + len(moves)
    amount = order.amount or count
    template = "place or move one or two shields, and no more than you pay for"
    require(0 < count <= amount <= MAX_SHIELDS_PER_CARD, "2116-SHIELD-01", template)
    check_places(state, order.at, moves)
    paid = payment(state, seat, amount, order.own, order.pot)
    pay(table, paid)
    for tile in order.at:
        table.emit(ShieldPlaced(seat, tile))
    for tile, to in moves:
        table.emit(ShieldMoved(seat, tile, to))
    table.emit(Discarded(seat, (order.card,)))


def check_places(state: State, at: tuple[str, ...], moves: list[tuple[str, str]]) -> None:
    """Check that there are shields, and standing tiles without one (2116-SHIELD-02, 2116-SHIELD-03)."""
    left = reserve(state)
    shields = list(state[World].shields)
    template = "not enough shields in the reserve: {count}"
    require(len(at) <= left, "2116-SHIELD-02", template, count=left)
    for tile, _ in moves:
        require(tile in shields, "2116-SHIELD-01", "there is no shield on {tile}", tile=tile)
        shields.remove(tile)
    for tile in (*at, *(to for _, to in moves)):
        require(is_standing(state, tile), "2116-SHIELD-03", "{tile} is no longer on the map", tile=tile)
        require(tile not in shields, "2116-SHIELD-03", "{tile} already has a shield", tile=tile)
        shields.append(tile)


def shieldings(state: State, seat: Seat, turn: HumanTurn) -> Iterator[PlayShield]:
    """Yield one shield on a factory or a city; any other standing tile may be typed, and two of them."""
    cards = cards_of_kind(state, seat, "shield")
    if not cards or not means(state, seat):
        return
    for tile in valuable_tiles(state):
        if reserve(state):
            yield PlayShield(cards[0], (tile,))
        else:
            yield PlayShield(cards[0], (), (f"{state[World].shields[0]}:{tile}",))


def valuable_tiles(state: State) -> list[str]:
    """Return the tiles with a working factory or an original city; those that cannot get a shield are not listed."""
    cities = [name for name, tile in globe(state).tiles.items() if tile.city]
    return list(dict.fromkeys((*working_factories(state), *cities)))
