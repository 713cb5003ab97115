"""Questions about a position: who is who, what is where, which cards are where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...kernel.base.canonical import mac
from ...kernel.engine.model import Row, Seat, State
from .globe import continent_at
from .state import (
    GREEN,
    HUMANS,
    POLLUTING,
    SHIELDS_PER_GAME,
    Capital,
    City,
    FaceDown,
    Hand,
    HumanCard,
    Kind,
    Nations,
    PlanetCard,
    World,
)


def kind_of(state: State, card: str) -> str:
    """Return the kind of a Planet card; nothing for any other card."""
    row = state.book.rows_of(PlanetCard).get(card)
    return row.kind if row else ""


def row_of(state: State, kind: str) -> Kind:
    return state.book.rows_of(Kind)[kind]


def is_heat(state: State, card: str) -> bool:
    """Return whether a card is a Temperature rise, which is not a Catastrophe (2116-HEAT-03)."""
    return row_of(state, kind_of(state, card)).pattern == "heat"


def human_card(state: State, card: str) -> HumanCard | None:
    return state.book.rows_of(HumanCard).get(card)


def is_a(state: State, card: str, kind: str) -> bool:
    row = human_card(state, card)
    return row is not None and row.kind == kind


def equal_cards_mixed(state: State, seat: Seat, cards: Iterable[str]) -> list[str]:
    """Return cards of a player by kind, equal ones in no order, so that playing the first one listed reveals nothing.

    2116-RES-06. At a table equal cards look alike, but numbers are seen. If the lowest were listed first, playing it
    would tell that the player has none below it; if the one drawn first, that there was none before the last shuffle.
    """
    order = (*state[Hand, seat].cards, *state[FaceDown, seat].cards)
    secret = mac(b"2116/equal-cards", " ".join(order).encode())
    return sorted(cards, key=lambda card: (first_alike(state, card), mac(secret, card.encode())))


def first_alike(state: State, card: str) -> str:
    """Return the lowest of the cards that are equal to this one."""
    rows: Mapping[str, Row] = {**state.book.rows_of(PlanetCard), **state.book.rows_of(HumanCard)}
    return min((name for name, row in rows.items() if row == rows[card]), default=card) if card in rows else card


def units_held(state: State, seat: Seat) -> list[str]:
    return sorted(card for card in state[Hand, seat].cards if is_a(state, card, "unit"))


def cards_of_kind(state: State, seat: Seat, kind: str) -> list[str]:
    """Return the cards of a kind in a hand, equal ones in no order (2116-RES-06)."""
    return equal_cards_mixed(state, seat, (card for card in state[Hand, seat].cards if is_a(state, card, kind)))


def is_refugee(state: State, seat: Seat) -> bool:
    return seat in state[Nations].refugees


def own_cards(state: State, seat: Seat) -> list[str]:
    """Return the Resource cards in front of a Human, worth a point each (2116-RES-05)."""
    return sorted(card for card, owner in state[Nations].front.items() if owner == seat)


def clockwise(seat: Seat) -> Sequence[Seat]:
    """Return the Humans as they sit, from this one on."""
    at = HUMANS.index(seat)
    return (*HUMANS[at:], *HUMANS[:at])


def human_order(state: State) -> list[Seat]:
    """Return the Humans clockwise from the hat; refugees after the others, the first of them last.

    2116-HUM-01, 2116-REF-02.
    """
    nations = state[Nations]
    others = [seat for seat in clockwise(nations.hat) if seat not in nations.refugees]
    return [*others, *reversed(nations.refugees)]


def factories(state: State, *kinds: str) -> list[str]:
    """Return the sites with a working factory of these kinds."""
    return sorted(site for site, what in state[World].sites.items() if what in kinds)


def working_factories(state: State) -> list[str]:
    return factories(state, POLLUTING, GREEN)


def on_continent(state: State, sites: Iterable[str], continent: str) -> list[str]:
    return [site for site in sites if continent_at(state, site) == continent]


def continent_of(state: State, seat: Seat) -> str:
    """Return the continent of a Human's capital; if that is a secret, only their screen shows it (2116-SETUP-12)."""
    known = state[Nations].continents.get(seat)
    if known:
        return known
    city = state.book.rows_of(City).get(state[Capital, seat].city)
    return city.continent if city else ""


def reserve(state: State) -> int:
    """Return how many shields are not on the board (2116-SETUP-17)."""
    return SHIELDS_PER_GAME - len(state[World].shields)
