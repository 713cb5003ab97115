"""The base game: set-up, standing policies, and the list of everything it has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ...kernel.base.errors import Message
from ...kernel.engine.events import seen_by_owner
from ...kernel.engine.lazy import lazy, lazy_value
from ...kernel.engine.model import Event, Module, Order, Roster, Seat, State
from ...kernel.engine.rulebook import Rulebook, policy_of
from ...kernel.engine.table import Table
from .bid import BeginRound, Bid, BidCoins, BidsShown, RoundBegan, TurnsSet
from .dig import Draw, Dug, Keep, Kept, Sort
from .rain import NoShelter, Point, Rain, Rained, Shelter, Sheltered, ShelterOne, Wash, Washed, in_danger
from .scoring import Counted, Score, worth
from .state import (
    START_COINS,
    Bag,
    CoinsPaid,
    CoinsTaken,
    Hand,
    Path,
    Pebble,
    PebblesOptions,
    Purse,
    Round,
    Supply,
    pebble_of,
)
from .turn import Laid, Sold, Turn, TurnEnded

START_PEBBLES = 2
"""Pebbles that each seat begins with."""
MIN_PEBBLES_IN_PACK = 4 * START_PEBBLES
"""Four seats cannot begin with fewer pebbles."""
VALUABLE_POINTS = 4
"""The points from which a pebble is sheltered by a policy that shelters only valuable ones."""


class BagFilled(Event, frozen=True):
    count: int
    pebbles: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        state[Supply].bag = self.count
        if bag := state.open(Bag):
            bag.pebbles = list(self.pebbles)

    def seen_by(self, reader: Seat | None) -> Event:
        return replace(self, pebbles=())


class Dealt(Event, frozen=True):
    seat: Seat
    coins: int
    count: int
    pebbles: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        state[Supply].bag -= self.count
        state[Supply].hands[self.seat] = self.count
        if bag := state.open(Bag):
            del bag.pebbles[: self.count]
        if hand := state.open(Hand, self.seat):
            hand.pebbles = list(self.pebbles)
        if purse := state.open(Purse, self.seat):
            purse.coins = self.coins

    def seen_by(self, reader: Seat | None) -> Event:
        return seen_by_owner(self, self.seat, reader, pebbles=())


def setup(table: Table) -> None:
    """Shuffle the bag, deal six coins and two pebbles to each seat (PEB-SETUP-01, PEB-SETUP-02)."""
    bag = table.rng.shuffled(sorted(table.book.rows_of(Pebble)), "bag")
    table.emit(BagFilled(len(bag), tuple(bag)))
    for seat in table.state[Roster].seats:
        table.emit(
            Dealt(seat, START_COINS, count=START_PEBBLES, pebbles=tuple(table.state[Bag].pebbles[:START_PEBBLES]))
        )
    table.then(BeginRound(1))


def audit(book: Rulebook) -> Iterator[Message]:
    """Yield errors in custom content: there must be enough to deal."""
    if len(book.rows_of(Pebble)) < MIN_PEBBLES_IN_PACK:
        yield Message("pebbles: there must be at least {least}", {"least": MIN_PEBBLES_IN_PACK})


class PebblesPolicy(Struct, frozen=True, forbid_unknown_fields=True):
    bid: int | UnsetType = UNSET
    keep: Literal["highest", "lowest"] | UnsetType = UNSET
    shelter: Literal["never", "dear", "always"] | UnsetType = UNSET


def policy(view: State, seat: Seat) -> PebblesPolicy:
    return policy_of(view, seat, BASE) or PebblesPolicy()


def bid_by_policy(view: State, seat: Seat, poll: Bid) -> Order | None:
    coins = policy(view, seat).bid
    return None if isinstance(coins, UnsetType) else BidCoins(max(0, min(coins, view[Purse, seat].coins)))


def keep_by_policy(view: State, seat: Seat, sort: Sort) -> Order | None:
    wanted = policy(view, seat).keep
    if isinstance(wanted, UnsetType):
        return None
    pebble, *under = sorted(
        view[Hand, seat].drawn,
        key=lambda name: pebble_of(view, name).value,
        reverse=wanted == "highest",
    )
    return Keep(pebble, tuple(under))


def shelter_by_policy(view: State, seat: Seat, poll: Shelter) -> Order | None:
    """Return the pebble worth most, or only a valuable one."""
    wanted = policy(view, seat).shelter
    if isinstance(wanted, UnsetType):
        return None
    least = {"never": 99, "dear": VALUABLE_POINTS, "always": 0}[wanted]
    valuable = [name for name in in_danger(view, seat, poll) if worth(view, name) >= least]
    if not valuable or not view[Purse, seat].coins:
        return NoShelter()
    return ShelterOne((max(valuable, key=lambda name: worth(view, name)),))


def gauges(state: State, seat: Seat) -> Mapping[str, int]:
    return {
        "coins": state[Purse, seat].coins,
        "hand": len(state[Hand, seat].pebbles),
        "laid": list(state[Path].laid.values()).count(seat),
    }


BASE = Module(
    "pebbles",
    components=(Path, Supply, Round, Purse, Hand, Bag),
    events=(
        BagFilled,
        Dealt,
        RoundBegan,
        BidsShown,
        TurnsSet,
        CoinsPaid,
        CoinsTaken,
        Dug,
        Kept,
        Laid,
        Sold,
        TurnEnded,
        Rained,
        Sheltered,
        Washed,
        Counted,
    ),
    steps=(BeginRound, Bid, Turn, Draw, Sort, Point, Rain, Shelter, Wash, Score),
    content=(Pebble,),
    options=PebblesOptions,
    policy=PebblesPolicy,
    setup=setup,
    audit=audit,
    policies={Bid: bid_by_policy, Sort: keep_by_policy, Shelter: shelter_by_policy},
    gauges=gauges,
    foresight=lazy(".foresight:foresight", __package__),
    page_hints=lazy_value(".cards:HINTS", __package__),
    worlds=lazy(".worlds:worlds", __package__),
    judges=lazy(".invariants:own_count", __package__),
    laws=lazy(".invariants:conservation", __package__),
    table_faults=lazy(".invariants:table_faults", __package__),
    vocabulary={"pebble": Pebble, "pebbles": Pebble, "under": Pebble, "colour": ("amber", "black", "grey", "white")},
)
