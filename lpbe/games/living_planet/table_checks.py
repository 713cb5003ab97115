"""Checks of the public table: it names only what the game has, whatever else it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...kernel.engine.model import Roster, State
from .state import (
    COLOURS,
    Bank,
    BuildingKind,
    HexSet,
    Map,
    MarketCard,
    Piles,
    ResourceKind,
    TeamKind,
    Tile,
    Track,
    Turn,
)


def table_faults(state: State) -> Iterator[str]:
    yield from map_faults(state)
    yield from market_faults(state)
    yield from turn_faults(state)


def unknown(what: str, named: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    """Yield a fault if something is named that does not exist; an empty name means nothing."""
    if missing := {*named}.difference(known, ("",)):
        yield f"there is no {what} {', '.join(sorted(missing))}"


def map_faults(state: State) -> Iterator[str]:
    """Yield an error unless hexes, buildings and teams are of known kinds and in places of the map."""
    book, board, seats = state.book, state[Map], state[Roster].seats
    yield from unknown("hex", board.hexes, {*book.rows_of(Tile), *state[HexSet].tiles})
    if len({laid.at for laid in board.hexes.values()}) < len(board.hexes):
        yield "two hexes are in one place"
    yield from unknown("building", (one.kind for one in board.buildings.values()), book.rows_of(BuildingKind))
    yield from unknown("chip", (one.chip for one in board.buildings.values()), seats)
    yield from unknown("hex", (place.partition(".")[0] for place in board.buildings), board.hexes)
    yield from unknown("kind of team", (one.kind for one in board.teams.values()), book.rows_of(TeamKind))
    yield from unknown("seat", (one.seat for one in board.teams.values()), seats)
    places = {one.place.partition(".")[0] for one in board.teams.values()}
    yield from unknown("place", places, {*board.hexes, *board.teams})


def market_faults(state: State) -> Iterator[str]:
    """Yield an error unless every resource has its price and its cubes, and there are no others."""
    resources, bank = state.book.rows_of(ResourceKind), state[Bank]
    yield from unknown("resource", (*bank.cubes, *bank.prices, *state[Track].spots, *state[Track].removed), resources)
    if state[Turn].number:
        yield from (f"{name} has no price" for name in sorted(resources.keys() - bank.prices.keys()))
        yield from (f"the cubes of {name} are not counted" for name in sorted(resources.keys() - bank.cubes.keys()))
    yield from unknown("market card", (state[Piles].top,), state.book.rows_of(MarketCard))


def turn_faults(state: State) -> Iterator[str]:
    """Yield an error unless dice have colours, cards are counted and the Leader is one of the players."""
    turn, piles, seats = state[Turn], state[Piles], state[Roster].seats
    yield from unknown("seat", (turn.leader, *turn.fate, *turn.forced, *piles.hands, *piles.recovered), seats)
    yield from unknown("die", (*turn.dice, *turn.order), COLOURS)
    if turn.number:
        yield from (f"the cards of {seat} are not counted" for seat in seats if seat not in piles.hands)
