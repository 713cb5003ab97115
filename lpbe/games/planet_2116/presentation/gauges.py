"""The numbers a player watches: thermometer, aims of an attack, factories, cards and points; curves of a replay."""

from __future__ import annotations

from collections.abc import Mapping

from ....kernel.engine.model import Seat, State
from ..destruction import blast_area
from ..globe import city_at
from ..queries import factories, on_continent, own_cards, reserve
from ..state import GREEN, HUMANS, PLANET, POLLUTING, Attack, Climate, Hand, Nations, Planet2116Options, Prepared, World


def gauges(state: State, seat: Seat) -> Mapping[str, int]:
    """Return public counts, what is announced, and what a Human has in front."""
    world = state[World]
    nations = state[Nations]
    return {
        "heat": state[Climate].heat,
        "greens": len(factories(state, GREEN)),
        "smoke": len(factories(state, POLLUTING)),
        "tiles": len(world.taken),
        "cities": len(world.cities),
        **attack_gauges(state),
        "shields": reserve(state),
        "pool": nations.pool,
        "pot": len(nations.pot),
        "own": len(own_cards(state, seat)) if seat != PLANET else 0,
        "laid": len(state[Prepared].cards) + state[Prepared].hidden,
        "hand": len(state[Hand, seat].cards),
    }


def attack_gauges(state: State) -> Mapping[str, int]:
    """Return what an announced attack would hit if nobody opposed it, blasts included."""
    attack = state[Attack]
    shields = state[World].shields
    aim = attack.tiles if attack.pending else []
    against_blasts = shields if state[Planet2116Options].blast_respects_protection else []
    tiles = [tile for tile in aim if tile not in shields]
    tiles += [tile for tile in blast_area(state, aim) if tile not in against_blasts]
    sites = [state[World].sites.get(tile) for tile in tiles]
    prizes = [tile for tile in tiles if city_at(state, tile) or state[World].sites.get(tile) in (GREEN, POLLUTING)]
    return {
        "aimed": len(tiles),
        "aimed_cities": sum(bool(city_at(state, tile)) for tile in tiles),
        "aimed_greens": sites.count(GREEN),
        "aimed_smoke": sites.count(POLLUTING),
        **{f"hit.{seat}": len(on_continent(state, prizes, whose(state, seat))) for seat in HUMANS},
    }


def whose(state: State, seat: Seat) -> str:
    """Return the continent that everybody knows to be a Human's."""
    return state[Nations].continents.get(seat) or "-"


def curves(state: State) -> Mapping[str, Mapping[str, int]]:
    sites = {"sites.green": len(factories(state, GREEN)), "sites.polluting": len(factories(state, POLLUTING))}
    return {
        "heat": {"thermometer": state[Climate].heat},
        "world": {"cities.lost": len(state[World].cities), **sites},
    }
