"""What a cataclysm would do: rehearsed by its own rules and shown as losses, the reader's own first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from ....kernel.engine.foresight import Fact, Tone
from ....kernel.engine.model import Event, Order, Question, Seat, State
from ....kernel.engine.rehearsal import Rehearsal, default_reply, rehearse
from ..actions.actions import Act, EndActions
from ..events import ChipLost, TeamLost, TeamWounded
from ..map.queries import hex_of, inside, is_motorized, seats
from ..presentation_hooks import foreseen_facts
from ..state import Map, Place, Turn
from ..turn.cataclysms import Unleash, brings
from ..turn.production import CallEarly, CallNobody
from ..turn.strikes import BuildingLost, ColonyLost, holder
from .gauges import map_points

TEAMS = ("scientists", "rovers", "wounded")
"""The numbers that tell of teams."""


class Harm(Struct, frozen=True):
    """One loss: whose, and the sentence about it, for that reader and for others."""

    seat: Seat
    key: str
    values: Mapping[str, str]

    def as_fact(self, reader: Seat | None) -> Fact:
        key = f"harm.{self.key}{'.own' if self.seat == reader else ''}"
        tone: Tone = "bad" if self.seat == reader else "good" if self.seat and reader else ""
        covered = COVERED.get(self.key, TEAMS) if self.seat == reader else ()
        return Fact(key, {"seat": self.seat, **self.values}, tone, self.values.get("place", ""), covered)


COVERED: Mapping[str, tuple[str, ...]] = {"chip": ("chips",), "razed": ()}
"""The numbers that a loss explains; that of a team those of teams."""


class Blow(Struct, frozen=True):
    """What a strike leads to: losses, points by seat, what else follows, and whether something is not known."""

    hex: str
    kind: str
    harms: tuple[Harm, ...] = ()
    points: Mapping[Seat, int] = {}
    more: tuple[Fact, ...] = ()
    open: bool = False

    def hits(self, seat: Seat) -> bool:
        return any(harm.seat == seat for harm in self.harms)

    def tone(self, reader: Seat | None) -> Tone:
        own = any(harm.seat == reader for harm in self.harms)
        return "bad" if own else "good" if reader and any(harm.seat for harm in self.harms) else ""

    def losses(self, reader: Seat | None) -> list[Fact]:
        """Return the losses, the reader's own first."""
        ranked = sorted(self.harms, key=lambda harm: harm.seat != reader)
        lost = -self.points.get(reader, 0) if reader else 0
        fewer = [Fact("fewer", {"points": lost}, "bad", covers=("points",))] if lost > 0 else []
        return [*(harm.as_fact(reader) for harm in ranked), *fewer, *(own_form(fact, reader) for fact in self.more)]


def own_form(fact: Fact, reader: Seat | None) -> Fact:
    """Return the form of a fact for the seat that it names."""
    own = reader and fact.values.get("seat") == reader
    return replace(fact, key=f"{fact.key}.own", tone="bad") if own else fact


def with_die(state: State, colour: str, value: int) -> State:
    """Return the same state with a die that shows this value; everything else is shared."""
    turn = state.book.copiers[Turn](state[Turn])
    assert isinstance(turn, Turn)
    turn.dice[colour] = value
    return state.with_parts({**state, Turn: turn})


def strike_of(state: State, colour: str, value: int, hex: str) -> Blow:
    """Return what a die of this value would do to a hex, if everybody left it to chance and default."""
    shown = with_die(state, colour, value)
    return blow(state, hex, brings(shown, hex, colour), rehearse(shown, Unleash(colour, (hex,)), reply=passively))


def passively(state: State, question: Question, seat: Seat) -> Order | None:
    """Answer as by default; nobody acts or calls anybody."""
    if isinstance(question, CallEarly):
        return CallNobody()
    return EndActions() if isinstance(question, Act) else default_reply(state, question, seat)


def blow(before: State, hex: str, kind: str, played: Rehearsal, decided: bool = False) -> Blow:
    """Return a decided strike: buildings suffer as the reader has said, or as was said before."""
    harms = tuple(harms_of(before, played.events, decided))
    more = tuple(fact for event in played.events for fact in foreseen_facts(before, event))
    hurt = dict.fromkeys(harm.seat for harm in harms if harm.seat)
    points = {seat: map_points(played.state, seat) - map_points(before, seat) for seat in hurt}
    return Blow(hex, kind, harms, points, more, played.open)


def harms_of(before: State, events: list[Event], decided: bool) -> Iterator[Harm]:
    """Yield the losses among some events, in terms of the position before them."""
    found = (harm_of(before, event, decided) for event in events)
    return (harm for harm in found if harm is not None)


def harm_of(before: State, event: Event, decided: bool) -> Harm | None:
    if isinstance(event, ChipLost):
        return harm_indoors(before, before[Map].buildings[event.place].chip, "chip", event.place)
    if isinstance(event, TeamWounded | TeamLost) and event.team in before[Map].teams:
        return harm_to_team(before, event.team, isinstance(event, TeamLost), decided)
    if isinstance(event, BuildingLost | ColonyLost) and event.place in before[Map].buildings:
        owner = event.seat if isinstance(event, ColonyLost) else holder(before, event.place)
        return harm_indoors(before, owner, "razed", event.place)
    return None


def harm_indoors(before: State, seat: Seat, key: str, place: Place) -> Harm:
    return Harm(seat, key, {"building": before[Map].buildings[place].kind, "place": place})


def harm_to_team(before: State, name: str, lost: bool, decided: bool) -> Harm:
    """Return the loss of a team; one hurt beside a chip might lose that instead, as its owner decides."""
    team = before[Map].teams[name]
    key = "wounded" if not lost else "wrecked" if is_motorized(before, team) else "killed"
    beside = inside(before, team.place) and before[Map].buildings[team.place].chip and not decided
    return Harm(team.seat, f"{key}.chip" if beside else key, {"team": name, "place": team.place})


def hexes_with(state: State, seat: Seat) -> set[str]:
    """Return the hexes where a seat has a building or a team."""
    buildings = [spot for spot in state[Map].buildings if holder(state, spot) == seat]
    teams = [team.place for team in state[Map].teams.values() if team.seat == seat]
    return {hex_of(state, place) for place in (*buildings, *teams)}


def rivals(state: State, seat: Seat) -> list[Seat]:
    return [other for other in seats(state) if other != seat]
