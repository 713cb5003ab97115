"""Games and rich positions with the expansions, for tests that try all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from msgspec import UNSET

from lpbe.bots.strategies import choose_order
from lpbe.games import book_of, game_of
from lpbe.games.living_planet.expansions.aquarius.walls import Walls
from lpbe.games.living_planet.expansions.arboria.state import Wilds
from lpbe.games.living_planet.map.queries import chips_left, team_names
from lpbe.games.living_planet.state import CHIPS_PER_SEAT, Bank, Decks, Hand, Map, Piles, Purse, Track
from lpbe.kernel.content import packs
from lpbe.kernel.engine.chance import Rng, Stream
from lpbe.kernel.engine.model import Held, Roster, Seat, Standing, State
from lpbe.kernel.engine.rulebook import Rulebook, bind
from lpbe.kernel.engine.table import Table, answers_wanted, start, submit

from .positions import GAME, SEATS

EDITIONS = ("merged", "fr", "en", "published-like")
MOST = 6000
"""The maximum number of orders of a game that does not end."""


class Kind(NamedTuple):
    """Which expansions, and what is reported about them."""

    expansions: tuple[str, ...]
    options: dict[str, dict[str, Any]] = {}


TERRA = {"aquarius": {"scenario": "terra_h2o"}}
KINDS = {
    "arboria": Kind(("arboria",)),
    "aquarius": Kind(("aquarius",)),
    "terra-h2o": Kind(("aquarius",), TERRA),
    "both": Kind(("arboria", "aquarius")),
    "both, terra-h2o": Kind(("arboria", "aquarius"), TERRA),
}


class Moved(NamedTuple):
    """A table after an order, and who gave it where."""

    before: State
    table: Table
    seat: Seat


@cache
def other_order(expansions: tuple[str, ...]) -> Rulebook:
    """Return the same modules, bound the other way round."""
    base, *more = game_of(GAME).modules(expansions)
    return bind(base, *reversed(more), content=packs.rows(GAME))


def bound_otherwise(state: State) -> State:
    """Return the same position by the other rulebook."""
    again = state.with_parts(state)
    again.book = other_order(tuple(module.name for module in state.book.modules[1:]))
    return again


def begin_game(kind: Kind, seed: int) -> Table:
    """Start a game: every edition and number of players in turn, a third of all games short."""
    length = {"arboria": {"length": "normal" if seed % 3 else "short"}} if "arboria" in kind.expansions else {}
    options = {GAME: {"edition": EDITIONS[seed % 4]}, **length, **kind.options}
    table = Table(book_of(GAME, kind.expansions).blank(SEATS[: 2 + seed % 3], options), Rng(seed.to_bytes(32, "big")))
    start(table)
    return table


def next_seat(state: State) -> Seat:
    """Return one of those that have not answered yet: somebody must be able to."""
    return next(seat for seat in answers_wanted(state) if state[Standing, seat].answer is UNSET)


def moves(kind: Kind, seed: int, copied: int = 1) -> Iterator[Moved]:
    """Yield a game of seats that give any legal order; the state before is copied only before every few."""
    game, table, chance = game_of(GAME), begin_game(kind, seed), Stream(seed.to_bytes(32, "little"))
    for number in range(MOST):
        if not answers_wanted(table.state):
            return
        seat, before = next_seat(table.state), table.state
        order = choose_order("bot:random", game, before.seen_by(seat), seat, chance)
        if number % copied == 0:
            before = before.copy()
        table = Table(table.state, Rng(seed.to_bytes(32, "big")))
        submit(table, seat, [Held(order)])
        yield Moved(before, table, seat)
    raise AssertionError(f"game {seed} does not end")


# What there is


def laid_materials(state: State) -> Iterator[str]:
    """Yield the cubes that lie on the map as walls, dams and platforms."""
    if isinstance(walls := state.get(Walls), Walls):
        yield from walls.built.values()
    if isinstance(wilds := state.get(Wilds), Wilds):
        for dam in wilds.dams.values():
            yield from ("iron", "vibranium") if dam == "alloy" else (dam,)
        yield from ("wood" for _ in wilds.platforms)


def cubes(state: State) -> Counter[str]:
    """Every cube, wherever it is: bank, screens, track, removed by a card, on the map."""
    found = Counter(state[Bank].cubes)
    for seat in state[Roster].seats:
        found.update(state[Purse, seat].cubes)
    found.update(spot for spot in state[Track].spots if spot)
    found.update(state[Track].removed)
    found.update(laid_materials(state))
    return found


def hexes(state: State) -> list[str]:
    """Every hex, wherever it is: map, deck, hands, private pools."""
    found = [*state[Map].hexes, *state[Decks].hexes]
    for seat in state[Roster].seats:
        found += state[Hand, seat].hexes
    return sorted(found)


def cards(state: State) -> list[str]:
    decks = state[Decks]
    return sorted(
        [*decks.market, *decks.discard, *(c for seat in state[Roster].seats for c in state[Hand, seat].market)]
    )


def census(state: State) -> dict[str, Any]:
    """Return what must never change once the first turn has begun."""
    seats = state[Roster].seats
    return {
        "cubes": +cubes(state),
        "hexes": hexes(state),
        "cards": cards(state),
        "planet cards": {seat: sorted((*state[Hand, seat].cards, *state[Hand, seat].pile)) for seat in seats},
    }


def wrong_sizes(state: State) -> Iterator[str]:
    """Public sizes of what is hidden, pieces that are used once, and nobody poorer than nothing."""
    decks, piles, built = state[Decks], state[Piles], state[Map].buildings
    if (piles.hexes, piles.market) != (len(decks.hexes), len(decks.market)):
        yield f"the decks have {len(decks.hexes)} and {len(decks.market)}, told are {piles.hexes} and {piles.market}"
    tiles = [building.tile for building in built.values()]
    if len(tiles) != len(set(tiles)):
        yield f"a building is there twice: {sorted(tiles)}"
    for name, team in state[Map].teams.items():
        if name not in team_names(state.book, team.seat, team.kind):
            yield f"{name} is no {team.kind} of {team.seat}"
    for seat in state[Roster].seats:
        if min(state[Purse, seat].money, *state[Purse, seat].cubes.values()) < 0:
            yield f"{seat} owes something"
        if not 0 <= chips_left(state, seat) <= CHIPS_PER_SEAT:
            yield f"{seat} has {chips_left(state, seat)} chips"
