"""Paired worlds: one seat's secret is another one, and nobody else can tell, nor is anybody else asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from lpbe.games.planet_2116.attack_sequence import Declare
from lpbe.games.planet_2116.attacks import Block, Tornado, Tsunami
from lpbe.games.planet_2116.destruction import CityDestroyed
from lpbe.games.planet_2116.globe import city_at
from lpbe.games.planet_2116.policies import DEFAULT
from lpbe.games.planet_2116.preparation import Prepare
from lpbe.games.planet_2116.queries import is_a, units_held
from lpbe.games.planet_2116.quick_blocks import QuickBlock
from lpbe.games.planet_2116.state import (
    HUMANS,
    PLANET,
    Attack,
    Capital,
    City,
    Decks,
    FaceDown,
    Hand,
    HumanCard,
    Piles,
    PlanetCard,
    Prepared,
    World,
)
from lpbe.kernel.base.canonical import jcs, to_plain
from lpbe.kernel.base.errors import Rejected
from lpbe.kernel.engine.events import PlanDropped, PlanUsed
from lpbe.kernel.engine.model import Held, Seat, Standing, State
from lpbe.kernel.engine.table import Table, answers_wanted, submit, top

from ..contract.contract_config import Position, Reader, config_of
from ..contract.playouts import Act, acts
from ..size_limits import sizes
from .positions import GAME, laid_out

Change = Callable[[State, Seat], bool]
SEATS = (PLANET, *HUMANS)
TOWNS = ("belmora", "dunmere", "elstead", "farholm", "galdris", "hallow", "jorvane", "kessa", "lumere", "mardale")


def swap(state: State, seat: Seat, kind: str, other: str) -> bool:
    """Return a card of the hand for one of another kind, from the bottom of the pile."""
    hand, pile = state[Hand, seat].cards, state[Decks].human
    mine = next((card for card in hand if is_a(state, card, kind)), "")
    theirs = next((card for card in reversed(pile[6:]) if is_a(state, card, other)), "")
    if not mine or not theirs:
        return False
    hand[hand.index(mine)], pile[pile.index(theirs)] = theirs, mine
    return True


def other_hand(state: State, seat: Seat) -> bool:
    """Return a unit more or less, or another card."""
    if seat == PLANET:
        hand, pile = state[Hand, seat].cards, state[Decks].planet
        if not hand or len(pile) < 7:
            return False
        hand[-1], pile[-1] = pile[-1], hand[-1]
        return True
    return swap(state, seat, "unit", "cooling") or swap(state, seat, "cooling", "unit")


def other_capital(state: State, seat: Seat) -> bool:
    """Return another city of the continent that stands."""
    if seat == PLANET or not state[Capital, seat].city:
        return False
    rows, now = state.book.rows_of(City), state[Capital, seat].city
    alike = [name for name, row in rows.items() if row.continent == rows[now].continent and name != now]
    alive = [name for name in alike if city_at(state, rows[name].tile)]
    if now in state[World].cities or not alive:
        return False
    state[Capital, seat].city = alive[-1]
    return True


def other_cards_down(state: State, seat: Seat) -> bool:
    """Exchange a face-down Catastrophe for another one of the same kind."""
    if seat != PLANET or not state[FaceDown, seat].cards:
        return False
    down, pile, kinds = state[FaceDown, seat].cards, state[Decks].planet, state.book.rows_of(PlanetCard)
    for n, card in enumerate(down):
        for m, other in enumerate(pile[6:], 6):
            if kinds[card].kind == kinds[other].kind:
                down[n], pile[m] = other, card
                return True
    return False


def other_plan(state: State, seat: Seat) -> bool:
    """Return what a plan says, not whether there is one; one that the question at hand does not take."""
    own = state[Standing, seat]
    if not own.plan or isinstance(top(state), Declare | Prepare | Block):
        return False
    own.plan = [Held(Tsunami("D11", "w"))]
    return True


def other_policy(state: State, seat: Seat) -> bool:
    """Change what a policy says about blocks, if there is no unit to send."""
    own = state[Standing, seat]
    section = own.policy.get(GAME, {})
    if seat == PLANET or "block" not in section or units_held(state, seat):
        return False
    otherwise = {"otherwise": "ask"} if section["block"].get("otherwise") == "ask" else {}
    own.policy = {GAME: {**section, "block": {"rules": ["city:any", "D09"], "keep": 3, **otherwise}}}
    return "until" not in section["block"]


CHANGES: tuple[Change, ...] = (other_hand, other_capital, other_cards_down, other_plan, other_policy)


def visible_bytes(table: Table, reader: Reader) -> bytes:
    return jcs(to_plain([one for event in table.events if (one := event.seen_by(reader))]))


def readable(table: Table, reader: Reader) -> object:
    return visible_bytes(table, reader), list(answers_wanted(table.state)), dict(table.state.seen_by(reader))


def has_fallen_capital(table: Table, seat: Seat, worlds: list[State]) -> bool:
    """Return whether one of the capitals in question has fallen: then there is something to see."""
    fallen = {event.city for event in table.events if isinstance(event, CityDestroyed)}
    return seat != PLANET and any(world[Capital, seat].city in fallen for world in worlds)


def turned_up(table: Table, before: State, other: State) -> bool:
    """Return whether a card that was face down in one of the worlds is played: now everybody sees it."""
    changed = set(before[FaceDown, PLANET].cards) ^ set(other[FaceDown, PLANET].cards)
    return bool(changed & set(table.state[Piles].planet_discard))


def has_used_plan(table: Table, seat: Seat) -> bool:
    """Return whether a plan of the seat was used or passed over, which is the seat's own doing."""
    return any(isinstance(event, PlanUsed | PlanDropped) and event.seat == seat for event in table.events)


def speaks_by_itself(state: State, seat: Seat, act: Act) -> bool:
    """Return a policy with a unit in hand, or an answer of the seat, does something that all may see."""
    own = state[Standing, seat]
    return act.seat == seat or bool(own.answer) or (bool(own.policy) and bool(units_held(state, seat)))


def pairs(before: State, act: Act, seed: int) -> Iterator[tuple[Seat, Change, Table, Table]]:
    """Yield the same act in two worlds."""
    for seat in SEATS:
        for change in CHANGES:
            other = before.copy()
            if speaks_by_itself(before, seat, act) or not change(other, seat) or speaks_by_itself(other, seat, act):
                continue
            try:
                first, second = act.on(before, seed), act.on(other, seed)
            except Rejected:
                continue
            turned = turned_up(first, before, other) or turned_up(second, before, other)
            if not (turned or has_used_plan(first, seat) or has_used_plan(second, seat)) and not has_fallen_capital(
                first, seat, [before, other]
            ):
                yield seat, change, first, second


def compare(before: State, act: Act, seed: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for seat, change, first, second in pairs(before, act, seed):
        for reader in (None, *SEATS):
            if reader != seat:
                assert readable(first, reader) == readable(second, reader), (seat, change.__name__, reader)
        found[f"{type(top(before)).__name__} {change.__name__}"] += 1
    return found


@sizes("games", 2, 60)
def test_nobody_can_tell_two_worlds_apart(games: int) -> None:
    found: Counter[str] = Counter()
    own = config_of(GAME)
    for seed in range(games):
        options = own.options[seed % len(own.options)]
        for act, transition in acts(own, (), options, 4, 500 + seed):
            if transition.before[Prepared].level or transition.before[World].sites:
                found += compare(transition.before, act, 500 + seed)
    wanted = [
        f"{question} {change}"
        for question in ("Declare", "HumanTurn", "Prepare")
        for change in ("other_hand", "other_capital")
    ]
    assert [name for name in (*wanted, "Block other_hand", "Block other_capital") if not found[name]] == []


def at_level(level: int, policy: bool, unit: bool) -> State:
    """The Planet has laid cards at this level; two Humans may block, and one has said what to do."""
    lost = TOWNS[: {3: 0, 2: 5, 1: 10}[level]]
    cards = {"face-down": {"cards": ["P01", "P14", "P17"]}} if level == 1 else {}
    given = {
        "agenda": {"steps": [{"step": "prepare"}, {"step": "warm"}, {"step": "assault"}, {"step": "declare"}]},
        "world": {"taken": ["D11"], "cities": list(lost)},
        "prepared": {"level": level, **({} if level == 1 else {"cards": ["P01", "P17"]})},
        "nations": {"front": {"U01": "human-1", "U02": "human-2"}},
        "planet": {"hand": {"cards": ["P05", "P06", "P07", "P18", "P19"]}, **cards},
        "human-1": {"hand": {"cards": ["U32" if unit else "U17", "U18"]}},
        "human-2": {"hand": {"cards": ["U19", "U20"]}},
    }
    if level == 3:
        given["prepared"] |= {"groups": ["P01", "P17"]}
    state = laid_out(Position(given, SEATS, {}, ())).state
    if policy:
        state[Standing, "human-2"].policy = {GAME: to_plain(DEFAULT)}
    return state


@pytest.mark.parametrize("level", [3, 2, 1])
@pytest.mark.parametrize("policy", [False, True])
def test_every_window_at_every_level(level: int, policy: bool) -> None:
    """An attack, its window, the temperature and what is laid next: each with all secrets of each seat."""
    found: Counter[str] = Counter()
    state = at_level(level, policy, unit=True)
    attack = Held(Tornado("D11", ("w:3",)))
    for orders, seat in (([attack], PLANET), ([Held(QuickBlock(("D09",)))], "human-1")):
        act = Act(lambda table, s=seat, o=orders: submit_to(table, s, o), seat, orders)
        found += compare(state, act, 7)
        state = act.on(state, 7).state
    assert found["Declare other_hand"] and found["Declare other_capital"]
    assert policy or found["Block other_hand"]
    assert (level > 1) or found["Declare other_cards_down"] or found["Block other_cards_down"]
    assert not policy or found["Declare other_policy"]


def submit_to(table: Table, seat: Seat, orders: list[Held[Tornado]]) -> None:
    submit(table, seat, orders)


@pytest.mark.parametrize("level", [3, 2, 1])
@pytest.mark.parametrize("unit", [True, False])
def test_who_is_asked_tells_nothing_of_a_hand(level: int, unit: bool) -> None:
    state = at_level(level, policy=False, unit=unit)
    table = Table(state.copy(), Act(lambda table: None).on(state, 1).rng)
    submit_to(table, PLANET, [Held(Tornado("D11", ("w:3",)))])
    assert list(answers_wanted(table.state)) == ["human-1", "human-2"]


def test_a_view_holds_no_others_secrets() -> None:
    """Whatever a seat may export: no pile, no other hand or capital, no card face down, no answers of others."""
    random, state = Random(1), at_level(1, policy=True, unit=True)
    state[Standing, "human-1"].policy = {GAME: {"factories": ["D10"]}}
    state[Standing, "human-1"].plan = [Held(Tsunami("D11", "w"))]
    for reader in (None, *SEATS):
        view = state.seen_by(reader)
        kinds = [key[0] if isinstance(key, tuple) else key for key in view]
        assert Decks not in kinds and {key[1] for key in view if isinstance(key, tuple)} <= {reader}
        result = jcs(to_plain(list(view.values()))).decode()
        for seat in HUMANS:
            assert seat == reader or f'"{state[Capital, seat].city}"' not in result
        assert reader == "human-1" or ("D10" not in result and "tsunami" not in result)
        assert reader == PLANET or '"P01"' not in result
        hidden = random.sample([card for card in state[Decks].human if is_human(state, card)], 5)
        assert not [card for card in hidden if f'"{card}"' in result]
    assert state[Attack].pending is False


def is_human(state: State, card: str) -> bool:
    return card in state.book.rows_of(HumanCard)
