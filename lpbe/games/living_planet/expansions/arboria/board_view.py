"""How Arboria looks on a board: fires and where they came from, stars of oxygen, dams on their side, platforms."""

from __future__ import annotations

from .....board.model import Look, Phrase, TokenView
from .....kernel.engine.model import State
from ...map.zones import side_between
from ...presentation.style import with_more
from ...state import Place
from .queries import is_burning, is_volcano
from .state import ERUPTION, Oxygen, Wilds

FIRE = "fire-token"
OXYGEN = "oxygen"
DAM = "dam"
PLATFORM = "platform"
"""The four kinds of tokens, by their words."""
SHAPES = {FIRE: "flame", OXYGEN: "star", DAM: "block", PLATFORM: "base"}
COLOURS = {FIRE: "orange", OXYGEN: "yellow", DAM: "stone", PLATFORM: "wood", "wood": "wood"}


def wild_look(answer: Look, state: State) -> Look:
    return with_more(
        answer,
        patterns={ERUPTION: "flow"},
        tokens=SHAPES,
        colours=COLOURS,
        icons={"wood": "tree", "hydro_post": "tower", "fire": "flame", "flood": "flood", ERUPTION: "volcano"},
        washes={FIRE: "orange"},
        legend={"abandoned": "mark.abandoned"},
    )


def wild_tokens(answer: tuple[TokenView, ...], state: State, hex: str) -> tuple[TokenView, ...]:
    """Add oxygen, fire tokens, and dams on the sides of the volcano (ARB-OXY-01, ARB-FIRE-06, ARB-DAM-07)."""
    fires = [TokenView(FIRE, way=origin(state, hex))] if is_burning(state, hex) else []
    return (*answer, *stars(state, hex), *fires, *(dams(state, hex) if is_volcano(state, hex) else ()))


def stars(state: State, hex: str) -> list[TokenView]:
    pockets = [row for row in state.book.rows_of(Oxygen).values() if row.hex == hex]
    return [TokenView(OXYGEN, row.stars, worth=Phrase("mark.stars", {"stars": row.stars})) for row in pockets]


def dams(state: State, volcano: str) -> list[TokenView]:
    built = sorted(state[Wilds].dams.items())
    return [TokenView(DAM, at=side_between(state, volcano, behind), resource=of) for behind, of in built]


def origin(state: State, hex: str) -> int | None:
    """Return the side over which a tornado drove the fire (ARB-TORN-02)."""
    before = state[Wilds].driven.get(hex)
    return side_between(state, hex, before) if before else None


def wood_below(answer: tuple[TokenView, ...], state: State, spot: Place) -> tuple[TokenView, ...]:
    """Add the platform below a building (ARB-PLAT-03)."""
    return (*answer, TokenView(PLATFORM)) if spot in state[Wilds].platforms else answer
