"""Claims of every game, checked by playing on: what is certain always comes true, and what is possible can."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import NamedTuple

from msgspec import UNSET

from lpbe.games import game_of
from lpbe.kernel.chain.sealed_state import plain_events
from lpbe.kernel.content import packs
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.foresight import Certainty, Fact
from lpbe.kernel.engine.model import Event, Held, Order, Seat, Standing, State
from lpbe.kernel.engine.table import Table, answers_wanted, submit
from lpbe.kernel.engine.worlds import sample_world
from lpbe.kernel.language.effects import Effects

from .contract_config import Case, cases, config_of, root
from .playouts import playout
from .unchanged_words import at_ease, quiet

MAX_ANSWERS = 120
"""A claim that is not settled after this many answers is dropped."""
LISTED = 60
"""How many orders of a question are considered."""


class Claim(NamedTuple):
    """A foreseen fact: where, about whom, and after which order, if any."""

    state: State
    seat: Seat
    fact: Fact
    order: Order | None = None


def endless_claims(game: str, positions: int = 40, orders: int = 4) -> Iterator[Claim]:
    """Yield claims of one random game after another, through all settings of a game in turn."""
    settings = [case for case in cases() if case.game == game]
    Random(0).shuffle(settings)
    for seed in count():
        for case in settings:
            yield from claims(case, seed, positions, orders)


def claims(case: Case, seed: int, positions: int, orders: int) -> Iterator[Claim]:
    """Yield what is foreseen in some positions of a random game: of some orders, and of threats."""
    random = Random(f"{case} {seed}")
    played = playout(case, seed) if seed == 0 else playout.__wrapped__(case, seed)  # only the first is kept for others
    settled = [one.table.state for one in played if at_ease(one.table.state)]
    for state in map(quiet, random.sample(settled, min(positions, len(settled)))):
        for seat, question in answers_wanted(state).items():
            effects = Effects(packs.words(case.game, "en"), state.seen_by(seat), question, seat)
            listed = list(islice(legality.legal_orders(effects.state, question, seat), 300))
            for order in random.sample(listed, min(orders, len(listed))):
                yield from (Claim(state, seat, fact, order) for fact in foreseen(effects.facts(order)))
            if brief := game_of(case.game).presentation().brief:
                threats = brief(effects.state, seat, plain_events((), seat)).threats
                yield from (Claim(state, seat, fact) for fact in foreseen(threats))


def foreseen(facts: object) -> Iterator[Fact]:
    assert isinstance(facts, list | tuple)
    parts = [part for fact in facts for part in fact.parts()]
    return (part for part in parts if part.certainty is not Certainty.STATED)


def can_come_true(claim: Claim, tries: int) -> bool:
    """Return whether some line of play makes a claim true: every other line is random, since hints may mislead."""
    return any(comes_true(in_world(claim, seed), seed, wanted=seed % 2 == 1) for seed in range(tries))


def in_world(claim: Claim, seed: int) -> Claim:
    """Return a claim in its own position or, in turn, in another world that looks the same to its reader.

    What nobody can see, such as the order of a pile, may make a claim impossible that its reader cannot rule out.
    """
    if seed % 4 < 2:
        return claim
    return claim._replace(state=sample_world(claim.state.seen_by(claim.seat), claim.seat, root(seed)))


def comes_true(claim: Claim, seed: int, wanted: bool = False) -> bool | None:
    """Play on with legal answers until the claim is settled; None if it never is.

    Answers are random, or (`wanted`) often chosen to make it true.
    """
    random, fact = Random(seed), claim.fact
    table = Table(claim.state.copy(), root(seed))
    hints = names_in(fact) if wanted else set[str]()
    beyond = config_of(claim.state.book.modules[0].name).beyond if wanted else None
    missing = list(fact.outcomes)
    given = claim.order is None
    for _ in range(MAX_ANSWERS):
        for event in table.events:
            left = [outcome for outcome in missing if not outcome.matches(event)]
            if not left or (len(left) < len(missing) and not fact.every):
                return not fact.never
            missing = left
            if is_settled(fact, event):
                return fact.never
        asked = unanswered_seats(table.state)
        if not asked:
            return fact.never
        seat = claim.seat if not given else random.choice(asked)
        order = claim.order if not given else choose(table.state, seat, random, hints)
        if given and beyond and (better := list(beyond(table.state, answers_wanted(table.state)[seat], fact))):
            order = random.choice(better)
        given = True
        assert order is not None
        table.clear()
        submit(table, seat, [Held(order)])
    return None


def unanswered_seats(state: State) -> list[Seat]:
    """Return the seats that have not answered yet: in a poll an answer could be replaced, but is not."""
    return [seat for seat in answers_wanted(state) if state[Standing, seat].answer is UNSET]


def is_settled(fact: Fact, event: Event) -> bool:
    return type(event).__struct_config__.tag in fact.until


def choose(state: State, seat: Seat, random: Random, hints: set[str]) -> Order:
    """Return a random order; with hints, often one that names most of them, or the default."""
    question, way = answers_wanted(state)[seat], random.random()
    if hints and way < 0.3:
        return legality.safe_order(state, question, seat)
    listed = list(islice(legality.legal_orders(state, question, seat), LISTED))
    kinds = list(dict.fromkeys(map(type, listed)))
    kind = random.choice(kinds)
    same = [order for order in listed if type(order) is kind]
    best = max(len(hints & words_of(order)) for order in same) if way < 0.7 else 0
    return random.choice([order for order in same if len(hints & words_of(order)) >= best])


def names_in(fact: Fact) -> set[str]:
    """Return the names and numbers that a fact is about, dice both whole and as their values."""
    found = {fact.place, *(word for outcome in fact.outcomes for word in flat(outcome.fields))}
    found |= {word for value in fact.values.values() for word in flat(value)}
    return {part for word in found for part in (word, word.partition(".")[0], word[-1:]) if part}


def words_of(order: Order) -> set[str]:
    return set(flat({name: getattr(order, name) for name in order.__struct_fields__}))


def flat(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (word for part in value.values() for word in flat(part))
    elif isinstance(value, list | tuple):
        yield from (word for part in value for word in flat(part))
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield str(value)


def show(claim: Claim) -> str:
    return f"{claim.seat}: {claim.fact.key} {claim.fact.values} after {claim.order}; {answers_wanted(claim.state)}"
