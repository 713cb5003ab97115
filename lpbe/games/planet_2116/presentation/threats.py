"""What threatens a reader: an announced attack, the heat to come, and what the visible cards could reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ....kernel.base.canonical import Plain
from ....kernel.engine.foresight import Certainty, Fact, Outcome, Tone
from ....kernel.engine.model import Agenda, Seat, State
from ....kernel.engine.rehearsal import rehearse
from ....kernel.engine.rulebook import tag
from ..attacks import card_sets
from ..destruction import TilesTaken, blast_area
from ..ending import ARK_CARDS, ARK_GREENS, GREENS_TO_WIN
from ..globe import continent_at, is_standing
from ..heat import Warm, Warmed
from ..queries import continent_of, factories, is_refugee, kind_of, on_continent, own_cards
from ..round import RoundBegan
from ..state import (
    GREEN,
    HUMANS,
    MAX_HEAT_DEGREES,
    PLANET,
    POLLUTING,
    Attack,
    Capital,
    City,
    Climate,
    Nations,
    Planet2116Options,
    Prepared,
    Round,
    World,
)
from .attack_reach import reachable_tiles

WARNING_STEPS = 2
"""A victory that is at most this many steps away is a threat to the others."""


def threats(state: State, reader: Seat) -> Iterator[Fact]:
    """Yield certain threats first."""
    if reader == PLANET:
        yield from human_hopes(state)
        return
    yield from attack_threats(state, reader)
    yield from heat_threats(state)
    yield from within_reach(state, reader)


def attack_threats(state: State, reader: Seat) -> Iterator[Fact]:
    """Yield what an attack takes from the reader unless somebody opposes it, blasts included."""
    attack = state[Attack]
    if attack.pending:
        shields = state[World].shields
        heeded = shields if state[Planet2116Options].blast_respects_protection else []
        hit = [tile for tile in attack.tiles if tile not in shields]
        hit += [tile for tile in blast_area(state, attack.tiles) if tile not in heeded]
        for treasure in treasures(state, reader, [tile for tile in hit if tile not in attack.blocked]):
            yield loss_fact("threat.sure", {"kind": attack.kind, "what": treasure}, treasure.place)


def loss_fact(key: str, values: Plain, tile: str) -> Fact:
    """Return that a tile is removed if nobody opposes it."""
    taken = (Outcome(tag(TilesTaken), {"tiles": [tile]}),)
    return Fact(key, values, tone="bad", place=tile, certainty=Certainty.POSSIBLE, outcomes=taken)


def treasures(state: State, reader: Seat, tiles: Sequence[str]) -> Iterator[Fact]:
    """Yield the reader's capital and all working factories among some tiles."""
    capital = capital_tile(state, reader)
    if capital in tiles and is_standing(state, capital):
        yield Fact("capital", {"tile": capital}, tone="bad", place=capital)
    for tile in (tile for tile in tiles if state[World].sites.get(tile) in (GREEN, POLLUTING)):
        values = {"tile": tile, "what": state[World].sites[tile], "continent": continent_at(state, tile)}
        yield Fact("factory", values, tone="bad", place=tile)


def capital_tile(state: State, seat: Seat) -> str:
    """Return the tile of a seat's own capital; nothing for refugees, who have none."""
    own = state.open(Capital, seat)
    row = state.book.rows_of(City).get(own.city) if own and not is_refugee(state, seat) else None
    return row.tile if row else ""


def heat_threats(state: State) -> Iterator[Fact]:
    """Yield what phase 2 of the next turn brings at least, by factories and visible cards (2116-HEAT-01)."""
    heat = heat_to_come(state)
    if heat >= MAX_HEAT_DEGREES:
        yield heat_fact("threat.heat.end", {"heat": heat}, "bad")
    elif heat > state[Climate].heat:
        left = MAX_HEAT_DEGREES - heat
        yield heat_fact("threat.heat", {"heat": heat, "left": left}, "bad" if left <= MAX_HEAT_DEGREES // 5 else "")


def heat_fact(key: str, values: Plain, tone: Tone = "") -> Fact:
    """Return what phase 2 brings at least if nobody cools: Humans who are still to play may do so."""
    warm = (Outcome(tag(Warmed), least={"heat": values["heat"]}),)
    return Fact(key, values, tone, certainty=Certainty.POSSIBLE, outcomes=warm, until=(tag(Warmed),))


def heat_to_come(state: State) -> int:
    """Return the reading after the next phase 2 if nothing else happens; hidden cards may add to it."""
    trial = state.with_parts({**state, Prepared: replace(state[Prepared], hidden=0)})
    if not any(isinstance(step, Warm) for step in state[Agenda].steps):
        trial = trial.copy()
        RoundBegan(state[Round].number + 1).apply(trial)
    played = rehearse(trial, Warm())
    return next((event.heat for event in played.events if isinstance(event, Warmed)), state[Climate].heat)


def in_sight(state: State) -> list[tuple[str, int]]:
    """Return the attacks that the visible cards allow: the largest of each kind."""
    seen = state.with_parts({**state, Prepared: replace(state[Prepared], hidden=0)})
    kinds = dict.fromkeys(kind_of(seen, card) for card in seen[Prepared].cards)
    sets = {kind: card_sets(seen, kind) for kind in kinds}
    return [(kind, max(map(len, found))) for kind, found in sets.items() if found]


def within_reach(state: State, reader: Seat) -> Iterator[Fact]:
    """Yield the reader's things that the visible cards could hit, kind by kind."""
    for kind, most in in_sight(state):
        open_tiles = [tile for tile in reachable_tiles(state, kind, most) if tile not in state[World].shields]
        for treasure in treasures(state, reader, open_tiles):
            yield loss_fact("threat.reach", {"kind": kind, "cards": most, "what": treasure}, treasure.place)


def human_hopes(state: State) -> Iterator[Fact]:
    """Yield how near the Humans are, as far as the Planet sees (2116-END-01, 2116-END-02)."""
    greens = len(factories(state, GREEN))
    if GREENS_TO_WIN - greens <= WARNING_STEPS:
        yield Fact("threat.greens", {"left": GREENS_TO_WIN - greens}, "bad")
    for seat in (seat for seat in HUMANS if seat in state[Nations].continents and not is_refugee(state, seat)):
        there = len(on_continent(state, factories(state, GREEN), continent_of(state, seat)))
        missing = max(0, ARK_GREENS - there), max(0, ARK_CARDS - len(own_cards(state, seat)))
        if sum(missing) <= WARNING_STEPS:
            yield Fact("threat.ark", {"seat": seat, **ark_needs(*missing)}, "bad")


def ark_needs(greens: int, cards: int) -> dict[str, int]:
    """Return what an Ark still needs; if that is one thing, under a name of its own, so that no 0 is mentioned."""
    if greens and cards:
        return {"greens": greens, "cards": cards}
    return {"only_greens": greens} if greens else {"only_cards": cards}
