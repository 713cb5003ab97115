"""The world as a chart: what is on each tile and what was removed, as one reader may know it."""

from __future__ import annotations

from collections.abc import Iterator

from ....board.model import Chart, Look, Phrase, TileView, TokenView
from ....kernel.engine.model import Agenda, Seat, State
from ..globe import Tile, city_at, globe
from ..preparation import clairvoyance
from ..queries import factories
from ..state import (
    GREEN,
    GREEN_RUIN,
    HUMANS,
    PLANET,
    POLLUTING,
    POLLUTING_RUIN,
    Attack,
    Capital,
    Climate,
    Nations,
    Round,
    World,
)

GROUNDS = ("sea", "coast", "forest", "mountain", "fault", "hole", "struck")
KINDS = ("fault", "city", "polluting", "green", "polluting-ruin", "green-ruin", "shield", "capital")
LOOK = Look(
    colours={"heat": "orange", PLANET: "black", "human-1": "red", "human-2": "blue", "human-3": "yellow"},
    patterns={
        "sea": "waves",
        "coast": "dots",
        "forest": "crosses",
        "mountain": "hills",
        "fault": "slashes",
        "hole": "lines",
        "struck": "cracks",
    },
    chips={PLANET: "hexagon", "human-1": "disc", "human-2": "square", "human-3": "diamond"},
    tokens={
        "fault": "number",
        "city": "city",
        "polluting": "works",
        "green": "leaf",
        "polluting-ruin": "ruin",
        "green-ruin": "ruin",
        "shield": "ring",
        "capital": "star",
    },
)


def picture(state: State, reader: Seat | None) -> Chart:
    """Return the public world, with the reader's own capital if they are a Human."""
    tiles = globe(state).tiles
    down = sorted({name[0] for name in tiles})
    across = sorted({name[1:] for name in tiles})
    own = state.open(Capital, reader) if reader in HUMANS else None
    home = own.city if own else ""
    return Chart(
        tiles=tuple(tile_view(state, tile, reader or "", home) for tile in tiles.values()),
        colours=(PLANET, *HUMANS),
        grounds=GROUNDS,
        kinds=KINDS,
        across=tuple(across),
        down=tuple(down),
        look=LOOK,
        note=Phrase("board.note", glance(state)),
    )


def glance(state: State) -> dict[str, int | str]:
    """Return the thermometer, and how close each side is to its goals."""
    return {
        "heat": state[Climate].heat,
        "greens": len(factories(state, GREEN)),
        "capitals": len(state[Nations].refugees),
        "level": clairvoyance(state),
    }


def tile_view(state: State, tile: Tile, reader: Seat, home: str) -> TileView:
    attack = state[Attack]
    taken = tile.name in state[World].taken
    pending = attack.pending and not state[Agenda].over
    fresh = taken and not pending and tile.name in attack.tiles
    return TileView(
        tile.name,
        *tile.at,
        "struck" if fresh else "hole" if taken else tile.terrain,
        tuple(tile_tokens(state, tile, reader, home)),
        owner=owner(state, tile),
        threatened=pending and tile.name in attack.tiles,
    )


def owner(state: State, tile: Tile) -> Seat:
    """Return whose continent it is, where there is a city or a factory and everybody knows."""
    if not city_at(state, tile.name) and tile.name not in state[World].sites:
        return ""
    continents = state[Nations].continents
    return next((seat for seat in HUMANS if continents.get(seat) == tile.continent), "") if tile.continent else ""


RULES = {kind: Phrase(f"rule.{kind}") for kind in ("city", "shield", POLLUTING, GREEN, POLLUTING_RUIN, GREEN_RUIN)}
"""What the rules say about each thing."""


def tile_tokens(state: State, tile: Tile, reader: Seat, home: str) -> Iterator[TokenView]:
    """Yield what is on a tile, the most important last; the Planet opens faults by their numbers."""
    world = state[World]
    if number := unopened_fault(state, tile):
        yield TokenView("fault", value=number, worth=Phrase("fault.number", {"number": number}))
    if city_at(state, tile.name):
        yield TokenView("city", name=tile.city, title=Phrase(tile.city), rule=RULES["city"])
    if site := world.sites.get(tile.name):
        yield TokenView(site, rule=RULES[site])
    if tile.name in world.shields:
        yield TokenView("shield", rule=RULES["shield"])
    if home and tile.city == home and home not in world.cities:
        yield TokenView("capital", owner=reader, private=True, title=Phrase("own.capital", {"city": home}))


def unopened_fault(state: State, tile: Tile) -> int:
    """Return the number of a fault that may still be opened, or 0: after the set-up a fault is a tile like others."""
    if not tile.fault or state[Round].number or tile.name in state[World].taken:
        return 0
    return next((number for number, name in globe(state).faults.items() if name == tile.name), 0)
