"""What the events of Living Planet change: section 8.5."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .canon import need, there

if TYPE_CHECKING:
    from .events import Event
    from .table import Table


EDITIONS = {
    "market_deck": ("en25", "fr", "en25", "en25"),
    "repair": ("construct", "construct", "construct", "free"),
    "repair_scope": ("any", "any", "factory", "any"),
    "card3": ("actions", "production", "actions", "actions"),
    "card4_scope": ("action", "transaction", "action", "action"),
    "special_limit": (0, 0, 0, 1),
    "wounded_controls": (False, True, True, False),
    "protection": ({}, {}, {}, {"cost": 1, "range": 1}),
}
EDITION_NAMES = ("merged", "fr", "en", "published-like")
RESOURCES = ("oil", "vibranium", "electricity", "iron", "mycelium")


def on_paid(table: Table, event: Event) -> None:
    """Money to the bank."""
    table.add("bank", "money", event["amount"])
    table.purse(event["seat"], -event["amount"])


def on_earned(table: Table, event: Event) -> None:
    """Money from the bank."""
    table.add("bank", "money", -event["amount"])
    table.purse(event["seat"], event["amount"])


def on_cubes_spent(table: Table, event: Event) -> None:
    """Cubes to the bank."""
    table.cubes(event["resource"], event["count"])
    table.stock(event["seat"], event["resource"], -event["count"])


def on_team_arrived(table: Table, event: Event) -> None:
    """A team on the map."""
    table["map"]["teams"][event["team"]] = {key: event[key] for key in ("seat", "place", "kind") if key in event}


def on_team_moved(table: Table, event: Event) -> None:
    """A team elsewhere."""
    there(table["map"]["teams"], event["team"])["place"] = event["place"]


def on_team_wounded(table: Table, event: Event) -> None:
    """A team is hurt."""
    there(table["map"]["teams"], event["team"])["wounded"] = True


def on_team_healed(table: Table, event: Event) -> None:
    """A team is well again."""
    there(table["map"]["teams"], event["team"])["wounded"] = False


def on_team_lost(table: Table, event: Event) -> None:
    """A team is gone."""
    there(table["map"]["teams"], event["team"])
    del table["map"]["teams"][event["team"]]


def on_chip_placed(table: Table, event: Event) -> None:
    """A building has an owner."""
    there(table["map"]["buildings"], event["place"])["chip"] = event["seat"]


def on_chip_lost(table: Table, event: Event) -> None:
    """A building has none."""
    there(table["map"]["buildings"], event["place"])["chip"] = ""


def on_die_set(table: Table, event: Event) -> None:
    """A die shows something."""
    table["turn"]["dice"][event["colour"]] = event["value"]


def on_options_settled(table: Table, event: Event) -> None:
    """What nobody chose is as in the edition."""
    place = EDITION_NAMES.index(table.options.get("edition", "merged"))
    own = table["living-planet-options"]
    for name, values in EDITIONS.items():
        scarce = name == "special_limit" and bool(table.genesis["expansions"])
        own.setdefault(name, 1 if scarce else values[place])


def on_start_laid(table: Table, event: Event) -> None:
    """The first hex."""
    table["map"]["hexes"][event["hex"]] = {"at": event.get("at", "0,0")}


def on_hexes_made(table: Table, event: Event) -> None:
    """Hexes of this game only."""
    table["hex-set"]["tiles"] = event["tiles"]


def on_colony_founded(table: Table, event: Event) -> None:
    """The colony of a seat."""
    colony = {"kind": "colony", "tile": f"colony-{event['seat']}", "value": 6, "chip": event["seat"]}
    table["map"]["buildings"][event["place"]] = colony


def on_bank_filled(table: Table, event: Event) -> None:
    """The bank at the start."""
    prices = dict.fromkeys(event["cubes"], event["price"])
    table.now["bank"] = {"cubes": dict(event["cubes"]), "prices": prices, "money": event["money"]}


def on_equipped(table: Table, event: Event) -> None:
    """A seat at the start."""
    seat, goods = event["seat"], event.get("goods", {})
    table.add("bank", "money", -event["money"])
    table["piles"]["hands"][seat] = 6
    table.purse(seat, event["money"])
    wood = ("wood",) if "arboria" in table.genesis["expansions"] else ()
    for resource in (*RESOURCES, *wood):
        table.cubes(resource, -goods.get(resource, 0))
        table.stock(seat, resource, goods.get(resource, 0))


def on_decks_shuffled(table: Table, event: Event) -> None:
    """The piles at the start."""
    need(len(event["sizes"]) == 2, "not two sizes")
    table["piles"]["hexes"], table["piles"]["market"] = event["sizes"]


def on_leader_chosen(table: Table, event: Event) -> None:
    """Who leads."""
    table["turn"]["leader"] = event["seat"]


def on_turn_began(table: Table, event: Event) -> None:
    """A turn."""
    fresh = {"number": event["number"], "leader": event["leader"], "dice": {}, "order": []}
    table["turn"].update(fresh | {"column": 0, "effect": 0, "double": "", "forced": []})


def on_column_began(table: Table, event: Event) -> None:
    """A column of the turn."""
    table["turn"]["column"] = event["column"]


def on_hand_refilled(table: Table, event: Event) -> None:
    """A hand is full again."""
    piles = table["piles"]
    piles["hands"][event["seat"]] = 6
    piles["played"][event["seat"]] = []
    piles["recovered"].pop(event["seat"], None)


def check_played_card(table: Table, who: str, card: int) -> None:
    """A card that was played."""
    table["turn"]["dice"][who] = card
    pile = table["piles"]["played"]
    pile[who] = [*(pile.get(who, []) if table.options.get("show_played", True) else []), card]


def on_card_revealed(table: Table, event: Event) -> None:
    """A seat's card."""
    table.hand("piles", event["seat"], -1)
    check_played_card(table, event["seat"], event["card"])


def on_other_revealed(table: Table, event: Event) -> None:
    """A card of a colour without a seat."""
    check_played_card(table, event["colour"], event["card"])


def on_other_shuffled(table: Table, event: Event) -> None:
    """New cards of a colour without a seat."""
    table["piles"]["played"][event["colour"]] = []


def on_effect_began(table: Table, event: Event) -> None:
    """An effect of a card."""
    table["turn"]["effect"] = event["card"]


def on_dice_arranged(table: Table, event: Event) -> None:
    """The order of the dice."""
    table["turn"]["order"] = event["dice"]


def on_doubled(table: Table, event: Event) -> None:
    """A resource comes twice."""
    table["turn"]["double"] = event["resource"]


def on_resource_removed(table: Table, event: Event) -> None:
    """A cube leaves the game."""
    table.cubes(event["resource"], -1)
    table["track"]["removed"].append(event["resource"])


def on_card_recovered(table: Table, event: Event) -> None:
    """A card comes back to a hand."""
    table.hand("piles", event["seat"], 1)
    recovered = table["piles"]["recovered"]
    recovered[event["seat"]] = recovered.get(event["seat"], 0) + 1


def on_fate_used(table: Table, event: Event) -> None:
    """A fate is gone."""
    there(table["turn"]["fate"], event["seat"])
    del table["turn"]["fate"][event["seat"]]
    if table["living-planet-options"].get("fate_retake", "next-turn") == "next-turn":
        table["turn"]["forced"].append(event["seat"])


def on_effect_used(table: Table, event: Event) -> None:
    """No effect any more."""
    table["turn"]["effect"] = 0


def on_produced(table: Table, event: Event) -> None:
    """Cubes from the bank."""
    table.cubes(event["resource"], -event["count"])
    table.stock(event["seat"], event["resource"], event["count"])


def on_fate_taken(table: Table, event: Event) -> None:
    """A fate is kept."""
    table["turn"]["fate"][event["seat"]] = table["turn"]["number"]


def on_hexes_drawn(table: Table, event: Event) -> None:
    """Hexes from the pile."""
    table.add("piles", "hexes", -event["count"])


def on_hex_placed(table: Table, event: Event) -> None:
    """A hex on the map."""
    hexes = table["map"]["hexes"]
    hexes[event["hex"]] = {"at": event["at"], "turn": event.get("turn", 0), "nth": len(hexes)}


def on_hexes_returned(table: Table, event: Event) -> None:
    """Hexes to the pile."""
    table.add("piles", "hexes", event["count"])


def on_built(table: Table, event: Event) -> None:
    """A building."""
    building = {"kind": event["building"], "tile": event["tile"], "value": event.get("value", 0)}
    table["map"]["buildings"][event["place"]] = building


def on_price(table: Table, event: Event) -> None:
    """Another price."""
    table["bank"]["prices"][event["resource"]] = event["price"]


def on_cubes_bought(table: Table, event: Event) -> None:
    """Cubes for money."""
    table.cubes(event["resource"], -event["count"])
    table.add("bank", "money", event["money"])
    table.stock(event["seat"], event["resource"], event["count"])
    table.purse(event["seat"], -event["money"])


def on_cubes_sold(table: Table, event: Event) -> None:
    """Money for cubes."""
    table.cubes(event["resource"], event["count"])
    table.add("bank", "money", -event["money"])
    table.stock(event["seat"], event["resource"], -event["count"])
    table.purse(event["seat"], event["money"])


def on_market_drawn(table: Table, event: Event) -> None:
    """Cards from the market."""
    table.add("piles", "market", -event["count"])


def on_market_shuffled(table: Table, event: Event) -> None:
    """The market's discards are a pile again."""
    table.add("piles", "market", event["count"])
    table.add("piles", "reshuffles", 1)
    table["piles"].update({"discard": 0, "top": ""})


def on_card_chosen(table: Table, event: Event) -> None:
    """A market card is used."""
    table.add("piles", "discard", event["count"])
    table["piles"]["top"] = event["card"]


def on_hex_buried(table: Table, event: Event) -> None:
    """A hex under the deck, for all to see."""
    table.add("piles", "hexes", 1)


def on_colony_lost(table: Table, event: Event) -> None:
    """A colony is gone."""
    on_building_lost(table, event)


def on_building_lost(table: Table, event: Event) -> None:
    """A building is gone."""
    there(table["map"]["buildings"], event["place"])
    del table["map"]["buildings"][event["place"]]


def on_exhausted(table: Table, event: Event) -> None:
    """A cube on the track."""
    table.cubes(event["resource"], -1)
    table["track"]["spots"].append(event["resource"])


def on_nothing_exhausted(table: Table, event: Event) -> None:
    """An empty spot on the track."""
    table["track"]["spots"].append("")


CHANGES: dict[str, Callable[[Table, Event], None]] = {
    name[3:].replace("_", "-"): change for name, change in list(globals().items()) if name.startswith("on_")
}
CHANGES["price-moved"] = CHANGES["crashed"] = CHANGES.pop("price")
