"""Tables to test with: a new game, or a new game put into another position by a scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from lpbe.games import book_of
from lpbe.games.living_planet.state import COLOURS, Decks, Hand, Map, Piles
from lpbe.kernel.chain.sealed_state import read_components, write_components
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Roster, Seat, State, Visibility
from lpbe.kernel.engine.rulebook import Rulebook
from lpbe.kernel.engine.table import Table, start

GAME = "living-planet"
SEATS = COLOURS
UNDER_WAY = {"turn": {"dice": dict.fromkeys(COLOURS, 1), "order": list(COLOURS)}}
"""What is on the Leader board where a scenario begins in the middle of a turn."""


def new_game(
    seed: int = 0,
    seats: Sequence[Seat] = SEATS,
    options: Mapping[str, Any] | None = None,
    expansions: Sequence[str] = (),
    begin: bool = True,
    others: Mapping[str, Any] | None = None,
) -> Table:
    """Options are those of the base game; others those of its expansions, by their names."""
    book = book_of(GAME, expansions)
    table = Table(book.blank(seats, {**(others or {}), GAME: options or {}}), Rng(seed.to_bytes(32, "big")))
    if begin:
        start(table)
    return table


def position(
    given: Mapping[str, Any],
    seats: Sequence[Seat] = SEATS,
    options: Mapping[str, Any] | None = None,
    expansions: Sequence[str] = (),
    others: Mapping[str, Any] | None = None,
) -> Table:
    """A new game led by the first seat, with the given parts laid over it: tables merge, what is false is taken away.

    Components are named as in files, what lies behind a screen under its seat; sizes of hands and decks are counted.
    """
    begun = new_game(0, seats, {"first_leader": seats[0], **(options or {})}, expansions, others=others)
    state, laid = begun.state, merge_tables(UNDER_WAY, given) if "agenda" in given else given
    for visibility, seat in sections(seats):
        part = (
            laid.get(seat, {}) if seat else {name: laid[name] for name in names(begun.book, visibility) if name in laid}
        )
        whole = merge_tables(write_components(state, visibility, seat), part)
        read_components(begun.book, state, visibility, msgspec.json.decode(msgspec.json.encode(whole)), seat)
    unknown = laid.keys() - {*seats, *names(begun.book, Visibility.PUBLIC), *names(begun.book, Visibility.HIDDEN)}
    assert not unknown, unknown
    state[Roster].seats = list(seats)
    tidy(state, given)
    return Table(state, Rng(bytes(32)))


def sections(seats: Sequence[Seat]) -> list[tuple[Visibility, Seat | None]]:
    return [(Visibility.PUBLIC, None), (Visibility.HIDDEN, None), *((Visibility.PRIVATE, seat) for seat in seats)]


def names(book: Rulebook, visibility: Visibility) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(book.state_types[visibility])]


def merge_tables(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    out = dict(old)
    for key, value in new.items():
        if value is False:
            out.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(out.get(key), Mapping):
            out[key] = merge_tables(out[key], value)
        else:
            out[key] = value
    return out


def tidy(state: State, given: Mapping[str, Any]) -> None:
    """Remove from decks what is elsewhere, and update public counts."""
    decks, piles = state[Decks], state[Piles]
    hands = {seat: state[Hand, seat] for seat in state[Roster].seats}
    if "hexes" not in given.get("decks", {}):
        away = {*state[Map].hexes, *(name for hand in hands.values() for name in hand.hexes)}
        decks.hexes = [name for name in decks.hexes if name not in away]
    if "market" not in given.get("decks", {}):
        away = {*decks.discard, *(name for hand in hands.values() for name in hand.market)}
        decks.market = [name for name in decks.market if name not in away]
    piles.hexes, piles.market, piles.discard = len(decks.hexes), len(decks.market), len(decks.discard)
    piles.hands = {seat: len(hand.cards) for seat, hand in hands.items()}
