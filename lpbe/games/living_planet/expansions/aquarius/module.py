"""Planet Aquarius as a module: all that it adds, and every rule that it amends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .....kernel.play.rules import Module, Order, Question, Seat, State
from ...act import Act, call_places
from ...bargain import cubes_in_play, cubes_of
from ...bot.answers import machine_answer, machine_asset, machine_fit, machine_keeps, machine_yield
from ...build import closed, may_build, may_work, moves_in
from ...cataclysm import by_themselves, unleashing
from ...colony import more_arrivals
from ...draw import urgent, urgent_cells
from ...drawing import look, more_panels, tokens_beside
from ...events import TeamLost, told_as
from ...move import counts, fare, may_go, more_moves
from ...paths import is_place, may_enter, may_leave, step_cost
from ...produce import Produce, yield_of
from ...reading import hex_aboard, turns
from ...repair import repairs_from
from ...setup import ShuffleDecks, added_hexes, bundle, deck_of, outfit, settlers, start_tile
from ...state import Place
from ...strike import BuildingLost, ColonyLost, Struck, outside, spared, strikes_colonies, victims
from ...supply import colony_price, limit_of, values_of
from ...voyage import voyage_fare
from . import build, carry, laws, maelstrom, picks, policies, ports, sea, setup, storm, strikes, walls
from .options import AquariusOptions

if TYPE_CHECKING:
    from .....board.picture import Look, TokenDrawn
    from .....kernel.play.panels import Panel


def machine_knows(answer: Order | None, state: State, seat: Seat, question: Question) -> Order | None:
    """Loaded when a machine plays."""
    from .machine import machine_knows  # saves it for games between people

    return machine_knows(answer, state, seat, question)


def machine_rigs(answer: float, state: State, building: str) -> float:
    from .machine import twofold  # saves it for games between people

    return twofold(answer, state, building)


def machine_lands(answer: float, state: State, seat: Seat, building: str) -> float:
    from .machine import harbour  # saves it for games between people

    return harbour(answer, state, seat, building)


def machine_burns(answer: int, state: State, seat: Seat, resource: str) -> int:
    from .machine import fuel  # saves it for games between people

    return fuel(answer, state, seat, resource)


def machine_sails(answer: bool, state: State, seat: Seat, spot: Place) -> bool:
    from .machine import by_land_or_water  # saves it for games between people

    return by_land_or_water(answer, state, seat, spot)


def walls_around(answer: tuple[TokenDrawn, ...], state: State, spot: Place) -> tuple[TokenDrawn, ...]:
    """Loaded when somebody looks at the board."""
    from .drawn import walls_around  # saves it for steps that nobody draws

    return walls_around(answer, state, spot)


def sea_look(answer: Look, state: State) -> Look:
    """Loaded when somebody looks at the board."""
    from .drawn import sea_look  # saves it for steps that nobody draws

    return sea_look(answer, state)


def sea_panels(answer: list[Panel], state: State, reader: Seat | None) -> list[Panel]:
    """Loaded when somebody reads a report."""
    from .show import sea_panels  # saves it for steps that nobody reads

    return sea_panels(answer, state, reader)


def gauges(state: State, seat: Seat) -> Mapping[str, int]:
    """Loaded when somebody asks what an order comes to."""
    from .show import gauges  # saves them for who does not ask what an order brings

    return gauges(state, seat)


AQUARIUS = Module(
    "aquarius",
    requires=("living-planet",),
    components=(walls.Walls, picks.Picks, picks.PickedHexes),
    leading=("scenario",),
    events=(*setup.EVENTS, *picks.EVENTS, *walls.EVENTS, *storm.EVENTS, *maelstrom.EVENTS, *strikes.EVENTS),
    steps=(*setup.STEPS, *picks.STEPS, ports.UsePort, *walls.STEPS, *storm.STEPS, *maelstrom.STEPS, *strikes.STEPS),
    options=AquariusOptions,
    policy=policies.AquariusPolicy,
    default_policy=policies.DEFAULT,
    audit_policy=policies.audit_policy,
    policies=policies.POLICIES,
    setup=setup.begin,
    audit=laws.audit,
    laws=laws.laws,
    gauges=gauges,
    before={ShuffleDecks: lambda step: setup.SettleIsland()},
    after={Produce: lambda step: ports.UsePort(step.seat), storm.TidalWave: lambda step: walls.Crumble(step.hex)},
    offers={Act: walls.WALL_OFFERS},
    reactions={
        Struck: storm.boats_go_first,
        TeamLost: carry.cargo_sinks,
        BuildingLost: walls.wall_goes_too,
        ColonyLost: walls.wall_goes_too,
    },
    amendments={
        start_tile: setup.start_hex,
        deck_of: setup.decks,
        added_hexes: setup.picked,
        outfit: setup.a_barrel,
        settlers: setup.pioneers,
        cubes_of: setup.more_cubes,
        cubes_in_play: walls.in_walls,
        turns: setup.length,
        bundle: build.special_buildings_once,
        hex_aboard: sea.aboard_its_boat,
        is_place: sea.boats_are_places,
        step_cost: sea.carrying_is_free,
        may_enter: sea.water_is_for_boats,
        may_leave: sea.by_land_or_by_sea,
        may_go: sea.the_wounded_are_carried,
        counts: sea.carrying_is_no_walk,
        fare: sea.oil_for_boats,
        more_moves: sea.carried_along,
        told_as: sea.told_of_boats,
        voyage_fare: sea.far_by_oil,
        may_build: build.grounds_at_sea,
        may_work: build.boats_and_shores,
        moves_in: build.boats_stay_out,
        repairs_from: build.boats_repair,
        values_of: build.port_faces,
        limit_of: build.few_ports,
        closed: build.island_spots,
        colony_price: build.own_spaceport,
        yield_of: build.platforms_yield_two,
        more_arrivals: ports.by_port,
        call_places: ports.call_to_ports,
        spared: walls.walls_hold,
        outside: storm.boats_have_reacted,
        victims: maelstrom.boats_in_danger,
        strikes_colonies: storm.colonies_are_struck,
        by_themselves: maelstrom.always_on,
        unleashing: strikes.leader_orders,
        urgent: maelstrom.must_be_placed,
        urgent_cells: maelstrom.any_contact,
        machine_answer: machine_knows,
        tokens_beside: walls_around,
        look: sea_look,
        machine_yield: machine_rigs,
        machine_asset: machine_lands,
        machine_keeps: machine_burns,
        machine_fit: machine_sails,
        more_panels: sea_panels,
    },
    counted={"walls": walls.WallBuilt, "walls_spent": walls.WallSpent, "drawn_in": maelstrom.DrawnIn},
    vocabulary={
        "face": ("a", "b"),
        "material": ("iron", "vibranium"),
    },
)
