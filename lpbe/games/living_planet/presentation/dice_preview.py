"""What a die would bring if it showed a value: who produces what, and which hexes it strikes at whose cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from ....kernel.base.canonical import Plain
from ....kernel.engine.foresight import Certainty, Fact, Outcome, weaken
from ....kernel.engine.model import Event, Seat, State
from ....kernel.engine.rehearsal import rehearse
from ..actions.arrivals import arrival_cube, arrivals, open_arrivals
from ..map.queries import clockwise, seats
from ..state import Purse, Turn
from ..turn.cataclysms import by_themselves, candidates
from ..turn.production import Produce, Produced, factories, repairable
from .cataclysm_preview import DIE_OVER, TURN_OVER, StrikePreview, strike_of

Way = Literal["sure", "would", "may"]
"""How a die strikes a hex: certainly, if it happens at all, or only if its owner chooses to."""


def while_played(state: State, colour: str, value: int) -> State:
    """Return the same state as if this die were being played and showed this value."""
    turn = state.book.copiers[Turn](state[Turn])
    assert isinstance(turn, Turn)
    turn.dice[colour] = value
    turn.order = [colour]
    turn.column = 0
    return state.with_parts({**state, Turn: turn})


def whole_die(state: State, seat: Seat, colour: str, value: int) -> Iterator[Fact]:
    """Yield rows A and C of a die: what is produced, and then struck."""
    trial = while_played(state, colour, value)
    made = rehearse(trial, *(Produce(one) for one in clockwise(trial)))
    yield from goods_facts(made.events, seat, factories(trial, seat))
    yield from alternative_facts(trial, seat)
    yield from strike_facts(made.state, seat, colour, value, now=False)


def alternative_facts(trial: State, seat: Seat) -> Iterator[Fact]:
    """Yield what else the reader may do with the value, and can pay for (LP-PROD-08, LP-COLONY-02)."""
    if repairs := repairable(trial, seat):
        outcomes = tuple(Outcome("chip-placed", {"seat": seat, "place": place}) for place in repairs)
        yield possible("mend", {"places": repairs}, outcomes)
    prices = {kind: arrival_cube(trial, kind) for kind in arrivals(trial, seat)}
    prices |= {one.kind: one.cube for one in open_arrivals(trial, seat)}
    paid = [Fact("arrival", {"kind": kind, "cube": cube}) for kind, cube in prices.items() if has(trial, seat, cube)]
    if paid:
        yield possible("arrive", {"kinds": paid}, (Outcome("team-arrived", {"seat": seat}),))


def has(state: State, seat: Seat, cube: str) -> bool:
    return state[Purse, seat].cubes.get(cube, 0) > 0


def possible(key: str, values: Plain, outcomes: tuple[Outcome, ...]) -> Fact:
    """Return what the reader may do when the die is played."""
    return Fact(key, values, tone="good", certainty=Certainty.POSSIBLE, outcomes=outcomes, until=TURN_OVER)


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
    made = {"seat": event.seat, "place": event.place, "resource": event.resource}
    return Fact(
        key,
        values,
        place=event.place,
        certainty=Certainty.POSSIBLE,
        outcomes=(Outcome("produced", made),),
        until=TURN_OVER,
    )


def preview_strikes(state: State, colour: str, value: int) -> list[StrikePreview]:
    """Return what the die would do to each hex that it may strike."""
    trial = while_played(state, colour, value)
    return [strike_of(state, colour, value, hex) for hex in candidates(trial, colour)]


def strike_facts(state: State, seat: Seat, colour: str, value: int, now: bool) -> Iterator[Fact]:
    """Yield the hexes, what they cost whom, and whether their owner may choose (LP-CATA-01, LP-CATA-03, LP-NPC-07).

    Where it is not certain that the die strikes `now`, all this is as things stand.
    """
    previews = preview_strikes(state, colour, value)
    trial = while_played(state, colour, value)
    hexes = tuple(preview.hex for preview in previews)
    anyhow = by_themselves(trial, colour, hexes)
    for preview in previews:
        forced = len(hexes) == 1 or colour not in seats(state) or preview.hex in anyhow
        way: Way = "may" if not forced else "sure" if now else "would"
        yield strike_fact(preview, seat, way, colour, alone=len(hexes) == 1)
    if not previews:
        yield no_strike(colour, now)


def no_strike(colour: str, now: bool) -> Fact:
    """Return that a die strikes nothing: certainly, or as things stand."""
    struck = (Outcome("struck", {"colour": colour}),)
    if now:
        return Fact("strike.none", certainty=Certainty.CERTAIN, outcomes=struck, never=True, until=DIE_OVER)
    return Fact("strike.none.now", certainty=Certainty.POSSIBLE, outcomes=struck, never=True, until=TURN_OVER)


def strike_fact(preview: StrikePreview, seat: Seat, way: Way, colour: str, alone: bool = False) -> Fact:
    """Return a strike and its losses; these are as things stand unless it comes at once and `alone`."""
    fact = Fact(
        key=f"strike.{way}",
        values={"hex": preview.hex, "kind": preview.kind, "losses": preview.losses(seat), "open": preview.open},
        tone=preview.tone(seat),
        place=preview.hex,
        certainty=Certainty.CERTAIN if way == "sure" else Certainty.POSSIBLE,
        outcomes=(Outcome("struck", {"hex": preview.hex, "kind": preview.kind, "colour": colour}),),
        until=DIE_OVER if way == "sure" else TURN_OVER,
    )
    if way == "sure" and alone:
        return fact
    weak = weaken(fact, TURN_OVER)
    key = "strike.sure.now" if way == "sure" else fact.key
    return replace(weak, key=key, certainty=fact.certainty, until=fact.until)
