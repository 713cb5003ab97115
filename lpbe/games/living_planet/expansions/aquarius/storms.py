"""Tornadoes and tidal waves: boats go first, then the cataclysm strikes what is left on the hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from .....kernel.base.errors import Refused, require
from .....kernel.engine.model import Event, Offer, Order, Poll, Question, Seat, State, Step
from .....kernel.engine.rulebook import tag
from .....kernel.engine.table import Table
from ...actions.movement import apart, check_step, try_step
from ...events import CubesSpent, loss_event
from ...map.queries import clockwise, hex_of, options, spots_of
from ...state import Map, Place
from ...turn.cataclysms import Protect, protection, sheltered_strikes
from ...turn.strikes import HurtOutside, Strike, Struck
from .boat_choices import BOATS, advice
from .boat_reactions import TORNADO, SaveBoats, Threat, exits
from .carrying import boarders
from .fleet import MAELSTROM, OIL, boats_on, cargo_of, is_boat, oil_of
from .options import rules
from .walls import WAVE

QUAKES = ("earthquake", "geyser")
HARMFUL = (TORNADO, *QUAKES, WAVE)
"""AQ-AMB-10: the cataclysms that strike a colony like any other building."""


class LandingFailed(Event, frozen=True):
    """Somebody else was there first: the team stays aboard (AQ-AMB-30)."""

    team: str
    place: Place


class TidalWave(Strike, frozen=True):
    """Strike everything except what is wholly in the mountains.

    AQ-CATA-03, AQ-TIDE-01 to AQ-TIDE-03, AQ-TIDE-07, AQ-AMB-32.

    Teams outside are safe where the hex has a mountain; no shelter helps, only a wall.
    """


class Answer(NamedTuple):
    """What an answer leads to."""

    facts: list[Event]
    oil: int
    lost: list[str]


def evaluate(state: State, seat: Seat, threat: Threat, order: SaveBoats, late: bool = False) -> Answer:
    """Return what an answer leads to, or refuse it; `late`: a landing may fail.

    AQ-TORN-01 to AQ-TORN-06, AQ-TORN-09, AQ-TIDE-04 to AQ-TIDE-06, AQ-AMB-28 to AQ-AMB-30, AQ-AMB-33.
    A boat that goes takes one step; its cargo may go aboard before and ashore after it.
    """
    mine = boats_on(state, threat.hex, seat)
    tornado = threat.kind == TORNADO
    trial = apart(state)
    facts = list[Event]()
    moved = list[str]()
    going = [stride.partition(":")[0] for stride in order.steps]
    for stride in order.steps:
        name, _, place = stride.partition(":")
        if name in mine:
            sail(trial, name, place, moved, order)
        elif not (steps_well(trial, seat, name, place, going) if late else carries(trial, seat, name, place, going)):
            facts.append(LandingFailed(name, place))
            continue
        facts += try_step(trial, seat, name, place)
    lost = [boat for boat in mine if boat not in (*moved, *order.stay)]
    check_stays(state, mine, order, tornado)
    for boat in lost if tornado else ():
        require(not exits(state, boat), "AQ-TORN-09", "{team} must leave or be held for 1 oil", team=boat)
    due = len(order.stay) if tornado else len(moved)
    clause = "AQ-TORN-03" if tornado else "AQ-TIDE-04"
    require(oil_of(state, seat) >= due, clause, "{seat} does not have enough {resource}", seat=seat, resource=OIL)
    return Answer(facts, due, lost)


def sail(trial: State, boat: str, place: Place, moved: list[str], order: SaveBoats) -> None:
    """Take one step, to the next hex (AQ-TORN-01)."""
    require(
        boat not in (*moved, *order.stay), "AQ-TORN-05", "each boat can do only one thing: name {team} once", team=boat
    )
    ways = exits(trial, boat)
    require(
        place in ways,
        "AQ-TORN-01",
        "{team} can go to {places}, but not to {place}",
        team=boat,
        places=ways,
        place=place,
    )
    moved.append(boat)


def carries(trial: State, seat: Seat, name: str, place: Place, going: Sequence[str]) -> bool:
    """Return whether a team goes aboard a boat that leaves, or off it (AQ-TORN-06, AQ-TIDE-05, AQ-AMB-30)."""
    team = trial[Map].teams.get(name)
    require(team and team.seat == seat, "AQ-TORN-06", "{seat} has no team {team} on the map", team=name, seat=seat)
    assert team
    boat = place if is_boat(trial, place) else team.place
    require(
        boat in going, "AQ-AMB-30", "{team} can only board a boat that is leaving, or go ashore from one", team=name
    )
    check_step(trial, name, team.place, place)
    return True


def steps_well(trial: State, seat: Seat, name: str, place: Place, going: Sequence[str]) -> bool:
    try:
        return carries(trial, seat, name, place, going)
    except Refused:
        return False


def check_stays(state: State, mine: Sequence[str], order: SaveBoats, tornado: bool) -> None:
    """Check that oil holds a boat only in a tornado, never in a wave (AQ-TORN-03, AQ-TIDE-06)."""
    good = set(order.stay) <= set(mine) and len(set(order.stay)) == len(order.stay)
    require(good, "AQ-TORN-05", "name your own boats on the hex, each only once: {boats}", boats=mine)
    require(tornado or not order.stay, "AQ-TIDE-06", "oil cannot hold a boat in a tidal wave")


def carry_out(table: Table, seat: Seat, answer: Answer) -> None:
    """Pay and move; what is left is lost (AQ-CATA-02, AQ-TORN-04, AQ-TIDE-06)."""
    if answer.oil:
        table.emit(CubesSpent(seat, OIL, answer.oil))
    for fact in answer.facts:
        table.emit(fact)
    for boat in answer.lost:
        table.emit(loss_event(table.state, boat))


def choices(state: State, seat: Seat, threat: Threat) -> Iterator[SaveBoats]:
    """Yield for each boat a way out, alone or with a passenger; held by oil; or left."""
    mine = boats_on(state, threat.hex, seat)
    tornado = threat.kind == TORNADO
    each = [list(ways_of(state, boat, tornado)) for boat in mine]
    for parts in product(*each):
        steps = tuple(step for part in parts for step in part.steps)
        yield SaveBoats(steps, tuple(boat for part in parts for boat in part.stay))


def ways_of(state: State, boat: str, tornado: bool) -> Iterator[SaveBoats]:
    ways = exits(state, boat)
    for place in ways:
        yield SaveBoats((f"{boat}:{place}",))
        yield from (SaveBoats((f"{name}:{boat}", f"{boat}:{place}")) for name in boarders(state, boat)[:2])
    if tornado:
        yield SaveBoats(stay=(boat,))
    if not tornado or not ways:
        yield SaveBoats()


def threat_of(question: SaveInTurn | SaveTogether) -> Threat:
    return Threat(question.hex, question.kind)


def save_now(table: Table, seat: Seat, question: SaveInTurn, order: SaveBoats) -> None:
    found = evaluate(table.state, seat, threat_of(question), order)
    table.reveal(seat)
    carry_out(table, seat, found)


def save_later(table: Table, seat: Seat, poll: SaveTogether, order: SaveBoats) -> None:
    """Accept now; all answers are carried out together."""
    evaluate(table.state, seat, threat_of(poll), order)


def savings(state: State, seat: Seat, question: SaveInTurn | SaveTogether) -> Iterator[Order]:
    return choices(state, seat, threat_of(question))


def default_answer(state: State, seat: Seat, question: SaveInTurn | SaveTogether) -> Order:
    """Return the safe answers for a seat that does not answer."""
    return advice(state, seat, threat_of(question), BOATS)


class SaveInTurn(Question, frozen=True):
    """Ask about the boats of one seat, once those before it have gone (AQ-TORN-05, AQ-TIDE-08, AQ-AMB-31)."""

    seat: Seat
    hex: str
    kind: str
    offers = {SaveBoats: Offer(save_now, savings, complete=False)}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,) if boats_on(state, self.hex, self.seat) else ()

    def default(self, state: State, seat: Seat) -> Order:
        return default_answer(state, seat, self)


class SaveTogether(Poll, frozen=True):
    """Ask all at once where nobody is in another's way; carried out from the Leader on (AQ-TORN-05, AQ-AMB-31)."""

    hex: str
    kind: str
    seats: tuple[Seat, ...]
    offers = {SaveBoats: Offer(save_later, savings, complete=False)}

    def asks(self, state: State) -> Sequence[Seat]:
        return self.seats

    def default(self, state: State, seat: Seat) -> Order:
        return default_answer(state, seat, self)

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        for seat, order in answers.items():
            assert isinstance(order, SaveBoats)
            table.reveal(seat)
            carry_out(table, seat, evaluate(table.state, seat, threat_of(self), order, late=True))


class Brace(Step, frozen=True):
    hex: str
    kind: str

    def run(self, table: Table) -> None:
        """Ask for boats first; seats that visibly have no choice are not asked (AQ-TORN-05, AQ-TIDE-08, AQ-AMB-31)."""
        threat = Threat(self.hex, self.kind)
        asked = list[Seat]()
        for seat in clockwise(table.state):
            if not boats_on(table.state, self.hex, seat):
                continue
            if (forced := no_choice(table.closed, seat, threat)) is not None:
                carry_out(table, seat, evaluate(table.state, seat, threat, forced))
            else:
                asked.append(seat)
        if len(asked) > 1 and together(table.closed, asked, threat):
            table.then(SaveTogether(self.hex, self.kind, tuple(asked)))
        else:
            table.then(*(SaveInTurn(seat, self.hex, self.kind) for seat in asked))


def no_choice(closed: State, seat: Seat, threat: Threat) -> SaveBoats | None:
    """Return the only answer by public knowledge: no way out of a wave, or visibly no oil (AQ-TORN-04, AQ-AMB-33)."""
    ways = {boat: exits(closed, boat) for boat in boats_on(closed, threat.hex, seat)}
    if threat.kind == WAVE and not any(ways.values()):
        return SaveBoats()
    if options(closed).screens != "open" or oil_of(closed, seat):
        return None
    if threat.kind == WAVE:
        return SaveBoats()
    carrying = any(cargo_of(closed, boat) or boarders(closed, boat) for boat in ways)
    if carrying or any(len(way) > 1 for way in ways.values()):
        return None
    return SaveBoats(tuple(f"{boat}:{place}" for boat, way in ways.items() for place in way))


def together(closed: State, asked: Sequence[Seat], threat: Threat) -> bool:
    """Return whether nobody can land where another might, by public knowledge; by option always or never.

    AQ-AMB-31.
    """
    how = rules(closed).parallel_reactions
    if how != "when_independent":
        return how == "always"
    targets = [landing_sites(closed, seat, threat) for seat in asked]
    return sum(map(len, targets)) == len({spot for spots in targets for spot in spots})


def landing_sites(closed: State, seat: Seat, threat: Threat) -> set[Place]:
    """Return the buildings without owner, or that may be left, on the hexes that a seat's boats could reach."""
    mine = boats_on(closed, threat.hex, seat)
    if not any(cargo_of(closed, boat) or boarders(closed, boat) for boat in mine):
        return set()
    hexes = {threat.hex, *(hex_of(closed, place) for boat in mine for place in exits(closed, boat))}
    spots = [spot for hex in sorted(hexes) for spot in spots_of(closed, hex) if spot in closed[Map].buildings]
    return {spot for spot in spots if not closed[Map].buildings[spot].chip}


def boats_go_first(table: Table, event: Struck) -> None:
    """Let boats react before anything is struck.

    AQ-CATA-05, AQ-CATA-07, AQ-TORN-01, AQ-TORN-02, AQ-TIDE-08, AQ-AMB-45, AQ-ARB-06.
    """
    if event.kind in (TORNADO, WAVE):
        table.then(Brace(event.hex, event.kind))


def shelters_wait(answer: tuple[Step, ...], state: State, colour: str, hexes: tuple[str, ...]) -> tuple[Step, ...]:
    """Fix what shelters can save, and strike; who pays for them is asked when boats have moved (AQ-CATA-06)."""
    return sheltered_strikes(state, colour, hexes) if protection(state).cost else answer


def shelters_are_paid(
    answer: tuple[Step, ...], state: State, strike: Strike, safe: tuple[Place, ...]
) -> tuple[Step, ...]:
    """Ask who pays for shelters on this hex, once its boats have moved (AQ-CATA-06, AQ-TORN-07)."""
    if not (safe and protection(state).cost):
        return answer
    return Protect(strike.by, (strike.hex,), safe), HurtOutside(strike.hex, tag(type(strike)))


def boats_have_reacted(answer: list[str], state: State, hex: str, kind: str) -> list[str]:
    """Leave boats out of a strike that they have reacted to.

    AQ-CARRY-13, AQ-CATA-01, AQ-CATA-04, AQ-TORN-07, AQ-TORN-08, AQ-AMB-27.
    Earthquakes and geysers strike them like other teams; those aboard are struck only with the boat.
    """
    ashore = [name for name in answer if state[Map].teams[name].place not in state[Map].teams]
    spared = kind in (TORNADO, WAVE, MAELSTROM) or (kind in QUAKES and rules(state).boats_in_quake == "immune")
    afloat = boats_on(state, hex) if spared else []
    return [name for name in ashore if name not in afloat]


def colonies_are_struck(answer: bool, state: State, kind: str) -> bool:
    """Grant that a colony on a struck hex is struck like any building (AQ-AMB-10)."""
    return answer or kind in HARMFUL


EVENTS: tuple[type[Event], ...] = (LandingFailed,)
STEPS: tuple[type[Step], ...] = (TidalWave, Brace, SaveInTurn, SaveTogether)
assert tag(TidalWave) == WAVE
