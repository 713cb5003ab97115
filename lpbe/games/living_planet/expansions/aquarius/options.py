"""The options of Aquarius, and its scenarios."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from .....kernel.engine.model import Component, Name, State

Count = Annotated[int, Meta(ge=0, le=24)]


class Custom(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A custom set-up; what is left out is as in Terra-H2O (AQ-AMB-41)."""

    start: Name = ""
    """The start hex; if none is named, the base game chooses it."""
    land: Count = 12
    sea: Count = 3
    shore: Count = 8
    maelstrom: bool = True
    turns: Annotated[int, Meta(ge=1, le=24)] = 12
    colonies: bool = True
    """Whether everybody begins with a colony, and a scientist in it."""
    boats: Annotated[int, Meta(ge=0, le=3)] = 0
    """How many boats everybody begins with, on the water of the start hex."""


class AquariusOptions(Component):
    """Every option of the rulings (AQ-AMB-01 to AQ-AMB-48)."""

    scenario: Literal["aquarius", "terra_h2o", "custom"] = "aquarius"
    aq_pick: Literal["sequential", "sealed"] = "sequential"
    aq_start_scientist: bool = False
    port_limit: Annotated[int, Meta(ge=0, le=4)] | UnsetType = UNSET
    spaceport_cost: Annotated[int, Meta(ge=0, le=99)] | Literal["never"] = 10
    port_counts: bool = True
    boats_per_player: Annotated[int, Meta(ge=1, le=3)] = 3
    carry_reach: Literal["zone", "hex"] = "zone"
    landing_oil: bool = True
    coast_builder: Literal["zone", "hex"] = "zone"
    boats_in_quake: Literal["destroyed", "immune"] = "destroyed"
    mael_pull: Literal["zone", "hex"] = "zone"
    mael_contact: Literal["base", "any"] = "base"
    mael_automatic: bool = False
    parallel_reactions: Literal["when_independent", "always", "never"] = "when_independent"
    custom: Custom = Custom()


def rules(state: State) -> AquariusOptions:
    return state[AquariusOptions]


def on_the_island(state: State) -> bool:
    """Return whether the scenario Planet Aquarius is played (AQ-SETUP-01)."""
    return rules(state).scenario == "aquarius"


def port_limit(state: State) -> int:
    """Return how many ports a seat may hold; 0 means no limit (AQ-AMB-09)."""
    limit = rules(state).port_limit
    return int(not on_the_island(state)) if isinstance(limit, UnsetType) else limit
