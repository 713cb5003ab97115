"""What a position is worth to a seat, as the sum of its parts."""

from __future__ import annotations

from collections.abc import Mapping

from ....kernel.engine.events import Ended
from ....kernel.engine.model import Seat, State
from ..map.queries import buildings_of, is_motorized, kind_of, seats, teams_of
from ..scoring import MONEY_PER_POINT, other_points, rank, worth
from ..state import Map, Purse
from .cataclysm_risk import calm, threatened_place
from .module_answers import bot_outlook
from .position import thought_over
from .valuation import a_turn, cubes_value, over_time, turns_left

HUNDREDTHS = 100
TEAM_WORTH = 6.0
"""What a team that can work is worth while there are some turns to come, in MC."""
TEAM_TURNS = 4
"""With fewer turns than this to come, a team is worth less."""
VICTORY = 5.0
"""What it is worth to be the winner, beside the points, in MC."""
BEST_RIVAL_WEIGHT = 0.6
"""How much the best rival counts; the rest is shared by all rivals."""


def outlook(state: State, seat: Seat, ended: Ended | None) -> Mapping[str, int]:
    """Return the seat's own parts and how far the rivals are, in hundredths of an MC."""
    parts = {one: final_parts(state, one, ended) if ended else holdings(state, one) for one in seats(state)}
    rivals = [sum(parts[one].values()) for one in seats(state) if one != seat]
    lead = BEST_RIVAL_WEIGHT * max(rivals) + (1 - BEST_RIVAL_WEIGHT) * sum(rivals) / len(rivals)
    return {name: round(value * HUNDREDTHS) for name, value in {**parts[seat], "rivals": -lead}.items()}


def final_parts(state: State, seat: Seat, ended: Ended) -> dict[str, float]:
    """Return the final score, in MC: points count whole, cubes and money left over only between equals."""
    points, cubes, money = rank(state, seat)
    full = money // MONEY_PER_POINT
    return {
        "money": MONEY_PER_POINT * full + 0.02 * (money % MONEY_PER_POINT),
        "points": float(MONEY_PER_POINT * (points - full)),
        "cubes": 0.01 * cubes,
        "victory": VICTORY / len(ended.winners) if seat in ended.winners else 0.0,
    }


def holdings(state: State, seat: Seat) -> dict[str, float]:
    """Return what a seat has and what its buildings will bring, in MC."""
    state = thought_over(state)
    parts = {
        "money": float(state[Purse, seat].money),
        "points": float(MONEY_PER_POINT * other_points(state, seat)),
        "income": 0.0,
        "cubes": cubes_value(state, state[Purse, seat].cubes),
        "teams": 0.0,
        "protection": bot_outlook(state, seat),
    }
    for spot in buildings_of(state, seat):
        building = state[Map].buildings[spot]
        points = MONEY_PER_POINT * worth(state, spot)
        if kind_of(state, building).is_colony:
            parts["points"] += points
            continue
        turns, end = over_time(state, calm(state, seat, threatened_place(state, spot)))
        parts["points"] += points * end
        parts["income"] += a_turn(state, seat, building.kind) * turns
    share = min(turns_left(state), TEAM_TURNS) / TEAM_TURNS
    for _, team in teams_of(state, seat):
        parts["points"] += MONEY_PER_POINT * is_motorized(state, team)
        parts["teams"] += 0.0 if team.wounded else TEAM_WORTH * share
    return parts
