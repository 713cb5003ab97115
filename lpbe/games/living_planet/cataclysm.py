"""Row C, cataclysms: the die is called, its owner triggers hexes, shelters are fixed, the hexes are struck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Annotated, Any

from msgspec import Meta, UnsetType

from ...kernel.base.errors import require
from ...kernel.play.rules import Event, Name, Offer, Order, Poll, Question, Seat, State, Step, amendable
from ...kernel.play.table import Table
from .events import CubesSpent
from .options import Protection
from .reading import around, clockwise, controller, functional, kind_of, options, placed, seats, spots_of, tile_of
from .state import Map, Place, Purse, Turn
from .strike import victims

Hexes = Annotated[tuple[Name, ...], Meta(max_length=64)]


class TriggerHexes(Order, frozen=True, tag="trigger"):
    """LP-CATA-03: which hexes, in the order in which they are struck."""

    hexes: Hexes


class ProtectHexes(Order, frozen=True, tag="protect"):
    """D-26: the shelters are used for these hexes, and paid."""

    hexes: Hexes


class ProtectNothing(Order, frozen=True):
    pass


class CataclysmCalled(Event, frozen=True):
    """LP-LEADER-10: the colour and the value."""

    colour: str
    value: int


class HexesTriggered(Event, frozen=True):
    colour: str
    hexes: tuple[str, ...]


class Protected(Event, frozen=True):
    seat: Seat
    hexes: tuple[str, ...]


def brings(state: State, hex: str, colour: str) -> str:
    """The cataclysm that a die as it lies brings to a hex; nothing without a matching icon."""
    return tile_of(state, hex).dice.get(f"{colour}{state[Turn].dice[colour]}", "")


def candidates(state: State, colour: str) -> tuple[str, ...]:
    """LP-CATA-01, LP-COLONY-06, G-71: hexes with an icon of the colour and value; a start tile has none."""
    return tuple(hex for hex in placed(state) if brings(state, hex, colour))


def protection(state: State) -> Protection:
    rule = options(state).protection
    return Protection() if isinstance(rule, UnsetType) else rule


@amendable
def sheltered(state: State, hex: str, kind: str) -> tuple[Place, ...]:
    """G-04: what the controller of a working shelter of this kind controls on the hex."""
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
        """LP-CATA-01, LP-CATA-02, LP-NPC-07, C-12: no hex, nothing; a die without a player strikes them all."""
        state, hexes = table.state, candidates(table.state, self.colour)
        table.emit(CataclysmCalled(self.colour, state[Turn].dice[self.colour]))
        anyhow = by_themselves(state, self.colour, hexes)
        chosen = tuple(hex for hex in hexes if hex not in anyhow) if anyhow else hexes
        owned = self.colour in seats(state)
        if chosen and owned:
            table.then(Trigger(self.colour, self.colour, chosen, anyhow))
        elif hexes:
            table.then(*((Unleash(self.colour, hexes),) if owned else unleashing(state, self.colour, hexes)))


@amendable
def by_themselves(state: State, colour: str, hexes: tuple[str, ...]) -> tuple[str, ...]:
    """LP-CATA-03: the hexes that a die strikes before those its owner chooses; they are no choice. Amendments add."""
    return ()


@amendable
def unleashing(state: State, colour: str, hexes: tuple[str, ...]) -> tuple[Step, ...]:
    """LP-NPC-07: what a die without a player leads to: it strikes all hexes, in the order they were placed."""
    return (Unleash(colour, hexes),)


class Unleash(Step, frozen=True):
    colour: str
    hexes: tuple[str, ...]

    def run(self, table: Table) -> None:
        unleash(table, self.colour, self.hexes)


def unleash(table: Table, colour: str, hexes: tuple[str, ...]) -> None:
    """G-04, G-68: shelters are fixed for all hexes before the first is struck; then one after the other."""
    table.emit(HexesTriggered(colour, hexes))
    if protection(table.state).cost:
        table.then(Protect(colour, hexes))
    else:
        state = table.state
        table.then(*(strike(state, colour, hex, sheltered(state, hex, brings(state, hex, colour))) for hex in hexes))


def strike(state: State, colour: str, hex: str, safe: tuple[Place, ...]) -> Step:
    """LP-CATA-04: the icon names the cataclysm."""
    make: Any = state.book.steps[brings(state, hex, colour)]
    planned: Step = make(hex=hex, by=colour, safe=safe)
    return planned


def trigger(table: Table, seat: Seat, question: Trigger, order: TriggerHexes) -> None:
    hexes = order.hexes
    require(hexes, "LP-CATA-03", "at least one hex must be triggered")
    require(len(set(hexes)) == len(hexes), "LP-CATA-03", "name each hex once")
    for hex in hexes:
        require(hex in question.hexes, "LP-CATA-03", "the die brings nothing to {hex}", hex=hex)
    unleash(table, question.colour, (*question.anyhow, *hexes))


def triggers(state: State, seat: Seat, question: Trigger) -> Iterator[Order]:
    for size in range(1, len(question.hexes) + 1):
        yield from map(TriggerHexes, permutations(question.hexes, size))


def toll(state: State, seat: Seat, colour: str, hex: str) -> tuple[int, int]:
    """What a strike would hit: of the seat's own, and of its rivals'."""
    kind = brings(state, hex, colour)
    struck = victims(state, hex, kind, sheltered(state, hex, kind))
    own = struck.count(seat)
    return own, len(struck) - own


class Trigger(Question, frozen=True):
    """LP-CATA-03: the owner of the die chooses one or more of the hexes."""

    seat: Seat
    colour: str
    hexes: tuple[str, ...]
    anyhow: tuple[str, ...] = ()
    """What is struck whatever is chosen."""
    offers = {TriggerHexes: Offer(trigger, triggers, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        """D-22: one hex: fewest own losses, then most of the rivals, then the lowest name."""

        def grief(hex: str) -> tuple[int, int, str]:
            own, rivals = toll(state, seat, self.colour, hex)
            return own, -rivals, hex

        return TriggerHexes((min(self.hexes, key=grief),))


def guarded(state: State, seat: Seat, poll: Protect) -> list[str]:
    """The hexes where a seat has something that its shelters may save."""
    return [hex for hex in poll.hexes if own_sheltered(state, seat, poll.colour, hex)]


def own_sheltered(state: State, seat: Seat, colour: str, hex: str) -> list[Place]:
    safe = sheltered(state, hex, brings(state, hex, colour))
    return [spot for spot in safe if controller(state, spot) == seat]


def affordable(state: State, seat: Seat) -> int:
    """How many hexes a seat can pay for."""
    return state[Purse, seat].cubes.get("electricity", 0) // protection(state).cost


def protect(table: Table, seat: Seat, poll: Protect, order: ProtectHexes) -> None:
    """G-04: so much electricity a struck hex."""
    state, hexes = table.state, order.hexes
    require(hexes and len(set(hexes)) == len(hexes), "G-04", "name each hex once")
    for hex in hexes:
        require(
            hex in guarded(state, seat, poll), "G-04", "{seat} has no shelter that helps on {hex}", seat=seat, hex=hex
        )
    require(len(hexes) <= affordable(state, seat), "G-04", "{seat} has not enough electricity", seat=seat)
    table.emit(CubesSpent(seat, "electricity", len(hexes) * protection(state).cost))
    table.emit(Protected(seat, hexes))


def protections(state: State, seat: Seat, poll: Protect) -> Iterator[Order]:
    hexes = guarded(state, seat, poll)
    for size in range(1, min(len(hexes), affordable(state, seat)) + 1):
        yield from map(ProtectHexes, combinations(hexes, size))


def protect_nothing(table: Table, seat: Seat, poll: Protect, order: ProtectNothing) -> None:
    """G-04: nobody must pay."""


def no_protections(state: State, seat: Seat, poll: Protect) -> Iterator[Order]:
    yield ProtectNothing()


class Protect(Poll, frozen=True):
    """G-04, D-26: only where a shelter costs something; then the hexes are struck."""

    colour: str
    hexes: tuple[str, ...]
    offers = {
        ProtectNothing: Offer(protect_nothing, no_protections, exact=True),
        ProtectHexes: Offer(protect, protections, complete=False, exact=True),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        return [seat for seat in clockwise(state) if guarded(state, seat, self)]

    def default(self, state: State, seat: Seat) -> Order:
        hexes = guarded(state, seat, self)[: affordable(state, seat)]
        return ProtectHexes(tuple(hexes)) if hexes else ProtectNothing()

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        state, paid = table.state, {s: a.hexes for s, a in answers.items() if isinstance(a, ProtectHexes)}
        for hex in self.hexes:
            kept = [own_sheltered(state, seat, self.colour, hex) for seat, hexes in paid.items() if hex in hexes]
            table.then(strike(state, self.colour, hex, tuple(spot for spots in kept for spot in spots)))


EVENTS: tuple[type[Event], ...] = (CataclysmCalled, HexesTriggered, Protected)
STEPS: tuple[type[Step], ...] = (Cataclysm, Unleash, Trigger, Protect)
