"""Standing policies of Aquarius: ports and hexes in advance, and what threatened boats do."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from .....kernel.base.errors import Message
from .....kernel.engine.model import Name, Order, Question, Seat, Standing, State
from .....kernel.engine.rulebook import Rulebook
from ...actions.arrivals import arrivals
from ...actions.hex_draws import urgent_cells
from ...state import BuildingKind, Purse
from ...turn.production import Produce, ProduceOne, factories, repairable
from .boat_choices import BOATS, BoatsPolicy, advice, resistance
from .boat_reactions import TORNADO
from .hex_picks import PickHex, PickOne, Picks, PickTogether, RankHexes
from .maelstrom import PlaceMaelstrom, Resist, SetMaelstrom, in_danger
from .ports import UsePort, arrivals_at
from .setup import ChoosePort, SetPort, free_ports
from .storms import SaveInTurn, SaveTogether, threat_of
from .strike_order import ArrangeStrikes, OrderStrikes

PortFace = Annotated[str, Meta(pattern=r"^port-[1-6]{2}[ab]\Z")]
"""A tile and its face, "port-36b"."""


Default = Literal["default"]
"""The safe answer for a seat that does not answer, worked out when the question comes."""


class AquariusPolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The policy of a seat; whatever it leaves out is asked."""

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
    """Yield the ports that a seat ranks and this game does not have."""
    known = [tile for kind in book.rows_of(BuildingKind).values() for tile in kind.tiles]
    for face in ranked_names(own.ports):
        if face[:-1] not in known:
            yield Message("there is no port called {tile}", {"tile": face[:-1]})


def ranked_names(ranking: Sequence[str]) -> Sequence[str]:
    """Return what a ranking names; the default names nothing."""
    return () if isinstance(ranking, str) else ranking


def policy(view: State, seat: Seat) -> AquariusPolicy:
    return msgspec.convert(view[Standing, seat].policy.get("aquarius", {}), AquariusPolicy)


# Boats.


def save(view: State, seat: Seat, question: SaveInTurn | SaveTogether) -> Order | None:
    own = policy(view, seat).boats
    if isinstance(own, UnsetType) or wants_to_be_asked(own, question.kind):
        return None
    return advice(view, seat, threat_of(question), own)


def wants_to_be_asked(own: BoatsPolicy, kind: str) -> bool:
    return (own.tornado.mode if kind == TORNADO else own.tidal_wave.mode) == "ask"


def resist(view: State, seat: Seat, poll: Resist) -> Order | None:
    own = policy(view, seat).boats
    if isinstance(own, UnsetType) or own.maelstrom.mode == "ask":
        return None
    return resistance(view, seat, in_danger(view, seat, poll), poll.on, own)


# Everything else.


def produce(view: State, seat: Seat, question: Produce | UsePort) -> Order | None:
    """Return a boat or a scientist at a port as long as it can be paid for, before anything else.

    AQ-PORT-02, AQ-PORT-03.
    """
    product = policy(view, seat).port
    found = [one for one in arrivals_at(view, seat) if one.kind == product and one.open]
    paid = [one for one in found if view[Purse, seat].cubes[one.cube]]
    if paid:
        return ProduceOne(paid[0].kind, paid[0].place)
    idle = isinstance(question, UsePort) or not works_besides(view, seat)
    return ProduceOne("none") if idle and product != "ask" else None


def works_besides(view: State, seat: Seat) -> bool:
    """Return whether a seat has anything to produce except at its ports."""
    return bool(factories(view, seat) or repairable(view, seat) or arrivals(view, seat))


def choose_port(view: State, seat: Seat, question: SetPort) -> Order | None:
    """Return the first of the ranking that is left (AQ-SETUP-03)."""
    tiles = free_ports(view, seat)
    ranking = policy(view, seat).ports
    if ranking == "default":
        return question.default(view, seat)
    found = next((face for face in ranking if face[:-1] in tiles), "")
    return ChoosePort(found[:-1], "b" if found.endswith("b") else "a") if found else None


def pick(view: State, seat: Seat, question: PickOne) -> Order | None:
    """Return the first of the ranking that is left; by default chance picks, which nobody can guess (AQ-AMB-03)."""
    pool = view[Picks, seat].pool
    ranking = policy(view, seat).picks
    if ranking == "default":
        return question.default(view, seat)
    found = next((hex for hex in ranking if hex in pool), "")
    return PickHex(found) if found else None


def rank(view: State, seat: Seat, poll: PickTogether) -> Order | None:
    ranking = policy(view, seat).picks
    if ranking == "default":
        return poll.default(view, seat)
    return RankHexes(ranking) if ranking else None


def place_maelstrom(view: State, seat: Seat, question: SetMaelstrom) -> Order | None:
    """Return the first cell, turned as the policy says (AQ-MAEL-11, AQ-MAEL-12)."""
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
