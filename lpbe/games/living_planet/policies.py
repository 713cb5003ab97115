"""Standing policies (D-25): what a seat decides in advance about questions that come up often."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ...kernel.base.errors import Message
from ...kernel.engine.model import Name, Order, Question, Seat, Standing, State
from ...kernel.engine.rulebook import Rulebook
from .actions.actions import Act, CallScientist, Heal, calls
from .actions.arrivals import arrivals, open_arrivals
from .actions.exploration import BuryHexes, ReturnHexes
from .map.queries import inside, is_motorized, mineral_names, resource_names, resources, teams_of
from .state import CARDS, Bank, Hand, Map, Purse, Team, Turn
from .turn.card_selection import SelectCard, SelectCards
from .turn.cataclysms import Protect, ProtectNothing, Trigger, TriggerHexes
from .turn.exhaustion import Exhaust, ExhaustResource, minerals
from .turn.fate import ChangeDie, ChangeDieTo, Fate, KeepDie, UseFate
from .turn.leader_step import (
    DOUBLE_CARD,
    RECOVER_CARD,
    REMOVE_CARD,
    Lead,
    NameDouble,
    RecoverCard,
    RemoveResource,
    effect_waits,
    removable,
)
from .turn.production import CallEarly, CallNobody, Produce, ProduceOne, best_factory, choices, product_of
from .turn.strikes import SufferDamage, TakeDamage, exposed_teams

Card = Annotated[int, Meta(ge=1, le=6)]
Ranking = Annotated[tuple[Name, ...], Meta(max_length=16, extra={"allowed": resource_names})]
"""Resources, the first one first."""
Minerals = Annotated[tuple[Name, ...], Meta(max_length=16, extra={"allowed": mineral_names})]
Colour = Literal["red", "blue", "yellow", "green"]
Lose = Literal["chip", "team", "ask"]
Default = Literal["default"]
"""The safe answer for a seat that does not answer, worked out when the question comes."""
T = TypeVar("T")


class ProducePolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which of several matching factories, whether a repair comes first, and who arrives on the colony (D-08)."""

    ranking: Ranking = ()
    skip_empty: bool = True
    repair_first: bool = False
    colony: Literal["never", "scientist", "motorized", "ask"] = "ask"


class FatePolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """For each row, whether the seat's die is forced, and to which value (D-06)."""

    a: Literal["never", "ask"] | Card = msgspec.field(default="ask", name="A")
    b: Literal["never", "ask"] | Card = msgspec.field(default="ask", name="B")
    c: Literal["never", "ask"] | Card = msgspec.field(default="ask", name="C")


class ChangePolicy(Struct, frozen=True, forbid_unknown_fields=True):
    """The die that card 1 is for; the others are kept (D-07)."""

    die: Colour
    value: Card


class DamagePolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is lost where both a chip and a team are on a struck building (D-23)."""

    unwounded: Lose = "ask"
    wounded: Lose = "ask"
    motorized: Lose = "ask"


class TriggerPolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which of several hexes strikes, or all, and where hexes that are not ranked come (D-22)."""

    ranking: Annotated[tuple[Name, ...], Meta(max_length=64)] = ()
    strike: Literal["one", "all"] = "one"
    unlisted: Literal["last", "first", "ask"] = "ask"


class LivingPlanetPolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The policy of a seat; whatever it leaves out is asked."""

    cards: Annotated[tuple[Card, ...], Meta(max_length=12)] = ()
    double: Ranking | Default = ()
    remove: Ranking | Default = ()
    recover: Annotated[tuple[Card, ...], Meta(max_length=6)] | Default = ()
    fate: FatePolicy = FatePolicy()
    change: ChangePolicy | Literal["never", "ask"] = "ask"
    produce: ProducePolicy | UnsetType = UNSET
    call: Literal["never", "always", "ask"] = "ask"
    heal: Literal["none", "all", "inside-first"] = "none"
    bury: Literal["drawn", "ask"] = "ask"
    trigger: TriggerPolicy | Default | UnsetType = UNSET
    damage: DamagePolicy = DamagePolicy()
    protect: Literal["never", "always", "ask"] = "ask"
    exhaust: Minerals | Default = ()


DEFAULT = LivingPlanetPolicy(
    fate=FatePolicy("never", "never", "never"),
    change="never",
    produce=ProducePolicy(colony="never"),
    call="always",
    bury="drawn",
    trigger="default",
    damage=DamagePolicy("team", "team", "chip"),
    protect="always",
    exhaust="default",
)
"""The default answers, for all questions except the heart of the game: card, dice and effect, actions, hex, trade."""


def audit_policy(book: Rulebook, own: LivingPlanetPolicy) -> Iterator[Message]:
    """Yield whatever a seat ranks that does not exist in this game or is never exhausted."""
    produce = () if isinstance(own.produce, UnsetType) else own.produce.ranking
    ranked = [name for names in (own.double, own.remove, own.exhaust, produce) for name in ranked_names(names)]
    for name in ranked:
        if name not in resource_names(book):
            yield Message("there is no resource called {resource}", {"resource": name})
    for name in ranked_names(own.exhaust):
        if name not in mineral_names(book):
            yield Message("{resource} can never be exhausted", {"resource": name})


def ranked_names(ranking: Ranking | Default) -> Ranking:
    """Return what a ranking names; the default names nothing."""
    return ranking if isinstance(ranking, tuple) else ()


def policy(view: State, seat: Seat) -> LivingPlanetPolicy:
    return msgspec.convert(view[Standing, seat].policy.get("living-planet", {}), LivingPlanetPolicy)


def first(ranking: Sequence[T], possible: Sequence[T]) -> T | None:
    """Return the first of a ranking that is possible now."""
    return next((one for one in ranking if one in possible), None)


def select(view: State, seat: Seat, poll: SelectCards) -> Order | None:
    """Return the first card of the list that is in hand; after six turns the list goes on with its seventh entry.

    D-01.
    """
    cards = policy(view, seat).cards
    later = len(CARDS) if view[Turn].number > len(CARDS) else 0
    card = first((*cards[later:], *cards[:later]), view[Hand, seat].cards)
    return SelectCard(card) if card else None


def lead(view: State, seat: Seat, question: Lead) -> Order | None:
    """Return the choice that the card needs; the dice are always asked for (D-03 to D-05)."""
    own = policy(view, seat)
    effect = view[Turn].effect
    choice = {DOUBLE_CARD: own.double, REMOVE_CARD: own.remove, RECOVER_CARD: own.recover}.get(effect, ())
    if not effect_waits(view, question):
        return None
    return question.default(view, seat) if choice == "default" else ranked_effect(view, seat, own, effect)


def ranked_effect(view: State, seat: Seat, own: LivingPlanetPolicy, effect: int) -> Order | None:
    if effect == DOUBLE_CARD:
        doubled = first(own.double, resources(view))
        return NameDouble(doubled) if doubled else None
    if effect == REMOVE_CARD:
        removed = first(own.remove, removable(view))
        return RemoveResource(removed) if removed else None
    wanted = own.recover if isinstance(own.recover, tuple) else ()
    card = first(wanted, [card for card in view[Hand, seat].pile if card != RECOVER_CARD])
    return RecoverCard(card) if card else None


def fate(view: State, seat: Seat, question: Fate) -> Order | None:
    value = getattr(policy(view, seat).fate, question.row.lower())
    if isinstance(value, int):
        return KeepDie() if value == view[Turn].dice[question.colour] else UseFate(value)
    return KeepDie() if value == "never" else None


def change(view: State, seat: Seat, question: ChangeDie) -> Order | None:
    own = policy(view, seat).change
    if isinstance(own, ChangePolicy):
        return ChangeDieTo(own.value) if own.die == question.colour else KeepDie()
    return KeepDie() if own == "never" else None


def produce(view: State, seat: Seat, question: Produce) -> Order | None:
    """Return an arrival if wanted and affordable, a repair if it comes first, or the best factory of the ranking.

    D-08.
    """
    own = policy(view, seat).produce
    if isinstance(own, UnsetType):
        return None
    if own.colony == "ask" and (arrivals(view, seat) or open_arrivals(view, seat)):
        return None  # whether or not the seat can pay, since asking would reveal it
    possible = list(choices(view, seat))
    wanted = [order for order in possible if order.what == own.colony]
    repairs = [order for order in possible if order.what == "repair" and own.repair_first]
    return next(iter((*wanted, *repairs)), None) or by_ranking(view, seat, own, possible)


def by_ranking(view: State, seat: Seat, own: ProducePolicy, possible: Sequence[ProduceOne]) -> Order | None:
    """Return the factory ranked first, with stock in the bank before others; the rest as by default."""
    cubes = view[Bank].cubes
    ranked = [o for r in own.ranking for o in possible if o.what == "factory" and product_of(view, o.place) == r]
    if own.skip_empty:
        ranked.sort(key=lambda order: not cubes[product_of(view, order.place)])
    if ranked:
        return ranked[0]
    spot = best_factory(view, seat)
    return ProduceOne("factory", spot) if spot else ProduceOne("none")


def act(view: State, seat: Seat, question: Act) -> Order | None:
    """Heal at the start of the phase; call a scientist as soon as the colony is empty (D-20, D-09)."""
    own = policy(view, seat)
    if not question.taken and own.heal != "none" and (hurt := patients(view, seat, own.heal)):
        return Heal(tuple(hurt))
    return next(calls(view, seat, question), None) if own.call == "always" else None


def patients(view: State, seat: Seat, whom: str) -> list[str]:
    """Return as many wounded scientists as there is mycelium for."""
    hurt = [(name, team) for name, team in teams_of(view, seat) if team.wounded]
    if whom == "inside-first":
        hurt.sort(key=lambda one: not inside(view, one[1].place))
    return [name for name, _ in hurt][: view[Purse, seat].cubes.get("mycelium", 0)]


def call(view: State, seat: Seat, question: CallEarly) -> Order | None:
    return {"always": CallScientist(), "never": CallNobody()}.get(policy(view, seat).call)


def bury(view: State, seat: Seat, question: BuryHexes) -> Order | None:
    """Return hexes under the deck as they were drawn (D-12)."""
    return ReturnHexes() if policy(view, seat).bury == "drawn" else None


def trigger(view: State, seat: Seat, question: Trigger) -> Order | None:
    """Choose hexes by rank; those that are not ranked as the policy says (D-22)."""
    own = policy(view, seat).trigger
    if isinstance(own, UnsetType):
        return None
    if own == "default":
        return question.default(view, seat)
    listed = [hex for hex in own.ranking if hex in question.hexes]
    others = [hex for hex in question.hexes if hex not in listed]
    ranked = tuple([*others, *listed] if own.unlisted == "first" else [*listed, *others])
    if own.strike == "all":
        return TriggerHexes(ranked)
    return None if others and own.unlisted == "ask" else TriggerHexes(ranked[:1])


def damage(view: State, seat: Seat, poll: TakeDamage) -> Order | None:
    """Decide case by case; if one case is not covered, the seat is asked about it with the others (D-23)."""
    own = policy(view, seat).damage
    teams = view[Map].teams
    losses = {name: loss_choice(view, own, teams[name]) for name in exposed_teams(view, poll.hex, poll.safe, seat)}
    if "ask" in losses.values():
        return None
    return SufferDamage(tuple(name for name, lose in losses.items() if lose == "team"))


def loss_choice(view: State, own: DamagePolicy, team: Team) -> Lose:
    """Return what the policy gives up when this team is struck."""
    if is_motorized(view, team):
        return own.motorized
    return own.wounded if team.wounded else own.unwounded


def protect(view: State, seat: Seat, poll: Protect) -> Order | None:
    own = policy(view, seat).protect
    if own == "ask":
        return None
    return poll.default(view, seat) if own == "always" else ProtectNothing()


def exhaust(view: State, seat: Seat, question: Exhaust) -> Order | None:
    own = policy(view, seat).exhaust
    if own == "default":
        return question.default(view, seat)
    mineral = first(own, minerals(view))
    return ExhaustResource(mineral) if mineral else None


POLICIES: Mapping[type[Question], Callable[[State, Seat, Any], Order | None]] = {
    SelectCards: select,
    Lead: lead,
    Fate: fate,
    ChangeDie: change,
    Produce: produce,
    CallEarly: call,
    Act: act,
    BuryHexes: bury,
    Trigger: trigger,
    Protect: protect,
    TakeDamage: damage,
    Exhaust: exhaust,
}
