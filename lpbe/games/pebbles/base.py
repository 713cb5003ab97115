"""The base game: set-up, standing policies, and the list of all that it has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ...kernel.base.errors import Message
from ...kernel.play.events import seen_by_owner
from ...kernel.play.rulebook import Rulebook, policy_of
from ...kernel.play.rules import Event, Module, Order, Question, Roster, Seat, State
from ...kernel.play.table import Table
from .bid import BeginRound, Bid, BidCoins, BidsShown, RoundBegan, TurnsSet
from .dig import Draw, Dug, Keep, Kept, Sort
from .rain import NoShelter, Point, Rain, Rained, Shelter, Sheltered, ShelterOne, Wash, Washed, in_danger
from .scoring import Counted, Score, worth
from .state import (
    COINS,
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

if TYPE_CHECKING:
    from ...kernel.play.foresight import Foresee

PEBBLES = 2
"""Pebbles that each seat begins with."""
LEAST = 4 * PEBBLES
"""Pebbles without which four seats cannot begin."""
DEAR = 4
"""What a pebble must be worth to be sheltered by who shelters only dear ones."""


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
    """PEB-SETUP-01, PEB-SETUP-02: shuffle the bag, deal six coins and two pebbles to each seat."""
    bag = table.rng.shuffled(sorted(table.book.rows_of(Pebble)), "bag")
    table.emit(BagFilled(len(bag), tuple(bag)))
    for seat in table.state[Roster].seats:
        table.emit(Dealt(seat, COINS, PEBBLES, tuple(table.state[Bag].pebbles[:PEBBLES])))
    table.then(BeginRound(1))


def audit(book: Rulebook) -> Iterator[Message]:
    """Content of the players' own must be enough to deal."""
    if len(book.rows_of(Pebble)) < LEAST:
        yield Message("pebbles: at least {least}", {"least": LEAST})


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
    wish = policy(view, seat).keep
    if isinstance(wish, UnsetType):
        return None
    pebble, *under = sorted(
        view[Hand, seat].drawn,
        key=lambda name: pebble_of(view, name).value,
        reverse=wish == "highest",
    )
    return Keep(pebble, tuple(under))


def shelter_by_policy(view: State, seat: Seat, poll: Shelter) -> Order | None:
    """The pebble worth most, or only one that is dear."""
    wish = policy(view, seat).shelter
    if isinstance(wish, UnsetType):
        return None
    least = {"never": 99, "dear": DEAR, "always": 0}[wish]
    dear = [name for name in in_danger(view, seat, poll) if worth(view, name) >= least]
    if not dear or not view[Purse, seat].coins:
        return NoShelter()
    return ShelterOne((max(dear, key=lambda name: worth(view, name)),))


def gauges(state: State, seat: Seat) -> Mapping[str, int]:
    return {
        "coins": state[Purse, seat].coins,
        "hand": len(state[Hand, seat].pebbles),
        "laid": list(state[Path].laid.values()).count(seat),
    }


def foresight(state: State, question: Question, seat: Seat) -> Foresee:
    """Loaded when somebody asks what an order comes to."""
    from .foresight import foresight  # saves it for who does not ask what an order brings

    return foresight(state, question, seat)


def judges(state: State, seat: Seat) -> Iterable[Message]:
    """What a seat can count by itself."""
    from .laws import own_count  # saves it for games that are played

    return own_count(state, seat)


def laws(state: State) -> Iterable[str]:
    """What holds in every position."""
    from .laws import conservation  # saves it for games that are played

    return conservation(state)


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
    foresight=foresight,
    judges=judges,
    laws=laws,
    vocabulary={"pebble": Pebble, "pebbles": Pebble, "under": Pebble, "colour": ("amber", "black", "grey", "white")},
)
