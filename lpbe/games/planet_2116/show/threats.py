"""What threatens a reader: an attack that is announced, the heat to come, and what the cards in sight could reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ....kernel.play.foresight import Told
from ....kernel.play.rules import Agenda, Seat, State
from ....kernel.play.silence import rehearse
from ..attack import card_sets
from ..ending import ARK_CARDS, ARK_GREENS, GREENS
from ..globe import continent_at, standing
from ..heat import Warm, Warmed
from ..options import Planet2116Options
from ..reading import continent_of, factories, kind_of, on_continent, own_cards, refugee
from ..state import (
    GREEN,
    HOT,
    HUMANS,
    PLANET,
    POLLUTING,
    Attack,
    Capital,
    City,
    Climate,
    Nations,
    Prepared,
    Round,
    World,
)
from ..strike import blast_area
from ..turn import RoundBegan
from .reach import reached

NEAR = 2
"""How many steps before its end a way to win is a threat to the others."""


def threats(state: State, reader: Seat) -> Iterator[Told]:
    """Certain ones first."""
    if reader == PLANET:
        yield from human_hopes(state)
        return
    yield from announced(state, reader)
    yield from warming(state)
    yield from within_reach(state, reader)


def announced(state: State, reader: Seat) -> Iterator[Told]:
    """What of the reader's an attack takes unless somebody opposes it, blasts too."""
    attack = state[Attack]
    if attack.pending:
        shields = state[World].shields
        heeded = shields if state[Planet2116Options].blast_respects_protection else []
        hit = [tile for tile in attack.tiles if tile not in shields]
        hit += [tile for tile in blast_area(state, attack.tiles) if tile not in heeded]
        for told in treasures(state, reader, [tile for tile in hit if tile not in attack.blocked]):
            yield Told("threat.sure", {"kind": attack.kind, "what": told}, "bad", told.place)


def treasures(state: State, reader: Seat, tiles: Sequence[str]) -> Iterator[Told]:
    """The capital of the reader, and working factories wherever they are, among some tiles."""
    capital = capital_tile(state, reader)
    if capital in tiles and standing(state, capital):
        yield Told("capital", {"tile": capital}, "bad", capital)
    for tile in (tile for tile in tiles if state[World].sites.get(tile) in (GREEN, POLLUTING)):
        values = {"tile": tile, "what": state[World].sites[tile], "continent": continent_at(state, tile)}
        yield Told("factory", values, "bad", tile)


def capital_tile(state: State, seat: Seat) -> str:
    """The tile of a seat's own capital; nothing for refugees, who have none."""
    own = state.open(Capital, seat)
    row = state.book.rows_of(City).get(own.city) if own and not refugee(state, seat) else None
    return row.tile if row else ""


def warming(state: State) -> Iterator[Told]:
    """2116-HEAT-01: what phase 2 of the next turn brings at least, by factories and the cards in sight."""
    heat = heat_to_come(state)
    if heat >= HOT:
        yield Told("threat.heat.end", {"heat": heat}, "bad")
    elif heat > state[Climate].heat:
        yield Told("threat.heat", {"heat": heat, "left": HOT - heat}, "bad" if HOT - heat <= HOT // 5 else "")


def heat_to_come(state: State) -> int:
    """The reading after the next phase 2 if nothing else happens; cards face down may add to it."""
    trial = state.having({**state, Prepared: replace(state[Prepared], hidden=0)})
    if not any(isinstance(step, Warm) for step in state[Agenda].steps):
        trial = trial.copy()
        RoundBegan(state[Round].number + 1).apply(trial)
    played = rehearse(trial, Warm())
    return next((event.heat for event in played.events if isinstance(event, Warmed)), state[Climate].heat)


def in_sight(state: State) -> list[tuple[str, int]]:
    """The attacks that the cards in sight allow: of each kind the largest."""
    seen = state.having({**state, Prepared: replace(state[Prepared], hidden=0)})
    kinds = dict.fromkeys(kind_of(seen, card) for card in seen[Prepared].cards)
    sets = {kind: card_sets(seen, kind) for kind in kinds}
    return [(kind, max(map(len, found))) for kind, found in sets.items() if found]


def within_reach(state: State, reader: Seat) -> Iterator[Told]:
    """What of the reader's the cards in sight could hit, kind by kind."""
    for kind, most in in_sight(state):
        open_tiles = [tile for tile in reached(state, kind, most) if tile not in state[World].shields]
        for told in treasures(state, reader, open_tiles):
            yield Told("threat.reach", {"kind": kind, "cards": most, "what": told}, "bad", told.place)


def human_hopes(state: State) -> Iterator[Told]:
    """2116-END-01, 2116-END-02: how near the Humans are, as far as the Planet sees."""
    greens = len(factories(state, GREEN))
    if GREENS - greens <= NEAR:
        yield Told("threat.greens", {"left": GREENS - greens}, "bad")
    for seat in (seat for seat in HUMANS if seat in state[Nations].continents and not refugee(state, seat)):
        there = len(on_continent(state, factories(state, GREEN), continent_of(state, seat)))
        missing = max(0, ARK_GREENS - there), max(0, ARK_CARDS - len(own_cards(state, seat)))
        if sum(missing) <= NEAR:
            yield Told("threat.ark", {"seat": seat, "greens": missing[0], "cards": missing[1]}, "bad")
