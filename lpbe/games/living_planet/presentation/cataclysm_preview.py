"""What a cataclysm would do: rehearsed by its own rules and shown as losses, the reader's own first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ....kernel.base.canonical import to_plain
from ....kernel.engine.foresight import Certainty, Fact, Outcome, Tone
from ....kernel.engine.model import Event, Order, Question, Seat, State
from ....kernel.engine.rehearsal import Choices, Lines, default_reply, every_answer, rehearse_lines
from ....kernel.engine.rulebook import tag
from ..actions.actions import Act, EndActions
from ..events import ChipLost, TeamLost, TeamWounded
from ..map.queries import hex_of, inside, is_motorized, seats
from ..presentation_hooks import foreseen_facts
from ..state import Map, Place, Turn
from ..turn.cataclysms import Protect, Unleash, brings
from ..turn.production import CallEarly, CallNobody
from ..turn.strikes import BuildingLost, ColonyLost, TakeDamage, holder
from .gauges import map_points

TEAM_NUMBERS = ("scientists", "rovers", "wounded")
"""The numbers that are about teams."""
DIE_OVER = ("column-began", "exhausted", "nothing-exhausted", "turn-began")
"""The events after which a die is over."""
TURN_OVER = ("turn-began",)
HARMS = tuple(Outcome(tag(kind)) for kind in (ChipLost, TeamWounded, TeamLost, BuildingLost, ColonyLost))
"""All that somebody may lose to a strike."""


class Harm(Struct, frozen=True):
    """One loss: whose, the sentence about it, for that reader and for others, and whether it is certain."""

    seat: Seat
    key: str
    values: Mapping[str, str]
    certain: bool = False

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Return the events that make up this loss; one of them is enough."""
        kind, _, chip = self.key.partition(".")
        if kind in INDOORS:
            return tuple(Outcome(tag(event), {"place": self.values["place"]}) for event in INDOORS[kind])
        team = Outcome(tag(TeamWounded if kind == "wounded" else TeamLost), {"team": self.values["team"]})
        return (team, Outcome(tag(ChipLost), {"place": self.values["place"]})) if chip else (team,)

    def as_fact(self, reader: Seat | None) -> Fact:
        tone: Tone = "bad" if self.seat == reader else "good" if self.seat and reader else ""
        return Fact(
            key=f"harm.{self.key}{'.own' if self.seat == reader else ''}",
            values={"seat": self.seat, **self.values},
            tone=tone,
            place=self.values.get("place", ""),
            covers=COVERED.get(self.key, TEAM_NUMBERS) if self.seat == reader else (),
            certainty=Certainty.CERTAIN if self.certain else Certainty.POSSIBLE,
            outcomes=self.outcomes,
            until=DIE_OVER,
        )


INDOORS: Mapping[str, tuple[type[Event], ...]] = {"chip": (ChipLost,), "razed": (BuildingLost, ColonyLost)}
COVERED: Mapping[str, tuple[str, ...]] = {"chip": ("chips",), "razed": ()}
"""The numbers that a loss explains; the loss of a team explains those about teams."""


class StrikePreview(Struct, frozen=True):
    """What a strike leads to: losses, points by seat, what else follows, and whether anything else may happen."""

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

    def losses(self, reader: Seat | None, wanted: Callable[[Fact], bool] = lambda fact: True) -> list[Fact]:
        """Return the losses, the reader's own first; those that are only possible apart, in one sentence."""
        found = [fact for fact in self.facts(reader) if wanted(fact)]
        perhaps = [fact for fact in found if fact.certainty is Certainty.POSSIBLE]
        certain = [fact for fact in found if fact.certainty is not Certainty.POSSIBLE]
        tone: Tone = "bad" if any(fact.tone == "bad" for fact in perhaps) else ""
        return [*certain, *([Fact("perhaps", {"losses": perhaps}, tone)] if perhaps else [])]

    def facts(self, reader: Seat | None) -> list[Fact]:
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


def strike_of(state: State, colour: str, value: int, hex: str) -> StrikePreview:
    """Return what a die of this value would do to a hex, whatever everybody answers."""
    shown = with_die(state, colour, value)
    lines = rehearse_lines(shown, Unleash(colour, (hex,)), answers=free_answers)
    return preview_strike(state, hex, brings(shown, hex, colour), lines)


def free_answers(state: State, question: Question, seat: Seat) -> Choices:
    """Return what a seat might answer; the seat that acts may do anything."""
    if isinstance(question, Act | CallEarly):
        return Choices((passively(state, question, seat),), open=True)
    return every_answer(state, question, seat, listed=isinstance(question, TakeDamage | Protect))


def passively(state: State, question: Question, seat: Seat) -> Order | None:
    """Answer as by default; nobody acts or calls anybody."""
    if isinstance(question, CallEarly):
        return CallNobody()
    return EndActions() if isinstance(question, Act) else default_reply(state, question, seat)


def preview_strike(before: State, hex: str, kind: str, lines: Lines, decided: bool = False) -> StrikePreview:
    """Return a strike with all its lines of play; `decided`: how buildings suffer is already known."""
    harms = distinct_harms(harm for line in lines.all for harm in harms_of(before, line.events, decided))
    weighed = tuple(replace(harm, certain=is_certain(lines, harm.outcomes)) for harm in harms)
    return StrikePreview(
        hex,
        kind,
        harms=weighed,
        points=sure_points(before, lines, weighed),
        more=more_facts(before, lines),
        open=not lines.decided,
    )


def distinct_harms(harms: Iterator[Harm]) -> list[Harm]:
    """Return each loss once; what is one of two alternatives is not listed again by itself."""
    found: list[Harm] = []
    for harm in harms:
        if not any(set_of(harm) <= set_of(other) for other in found):
            found = [*(other for other in found if not set_of(other) <= set_of(harm)), harm]
    return found


def set_of(harm: Harm) -> set[tuple[str, str]]:
    return {(outcome.event, str(outcome.fields)) for outcome in harm.outcomes}


def is_certain(lines: Lines, outcomes: Sequence[Outcome]) -> bool:
    """Return whether one of these events happens in every line, before anything unknown."""
    return lines.complete and all(
        any(outcome.matches(event) for event in line.certain_events for outcome in outcomes) for line in lines.all
    )


def sure_points(before: State, lines: Lines, harms: Sequence[Harm]) -> Mapping[Seat, int]:
    """Return how the points of those who lose something change, where that is the same in every line."""
    changes = {
        seat: {map_points(line.state, seat) - map_points(before, seat) for line in lines.all}
        for seat in dict.fromkeys(harm.seat for harm in harms if harm.seat)
    }
    return {seat: min(change) for seat, change in changes.items() if lines.decided and len(change) == 1}


def more_facts(before: State, lines: Lines) -> tuple[Fact, ...]:
    """Return what else the events mean, each fact once."""
    found: dict[str, Fact] = {}
    for event in (event for line in lines.all for event in line.events):
        for fact in foreseen_facts(before, event):
            outcomes = fact.outcomes or (event_outcome(event),)
            certain = is_certain(lines, outcomes) and fact.certainty is not Certainty.POSSIBLE
            sure = Certainty.CERTAIN if certain else Certainty.POSSIBLE
            found.setdefault(str(outcomes), replace(fact, certainty=sure, outcomes=outcomes, until=DIE_OVER))
    return tuple(found.values())


def event_outcome(event: Event) -> Outcome:
    """Return the outcome that is exactly this event."""
    fields = {name: value for name, value in to_plain(event).items() if name != "event"}
    return Outcome(tag(type(event)), fields)


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
