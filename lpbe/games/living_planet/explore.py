"""Explore: hexes are drawn in private; one may be placed where a team gets to, the others go under the deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from ...kernel.errors import require
from ...kernel.rules import Event, Offer, Order, Question, Seat, State, Step
from ...kernel.table import Table
from .act import Act, may_act, open_actions
from .hexes import CENTRE, Cell, neighbours, opposite, shown
from .move import apart, may_enter, step_cost, ways
from .state import Decks, Hand, Laid, Map, Piles, Team, TeamMoved, die, edge_of, hex_of, teams_of, tile_of

TURNS = range(6)


class Explore(Order, frozen=True):
    pass


class PlaceHex(Order, frozen=True):
    """LP-EXPL-02: a drawn hex, where it goes, how it is turned, which team goes there and over which hexes."""

    hex: str
    at: Annotated[Cell, Meta(pattern=r"^(0|-?[1-9]\d?),(0|-?[1-9]\d?)$")]
    turn: Annotated[int, Meta(ge=0, le=5)] = 0
    team: str = ""
    path: tuple[str, ...] = ()


class PlaceNothing(Order, frozen=True):
    pass


class ReturnHexes(Order, frozen=True):
    """G-43: the order in which the others will be drawn again; none named is the order in which they were drawn."""

    secret = True
    hexes: tuple[str, ...] = ()


class HexesDrawn(Event, frozen=True):
    """G-43: the explorer looks at them, the others see how many they are."""

    seat: Seat
    count: int
    hexes: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        state[Piles].hexes -= self.count
        if decks := state.open(Decks):
            del decks.hexes[: self.count]
        if hand := state.open(Hand, self.seat):
            hand.hexes += self.hexes

    def seen_by(self, reader: Seat | None) -> Event:
        return self if reader == self.seat else replace(self, hexes=())


class HexPlaced(Event, frozen=True):
    seat: Seat
    hex: str
    at: Cell
    turn: int = 0

    def apply(self, state: State) -> None:
        lay(state, self.hex, self.at, self.turn)
        if hand := state.open(Hand, self.seat):
            hand.hexes.remove(self.hex)


class ExplorationFailed(Event, frozen=True):
    seat: Seat


class HexesReturned(Event, frozen=True):
    """LP-EXPL-11: under the deck; the others see how many they are."""

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


def lay(state: State, hex: str, at: Cell, turn: int) -> None:
    hexes = state[Map].hexes
    hexes[hex] = Laid(at, turn, len(hexes))


def explore(table: Table, seat: Seat, act: Act, order: Explore) -> None:
    """LP-EXPL-01, G-44: X hexes; whether a team can go anywhere does not matter."""
    may_act(act, "explore")
    require(table.state[Piles].hexes, "G-40", "no hex is left in the deck")
    table.then(DrawHexes(seat, die(table.state)), LayHex(seat), PutBack(seat), act.after("explore"))


def explorations(state: State, seat: Seat, act: Act) -> Iterator[Order]:
    if open_actions(act, "explore") and state[Piles].hexes:
        yield Explore()


class DrawHexes(Step, frozen=True):
    seat: Seat
    count: int

    def run(self, table: Table) -> None:
        """LP-EXPL-01, G-40: so many hexes, or all there are."""
        hexes = tuple(table.state[Decks].hexes[: self.count])
        table.emit(HexesDrawn(self.seat, len(hexes), hexes))


def touches(state: State, at: Cell) -> bool:
    """LP-EXPL-03, G-41: a side of the start tile, or two hexes."""
    beside = [laid.at for laid in state[Map].hexes.values() if at in neighbours(laid.at)]
    return CENTRE in beside or len(beside) > 1


def fits(state: State, hex: str, at: Cell, turn: int) -> bool:
    """LP-EXPL-04, G-14: turned as one likes, never flipped; every side like the one it touches."""
    edges, by_cell = tile_of(state, hex).edges, {laid.at: name for name, laid in state[Map].hexes.items()}
    return all(
        shown(edges, turn, side) == edge_of(state, by_cell[cell], opposite(side))
        for side, cell in enumerate(neighbours(at))
        if cell in by_cell
    )


def as_if_placed(state: State, hex: str, at: Cell, turn: int) -> State:
    trial = apart(state)
    lay(trial, hex, at, turn)
    return trial


def reach(state: State, team: Team) -> int:
    """LP-EXPL-06, LP-EXPL-07: a scientist from the next hex, a motorized one within X hexes, the new one counted."""
    return die(state) if team.motorized else 1


def leads(state: State, name: str, path: Sequence[str]) -> bool:
    """G-42: whether a team can go from hex to hex; leaving a building is part of the first step."""
    steps = zip((state[Map].teams[name].place, *path), path, strict=False)
    on_map = all(hex in state[Map].hexes for hex in path)
    return on_map and all(step_cost(state, name, a, b) is not None and may_enter(state, name, b) for a, b in steps)


def arrives(state: State, name: str, hex: str) -> bool:
    """LP-EXPL-05, LP-EXPL-09: whether an unwounded team gets to a hex by some way."""
    team = state[Map].teams[name]
    return not team.wounded and hex in ways(state, name, reach(state, team))


def place(table: Table, seat: Seat, question: LayHex, order: PlaceHex) -> None:
    """LP-EXPL-08, C-16: the hex is revealed, and exactly one team goes onto it, outside."""
    state = table.state
    require(order.hex in state[Hand, seat].hexes, "LP-EXPL-02", f"{seat} has not drawn {order.hex}")
    require(open_cell(state, order.at), "LP-EXPL-03", f"{order.at} must be free, and touch the start tile or two hexes")
    matching = fits(state, order.hex, order.at, order.turn)
    require(matching, "LP-EXPL-04", f"{order.hex} does not match its neighbours at {order.at} turned by {order.turn}")
    trial = as_if_placed(state, order.hex, order.at, order.turn)
    name = order.team or only_explorer(trial, seat, order.hex)
    check_explorer(trial, seat, name, order)
    table.emit(HexPlaced(seat, order.hex, order.at, order.turn))
    for hex in (*order.path, order.hex):
        table.emit(TeamMoved(name, hex))


def only_explorer(trial: State, seat: Seat, hex: str) -> str:
    able = [name for name, _ in teams_of(trial, seat) if arrives(trial, name, hex)]
    require(able, "LP-EXPL-05", f"no team of {seat} can get to {hex}")
    require(len(able) == 1, "LP-EXPL-08", f"name the team that goes: {', '.join(sorted(able))}")
    return able[0]


def check_explorer(trial: State, seat: Seat, name: str, order: PlaceHex) -> None:
    team = trial[Map].teams.get(name)
    require(team and team.seat == seat, "LP-EXPL-05", f"{name} is no team of {seat} on the map")
    assert team
    require(not team.wounded, "LP-EXPL-09", f"{name} is wounded and cannot explore")
    path, far = (*order.path, order.hex), reach(trial, team)
    good = leads(trial, name, path) and len(path) <= far if order.path else arrives(trial, name, order.hex)
    clause, how = ("LP-EXPL-07", f"within {far} hexes") if team.motorized else ("LP-EXPL-06", "from where it is")
    require(good, clause, f"{name} does not get to {order.at} {how}")


def open_cell(state: State, at: Cell) -> bool:
    return touches(state, at) and all(laid.at != at for laid in state[Map].hexes.values())


def sites(state: State, seat: Seat) -> dict[Cell, list[str]]:
    """The cells where a hex may lie, each with the teams that get next to it, scientists first."""
    out: dict[Cell, list[str]] = {}
    for name, team in sorted(teams_of(state, seat)):
        far = 0 if team.wounded else reach(state, team)
        near = (hex_of(team.place), *ways(state, name, far - 1)) if far else ()
        for at in dict.fromkeys(cell for hex in near for cell in neighbours(state[Map].hexes[hex].at)):
            if at in out or open_cell(state, at):
                out.setdefault(at, []).append(name)
    return out


def placements(state: State, seat: Seat, question: LayHex) -> Iterator[Order]:
    """Each drawn hex on each cell, turned each way, with the first team that gets there."""
    cells = sites(state, seat)
    if not cells:
        return  # as everybody can see: nobody need be asked
    for hex, (at, teams), turn in product(state[Hand, seat].hexes, cells.items(), TURNS):
        if fits(state, hex, at, turn):
            trial = as_if_placed(state, hex, at, turn)
            able = (name for name in teams if arrives(trial, name, hex))
            yield from (PlaceHex(hex, at, turn, name) for name in islice(able, 1))


def place_nothing(table: Table, seat: Seat, question: LayHex, order: PlaceNothing) -> None:
    """LP-EXPL-10: the exploration fails; the action is spent."""
    table.emit(ExplorationFailed(seat))


def no_placement(state: State, seat: Seat, question: LayHex) -> Iterator[Order]:
    yield PlaceNothing()


class LayHex(Question, frozen=True):
    """LP-EXPL-02: one of the drawn hexes, or none."""

    seat: Seat
    offers = {PlaceNothing: Offer(place_nothing, no_placement), PlaceHex: Offer(place, placements, complete=False)}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        return PlaceNothing()


class PutBack(Step, frozen=True):
    seat: Seat

    def run(self, table: Table) -> None:
        """LP-EXPL-11: the explorer says in which order, where there is more than one; how many is no secret."""
        hexes = tuple(table.state[Hand, self.seat].hexes)
        if len(hexes) > 1:
            table.then(BuryHexes(self.seat))
        elif hexes:
            table.emit(HexesReturned(self.seat, 1, hexes))


def bury(table: Table, seat: Seat, question: BuryHexes, order: ReturnHexes) -> None:
    drawn = table.state[Hand, seat].hexes
    hexes = order.hexes or tuple(drawn)
    require(sorted(hexes) == sorted(drawn), "LP-EXPL-11", f"name each of {', '.join(drawn)} once")
    table.emit(HexesReturned(seat, len(hexes), hexes))


def burials(state: State, seat: Seat, question: BuryHexes) -> Iterator[Order]:
    """Each of the hexes first, the others as they were drawn."""
    drawn = state[Hand, seat].hexes
    yield from (ReturnHexes((first, *(hex for hex in drawn if hex != first))) for first in drawn)


class BuryHexes(Question, frozen=True):
    """LP-EXPL-11, G-43."""

    seat: Seat
    offers = {ReturnHexes: Offer(bury, burials, complete=False)}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        return ReturnHexes()


EXPLORE_OFFERS: dict[type[Order], Offer] = {Explore: Offer(explore, explorations)}
EVENTS: tuple[type[Event], ...] = (HexesDrawn, HexPlaced, ExplorationFailed, HexesReturned)
STEPS: tuple[type[Step], ...] = (DrawHexes, LayHex, PutBack, BuryHexes)
