"""A card a player: points, money and cubes as far as they are seen, cards, teams, buildings."""

from __future__ import annotations

from collections.abc import Iterator

from ....kernel.play.foresight import Told
from ....kernel.play.pictured import Fact, Item, Tableau
from ....kernel.play.rules import Agenda, Seat, State
from ..reading import chips_left, controlled, kind_of, reserve, resources, seats, team_kinds, teams_of
from ..scoring import score, worth
from ..state import COLOURS, Map, OpenPurses, Piles, Purse, Turn
from .gauges import map_points


def tableaux(state: State, reader: Seat | None) -> tuple[Tableau, ...]:
    """The reader's own first, then the others as they sit; a colour without a player has its cards alone."""
    played = [*seats(state), *(colour for colour in COLOURS if colour not in seats(state))]
    order = sorted(played, key=lambda seat: seat != reader)
    cards = {seat: tuple(facts(state, seat)) for seat in order}
    return tuple(Tableau(seat, seat, cards[seat]) for seat in order if cards[seat])


def facts(state: State, seat: Seat) -> Iterator[Fact]:
    shown = state[Piles].played.get(seat, ())
    if seat in seats(state):
        yield from standing(state, seat)
        yield from purse(state, seat)
        yield Fact("hand", state[Piles].hands.get(seat, 0))
    if shown:
        yield Fact("shown", list(shown))
    if seat in seats(state):
        yield from on_the_map(state, seat)


def standing(state: State, seat: Seat) -> Iterator[Fact]:
    """Points on the map, and all in all where the money is seen; at the end the result tells it."""
    turn = state[Turn]
    if turn.leader == seat and not state[Agenda].over:
        yield Fact("leader", True)
    if not state[Agenda].over:
        yield Fact("points", map_points(state, seat))
        if state.open(Purse, seat):
            yield Fact("total", map_points(state, seat) + score(state, seat).money)
    if seat in turn.fate:
        yield Fact("fate", "fate.ready" if turn.fate[seat] < turn.number else "fate.new")


def purse(state: State, seat: Seat) -> Iterator[Fact]:
    """What the reader has, or what everybody has where screens are open."""
    own, shown = state.open(Purse, seat), state[OpenPurses]
    if own or seat in shown.money:
        yield Fact("money", own.money if own else shown.money[seat])
        held = {
            name: own.cubes.get(name, 0) if own else shown.cubes.get(f"{seat}.{name}", 0) for name in resources(state)
        }
        yield Fact("cubes", items=tuple(Item(name, count) for name, count in held.items() if count))


def on_the_map(state: State, seat: Seat) -> Iterator[Fact]:
    teams = teams_of(state, seat)
    yield Fact("teams", items=tuple(team_told(name, team.kind, team.place, team.wounded) for name, team in teams))
    left = {kind: len(reserve(state, seat, kind)) for kind in team_kinds(state.book)}
    yield Fact("reserve", items=(*(Item(kind, count) for kind, count in left.items() if count), chips(state, seat)))
    yield Fact("buildings", items=tuple(building_told(state, place) for place in controlled(state, seat)))


def chips(state: State, seat: Seat) -> Item:
    return Item("chip", chips_left(state, seat))


def team_told(name: str, kind: str, place: str, wounded: bool) -> Item:
    return Item(kind, told=Told("tableau.wounded" if wounded else "tableau.team", {"team": name, "place": place}))


def building_told(state: State, place: str) -> Item:
    building = state[Map].buildings[place]
    values = {"building": building.kind, "value": building.value, "place": place, "points": worth(state, place)}
    return Item(kind_of(state, building).makes or building.kind, told=Told("tableau.building", values))
