"""A Human's turn as the bot plays it: pool Resource cards on one builder, cool in time, guard what is near, build."""

from __future__ import annotations

from collections.abc import Iterator

from ....kernel.engine.hexgrid import distance
from ....kernel.engine.model import Order, Seat, State
from ..cooling import PlayCooling
from ..ending import ARK_GREENS, GREENS_TO_WIN
from ..globe import city_at, globe, is_standing
from ..green_factories import BuildGreen, cost_of, funds
from ..human_actions import Discard, HumanTurn
from ..human_turn import LayResource
from ..payment import means
from ..queries import (
    cards_of_kind,
    continent_of,
    factories,
    human_card,
    human_order,
    is_heat,
    is_refugee,
    on_continent,
    own_cards,
    reserve,
    row_of,
)
from ..shields import PlayShield
from ..state import GREEN, HUMANS, POLLUTING, Capital, Climate, Nations, Prepared, World

COOLING_FIRST_DEGREES = 33
"""From this forecast on, cooling comes first."""
DANGER_TILES = 3
"""A tile this close to a hole is in danger."""


def take_turn(state: State, seat: Seat, turn: HumanTurn) -> Order:
    if not turn.laid and (card := next(iter(cards_of_kind(state, seat, "resource")), "")):
        return LayResource(card, receiver(state, seat))
    return next(filter(None, preferred_orders(state, seat)), junk(state, seat))


def preferred_orders(state: State, seat: Seat) -> Iterator[Order | None]:
    if forecast(state) >= COOLING_FIRST_DEGREES:
        yield choose_cooling(state, seat)
    yield choose_site(state, seat)
    yield shield(state, seat)
    yield choose_cooling(state, seat) if state[Climate].heat > 24 else None


def receiver(state: State, seat: Seat) -> str:
    """Return the Human with the most cards who could not leave with an Ark, or "" to keep the card."""
    if is_refugee(state, seat) or ark_near(state, seat):
        return ""
    order = [one for one in human_order(state) if not is_refugee(state, one)]
    fit = [one for one in order if one == seat or not ark_near(state, one)]
    best = max(fit, key=lambda one: (len(own_cards(state, one)), one == seat, -HUMANS.index(one)))
    return "" if best == seat else best


def ark_near(state: State, seat: Seat) -> bool:
    known = state[Nations].continents.get(seat) or (continent_of(state, seat) if state.open(Capital, seat) else "")
    return bool(known) and len(on_continent(state, factories(state, GREEN), known)) >= ARK_GREENS


def forecast(state: State) -> int:
    """Return the next reading by what everybody sees, with one explosion and a degree per hidden card."""
    laid = state[Prepared]
    rises = sum(row_of(state, "rise").degrees for card in laid.cards if is_heat(state, card))
    joined = sum(group.count(":") for group in laid.groups)
    smoke = len(factories(state, POLLUTING))
    return state[Climate].heat + smoke + rises + joined + laid.hidden + (3 if smoke else 0)


def choose_cooling(state: State, seat: Seat) -> Order | None:
    """Return the best cooling card that costs nobody a card, or any affordable one when it gets hot."""
    cards = cards_of_kind(state, seat, "cooling")
    rows = [(row.degrees, -row.cost, card) for card in cards if (row := human_card(state, card))]
    free = [one for one in rows if -one[1] <= state[Nations].pool]
    hot = forecast(state) >= COOLING_FIRST_DEGREES + 3
    affordable = [one for one in rows if hot and -one[1] <= means(state, seat)]
    best = max(free or affordable, default=None)
    return PlayCooling(best[2]) if best else None


def choose_site(state: State, seat: Seat) -> Order | None:
    """Return the cheapest site; among equally cheap ones, the one furthest from the holes."""
    sites = [site for site, what in sorted(state[World].sites.items()) if what != GREEN]
    able = [site for site in sites if cost_of(state, seat, site) <= len(funds(state, seat))]
    if not able or waits_for_an_ark(state, seat):
        return None
    return BuildGreen(max(able, key=lambda site: (-cost_of(state, seat, site), away(state, site))))


def waits_for_an_ark(state: State, seat: Seat) -> bool:
    """Return whether to save cards for an Ark: two Green factories at home, unless the fifth is near."""
    greens = len(factories(state, GREEN))
    cards = len(own_cards(state, seat))
    return not is_refugee(state, seat) and ark_near(state, seat) and greens + 2 < GREENS_TO_WIN and cards > 2


def away(state: State, tile: str) -> int:
    """Return how far away the nearest hole is."""
    tiles = globe(state).tiles
    return min((distance(tiles[tile].at, tiles[hole].at) for hole in state[World].taken), default=9)


def shield(state: State, seat: Seat) -> Order | None:
    """Shield what is near a hole: the seat's capital, Green factories, Polluting ones; two if there are points."""
    cards = cards_of_kind(state, seat, "shield")
    if not cards or not state[Nations].pool or not reserve(state):
        return None
    wanted = [tile for tile in worth_shielding(state, seat) if away(state, tile) <= DANGER_TILES]
    count = min(2, state[Nations].pool, reserve(state))
    return PlayShield(cards[0], tuple(wanted[:count])) if wanted else None


def worth_shielding(state: State, seat: Seat) -> list[str]:
    own = state[Capital, seat].city
    home = [tile for tile, known in globe(state).tiles.items() if own and known.city == own]
    tiles = [*factories(state, GREEN), *(tile for tile in home if city_at(state, tile)), *factories(state, POLLUTING)]
    return [t for t in dict.fromkeys(tiles) if is_standing(state, t) and t not in state[World].shields]


def junk(state: State, seat: Seat) -> Order:
    """Discard what is of little use now, to draw Resource cards."""
    units = cards_of_kind(state, seat, "unit")
    useless = units if is_refugee(state, seat) else units[2:]
    small = [
        card for card in cards_of_kind(state, seat, "cooling") if (row := human_card(state, card)) and row.degrees < 2
    ]
    return Discard(tuple(sorted({*useless, *cards_of_kind(state, seat, "shield"), *small})))
