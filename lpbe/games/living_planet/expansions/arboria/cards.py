"""The kinds of orders and events of Arboria on a page."""

from __future__ import annotations

from collections.abc import Mapping

from .....kernel.engine.action_cards import ActionCard, PageHints
from .....kernel.engine.model import Order
from ...presentation.cards import build_slots, other_builders
from .dams import BuildDam
from .driven_fire import DriveFire
from .fire import LetBurn, PutOut
from .flight import Flee, StayPut
from .flood import BuildOnPlatform
from .hydraulic_post import Quench
from .sawmill_and_culture import FeedCulture
from .volcano_placement import PlaceVolcano

CARDS: Mapping[type[Order], ActionCard] = {
    PutOut: ActionCard(icon="water", ends=True),
    LetBurn: ActionCard(icon="fire", ends=True),
    Flee: ActionCard(icon="move", ends=True),
    StayPut: ActionCard(icon="pass", ends=True),
    DriveFire: ActionCard(icon="fire", ends=True),
    PlaceVolcano: ActionCard(
        icon="hex",
        ends=True,
        slots=lambda state, order: {"at": f"@{order.at}", "turn": str(order.turn)},
        controls={"turn": "turn"},
    ),
    BuildDam: ActionCard(icon="dam", free=True),
    Quench: ActionCard(icon="water", free=True, joins="fires"),
    BuildOnPlatform: ActionCard(icon="build", slots=build_slots, more=other_builders),
    FeedCulture: ActionCard(icon="produce"),
}
ICONS = {
    "oxygen-found": "oxygen",
    "oxygen-held": "oxygen",
    "fire-set": "fire",
    "fire-out": "water",
    "extinguished": "water",
    "not-extinguished": "fire",
    "team-fled": "move",
    "fire-driven": "fire",
    "platform-laid": "build",
    "platform-lost": "lost",
    "volcano-looms": "strike",
    "lava-flowed": "strike",
    "lava-faded": "strike",
    "dam-built": "dam",
    "dam-broken": "dam",
    "dam-held": "dam",
}
HINTS = PageHints(CARDS, ICONS)
