"""Events that several chapters use: money, cubes, teams, chips, dice."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ...kernel.engine.amendments import amendable
from ...kernel.engine.model import Event, Seat, State
from .map.queries import options
from .state import SCIENTIST, Bank, Map, OpenPurses, Place, Purse, Team, Turn


def fill_purse(state: State, seat: Seat, money: int) -> None:
    """Change a purse on behalf of `apply`: behind the screen, and in front of it where screens are open."""
    if purse := state.open(Purse, seat):
        purse.money += money
    if options(state).screens == "open":
        shown = state[OpenPurses].money
        shown[seat] = shown.get(seat, 0) + money


def stock_purse(state: State, seat: Seat, resource: str, count: int) -> None:
    if purse := state.open(Purse, seat):
        purse.cubes[resource] = purse.cubes.get(resource, 0) + count
    if options(state).screens == "open":
        shown = state[OpenPurses].cubes
        key = f"{seat}.{resource}"
        shown[key] = shown.get(key, 0) + count


def affords(state: State, seat: Seat, due: Mapping[str, int]) -> bool:
    """Return whether a seat has these cubes; it looks behind the screen only if it must."""
    return not due or all(state[Purse, seat].cubes[what] >= count for what, count in due.items())


class Paid(Event, frozen=True):
    """Money moves from a seat to the bank."""

    seat: Seat
    amount: int

    def apply(self, state: State) -> None:
        state[Bank].money += self.amount
        fill_purse(state, self.seat, -self.amount)


class Earned(Event, frozen=True):
    """Money moves from the bank to a seat."""

    seat: Seat
    amount: int

    def apply(self, state: State) -> None:
        state[Bank].money -= self.amount
        fill_purse(state, self.seat, self.amount)


class CubesSpent(Event, frozen=True):
    """Spent cubes return to the bank (G-02)."""

    seat: Seat
    resource: str
    count: int

    def apply(self, state: State) -> None:
        state[Bank].cubes[self.resource] += self.count
        stock_purse(state, self.seat, self.resource, -self.count)


class TeamArrived(Event, frozen=True):
    """A team moves from the reserve onto the map."""

    team: str
    seat: Seat
    place: Place
    kind: str = SCIENTIST

    def apply(self, state: State) -> None:
        state[Map].teams[self.team] = Team(self.seat, self.place, self.kind)


class TeamMoved(Event, frozen=True):
    team: str
    place: Place
    kind: str = ""
    """The wording of the move, if it does not simply walk there."""

    def apply(self, state: State) -> None:
        teams = state[Map].teams
        teams[self.team] = replace(teams[self.team], place=self.place)


class TeamWounded(Event, frozen=True):
    team: str

    def apply(self, state: State) -> None:
        teams = state[Map].teams
        teams[self.team] = replace(teams[self.team], wounded=True)


class TeamHealed(Event, frozen=True):
    team: str

    def apply(self, state: State) -> None:
        teams = state[Map].teams
        teams[self.team] = replace(teams[self.team], wounded=False)


class TeamLost(Event, frozen=True):
    """A team returns to its owner's reserve."""

    team: str
    kind: str = ""
    """The wording of the loss, if it is not a person."""

    def apply(self, state: State) -> None:
        del state[Map].teams[self.team]


class ChipPlaced(Event, frozen=True):
    seat: Seat
    place: Place

    def apply(self, state: State) -> None:
        buildings = state[Map].buildings
        buildings[self.place] = replace(buildings[self.place], chip=self.seat)


class ChipLost(Event, frozen=True):
    place: Place

    def apply(self, state: State) -> None:
        buildings = state[Map].buildings
        buildings[self.place] = replace(buildings[self.place], chip="")


class DieSet(Event, frozen=True):
    colour: str
    value: int

    def apply(self, state: State) -> None:
        state[Turn].dice[self.colour] = self.value


@amendable
def movement_wording(state: State, name: str, place: Place) -> str:
    """Return the wording for a team that goes to a place, or is lost if none is named. Amendments name it."""
    return ""


def movement_event(state: State, name: str, place: Place) -> TeamMoved:
    """Return the event of a team's step from where it is now."""
    return TeamMoved(name, place, movement_wording(state, name, place))


def loss_event(state: State, name: str) -> TeamLost:
    """Return the event that takes a team from the map."""
    return TeamLost(name, movement_wording(state, name, ""))


EVENTS: tuple[type[Event], ...] = (
    Paid,
    Earned,
    CubesSpent,
    TeamArrived,
    TeamMoved,
    TeamWounded,
    TeamHealed,
    TeamLost,
    ChipPlaced,
    ChipLost,
    DieSet,
)
