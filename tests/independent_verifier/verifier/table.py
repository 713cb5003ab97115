"""The public part of a position, which events change: section 8.1."""

from __future__ import annotations

import json
from typing import Any

from .canon import same, there
from .events import TILE, ZONE, Event, modules, step_forms
from .expansions import CHANGES as MORE_CHANGES
from .fold import CHANGES as FOLD_CHANGES
from .forms import NONE, Record, integer, text, truth
from .planet import CHANGES as PLANET_CHANGES
from .world import CHANGES as WORLD_CHANGES

COMPONENTS: dict[str, dict[str, dict[str, Any]]] = {
    "kernel": {
        "roster": {"seats": [], "resigned": [], "stopping": [], "silent": {}},
        "agenda": {"steps": [], "over": False},
    },
    "pebbles": {
        "path": {"laid": {}, "row": [], "sheltered": []},
        "supply": {"coins": 24, "bag": 0, "hands": {}},
        "round": {"number": 0, "turns": []},
        "pebbles-options": {"rounds": 4},
    },
    "moss": {"moss": {"grown": []}},
    "living-planet": {
        "map": {"hexes": {}, "buildings": {}, "teams": {}},
        "hex-set": {"tiles": {}},
        "bank": {"cubes": {}, "prices": {}, "money": 0},
        "track": {"spots": [], "removed": []},
        "turn": {
            "number": 0,
            "leader": "",
            "dice": {},
            "order": [],
            "column": 0,
            "effect": 0,
            "double": "",
            "fate": {},
            "forced": [],
        },
        "piles": {
            "hexes": 0,
            "market": 0,
            "discard": 0,
            "top": "",
            "hands": {},
            "played": {},
            "recovered": {},
            "reshuffles": 0,
        },
        "open-purses": {"money": {}, "cubes": {}},
        "living-planet-options": {},
    },
    "arboria": {
        "wilds": {
            "fires": [],
            "driven": {},
            "found": {},
            "dams": {},
            "platforms": [],
            "stars": {},
            "counted": False,
        },
        "arboria-options": {},
    },
    "aquarius": {"walls": {"built": {}}, "aquarius-options": {}},
    "planet-2116": {
        "world": {"taken": [], "cities": [], "sites": {}, "shields": []},
        "climate": {"heat": 20, "combos": []},
        "round": {"number": 0, "turns": []},
        "nations": {"hat": "", "continents": {}, "refugees": [], "front": {}, "pot": [], "pool": 0},
        "piles": {
            "planet": 0,
            "human": 0,
            "hands": {},
            "planet_discard": [],
            "human_discard": [],
            "shuffles": 0,
        },
        "prepared": {"cards": [], "groups": [], "hidden": 0, "level": 0},
        "attack": {
            "kind": "",
            "origin": "",
            "tiles": [],
            "blocked": [],
            "pending": False,
            "disturbed": False,
            "used": {},
        },
        "planet2116-options": {
            "continent_public": True,
            "fault_is_wild": True,
            "blast_respects_protection": True,
            "rebuild_restores_tile": True,
            "pot_users": "refugees",
            "reshuffle": "lazy",
            "bags": "drawn",
        },
    },
}
OPTIONS: dict[str, Any] = {
    "edition": "merged",
    "start_tile": "auto",
    "first_leader": "random",
    "hex_deck": 24,
    "hex_set": "standard",
    "building_set": "std11",
    "factory_values": "1to6",
    "card5_scope": "any",
    "bank_mc": 0,
    "office_cost": 5,
    "office_bonus": 2,
    "screens": "closed",
    "reselect": True,
    "show_played": True,
    "double_shortage": "once",
    "production": "mandatory",
    "direct_entry": True,
    "scientist_limit": "one-edge",
    "start_spots": "closed",
    "crash_on": "any-rise",
    "card1_vs_fate": "leader-first",
    "exhaust_empty": "advance",
    "extinction_end": False,
    "colony_vp": 0,
    "repair_team": "unwounded",
    "fate_retake": "next-turn",
}
ARBORIA: dict[str, Any] = {
    "length": "normal",
    "wood_price": 5,
    "volcano_automatic": False,
    "volcano_replacement": "always",
    "landing_struck": True,
    "landing_fire": "token",
    "spaceport_cost": 10,
    "fire_wounded_inside": "eliminated",
    "culture_after_sawmill": False,
}
AQUARIUS: dict[str, Any] = {
    "scenario": "aquarius",
    "aq_pick": "sequential",
    "aq_start_scientist": False,
    "spaceport_cost": 10,
    "port_counts": True,
    "boats_per_player": 3,
    "carry_reach": "zone",
    "landing_oil": True,
    "coast_builder": "zone",
    "boats_in_quake": "destroyed",
    "mael_pull": "zone",
    "mael_contact": "base",
    "mael_automatic": False,
    "parallel_reactions": "when_independent",
}
INNER = {
    "hexes": Record(at=text, turn=(integer, 0), nth=(integer, 0)),
    "buildings": Record(kind=text, tile=(text, ""), value=(integer, 0), chip=(text, "")),
    "teams": Record(seat=text, place=text, kind=(text, NONE), wounded=(truth, False)),
    "tiles": TILE,
}


class Table:
    """The public part of a position, as the events make it."""

    def __init__(self, genesis: dict[str, Any]) -> None:
        """The table before the first event."""
        self.genesis, self.steps = genesis, step_forms(genesis)
        self.options = genesis["options"].get(genesis["rules"], {})
        self.now: dict[str, dict[str, Any]] = {}
        for name in ["kernel", *modules(genesis)]:
            self.now |= json.loads(json.dumps(COMPONENTS[name]))
        self.usual = json.loads(json.dumps(self.now))
        self.now["roster"]["seats"] = [seat["id"] for seat in genesis["seats"]]
        own = OWN_OPTIONS.get(genesis["rules"], f"{genesis['rules']}-options")
        self.changes = {**FOLD_CHANGES, **GAME_CHANGES.get(genesis["rules"], {})}
        self.now[own] = {**self.now[own], **self.options}
        if genesis["rules"] == "living-planet":
            self.usual[own] = {name: value for name, value in OPTIONS.items() if name != "first_leader"}
        for name, usual in (("arboria", ARBORIA), ("aquarius", AQUARIUS)):
            if name in genesis["expansions"]:
                self.now[f"{name}-options"] = dict(genesis["options"].get(name, {}))
                self.usual[f"{name}-options"] = usual

    def __getitem__(self, name: str) -> dict[str, Any]:
        """Return a component."""
        return self.now[name]

    def add(self, component: str, field: str, count: int) -> None:
        """Add to a number."""
        self.now[component][field] += count

    def apply(self, event: Event) -> None:
        """What one event does."""
        change = self.changes.get(event["event"])
        if change:
            change(self, event)

    def written(self) -> dict[str, Any]:
        """Return the table as the state has it."""
        kept: dict[str, Any] = {}
        for name, fields in self.now.items():
            usual = self.usual[name]
            found = {
                key: shape_field(key, item)
                for key, item in fields.items()
                if key not in usual or not same(item, usual[key])
            }
            if found:
                kept[name] = found
        return kept

    def phase(self) -> int:
        """Return the number of the round or turn."""
        return self.now["round" if "round" in self.now else "turn"]["number"]

    def purse(self, seat: str, money: int) -> None:
        """Money of a seat, where purses are open."""
        if self.options.get("screens") == "open":
            purses = self["open-purses"]["money"]
            purses[seat] = purses.get(seat, 0) + money

    def stock(self, seat: str, resource: str, count: int) -> None:
        """Cubes of a seat, where purses are open."""
        if self.options.get("screens") == "open":
            cubes = self["open-purses"]["cubes"]
            cubes[f"{seat}.{resource}"] = cubes.get(f"{seat}.{resource}", 0) + count

    def cubes(self, resource: str, count: int) -> None:
        """Cubes of the bank."""
        cubes = self["bank"]["cubes"]
        cubes[resource] = there(cubes, resource) + count

    def hand(self, component: str, seat: str, count: int) -> None:
        """Cards or pebbles in a hand, which must be there."""
        hands = self[component]["hands"]
        hands[seat] = there(hands, seat) + count


def write_zones(value: dict[str, Any]) -> dict[str, Any]:
    """Return an object of the map whose zones are written too, if it is a tile that has some."""
    zones = {name: ZONE.written(zone) for name, zone in value.get("zones", {}).items()}
    return value | {"zones": zones} if zones else value


def shape_field(field: str, value: Any) -> Any:
    """Return a field of the table with its inner objects written."""
    if field in INNER and isinstance(value, dict):
        return {name: write_zones(INNER[field].written(item)) for name, item in value.items()}
    return value


GAME_CHANGES = {"living-planet": PLANET_CHANGES | MORE_CHANGES, "planet-2116": WORLD_CHANGES}
OWN_OPTIONS = {"planet-2116": "planet2116-options"}
