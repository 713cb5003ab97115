"""Chapter set-up: the start tile, colonies, bank, market, decks, the first Leader."""

from __future__ import annotations

from msgspec.structs import replace

from ...kernel.base.errors import require
from ...kernel.play.rules import Event, Seat, State
from ...kernel.play.table import Table
from .events import TeamArrived, fill_purse, stock_purse
from .hexes import CENTRE, Cell
from .hexset import generated
from .options import LivingPlanetOptions, settle
from .reading import clockwise, options, seats, spots_of, team_names
from .state import (
    COLOURS,
    CUBES,
    RESOURCES,
    Bank,
    Building,
    Decks,
    Hand,
    HexSet,
    Laid,
    Map,
    MarketCard,
    Piles,
    Tile,
    Turn,
)
from .turn import BeginTurn

MONEY, PRICE = 20, 5
LEFT_OUT = ("H04", "H12", "H20")
CARDS = [1, 2, 3, 4, 5, 6]


class OptionsSettled(Event, frozen=True):
    """Section 3.3: what the edition says about the switches nobody set."""

    edition: str

    def apply(self, state: State) -> None:
        settle(state[LivingPlanetOptions])


class StartLaid(Event, frozen=True):
    """LP-SETUP-03: the start tile, the map's centre."""

    hex: str
    at: Cell = CENTRE

    def apply(self, state: State) -> None:
        state[Map].hexes[self.hex] = Laid(self.at)


class HexesMade(Event, frozen=True):
    """Section 7.4: other hexes than the standard ones; everybody may know them."""

    tiles: dict[str, Tile]

    def apply(self, state: State) -> None:
        state[HexSet].tiles = dict(self.tiles)


class ColonyFounded(Event, frozen=True):
    """LP-SETUP-08: a colony on a spot of the start tile, with a chip."""

    seat: Seat
    place: str

    def apply(self, state: State) -> None:
        state[Map].buildings[self.place] = Building("colony", f"colony-{self.seat}", 6, self.seat)


class BankFilled(Event, frozen=True):
    """LP-SETUP-09 to LP-SETUP-11, C-02, G-12: prices at 5, the other cubes in the bank, coins by their value."""

    cubes: dict[str, int]
    price: int
    money: int

    def apply(self, state: State) -> None:
        bank = state[Bank]
        bank.cubes, bank.money = dict(self.cubes), self.money
        bank.prices = dict.fromkeys(RESOURCES, self.price)


class Equipped(Event, frozen=True):
    """LP-SETUP-04 to LP-SETUP-07, LP-SETUP-12, LP-SETUP-13, C-21: six planet cards and 20 MC behind each screen."""

    seat: Seat
    money: int

    def apply(self, state: State) -> None:
        state[Bank].money -= self.money
        state[Piles].hands[self.seat] = len(CARDS)
        fill_purse(state, self.seat, self.money)
        for resource in RESOURCES:
            stock_purse(state, self.seat, resource, 0)
        if hand := state.open(Hand, self.seat):
            hand.cards = list(CARDS)


class DecksShuffled(Event, frozen=True):
    """LP-SETUP-14, LP-SETUP-16, LP-NPC-02: decks face down; everybody sees only their sizes."""

    hexes: tuple[str, ...]
    market: tuple[str, ...]
    others: dict[str, tuple[int, ...]]
    sizes: tuple[int, int]

    def apply(self, state: State) -> None:
        state[Piles].hexes, state[Piles].market = self.sizes
        if decks := state.open(Decks):
            decks.hexes, decks.market = list(self.hexes), list(self.market)
            decks.others = dict(self.others)

    def seen_by(self, reader: Seat | None) -> Event:
        return replace(self, hexes=(), market=(), others={})


class LeaderChosen(Event, frozen=True):
    seat: Seat

    def apply(self, state: State) -> None:
        state[Turn].leader = self.seat


def start_tile(state: State) -> str:
    """LP-SETUP-03, G-10: by the number of players, or as the host wants it."""
    wanted, players = options(state).start_tile, len(seats(state))
    tile = wanted if wanted != "auto" else {2: "2", 3: "3", 4: "A"}[players]
    require(
        len(spots_of(state, tile)) >= players,
        "LP-SETUP-03",
        "start tile {tile} is too small for {players}",
        tile=tile,
        players=players,
    )
    return tile


def hex_deck(table: Table) -> list[str]:
    """C-01: all landscape hexes; never a start tile."""
    deck = [name for name, tile in table.book.entries(Tile).items() if "start" not in tile.traits]
    short = options(table.state).hex_deck == 21
    return sorted(name for name in deck if not (short and name in LEFT_OUT))


def market_deck(table: Table) -> list[str]:
    """C-06, G-09: five cards a resource."""
    wanted = options(table.state).market_deck
    return sorted(name for name, card in table.book.entries(MarketCard).items() if wanted in card.decks)


def first_leader(table: Table) -> Seat:
    """LP-SETUP-18, G-13: named, or drawn."""
    everybody, wanted = seats(table.state), options(table.state).first_leader
    require(wanted in ("random", *everybody), "LP-SETUP-18", "{colour} has no seat and cannot lead", colour=wanted)
    return table.rng.pick(everybody, "first-leader") if wanted == "random" else wanted


def setup(table: Table) -> None:
    """LP-SETUP-01 to LP-SETUP-19."""
    state, rng = table.state, table.rng
    table.emit(OptionsSettled(options(state).edition))
    start = start_tile(state)
    table.emit(StartLaid(start))
    if options(state).hex_set == "generated":
        table.emit(HexesMade(generated(table)))
    table.emit(BankFilled(CUBES, PRICE, options(state).bank_mc))
    table.emit(LeaderChosen(first_leader(table)))
    for n, seat in enumerate(clockwise(state), 1):
        table.emit(Equipped(seat, MONEY))
        table.emit(ColonyFounded(seat, f"{start}.{n}"))
        table.emit(TeamArrived(team_names(seat, False)[0], seat, f"{start}.{n}"))
    hexes, market = rng.shuffled(hex_deck(table), "deck/hexes"), rng.shuffled(market_deck(table), "deck/market")
    others = {c: tuple(rng.shuffled(CARDS, f"deck/planet/{c}/1")) for c in COLOURS if c not in seats(state)}
    table.emit(DecksShuffled(tuple(hexes), tuple(market), others, (len(hexes), len(market))))
    table.then(BeginTurn(1))


EVENTS: tuple[type[Event], ...] = (
    OptionsSettled,
    StartLaid,
    HexesMade,
    ColonyFounded,
    BankFilled,
    Equipped,
    DecksShuffled,
    LeaderChosen,
)
