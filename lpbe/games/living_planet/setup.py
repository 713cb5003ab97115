"""Chapter set-up: the start tile, colonies, bank, market, decks, the first Leader."""

from __future__ import annotations

from msgspec.structs import replace

from ...kernel.base.errors import require
from ...kernel.play.rules import Event, Seat, State, Step, amendable
from ...kernel.play.table import Table
from .bargain import cubes_of
from .events import TeamArrived, fill_purse, stock_purse
from .hexes import CENTRE, Cell
from .options import LivingPlanetOptions, Switches, settle, usual
from .reading import clockwise, options, printed_tiles, resources, seats, spots_of, team_names
from .state import (
    CARDS,
    COLOURS,
    LAND,
    SCIENTIST,
    Bank,
    Building,
    Decks,
    Hand,
    HexSet,
    Laid,
    Map,
    MarketCard,
    Piles,
    Place,
    Tile,
    Turn,
)
from .turn import BeginTurn

MONEY = 20
"""LP-SETUP-12: what a seat begins with."""
PRICE = 5
"""LP-SETUP-10: what a cube of each resource costs at first."""
ALL_HEXES = 24
LEFT_OUT = ("H04", "H12", "H20")
"""C-01: the hexes that the smaller deck is without."""
ALL = 999
"""More hexes than any pool has."""


class OptionsSettled(Event, frozen=True):
    """What the edition says about the switches nobody set."""

    edition: str

    def apply(self, state: State) -> None:
        settle(state[LivingPlanetOptions], bundle(state))


@amendable
def bundle(state: State) -> Switches:
    """The switches as the edition has them, for those that nobody set."""
    return usual(options(state).edition)


class StartLaid(Event, frozen=True):
    """LP-SETUP-03: the start tile, the map's centre."""

    hex: str
    at: Cell = CENTRE

    def apply(self, state: State) -> None:
        state[Map].hexes[self.hex] = Laid(self.at)


class HexesMade(Event, frozen=True):
    """Other hexes than the standard ones; everybody may know them."""

    tiles: dict[str, Tile]

    def apply(self, state: State) -> None:
        state[HexSet].tiles = dict(self.tiles)


class ColonyFounded(Event, frozen=True):
    """LP-SETUP-08: a colony on a spot of the start tile, with a chip."""

    seat: Seat
    place: Place

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
        bank.prices = dict.fromkeys(self.cubes, self.price)


class Equipped(Event, frozen=True):
    """LP-SETUP-04 to LP-SETUP-07, LP-SETUP-12, LP-SETUP-13, C-21: cards, 20 MC and perhaps cubes behind each screen."""

    seat: Seat
    money: int
    goods: dict[str, int] = {}

    def apply(self, state: State) -> None:
        bank = state[Bank]
        bank.money -= self.money
        state[Piles].hands[self.seat] = len(CARDS)
        fill_purse(state, self.seat, self.money)
        for resource in resources(state):
            bank.cubes[resource] -= self.goods.get(resource, 0)
            stock_purse(state, self.seat, resource, self.goods.get(resource, 0))
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


@amendable
def start_tile(state: State) -> str:
    """LP-SETUP-03, G-10: the first that is meant for so many players, or as the host wants it."""
    wanted, players = options(state).start_tile, len(seats(state))
    starts = [name for name, tile in pool(state, LAND).items() if "start" in tile.traits and tile.players == players]
    return min(starts) if wanted == "auto" else wanted


def check_start(state: State, tile: str) -> None:
    players = len(seats(state))
    require(tile in printed_tiles(state.book), "LP-SETUP-03", "there is no start tile {tile}", tile=tile)
    require(
        len(spots_of(state, tile)) >= players,
        "LP-SETUP-03",
        "start tile {tile} is too small for {players}",
        tile=tile,
        players=players,
    )


def check_bank(state: State) -> None:
    """G-01, LP-SETUP-12: coins of the box, if they are counted, must do for what everybody begins with."""
    money, players = options(state).bank_mc, len(seats(state))
    require(
        not money or money >= MONEY * players,
        "G-01",
        "a bank of {money} MC cannot give {each} MC to each of {players}",
        money=money,
        each=MONEY,
        players=players,
    )


def pool(state: State, deck: str) -> dict[str, Tile]:
    return {name: tile for name, tile in state.book.rows_of(Tile).items() if tile.deck == deck}


@amendable
def deck_of(state: State) -> dict[str, int]:
    """C-01: the pools that the hex deck is made of, and how many hexes of each at most."""
    return {LAND: ALL}


@amendable
def added_hexes(state: State) -> list[str]:
    """Single hexes that join the deck, whatever their pool."""
    return []


def hex_deck(table: Table) -> list[str]:
    """C-01: the landscape hexes of the pools; never a start tile."""
    chosen = [name for deck, count in sorted(deck_of(table.state).items()) for name in taken(table, deck, count)]
    return sorted({*chosen, *late_starts(table.state), *added_hexes(table.state)})


def made_hexes(table: Table) -> dict[str, Tile]:
    """Other hexes than the standard ones, where a switch wants them."""
    if options(table.state).hex_set != "generated":
        return {}
    from .hexset import generated  # saves it for games with the printed hexes

    return generated(table)


@amendable
def late_starts(state: State) -> dict[str, Tile]:
    """C-01, by its literal reading: start tiles that were not laid are hexes without spots, and in the deck."""
    if options(state).hex_deck != "literal" or LAND not in deck_of(state):
        return {}
    left = {
        name: tile for name, tile in pool(state, LAND).items() if "start" in tile.traits and name != start_tile(state)
    }
    return {name: replace(tile, spots=(), traits=(), players=0) for name, tile in left.items()}


def taken(table: Table, deck: str, count: int) -> list[str]:
    """The hexes of a pool; drawn where it has more than are wanted."""
    short = options(table.state).hex_deck != ALL_HEXES
    hexes = sorted(name for name, tile in pool(table.state, deck).items() if "start" not in tile.traits)
    hexes = [name for name in hexes if not (short and name in LEFT_OUT)]
    return table.rng.shuffled(hexes, f"deck/hexes/{deck}")[:count] if len(hexes) > count else hexes


@amendable
def outfit(state: State, seat: Seat) -> dict[str, int]:
    """LP-SETUP-12: the cubes that a seat begins with."""
    return {}


@amendable
def settlers(state: State, seat: Seat, spot: Place) -> tuple[Event, ...]:
    """LP-SETUP-08: what a seat has on the map at first: its colony, and a scientist in it."""
    return ColonyFounded(seat, spot), TeamArrived(team_names(state.book, seat, SCIENTIST)[0], seat, spot)


def market_deck(table: Table) -> list[str]:
    """C-06, G-09: five cards a resource."""
    wanted = options(table.state).market_deck
    return sorted(name for name, card in table.book.rows_of(MarketCard).items() if wanted in card.decks)


def first_leader(table: Table) -> Seat:
    """LP-SETUP-18, G-13: named, or drawn."""
    everybody, wanted = seats(table.state), options(table.state).first_leader
    require(wanted in ("random", *everybody), "LP-SETUP-18", "{colour} has no seat and cannot lead", colour=wanted)
    return table.rng.pick(everybody, "first-leader") if wanted == "random" else wanted


def setup(table: Table) -> None:
    """LP-SETUP-01 to LP-SETUP-19; decks are made last, for what is asked before may decide what is in them."""
    state = table.state
    table.emit(OptionsSettled(options(state).edition))
    start = start_tile(state)
    check_start(state, start)
    check_bank(state)
    table.emit(StartLaid(start))
    if made := {**made_hexes(table), **late_starts(state)}:
        table.emit(HexesMade(made))
    table.emit(BankFilled(dict(cubes_of(state)), PRICE, options(state).bank_mc))
    table.emit(LeaderChosen(first_leader(table)))
    for n, seat in enumerate(clockwise(state), 1):
        table.emit(Equipped(seat, MONEY, outfit(state, seat)))
        for fact in settlers(state, seat, f"{start}.{n}"):
            table.emit(fact)
    table.then(ShuffleDecks(), BeginTurn(1))


class ShuffleDecks(Step, frozen=True):
    def run(self, table: Table) -> None:
        """LP-SETUP-14, LP-SETUP-16, LP-NPC-02: the last of set-up; a module that asks something asks it before."""
        rng, seated = table.rng, seats(table.state)
        hexes, market = rng.shuffled(hex_deck(table), "deck/hexes"), rng.shuffled(market_deck(table), "deck/market")
        others = {c: tuple(rng.shuffled(CARDS, f"deck/planet/{c}/1")) for c in COLOURS if c not in seated}
        table.emit(DecksShuffled(tuple(hexes), tuple(market), others, (len(hexes), len(market))))


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
STEPS: tuple[type[Step], ...] = (ShuffleDecks,)
