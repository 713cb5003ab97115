"""The module: everything Arboria has, chapter by chapter. ARB-GEN-01, ARB-GEN-03: everything else is as in the base."""

from __future__ import annotations

from .....kernel.engine.lazy import lazy, lazy_value
from .....kernel.engine.model import Module
from ...actions.actions import Act
from ...actions.building_supply import colony_price, limit_of
from ...actions.construction import may_build_unmanned, may_work
from ...actions.hex_draws import HexBuried, HexPlaced, is_replaced, urgent
from ...actions.trade_terms import cubes_in_play
from ...bot.module_answers import (
    bot_answer,
    bot_asset,
    bot_find,
    bot_ground,
    bot_instead,
    bot_keeps,
    bot_outlook,
    bot_yield,
)
from ...map.paths import may_enter, may_leave
from ...map.queries import controller, free_colony, functional, turns
from ...presentation_hooks import foreseen_facts, look, more_panels, more_threats, tokens_beside, tokens_on
from ...scoring import Score, other_points
from ...setup import bundle, deck_of, late_starts, outfit
from ...turn.cataclysms import by_themselves, order_matters
from ...turn.production import Produce, Produced, factories
from ...turn.strikes import (
    BuildingLost,
    ColonyLost,
    Tornado,
    is_spared,
    shielded_places,
    strikes_colonies,
    teams_outside,
    victims,
)
from . import (
    colonies,
    dams,
    driven_fire,
    eruption,
    fire,
    fire_tokens,
    flight,
    flood,
    hydraulic_post,
    oxygen,
    sawmill_and_culture,
    volcano_placement,
    wood,
)
from .policies import DEFAULT, POLICIES, ArboriaPolicy
from .queries import is_volcano
from .state import FUELS, MATERIALS, ArboriaOptions, Oxygen, Wilds

ARBORIA = Module(
    "arboria",
    requires=("living-planet",),
    components=(Wilds,),
    events=(
        *oxygen.EVENTS,
        *fire_tokens.EVENTS,
        *fire.EVENTS,
        *flight.EVENTS,
        *driven_fire.EVENTS,
        *flood.EVENTS,
        *eruption.EVENTS,
        *volcano_placement.EVENTS,
        *dams.EVENTS,
    ),
    steps=(
        *oxygen.STEPS,
        *fire.STEPS,
        *flight.STEPS,
        *driven_fire.STEPS,
        *flood.STEPS,
        *volcano_placement.STEPS,
        *eruption.STEPS,
        *sawmill_and_culture.STEPS,
    ),
    content=(Oxygen,),
    options=ArboriaOptions,
    policy=ArboriaPolicy,
    default_policy=DEFAULT,
    setup=wood.setup,
    audit=lazy(".invariants:audit", __package__),
    before={Score: lambda score: oxygen.CountOxygen()},
    after={Tornado: lambda tornado: driven_fire.SpreadFire(tornado.hex, tornado.by)},
    offers={
        Act: {**flood.PLATFORM_OFFERS, **dams.DAM_OFFERS, **hydraulic_post.POST_OFFERS},
        Produce: sawmill_and_culture.CULTURE_OFFERS,
    },
    reactions={
        HexPlaced: volcano_placement.hex_is_placed,
        BuildingLost: flood.wood_comes_back,
        ColonyLost: flood.wood_comes_back,
        Produced: sawmill_and_culture.culture_follows,
    },
    page_hints=lazy_value(".cards:HINTS", __package__),
    amendments={
        # set-up
        deck_of: wood.fewer_landscapes,
        late_starts: wood.no_late_starts,
        outfit: wood.a_wood_each,
        turns: wood.shorter,
        bundle: wood.one_of_a_kind,
        limit_of: wood.one_culture,
        cubes_in_play: wood.some_lies_about,
        # a fire that burns
        may_enter: fire_tokens.nobody_enters_fire,
        may_leave: fire_tokens.nobody_leaves_fire,
        may_work: fire_tokens.nothing_is_built_in_fire,
        functional: fire_tokens.fire_stops_work,
        free_colony: fire_tokens.nobody_lands_in_fire,
        controller: fire_tokens.the_wounded_control_nothing,
        shielded_places: fire_tokens.burning_shelters_shield_nothing,
        factories: sawmill_and_culture.sawmill_first,
        # floods, lava, colonies
        is_spared: flood.keep_dry,
        urgent: volcano_placement.volcano_is_urgent,
        is_replaced: volcano_placement.volcano_is_replaced,
        order_matters: driven_fire.fires_burn,
        by_themselves: eruption.volcano_erupts_by_itself,
        teams_outside: fire.boats_do_not_burn,
        victims: eruption.lava_strikes_beyond,
        strikes_colonies: colonies.colonies_are_struck,
        colony_price: colonies.colonies_are_built,
        may_build_unmanned: colonies.a_chip_will_do,
        # the end of the game, and presentation
        other_points: oxygen.air_counts,
        look: lazy(".board_view:wild_look", __package__),
        tokens_on: lazy(".board_view:wild_tokens", __package__),
        tokens_beside: lazy(".board_view:wood_below", __package__),
        more_panels: lazy(".panels:add_panels", __package__),
        foreseen_facts: lazy(".forecast:wild_facts", __package__),
        more_threats: lazy(".forecast:wild_threats", __package__),
        bot_answer: lazy(".bot:bot_plays", __package__),
        bot_instead: lazy(".bot:instead", __package__),
        bot_find: lazy(".bot:discovery", __package__),
        bot_ground: lazy(".bot:air", __package__),
        bot_asset: lazy(".bot:watch", __package__),
        bot_keeps: lazy(".bot:stock", __package__),
        bot_yield: lazy(".bot:crops", __package__),
        bot_outlook: lazy(".bot:shield_from_fire", __package__),
    },
    policies=POLICIES,
    vocabulary={"pay": FUELS, "material": tuple(MATERIALS), "fires": ()},
    counted={
        "fires": fire.NotExtinguished,
        "fires_put_out": fire.Extinguished,
        "fires_driven": driven_fire.FireDriven,
        "lava_flows": eruption.LavaFlowed,
        "dams_broken": dams.DamBroken,
        "platforms_lost": flood.PlatformLost,
        "volcano_buried": (HexBuried, lambda state, event: is_volcano(state, event.hex)),
    },
    laws=lazy(".invariants:laws", __package__),
    table_faults=lazy(".invariants:table_faults", __package__),
    judges=lazy(".invariants:judge", __package__),
)
