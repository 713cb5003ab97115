"""What an order is sure to bring: what an attack takes, the heat to come, which ending comes nearer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from ....kernel.engine.dry_run import Effect, effect
from ....kernel.engine.events import Ended
from ....kernel.engine.foresight import Certainty, Fact, Foresee, Outcome
from ....kernel.engine.model import Component, Event, Key, Order, Question, Seat, State
from ....kernel.engine.rehearsal import rehearse
from ....kernel.engine.rulebook import tag
from ..attack_sequence import Declare
from ..attacks import Block, card_sets
from ..destruction import AttackOver, CapitalLost, CityDestroyed, Exploded, ShieldsUsed, Spared, Strike, TilesTaken
from ..globe import city_at, continent_at, globe
from ..human_actions import HumanTurn
from ..preparation import CardsLaid, Prepare, PrepareCards, clairvoyance
from ..queries import is_heat, kind_of
from ..quick_blocks import QuickBlock, free_tiles
from ..round import HumansBegan
from ..setup import ChooseFault, FaultOpened, OpenFault
from ..shields import PlayShield
from ..state import GREEN, HUMANS, POLLUTING, Attack, Capital, World
from .attack_reach import reachable_tiles
from .brief import endings
from .threats import heat_fact, heat_to_come, in_sight

NOTHING: Sequence[Fact] = ()
VICTORIES = ("end.greens", "end.ark", "end.ark.own")
"""The endings that Humans bring about; the effect of an order on the heat is shown as a number."""


def foresight(state: State, question: Question, seat: Seat) -> Foresee:
    make = FORESEERS.get(type(question))
    return make(state, seat) if make else lambda order, outcome: NOTHING


def faults(state: State, seat: Seat) -> Foresee:
    """Foresee which tile a fault removes (2116-SETUP-04)."""

    def seen(order: Order, outcome: Effect | None) -> Sequence[Fact]:
        assert isinstance(order, OpenFault)
        return [fault_fact(globe(state).faults[order.fault])] if outcome else NOTHING

    return seen


def fault_fact(tile: str) -> Fact:
    opened = (Outcome(tag(FaultOpened), {"tile": tile}),)
    return Fact(
        key="opens",
        values={"tile": tile},
        place=tile,
        covers=("tiles",),
        certainty=Certainty.CERTAIN,
        outcomes=opened,
    )


def attacks(state: State, seat: Seat) -> Foresee:
    """Foresee what an attack removes if nobody opposes it (2116-DMG-08)."""

    def seen(order: Order, outcome: Effect | None) -> Sequence[Fact]:
        if outcome is None:
            return NOTHING
        after = outcome.state if outcome.state[Attack].pending else with_cards_named(state, seat, order)
        return list(strike_facts(after, seat))

    return seen


def with_cards_named(state: State, seat: Seat, order: Order) -> State:
    """Return the state after an attack whose cards a draw will choose: it takes the same with any equal ones."""
    named = (replace(order, cards=cards) for cards in card_sets(state, tag(type(order))))
    tried = (effect(state, Declare(), seat, attack) for attack in named)
    return next(outcome.state for outcome in tried if outcome)


def strike_events(state: State) -> list[Event]:
    """Return the events of the announced strike; capitals that the reader does not know are left out."""
    unknown: dict[Key, Component] = {(Capital, seat): Capital() for seat in HUMANS if (Capital, seat) not in state}
    return rehearse(state.with_parts({**state, **unknown}), Strike()).events


def strike_facts(state: State, seat: Seat) -> Iterator[Fact]:
    events = strike_events(state)
    tiles = [tile for event in events if isinstance(event, TilesTaken) for tile in event.tiles]
    values = {"tiles": len(tiles), "losses": list(loss_facts(state, events, tiles, seat))}
    fact = Fact("takes", values, covers=("aimed", "aimed_cities", "aimed_greens", "aimed_smoke"))
    yield if_unopposed(fact, *(Outcome(tag(TilesTaken), {"tiles": [tile]}) for tile in tiles)) if tiles else fact


def loss_facts(state: State, events: Sequence[Event], tiles: Sequence[str], seat: Seat) -> Iterator[Fact]:
    """Yield what else an attack brings if nobody blocks it."""
    yield from city_facts(state, events, seat)
    for tile in tiles:
        if (site := state[World].sites.get(tile)) in (GREEN, POLLUTING):
            gone = Outcome(tag(TilesTaken), {"tiles": [tile]})
            yield if_unopposed(Fact("takes.factory", {"tile": tile, "what": site}, place=tile), gone)
    if blasts := [event for event in events if isinstance(event, Exploded)]:
        warmer = Fact("takes.heat", {"degrees": sum(event.degrees for event in blasts)})
        yield if_unopposed(warmer, *(Outcome(tag(Exploded), {"tile": event.tile}) for event in blasts))
    if shields := [tile for event in events if isinstance(event, ShieldsUsed) for tile in event.tiles]:
        used = (Outcome(tag(ShieldsUsed), {"tiles": [tile]}) for tile in shields)
        yield if_unopposed(Fact("takes.shields", {"tiles": shields}), *used)


def if_unopposed(fact: Fact, *outcomes: Outcome) -> Fact:
    """Return that all of this happens in the attack, which a quick block may prevent."""
    return replace(fact, certainty=Certainty.POSSIBLE, outcomes=outcomes, every=True, until=(tag(AttackOver),))


def city_facts(state: State, events: Sequence[Event], seat: Seat) -> Iterator[Fact]:
    """Yield each city by name: the reader's capital, or possibly somebody's (2116-DMG-16, 2116-DMG-17)."""
    fallen = {event.city for event in events if isinstance(event, CapitalLost)}
    for event in events:
        if isinstance(event, CityDestroyed):
            values = {"city": event.city, "tile": event.tile, "continent": continent_at(state, event.tile)}
            if event.city in fallen:
                lost = Outcome(tag(CapitalLost), {"city": event.city})
                yield if_unopposed(Fact("takes.capital", values, tone="bad", place=event.tile), lost)
            else:
                destroyed = Outcome(tag(CityDestroyed), {"city": event.city})
                yield if_unopposed(Fact("takes.city", values, place=event.tile), destroyed)


def foresee_preparation(state: State, seat: Seat) -> Foresee:
    """Foresee what the cards could hit from the present holes, and the heat they bring (2116-PREP-01, 2116-HEAT-03)."""

    @lru_cache(None)
    def prey(kind: str, count: int) -> Fact:
        tiles = list(reachable_tiles(state, kind, count))
        cities = [city for tile in tiles if (city := city_at(state, tile))]
        works = [tile for tile in tiles if state[World].sites.get(tile) in (GREEN, POLLUTING)]
        values = {"kind": kind, "cards": count, "tiles": len(tiles), "cities": len(cities), "factories": works}
        return Fact("reach" if tiles else "reach.none", values)

    def seen(order: Order, outcome: Effect | None) -> Sequence[Fact]:
        assert isinstance(order, PrepareCards)
        groups = [group.split(":") for group in order.cards]
        plain = [(kind_of(state, group[0]), len(group)) for group in groups if not is_heat(state, group[0])]
        heat = heat_to_come(outcome.state) if outcome else 0
        facts = [prey(*one) for one in dict.fromkeys(plain)]
        more = sum(len(group) - 1 for group in groups)
        values = {"heat": heat, "more": more}
        warmer = [heat_fact("heat.combo" if more else "heat.next", values)] if heat else []
        return [*facts, *warmer, *([sight_fact(state, order)] if order.cards else [])]

    return seen


def sight_fact(state: State, order: PrepareCards) -> Fact:
    """Return how much the Humans see of the cards that are laid (2116-CLAIR-02)."""
    level, count = clairvoyance(state), sum(len(group.split(":")) for group in order.cards)
    laid = (Outcome(tag(CardsLaid), {"level": level, "count": count}),)
    return Fact(f"seen.{level}", certainty=Certainty.CERTAIN, outcomes=laid, until=(tag(HumansBegan),))


def turns(state: State, seat: Seat) -> Foresee:
    """Foresee which ending comes nearer, the heat to come, and what a shield keeps away (2116-END-01, 2116-END-02)."""
    before = list(endings(state, seat))
    heat = heat_to_come(state)
    prey = {kind: set(reachable_tiles(state, kind, count)) for kind, count in in_sight(state)}

    def seen(order: Order, outcome: Effect | None) -> Sequence[Fact]:
        if outcome is None:
            return NOTHING
        nearer = [near(fact) for fact in endings(outcome.state, seat) if fact not in before and fact.key in VICTORIES]
        later = heat_to_come(outcome.state)
        over = any(isinstance(event, Ended) for event in outcome.events)
        facts = [heat_fact("heat.next", {"heat": later})] if later != heat and not over else []
        guarded = order.at if isinstance(order, PlayShield) else ()
        kinds = [kind for kind, tiles in prey.items() if tiles.intersection(guarded)]
        return [*nearer, *facts, *([Fact("shield", {"kinds": kinds}, "good")] if kinds else [])]

    return seen


def near(fact: Fact) -> Fact:
    """Return what an ending takes after an order."""
    return Fact(fact.key.replace("end.", "near."), fact.values)


def blocks(state: State, seat: Seat) -> Foresee:
    """Foresee what a unit saves, and what is lost anyway if no other Human sends one (2116-DMG-09)."""
    without = [tile for event in strike_events(state) if isinstance(event, TilesTaken) for tile in event.tiles]

    def seen(order: Order, outcome: Effect | None) -> Sequence[Fact]:
        if outcome is None:
            return NOTHING
        after = with_tiles_guarded(state, order) if isinstance(order, QuickBlock) else state
        events = strike_events(after)
        left = [tile for event in events if isinstance(event, TilesTaken) for tile in event.tiles]
        saved = [tile for tile in without if tile not in left]
        spared = any(isinstance(event, Spared) for event in events)
        facts = [saved_fact(saved)] if saved and spared else []
        return [*facts, *strike_facts(after, seat)]

    return seen


def with_tiles_guarded(state: State, order: QuickBlock) -> State:
    """Return the state after a block, whichever of several units a draw will choose."""
    after = state.copy()
    after[Attack].blocked += free_tiles(state, order)
    return after


def saved_fact(tiles: Sequence[str]) -> Fact:
    """Return that these tiles are spared by this attack, whatever the others do."""
    return Fact(
        key="saves",
        values={"tiles": list(tiles)},
        tone="good",
        certainty=Certainty.CERTAIN,
        outcomes=tuple(Outcome(tag(TilesTaken), {"tiles": [tile]}) for tile in tiles),
        never=True,
        until=(tag(AttackOver),),
    )


FORESEERS: Mapping[type[Question], Callable[[State, Seat], Foresee]] = {
    ChooseFault: faults,
    Declare: attacks,
    Prepare: foresee_preparation,
    HumanTurn: turns,
    Block: blocks,
}
