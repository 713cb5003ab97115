"""The kinds of orders and events of Aquarius on a page."""

from __future__ import annotations

from collections.abc import Mapping

from .....kernel.engine.action_cards import ActionCard, PageHints
from .....kernel.engine.model import Order
from .boat_reactions import SaveBoats
from .hex_picks import PickAny, PickHex, RankHexes
from .maelstrom import PlaceMaelstrom
from .setup import ChoosePort
from .strike_order import OrderStrikes
from .walls import BuildWall, UpgradeWall

CARDS: Mapping[type[Order], ActionCard] = {
    ChoosePort: ActionCard(
        icon="port",
        ends=True,
        slots=lambda state, order: {"piece": order.piece, "face": order.face, "place": order.place},
    ),
    PickHex: ActionCard(icon="hex", ends=True),
    PickAny: ActionCard(icon="dice", ends=True),
    RankHexes: ActionCard(icon="hex", ends=True, controls={"hexes": "set"}, anything="hexes"),
    BuildWall: ActionCard(icon="wall", free=True),
    UpgradeWall: ActionCard(icon="wall", free=True),
    SaveBoats: ActionCard(icon="boat", ends=True),
    PlaceMaelstrom: ActionCard(
        icon="hex",
        ends=True,
        slots=lambda state, order: {"at": f"@{order.at}", "turn": str(order.turn)},
        controls={"turn": "turn"},
    ),
    OrderStrikes: ActionCard(icon="strike", ends=True, controls={"hexes": "order"}, anything="hexes"),
}
ICONS = {
    "port-founded": "port",
    "hex-picked": "hex",
    "pool-shown": "hex",
    "wall-built": "wall",
    "wall-upgraded": "wall",
    "wall-spent": "wall",
    "wall-gone": "lost",
    "landing-failed": "boat",
    "drawn-in": "lost",
}
HINTS = PageHints(CARDS, ICONS)
