"""Set-up: the start tile, colonies, bank, market, decks, the first Leader."""

from __future__ import annotations

from msgspec.structs import replace

from ...kernel.base.errors import require
from ...kernel.engine.amendments import amendable
from ...kernel.engine.model import Event, Seat, State, Step
from ...kernel.engine.table import Table
from .actions.trade_terms import cubes_of
from .events import TeamArrived, fill_purse, stock_purse
from .map.hexes import CENTRE, Cell
from .map.queries import clockwise, options, printed_tiles, resources, seats, spots_of, team_names
from .options import LivingPlanetOptions, Switches, settle, usual
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
from .turn.turn import BeginTurn

START_MONEY = 20
"""LP-SETUP-12: what a seat begins with, in MC."""
START_PRICE = 5
"""LP-SETUP-10: what a cube of each resource costs at first, in MC."""
FULL_DECK_HEXES = 24
LEFT_OUT_HEXES = ("H04", "H12", "H20")
"""C-01: the hexes that are not in the smaller deck."""
WHOLE_POOL = 999
"""More hexes than any pool has."""


class OptionsSettled(Event, frozen=True):
    """The edition decides the options that nobody set."""

    edition: str

    def apply(self, state: State) -> None:
        settle(state[LivingPlanetOptions], bundle(state))


@amendable
def bundle(state: State) -> Switches:
    """Return the options of the edition, for those that nobody set."""
    return usual(options(state).edition)


class StartLaid(Event, frozen=True):
    """The start tile becomes the centre of the map (LP-SETUP-03)."""

    hex: str
    at: Cell = CENTRE

    def apply(self, state: State) -> None:
        state[Map].hexes[self.hex] = Laid(self.at)


class HexesMade(Event, frozen=True):
    """Generated hexes replace the standard ones; everybody may know them."""

    tiles: dict[str, Tile]

    def apply(self, state: State) -> None:
        state[HexSet].tiles = dict(self.tiles)


class ColonyFounded(Event, frozen=True):
    """A colony with a chip is placed on a spot of the start tile (LP-SETUP-08)."""

    seat: Seat
    place: Place

    def apply(self, state: State) -> None:
        state[Map].buildings[self.place] = Building("colony", f"colony-{self.seat}", value=6, chip=self.seat)


class BankFilled(Event, frozen=True):
    """Prices start at 5, the other cubes are in the bank, coins by their value.

    LP-SETUP-09 to LP-SETUP-11, C-02, G-12.
    """

    cubes: dict[str, int]
    price: int
    money: int

    def apply(self, state: State) -> None:
        bank = state[Bank]
        bank.cubes = dict(self.cubes)
        bank.money = self.money
        bank.prices = dict.fromkeys(self.cubes, self.price)


class Equipped(Event, frozen=True):
    """Each screen gets cards, 20 MC and perhaps cubes (LP-SETUP-04 to LP-SETUP-07, LP-SETUP-12, LP-SETUP-13, C-21)."""

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
    """The decks are shuffled face down; everybody sees only their sizes (LP-SETUP-14, LP-SETUP-16, LP-NPC-02)."""

    hexes: tuple[str, ...]
    market: tuple[str, ...]
    others: dict[str, tuple[int, ...]]
    sizes: tuple[int, int]

    def apply(self, state: State) -> None:
        state[Piles].hexes, state[Piles].market = self.sizes
        if decks := state.open(Decks):
            decks.hexes = list(self.hexes)
            decks.market = list(self.market)
            decks.others = dict(self.others)

    def seen_by(self, reader: Seat | None) -> Event:
        return replace(self, hexes=(), market=(), others={})


class LeaderChosen(Event, frozen=True):
    seat: Seat

    def apply(self, state: State) -> None:
        state[Turn].leader = self.seat


@amendable
def start_tile(state: State) -> str:
    """Return the first start tile for this number of players, or the one the host wants (LP-SETUP-03, G-10)."""
    wanted = options(state).start_tile
    players = len(seats(state))
    starts = [name for name, tile in pool(state, LAND).items() if "start" in tile.traits and tile.players == players]
    return min(starts) if wanted == "auto" else wanted


def check_start(state: State, tile: str) -> None:
    """Check that the tile exists and has a spot for everybody who starts on one (LP-SETUP-03)."""
    require(tile in printed_tiles(state.book), "LP-SETUP-03", "there is no start tile {tile}", tile=tile)
    players = len([seat for seat in seats(state) if settlers(state, seat, "")])
    require(
        len(spots_of(state, tile)) >= players,
        "LP-SETUP-03",
        "start tile {tile} is too small for {players} players",
        tile=tile,
        players=players,
    )


def check_bank(state: State) -> None:
    """Check that the coins of the box, if they are counted, are enough for what everybody starts with.

    G-01, LP-SETUP-12.
    """
    money = options(state).bank_mc
    players = len(seats(state))
    require(
        not money or money >= START_MONEY * players,
        "G-01",
        "a bank of {money} MC cannot give {each} MC to each of {players} players",
        money=money,
        each=START_MONEY,
        players=players,
    )


def pool(state: State, deck: str) -> dict[str, Tile]:
    return {name: tile for name, tile in state.book.rows_of(Tile).items() if tile.deck == deck}


@amendable
def deck_of(state: State) -> dict[str, int]:
    """Return the pools that the hex deck is made of, and how many hexes of each at most (C-01)."""
    return {LAND: WHOLE_POOL}


@amendable
def added_hexes(state: State) -> list[str]:
    """Return single hexes that join the deck, whatever their pool."""
    return []


def hex_deck(table: Table) -> list[str]:
    """Return the landscape hexes of the pools; never a start tile (C-01)."""
    chosen = [name for deck, count in sorted(deck_of(table.state).items()) for name in draw_hexes(table, deck, count)]
    return sorted({*chosen, *late_starts(table.state), *added_hexes(table.state)})


def make_hexes(table: Table) -> dict[str, Tile]:
    """Return generated hexes, if an option asks for them."""
    if options(table.state).hex_set != "generated":
        return {}
    from .map.hex_sets import generate_hexes  # saves it for games with the printed hexes

    return generate_hexes(table)


@amendable
def late_starts(state: State) -> dict[str, Tile]:
    """Return the start tiles not in use: by the literal reading of C-01 they are hexes without spots in the deck."""
    if options(state).hex_deck != "literal" or LAND not in deck_of(state):
        return {}
    left = {
        name: tile for name, tile in pool(state, LAND).items() if "start" in tile.traits and name != start_tile(state)
    }
    return {name: replace(tile, spots=(), traits=(), players=0) for name, tile in left.items()}


def draw_hexes(table: Table, deck: str, count: int) -> list[str]:
    """Return the hexes of a pool, drawn at random if it has more than are wanted."""
    hexes = landscapes(table.state, deck)
    return table.rng.shuffled(hexes, f"deck/hexes/{deck}")[:count] if len(hexes) > count else hexes


def landscapes(state: State, deck: str) -> list[str]:
    """Return the hexes of a pool that may be in the deck (C-01)."""
    short = options(state).hex_deck != FULL_DECK_HEXES
    hexes = sorted(name for name, tile in pool(state, deck).items() if "start" not in tile.traits)
    return [name for name in hexes if not (short and name in LEFT_OUT_HEXES)]


@amendable
def outfit(state: State, seat: Seat) -> dict[str, int]:
    """Return the cubes that a seat starts with (LP-SETUP-12)."""
    return {}


@amendable
def settlers(state: State, seat: Seat, spot: Place) -> tuple[Event, ...]:
    """Return what a seat has on the map at first: its colony, and a scientist in it (LP-SETUP-08)."""
    return ColonyFounded(seat, spot), TeamArrived(team_names(state.book, seat, SCIENTIST)[0], seat, spot)


def market_deck(table: Table) -> list[str]:
    """Return the market deck, five cards for each resource (C-06, G-09)."""
    wanted = options(table.state).market_deck
    return sorted(name for name, card in table.book.rows_of(MarketCard).items() if wanted in card.decks)


def first_leader(table: Table) -> Seat:
    """Return the first Leader, named or drawn (LP-SETUP-18, G-13)."""
    everybody = seats(table.state)
    wanted = options(table.state).first_leader
    require(
        wanted in ("random", *everybody),
        "LP-SETUP-18",
        "{colour} has no seat in this game and cannot lead",
        colour=wanted,
    )
    return table.rng.pick(everybody, "first-leader") if wanted == "random" else wanted


def setup(table: Table) -> None:
    """Set the game up; decks are made last because earlier answers may change them (LP-SETUP-01 to LP-SETUP-19)."""
    state = table.state
    table.emit(OptionsSettled(options(state).edition))
    start = start_tile(state)
    check_start(state, start)
    check_bank(state)
    table.emit(StartLaid(start))
    if made := {**make_hexes(table), **late_starts(state)}:
        table.emit(HexesMade(made))
    table.emit(BankFilled(dict(cubes_of(state)), START_PRICE, options(state).bank_mc))
    table.emit(LeaderChosen(first_leader(table)))
    for n, seat in enumerate(clockwise(state), 1):
        table.emit(Equipped(seat, START_MONEY, outfit(state, seat)))
        for fact in settlers(state, seat, f"{start}.{n}"):
            table.emit(fact)
    table.then(ShuffleDecks(), BeginTurn(1))


class ShuffleDecks(Step, frozen=True):
    def run(self, table: Table) -> None:
        """Finish set-up; a module that has questions asks them before (LP-SETUP-14, LP-SETUP-16, LP-NPC-02)."""
        rng = table.rng
        seated = seats(table.state)
        hexes = rng.shuffled(hex_deck(table), "deck/hexes")
        market = rng.shuffled(market_deck(table), "deck/market")
        others = {c: tuple(rng.shuffled(CARDS, f"deck/planet/{c}/1")) for c in COLOURS if c not in seated}
        table.emit(DecksShuffled(tuple(hexes), tuple(market), others=others, sizes=(len(hexes), len(market))))


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
