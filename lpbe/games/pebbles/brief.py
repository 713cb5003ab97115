"""The head of a page: the round, what each seat's pebbles are worth, which of the reader's the rain may reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...kernel.base.canon import Plain
from ...kernel.play.foresight import Brief, Told
from ...kernel.play.rules import Agenda, Roster, Seat, State
from .scoring import COINS_A_POINT, worth
from .state import Path, PebblesOptions, Purse, Round, owned


def brief(state: State, reader: Seat | None, told: Sequence[Plain] = ()) -> Brief:
    clock = [Told("round", {"number": state[Round].number, "rounds": state[PebblesOptions].rounds})]
    if state[Agenda].over:
        return Brief(clock, ended=list(ended(told, reader)))
    if reader is None:
        return Brief(clock, [Told("laid", {"seat": seat, "points": laid(state, seat)}) for seat in seats(state)])
    return Brief(clock, list(standing(state, reader)), list(exposed(state, reader)))


def seats(state: State) -> list[Seat]:
    return state[Roster].seats


def laid(state: State, seat: Seat) -> int:
    """PEB-SCORE-01: what the pebbles of a seat on the path are worth."""
    return sum(worth(state, name) for name in owned(state, seat))


def standing(state: State, seat: Seat) -> Iterator[Told]:
    """PEB-SCORE-02: with the coins that would count now."""
    points, coins = laid(state, seat), state[Purse, seat].coins
    yield Told("own", {"points": points, "coins": coins, "total": points + coins // COINS_A_POINT})
    rank = 1 + sum(laid(state, other) > points for other in seats(state))
    yield Told("rank", {"rank": rank, "count": len(seats(state))})


def exposed(state: State, seat: Seat) -> Iterator[Told]:
    """What of the seat's lies in the open."""
    if open_ones := [name for name in owned(state, seat) if name not in state[Path].sheltered]:
        yield Told("exposed", {"pebbles": open_ones}, "bad")


def ended(told: Sequence[Plain], reader: Seat | None) -> Iterator[Told]:
    end = next((event for event in reversed(told) if event["event"] == "ended"), None)
    if end and end.get("winners"):
        points = end["scores"][end["winners"][0]]
        own = reader in end["winners"]
        yield Told("won", {"seats": list(end["winners"]), "points": points}, "good" if own else "")
