"""Repairs for money: a new chip for a building that has none."""

from __future__ import annotations

from collections.abc import Iterator

from ....kernel.base.errors import require
from ....kernel.engine.amendments import amendable
from ....kernel.engine.model import Event, Name, Offer, Order, Seat, State, Step
from ....kernel.engine.table import Table
from ..events import ChipPlaced, Paid
from ..map.queries import chips_left, kind_of, options, team_in, teams_of
from ..state import FACTORY, Building, Map, Place, Purse
from .actions import Act, open_actions, require_action
from .building_supply import over_limit

REPAIR_PRICE = 5
"""LP-REPAIR-01: what a new chip costs, in MC."""


class Repair(Order, frozen=True):
    """Repair a building; the team is named if it repairs from outside (LP-REPAIR-01)."""

    place: Place
    team: Name = ""


@amendable
def repairs_from(state: State, name: str, spot: Place) -> bool:
    """Return whether a team repairs a building it is not in, which is not an action (LP-REPAIR-02).

    Amendments grant.
    """
    return False


def repair(table: Table, seat: Seat, act: Act, order: Repair) -> None:
    (repair_from if order.team else repair_within)(table, seat, act, order)


def repair_within(table: Table, seat: Seat, act: Act, order: Repair) -> None:
    """Repair one building, even one taken over; nothing is ever undone.

    LP-REPAIR-01, LP-REPAIR-04, G-38, G-39, G-55, G-62.
    """
    require_repair_action(table.state, act)
    state = table.state
    building = state[Map].buildings.get(order.place)
    require(building, "LP-REPAIR-01", "there is no building on {place}", place=order.place)
    assert building
    require(not building.chip, "LP-REPAIR-01", "there is already a chip on {place}", place=order.place)
    require(repairable(state, building), "C-08", "only factories can be repaired")
    require(
        has_repair_team(state, seat, order.place),
        "LP-REPAIR-02",
        "{seat} has no team in {place} that can repair it",
        seat=seat,
        place=order.place,
    )
    require(chips_left(state, seat), "G-39", "{seat} has no chip left", seat=seat)
    pay_repair(table, seat)
    table.emit(ChipPlaced(seat, order.place))
    table.then(after_repair(state, act))


def pay_repair(table: Table, seat: Seat) -> None:
    """Pay for a new chip (LP-REPAIR-01)."""
    payable = table.state[Purse, seat].money >= REPAIR_PRICE
    require(payable, "LP-REPAIR-01", "{seat} cannot pay {cost} MC", seat=seat, cost=REPAIR_PRICE)
    table.emit(Paid(seat, REPAIR_PRICE))


def repair_from(table: Table, seat: Seat, act: Act, order: Repair) -> None:
    """Repair from outside, if a module allows it, one of the seat's buildings or an abandoned one (LP-REPAIR-02)."""
    state = table.state
    building = state[Map].buildings.get(order.place)
    team = state[Map].teams.get(order.team)
    own = team is not None and team.seat == seat
    require(own, "LP-REPAIR-02", "{seat} has no team {team} on the map", team=order.team, seat=seat)
    require(building, "LP-REPAIR-01", "there is no building on {place}", place=order.place)
    assert building
    within = team is not None and team.place == order.place
    require(
        not within, "LP-REPAIR-02", "{team} is in {place}: repair it without naming {team}", **template_values(order)
    )
    near = repairs_from(state, order.team, order.place)
    require(near, "LP-REPAIR-02", "{team} cannot repair {place} from where it is", **template_values(order))
    require(not building.chip, "LP-REPAIR-01", "there is already a chip on {place}", place=order.place)
    mine = may_take(state, seat, order.place)
    require(mine, "LP-REPAIR-02", "{seat} cannot repair {place}", place=order.place, seat=seat)
    full = team_in(state, order.place) is None and over_limit(state, seat, building.kind)
    require(not full, "G-07", "with {place} you would have too many buildings of this kind", place=order.place)
    require(chips_left(state, seat), "G-39", "{seat} has no chip left", seat=seat)
    pay_repair(table, seat)
    table.emit(ChipPlaced(seat, order.place))
    table.then(act)


def template_values(order: Repair) -> dict[str, str]:
    """Return the values that messages about a repair name."""
    return {"team": order.team, "place": order.place}


def may_take(state: State, seat: Seat, spot: Place) -> bool:
    """Return whether a building without a chip is a seat's own or nobody's; a colony only ever belongs to its colour.

    G-48.
    """
    building = state[Map].buildings[spot]
    found = team_in(state, spot)
    if kind_of(state, building).is_colony and building.tile != f"colony-{seat}":
        return False
    return found is None or found[1].seat == seat


def repairs_outside(state: State, seat: Seat) -> Iterator[Order]:
    """Yield one repair for each building, by the first team that can."""
    bare = [spot for spot, b in sorted(state[Map].buildings.items()) if not b.chip and may_take(state, seat, spot)]
    for spot in bare:
        full = team_in(state, spot) is None and over_limit(state, seat, state[Map].buildings[spot].kind)
        able = [] if full else [name for name, _ in teams_of(state, seat) if repairs_from(state, name, spot)]
        if able and chips_left(state, seat) and state[Purse, seat].money >= REPAIR_PRICE:
            yield Repair(spot, able[0])


def require_repair_action(state: State, act: Act) -> None:
    """Check that a repair is possible: a form of Construct; by option an action of its own, or none.

    LP-REPAIR-03, C-07.
    """
    if options(state).repair != "free":
        require_action(act, repair_action(state))


def repair_action(state: State) -> str:
    return "repair" if options(state).repair == "separate" else "construct"


def after_repair(state: State, act: Act) -> Act:
    return act if options(state).repair == "free" else act.after(repair_action(state))


def repairable(state: State, building: Building) -> bool:
    """Return whether a building may be repaired: any building, or only factories (C-08)."""
    return options(state).repair_scope == "any" or kind_of(state, building).kind == FACTORY


def has_repair_team(state: State, seat: Seat, spot: Place) -> bool:
    """Return whether a team of the seat is in a building; a wounded one counts only by option (LP-REPAIR-02, G-39)."""
    found = team_in(state, spot)
    if found is None or found[1].seat != seat:
        return False
    return not found[1].wounded or options(state).repair_team == "any"


def repairs(state: State, seat: Seat, act: Act) -> Iterator[Order]:
    if options(state).repair == "free" or open_actions(act, repair_action(state)):
        bare = [spot for spot, b in state[Map].buildings.items() if not b.chip and repairable(state, b)]
        mine = [spot for spot in sorted(bare) if has_repair_team(state, seat, spot)]
        if mine and chips_left(state, seat) and state[Purse, seat].money >= REPAIR_PRICE:
            yield from map(Repair, mine)
    if repairs_from in state.book.amendments:
        yield from repairs_outside(state, seat)


REPAIR_OFFERS: dict[type[Order], Offer] = {Repair: Offer(repair, repairs, exact=True)}
EVENTS: tuple[type[Event], ...] = ()
STEPS: tuple[type[Step], ...] = ()
