"""Every window, policy and level of clairvoyance: another secret of a seat, and the same to read for all others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import permutations, product
from typing import Any

import pytest

from lpbe.games.planet_2116.attack_sequence import Declare
from lpbe.games.planet_2116.attacks import Announced, Forfeit, Tornado, Tsunami
from lpbe.games.planet_2116.human_turn import Discard, LayResource
from lpbe.games.planet_2116.preparation import PrepareCards
from lpbe.games.planet_2116.quick_blocks import NoBlock, QuickBlock
from lpbe.games.planet_2116.setup import ChooseBag, OpenFault, PlaceFactory
from lpbe.games.planet_2116.shields import PlayShield
from lpbe.games.planet_2116.state import HUMANS, PLANET, Attack, Capital, Decks, FaceDown, Hand, World
from lpbe.kernel.base.errors import Rejected
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.events import PlanFiled, PolicySet, Silent
from lpbe.kernel.engine.leaving import agree_to_stop, resign
from lpbe.kernel.engine.model import Held, Order, Seat, Standing, State
from lpbe.kernel.engine.table import Table, answers_wanted, submit, time_out, top

from ..contract.contract_config import Position, Reader
from ..contract.playouts import Act, give
from .positions import GAME, laid_out
from .test_secrets import SEATS, TOWNS, readable, swap

LOST = {3: 0, 2: 5, 1: 10}
DOWN = ("P01", "P05", "P17")
"""What lies there: in sight, or face down."""
CARDS = {"cards": list(DOWN)}
SHOWN: Mapping[int, Mapping[str, Any]] = {
    3: {"prepared": {"level": 3, "groups": list(DOWN), **CARDS}},
    2: {"prepared": {"level": 2, **CARDS}},
    1: {"prepared": {"level": 1}},
}
HANDS: Mapping[str, Any] = {
    "planet": {"hand": {"cards": ["P02", "P03", "P06", "P18", "P19"]}},
    "human-1": {"hand": {"cards": ["U03", "U17", "U18", "U32"]}},
    "human-2": {"hand": {"cards": ["U04", "U19", "U27", "U33"]}},
    "human-3": {"hand": {"cards": ["U05", "U20", "U21", "U28"]}},
}
SITES = {"D10": "polluting", "F07": "polluting", "C05": "green", "E15": "polluting", "L08": "green", "K12": "polluting"}
ROUND = ("declare", "prepare", "human-turn")
BEFORE = ("choose-fault", "found", "pick-bag")
STEPS: Mapping[str, list[dict[str, Any]]] = {
    "declare": [{"step": "prepare"}, {"step": "warm"}, {"step": "assault"}, {"step": "declare"}],
    "prepare": [{"step": "begin-humans"}, {"step": "prepare"}],
    "human-turn": [{"step": "human-turn", "seat": "human-2"}, {"step": "human-turn", "seat": "human-1"}],
    "choose-fault": [*({"step": "found", "seat": seat} for seat in reversed(HUMANS)), {"step": "choose-fault"}],
    "found": [{"step": "choose-fault"}, *({"step": "found", "seat": seat} for seat in reversed(HUMANS))],
    "pick-bag": [{"step": "pick-bag", "seat": "human-1", "bags": [1, 2, 3]}],
}
POLICIES: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "none": ({},),
    "pass": (
        {"block": {"rules": ["my_capital"]}},
        {"block": {"rules": ["city:mer", "N14@36"], "keep": 2}},
        {"block": {"max_per_attack": 0, "rules": ["D10"]}},
    ),
    "ask": (
        {"block": {"rules": ["my_capital"], "otherwise": "ask"}},
        {"block": {"rules": ["city:mer", "N14"], "otherwise": "ask", "max_per_round": 2}},
    ),
    "wishes": ({"factories": ["D06", "M12"]}, {"factories": ["F16"]}, {"factories": ["D10", "D09", "M12"]}),
}


@cache
def world(window: str, level: int, policy: str) -> State:
    """Return a position at this window; a second Human may block beside the first and has said what to do."""
    given: dict[str, Any] = {"agenda": {"steps": STEPS[window]}, **SHOWN[level], **HANDS}
    if level == 1:
        given["planet"] = {**given["planet"], "face-down": CARDS}
    if window in BEFORE:
        given |= {"bags": {"continents": ["mer", "pon", "lev"]}, "prepared": {}, "planet": HANDS["planet"]}
    else:
        given["world"] = {"taken": ["D11", "J07"], "cities": list(TOWNS[: LOST[level]]), "sites": SITES}
        given["nations"] = {"front": {"U01": "human-1", "U02": "human-2"}, "pool": 6}
    table = laid_out(Position(given, SEATS, {GAME: {"bags": "chosen"}}, ()))
    for seat in ("human-2", "human-3"):
        table.state[Standing, seat].policy = {GAME: POLICIES[policy][0]} if policy != "none" else {}
    table.settle()
    return table.state


def at_block(level: int, policy: str) -> State:
    """An attack is announced that hits no city, and no factory whose blast reaches one."""
    return give(PLANET, [Held(Tornado("D11", ("ne:2",)))]).on(world("declare", level, policy), 1).state


# What may be another secret


Change = Callable[[State, Seat], bool]


def hand(state: State, seat: Seat) -> bool:
    """Return a unit, or none."""
    if seat == PLANET:
        own, pile = state[Hand, seat].cards, state[Decks].planet
        own[-1], pile[-1] = pile[-1], own[-1]
        return True
    return swap(state, seat, "unit", "shield") or swap(state, seat, "shield", "unit")


def capital(state: State, seat: Seat) -> bool:
    if seat == PLANET:
        return False
    state[Capital, seat].city = {"human-1": "corvane", "human-2": "norvik", "human-3": "tervos"}[seat]
    return True


def face_down(state: State, seat: Seat) -> bool:
    """Cards of other kinds, where nobody is about to turn them up."""
    if seat != PLANET or not state[FaceDown, seat].cards or isinstance(top(state), Declare):
        return False
    own, pile = state[FaceDown, seat].cards, state[Decks].planet
    own[:], pile[-3:] = pile[-3:], own[:]
    return True


def plan(state: State, seat: Seat) -> bool:
    """Return what a plan says that nobody asks for now."""
    plans: tuple[Order, Order] = (Tsunami("D11", "w"), Tornado("D11", ("e",)))
    state[Standing, seat].plan = [Held(plans[bool(state[Standing, seat].draft)])]
    return not (seat == PLANET and isinstance(top(state), Declare))


def others_plan(state: State, seat: Seat) -> bool:
    state[Standing, seat].draft = [Discard()]
    return plan(state, seat)


def policies(state: State, seat: Seat) -> Iterator[Change]:
    """Every other policy of its kind: whether it has one, and whether it wants to be asked, is not what it says."""
    for alike in POLICIES.values():
        if state[Standing, seat].policy in [{GAME: one} for one in alike]:
            yield from (partial(say, policy={GAME: one}) for one in alike[1:])


def say(state: State, seat: Seat, policy: Mapping[str, Any]) -> bool:
    state[Standing, seat].policy = dict(policy)
    return True


def pile(state: State, seat: Seat) -> bool:
    """Change what is at the bottom of a pile, which is nobody's secret."""
    if seat == PLANET:
        state[Decks].planet[8:] = reversed(state[Decks].planet[8:])
    state[Decks].human[8:] = reversed(state[Decks].human[8:])
    return True


def others(state: State) -> Iterator[tuple[Seat, str, State, State]]:
    """Pairs of worlds that differ in one secret of one seat."""
    for seat in SEATS:
        for change in (hand, capital, face_down, pile, *policies(state, seat)):
            other = state.copy()
            if change(other, seat):
                yield seat, getattr(change, "__name__", "policy"), state, other
        one, other = state.copy(), state.copy()
        if plan(one, seat) and others_plan(other, seat):
            one[Standing, seat].draft = [Discard()]
            yield seat, "plan", one, other


# What may happen


def silence(table: Table) -> None:
    time_out(table, list(answers_wanted(table.state)), -1)


ANSWERS: Mapping[str, tuple[tuple[Seat, Order], ...]] = {
    "declare": ((PLANET, Tornado("D11", ("ne:2",))), (PLANET, Tsunami("J07", "w")), (PLANET, Forfeit())),
    "block": (("human-1", NoBlock()), ("human-1", QuickBlock(("A01",))), ("human-2", NoBlock())),
    "prepare": ((PLANET, PrepareCards()), (PLANET, PrepareCards(("P02", "P06"))), (PLANET, PrepareCards(("P99",)))),
    "human-turn": (
        ("human-1", LayResource("U03", "human-2")),
        ("human-1", Discard(("U17",))),
        ("human-1", Discard(("U04",))),
    ),
    "choose-fault": ((PLANET, OpenFault(2)),),
    "found": (("human-1", PlaceFactory("D10")), ("human-1", PlaceFactory("A01"))),
    "pick-bag": (("human-1", ChooseBag(2)),),
}


def acts_in(window: str) -> Iterator[tuple[str, Act]]:
    """Yield good and bad answers, orders of seats that are not asked, deadlines, letters, and leaving."""
    for seat, order in ANSWERS[window]:
        yield f"{seat} {order}", give(seat, [Held(order)])
    yield "nobody is asked", give("human-3", [Held(Discard())])
    yield "a deadline", Act(silence)
    for seat in SEATS:
        yield f"{seat} leaves", Act(partial(resign, seat=seat))
        yield f"{seat} wants to stop", Act(partial(agree_to_stop, seat=seat))
        yield f"{seat} speaks", Act(partial(Table.emit, event=PolicySet(seat, {GAME: {"factories": ["M12"]}})))


def outcome(state: State, act: Act, readers: Sequence[Reader]) -> list[object]:
    """Return what each of them can read after it, or why it is refused."""
    try:
        table = act.on(state, 5)
    except Rejected as no:
        return [no.code, no.template, no.plain_values]
    return [readable(table, reader) for reader in readers]


def its_own(seat: Seat, change: str, name: str, window: str, policy: str) -> bool:
    """Return whether the seat itself does something visible: it acts, or its standing orders are carried out."""
    if name.startswith(f"{seat} "):
        return change != "pile"
    wished = window in ("choose-fault", "found") and (change, policy) == ("policy", "wishes")
    return wished or (change == "plan" and (name == "a deadline" or (seat, window) == (PLANET, "block")))


def at(window: str, level: int, policy: str) -> State:
    return at_block(level, policy) if window == "block" else world(window, level, policy)


IN_PLAY = [(w, n, p) for w in ("declare", "block", "prepare", "human-turn") for n in (3, 2, 1) for p in POLICIES]
SET_UP = [(w, 3, p) for w in BEFORE for p in POLICIES]


@pytest.mark.parametrize(("window", "level", "policy"), [*IN_PLAY, *SET_UP])
def test_one_secret_more_or_less(window: str, level: int, policy: str) -> None:
    tried: set[str] = set()
    for seat, change, one, other in others(at(window, level, policy)):
        for name, act in acts_in(window):
            if its_own(seat, change, name, window, policy):
                continue
            readers = [reader for reader in (None, *SEATS) if reader != seat]
            assert outcome(one, act, readers) == outcome(other, act, readers), (seat, change, name)
            tried.add(change)
    assert tried >= {"hand", "capital", "pile", "plan"} | (
        {"face_down"} if level == 1 and window != "declare" else set()
    )


@pytest.mark.parametrize("level", [3, 2, 1])
@pytest.mark.parametrize("policy", ["none", "pass", "ask"])
def test_whether_a_capital_is_aimed_at_shows_in_nothing_while_the_window_is_open(level: int, policy: str) -> None:
    """With a unit or without, by a rule for the capital or by none: another Human is still thinking."""
    answer = []
    for home, unit in product(("istrin", "norvik"), (True, False)):
        state = world("declare", level, policy).copy()
        state[World].taken.append("C20")
        state[Capital, "human-2"].city = home
        assert unit or swap(state, "human-2", "unit", "shield")
        answer.append(give(PLANET, [Held(Tornado("C20", ("e",)))]).on(state, 5))
    assert {"human-1"} <= {*answers_wanted(answer[0].state)}
    for reader in (None, PLANET, "human-1", "human-3"):
        assert len({str(readable(table, reader)) for table in answer}) == 1, reader
    late = [Act(silence).on(table.state, 6).events for table in answer]
    assert len({str([event for event in events if isinstance(event, Silent)]) for events in late}) == 1


# Equal cards, which only their numbers tell apart


@pytest.mark.parametrize(
    ("seat", "hand"),
    [
        ("human-1", ("U03", "U05", "U17", "U20")),
        ("human-1", ("U27", "U30", "U17", "U20")),
        ("planet", ("P02", "P03", "P09", "P17", "P18")),
    ],
)
def test_which_of_equal_cards_is_listed_first_tells_nothing_of_the_others(seat: Seat, hand: Sequence[str]) -> None:
    """Who plays the first one of a list has not shown by it that there is none below it, or none drawn before."""
    state = world("prepare" if seat == PLANET else "human-turn", 3, "none").copy()
    question, first = top(state), set()
    assert question
    for cards in permutations(hand):
        state[Hand, seat].cards = list(cards)
        listed = (names(order) & {*hand[:2]} for order in legality.legal_orders(state, question, seat))
        first.add((next(card for found in listed if len(found) == 1 for card in found), cards.index(hand[0])))
    assert first == {*product(hand[:2], range(len(hand)))}


def names(order: Order) -> set[str]:
    if isinstance(order, LayResource | PlayShield):
        return {order.card}
    return {*order.cards} if isinstance(order, PrepareCards) else set()


def test_a_draw_chooses_of_equal_cards_that_lie_face_down() -> None:
    """However the Planet has drawn them, the same one leaves, and it may be any: none shows which others there are."""
    seen = set()
    for seed in range(30):
        (shown,) = {announce_cards(order, seed) for order in permutations(("P01", "P02", "P03"))}
        seen.add(shown)
    assert seen == {("P01",), ("P02",), ("P03",)}


def announce_cards(cards: Sequence[str], seed: int) -> Sequence[str]:
    state = world("declare", 1, "none").copy()
    state[FaceDown, PLANET].cards = list(cards)
    table = give(PLANET, [Held(Tornado("D11", ("ne:2",)))]).on(state, seed)
    (event,) = [event for event in table.events if isinstance(event, Announced)]
    return event.cards


# What a seat says in secret

WORDS: Mapping[str, tuple[Seat, tuple[Order, ...]]] = {
    "block": ("human-1", (NoBlock(), QuickBlock(("A01",)), QuickBlock(("C04:C05:A22",)))),
    "prepare": (PLANET, (PrepareCards(("P02", "P03")), PrepareCards(("P02:P03",)))),
    "prepare 1": (PLANET, (PrepareCards(("P02", "P06")), PrepareCards(("P18", "P19")), PrepareCards(("P02:P03",)))),
}


SECRET = [("block", 3), ("block", 2), ("block", 1), ("prepare", 2), ("prepare", 1)]


@pytest.mark.parametrize("policy", ["none", "ask", "wishes"])
@pytest.mark.parametrize(("window", "level"), SECRET)
def test_what_is_said_in_secret_stays_there(window: str, level: int, policy: str) -> None:
    """An answer before the last one is in, combos where they are not shown, cards that are laid face down."""
    state = at(window, level, policy)
    seat, words = WORDS.get(f"{window} {level}", WORDS[window])
    answer = [give(seat, [Held(word)]).on(state, 5) for word in words]
    for reader in (None, *SEATS):
        if reader != seat:
            assert len({str(readable(table, reader)) for table in answer}) == 1, reader


@pytest.mark.parametrize("level", [3, 2, 1])
def test_what_is_said_in_advance_stays_there(level: int) -> None:
    """Plans and policies of every kind, filed by every seat in every window."""
    plans = [(Tsunami("D11", "w"),), (PrepareCards(("P02", "P06")), Discard()), (QuickBlock(("A01:A02",)), NoBlock())]
    policies = [one for alike in POLICIES.values() for one in alike]
    for window in ("declare", "block", "prepare", "human-turn"):
        state = at(window, level, "none")
        for seat in SEATS:
            filed = [PlanFiled(seat, tuple(map(Held, orders))) for orders in plans]
            acts = [
                Act(partial(Table.emit, event=event))
                for event in (*filed, *(PolicySet(seat, {GAME: p}) for p in policies))
            ]
            answer = [act.on(state, 5) for act in acts]
            for reader in (None, *SEATS):
                if reader != seat:
                    assert len({str(readable(table, reader)) for table in answer}) == 1, (window, seat, reader)


@pytest.mark.parametrize("level", [2, 1])
def test_a_plan_that_is_carried_out_says_no_more_than_the_level_shows(level: int) -> None:
    """The Planet laid its cards by a plan, with a second one for another temperature."""
    state = world("declare", level, "none").copy()
    worlds = [("P02:P03",), ("P02", "P03")] if level == 2 else [("P02:P03",), ("P06", "P19")]
    answer = []
    for first in worlds:
        one = state.copy()
        one[Standing, PLANET].plan = [Held(PrepareCards((*first, "P18", "P99"))), Held(PrepareCards(first))]
        answer.append(Act(silence).on(one, 5))
    assert all(table.state[Standing, PLANET].plan == [] for table in answer)
    for reader in (None, *HUMANS):
        assert str(readable(answer[0], reader)) == str(readable(answer[1], reader))


def window_closes(table: Table, tile: str) -> None:
    """One Human blocks this tile, and the other none."""
    submit(table, "human-1", [Held(QuickBlock((tile,)))])
    submit(table, "human-2", [Held(NoBlock())])


@pytest.mark.parametrize("level", [3, 2, 1])
def test_what_the_planet_wants_after_a_block_shows_in_nothing_before_one_spares_something(level: int) -> None:
    worlds = [at_block(level, "none").copy() for _ in ("ask", "continue", "alternative")]
    for state, wanted in zip(worlds, ("ask", "continue", "alternative"), strict=True):
        state[Standing, PLANET].plan = [Held(Tsunami("D11", "w"))]
        state[Standing, PLANET].policy = {GAME: {"on_deviation": wanted}}
    readers = (None, *HUMANS)
    quiet = [act for name, act in acts_in("block") if not name.startswith(PLANET)]
    for act in (*quiet, Act(partial(window_closes, tile="A01"))):
        one, *others = (outcome(state, act, readers) for state in worlds)
        assert others == [one, one]
    spared = Act(partial(window_closes, tile=worlds[0][Attack].tiles[0]))
    asked, goes_on, nothing = (outcome(state, spared, readers) for state in worlds)
    assert asked == nothing != goes_on
