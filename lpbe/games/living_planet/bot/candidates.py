"""The answers worth a try for a bot that plays ahead, as the greedy bot rates them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ....kernel.engine.candidate import Candidate
from ....kernel.engine.legality import legal_orders
from ....kernel.engine.model import Order, Question, Seat, State
from ..actions.actions import Act, Heal
from ..actions.construction import Build
from ..actions.exploration import LayHex, PlaceHex, PlaceNothing
from ..actions.trading import Deal
from ..map.queries import building_kinds, teams_of
from ..map.zones import has_zones
from ..state import COLOURS, Hand
from ..turn.card_selection import SelectCard, SelectCards
from ..turn.fate import Fate, KeepDie, UseFate
from ..turn.leader_step import ArrangeDice, Lead, effect_waits
from ..turn.production import Produce, choices
from .action_choice import near_home, placement_scores, rated_actions
from .greedy import DIE_VALUES, card_worth, production_value, prospect
from .position import thought_over
from .trade_value import bargains


def rated(state: State, question: Question, seat: Seat) -> Iterator[Candidate]:
    """Yield candidates with the greedy bot's ratings; all legal orders of a question that it does not rate."""
    rate = RATINGS.get(type(question), unrated)
    return rate(thought_over(state), seat, question)


def unrated(state: State, seat: Seat, question: Question) -> Iterator[Candidate]:
    return (Candidate(0.0, order) for order in legal_orders(state, question, seat))


def actions(state: State, seat: Seat, question: Act) -> Iterator[Candidate]:
    """Yield actions; every kind of building that is no factory is a kind of its own."""
    for worth, order in rated_actions(state, seat, question):
        yield Candidate(worth, order, action_kind(state, order))
    for order in legal_orders(state, question, seat):
        if isinstance(order, Heal):
            yield Candidate(0.0, order)


def action_kind(state: State, order: Order) -> str:
    """Return what kind of action it is: factories are alike, other buildings differ by what they do."""
    if not isinstance(order, Build):
        return type(order).__name__
    kind = building_kinds(state.book)[order.building]
    return kind.kind if kind.makes else f"{kind.kind} {order.building}"


def cards(state: State, seat: Seat, question: SelectCards) -> Iterator[Candidate]:
    return (Candidate(card_worth(state, seat, card), SelectCard(card), str(card)) for card in state[Hand, seat].cards)


def leads(state: State, seat: Seat, question: Lead) -> Iterator[Candidate]:
    """Yield the seat's die at each place, the others in their usual order; every effect of the card."""
    if effect_waits(state, question):
        yield from unrated(state, seat, question)
        return
    others = [colour for colour in COLOURS if colour != seat]
    for at in range(len(COLOURS)):
        yield Candidate(0.0, ArrangeDice((*others[:at], seat, *others[at:])), str(at))


def forces(state: State, seat: Seat, question: Fate) -> Iterator[Candidate]:
    yield Candidate(0.0, KeepDie())
    for value in DIE_VALUES:
        yield Candidate(prospect(state, seat, question.row, value), UseFate(value))


def productions(state: State, seat: Seat, question: Produce) -> Iterator[Candidate]:
    for order in choices(state, seat):
        yield Candidate(production_value(state, seat, order), order, order.what)


def placements(state: State, seat: Seat, question: LayHex) -> Iterator[Candidate]:
    """Yield where each hex could be put with each explorer; to place none is a kind of its own."""
    ways = placement_scores(state, seat, question) if has_zones(state.book) else home_and_away(state, seat, question)
    for worth, order in ways:
        assert isinstance(order, PlaceHex)
        yield Candidate(worth, order, order.hex)
    yield Candidate(0.0, PlaceNothing())


def home_and_away(state: State, seat: Seat, question: LayHex) -> Iterator[tuple[float, Order]]:
    """Yield the best hex near home, and every hex wherever an explorer can put it."""
    yield from near_home(state, seat)
    if teams_of(state, seat):
        yield from placement_scores(state, seat, question)


def deals(state: State, seat: Seat, question: Deal) -> Iterator[Candidate]:
    """Yield bargains; to sell and to buy each resource are kinds of their own."""
    for worth, order in bargains(state, seat, question.volume, state[Hand, seat].market):
        yield Candidate(worth, order, f"{order.deal} {order.resource}")


RATINGS: Mapping[type[Question], Callable[[State, Seat, Any], Iterator[Candidate]]] = {
    Act: actions,
    SelectCards: cards,
    Lead: leads,
    Fate: forces,
    Produce: productions,
    LayHex: placements,
    Deal: deals,
}
