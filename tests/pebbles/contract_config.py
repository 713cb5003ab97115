"""How Pebbles is tried."""

from __future__ import annotations

import re

from lpbe.games.pebbles.state import Bag, Hand, Path, Pebble, Purse
from lpbe.games.pebbles.turn import Sold
from lpbe.kernel.engine.model import Event, Standing, State
from lpbe.kernel.engine.rulebook import Rulebook

from ..contract.contract_config import ContractConfig, Fullest, Habits, Reader, Secrets
from .positions import count

PEBBLE = re.compile(r'"([pm]\d\d)"')


def in_sight(state: State, reader: Reader) -> set[str]:
    """The pebbles a reader may know."""
    own = state.open(Hand, reader) if reader else None
    return {*state[Path].laid, *(own.pebbles + own.drawn if own else [])}


def shown_secrets(event: Event) -> set[str]:
    """Return what is sold goes from the hand to the bottom of the bag while all look on."""
    return {event.pebble} if isinstance(event, Sold) else set()


def fullest(book: Rulebook, seats: int) -> Fullest:
    stones = list(book.rows_of(Pebble))
    return (Hand(stones[3:], stones[:3]), Purse(24 + 6 * seats)), (Bag(stones),)


POLICIES = (
    {},
    {"bid": 2},
    {"keep": "highest"},
    {"keep": "lowest", "shelter": "dear"},
    {"shelter": "always"},
    {"shelter": "never"},
)
ASKED = {
    "en": "goal, win, winner, points, money, score, turn, shelter, pebble, moss, rain, bid, coin, path",
    "fr": "but, gagner, points, argent, score, tour, abri, galet, mousse, pluie, mise, pièce, chemin",
}
"""What beginners look up, by the language they ask in."""

CONTRACT = ContractConfig(
    "pebbles",
    Secrets(lambda text: set(PEBBLE.findall(text)), in_sight, shown_secrets, apart=(Standing,)),
    fullest,
    options=({"rounds": 4},),
    policies=tuple({"pebbles": policy} for policy in POLICIES),
    habits=Habits(0.3, 0.2, 0.05, 0.05, 0.05, lambda seed: seed % 4 == 0, envious=True),
    tidy=count,
    games=8,
    spelt_out={"order": "keep", "pebble": "p01", "under": []},
    asked=ASKED,
    lessons=(),
    rows={"pebbles": {"colour": "grey", "value": 1}},
    label=lambda expansions, options: str(expansions),
)
