"""Row C, cataclysms: the die is called, its owner triggers hexes, shelters are fixed, the hexes are struck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Annotated, Any

from msgspec import Meta, UnsetType

from ....kernel.base.errors import require
from ....kernel.engine.amendments import amendable
from ....kernel.engine.model import Event, Name, Offer, Order, Poll, Question, Seat, State, Step
from ....kernel.engine.table import Table
from ..events import CubesSpent
from ..map.queries import (
    around,
    clockwise,
    controller,
    functional,
    kind_of,
    options,
    placed_hexes,
    seats,
    spots_of,
    tile_of,
)
from ..options import Protection
from ..state import Map, Place, Purse, Turn
from .strikes import TakeDamage, untouched_places, victims

Hexes = Annotated[tuple[Name, ...], Meta(max_length=64)]


class TriggerHexes(Order, frozen=True, tag="trigger"):
    """Trigger these hexes, in the order in which they are struck (LP-CATA-03)."""

    hexes: Hexes


class ProtectHexes(Order, frozen=True, tag="protect"):
    """Use the shelters for these hexes and pay for them (D-26)."""

    hexes: Hexes


class ProtectNothing(Order, frozen=True):
    pass


class CataclysmCalled(Event, frozen=True):
    """A cataclysm is called, by colour and value (LP-LEADER-10)."""

    colour: str
    value: int


class HexesTriggered(Event, frozen=True):
    colour: str
    hexes: tuple[str, ...]


class Protected(Event, frozen=True):
    seat: Seat
    hexes: tuple[str, ...]


def brings(state: State, hex: str, colour: str) -> str:
    """Return the cataclysm that a die brings to a hex with its current value; empty if no icon matches."""
    return tile_of(state, hex).dice.get(f"{colour}{state[Turn].dice[colour]}", "")


def candidates(state: State, colour: str) -> tuple[str, ...]:
    """Return the hexes with an icon of this colour and value; a start tile has none.

    LP-CATA-01, LP-COLONY-06, G-71.
    """
    return tuple(hex for hex in placed_hexes(state) if brings(state, hex, colour))


def protection(state: State) -> Protection:
    rule = options(state).protection
    return Protection() if isinstance(rule, UnsetType) else rule


@amendable
def sheltered_buildings(state: State, hex: str, kind: str) -> tuple[Place, ...]:
    """Return what the controller of a working shelter of this kind controls on the hex (G-04)."""
    rule = protection(state)
    near = [hex, *(around(state, hex) if rule.range else ())]
    shelters = (
        [] if rule.off else [spot for one in near for spot in buildings_on(state, one) if shields(state, spot, kind)]
    )
    keepers = [controller(state, spot) for spot in shelters]
    return tuple(spot for spot in buildings_on(state, hex) if controller(state, spot) in keepers)


def buildings_on(state: State, hex: str) -> list[Place]:
    return [spot for spot in spots_of(state, hex) if spot in state[Map].buildings]


def shields(state: State, spot: Place, kind: str) -> bool:
    return kind_of(state, state[Map].buildings[spot]).shelters == kind and functional(state, spot)


class Cataclysm(Step, frozen=True):
    colour: str

    def run(self, table: Table) -> None:
        """Strike no hex if none matches; a die without a player strikes them all.

        LP-CATA-01, LP-CATA-02, LP-NPC-07, C-12.
        """
        state = table.state
        hexes = candidates(state, self.colour)
        table.emit(CataclysmCalled(self.colour, state[Turn].dice[self.colour]))
        anyhow = by_themselves(state, self.colour, hexes)
        chosen = tuple(hex for hex in hexes if hex not in anyhow) if anyhow else hexes
        owned = self.colour in seats(state)
        if chosen and owned:
            table.then(Trigger(self.colour, self.colour, hexes=chosen, anyhow=anyhow))
        elif hexes:
            table.then(*((Unleash(self.colour, hexes),) if owned else strike_all_steps(state, self.colour, hexes)))


@amendable
def by_themselves(state: State, colour: str, hexes: tuple[str, ...]) -> tuple[str, ...]:
    """Return the hexes that a die strikes before those its owner chooses; they are not a choice (LP-CATA-03).

    Amendments add.
    """
    return ()


@amendable
def order_matters(state: State, colour: str, hexes: tuple[str, ...]) -> bool:
    """Return whether it matters in which order a die strikes these hexes: not in the base (G-68). Amendments grant."""
    return False


@amendable
def strike_all_steps(state: State, colour: str, hexes: tuple[str, ...]) -> tuple[Step, ...]:
    """Return the steps of a die without a player: it strikes all hexes, in the order they were placed (LP-NPC-07)."""
    return (Unleash(colour, hexes),)


class Unleash(Step, frozen=True):
    colour: str
    hexes: tuple[str, ...]

    def run(self, table: Table) -> None:
        unleash(table, self.colour, self.hexes)


def unleash(table: Table, colour: str, hexes: tuple[str, ...]) -> None:
    """Fix the shelters of all hexes, then strike the hexes one after the other (G-04, G-68)."""
    table.emit(HexesTriggered(colour, hexes))
    table.then(*shelter_steps(table.state, colour, hexes))


@amendable
def shelter_steps(state: State, colour: str, hexes: tuple[str, ...]) -> tuple[Step, ...]:
    """Return the strikes, after the question who pays where shelters cost something (G-04).

    Amendments ask it later.
    """
    return (Protect(colour, hexes),) if protection(state).cost else sheltered_strikes(state, colour, hexes)


def sheltered_strikes(state: State, colour: str, hexes: tuple[str, ...]) -> tuple[Step, ...]:
    """Return a strike for each hex, with what the shelters save as they are now (G-04)."""
    return tuple(
        strike(state, colour, hex, sheltered_buildings(state, hex, brings(state, hex, colour))) for hex in hexes
    )


def strike(state: State, colour: str, hex: str, safe: tuple[Place, ...]) -> Step:
    """Return the strike that the icon of a hex names (LP-CATA-04)."""
    make: Any = state.book.steps[brings(state, hex, colour)]
    planned: Step = make(hex=hex, by=colour, safe=safe)
    return planned


def trigger(table: Table, seat: Seat, question: Trigger, order: TriggerHexes) -> None:
    hexes = order.hexes
    require(hexes, "LP-CATA-03", "at least one hex must be triggered")
    require(len(set(hexes)) == len(hexes), "LP-CATA-03", "name each hex only once")
    for hex in hexes:
        require(hex in question.hexes, "LP-CATA-03", "the die triggers nothing on {hex}", hex=hex)
    unleash(table, question.colour, (*question.anyhow, *hexes))


def triggers(state: State, seat: Seat, question: Trigger) -> Iterator[Order]:
    for size in range(1, len(question.hexes) + 1):
        yield from map(TriggerHexes, permutations(question.hexes, size))


def toll(state: State, seat: Seat, colour: str, hex: str) -> tuple[int, int]:
    """Count what a strike would hit: the seat's own pieces, and those of its rivals."""
    kind = brings(state, hex, colour)
    struck = victims(state, hex, kind, sheltered_buildings(state, hex, kind))
    own = struck.count(seat)
    return own, len(struck) - own


class Trigger(Question, frozen=True):
    """Ask the owner of the die to choose one or more of the hexes (LP-CATA-03)."""

    seat: Seat
    colour: str
    hexes: tuple[str, ...]
    anyhow: tuple[str, ...] = ()
    """What is struck whatever is chosen."""
    offers = {TriggerHexes: Offer(trigger, triggers, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        """Choose one hex: fewest own losses, then most losses of the rivals, then the lowest name (D-22)."""

        def grief(hex: str) -> tuple[int, int, str]:
            own, rivals = toll(state, seat, self.colour, hex)
            return own, -rivals, hex

        return TriggerHexes((min(self.hexes, key=grief),))


def guarded_hexes(state: State, seat: Seat, poll: Protect) -> list[str]:
    """Return the hexes where a seat has something that its shelters may save."""
    return [hex for hex in poll.hexes if own_sheltered(state, seat, poll, hex)]


def own_sheltered(state: State, seat: Seat, poll: Protect, hex: str) -> list[Place]:
    safe = poll.safe or sheltered_buildings(state, hex, brings(state, hex, poll.colour))
    return [spot for spot in safe if controller(state, spot) == seat]


def affordable(state: State, seat: Seat) -> int:
    """Return how many hexes a seat can pay for."""
    return state[Purse, seat].cubes.get("electricity", 0) // protection(state).cost


def protect(table: Table, seat: Seat, poll: Protect, order: ProtectHexes) -> None:
    """Check that each hex is protected once and that the seat has enough electricity for all of them (G-04)."""
    state = table.state
    hexes = order.hexes
    require(hexes and len(set(hexes)) == len(hexes), "G-04", "name each hex only once")
    for hex in hexes:
        require(
            hex in guarded_hexes(state, seat, poll),
            "G-04",
            "{seat} has no shelter that protects {hex}",
            seat=seat,
            hex=hex,
        )
    require(len(hexes) <= affordable(state, seat), "G-04", "{seat} does not have enough electricity", seat=seat)
    table.emit(CubesSpent(seat, "electricity", len(hexes) * protection(state).cost))
    table.emit(Protected(seat, hexes))


def protections(state: State, seat: Seat, poll: Protect) -> Iterator[Order]:
    hexes = guarded_hexes(state, seat, poll)
    for size in range(1, min(len(hexes), affordable(state, seat)) + 1):
        yield from map(ProtectHexes, combinations(hexes, size))


def protect_nothing(table: Table, seat: Seat, poll: Protect, order: ProtectNothing) -> None:
    """Accept that nobody has to pay (G-04)."""


def no_protections(state: State, seat: Seat, poll: Protect) -> Iterator[Order]:
    yield ProtectNothing()


class Protect(Poll, frozen=True):
    """Ask who pays for shelters, if they cost something; then the hexes are struck (G-04, D-26)."""

    colour: str
    hexes: tuple[str, ...]
    safe: tuple[Place, ...] = ()
    """What shelters can save on the one hex whose strike has begun; empty: the strikes are still to come."""
    offers = {
        ProtectNothing: Offer(protect_nothing, no_protections, exact=True),
        ProtectHexes: Offer(protect, protections, complete=False, exact=True),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        return [seat for seat in clockwise(state) if guarded_hexes(state, seat, self)]

    def default(self, state: State, seat: Seat) -> Order:
        hexes = guarded_hexes(state, seat, self)[: affordable(state, seat)]
        return ProtectHexes(tuple(hexes)) if hexes else ProtectNothing()

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        state = table.state
        paid = {s: a.hexes for s, a in answers.items() if isinstance(a, ProtectHexes)}
        for hex in self.hexes:
            kept = [own_sheltered(state, seat, self, hex) for seat, hexes in paid.items() if hex in hexes]
            table.then(self.next_step(state, hex, tuple(spot for spots in kept for spot in spots)))

    def next_step(self, state: State, hex: str, kept: tuple[Place, ...]) -> Step:
        """Return the strike, or the damage of the strike that has begun."""
        if not self.safe:
            return strike(state, self.colour, hex, kept)
        return TakeDamage(hex, untouched_places(state, hex, brings(state, hex, self.colour), kept))


EVENTS: tuple[type[Event], ...] = (CataclysmCalled, HexesTriggered, Protected)
STEPS: tuple[type[Step], ...] = (Cataclysm, Unleash, Trigger, Protect)
