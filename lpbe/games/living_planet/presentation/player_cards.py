"""One card per player: points, money and cubes as far as they are visible, cards, teams, buildings."""

from __future__ import annotations

from collections.abc import Iterator

from ....kernel.engine.foresight import Fact
from ....kernel.engine.model import Agenda, Seat, State
from ....kernel.engine.panels import Item, Tableau, TableauRow
from ..map.queries import buildings_of, chips_left, kind_of, reserve, resources, seats, team_kinds, teams_of
from ..scoring import score, worth
from ..state import COLOURS, Map, OpenPurses, Piles, Purse, Turn
from .gauges import map_points


def tableaux(state: State, reader: Seat | None) -> tuple[Tableau, ...]:
    """Return the reader's own card first, then the others as they sit; a colour without a player has cards only."""
    played = [*seats(state), *(colour for colour in COLOURS if colour not in seats(state))]
    order = sorted(played, key=lambda seat: seat != reader)
    cards = {seat: tuple(facts(state, seat)) for seat in order}
    return tuple(Tableau(seat, seat, cards[seat]) for seat in order if cards[seat])


def facts(state: State, seat: Seat) -> Iterator[TableauRow]:
    shown = state[Piles].played.get(seat, ())
    if seat in seats(state):
        yield from status_rows(state, seat)
        yield from purse(state, seat)
        yield TableauRow("hand", state[Piles].hands.get(seat, 0))
    if shown:
        yield TableauRow("shown", list(shown))
    if seat in seats(state):
        yield from on_the_map(state, seat)


def status_rows(state: State, seat: Seat) -> Iterator[TableauRow]:
    """Yield points on the map, and the total where the money is visible; at the end the result shows it."""
    turn = state[Turn]
    if turn.leader == seat and not state[Agenda].over:
        yield TableauRow("leader", True)
    if not state[Agenda].over:
        yield TableauRow("points", map_points(state, seat))
        if state.open(Purse, seat):
            yield TableauRow("total", map_points(state, seat) + score(state, seat).money)
    if seat in turn.fate:
        yield TableauRow("fate", "fate.ready" if turn.fate[seat] < turn.number else "fate.new")


def purse(state: State, seat: Seat) -> Iterator[TableauRow]:
    """Yield what the reader has, or what everybody has where screens are open."""
    own = state.open(Purse, seat)
    shown = state[OpenPurses]
    if own or seat in shown.money:
        yield TableauRow("money", own.money if own else shown.money[seat])
        held = {
            name: own.cubes.get(name, 0) if own else shown.cubes.get(f"{seat}.{name}", 0) for name in resources(state)
        }
        yield TableauRow("cubes", items=tuple(Item(name, count) for name, count in held.items() if count))


def on_the_map(state: State, seat: Seat) -> Iterator[TableauRow]:
    teams = teams_of(state, seat)
    yield TableauRow("teams", items=tuple(team_item(name, team.kind, team.place, team.wounded) for name, team in teams))
    left = {kind: len(reserve(state, seat, kind)) for kind in team_kinds(state.book)}
    yield TableauRow(
        "reserve", items=(*(Item(kind, count) for kind, count in left.items() if count), chips(state, seat))
    )
    yield TableauRow("buildings", items=tuple(building_item(state, place) for place in buildings_of(state, seat)))


def chips(state: State, seat: Seat) -> Item:
    return Item("chip", chips_left(state, seat))


def team_item(name: str, kind: str, place: str, wounded: bool) -> Item:
    return Item(kind, fact=Fact("tableau.wounded" if wounded else "tableau.team", {"team": name, "place": place}))


def building_item(state: State, place: str) -> Item:
    building = state[Map].buildings[place]
    values = {"building": building.kind, "value": building.value, "place": place, "points": worth(state, place)}
    return Item(kind_of(state, building).makes or building.kind, fact=Fact("tableau.building", values))
