"""The game as one module: the list of everything it has."""

from __future__ import annotations

from ...kernel.engine.events import Resigned
from ...kernel.engine.lazy import lazy, lazy_value
from ...kernel.engine.model import Module
from .attack_sequence import Assault, Declare
from .attacks import Aimed, Announced, Block, Fizzled
from .cards import CardsDrawn, Discarded, PileShuffled
from .cooling import Cooled
from .destruction import AttackOver, CapitalLost, CityDestroyed, Exploded, ShieldsUsed, Spared, Strike, TilesTaken
from .ending import ENDINGS, ArkBuilt, nobody_left, stop
from .globe import DIRECTIONS
from .green_factories import GreenBuilt
from .heat import HeatPlayed, Warm, Warmed
from .human_actions import POT, HumanTurn
from .human_turn import ACTIONS, EndTurn, HatPassed, ResourceLaid
from .payment import Paid
from .policies import DEFAULT, attack_by_policy, audit_policy, block_by_policy, factory_by_policy
from .policy_model import NAME, Policy2116
from .preparation import CardsLaid, CombosShown, Prepare
from .quick_blocks import Blocked
from .round import BeginHumans, BeginRound, HumansBegan, RoundBegan
from .setup import (
    BagsFilled,
    BagTaken,
    CapitalDrawn,
    ChooseFault,
    Deal,
    FactoryPlaced,
    FaultOpened,
    FillBags,
    Found,
    PickBag,
    setup,
)
from .shields import ShieldMoved, ShieldPlaced
from .state import (
    HUMANS,
    Attack,
    Bags,
    Capital,
    City,
    Climate,
    Decks,
    FaceDown,
    Fault,
    Hand,
    HumanCard,
    Kind,
    MapLine,
    Nations,
    Piles,
    Planet2116Options,
    PlanetCard,
    Prepared,
    Round,
    Terrain,
    World,
)

BASE = Module(
    NAME,
    components=(
        World,
        Climate,
        Round,
        Nations,
        Piles,
        Prepared,
        Attack,
        Hand,
        FaceDown,
        Capital,
        Decks,
        Bags,
    ),
    events=(
        PileShuffled,
        CardsDrawn,
        Discarded,
        FaultOpened,
        FactoryPlaced,
        BagsFilled,
        BagTaken,
        CapitalDrawn,
        HatPassed,
        RoundBegan,
        HumansBegan,
        Announced,
        Aimed,
        Fizzled,
        Blocked,
        TilesTaken,
        CityDestroyed,
        Spared,
        ShieldsUsed,
        CapitalLost,
        Exploded,
        AttackOver,
        HeatPlayed,
        Warmed,
        CardsLaid,
        CombosShown,
        ResourceLaid,
        Paid,
        Cooled,
        ShieldPlaced,
        ShieldMoved,
        GreenBuilt,
        ArkBuilt,
    ),
    steps=(
        ChooseFault,
        Found,
        FillBags,
        PickBag,
        Deal,
        BeginRound,
        Assault,
        Declare,
        Block,
        Strike,
        Warm,
        Prepare,
        BeginHumans,
        HumanTurn,
        EndTurn,
    ),
    content=(MapLine, Terrain, City, Fault, Kind, PlanetCard, HumanCard),
    options=Planet2116Options,
    policy=Policy2116,
    default_policy=DEFAULT,
    setup=setup,
    audit=lazy(".pack_audit:audit", __package__),
    audit_policy=audit_policy,
    offers={HumanTurn: ACTIONS},
    policies={Found: factory_by_policy, Block: block_by_policy, Declare: attack_by_policy},
    reactions={Resigned: nobody_left},
    vocabulary={
        "card": (HumanCard,),
        "cards": (PlanetCard, HumanCard),
        "first": PlanetCard,
        "second": PlanetCard,
        "third": PlanetCard,
        "fourth": PlanetCard,
        "to": (*HUMANS, POT),
        "dir": DIRECTIONS,
    },
    gauges=lazy(".presentation.gauges:gauges", __package__),
    page_hints=lazy_value(".presentation.cards:HINTS", __package__),
    foresight=lazy(".presentation.foresight:foresight", __package__),
    stop=stop,
    endings=ENDINGS,
    worlds=lazy(".bot.worlds:worlds", __package__),
    judges=lazy(".invariants:own_count", __package__),
    laws=lazy(".invariants:conservation", __package__),
    table_faults=lazy(".invariants:table_faults", __package__),
)
