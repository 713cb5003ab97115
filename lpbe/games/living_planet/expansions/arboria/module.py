"""The module: all that Arboria has, chapter by chapter. ARB-GEN-01, ARB-GEN-03: what is not here is as in the base."""

from __future__ import annotations

from collections.abc import Iterable

from .....kernel.base.errors import Message
from .....kernel.play.rulebook import Rulebook
from .....kernel.play.rules import Module, Seat, State
from ...act import Act
from ...bargain import cubes_in_play
from ...bot.answers import (
    machine_answer,
    machine_asset,
    machine_find,
    machine_ground,
    machine_instead,
    machine_keeps,
    machine_yield,
)
from ...build import may_work, unmanned
from ...cataclysm import by_themselves
from ...draw import HexBuried, HexPlaced, is_replaced, urgent
from ...drawing import look, more_panels, tokens_beside, tokens_on
from ...paths import may_enter, may_leave
from ...produce import Produce, Produced, factories
from ...reading import controller, functional, landing, turns
from ...scoring import Score, other_points
from ...setup import bundle, deck_of, late_starts, outfit
from ...strike import BuildingLost, ColonyLost, Tornado, shielded, spared, strikes_colonies, victims
from ...supply import colony_price, limit_of
from . import burning, colonies, culture, dam, doors, driven, fire, flight, flood, oxygen, placing, post, volcano, wood
from .policies import DEFAULT, POLICIES, ArboriaPolicy
from .reading import is_volcano
from .state import FUELS, MATERIALS, ArboriaOptions, Oxygen, Wilds


def laws(state: State) -> Iterable[str]:
    """Loaded by tests."""
    from .laws import laws  # saves it for games that are played

    return laws(state)


def judges(state: State, seat: Seat) -> Iterable[Message]:
    """Loaded when a player verifies a game."""
    from .laws import judge  # saves it for games that are played

    return judge(state, seat)


def audit(book: Rulebook) -> Iterable[Message]:
    """Loaded when players bring content of their own."""
    from .laws import audit  # saves it for games that are played

    return audit(book)


ARBORIA = Module(
    "arboria",
    requires=("living-planet",),
    components=(Wilds,),
    events=(
        *oxygen.EVENTS,
        *burning.EVENTS,
        *fire.EVENTS,
        *flight.EVENTS,
        *driven.EVENTS,
        *flood.EVENTS,
        *volcano.EVENTS,
        *placing.EVENTS,
        *dam.EVENTS,
    ),
    steps=(
        *oxygen.STEPS,
        *fire.STEPS,
        *flight.STEPS,
        *driven.STEPS,
        *flood.STEPS,
        *placing.STEPS,
        *volcano.STEPS,
        *culture.STEPS,
    ),
    content=(Oxygen,),
    options=ArboriaOptions,
    policy=ArboriaPolicy,
    default_policy=DEFAULT,
    setup=wood.setup,
    audit=audit,
    before={Score: lambda score: oxygen.CountOxygen()},
    after={Tornado: lambda tornado: driven.SpreadFire(tornado.hex, tornado.by)},
    offers={
        Act: {**flood.PLATFORM_OFFERS, **dam.DAM_OFFERS, **post.POST_OFFERS},
        Produce: culture.CULTURE_OFFERS,
    },
    reactions={
        HexPlaced: placing.hex_is_placed,
        BuildingLost: flood.wood_comes_back,
        ColonyLost: flood.wood_comes_back,
        Produced: culture.culture_follows,
    },
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
        may_enter: burning.nobody_enters_fire,
        may_leave: burning.nobody_leaves_fire,
        may_work: burning.nothing_is_built_in_fire,
        functional: burning.fire_stops_work,
        landing: burning.nobody_lands_in_fire,
        controller: burning.the_wounded_control_nothing,
        shielded: burning.burning_shelters_shield_nothing,
        factories: culture.sawmill_first,
        # floods, lava, colonies
        spared: flood.kept_dry,
        urgent: placing.volcano_is_urgent,
        is_replaced: placing.volcano_is_replaced,
        by_themselves: volcano.volcano_erupts_by_itself,
        victims: volcano.lava_strikes_beyond,
        strikes_colonies: colonies.colonies_are_struck,
        colony_price: colonies.colonies_are_built,
        unmanned: colonies.a_chip_will_do,
        # the end, and all around
        other_points: oxygen.air_counts,
        look: doors.wild_look,
        tokens_on: doors.wild_tokens,
        tokens_beside: doors.wood_below,
        more_panels: doors.wilds_told,
        machine_answer: doors.machine_plays,
        machine_instead: doors.machine_floats,
        machine_find: doors.machine_breathes,
        machine_ground: doors.machine_holds,
        machine_asset: doors.machine_watches,
        machine_keeps: doors.machine_stores,
        machine_yield: doors.machine_crops,
    },
    policies=POLICIES,
    vocabulary={"pay": FUELS, "material": tuple(MATERIALS), "fires": ()},
    counted={
        "fires": fire.NotExtinguished,
        "fires_put_out": fire.Extinguished,
        "fires_driven": driven.FireDriven,
        "lava_flows": volcano.LavaFlowed,
        "dams_broken": dam.DamBroken,
        "platforms_lost": flood.PlatformLost,
        "volcano_buried": (HexBuried, lambda state, event: is_volcano(state, event.hex)),
    },
    laws=laws,
    judges=judges,
)
