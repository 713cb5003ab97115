"""The game as one module: the list of all that it has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ...kernel.base.errors import Message
from ...kernel.play.events import Resigned
from ...kernel.play.rulebook import Rulebook
from ...kernel.play.rules import Module, Question, Seat, State
from .acting import POT, HumanTurn
from .assault import Assault, Declare
from .attack import Aimed, Announced, Fizzled
from .block import Blocked
from .build import GreenBuilt
from .cards import CardsDrawn, Discarded, PileShuffled
from .cool import Cooled
from .ending import ENDINGS, ArkBuilt, nobody_left, stop
from .globe import DIRECTIONS
from .heat import HeatPlayed, Warm, Warmed
from .humans import ACTIONS, EndTurn, HatPassed, ResourceLaid
from .options import Planet2116Options
from .pay import Paid
from .policies import DEFAULT, attack_by_policy, audit_policy, block_by_policy, factory_by_policy
from .prepare import CardsLaid, CombosShown, Prepare
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
from .shield import ShieldMoved, ShieldPlaced
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
    PlanetCard,
    Prepared,
    Round,
    Terrain,
    World,
)
from .strike import (
    AttackOver,
    CapitalLost,
    CityDestroyed,
    Exploded,
    ShieldsUsed,
    Spared,
    Strike,
    TilesTaken,
)
from .turn import BeginHumans, BeginRound, HumansBegan, RoundBegan
from .window import Block
from .wishes import NAME, Policy2116

if TYPE_CHECKING:
    from ...kernel.play.foresight import Foresee


def audit(book: Rulebook) -> Iterable[Message]:
    """Loaded when players bring content of their own."""
    from .audit import audit  # saves it for games with printed content

    return audit(book)


def gauges(state: State, seat: Seat) -> Mapping[str, int]:
    """Loaded when effects are told."""
    from .show.gauges import gauges  # saves it for steps that nobody reads

    return gauges(state, seat)


def foresight(state: State, question: Question, seat: Seat) -> Foresee:
    """Loaded when effects are told."""
    from .show.foresight import foresight  # saves it for steps that nobody reads

    return foresight(state, question, seat)


def judges(state: State, seat: Seat) -> Iterable[Message]:
    """What a seat can count by itself."""
    from .laws import own_count  # saves it for games that are played

    return own_count(state, seat)


def laws(state: State) -> Iterable[str]:
    """What holds in every position."""
    from .laws import conservation  # saves it for games that are played

    return conservation(state)


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
    audit=audit,
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
    gauges=gauges,
    foresight=foresight,
    stop=stop,
    endings=ENDINGS,
    judges=judges,
    laws=laws,
)
