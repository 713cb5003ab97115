"""How a round is told, what concerns a seat, and what a sensible player might do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...kernel.base.canon import Plain
from ...kernel.play.foresight import Told
from ...kernel.play.rules import Order, Question, Seat, State
from ...kernel.play.story import PLAIN, Aside, Heading, Moment
from .bid import Bid, BidCoins
from .dig import Keep, Sort
from .rain import Point, PointAt, Shelter, ShelterOne, colours, in_danger
from .scoring import worth
from .state import Hand, Path, Purse, Round, Supply, owned, pebble_of
from .turn import Dig, Lay, Turn

TURNS = ("dug", "kept", "laid", "sold", "turn-ended")
"""What a seat does in its own turn."""


def story(moment: Moment) -> Aside:
    """A paragraph a turn, one for the bids before and one for the rain after."""
    event = moment.event
    if event["event"] in TURNS:
        return Aside(Heading("turn", {"seat": event["seat"]}, event["seat"]))
    if event["event"] == "rained":
        return Aside(Heading("rain"), {} if any_washed(moment) else {"none": True})
    if event["event"] == "round-began":
        return Aside(Heading("round", {"number": event["number"]}), silent=True)
    if event["event"] == "counted":
        return Aside(Heading("end"))
    return setting_in(moment) if not event["event"] else PLAIN


def any_washed(moment: Moment) -> bool:
    """Whether the rain reached something, or may do so still."""
    for later in moment.later:
        if later["event"] in ("washed", "sheltered"):
            return True
        if later["event"] in ("round-began", "counted"):
            return False
    return True


def setting_in(moment: Moment) -> Aside:
    state = moment.before
    if state is None and not any(later["event"] == "round-began" for later in moment.events):
        state = moment.now
    if state is None:
        return PLAIN
    return Aside(Heading("round", {"number": state[Round].number}) if state[Round].number else Heading("begin"))


def concerns(before: State | None, seat: Seat, events: Sequence[Plain]) -> list[Told]:
    """Pebbles that the rain took, by what they counted; and coins."""
    return [*washed(before, seat, events), *coins(seat, events)]


def washed(before: State | None, seat: Seat, events: Sequence[Plain]) -> Iterator[Told]:
    """Whose a pebble was, the path tells; and who laid it since, the events."""
    laid = dict(before[Path].laid) if before is not None else {}
    for event in events:
        if event["event"] == "laid":
            laid[event["pebble"]] = event["seat"]
        elif event["event"] == "washed" and (lost := [name for name in event["pebbles"] if laid.get(name) == seat]):
            yield Told("rain.took", {"pebbles": lost}, "bad")


def coins(seat: Seat, events: Sequence[Plain]) -> Iterator[Told]:
    signs = {"coins-taken": 1, "coins-paid": -1}
    mine = [event for event in events if event["event"] in signs and event["seat"] == seat]
    change = sum(signs[event["event"]] * event["coins"] for event in mine)
    if change:
        yield Told("gained" if change > 0 else "paid", {"coins": abs(change)}, "good" if change > 0 else "")


def advice(state: State, question: Question, seat: Seat) -> Order | None:
    """Bid a coin, dig, lay the dearest, keep the dearest, shelter what is dearest, rain on others."""
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
    """What rain on a colour would cost oneself, more than others."""
    laid = [name for name in state[Path].laid if pebble_of(state, name).colour == colour]
    mine = owned(state, seat)
    return sum(worth(state, name) if name in mine else -worth(state, name) for name in laid)
