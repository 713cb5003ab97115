"""What Pebbles shows: the head of a page, the story of a round, what concerns a seat, and advice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...kernel.base.canonical import Plain
from ...kernel.engine.foresight import Brief, Fact
from ...kernel.engine.lazy import lazy
from ...kernel.engine.model import Agenda, Order, Question, Roster, Seat, State
from ...kernel.engine.presentation import NO_ASIDE, Aside, Heading, Moment, Presentation
from .bid import Bid, BidCoins
from .dig import Keep, Sort
from .rain import Point, PointAt, Shelter, ShelterOne, colours, in_danger
from .scoring import COINS_PER_POINT, worth
from .state import Hand, Path, PebblesOptions, Purse, Round, Supply, pebble_of, pebbles_of
from .turn import Dig, Lay, Turn

OWN_TURN_EVENTS = ("dug", "kept", "laid", "sold", "turn-ended")
"""What a seat does in its own turn."""


def brief(state: State, reader: Seat | None, events: Sequence[Plain] = ()) -> Brief:
    clock = [Fact("round", {"number": state[Round].number, "rounds": state[PebblesOptions].rounds})]
    if state[Agenda].over:
        return Brief(clock, ended=list(result_facts(events, reader)))
    if reader is None:
        return Brief(clock, [Fact("laid", {"seat": seat, "points": path_points(state, seat)}) for seat in seats(state)])
    return Brief(clock, list(status_facts(state, reader)), list(exposed_facts(state, reader)))


def seats(state: State) -> list[Seat]:
    return state[Roster].seats


def path_points(state: State, seat: Seat) -> int:
    """Return what the pebbles of a seat on the path are worth (PEB-SCORE-01)."""
    return sum(worth(state, name) for name in pebbles_of(state, seat))


def status_facts(state: State, seat: Seat) -> Iterator[Fact]:
    """Yield points with the coins that would count now, and the rank (PEB-SCORE-02)."""
    points = path_points(state, seat)
    coins = state[Purse, seat].coins
    yield Fact("own", {"points": points, "coins": coins, "total": points + coins // COINS_PER_POINT})
    rank = 1 + sum(path_points(state, other) > points for other in seats(state))
    yield Fact("rank", {"rank": rank, "count": len(seats(state))})


def exposed_facts(state: State, seat: Seat) -> Iterator[Fact]:
    """Yield the unsheltered pebbles of a seat."""
    if open_ones := [name for name in pebbles_of(state, seat) if name not in state[Path].sheltered]:
        yield Fact("exposed", {"pebbles": open_ones}, "bad")


def result_facts(events: Sequence[Plain], reader: Seat | None) -> Iterator[Fact]:
    end = next((event for event in reversed(events) if event["event"] == "ended"), None)
    if end and end.get("winners"):
        points = end["scores"][end["winners"][0]]
        own = reader in end["winners"]
        yield Fact("won", {"seats": list(end["winners"]), "points": points}, "good" if own else "")


def story(moment: Moment) -> Aside:
    """Return one paragraph per turn, one for the bids before and one for the rain after."""
    event = moment.event
    if event["event"] in OWN_TURN_EVENTS:
        return Aside(Heading("turn", {"seat": event["seat"]}, event["seat"]))
    if event["event"] == "rained":
        return Aside(Heading("rain"), {} if any_washed(moment) else {"none": True})
    if event["event"] == "round-began":
        return Aside(Heading("round", {"number": event["number"]}), silent=True)
    if event["event"] == "counted":
        return Aside(Heading("end"))
    return round_aside(moment) if not event["event"] else NO_ASIDE


def any_washed(moment: Moment) -> bool:
    """Return whether the rain reached something, or may still do so."""
    for later in moment.later:
        if later["event"] in ("washed", "sheltered"):
            return True
        if later["event"] in ("round-began", "counted"):
            return False
    return True


def round_aside(moment: Moment) -> Aside:
    state = moment.before
    if state is None and not any(later["event"] == "round-began" for later in moment.events):
        state = moment.now
    if state is None:
        return NO_ASIDE
    return Aside(Heading("round", {"number": state[Round].number}) if state[Round].number else Heading("begin"))


def concerns(before: State | None, now: State, seat: Seat, events: Sequence[Plain]) -> list[Fact]:
    """Return the pebbles that the rain took, by their worth, and coins."""
    return [*loss_facts(before, seat, events), *coins(seat, events)]


def loss_facts(before: State | None, seat: Seat, events: Sequence[Plain]) -> Iterator[Fact]:
    """Yield lost pebbles; the path shows who laid the earlier ones, the events who laid the later ones."""
    laid = dict(before[Path].laid) if before is not None else {}
    for event in events:
        if event["event"] == "laid":
            laid[event["pebble"]] = event["seat"]
        elif event["event"] == "washed" and (lost := [name for name in event["pebbles"] if laid.get(name) == seat]):
            yield Fact("rain.took", {"pebbles": lost}, "bad")


def coins(seat: Seat, events: Sequence[Plain]) -> Iterator[Fact]:
    signs = {"coins-taken": 1, "coins-paid": -1}
    mine = [event for event in events if event["event"] in signs and event["seat"] == seat]
    change = sum(signs[event["event"]] * event["coins"] for event in mine)
    if change:
        yield Fact("gained" if change > 0 else "paid", {"coins": abs(change)}, "good" if change > 0 else "")


def advice(state: State, question: Question, seat: Seat) -> Order | None:
    """Bid a coin, dig, lay and keep the most valuable pebble, shelter the most valuable one, make it rain on others."""
    if isinstance(question, Turn):
        return act(state, question, seat)
    if isinstance(question, Bid):
        return BidCoins(min(1, state[Purse, seat].coins))
    if isinstance(question, Sort):
        best, *others = sorted(state[Hand, seat].drawn, key=lambda name: -pebble_of(state, name).value)
        return Keep(best, tuple(others))
    if isinstance(question, Shelter):
        exposed = in_danger(state, seat, question) if state[Purse, seat].coins else []
        return ShelterOne((max(exposed, key=lambda name: worth(state, name)),)) if exposed else None
    return PointAt(min(colours(state), key=lambda c: balance(state, seat, c))) if isinstance(question, Point) else None


def act(state: State, turn: Turn, seat: Seat) -> Order | None:
    hand = state[Hand, seat].pebbles
    if hand and "lay" not in turn.done:
        return Lay(max(hand, key=lambda name: pebble_of(state, name).value))
    return Dig() if state[Supply].bag and "dig" not in turn.done else None


def balance(state: State, seat: Seat, colour: str) -> int:
    """Return how much more rain on a colour would cost the seat than it would cost the others."""
    laid = [name for name in state[Path].laid if pebble_of(state, name).colour == colour]
    mine = pebbles_of(state, seat)
    return sum(worth(state, name) if name in mine else -worth(state, name) for name in laid)


PRESENTATION = Presentation(
    graphics=lazy(".graphics:graphics", __package__),  # pages of text draw nothing
    brief=brief,
    concerns=concerns,
    story=story,
    asides={"rained": ("none",)},
    advice=advice,
)
