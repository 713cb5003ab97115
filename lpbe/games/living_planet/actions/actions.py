"""Row B, the actions: up to two of them, and what may be done in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from ....kernel.base.errors import require
from ....kernel.engine.amendments import amendable
from ....kernel.engine.model import Event, Name, Offer, Order, Question, Seat, State, Step
from ....kernel.engine.table import Table
from ..events import CubesSpent, Earned, TeamArrived, TeamHealed
from ..map.queries import die, free_colony, is_motorized, options, reserve
from ..state import SCIENTIST, Map, Place, Purse, Turn
from ..turn.fate import EffectUsed
from .market import payable

ACTIONS_PER_PHASE = 2
"""LP-ACT-01: how many actions a phase has."""
CALL_CARD = 3
"""LP-CARD3-01: the card that brings a scientist."""


class TakeSubsidy(Order, frozen=True, tag="subsidy"):
    pass


class TakeFate(Order, frozen=True):
    pass


class Heal(Order, frozen=True):
    teams: Annotated[tuple[Name, ...], Meta(max_length=24)]


class CallScientist(Order, frozen=True):
    """Call a scientist to the colony; elsewhere only where a place is named and a module allows it (LP-CARD3-01)."""

    place: Name = ""


class EndActions(Order, frozen=True):
    pass


class FateTaken(Event, frozen=True):
    """A seat takes a token, openly in front of the screen (LP-FATE-01)."""

    seat: Seat

    def apply(self, state: State) -> None:
        state[Turn].fate[self.seat] = state[Turn].number


class ActionsEnded(Event, frozen=True):
    seat: Seat


class Act(Question, frozen=True):
    """Ask the owner of the die until nothing is left to do or they end their actions.

    LP-ACT-01, LP-ACT-02, LP-ACT-05, G-37, G-90.
    """

    seat: Seat
    taken: tuple[str, ...] = ()

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        """Take subsidies, then fate, then a scientist by card 3, then end (D-10, D-19, D-09, D-21)."""
        if open_actions(self, "subsidy"):
            return TakeSubsidy()
        if may_take_fate(state, seat, self):
            return TakeFate()
        return next(calls(state, seat, self), EndActions())

    def after(self, action: str) -> Act:
        """Return what is left of the phase once an action is taken."""
        return replace(self, taken=(*self.taken, action))


def require_action(act: Act, action: str) -> None:
    """Check that this is at most the second action, and not the same one twice (LP-ACT-01, LP-ACT-03)."""
    require(len(act.taken) < ACTIONS_PER_PHASE, "LP-ACT-01", "{seat} has already taken two actions", seat=act.seat)
    require(action not in act.taken, "LP-ACT-03", "{seat} has already taken this action", seat=act.seat)


def open_actions(act: Act, action: str) -> bool:
    return len(act.taken) < ACTIONS_PER_PHASE and action not in act.taken


def subsidy(table: Table, seat: Seat, act: Act, order: TakeSubsidy) -> None:
    """Take X MC from the bank (LP-SUBV-01)."""
    require_action(act, "subsidy")
    table.emit(Earned(seat, payable(table.state, die(table.state))))
    table.then(act.after("subsidy"))


def subsidies(state: State, seat: Seat, act: Act) -> list[Order]:
    return [TakeSubsidy()] if open_actions(act, "subsidy") else []


def may_take_fate(state: State, seat: Seat, act: Act) -> bool:
    """Return whether a seat may take a token: nobody may have two, so one of four is always left (LP-FATE-02, G-63)."""
    free = seat not in state[Turn].fate and seat not in state[Turn].forced
    return free and open_actions(act, "fate")


def take_fate(table: Table, seat: Seat, act: Act, order: TakeFate) -> None:
    require_action(act, "fate")
    require(seat not in table.state[Turn].fate, "LP-FATE-02", "{seat} already has a fate token", seat=seat)
    require(seat not in table.state[Turn].forced, "G-63", "{seat} has already used a fate token this turn", seat=seat)
    table.emit(FateTaken(seat))
    table.then(act.after("fate"))


def fates(state: State, seat: Seat, act: Act) -> list[Order]:
    return [TakeFate()] if may_take_fate(state, seat, act) else []


def heal(table: Table, seat: Seat, act: Act, order: Heal) -> None:
    """Heal teams wherever they are, for a cube of mycelium each; this is not an action.

    LP-HEAL-01 to LP-HEAL-03, G-51, G-66.
    """
    teams = table.state[Map].teams
    cubes = table.state[Purse, seat].cubes
    require(order.teams and len(set(order.teams)) == len(order.teams), "LP-HEAL-01", "name each team only once")
    for name in order.teams:
        mine = name in teams and teams[name].seat == seat
        require(mine, "LP-HEAL-04", "{seat} has no team {team} on the map", team=name, seat=seat)
        require(not is_motorized(table.state, teams[name]), "LP-HEAL-05", "{team} cannot be wounded", team=name)
        require(teams[name].wounded, "LP-HEAL-01", "{team} is not wounded", team=name)
    have = cubes.get("mycelium", 0)
    require(have >= len(order.teams), "LP-HEAL-01", "{seat} has only {count} mycelium", seat=seat, count=have)
    table.emit(CubesSpent(seat, "mycelium", len(order.teams)))
    for name in order.teams:
        table.emit(TeamHealed(name))
    table.then(act)


def heals(state: State, seat: Seat, act: Act) -> list[Order]:
    hurt = [name for name, team in state[Map].teams.items() if team.wounded and team.seat == seat]
    return [Heal((name,)) for name in sorted(hurt)] if hurt and state[Purse, seat].cubes.get("mycelium", 0) else []


@amendable
def call_places(state: State, seat: Seat) -> list[Place]:
    """Return where a scientist called by card 3 may arrive, the most likely place first (LP-CARD3-01, G-25).

    Amendments add.
    """
    colony = free_colony(state, seat)
    return [colony] if colony else []


def can_call(state: State, seat: Seat, place: Place = "") -> bool:
    """Return whether a scientist is in reserve and the colony is free (LP-CARD3-01, G-25)."""
    places = call_places(state, seat)
    return bool(place in places if place else places) and bool(reserve(state, seat, SCIENTIST))


def call(table: Table, seat: Seat, act: Question, order: CallScientist) -> None:
    """Call a scientist by card 3; this is not an action (LP-CARD3-01, LP-CARD3-03, C-13, C-19, G-67)."""
    state = table.state
    require(
        state[Turn].effect or state[Turn].leader != seat,
        "LP-CARD3-01",
        "the effect of the Leader's card has already been used this turn",
    )
    has_card = state[Turn].effect == CALL_CARD and state[Turn].leader == seat
    require(has_card, "LP-CARD3-01", "only the Leader can do this, with card 3")
    require(options(state).card3 == "actions", "LP-CARD3-02", "in this edition, card 3 is used in row A")
    call_to_colony(table, seat, order)
    table.then(act)


def call_to_colony(table: Table, seat: Seat, order: CallScientist) -> None:
    """Move a scientist from the reserve onto the colony, by card 3."""
    able = can_call(table.state, seat, order.place)
    require(able, "LP-CARD3-01", "this needs an empty colony and a scientist in reserve")
    place = order.place or call_places(table.state, seat)[0]
    table.emit(EffectUsed(CALL_CARD))
    table.emit(TeamArrived(reserve(table.state, seat, SCIENTIST)[0], seat, place))


def ways_to_call(state: State, seat: Seat) -> list[Order]:
    """Return one order for each place; the order names the place only if there are several."""
    places = call_places(state, seat) if reserve(state, seat, SCIENTIST) else []
    return [CallScientist(place) for place in places] if len(places) > 1 else [CallScientist() for _ in places]


def calls(state: State, seat: Seat, act: Question) -> Iterator[Order]:
    turn = state[Turn]
    if turn.effect == CALL_CARD and turn.leader == seat and options(state).card3 == "actions":
        yield from ways_to_call(state, seat)


def end(table: Table, seat: Seat, act: Act, order: EndActions) -> None:
    """End the actions after fewer than two of them, or none at all (LP-ACT-02)."""
    table.emit(ActionsEnded(seat))


def endings(state: State, seat: Seat, act: Act) -> list[Order]:
    return [EndActions()]


ACT_OFFERS = {
    EndActions: Offer(end, endings, exact=True),
    TakeSubsidy: Offer(subsidy, subsidies, exact=True),
    TakeFate: Offer(take_fate, fates, exact=True),
    Heal: Offer(heal, heals, exact=True),
    CallScientist: Offer(call, calls, exact=True),
}
"""LP-ACT-04: two of the six actions, and what is not an action; explore, move, build and trade add the rest."""


EVENTS: tuple[type[Event], ...] = (
    FateTaken,
    ActionsEnded,
)
STEPS: tuple[type[Step], ...] = (Act,)
