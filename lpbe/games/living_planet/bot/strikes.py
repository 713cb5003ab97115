"""What cataclysms would do to whom: for a player that is a machine."""

from __future__ import annotations

from ....kernel.play.rules import Seat, State
from ..cataclysm import brings, sheltered
from ..reading import seats, team_in
from ..scoring import MONEY_A_POINT, worth
from ..state import Map, Turn
from ..strike import holder, kept, outside, unsheltered
from .appraise import WALKER, harm, turns_left


def damage(state: State, colour: str, hex: str) -> dict[Seat, float]:
    """What each seat loses when a die strikes a hex."""
    out, kind = dict.fromkeys(seats(state), 0.0), brings(state, hex, colour)
    for spot in unsheltered(state, hex, kept(state, hex, kind, sheltered(state, hex, kind))):
        if owner := holder(state, spot):
            alone = team_in(state, spot) is None
            hit = MONEY_A_POINT * worth(state, spot) if alone and turns_left(state) < 3 else WALKER
            out[owner] += hit
    for name in outside(state, hex, kind):
        out[state[Map].teams[name].seat] += harm(state, state[Map].teams[name].seat, name)
    return out


def swing(state: State, seat: Seat, colour: str, hex: str) -> float:
    """How much better off a strike leaves a seat against its rivals."""
    lost = damage(state, colour, hex)
    others = sum(loss for rival, loss in lost.items() if rival != seat)
    return others / max(len(lost) - 1, 1) - lost[seat]


def weather(state: State, seat: Seat, colour: str, value: int) -> float:
    """What the cataclysms of a die would come to, were this its value."""
    turn = state[Turn]
    shown = {**turn.dice, colour: value}
    trial = state.having({**state, Turn: state.book.copiers[Turn](turn)})
    trial[Turn].dice = shown
    hexes = [hex for hex in trial[Map].hexes if brings(trial, hex, colour)]
    swings = [swing(trial, seat, colour, hex) for hex in hexes]
    if not swings:
        return 0.0
    if colour == seat:
        return sum(one for one in swings if one > 0) or max(swings)
    return sum(swings) if colour not in seats(state) else sum(one for one in swings if one < 0)
