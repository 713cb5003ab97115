"""Standing policies of Arboria: fires, flight, floods, posts, dams and cultures, decided once for all."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from .....kernel.engine.model import Agenda, Order, Question, Seat, Standing, State
from ... import policies
from ...actions.actions import Act
from ...events import affords
from ...map.queries import buildings_of, controller, hex_name, hex_of, teams_of
from ...turn.production import Produce, ProduceOne
from ...turn.strikes import HurtOutside, SufferDamage, TakeDamage, exposed_teams
from .dams import BuildDam, sites
from .driven_fire import SpreadFire
from .fire import Extinguish, LetBurn, PutOut
from .flight import Flee, FleeFire, StayPut
from .hydraulic_post import Quench, in_range
from .queries import buildings_on, cubes
from .sawmill_and_culture import FeedCulture, TendCulture
from .state import FLOOD, FUELS, MATERIALS, WOOD, Fuel

SECTION = "arboria"
Fires = Literal["never", "own", "always", "ask"]


class ArboriaPolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The policy of a seat; whatever it leaves out is asked, or not done."""

    fire: Fires = "ask"
    """Whether to put a fire out as it breaks out: where the seat has something, or always."""
    fuel: Annotated[tuple[Fuel, ...], Meta(max_length=2)] = ()
    """What to pay with, the first one first."""
    keep: Annotated[int, Meta(ge=0, le=20)] = 0
    """How many cubes of a fuel to keep."""
    flee: Literal["default", "stay", "ask"] = "ask"
    drive: Literal["default", "ask"] = "ask"
    flood: Literal["chip", "team"] | UnsetType = UNSET
    """What is lost in a flood where a chip and a team are in a building; left out: as wherever a building is struck."""
    quench: Literal["never", "own", "all"] = "never"
    dams: Literal["never", "iron", "vibranium", "alloy"] = "never"
    feed: Annotated[int, Meta(ge=0, le=8)] = 0
    """Cultures are fed while there is at least this much wood; 0: never."""


DEFAULT = ArboriaPolicy(fire="own", flee="default", drive="default")
"""What is safe: own pieces near a post are saved, teams flee, fires go where they do the least harm."""


def policy(view: State, seat: Seat) -> ArboriaPolicy:
    return msgspec.convert(view[Standing, seat].policy.get(SECTION, {}), ArboriaPolicy)


def has_pieces(view: State, seat: Seat, hex: str) -> bool:
    """Return whether a seat has a building or a team on a hex."""
    if any(controller(view, spot) == seat for spot in buildings_on(view, hex)):
        return True
    return any(hex_of(view, team.place) == hex for _, team in teams_of(view, seat))


def fuel_to_spare(view: State, seat: Seat, own: ArboriaPolicy) -> Fuel | None:
    """Return the first fuel of which there is more than is to be kept."""
    return next((fuel for fuel in (*own.fuel, *FUELS) if cubes(view, seat, fuel) > own.keep), None)


def extinguish(view: State, seat: Seat, poll: Extinguish) -> Order | None:
    own = policy(view, seat)
    return None if own.fire == "ask" else extinguish_by(view, seat, poll, own)


def extinguish_for(view: State, seat: Seat, poll: Extinguish) -> Order:
    """Return what a bot does, which is what the safe policy says."""
    return extinguish_by(view, seat, poll, DEFAULT)


def extinguish_by(view: State, seat: Seat, poll: Extinguish, own: ArboriaPolicy) -> Order:
    wanted = own.fire == "always" or (own.fire == "own" and has_pieces(view, seat, poll.hex))
    fuel = fuel_to_spare(view, seat, own) if wanted else None
    return PutOut(fuel) if fuel else LetBurn()


def flee(view: State, seat: Seat, poll: FleeFire) -> Order | None:
    return {"default": Flee(), "stay": StayPut()}.get(policy(view, seat).flee)


def drive(view: State, seat: Seat, question: SpreadFire) -> Order | None:
    return question.default(view, seat) if policy(view, seat).drive == "default" else None


def is_flood(view: State, poll: TakeDamage) -> bool:
    """Return whether the strike is a flood: teams outside are hit next."""
    return HurtOutside(poll.hex, FLOOD) in view[Agenda].steps


def soak(view: State, seat: Seat, poll: TakeDamage) -> Order | None:
    """Answer in a flood as the policy says; the rest is left to the policy of the base game (D-23, ARB-FLOOD-01)."""
    lose = policy(view, seat).flood
    if isinstance(lose, UnsetType) or not is_flood(view, poll):
        return None
    return SufferDamage(tuple(exposed_teams(view, poll.hex, poll.safe, seat)) if lose == "team" else ())


def act(view: State, seat: Seat, question: Act) -> Order | None:
    """Answer at the start of the seat's actions: fires first, then dams."""
    if question.taken:
        return None
    own = policy(view, seat)
    return quench(view, seat, own) or dam(view, seat, own)


def quench(view: State, seat: Seat, own: ArboriaPolicy) -> Order | None:
    near = in_range(view, seat) if own.quench != "never" else []
    wanted = [hex for hex in near if own.quench == "all" or has_pieces(view, seat, hex)]
    fuel = fuel_to_spare(view, seat, own) if wanted else None
    return Quench((f"{wanted[0]}:{fuel}",)) if fuel else None


def dam(view: State, seat: Seat, own: ArboriaPolicy) -> Order | None:
    """Return a side with a building of the seat beyond it and no dam."""
    if own.dams == "never":
        return None
    homes = {hex_name(spot) for spot in buildings_of(view, seat)}
    bare = [hex for hex in sites(view, seat) if hex in homes]
    payable = bare and affords(view, seat, dict.fromkeys(MATERIALS[own.dams], 1))
    return BuildDam(bare[0], own.dams) if payable else None


def produce(view: State, seat: Seat, question: Produce) -> Order | None:
    """Let a culture produce as the seat's policy says, with wood if the policy allows it."""
    chosen = policies.produce(view, seat, question) if policy(view, seat).feed else None
    if not isinstance(chosen, ProduceOne) or chosen.what != "factory":
        return None
    return feed(view, seat, chosen.place)


def tend(view: State, seat: Seat, question: TendCulture) -> Order | None:
    return feed(view, seat, question.place)


def feed(view: State, seat: Seat, spot: str) -> Order | None:
    """Feed a culture if enough wood is left; if that is refused, the policy of the base game answers."""
    least = policy(view, seat).feed
    return FeedCulture(spot) if least and cubes(view, seat, WOOD) >= least else None


POLICIES: Mapping[type[Question], Callable[[State, Seat, Any], Order | None]] = {
    Extinguish: extinguish,
    FleeFire: flee,
    SpreadFire: drive,
    TakeDamage: soak,
    Act: act,
    Produce: produce,
    TendCulture: tend,
}
