"""What the events of 2116 change: section 8.8."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .canon import need, out, there

if TYPE_CHECKING:
    from .events import Event
    from .table import Table

RUINS = {"polluting": "polluting-ruin", "green": "green-ruin"}
ENDINGS = ("greens", "ark", "heat", "capitals", "deserted")


def leave(table: Table, cards: list[str]) -> None:
    """Prepared cards go to the discard."""
    prepared = table["prepared"]
    seen = [card for card in cards if card in prepared["cards"]]
    for card in seen:
        out(prepared["cards"], card)
    prepared["groups"] = [group for group in prepared["groups"] if not set(group.split(":")) & set(cards)]
    prepared["hidden"] -= len(cards) - len(seen)
    table["piles"]["planet_discard"].extend(cards)


def on_pile_shuffled(table: Table, event: Event) -> None:
    """A new pile."""
    pile = "planet" if event["kind"] == "planet" else "human"
    table.add("piles", "shuffles", 1)
    table["piles"][pile], table["piles"][f"{pile}_discard"] = event["count"], []


def on_cards_drawn(table: Table, event: Event) -> None:
    """Cards come into a hand."""
    table.add("piles", "planet" if event["seat"] == "planet" else "human", -event["count"])
    hands = table["piles"]["hands"]
    hands[event["seat"]] = hands.get(event["seat"], 0) + event["count"]


def on_discarded(table: Table, event: Event) -> None:
    """Cards leave a hand."""
    table.hand("piles", event["seat"], -len(event["cards"]))
    table["piles"]["human_discard"].extend(event["cards"])


def on_fault_opened(table: Table, event: Event) -> None:
    """A first hole."""
    table["world"]["taken"].append(event["tile"])


def on_factory_placed(table: Table, event: Event) -> None:
    """A site."""
    table["world"]["sites"][event["tile"]] = "polluting"


def on_capital_drawn(table: Table, event: Event) -> None:
    """A continent, if it is told."""
    if event["shown"]:
        table["nations"]["continents"][event["seat"]] = event.get("continent", "")


def on_hat_passed(table: Table, event: Event) -> None:
    """A President."""
    table["nations"]["hat"] = event["seat"]


def on_round_began(table: Table, event: Event) -> None:
    """A round."""
    table["round"].update({"number": event["number"], "turns": []})
    table["climate"]["combos"] = []
    table["attack"].update({"kind": "", "origin": "", "tiles": [], "blocked": [], "disturbed": False, "used": {}})


def on_humans_began(table: Table, event: Event) -> None:
    """The Humans' turns."""
    table["round"]["turns"], table["nations"]["pool"] = event["seats"], event["pool"]


def on_announced(table: Table, event: Event) -> None:
    """An attack."""
    leave(table, event["cards"])
    if len(event["cards"]) > 1:
        table["climate"]["combos"].append(len(event["cards"]))
    table["attack"].update({"kind": event["kind"], "origin": event["origin"], "blocked": [], "pending": True})


def on_aimed(table: Table, event: Event) -> None:
    """Its targets."""
    table["attack"]["tiles"] = event["tiles"]


def on_fizzled(table: Table, event: Event) -> None:
    """Cards without effect."""
    leave(table, event["cards"])


def on_heat_played(table: Table, event: Event) -> None:
    """Cards that heat."""
    leave(table, event["cards"])


def on_blocked(table: Table, event: Event) -> None:
    """A unit on a tile."""
    table.hand("piles", event["seat"], -1)
    there(table["nations"]["front"], event["paid"])
    del table["nations"]["front"][event["paid"]]
    table["piles"]["human_discard"].extend([event["card"], event["paid"]])
    attack = table["attack"]
    attack["blocked"].append(event["tile"])
    attack["used"][event["seat"]] = attack["used"].get(event["seat"], 0) + 1


def on_tiles_taken(table: Table, event: Event) -> None:
    """Holes."""
    world = table["world"]
    world["taken"].extend(event["tiles"])
    for tile in event["tiles"]:
        if world["sites"].get(tile) in RUINS:
            world["sites"][tile] = RUINS[world["sites"][tile]]
    on_shields_used(table, event)


def on_spared(table: Table, event: Event) -> None:
    """Guarded tiles."""
    table["attack"]["disturbed"] = True


def on_shields_used(table: Table, event: Event) -> None:
    """Shields leave the board."""
    table["world"]["shields"] = [tile for tile in table["world"]["shields"] if tile not in event["tiles"]]


def on_city_destroyed(table: Table, event: Event) -> None:
    """A city less."""
    table["world"]["cities"].append(event["city"])


def on_capital_lost(table: Table, event: Event) -> None:
    """A refugee."""
    nations, seat = table["nations"], event["seat"]
    nations["refugees"].append(seat)
    nations["continents"][seat] = event["continent"]
    lost = [card for card, owner in nations["front"].items() if owner == seat]
    nations["pot"] = sorted(nations["pot"] + lost)
    nations["front"] = {card: owner for card, owner in nations["front"].items() if owner != seat}


def on_exploded(table: Table, event: Event) -> None:
    """Heat at once."""
    table.add("climate", "heat", event["degrees"])


def on_attack_over(table: Table, event: Event) -> None:
    """An attack is done."""
    table["attack"]["pending"] = False


def on_warmed(table: Table, event: Event) -> None:
    """A reading."""
    table["climate"]["heat"] = event["heat"]


def on_cooled(table: Table, event: Event) -> None:
    """A reading."""
    table["climate"]["heat"] = event["heat"]


def on_cards_laid(table: Table, event: Event) -> None:
    """Prepared cards, as far as they are shown."""
    cards, prepared = event.get("cards", []), table["prepared"]
    table.hand("piles", "planet", -(len(cards) or event["count"]))
    prepared["level"], prepared["groups"] = event["level"], event.get("groups", [])
    if event["level"] > 1:
        prepared["cards"] = list(cards)
    else:
        prepared["hidden"] = event["count"]


def on_resource_laid(table: Table, event: Event) -> None:
    """A Resource card."""
    table.hand("piles", event["seat"], -1)
    if event["to"] == "pot":
        table["nations"]["pot"] = sorted([*table["nations"]["pot"], event["card"]])
    else:
        table["nations"]["front"][event["card"]] = event["to"]


def on_paid(table: Table, event: Event) -> None:
    """Points are spent."""
    nations, cards, pot = table["nations"], event.get("cards", []), event.get("pot", [])
    nations["pool"] -= event["shared"]
    for card in cards:
        there(nations["front"], card)
        del nations["front"][card]
    for card in pot:
        out(nations["pot"], card)
    table["piles"]["human_discard"].extend([*cards, *pot])


def on_shield_placed(table: Table, event: Event) -> None:
    """A shield."""
    table["world"]["shields"] = sorted([*table["world"]["shields"], event["tile"]])


def on_shield_moved(table: Table, event: Event) -> None:
    """A shield elsewhere."""
    out(table["world"]["shields"], event["tile"])
    table["world"]["shields"] = sorted([*table["world"]["shields"], event["to"]])


def on_green_built(table: Table, event: Event) -> None:
    """A Green factory."""
    table["world"]["sites"][event["site"]] = "green"
    if event.get("back"):
        need(event["site"] in table["world"]["taken"], "a tile comes back that was there")
        out(table["world"]["taken"], event["site"])


def on_ark_built(table: Table, event: Event) -> None:
    """A continent is known."""
    table["nations"]["continents"][event["seat"]] = event["continent"]


CHANGES: dict[str, Callable[[Table, Event], None]] = {
    name[3:].replace("_", "-"): change for name, change in list(globals().items()) if name.startswith("on_")
}
