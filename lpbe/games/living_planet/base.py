"""The base game: the list of all that it has, chapter by chapter. No order goes from player to player (G-88)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...kernel.base.errors import Message
from ...kernel.play.rulebook import Rulebook
from ...kernel.play.rules import Module, Seat, State
from . import (
    act,
    arrange,
    build,
    cataclysm,
    choose,
    draw,
    events,
    exhaust,
    explore,
    fate,
    market,
    move,
    produce,
    repair,
    scoring,
    setup,
    strike,
    trade,
    turn,
)
from . import state as pieces
from .options import LivingPlanetOptions
from .policies import DEFAULT, POLICIES, LivingPlanetPolicy, audit_policy


def gauges(state: State, seat: Seat) -> Mapping[str, int]:
    """Loaded when somebody asks what an order comes to."""
    from .show.gauges import gauges  # saves them for who does not ask what an order brings

    return gauges(state, seat)


def audit(book: Rulebook) -> Iterable[Message]:
    """Loaded when somebody plays with content of their own."""
    from .audit import audit  # saves it for games with what is printed

    return audit(book)


def judges(state: State, seat: Seat) -> Iterable[Message]:
    """Loaded when a player verifies a game."""
    from .judge import judge_screen  # saves it for games that are played

    return judge_screen(state, seat)


BASE = Module(
    "living-planet",
    components=pieces.COMPONENTS,
    leading=("edition",),
    events=(
        *events.EVENTS,
        *setup.EVENTS,
        *turn.EVENTS,
        *choose.EVENTS,
        *arrange.EVENTS,
        *fate.EVENTS,
        *produce.EVENTS,
        *act.EVENTS,
        *draw.EVENTS,
        *explore.EVENTS,
        *move.EVENTS,
        *build.EVENTS,
        *market.EVENTS,
        *trade.EVENTS,
        *cataclysm.EVENTS,
        *strike.EVENTS,
        *exhaust.EVENTS,
        *scoring.EVENTS,
    ),
    steps=(
        *setup.STEPS,
        *turn.STEPS,
        *choose.STEPS,
        *arrange.STEPS,
        *fate.STEPS,
        *produce.STEPS,
        *act.STEPS,
        *draw.STEPS,
        *explore.STEPS,
        *move.STEPS,
        *build.STEPS,
        *trade.STEPS,
        *cataclysm.STEPS,
        *strike.STEPS,
        *exhaust.STEPS,
        *scoring.STEPS,
    ),
    content=(
        pieces.Tile,
        pieces.BuildingKind,
        pieces.MarketCard,
        pieces.ResourceKind,
        pieces.TeamKind,
        pieces.CataclysmKind,
    ),
    options=LivingPlanetOptions,
    policy=LivingPlanetPolicy,
    default_policy=DEFAULT,
    audit_policy=audit_policy,
    stop=scoring.stop,
    setup=setup.setup,
    audit=audit,
    offers={
        act.Act: {
            **act.ACT_OFFERS,
            **explore.EXPLORE_OFFERS,
            **move.MOVE_OFFERS,
            **build.BUILD_OFFERS,
            **repair.REPAIR_OFFERS,
            **trade.TRADE_OFFERS,
        }
    },
    policies=POLICIES,
    gauges=gauges,
    judges=judges,
    vocabulary={
        "resource": pieces.ResourceKind,
        "dice": pieces.COLOURS,
        "what": ("factory", "repair", pieces.TeamKind, "none"),
        "building": pieces.BuildingKind,
        "piece": lambda book: (tile for kind in book.rows_of(pieces.BuildingKind).values() for tile in kind.tiles),
        "card": pieces.MarketCard,
        "goods": (pieces.ResourceKind, "any"),
        "step": ("up", "down"),
        "crash": ("allow", "avoid", "only"),
        "mode": ("buy", "sell"),
        "amount": ("max",),
        "price": (),
        "tile": pieces.Tile,
    },
)
