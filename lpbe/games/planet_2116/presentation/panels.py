"""Panels of a report: the thermometer, the Humans, cards, and the reader's own things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ....kernel.base.canonical import Plain
from ....kernel.engine.model import Agenda, Seat, Standing, State
from ....kernel.engine.panels import Panel
from ..globe import globe
from ..preparation import limit
from ..queries import factories, human_card, is_refugee, kind_of, own_cards, reserve, row_of
from ..state import (
    GREEN,
    GREEN_RUIN,
    HUMANS,
    PLANET,
    POLLUTING,
    POLLUTING_RUIN,
    Attack,
    Capital,
    City,
    FaceDown,
    Hand,
    Nations,
    Piles,
    Planet2116Options,
    Prepared,
    Round,
    World,
)

Row = tuple[Any, ...]
GROUNDS = ("fault", "sea", "coast", "forest", "mountain")
FIRST_ROUND_WITHOUT_OFFER = 2
"""Before this round, a policy is offered to each player without one."""


def panels(state: State, reader: Seat | None, events: Sequence[Plain] = ()) -> list[Panel]:
    public = [now(state), rules(state), prepared_panel(state), attack(state), humans(state), sites(state)]
    public += [holes(state), piles(state)]
    return [panel for panel in (*public, *(own(state, reader) if reader else ())) if panel.rows]


def now(state: State) -> Panel:
    """Return what the head of the page leaves out: tiles that are gone, the order of turns, and shared points."""
    nations = state[Nations]
    rows: list[Row] = [("taken", len(state[World].taken))]
    if state[Round].turns and not state[Agenda].over:
        rows += [("turns", state[Round].turns), ("pool", nations.pool)]
    return Panel("panel.now", rows, part="game", short=True)


def rules(state: State) -> Panel:
    """Return the options that are not as usual."""
    chosen = state[Planet2116Options]
    usual = Planet2116Options()
    changed = [name for name in usual.__struct_fields__ if getattr(chosen, name) != getattr(usual, name)]
    rows: list[Row] = [(f"planet2116-options.{name}", getattr(chosen, name)) for name in changed]
    return Panel("panel.rules", rows, short=True)


def prepared_panel(state: State) -> Panel:
    """Return what the Humans can see of the prepared cards."""
    laid = state[Prepared]
    if laid.groups:
        groups = [group.split(":") for group in laid.groups]
        rows: list[Row] = [("combo" if len(group) > 1 else "alone", group) for group in groups]
    elif laid.cards:
        rows = [("cards", laid.cards)]
    else:
        rows = [("hidden", laid.hidden)] if laid.hidden else []
    return Panel("panel.prepared", rows, short=True)


def attack(state: State) -> Panel:
    now = state[Attack]
    if not now.pending or state[Agenda].over:
        return Panel("panel.attack", [])
    rows: list[Row] = [("kind", {"value": now.kind, "origin": now.origin}), ("tiles", now.tiles)]
    return Panel("panel.attack", [*rows, *([("blocked", now.blocked)] if now.blocked else [])])


def humans(state: State) -> Panel:
    nations = state[Nations]
    hands = state[Piles].hands
    rows: list[Row] = [
        (
            seat,
            nations.continents.get(seat),
            status(state, seat),
            hands.get(seat, 0),
            len(own_cards(state, seat)),
            " ".join(own_cards(state, seat)) or None,
        )
        for seat in HUMANS
    ]
    columns = ("seat", "continent", "status", "hand", "points", "front")
    return Panel("panel.humans", rows, columns)


def status(state: State, seat: Seat) -> str | None:
    if is_refugee(state, seat):
        return "status.refugee"
    return "status.president" if state[Nations].hat == seat else None


def sites(state: State) -> Panel:
    """Return factories and ruins, and what protects them."""
    kinds = (POLLUTING, GREEN, POLLUTING_RUIN, GREEN_RUIN)
    rows: list[Row] = [(kind, factories(state, kind)) for kind in kinds if factories(state, kind)]
    shields = state[World].shields
    left = reserve(state)
    rows += [("shields", {"value": shields, "left": left}) if shields else ("unshielded", left)]
    return Panel("panel.sites", rows, short=True)


def holes(state: State) -> Panel:
    """Return what was taken, by what was on it: attacks start there."""
    found: dict[str, list[str]] = {}
    for tile in sorted(state[World].taken):
        found.setdefault(globe(state).tiles[tile].terrain, []).append(tile)
    return Panel("panel.holes", [(terrain, found[terrain]) for terrain in GROUNDS if terrain in found])


def piles(state: State) -> Panel:
    piles = state[Piles]
    nations = state[Nations]
    rows: list[Row] = [("hand", piles.hands.get(PLANET, 0)), ("planet", piles.planet), ("human", piles.human)]
    rows += [("planet_discard", piles.planet_discard)] if piles.planet_discard else []
    rows += [("human_discard", piles.human_discard)] if piles.human_discard else []
    rows += [("pot", nations.pot)] if nations.pot else []
    return Panel("panel.piles", rows, short=True)


def own(state: State, seat: Seat) -> Iterator[Panel]:
    hand = state.open(Hand, seat)
    cards = sorted(hand.cards) if hand else []
    if seat == PLANET:
        down = state.open(FaceDown, seat)
        rows: list[Row] = [("limit", limit(state)), *([("down", down.cards)] if down and down.cards else [])]
        yield Panel("panel.own", rows, part="screen")
        yield Panel(
            "panel.cards", [planet_row(state, card) for card in cards], ("card", "origin", "effect"), part="screen"
        )
        return
    said = state.open(Standing, seat)
    if state[Round].number < FIRST_ROUND_WITHOUT_OFFER and said and not said.policy:
        yield Panel("panel.offer", [("template", "policy-offer")], part="screen")
    capital = state.open(Capital, seat)
    city = state.book.rows_of(City).get(capital.city) if capital else None
    if capital and city:
        yield Panel("panel.own", [("capital", {"value": capital.city, "tile": city.tile})], part="screen")
    yield Panel(
        "panel.hand", [human_row(state, card) for card in cards], ("card", "cost", "degrees", "effect"), part="screen"
    )


def planet_row(state: State, card: str) -> Row:
    row = row_of(state, kind_of(state, card))
    return card, row.origin or None, f"effect.{kind_of(state, card)}"


def human_row(state: State, card: str) -> Row:
    row = human_card(state, card)
    assert row
    return card, row.cost or None, -row.degrees or None, f"effect.{row.kind}"
