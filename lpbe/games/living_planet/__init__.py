"""Living Planet: explore, exploit and survive a planet that strikes back, for two to four players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel.engine.chance import Chance
from ...kernel.engine.game import Game
from ...kernel.engine.lazy import lazy, lazy_value
from .actions.market import Crashed
from .module import BASE
from .state import CARDS
from .turn.strikes import Struck
from .turn.turn import TurnBegan


def cards_ahead(rng: Chance) -> Mapping[str, Any]:
    """Return a policy with all cards of a game: those of the first hand, then those of the second."""
    cards = [*rng.shuffled(CARDS, "first hand"), *rng.shuffled(CARDS, "second hand")]
    return {BASE.name: {"cards": cards}}


GAME = Game(
    "living-planet",
    1,
    BASE,
    {
        "arboria": lazy_value(".expansions.arboria.module:ARBORIA", __package__),
        "aquarius": lazy_value(".expansions.aquarius.module:AQUARIUS", __package__),
    },
    seats=("red", "blue", "yellow", "green"),
    players=(2, 4),
    capacity=lazy(".capacity:component_capacity", __package__),
    bots={"bot:greedy": lazy(".bot.greedy:greedy", __package__)},
    rated=lazy(".bot.candidates:rated", __package__),
    outlook=lazy(".bot.outlook:outlook", __package__),
    quick=lazy(".bot.quick:quick", __package__),
    horizon=2,
    planners={"bot:greedy": lazy(".bot.greedy:greedy_plan", __package__)},
    counted={"turns": TurnBegan, "cataclysms": Struck, "crashes": Crashed},
    presentation=lazy_value(".presentation.presentation:PRESENTATION", __package__),
    ahead=cards_ahead,
    clock=("turn", 12),
)
