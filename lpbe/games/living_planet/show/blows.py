"""What a cataclysm would do: rehearsed by its own rules, and told as losses, the reader's own first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from ....kernel.play.foresight import Told, Tone
from ....kernel.play.rules import Event, Order, Question, Seat, State
from ....kernel.play.silence import Rehearsal, rehearse, silence
from ..act import Act, EndActions
from ..cataclysm import Unleash, brings
from ..drawing import foretold
from ..events import ChipLost, TeamLost, TeamWounded
from ..produce import CallEarly, CallNobody
from ..reading import hex_of, inside, motorized, seats
from ..state import Map, Place, Turn
from ..strike import BuildingLost, ColonyLost, holder
from .gauges import map_points

TEAMS = ("scientists", "rovers", "wounded")
"""The numbers that tell of teams."""


class Harm(Struct, frozen=True):
    """One loss: whose, and the sentence about it, as the reader reads it and as others do."""

    seat: Seat
    key: str
    values: Mapping[str, str]

    def told(self, reader: Seat | None) -> Told:
        key = f"harm.{self.key}{'.own' if self.seat == reader else ''}"
        tone: Tone = "bad" if self.seat == reader else "good" if self.seat and reader else ""
        covered = COVERED.get(self.key, TEAMS) if self.seat == reader else ()
        return Told(key, {"seat": self.seat, **self.values}, tone, self.values.get("place", ""), covered)


COVERED: Mapping[str, tuple[str, ...]] = {"chip": ("chips",), "razed": ()}
"""The numbers that a loss explains; that of a team those of teams."""


class Blow(Struct, frozen=True):
    """What a strike comes to: losses, points by seat, what else follows, and whether something is not known."""

    hex: str
    kind: str
    harms: tuple[Harm, ...] = ()
    points: Mapping[Seat, int] = {}
    more: tuple[Told, ...] = ()
    open: bool = False

    def hits(self, seat: Seat) -> bool:
        return any(harm.seat == seat for harm in self.harms)

    def tone(self, reader: Seat | None) -> Tone:
        own = any(harm.seat == reader for harm in self.harms)
        return "bad" if own else "good" if reader and any(harm.seat for harm in self.harms) else ""

    def losses(self, reader: Seat | None) -> list[Told]:
        """The reader's own first."""
        ranked = sorted(self.harms, key=lambda harm: harm.seat != reader)
        return [*(harm.told(reader) for harm in ranked), *(own_form(told, reader) for told in self.more)]


def own_form(told: Told, reader: Seat | None) -> Told:
    """A fact that names a seat has another form for that one."""
    own = reader and told.values.get("seat") == reader
    return replace(told, key=f"{told.key}.own", tone="bad") if own else told


def showing(state: State, colour: str, value: int) -> State:
    """The same with a die that shows this value; shares all but the dice."""
    turn = state.book.copiers[Turn](state[Turn])
    assert isinstance(turn, Turn)
    turn.dice[colour] = value
    return state.having({**state, Turn: turn})


def strike_of(state: State, colour: str, value: int, hex: str) -> Blow:
    """What a die of this value would do to a hex, if everybody left it to chance and custom."""
    shown = showing(state, colour, value)
    return blow(state, hex, brings(shown, hex, colour), rehearse(shown, Unleash(colour, (hex,)), reply=passively))


def passively(state: State, question: Question, seat: Seat) -> Order | None:
    """What silence answers; nobody acts or calls anybody."""
    if isinstance(question, CallEarly):
        return CallNobody()
    return EndActions() if isinstance(question, Act) else silence(state, question, seat)


def blow(before: State, hex: str, kind: str, played: Rehearsal, decided: bool = False) -> Blow:
    """Decided: what suffers in a building is what the reader has said, or was said before."""
    harms = tuple(harms_of(before, played.events, decided))
    more = tuple(told for event in played.events for told in foretold(before, event))
    hurt = dict.fromkeys(harm.seat for harm in harms if harm.seat)
    points = {seat: map_points(played.state, seat) - map_points(before, seat) for seat in hurt}
    return Blow(hex, kind, harms, points, more, played.open)


def harms_of(before: State, events: list[Event], decided: bool) -> Iterator[Harm]:
    """The losses among some events, in the words of the position they came upon."""
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
    """Killed is called killed; who is hurt beside a chip might keep well and lose that instead, as the owner says."""
    team = before[Map].teams[name]
    key = "wounded" if not lost else "wrecked" if motorized(before, team) else "killed"
    beside = inside(before, team.place) and before[Map].buildings[team.place].chip and not decided
    return Harm(team.seat, f"{key}.chip" if beside else key, {"team": name, "place": team.place})


def hexes_with(state: State, seat: Seat) -> set[str]:
    """The hexes where a seat has a building or a team."""
    buildings = [spot for spot in state[Map].buildings if holder(state, spot) == seat]
    teams = [team.place for team in state[Map].teams.values() if team.seat == seat]
    return {hex_of(state, place) for place in (*buildings, *teams)}


def rivals(state: State, seat: Seat) -> list[Seat]:
    return [other for other in seats(state) if other != seat]
