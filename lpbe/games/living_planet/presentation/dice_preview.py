"""What a die would bring if it showed a value: who produces what, and which hexes it strikes at whose cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....kernel.engine.foresight import Fact
from ....kernel.engine.model import Event, Seat, State
from ....kernel.engine.rehearsal import rehearse
from ..actions.arrivals import arrivals, open_arrivals
from ..map.queries import clockwise, seats
from ..state import Turn
from ..turn.cataclysms import by_themselves, candidates
from ..turn.production import Produce, Produced, factories, repairable
from .cataclysm_preview import Blow, strike_of


def while_played(state: State, colour: str, value: int) -> State:
    """Return the same state as if this die were being played and showed this value."""
    turn = state.book.copiers[Turn](state[Turn])
    assert isinstance(turn, Turn)
    turn.dice[colour] = value
    turn.order, turn.column = [colour], 0
    return state.with_parts({**state, Turn: turn})


def whole_die(state: State, seat: Seat, colour: str, value: int) -> Iterator[Fact]:
    """Yield rows A and C of a die: what is produced, and then struck."""
    trial = while_played(state, colour, value)
    made = rehearse(trial, *(Produce(one) for one in clockwise(trial)))
    yield from goods_facts(made.events, seat, factories(trial, seat))
    yield from alternative_facts(trial, seat)
    yield from strike_facts(made.state, seat, colour, value)


def alternative_facts(trial: State, seat: Seat) -> Iterator[Fact]:
    """Yield what else the reader may do with the value (LP-PROD-08, LP-COLONY-02)."""
    if repairs := repairable(trial, seat):
        yield Fact("mend", {"places": repairs}, "good")
    kinds = [*arrivals(trial, seat), *(one.kind for one in open_arrivals(trial, seat))]
    if kinds:
        yield Fact("arrive", {"kinds": list(dict.fromkeys(kinds))}, "good")


def goods_facts(events: Sequence[Event], seat: Seat, others: Sequence[str] = ()) -> Iterator[Fact]:
    """Yield what some events produce for the reader and for the others, and which factories might produce instead."""
    made = [event for event in events if isinstance(event, Produced)]
    own = [goods(event) for event in made if event.seat == seat]
    instead = [place for place in others if place not in [event.place for event in made]]
    if own:
        yield Fact("produce.own", {"goods": own, "others": instead}, "good")
    if rest := [goods(event, "goods.of") for event in made if event.seat != seat]:
        yield Fact("produce.others", {"goods": rest})


def goods(event: Produced, key: str = "goods") -> Fact:
    values = {"seat": event.seat, "count": event.count, "resource": event.resource, "place": event.place}
    return Fact(key, values, place=event.place)


def blows_of(state: State, colour: str, value: int) -> list[Blow]:
    """Return what the die would do to each hex that it may strike."""
    trial = while_played(state, colour, value)
    return [strike_of(state, colour, value, hex) for hex in candidates(trial, colour)]


def strike_facts(state: State, seat: Seat, colour: str, value: int) -> Iterator[Fact]:
    """Yield the hexes, what they cost whom, and whether their owner may choose (LP-CATA-01, LP-CATA-03, LP-NPC-07)."""
    blows = blows_of(state, colour, value)
    trial = while_played(state, colour, value)
    hexes = tuple(blow.hex for blow in blows)
    anyhow = by_themselves(trial, colour, hexes)
    for blow in blows:
        forced = len(hexes) == 1 or colour not in seats(state) or blow.hex in anyhow
        yield strike_fact(blow, seat, "sure" if forced else "may")
    if not blows:
        yield Fact("strike.none")


def strike_fact(blow: Blow, seat: Seat, way: str) -> Fact:
    values = {"hex": blow.hex, "kind": blow.kind, "losses": blow.losses(seat)}
    return Fact(f"strike.{way}", {**values, "open": blow.open}, blow.tone(seat), blow.hex)
