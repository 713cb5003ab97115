"""Which cards and capitals the others may have, as far as a seat knows."""

from __future__ import annotations

from ....kernel.engine.chance import Chance
from ....kernel.engine.model import Seat, State
from ....kernel.engine.table import top
from ..setup import PickBag
from ..state import (
    HUMANS,
    PLANET,
    Bags,
    Capital,
    City,
    Decks,
    FaceDown,
    Hand,
    HumanCard,
    Nations,
    Piles,
    PlanetCard,
    Prepared,
    World,
)


def worlds(world: State, seat: Seat, chance: Chance) -> None:
    """Guess hands, piles and capitals."""
    deal_planet_cards(world, seat, chance)
    deal_human_cards(world, seat, chance)
    continents = likely_continents(world, seat, chance)
    choose_capitals(world, seat, continents, chance)
    world[Bags].continents = likely_bags(world, continents)


def deal_planet_cards(world: State, seat: Seat, chance: Chance) -> None:
    piles = world[Piles]
    seen = {*piles.planet_discard, *world[Prepared].cards, *world[Hand, PLANET].cards, *world[FaceDown, PLANET].cards}
    left = chance.shuffled([card for card in sorted(world.book.rows_of(PlanetCard)) if card not in seen], "planet")
    if seat != PLANET:
        hidden = world[Prepared].hidden
        held = hidden + piles.hands.get(PLANET, 0)
        world[FaceDown, PLANET].cards = left[:hidden]
        world[Hand, PLANET].cards, left = left[hidden:held], left[held:]
    world[Decks].planet = left[: piles.planet]


def deal_human_cards(world: State, seat: Seat, chance: Chance) -> None:
    piles = world[Piles]
    nations = world[Nations]
    own = world[Hand, seat].cards
    seen = {*piles.human_discard, *nations.front, *nations.pot, *own}
    left = chance.shuffled([card for card in sorted(world.book.rows_of(HumanCard)) if card not in seen], "human")
    for human in HUMANS:
        if human != seat:
            count = piles.hands.get(human, 0)
            world[Hand, human].cards, left = left[:count], left[count:]
    world[Decks].human = left[: piles.human]


def settled(world: State) -> list[Seat]:
    """Return the Humans who have drawn a capital."""
    question = top(world)
    if isinstance(question, PickBag):
        return list(HUMANS[: HUMANS.index(question.seat)])
    return list(HUMANS) if PLANET in world[Piles].hands else []


def likely_continents(world: State, seat: Seat, chance: Chance) -> dict[Seat, str]:
    """Return a continent for each Human: those that are known, the others by chance (2116-SETUP-12)."""
    cities = world.book.rows_of(City)
    known = dict(world[Nations].continents)
    if seat in HUMANS and (city := world[Capital, seat].city):
        known[seat] = cities[city].continent
    every = dict.fromkeys(row.continent for _, row in sorted(cities.items()))
    free = chance.shuffled([one for one in every if one not in known.values()], "continents")
    unknown = [human for human in HUMANS if human not in known]
    return {**known, **dict(zip(unknown, free, strict=True))}


def choose_capitals(world: State, seat: Seat, continents: dict[Seat, str], chance: Chance) -> None:
    """Choose a city that still stands for each of the others, one of those destroyed for a refugee."""
    cities = sorted(world.book.rows_of(City).items())
    gone = world[World].cities
    for human in settled(world):
        if human == seat:
            continue
        lost = human in world[Nations].refugees
        fit = [name for name, row in cities if row.continent == continents[human] and (name in gone) == lost]
        world[Capital, human].city = chance.pick(fit, f"capital/{human}") if fit else ""


def likely_bags(world: State, continents: dict[Seat, str]) -> list[str]:
    """Return the continents in the bags, those not taken yet in the bags that are left (2116-SETUP-10)."""
    question = top(world)
    if not isinstance(question, PickBag):
        return []
    taken = [continents[human] for human in settled(world)]
    free = [continents[human] for human in HUMANS if human not in settled(world)]
    return [(free if bag in question.bags else taken).pop() for bag in range(1, len(HUMANS) + 1)]
