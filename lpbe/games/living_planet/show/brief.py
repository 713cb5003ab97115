"""The head of a page: turn and dice, how everybody stands, what threatens the reader; at the end who has won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UnsetType

from ....kernel.base.canon import Plain
from ....kernel.play.foresight import Brief, Told
from ....kernel.play.rules import Agenda, Seat, Standing, State
from ..choose import SelectCard
from ..reading import seats, turns
from ..scoring import score
from ..state import Purse, Turn
from .gauges import map_points


def brief(state: State, reader: Seat | None, told: Sequence[Plain] = ()) -> Brief:
    if state[Agenda].over:
        return Brief(list(clock(state, reader)), ended=list(ended(told, reader)))
    own = reader if reader in seats(state) else None
    standing = own_standing(state, own) if own else ranking(state)
    return Brief(list(clock(state, reader)), list(standing), own_threats(state, own) if own else [])


def own_threats(state: State, seat: Seat) -> Sequence[Told]:
    """Loaded when a player reads of himself."""
    from .threats import threats  # saves it for public reports

    return threats(state, seat)


def clock(state: State, reader: Seat | None) -> Iterator[Told]:
    """The turn, the Leader, and the dice as far as they are known."""
    turn = state[Turn]
    if turn.number:
        yield Told("turn", {"number": turn.number, "turns": turns(state)})
    if not turn.leader or state[Agenda].over:
        return
    yield Told("leader.own") if turn.leader == reader else Told("leader", {"seat": turn.leader})
    if turn.order:
        colour = turn.order[turn.column]
        yield Told("die.own" if colour == reader else "die", {"colour": colour, "value": turn.dice[colour]})
    if reader and turn.order[turn.column : turn.column + 1] != [reader] and (x := own_value(state, reader)):
        yield Told("x" if reader in turn.dice else "laid", {"value": x})


def own_value(state: State, seat: Seat) -> int:
    """The X of a seat this turn: what its die shows, or the card it has laid; 0 where that is still open."""
    if seat in state[Turn].dice:
        return state[Turn].dice[seat]
    said = state.open(Standing, seat)
    answer = said.answer if said else None
    laid = answer.order if answer and not isinstance(answer, UnsetType) else None
    return laid.card if isinstance(laid, SelectCard) else 0


def own_standing(state: State, seat: Seat) -> Iterator[Told]:
    """Points on the map, what they come to with the money, and the place among all by what everybody sees."""
    points = {one: map_points(state, one) for one in seats(state)}
    got, purse = score(state, seat), state[Purse, seat]
    total = points[seat] + got.money
    yield Told("standing.own", {"points": points[seat], "money": purse.money, "total": total})
    above = sum(other > points[seat] for other in points.values())
    equal = sum(other == points[seat] for other in points.values()) - 1
    values = {"rank": above + 1, "count": len(points), "equal": equal}
    yield Told("rank.equal" if equal else "rank", values, "good" if not above else "")


def ranking(state: State) -> list[Told]:
    """Everybody's points on the map, the most first."""
    points = {seat: map_points(state, seat) for seat in seats(state)}
    best_first = sorted(points, key=lambda seat: -points[seat])
    return [Told("points", {"seat": seat, "points": points[seat]}) for seat in best_first]


def ended(told: Sequence[Plain], reader: Seat | None) -> Iterator[Told]:
    """Who has won, and where everybody's points come from, as the last events tell."""
    end = next((event for event in reversed(told) if event["event"] == "ended"), None)
    if end is None:
        return
    scores, winners = end.get("scores", {}), end.get("winners", ())
    values = {"seats": list(winners), "points": scores.get(winners[0], 0) if winners else 0}
    won = reader in winners
    key = ("won.own" if won else "won") if len(winners) == 1 else ("shared" if winners else "nobody")
    yield Told(key, values, "good" if won else "")
    for event in (one for one in told if one["event"] == "scored"):
        parts = {part: event.get(part, 0) for part in ("buildings", "vehicles", "money", "other")}
        yield Told("scored", {"seat": event["seat"], "points": scores.get(event["seat"], 0), **parts})
