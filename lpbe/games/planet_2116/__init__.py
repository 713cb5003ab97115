"""2116: one Planet against three Humans."""

from __future__ import annotations

from ...kernel.engine.game import Game
from ...kernel.engine.lazy import lazy, lazy_value
from .destruction import CapitalLost, CityDestroyed
from .green_factories import GreenBuilt
from .module import BASE
from .quick_blocks import Blocked
from .round import RoundBegan
from .state import HUMANS, PLANET

GAME = Game(
    BASE.name,
    1,
    BASE,
    {},
    seats=(PLANET, *HUMANS),
    players=(4, 4),
    roles={PLANET: "planet", **dict.fromkeys(HUMANS, "human")},
    joint=True,
    capacity=lazy(".capacity:component_capacity", __package__),
    bots={"bot:greedy": lazy(".bot.greedy:greedy", __package__)},
    rated=lazy(".bot.candidates:rated", __package__),
    outlook=lazy(".bot.outlook:outlook", __package__),
    quick=lazy(".bot.quick:quick", __package__),
    horizon=2,
    planners={"bot:greedy": lazy(".bot.preparation:rest_of_turn", __package__)},
    counted={
        "turns": RoundBegan,
        "cities": CityDestroyed,
        "capitals": CapitalLost,
        "greens": GreenBuilt,
        "blocks": Blocked,
    },
    presentation=lazy_value(".presentation.presentation:PRESENTATION", __package__),
    clock=("round", 12),
)
