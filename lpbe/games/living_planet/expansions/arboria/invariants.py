"""What holds in every position, what a seat can check itself, and what content cannot be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .....kernel.base.errors import Message
from .....kernel.engine.model import Roster, Seat, State
from .....kernel.engine.rulebook import Rulebook
from ...actions.trade_terms import cubes_in_play
from ...map.queries import around, hex_of, inside, resources, team_in
from ...setup import pool
from ...state import Bank, Decks, Hand, Map, Purse, Tile, Turn
from .dams import banks
from .fire import FIRE_TOKENS
from .flood import floods
from .queries import VOLCANO, is_volcano
from .state import ERUPTION, Oxygen, Wilds
from .wood import POOL


def table_faults(state: State) -> Iterator[str]:
    """Yield an error unless fires, dams and platforms are on hexes of the map, and whoever found oxygen plays."""
    wilds, hexes = state[Wilds], state[Map].hexes
    on = {*wilds.fires, *wilds.driven, *wilds.dams, *(spot.partition(".")[0] for spot in wilds.platforms)}
    if missing := sorted(on.difference(hexes)):
        yield f"nothing can be on {missing}, which are not on the map"
    if strangers := sorted({find.seat for find in wilds.found.values()}.difference(state[Roster].seats)):
        yield f"nobody plays {strangers}"


def laws(state: State) -> Iterator[str]:
    yield from cubes_are_kept(state)
    yield from tokens_lie_right(state)
    yield from teams_are_safe(state)
    yield from hexes_are_kept(state)


def cubes_are_kept(state: State) -> Iterator[str]:
    """Yield resources whose cubes in the bank and behind the screens do not add up (ARB-WOOD-09)."""
    for resource in resources(state):
        purses = [state[Purse, seat].cubes.get(resource, 0) for seat in state[Roster].seats]
        there = state[Bank].cubes.get(resource, 0)
        if there + sum(purses) != cubes_in_play(state, resource) or min(*purses, there) < 0:
            yield f"{resource} is made or lost: {there} in the bank, {purses} behind the screens"


def tokens_lie_right(state: State) -> Iterator[str]:
    """Yield misplaced tokens (ARB-FIRE-07, ARB-FIRE-27, ARB-DAM-04, ARB-PLAT-04, ARB-PLAT-05)."""
    wilds = state[Wilds]
    hexes = state[Map].hexes
    if (
        len(wilds.fires) > FIRE_TOKENS
        or len(set(wilds.fires)) < len(wilds.fires)
        or not set(wilds.fires) <= hexes.keys()
    ):
        yield f"fires lie wrong: {wilds.fires}"
    if stray := [
        hex for hex, origin in wilds.driven.items() if hex not in wilds.fires or origin not in around(state, hex)
    ]:
        yield f"fires driven from nowhere: {stray}"
    if stray := [hex for hex in wilds.dams if hex not in banks(state)]:
        yield f"dams away from the volcano: {stray}"
    built = state[Map].buildings
    if stray := [spot for spot in wilds.platforms if spot not in built or not floods(state, spot.partition(".")[0])]:
        yield f"platforms without a building or a flood: {stray}"


def teams_are_safe(state: State) -> Iterator[str]:
    """Yield teams in a fire or on the volcano (ARB-FIRE-14, ARB-VOLC-09)."""
    for name, team in state[Map].teams.items():
        hex = hex_of(state, team.place)
        if is_volcano(state, hex):
            yield f"{name} is on the volcano"
        if inside(state, team.place) and team_in(state, team.place) is None:
            yield f"{name} is in no building"


def hexes_are_kept(state: State) -> Iterator[str]:
    """Yield hexes of this module that are not exactly once in the deck, in a hand or on the map (ARB-SETUP-02)."""
    hands = [hex for seat in state[Roster].seats for hex in state[Hand, seat].hexes]
    lying = Counter([*state[Decks].hexes, *hands, *state[Map].hexes])
    if state[Turn].number and (wrong := [hex for hex in pool(state, POOL) if lying[hex] != 1]):
        yield f"hexes are lost or there twice: {wrong}"


def judge(state: State, seat: Seat) -> Iterator[Message]:
    """Yield resources of which a seat has more than is out of the bank, off the map and in the game (ARB-WOOD-09)."""
    for resource in resources(state):
        have = state[Purse, seat].cubes.get(resource, 0)
        most = cubes_in_play(state, resource)
        if have > most - state[Bank].cubes.get(resource, 0):
            yield Message(
                "you have {count} {resource}, but there are not that many left", {"count": have, "resource": resource}
            )


def audit(book: Rulebook) -> Iterator[Message]:
    """Yield what the rules cannot handle: volcanoes, oxygen on unknown hexes, floods at sea.

    ARB-AMB-13, ARB-AMB-36, ARB-AMB-43.
    """
    tiles = book.rows_of(Tile)
    volcanoes = [name for name, tile in tiles.items() if VOLCANO in tile.traits]
    if len(volcanoes) > 1:
        yield Message("tiles: there is more than one volcano")
    for name, tile in tiles.items():
        rivers = [die for die, kind in tile.dice.items() if kind == ERUPTION]
        if rivers and (name not in volcanoes or any(die not in tile.sides for die in rivers)):
            yield Message("tiles.{tile}: an eruption needs a volcano, and each die needs a side", {"tile": name})
        if "flood" in tile.dice.values() and "S" in tile.edges:
            yield Message("tiles.{tile}: a hex with sea cannot have a flood", {"tile": name})
    for name, row in book.rows_of(Oxygen).items():
        if row.hex not in tiles:
            yield Message("oxygen.{row}: there is no hex {hex}", {"row": name, "hex": row.hex})
