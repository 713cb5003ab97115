"""Planet Aquarius as a module: everything it adds, and every rule that it amends."""

from __future__ import annotations

from .....kernel.engine.lazy import lazy, lazy_value
from .....kernel.engine.model import Module
from ...actions.actions import Act, call_places
from ...actions.arrivals import more_arrivals
from ...actions.building_supply import colony_price, limit_of, values_of
from ...actions.construction import is_closed, may_build, may_work, moves_in
from ...actions.hex_draws import urgent, urgent_cells
from ...actions.movement import counts, fare, may_go, more_moves
from ...actions.repairs import repairs_from
from ...actions.trade_terms import cubes_in_play, cubes_of
from ...bot.module_answers import bot_answer, bot_asset, bot_fit, bot_keeps, bot_yield
from ...events import TeamLost, movement_wording
from ...map.exploration_reach import voyage_fare
from ...map.paths import is_place, may_enter, may_leave, step_cost
from ...map.queries import hex_aboard, turns
from ...presentation_hooks import foreseen_facts, look, more_panels, more_threats, tokens_beside
from ...setup import ShuffleDecks, added_hexes, bundle, deck_of, late_starts, outfit, settlers, start_tile
from ...turn.cataclysms import by_themselves, order_matters, shelter_steps, strike_all_steps
from ...turn.production import Produce, yield_of
from ...turn.strikes import (
    BuildingLost,
    ColonyLost,
    Struck,
    damage_steps,
    is_spared,
    strikes_colonies,
    teams_outside,
    victims,
)
from . import (
    carrying,
    construction,
    hex_picks,
    invariants,
    maelstrom,
    policies,
    ports,
    sea,
    setup,
    storms,
    strike_order,
    walls,
)
from .options import AquariusOptions

AQUARIUS = Module(
    "aquarius",
    requires=("living-planet",),
    components=(walls.Walls, hex_picks.Picks, hex_picks.PickedHexes),
    leading=("scenario",),
    events=(*setup.EVENTS, *hex_picks.EVENTS, *walls.EVENTS, *storms.EVENTS, *maelstrom.EVENTS, *strike_order.EVENTS),
    steps=(
        *setup.STEPS,
        *hex_picks.STEPS,
        ports.UsePort,
        *walls.STEPS,
        *storms.STEPS,
        *maelstrom.STEPS,
        *strike_order.STEPS,
    ),
    options=AquariusOptions,
    policy=policies.AquariusPolicy,
    default_policy=policies.DEFAULT,
    audit_policy=policies.audit_policy,
    policies=policies.POLICIES,
    setup=setup.begin,
    audit=invariants.audit,
    worlds=lazy(".worlds:worlds", __package__),
    laws=invariants.laws,
    table_faults=invariants.table_faults,
    gauges=lazy(".panels:gauges", __package__),
    page_hints=lazy_value(".cards:HINTS", __package__),
    before={ShuffleDecks: lambda step: setup.SettleIsland()},
    after={Produce: lambda step: ports.UsePort(step.seat), storms.TidalWave: lambda step: walls.Crumble(step.hex)},
    offers={Act: walls.WALL_OFFERS},
    reactions={
        Struck: storms.boats_go_first,
        TeamLost: carrying.cargo_sinks,
        BuildingLost: walls.wall_goes_too,
        ColonyLost: walls.wall_goes_too,
    },
    amendments={
        start_tile: setup.start_hex,
        deck_of: setup.decks,
        late_starts: setup.no_late_starts,
        added_hexes: setup.add_picked_hexes,
        outfit: setup.a_barrel,
        settlers: setup.pioneers,
        cubes_of: setup.more_cubes,
        cubes_in_play: walls.in_walls,
        turns: setup.length,
        bundle: construction.special_buildings_once,
        hex_aboard: sea.aboard_its_boat,
        is_place: sea.boats_are_places,
        step_cost: sea.carrying_is_free,
        may_enter: sea.water_is_for_boats,
        may_leave: sea.by_land_or_by_sea,
        may_go: sea.the_wounded_are_carried,
        counts: sea.carrying_is_no_walk,
        fare: sea.oil_for_boats,
        more_moves: sea.add_ferries,
        movement_wording: sea.boat_wording,
        voyage_fare: sea.far_by_oil,
        may_build: construction.grounds_at_sea,
        may_work: construction.boats_and_shores,
        moves_in: construction.boats_stay_out,
        repairs_from: construction.boats_repair,
        values_of: construction.port_faces,
        limit_of: construction.few_ports,
        is_closed: construction.island_spots,
        colony_price: construction.own_spaceport,
        yield_of: construction.platforms_yield_two,
        more_arrivals: ports.by_port,
        call_places: ports.call_to_ports,
        is_spared: walls.walls_hold,
        teams_outside: storms.boats_have_reacted,
        victims: maelstrom.boats_in_danger,
        strikes_colonies: storms.colonies_are_struck,
        by_themselves: maelstrom.always_on,
        order_matters: strike_order.boats_are_near,
        strike_all_steps: strike_order.leader_orders,
        shelter_steps: storms.shelters_wait,
        damage_steps: storms.shelters_are_paid,
        urgent: maelstrom.must_be_placed,
        urgent_cells: maelstrom.any_contact,
        bot_answer: lazy(".bot:bot_knows", __package__),
        tokens_beside: lazy(".board_view:walls_around", __package__),
        look: lazy(".board_view:sea_look", __package__),
        bot_yield: lazy(".bot:twofold", __package__),
        bot_asset: lazy(".bot:harbour", __package__),
        bot_keeps: lazy(".bot:fuel", __package__),
        bot_fit: lazy(".bot:by_land_or_water", __package__),
        more_panels: lazy(".panels:sea_panels", __package__),
        foreseen_facts: lazy(".forecast:sea_facts", __package__),
        more_threats: lazy(".forecast:sea_threats", __package__),
    },
    counted={"walls": walls.WallBuilt, "walls_spent": walls.WallSpent, "drawn_in": maelstrom.DrawnIn},
    vocabulary={
        "face": ("a", "b"),
        "material": ("iron", "vibranium"),
    },
)
