"""Few messages: the Planet's turn in one letter unless it is blocked, a Human's turn in one, blocks by policy."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from lpbe.bots.arena import root_of
from lpbe.games import book_of
from lpbe.games.planet_2116.acting import HumanTurn
from lpbe.games.planet_2116.assault import Declare
from lpbe.games.planet_2116.attack import Aimed, Announced, card_sets, catastrophes
from lpbe.games.planet_2116.bot.assault import best_attack
from lpbe.games.planet_2116.bot.greedy import greedy
from lpbe.games.planet_2116.bot.laying import lay
from lpbe.games.planet_2116.policies import DEFAULT
from lpbe.games.planet_2116.state import HUMANS, PLANET, Attack, Prepared, Round, World
from lpbe.games.planet_2116.strike import TilesTaken, blast_area
from lpbe.kernel.base.canon import data
from lpbe.kernel.base.errors import Rejected
from lpbe.kernel.play.chance import NoChance, Rng
from lpbe.kernel.play.events import PolicySet
from lpbe.kernel.play.rules import Held, Order, Plan, Question, Seat, Standing, State
from lpbe.kernel.play.table import Table, start, submit, top

from ..sizes import sizes
from .positions import GAME

BOOK = book_of(GAME, ())
SEATS = (PLANET, *HUMANS)


def hoped(view: State, order: Order) -> State:
    """What the Planet expects of an attack that nobody opposes."""
    table = Table(view.copy(), NoChance())
    try:
        table.handler(Declare(), order).play(table, PLANET, Declare(), order)
    except Rejected:
        return view
    assert any(isinstance(event, Announced | Aimed) for event in table.events)
    state, tiles = table.state, table.state[Attack].tiles
    fallen = [tile for tile in (*tiles, *blast_area(state, tiles)) if tile not in state[World].shields]
    TilesTaken(tuple(fallen)).apply(state)
    return state


def whole_turn(view: State) -> list[Order]:
    """All attacks, and what is laid then: the first now, the others as plans."""
    orders: list[Order] = []
    while catastrophes(view) and len(orders) < 4 and (order := best_attack(view)):
        orders.append(order)
        view = hoped(view, order)
    return [*orders, lay(view, PLANET)]


def human_turn(view: State, seat: Seat, question: HumanTurn) -> list[Order]:
    """A Resource card and an action at once."""
    first = greedy(view, question, seat, Rng(bytes(32)))
    assert first
    table = Table(view.copy(), NoChance())
    try:
        table.handler(question, first).play(table, seat, question, first)
    except Rejected:
        return [first]
    if table.over or not table.planned:
        return [first]
    second = greedy(table.state, HumanTurn(seat, laid=True), seat, Rng(bytes(32)))
    return [first, *([second] if second else [])]


def letter(view: State, seat: Seat, question: Question, planning: bool, rng: Rng) -> list[Order]:
    if isinstance(question, HumanTurn):
        return human_turn(view, seat, question)
    if isinstance(question, Declare) and planning:
        first, *rest = whole_turn(view)
        return [first, *map(Plan, rest[:4])]
    order = greedy(view, question, seat, rng)
    assert order
    return [order]


def messages(number: int, policies: bool) -> tuple[int, int]:
    """How many letters a game takes after the set-up, and its rounds."""
    table, rng = Table(BOOK.blank(SEATS, {}), Rng(root_of(5, number))), Rng(root_of(6, number))
    for seat in HUMANS if policies else ():
        table.emit(PolicySet(seat, {GAME: data(DEFAULT)}))
    start(table)
    sent = 0
    while question := top(table.state):
        seat = next(seat for seat in table.asked(question) if table.state[Standing, seat].answer is UNSET)
        rng.used.clear()
        orders = letter(table.state.seen_by(seat), seat, question, policies, rng)
        sent += table.state[Round].number > 0
        table.clear()
        submit(table, seat, [Held(order) for order in orders])
    return sent, table.state[Round].number


@pytest.mark.parametrize(("policies", "most"), [(True, 5.0), (False, 8.0)], ids=["said", "unsaid"])
@sizes("games", 2, 200)
def test_letters_a_round(policies: bool, most: float, games: int) -> None:
    done = [messages(number, policies) for number in range(games)]
    each = sum(sent for sent, _ in done) / sum(rounds for _, rounds in done)
    print(f"{each:.2f} letters a round")
    assert 3 < each <= most


def test_what_is_planned_is_what_the_cards_allow() -> None:
    """A plan names its cards, so that it can only mean the turn that it was made for."""
    table = Table(BOOK.blank(SEATS, {}), Rng(root_of(5, 1)))
    state = table.state
    state[World].taken, state[Prepared].cards, state[Prepared].level = ["D11", "F11"], ["P01", "P05", "P13"], 2
    *attacks, last = whole_turn(state.seen_by(PLANET))
    assert len(attacks) == 3 and type(last).__name__ == "PrepareCards"
    assert {kind for kind in ("tornado", "tsunami", "meteorite") if card_sets(state, kind)} == {
        type(order).__name__.lower() for order in attacks
    }
