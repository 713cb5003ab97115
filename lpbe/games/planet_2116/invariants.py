"""What holds in every position: no card, tile, shield or site is made or lost."""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel.base.errors import Message
from ...kernel.engine.model import Roster, Seat, State
from .globe import globe
from .queries import is_a
from .state import (
    GREEN,
    HUMANS,
    PLANET,
    POLLUTING,
    SHIELDS_PER_GAME,
    Attack,
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
    Round,
    World,
)


def table_faults(state: State) -> Iterator[str]:
    """Yield an error unless tiles, cities and cards are those of the game, and seats those that play."""
    book, world, nations, piles = state.book, state[World], state[Nations], state[Piles]
    attack = state[Attack]
    tiles = {*world.taken, *world.sites, *world.shields, *attack.tiles, *attack.blocked}
    named = {
        "tiles": tiles.difference(globe(state).tiles),
        "cities": {*world.cities}.difference(book.rows_of(City)),
        "Planet cards": {*piles.planet_discard, *state[Prepared].cards}.difference(book.rows_of(PlanetCard)),
        "Human cards": {*piles.human_discard, *nations.front, *nations.pot}.difference(book.rows_of(HumanCard)),
        "seats": {*nations.continents, *nations.refugees, *nations.front.values(), *piles.hands, *state[Round].turns}
        - {*state[Roster].seats},
    }
    yield from (f"there are no {what} {sorted(unknown)}" for what, unknown in named.items() if unknown)
    if nations.hat not in ("", *state[Roster].seats):
        yield f"nobody plays {nations.hat}, who has the hat"


def conservation(state: State) -> Iterator[str]:
    """Yield an error unless every card is in one place, public counts are right, and tiles are taken once."""
    if state[Piles].shuffles < len((PLANET, HUMANS)):
        return
    yield from cards_at_odds(state)
    yield from counts_at_odds(state)
    yield from world_at_odds(state)
    yield from people_at_odds(state)


def cards_at_odds(state: State) -> Iterator[str]:
    piles = state[Piles]
    decks = state[Decks]
    nations = state[Nations]
    planet = [*decks.planet, *piles.planet_discard, *state[Prepared].cards, *state[FaceDown, PLANET].cards]
    planet += state[Hand, PLANET].cards
    human = [*decks.human, *piles.human_discard, *nations.front, *nations.pot]
    human += [card for seat in HUMANS for card in state[Hand, seat].cards]
    if sorted(planet) != sorted(state.book.rows_of(PlanetCard)):
        yield f"these Planet cards lie somewhere: {sorted(planet)}"
    if sorted(human) != sorted(state.book.rows_of(HumanCard)):
        yield f"these Human cards lie somewhere: {sorted(human)}"
    if not all(is_a(state, card, "resource") for card in (*nations.front, *nations.pot)):
        yield "something that is no Resource card lies in front of somebody"


def counts_at_odds(state: State) -> Iterator[str]:
    piles = state[Piles]
    decks = state[Decks]
    if (piles.planet, piles.human) != (len(decks.planet), len(decks.human)):
        yield f"the piles are miscounted: {piles.planet} and {piles.human}"
    for seat in state[Roster].seats:
        if piles.hands.get(seat, 0) != len(state[Hand, seat].cards):
            yield f"the hand of {seat} is miscounted"
    if state[Prepared].hidden != len(state[FaceDown, PLANET].cards):
        yield "the cards that lie face down are miscounted"
    grouped = [card for group in state[Prepared].groups for card in group.split(":")]
    if grouped and sorted(grouped) != sorted(state[Prepared].cards):
        yield "the groups are not the cards that were laid"


def world_at_odds(state: State) -> Iterator[str]:
    world = state[World]
    if len(set(world.taken)) != len(world.taken) or not set(world.taken) <= set(globe(state).tiles):
        yield f"a tile was taken twice, or is none: {world.taken}"
    if len(set(world.shields)) != len(world.shields) or len(world.shields) > SHIELDS_PER_GAME:
        yield f"shields: {world.shields}"
    if set(world.shields) & set(world.taken):
        yield "a shield stands on a hole"
    if any(site in world.taken for site, what in world.sites.items() if what == POLLUTING):
        yield "a Polluting factory works on a hole"
    if len(set(world.cities)) != len(world.cities):
        yield "a city was destroyed twice"
    if not set(state[Attack].blocked) <= set(globe(state).tiles):
        yield "a block guards what is no tile"


def people_at_odds(state: State) -> Iterator[str]:
    nations = state[Nations]
    world = state[World]
    poor = [seat for seat in HUMANS if seat in nations.refugees]
    if any(owner in poor for owner in nations.front.values()):
        yield "a refugee has cards of his own"
    for seat in HUMANS:
        city = state[Capital, seat].city
        if not state[Attack].pending and (city in world.cities) != (seat in poor):
            yield f"{seat} should{'' if city in world.cities else ' not'} be a refugee"
    if list(world.sites.values()).count(GREEN) > len(world.sites):
        yield "more Green factories than sites"


def own_count(state: State, seat: Seat) -> Iterator[Message]:
    """Yield an error unless the public count of a seat's cards matches what is behind its screen."""
    counted = state[Piles].hands.get(seat, 0)
    found = len(state[Hand, seat].cards)
    if counted != found:
        yield Message(
            "the table counts {told} cards in your hand, but there are {found}", {"told": counted, "found": found}
        )
    known = state.book.rows_of(PlanetCard) if seat == PLANET else state.book.rows_of(HumanCard)
    if not set(state[Hand, seat].cards) <= set(known):
        yield Message("your hand contains a card that is not yours")
    yield from own_secrets(state, seat)


def own_secrets(state: State, seat: Seat) -> Iterator[Message]:
    if seat == PLANET:
        hidden = state[Prepared].hidden
        found = len(state[FaceDown, seat].cards)
        if hidden != found:
            template = "the table counts {told} of your cards face down, but there are {found}"
            yield Message(template, {"told": hidden, "found": found})
        return
    city = state[Capital, seat].city
    row = state.book.rows_of(City).get(city)
    continent = state[Nations].continents.get(seat)
    if row and continent and row.continent != continent:
        yield Message("your capital is not on the continent that the table says is yours")
    lost = city in state[World].cities
    if city and lost != (seat in state[Nations].refugees) and not state[Attack].pending:
        yield Message("your status as a refugee does not match what happened to your capital")
