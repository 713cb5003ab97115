"""Standing policies of Aquarius: ports and hexes in advance, and what boats do when something comes over them."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from .....kernel.base.errors import Message
from .....kernel.play.rulebook import Rulebook
from .....kernel.play.rules import Name, Order, Question, Seat, Standing, State
from ...colony import arrivals
from ...draw import urgent_cells
from ...produce import Produce, ProduceOne, factories, repairable
from ...state import BuildingKind, Purse
from .advice import BOATS, BoatsPolicy, advice, resistance
from .maelstrom import PlaceMaelstrom, Resist, SetMaelstrom, in_danger
from .picks import PickHex, PickOne, Picks, PickTogether, RankHexes
from .ports import UsePort, arrivals_at
from .reaction import TORNADO
from .setup import ChoosePort, SetPort, free_ports
from .storm import SaveInTurn, SaveTogether, threat_of
from .strikes import ArrangeStrikes, OrderStrikes

PortFace = Annotated[str, Meta(pattern=r"^port-[1-6]{2}[ab]\Z")]
"""A tile and its face, "port-36b"."""


Default = Literal["default"]
"""What is safe for those who stay silent, worked out when the question comes."""


class AquariusPolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is left out is asked."""

    boats: BoatsPolicy | UnsetType = UNSET
    port: Literal["never", "boat", "scientist", "ask"] = "ask"
    ports: Annotated[tuple[PortFace, ...], Meta(max_length=8)] | Default = ()
    picks: Annotated[tuple[Name, ...], Meta(max_length=24)] | Default = ()
    mael_rotation: Annotated[int, Meta(ge=0, le=5)] | Literal["ask"] = "ask"
    strikes: Literal["as_listed", "ask"] = "ask"


DEFAULT = AquariusPolicy(
    boats=BOATS, port="never", ports="default", picks="default", mael_rotation=0, strikes="as_listed"
)
"""The default of every question."""


def audit_policy(book: Rulebook, own: AquariusPolicy) -> Iterator[Message]:
    """The ports that a seat ranks and this game has not."""
    known = [tile for kind in book.rows_of(BuildingKind).values() for tile in kind.tiles]
    for face in named(own.ports):
        if face[:-1] not in known:
            yield Message("no port is called {tile}", {"tile": face[:-1]})


def named(ranking: Sequence[str]) -> Sequence[str]:
    """What a ranking names; the default names nothing."""
    return () if isinstance(ranking, str) else ranking


def policy(view: State, seat: Seat) -> AquariusPolicy:
    return msgspec.convert(view[Standing, seat].policy.get("aquarius", {}), AquariusPolicy)


# Boats.


def save(view: State, seat: Seat, question: SaveInTurn | SaveTogether) -> Order | None:
    own = policy(view, seat).boats
    if isinstance(own, UnsetType) or asked_for(own, question.kind):
        return None
    return advice(view, seat, threat_of(question), own)


def asked_for(own: BoatsPolicy, kind: str) -> bool:
    return (own.tornado.mode if kind == TORNADO else own.tidal_wave.mode) == "ask"


def resist(view: State, seat: Seat, poll: Resist) -> Order | None:
    own = policy(view, seat).boats
    if isinstance(own, UnsetType) or own.maelstrom.mode == "ask":
        return None
    return resistance(view, seat, in_danger(view, seat, poll), poll.on, own)


# All else.


def produce(view: State, seat: Seat, question: Produce | UsePort) -> Order | None:
    """AQ-PORT-02, AQ-PORT-03: a boat or a scientist at a port as long as it can be paid, before anything else."""
    wish = policy(view, seat).port
    found = [one for one in arrivals_at(view, seat) if one.kind == wish and one.open]
    paid = [one for one in found if view[Purse, seat].cubes[one.cube]]
    if paid:
        return ProduceOne(paid[0].kind, paid[0].place)
    idle = isinstance(question, UsePort) or not works_besides(view, seat)
    return ProduceOne("none") if idle and wish != "ask" else None


def works_besides(view: State, seat: Seat) -> bool:
    """Whether a seat has anything to produce but at its ports."""
    return bool(factories(view, seat) or repairable(view, seat) or arrivals(view, seat))


def choose_port(view: State, seat: Seat, question: SetPort) -> Order | None:
    """AQ-SETUP-03: the first of the ranking that is left."""
    tiles, wish = free_ports(view, seat), policy(view, seat).ports
    if wish == "default":
        return question.default(view, seat)
    found = next((face for face in wish if face[:-1] in tiles), "")
    return ChoosePort(found[:-1], "b" if found.endswith("b") else "a") if found else None


def pick(view: State, seat: Seat, question: PickOne) -> Order | None:
    """AQ-AMB-03: the first of the ranking that is left; by default what chance picks, which nobody can guess."""
    pool, wish = view[Picks, seat].pool, policy(view, seat).picks
    if wish == "default":
        return question.default(view, seat)
    found = next((hex for hex in wish if hex in pool), "")
    return PickHex(found) if found else None


def rank(view: State, seat: Seat, poll: PickTogether) -> Order | None:
    wish = policy(view, seat).picks
    if wish == "default":
        return poll.default(view, seat)
    return RankHexes(wish) if wish else None


def place_maelstrom(view: State, seat: Seat, question: SetMaelstrom) -> Order | None:
    """AQ-MAEL-11, AQ-MAEL-12: the first cell, turned as the policy says."""
    turn = policy(view, seat).mael_rotation
    return PlaceMaelstrom(urgent_cells(view, question.hex)[0], turn) if isinstance(turn, int) else None


def arrange(view: State, seat: Seat, question: ArrangeStrikes) -> Order | None:
    return OrderStrikes(question.hexes) if policy(view, seat).strikes == "as_listed" else None


POLICIES: Mapping[type[Question], Callable[[State, Seat, Any], Order | None]] = {
    SaveInTurn: save,
    SaveTogether: save,
    Resist: resist,
    Produce: produce,
    UsePort: produce,
    SetPort: choose_port,
    PickOne: pick,
    PickTogether: rank,
    SetMaelstrom: place_maelstrom,
    ArrangeStrikes: arrange,
}
