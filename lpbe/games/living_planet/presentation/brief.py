"""The head of a page: turn and dice, the ranking, threats to the reader; at the end who has won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UnsetType

from ....kernel.base.canonical import Plain
from ....kernel.engine.foresight import Brief, Fact
from ....kernel.engine.model import Agenda, Seat, Standing, State
from ..map.queries import seats, turns
from ..state import Turn
from ..turn.card_selection import SelectCard
from .gauges import map_points
from .standing import own_standing


def brief(state: State, reader: Seat | None, events: Sequence[Plain] = ()) -> Brief:
    if state[Agenda].over:
        return Brief(list(clock(state, reader)), ended=list(result_facts(events, reader)))
    own = reader if reader in seats(state) else None
    standing = own_standing(state, own) if own else ranking(state)
    return Brief(list(clock(state, reader)), list(standing), own_threats(state, own) if own else [])


def own_threats(state: State, seat: Seat) -> Sequence[Fact]:
    """Return the threats to a player; loaded only when a player reads their own page."""
    from .threats import threats  # saves it for public reports

    return threats(state, seat)


def clock(state: State, reader: Seat | None) -> Iterator[Fact]:
    """Yield the turn, the Leader, and the dice as far as they are known."""
    turn = state[Turn]
    if turn.number:
        yield Fact("turn", {"number": turn.number, "turns": turns(state)})
    if not turn.leader or state[Agenda].over:
        return
    yield Fact("leader.own") if turn.leader == reader else Fact("leader", {"seat": turn.leader})
    if turn.order:
        colour = turn.order[turn.column]
        yield Fact("die.own" if colour == reader else "die", {"colour": colour, "value": turn.dice[colour]})
    if reader and turn.order[turn.column : turn.column + 1] != [reader] and (x := own_value(state, reader)):
        yield Fact("x" if reader in turn.dice else "laid", {"value": x})


def own_value(state: State, seat: Seat) -> int:
    """Return the X of a seat this turn: its die, or the card it has played; 0 where that is still open."""
    if seat in state[Turn].dice:
        return state[Turn].dice[seat]
    said = state.open(Standing, seat)
    answer = said.answer if said else None
    laid = answer.order if answer and not isinstance(answer, UnsetType) else None
    return laid.card if isinstance(laid, SelectCard) else 0


def ranking(state: State) -> list[Fact]:
    """Return everybody's points on the map, the most first."""
    points = {seat: map_points(state, seat) for seat in seats(state)}
    best_first = sorted(points, key=lambda seat: -points[seat])
    return [Fact("points", {"seat": seat, "points": points[seat]}) for seat in best_first]


def result_facts(events: Sequence[Plain], reader: Seat | None) -> Iterator[Fact]:
    """Yield who has won, and where everybody's points come from, by the last events."""
    end = next((event for event in reversed(events) if event["event"] == "ended"), None)
    if end is None:
        return
    scores = end.get("scores", {})
    winners = end.get("winners", ())
    values = {"seats": list(winners), "points": scores.get(winners[0], 0) if winners else 0}
    won = reader in winners
    key = ("won.own" if won else "won") if len(winners) == 1 else ("shared" if winners else "nobody")
    yield Fact(key, values, "good" if won else "")
    for event in (one for one in events if one["event"] == "scored"):
        parts = {part: event.get(part, 0) for part in ("buildings", "vehicles", "money", "other")}
        yield Fact("scored", {"seat": event["seat"], "points": scores.get(event["seat"], 0), **parts})
