"""What cataclysms would do to whom, as the bot estimates it."""

from __future__ import annotations

from ....kernel.engine.model import Seat, State
from ..map.queries import seats, team_in
from ..scoring import MONEY_PER_POINT, worth
from ..state import Map, Turn
from ..turn.cataclysms import brings, sheltered_buildings
from ..turn.strikes import holder, teams_outside, unsheltered_buildings, untouched_places
from .valuation import SCIENTIST_WORTH, harm, turns_left


def damage(state: State, colour: str, hex: str) -> dict[Seat, float]:
    """Return what each seat loses when a die strikes a hex."""
    out = dict.fromkeys(seats(state), 0.0)
    kind = brings(state, hex, colour)
    for spot in unsheltered_buildings(
        state, hex, untouched_places(state, hex, kind, sheltered_buildings(state, hex, kind))
    ):
        if owner := holder(state, spot):
            alone = team_in(state, spot) is None
            hit = MONEY_PER_POINT * worth(state, spot) if alone and turns_left(state) < 3 else SCIENTIST_WORTH
            out[owner] += hit
    for name in teams_outside(state, hex, kind):
        out[state[Map].teams[name].seat] += harm(state, state[Map].teams[name].seat, name)
    return out


def damage_advantage(state: State, seat: Seat, colour: str, hex: str) -> float:
    """Return how much a strike improves a seat's position relative to its rivals."""
    lost = damage(state, colour, hex)
    others = sum(loss for rival, loss in lost.items() if rival != seat)
    return others / max(len(lost) - 1, 1) - lost[seat]


def weather(state: State, seat: Seat, colour: str, value: int) -> float:
    """Return what the cataclysms of a die would amount to if it showed this value."""
    turn = state[Turn]
    shown = {**turn.dice, colour: value}
    trial = state.with_parts({**state, Turn: state.book.copiers[Turn](turn)})
    trial[Turn].dice = shown
    hexes = [hex for hex in trial[Map].hexes if brings(trial, hex, colour)]
    swings = [damage_advantage(trial, seat, colour, hex) for hex in hexes]
    if not swings:
        return 0.0
    if colour == seat:
        return sum(one for one in swings if one > 0) or max(swings)
    return sum(swings) if colour not in seats(state) else sum(one for one in swings if one < 0)
