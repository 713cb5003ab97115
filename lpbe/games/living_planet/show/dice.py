"""What a die would bring if it showed a value: who produces what, and which hexes it strikes at whose cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....kernel.play.foresight import Told
from ....kernel.play.rules import Event, Seat, State
from ....kernel.play.silence import rehearse
from ..cataclysm import by_themselves, candidates
from ..colony import arrivals, arriving
from ..produce import Produce, Produced, factories, repairable
from ..reading import clockwise, seats
from ..state import Turn
from .blows import Blow, strike_of


def played_now(state: State, colour: str, value: int) -> State:
    """The same as if this die were being played and showed this value."""
    turn = state.book.copiers[Turn](state[Turn])
    assert isinstance(turn, Turn)
    turn.dice[colour] = value
    turn.order, turn.column = [colour], 0
    return state.having({**state, Turn: turn})


def whole_die(state: State, seat: Seat, colour: str, value: int) -> Iterator[Told]:
    """Row A and row C of a die: what is produced, and then struck."""
    trial = played_now(state, colour, value)
    made = rehearse(trial, *(Produce(one) for one in clockwise(trial)))
    yield from goods_told(made.events, seat, factories(trial, seat))
    yield from instead_told(trial, seat)
    yield from struck(made.state, seat, colour, value)


def instead_told(trial: State, seat: Seat) -> Iterator[Told]:
    """LP-PROD-08, LP-COLONY-02: what else the reader may do with the value."""
    if repairs := repairable(trial, seat):
        yield Told("mend", {"places": repairs}, "good")
    kinds = [*arrivals(trial, seat), *(one.kind for one in arriving(trial, seat))]
    if kinds:
        yield Told("arrive", {"kinds": list(dict.fromkeys(kinds))}, "good")


def goods_told(events: Sequence[Event], seat: Seat, others: Sequence[str] = ()) -> Iterator[Told]:
    """What some events produce for the reader and for the others; and by which factories it might be instead."""
    made = [event for event in events if isinstance(event, Produced)]
    own = [goods(event) for event in made if event.seat == seat]
    instead = [place for place in others if place not in [event.place for event in made]]
    if own:
        yield Told("produce.own", {"goods": own, "others": instead}, "good")
    if rest := [goods(event, "goods.of") for event in made if event.seat != seat]:
        yield Told("produce.others", {"goods": rest})


def goods(event: Produced, key: str = "goods") -> Told:
    values = {"seat": event.seat, "count": event.count, "resource": event.resource, "place": event.place}
    return Told(key, values, place=event.place)


def blows_of(state: State, colour: str, value: int) -> list[Blow]:
    """What the die would do to each hex that it may strike."""
    trial = played_now(state, colour, value)
    return [strike_of(state, colour, value, hex) for hex in candidates(trial, colour)]


def struck(state: State, seat: Seat, colour: str, value: int) -> Iterator[Told]:
    """LP-CATA-01, LP-CATA-03, LP-NPC-07: the hexes, what they cost whom, and whether their owner may choose."""
    blows = blows_of(state, colour, value)
    trial = played_now(state, colour, value)
    hexes = tuple(blow.hex for blow in blows)
    anyhow = by_themselves(trial, colour, hexes)
    for blow in blows:
        forced = len(hexes) == 1 or colour not in seats(state) or blow.hex in anyhow
        yield strike_told(blow, seat, "sure" if forced else "may")
    if not blows:
        yield Told("strike.none")


def strike_told(blow: Blow, seat: Seat, way: str) -> Told:
    values = {"hex": blow.hex, "kind": blow.kind, "losses": blow.losses(seat)}
    return Told(f"strike.{way}", {**values, "open": blow.open}, blow.tone(seat), blow.hex)
