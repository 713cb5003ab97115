"""The base game: the list of everything it has, chapter by chapter. No order goes from player to player (G-88)."""

from __future__ import annotations

from ...kernel.engine.lazy import lazy, lazy_value
from ...kernel.engine.model import Module
from . import events, scoring, setup, state
from .actions import actions, construction, exploration, hex_draws, market, movement, repairs, trading
from .options import LivingPlanetOptions
from .policies import DEFAULT, POLICIES, LivingPlanetPolicy, audit_policy
from .turn import card_selection, cataclysms, exhaustion, fate, leader_step, production, strikes, turn

BASE = Module(
    "living-planet",
    components=state.COMPONENTS,
    leading=("edition",),
    events=(
        *events.EVENTS,
        *setup.EVENTS,
        *turn.EVENTS,
        *card_selection.EVENTS,
        *leader_step.EVENTS,
        *fate.EVENTS,
        *production.EVENTS,
        *actions.EVENTS,
        *hex_draws.EVENTS,
        *exploration.EVENTS,
        *movement.EVENTS,
        *construction.EVENTS,
        *market.EVENTS,
        *trading.EVENTS,
        *cataclysms.EVENTS,
        *strikes.EVENTS,
        *exhaustion.EVENTS,
        *scoring.EVENTS,
    ),
    steps=(
        *setup.STEPS,
        *turn.STEPS,
        *card_selection.STEPS,
        *leader_step.STEPS,
        *fate.STEPS,
        *production.STEPS,
        *actions.STEPS,
        *hex_draws.STEPS,
        *exploration.STEPS,
        *movement.STEPS,
        *construction.STEPS,
        *trading.STEPS,
        *cataclysms.STEPS,
        *strikes.STEPS,
        *exhaustion.STEPS,
        *scoring.STEPS,
    ),
    content=(
        state.Tile,
        state.BuildingKind,
        state.MarketCard,
        state.ResourceKind,
        state.TeamKind,
        state.CataclysmKind,
    ),
    options=LivingPlanetOptions,
    policy=LivingPlanetPolicy,
    default_policy=DEFAULT,
    audit_policy=audit_policy,
    stop=scoring.stop,
    setup=setup.setup,
    audit=lazy(".pack_audit:audit", __package__),
    offers={
        actions.Act: {
            **actions.ACT_OFFERS,
            **exploration.EXPLORE_OFFERS,
            **movement.MOVE_OFFERS,
            **construction.BUILD_OFFERS,
            **repairs.REPAIR_OFFERS,
            **trading.TRADE_OFFERS,
        }
    },
    policies=POLICIES,
    gauges=lazy(".presentation.gauges:gauges", __package__),
    page_hints=lazy_value(".presentation.cards:HINTS", __package__),
    foresight=lazy(".presentation.foresight:foresight", __package__),
    worlds=lazy(".bot.worlds:worlds", __package__),
    judges=lazy(".seat_checks:judge_screen", __package__),
    table_faults=lazy(".table_checks:table_faults", __package__),
    vocabulary={
        "resource": state.ResourceKind,
        "dice": state.COLOURS,
        "what": ("factory", "repair", state.TeamKind, "none"),
        "building": state.BuildingKind,
        "piece": lambda book: (tile for kind in book.rows_of(state.BuildingKind).values() for tile in kind.tiles),
        "card": state.MarketCard,
        "goods": (state.ResourceKind, "any"),
        "step": ("up", "down"),
        "crash": ("allow", "avoid", "only"),
        "mode": ("buy", "sell"),
        "amount": ("max",),
        "price": (),
        "tile": state.Tile,
    },
)
