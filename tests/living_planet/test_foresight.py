"""Foresight is right: the production, strikes and losses that it announces happen when the game is played that way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import pytest

from lpbe.games.living_planet.actions.actions import Act, EndActions
from lpbe.games.living_planet.actions.construction import Build, Built
from lpbe.games.living_planet.actions.trading import Deal, MarketDrawn, TakeTrade
from lpbe.games.living_planet.map.queries import tile_of
from lpbe.games.living_planet.presentation.brief import brief
from lpbe.games.living_planet.presentation.foresight import foresight
from lpbe.games.living_planet.state import Bank, Turn
from lpbe.games.living_planet.turn.card_selection import SelectCard, SelectCards
from lpbe.games.living_planet.turn.cataclysms import Cataclysm, Trigger
from lpbe.games.living_planet.turn.exhaustion import Exhaust, Exhausted
from lpbe.games.living_planet.turn.fate import ChangeDie, Fate
from lpbe.games.living_planet.turn.leader_step import DOUBLE_CARD, REMOVE_CARD, ArrangeDice, Lead, RemoveResource
from lpbe.games.living_planet.turn.production import Produce, Produced, ProduceOne
from lpbe.games.living_planet.turn.strikes import Struck, SufferDamage
from lpbe.games.living_planet.turn.turn import ActionsCalled, ColumnBegan, TurnBegan
from lpbe.kernel.content import packs
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.dry_run import effect
from lpbe.kernel.engine.events import Ended
from lpbe.kernel.engine.foresight import Fact
from lpbe.kernel.engine.model import Agenda, Event, Held, Order, Question, Roster, Seat, State
from lpbe.kernel.engine.table import Table, answers_wanted, submit
from lpbe.kernel.language.effects import Effects
from lpbe.kernel.language.sentences import fact_text

from ..contract.contract_config import Case, cases, root
from ..contract.playouts import playout
from ..contract.unchanged_words import Say, at_ease, once, quiet, watch_until
from ..size_limits import part
from .passive import Loss, certain, lead_with, losses, of, of_steps, possible, show_die, still, trigger_hex, ways
from .positions import position

GAME = "living-planet"
Goods = set[tuple[Seat, str, str, int]]
SETTINGS = [case for case in cases() if case.game == GAME]
EVERYDAY = list({case.expansions: case for case in SETTINGS if case.players == 4}.values())
"""Every choice of expansions."""
LATER = (ColumnBegan, Exhausted, TurnBegan, Ended)
"""The end of a die."""


def foresee_order(state: State, question: Question, seat: Seat, order: Order) -> Sequence[Fact]:
    """Return what a seat is shown about one order."""
    view = state.seen_by(seat)
    return foresight(view, question, seat)(order, effect(view, question, seat, order))


def give_once(seat: Seat, order: Order, then: Say = still) -> Say:
    return once(seat, order, then)


def goods_of(events: Sequence[Event]) -> Goods:
    return {(e.seat, e.place, e.resource, e.count) for e in events if isinstance(e, Produced)}


def promised_goods(answer: Sequence[Fact]) -> Goods:
    goods = [one for part in answer if part.key.startswith("produce.") for one in part.values["goods"]]
    return {(g.values["seat"], g.values["place"], g.values["resource"], g.values["count"]) for g in goods}


def strikes(answer: Sequence[Fact]) -> list[Fact]:
    return [one for one in answer if one.key.startswith("strike.") and "hex" in one.values]


def check_strike(seat: Seat, strike: Fact, before: State, events: Sequence[Event]) -> None:
    """Check the losses of the reader, or of everybody if nothing depends on other screens."""
    readers = (seat,) if strike.values["open"] else tuple(before[Roster].seats)
    check_losses(readers, strike.values["losses"], losses(before, events))


def check_losses(readers: Sequence[Seat], answer: Sequence[Fact], happened: set[Loss]) -> None:
    """Check that readers lose everything certain, and nothing but what is certain or possible."""
    for seat in readers:
        lost = of(seat, happened)
        assert lost <= possible(answer), (answer, lost)
        for harm in certain(answer):
            assert harm.values["seat"] != seat or ways(harm) & lost, (harm, lost)


# One check for each kind of question


def check_card(state: State, question: Question, seat: Seat, order: Order) -> None:
    """Check a card: it is played, its die comes first, and each hex that it may strike is struck once."""
    assert isinstance(order, SelectCard)
    answer = foresee_order(state, question, seat, order)
    goods = promised_goods(answer)
    say = giving_card(seat, order, lead_with(seat, [one[2] for one in goods]))
    events = list(watch_until(state, say, lambda event: isinstance(event, ActionsCalled)))
    if not any(isinstance(event, Built) for event in events):
        assert goods_of(events) == goods
    hexes = {strike.values["hex"] for strike in strikes(answer)}
    struck = list(watch_until(state, say, second_column))
    assert {event.hex for event in struck if isinstance(event, Struck)} <= hexes or was_driven(struck)
    for strike in strikes(answer):
        after = list(watch_until(state, trigger_hex(strike.values["hex"], choose_hex(say, hexes)), second_column))
        assert any(isinstance(event, Struck) and event.hex == strike.values["hex"] for event in after)
        if strike.key == "strike.may" or len(strikes(answer)) == 1:
            check_strike(seat, strike, state, after)


def giving_card(seat: Seat, order: Order, then: Say) -> Say:
    def say(state: State, question: Question, one: Seat) -> Order | None:
        return order if isinstance(question, SelectCards) and one == seat else then(state, question, one)

    return say


def choose_hex(then: Say, hexes: set[str]) -> Say:
    """Strike the hex whose effect was foretold, if its owner has the choice."""

    def say(state: State, question: Question, one: Seat) -> Order | None:
        if isinstance(question, Trigger):
            assert {*question.hexes, *question.anyhow} == hexes
        return then(state, question, one)

    return say


def was_driven(events: Sequence[Event]) -> bool:
    """Return whether something was struck by what another strike drove there."""
    return len([event for event in events if isinstance(event, Struck)]) > 1


def second_column(event: Event) -> bool:
    return isinstance(event, ColumnBegan) and event.column == 1


def check_die(state: State, question: Question, seat: Seat, order: Order) -> None:
    """Check a die: a token or card 1 turns it, or it stays, with the announced consequences."""
    answer = foresee_order(state, question, seat, order)
    for strike in strikes(answer):
        after = list(watch_until(state, trigger_hex(strike.values["hex"], give_once(seat, order)), ended_die))
        if strike.key == "strike.may" or len(strikes(answer)) == 1:
            check_strike(seat, strike, state, after)
    if isinstance(question, Fate) and question.row == "A":
        assert goods_of(list(watch_until(state, give_once(seat, order), actions_or_later))) == promised_goods(answer)


def ended_die(event: Event) -> bool:
    return isinstance(event, LATER)


def actions_or_later(event: Event) -> bool:
    return isinstance(event, ActionsCalled) or ended_die(event)


def check_lead(state: State, question: Question, seat: Seat, order: Order) -> None:
    """Check the whole turn if no owner of a die could choose what to strike; if a cube is removed, what is left."""
    if isinstance(order, RemoveResource):
        (left,) = foresee_order(state, question, seat, order)
        assert left.values["count"] == state[Bank].cubes[order.resource] - 1
    if not isinstance(order, ArrangeDice) or state[Turn].effect in (DOUBLE_CARD, REMOVE_CARD):
        return
    answer, choices = foresee_order(state, question, seat, order), list[Question]()

    def say(now: State, asked: Question, one: Seat) -> Order | None:
        if isinstance(asked, Trigger) and len(asked.hexes) > 1:
            choices.append(asked)
        return order if isinstance(asked, Lead) and not asked.arranged else still(now, asked, one)

    events = list(watch_until(state, say, lambda event: isinstance(event, Exhausted | TurnBegan | Ended)))
    if not choices:
        assert {one for one in promised_goods(answer) if one[0] == seat} == {
            one for one in goods_of(events) if one[0] == seat
        }
        check_losses((seat,), answer, losses(state, events))


def check_trigger(state: State, question: Question, seat: Seat, order: Order) -> None:
    answer = foresee_order(state, question, seat, order)
    events = list(watch_until(state, give_once(seat, order), ended_die))
    check_losses((seat,), answer, losses(state, events))


def check_reaction(state: State, question: Question, seat: Seat, order: Order) -> None:
    """What an answer to a danger leads to, for those who gives it."""
    answer, choices = foresee_order(state, question, seat, order), list[Question]()

    def say(now: State, asked: Question, one: Seat) -> Order | None:
        choices.extend([asked] if isinstance(asked, Trigger) and len(asked.hexes) > 1 else [])
        return still(now, asked, one)

    events = list(watch_until(state, give_once(seat, order, say), ended_die))
    if not choices:
        check_losses((seat,), answer, losses(state, events))


def check_act(state: State, question: Question, seat: Seat, order: Order) -> None:
    if isinstance(order, EndActions):
        check_end(state, question, seat, order)
    elif isinstance(order, Build):
        check_build(state, question, seat, order)
    elif isinstance(order, TakeTrade):
        check_trade(state, question, seat, order)


def check_end(state: State, question: Question, seat: Seat, order: Order) -> None:
    """Check that everything announced happens, and everything that happens was announced, if nobody had a choice."""
    answer, asked = foresee_order(state, question, seat, order), list[Question]()

    def say(now: State, question: Question, one: Seat) -> Order | None:
        asked.extend([question] if isinstance(question, Fate | ChangeDie | Trigger) else [])
        return still(now, question, one)

    events = list(watch_until(state, give_once(seat, order, say), ended_die))
    if not asked:
        check_losses((seat,), answer, losses(state, events))
    elif isinstance(choice := asked[-1], Trigger):
        assert {one.values["hex"] for one in strikes(answer)} == {*choice.hexes, *choice.anyhow}
    if any(one.key in ("strike.none", "strike.idle") for one in answer):
        assert not losses(state, events), "nothing of anybody's"
    if any(one.key == "strike.none" for one in answer):
        assert not any(isinstance(event, Struck) for event in events)


def check_build(state: State, question: Question, seat: Seat, order: Build) -> None:
    """Check that it produces on the announced value, and each die of its hex costs it what was announced or nothing."""
    answer = foresee_order(state, question, seat, order)
    table = Table(state.copy(), root(1))
    submit(table, seat, [Held(order)])
    if not any(isinstance(event, Built) for event in table.events):
        return
    for one in (one for one in answer if one.key == "build.makes"):
        wish = give_once(seat, ProduceOne("factory", order.place))
        events = of_steps(show_die(table.state, seat, one.values["value"]), Produce(seat), say=wish)
        assert (seat, order.place) in {(good[0], good[1]) for good in goods_of(events)}
    hex = order.place.partition(".")[0]
    risky = {die for one in answer if one.key.startswith("risk") for die in one.values["dice"]}
    for die in tile_of(state, hex).dice:
        trial = show_die(table.state, die[:-1], int(die[-1]))
        lost = of(seat, losses(trial, of_steps(trial, Cataclysm(die[:-1]), say=trigger_hex(hex, still))))
        touched = {thing for _, _, thing in lost} & {order.place, order.team}
        assert bool(touched) == (die in risky), (order, die, answer, lost)


def check_trade(state: State, question: Question, seat: Seat, order: TakeTrade) -> None:
    answer = next(one for one in foresee_order(state, question, seat, order) if one.key == "trade")
    table = Table(state.copy(), root(1))
    submit(table, seat, [Held(order)])
    drawn = sum(event.count for event in table.events if isinstance(event, MarketDrawn))
    assert drawn <= answer.values["cards"]
    deal = table.state[Agenda].steps[-1]
    assert isinstance(deal, Deal) and deal.volume == answer.values["cubes"]


def check_exhaust(state: State, question: Question, seat: Seat, order: Order) -> None:
    answer = foresee_order(state, question, seat, order)[0]
    events = list(
        islice(watch_until(state, give_once(seat, order), lambda event: isinstance(event, TurnBegan | Ended)), 9)
    )
    taken = [event.resource for event in events if isinstance(event, Exhausted)]
    assert taken == [answer.values["resource"]]
    assert state[Bank].cubes[taken[0]] - 1 == answer.values["count"]


CHECKS: dict[type[Question], Callable[[State, Any, Seat, Order], None]] = {
    SelectCards: check_card,
    Lead: check_lead,
    Fate: check_die,
    ChangeDie: check_die,
    Trigger: check_trigger,
    Exhaust: check_exhaust,
    Act: check_act,
}
OTHERS = ("TakeDamage", "Protect", "Extinguish", "FleeFire", "SaveInTurn", "SaveTogether", "Resist", "ArrangeStrikes")
"""Answers to dangers, of the base game and of expansions."""


def check_threats(state: State, seat: Seat) -> None:
    """Check that each threatening die costs what was announced, once it shows that value."""
    for answer in brief(state.seen_by(seat), seat).threats:
        if answer.key not in ("threat.sure", "threat.shown", "threat.may"):
            continue
        for die in answer.values["dice"]:
            trial = show_die(state, die[:-1], int(die[-1]))
            events = of_steps(trial, Cataclysm(die[:-1]), say=trigger_hex(answer.values["hex"], still))
            for harm in certain(answer.values["losses"]):
                assert ways(harm) & losses(state, events), (harm, losses(state, events))


def positions(case: Case, seed: int) -> Iterator[tuple[State, Seat, Question]]:
    for transition in playout(case, seed):
        state = transition.table.state
        wanted = answers_wanted(state)
        if wanted and at_ease(state):
            seat = sorted(wanted)[len(state[Agenda].steps) % len(wanted)]
            yield quiet(state), seat, wanted[seat]


def some(case: Case, seed: int, count: int) -> list[tuple[State, Seat, Question]]:
    """Return this many positions of a game, as many kinds of questions as possible among them."""
    kinds: dict[type[Question], list[tuple[State, Seat, Question]]] = {}
    for one in positions(case, seed):
        if type(one[2]) in CHECKS or type(one[2]).__name__ in OTHERS:
            kinds.setdefault(type(one[2]), []).append(one)
    rounds = [list(found) for found in kinds.values()]
    picked: list[tuple[State, Seat, Question]] = []
    while len(picked) < count and any(rounds):
        picked += [found.pop(len(found) // 2) for found in rounds if found]
    return picked[:count]


def check(state: State, seat: Seat, question: Question, each: int) -> None:
    orders = list(islice(legality.legal_orders(state.seen_by(seat), question, seat), 200))
    kinds: dict[type[Order], list[Order]] = {}
    for order in orders:
        kinds.setdefault(type(order), []).append(order)
    for listed in kinds.values():
        for order in listed[:: max(1, len(listed) // each)][:each]:
            CHECKS.get(type(question), check_reaction)(state, question, seat, order)
    check_threats(state, seat)


def try_out(case: Case, seed: int, count: int, each: int) -> None:
    found = some(case, seed, count)
    assert found
    for state, seat, question in found:
        check(state, seat, question, each)


@pytest.mark.parametrize("case", EVERYDAY, ids=str)
def test_what_is_foreseen_comes_true(case: Case) -> None:
    try_out(case, 0, 5, 2)


@pytest.mark.soak
@pytest.mark.parametrize("case", SETTINGS, ids=str)
def test_what_is_foreseen_comes_true_in_every_setting(case: Case) -> None:
    for seed in range(2):
        try_out(case, seed, part(30), 4)


def struck_mine(wounded: bool, chip: str) -> State:
    """Red alone on a hex that is being struck."""
    mine = {"kind": "iron_mine", "tile": "iron_mine-2", "value": 2, **({"chip": chip} if chip else {})}
    given = {
        "map": {
            "hexes": {"H01": {"at": "1,0", "turn": 0, "nth": 1}},
            "buildings": {"H01.1": mine},
            "teams": {"R1": {"seat": "red", "place": "H01.1", **({"wounded": True} if wounded else {})}},
        },
        "agenda": {"steps": [{"step": "take-damage", "hex": "H01"}]},
    }
    return position(given).state


@pytest.mark.parametrize(
    ("lang", "killed", "wounded"),
    [("en", "your R1 is killed", "your R1 is wounded"), ("fr", "votre R1 est tué", "votre R1 est blessé")],
)
def test_killed_is_called_killed(lang: str, killed: str, wounded: str) -> None:
    """And no number reads as if a scientist had been gained."""
    words, order = packs.words(GAME, lang), SufferDamage(("R1",))
    for hurt, answer in ((True, killed), (False, wounded)):
        state = struck_mine(hurt, "red").seen_by("red")
        effects = Effects(words, state, answers_wanted(state)["red"], "red")
        assert effects.text(order) == answer


def threatened_mine(**hands: object) -> State:
    """Blue leads and may hold card 1; Red has a mine on a hex that two dice strike."""
    mine = {"kind": "iron_mine", "tile": "iron_mine-2", "value": 2, "chip": "red"}
    given = {
        "map": {"hexes": {"H01": {"at": "1,0", "turn": 0, "nth": 1}}, "buildings": {"H01.1": mine}},
        "turn": {"number": 3, "leader": "blue"},
        **hands,
    }
    return position(given).state.seen_by("red")


def threat_texts(state: State, lang: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for fact in brief(state, "red").threats:
        found.setdefault(fact.key, []).append(fact_text(packs.words(GAME, lang), fact))
    return found


@pytest.mark.parametrize(("lang", "turned"), [("en", "if a die is turned to"), ("fr", "si un dé passe à")])
def test_under_the_leaders_first_card_a_die_that_cannot_be_laid_still_threatens(lang: str, turned: str) -> None:
    """The Leader's card 1 turns any die to any value; without it only the values that may be laid threaten."""
    played = {seat: [4, 5, 6] for seat in ("red", "blue", "yellow", "green")}
    with_card, without = played, {**played, "blue": [1, 5, 6]}
    texts = threat_texts(threatened_mine(piles={"played": with_card}), lang)
    assert any(turned in text for text in texts.get("threat.turned", [])), texts
    assert "threat.turned" not in threat_texts(threatened_mine(piles={"played": without}), lang)


@pytest.mark.parametrize(("lang", "either"), [("en", "Blue 2 or Green 4"), ("fr", "Bleu 2 ou Vert 4")])
@pytest.mark.parametrize("key", ["threat.may", "threat.turned", "threat.shown"])
def test_of_several_dice_one_is_enough(lang: str, either: str, key: str) -> None:
    values = {"hex": "H01", "kind": "geyser", "dice": ("blue2", "green4"), "losses": ()}
    assert either in fact_text(packs.words(GAME, lang), Fact(key, values))


def test_what_is_sure_to_come_stands_beside_the_end_of_actions() -> None:
    """A die that its owner must use strikes the only hex it can: the owner's own."""
    mine = {"kind": "iron_mine", "tile": "iron_mine-2", "value": 2, "chip": "red"}
    tile = printed_dice(GAME, "H01")
    die = next(die for die in tile if die.startswith("red"))
    given = {
        "map": {"hexes": {"H01": {"at": "1,0", "turn": 0, "nth": 1}}, "buildings": {"H01.1": mine}},
        "turn": {
            "number": 3,
            "leader": "blue",
            "dice": {"red": int(die[-1]), "blue": 1, "yellow": 1, "green": 1},
            "order": ["red", "blue", "yellow", "green"],
        },
        "agenda": {"steps": [{"step": "cataclysm", "colour": "red"}, {"step": "act", "seat": "red"}]},
    }
    state = position(given).state.seen_by("red")
    text = Effects(packs.words(GAME, "en"), state, answers_wanted(state)["red"], "red").text(EndActions())
    assert text == "your iron mine on H01.1 loses its chip; 2 points lost"


def printed_dice(game: str, hex: str) -> dict[str, str]:
    found: dict[str, str] = packs.rows(game)[game]["tiles"][hex]["dice"]
    return found
