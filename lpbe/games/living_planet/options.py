"""The options of the rules, and the editions that bundle them."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from ...kernel.engine.model import Component, Name

Edition = Literal["merged", "fr", "en", "published-like"]


class Protection(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How far a shelter reaches and what a use costs (G-04)."""

    range: Annotated[int, Meta(ge=0, le=1)] = 0
    cost: Annotated[int, Meta(ge=0, le=2)] = 0
    off: bool = False


class LivingPlanetOptions(Component):
    """Every option; one that is not set takes the value of the edition."""

    edition: Edition = "merged"
    start_tile: Literal["auto", "A", "B", "3", "2"] = "auto"
    first_leader: Name = "random"
    hex_deck: Literal[24, 21, "literal"] = 24
    hex_set: Literal["standard", "generated"] = "standard"
    market_deck: Literal["en25", "fr"] | UnsetType = UNSET
    building_set: Literal["std11", "3x3"] = "std11"
    factory_values: Literal["1to6", "double-sided"] = "1to6"
    repair: Literal["construct", "separate", "free"] | UnsetType = UNSET
    repair_scope: Literal["any", "factory"] | UnsetType = UNSET
    repair_team: Literal["unwounded", "any"] = "unwounded"
    card3: Literal["actions", "production"] | UnsetType = UNSET
    card4_scope: Literal["action", "transaction"] | UnsetType = UNSET
    card5_scope: Literal["any", "minerals"] = "any"
    bank_mc: Annotated[int, Meta(ge=0, le=9999)] = 0
    protection: Protection | UnsetType = UNSET
    office_cost: Annotated[int, Meta(ge=0, le=20)] = 5
    office_bonus: Annotated[int, Meta(ge=0, le=3)] = 2
    special_limit: Annotated[int, Meta(ge=0, le=4)] | UnsetType = UNSET
    screens: Literal["closed", "open"] = "closed"
    reselect: bool = True
    show_played: bool = True
    double_shortage: Literal["once", "per-unit"] = "once"
    production: Literal["mandatory", "optional"] = "mandatory"
    direct_entry: bool = True
    scientist_limit: Literal["one-edge", "one-step"] = "one-edge"
    wounded_controls: bool | UnsetType = UNSET
    start_spots: Literal["closed", "open"] = "closed"
    crash_on: Literal["any-rise", "cards-only"] = "any-rise"
    fate_retake: Literal["next-turn", "same-turn"] = "next-turn"
    card1_vs_fate: Literal["leader-first", "owner-first"] = "leader-first"
    exhaust_empty: Literal["advance", "end-game"] = "advance"
    extinction_end: bool = False
    colony_vp: Annotated[int, Meta(ge=0, le=5)] = 0


Switches = dict[str, str | int | bool | Protection]
BUNDLES: dict[Edition, Switches] = {
    "merged": {
        "market_deck": "en25",
        "repair": "construct",
        "repair_scope": "any",
        "card3": "actions",
        "card4_scope": "action",
        "special_limit": 0,
        "wounded_controls": False,
        "protection": Protection(),
    },
    "fr": {"market_deck": "fr", "card3": "production", "card4_scope": "transaction", "wounded_controls": True},
    "en": {"repair_scope": "factory", "wounded_controls": True},
    "published-like": {"repair": "free", "special_limit": 1, "protection": Protection(range=1, cost=1)},
}
"""How each edition sets the switches that the host does not; switches it does not name are as in "merged"."""


def usual(edition: Edition) -> Switches:
    """Return the options of an edition."""
    return {**BUNDLES["merged"], **BUNDLES[edition]}


def settle(options: LivingPlanetOptions, bundle: Switches) -> None:
    """Set every option that nobody set to its value in this bundle."""
    for name, value in bundle.items():
        if getattr(options, name) is UNSET:
            setattr(options, name, value)
