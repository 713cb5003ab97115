"""Explore: draw hexes in private; one may be placed where a team can get to, the others go under the deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from ....kernel.base.errors import require
from ....kernel.engine.model import Event, Name, Offer, Order, Question, Seat, State, Step
from ....kernel.engine.table import Table
from ..events import movement_event
from ..map.exploration_reach import (
    follow_path,
    landfall,
    landfalls,
    only_explorer,
    reach,
    shortest_way,
    sites,
    voyage_fare,
)
from ..map.hex_placement import borders, check_fit, lay, open_cells
from ..map.hexes import Cell, turns
from ..map.paths import all_one_ground, arrival, may_land
from ..map.queries import die, hex_of, is_motorized, tile_of
from ..state import Decks, Hand, Map, Piles, Place
from .actions import Act, open_actions, require_action
from .hex_draws import DrawHexes, HexPlaced
from .movement import apart, check_fare, payment_events


class Explore(Order, frozen=True):
    pass


class PlaceHex(Order, frozen=True):
    """Place a drawn hex: where, how it is turned, which team goes there and over which hexes (LP-EXPL-02)."""

    hex: Name
    at: Cell
    turn: Annotated[int, Meta(ge=0, le=5)] = 0
    team: Name = ""
    path: Annotated[tuple[Name, ...], Meta(max_length=24)] = ()


class PlaceNothing(Order, frozen=True):
    pass


class ReturnHexes(Order, frozen=True):
    """Choose the order in which the other hexes go under the deck; by default the order drawn (G-43)."""

    secret = True
    hexes: Annotated[tuple[Name, ...], Meta(max_length=64)] = ()


class ExplorationFailed(Event, frozen=True):
    seat: Seat


class HexesReturned(Event, frozen=True):
    """Hexes go under the deck; the others see how many (LP-EXPL-11)."""

    foreseen = True
    seat: Seat
    count: int
    hexes: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        state[Piles].hexes += self.count
        if decks := state.open(Decks):
            decks.hexes += self.hexes
        if hand := state.open(Hand, self.seat):
            hand.hexes = [hex for hex in hand.hexes if hex not in self.hexes]

    def seen_by(self, reader: Seat | None) -> Event:
        return self if reader == self.seat else replace(self, hexes=())


def explore(table: Table, seat: Seat, act: Act, order: Explore) -> None:
    """Draw X hexes, whether a team can go anywhere or not (LP-EXPL-01, G-44)."""
    require_action(act, "explore")
    require(table.state[Piles].hexes, "G-40", "there are no hexes left in the deck")
    table.then(DrawHexes(seat, die(table.state)), Survey(seat), PutBack(seat), act.after("explore"))


def explorations(state: State, seat: Seat, act: Act) -> list[Order]:
    return [Explore()] if open_actions(act, "explore") and state[Piles].hexes else []


def as_if_placed(state: State, hex: str, at: Cell, turn: int) -> State:
    trial = apart(state)
    lay(trial, hex, at, turn)
    return trial


def place(table: Table, seat: Seat, question: LayHex, order: PlaceHex) -> None:
    """Reveal the hex and move exactly one team onto it, outside (LP-EXPL-08, C-16)."""
    state = table.state
    require(
        order.hex in state[Hand, seat].hexes, "LP-EXPL-02", "{seat} has not drawn {drawn}", seat=seat, drawn=order.hex
    )
    near = order.at in open_cells(state)
    require(near, "LP-EXPL-03", "@{at} must be free and touch the start tile or two hexes", at=order.at)
    check_fit(state, order.hex, order.at, order.turn, "LP-EXPL-04")
    trial = as_if_placed(state, order.hex, order.at, order.turn)
    name = order.team or only_explorer(trial, seat, order.hex)
    way = explorers_way(trial, seat, name, order)
    due = voyage_fare(trial, name, len(way))
    check_fare(state, seat, due, "LP-EXPL-07")
    table.emit(HexPlaced(seat, order.hex, at=order.at, turn=order.turn))
    moved = [movement_event(state, name, there) for there in (way if order.path else way[-1:])]
    for fact in (*payment_events(seat, due), *moved):
        table.emit(fact)


def explorers_way(trial: State, seat: Seat, name: str, order: PlaceHex) -> tuple[Place, ...]:
    """Return the way place by place, over the hexes that are named or as short as possible.

    LP-EXPL-06, LP-EXPL-07, LP-EXPL-09.
    """
    team = trial[Map].teams.get(name)
    require(team and team.seat == seat, "LP-EXPL-05", "{seat} has no team {team} on the map", team=name, seat=seat)
    assert team
    require(not team.wounded, "LP-EXPL-09", "{team} is wounded and cannot explore", team=name)
    far = reach(trial, team)
    way = by_path(trial, name, order) if order.path else shortest_way(trial, name, order.hex)
    good = 0 < len(way) <= far
    require(
        good or not is_motorized(trial, team),
        "LP-EXPL-07",
        "{team} cannot get to @{at} within {far} hexes",
        team=name,
        at=order.at,
        far=far,
    )
    require(good, "LP-EXPL-06", "{team} cannot get to @{at} from where it is", team=name, at=order.at)
    return way


def by_path(trial: State, name: str, order: PlaceHex) -> tuple[Place, ...]:
    """Return the way over the named hexes; the last name may be a ground where ways lead to several (G-42)."""
    way = follow_path(trial, name, (*order.path, order.hex))
    if way or len(order.path) > 1 or len(landfalls(trial, name, order.hex)) < 2:
        return way
    return landfall(trial, name, order.hex, order.path[0])


def placements(state: State, seat: Seat, question: LayHex) -> Iterator[Order]:
    """Yield each drawn hex on each cell, in each rotation, with the first team that gets there."""
    if not (cells := sites(state, seat)):
        return  # as everybody can see, so nobody needs to be asked
    drawn = state[Hand, seat].hexes
    trial = apart(state)
    bordering = {at: borders(state, at) for at in cells}
    for hex, (at, teams) in product(drawn, cells.items()):
        for turn in turns(tile_of(state, hex).edges, bordering[at]):
            if all_one_ground(state.book):
                yield PlaceHex(hex, at, turn=turn, team=next(iter(teams)))
                continue
            lay(trial, hex, at, turn)
            yield from first_landings(trial, teams, PlaceHex(hex, at, turn))
            del trial[Map].hexes[hex]


def first_landings(trial: State, teams: Mapping[str, list[Place]], order: PlaceHex) -> Iterator[Order]:
    """Yield the first team that gets to a hex, once for each of its grounds if there are several."""
    for name, near in teams.items():
        gates = {
            arrival(trial, name, here, order.hex): hex_of(trial, here)
            for here in reversed(near)
            if may_land(trial, name, here, order.hex)
        }
        if len(gates) == 1:
            yield replace(order, team=name)
        yield from [replace(order, team=name, path=(gates[at],)) for at in sorted(gates)] if len(gates) > 1 else ()
        if gates:
            return


def place_nothing(table: Table, seat: Seat, question: LayHex, order: PlaceNothing) -> None:
    """Let the exploration fail; the action is used up (LP-EXPL-10)."""
    table.emit(ExplorationFailed(seat))


def no_placement(state: State, seat: Seat, question: LayHex) -> list[Order]:
    return [PlaceNothing()]


class LayHex(Question, frozen=True):
    """Ask for one of the drawn hexes, or none (LP-EXPL-02)."""

    seat: Seat
    offers = {
        PlaceNothing: Offer(place_nothing, no_placement, exact=True),
        PlaceHex: Offer(place, placements, complete=False, exact=True),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        return PlaceNothing()


class Survey(Step, frozen=True):
    seat: Seat

    def run(self, table: Table) -> None:
        """Let the explorer choose among what was drawn; if nothing is left, the exploration fails.

        LP-EXPL-02, LP-EXPL-10.
        """
        if table.state[Hand, self.seat].hexes:
            table.then(LayHex(self.seat))
        else:
            table.emit(ExplorationFailed(self.seat))


class PutBack(Step, frozen=True):
    seat: Seat

    def run(self, table: Table) -> None:
        """Ask the explorer for the order if there is more than one hex; how many is not a secret (LP-EXPL-11)."""
        hexes = tuple(table.state[Hand, self.seat].hexes)
        if len(hexes) > 1:
            table.then(BuryHexes(self.seat))
        elif hexes:
            table.emit(HexesReturned(self.seat, 1, hexes))


def bury(table: Table, seat: Seat, question: BuryHexes, order: ReturnHexes) -> None:
    drawn = table.state[Hand, seat].hexes
    hexes = order.hexes or tuple(drawn)
    require(sorted(hexes) == sorted(drawn), "LP-EXPL-11", "name each of these exactly once: {hexes}", hexes=drawn)
    table.emit(HexesReturned(seat, len(hexes), hexes))


def burials(state: State, seat: Seat, question: BuryHexes) -> list[Order]:
    """Return orders with each of the hexes first, the others as they were drawn."""
    drawn = state[Hand, seat].hexes
    return [ReturnHexes((first, *[hex for hex in drawn if hex != first])) for first in drawn]


class BuryHexes(Question, frozen=True):
    """Ask in which order the returned hexes go under the deck (LP-EXPL-11, G-43)."""

    seat: Seat
    offers = {ReturnHexes: Offer(bury, burials, complete=False, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        return ReturnHexes()


EXPLORE_OFFERS: dict[type[Order], Offer] = {Explore: Offer(explore, explorations, exact=True)}
EVENTS: tuple[type[Event], ...] = (ExplorationFailed, HexesReturned)
STEPS: tuple[type[Step], ...] = (Survey, LayHex, PutBack, BuryHexes)
