"""Phase 1: the Planet announces the attacks it has prepared, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from ...kernel.base.errors import Refused, require
from ...kernel.play.decks import take_out
from ...kernel.play.rules import Event, Name, Order, Question, Seat, State
from ...kernel.play.table import Table
from .globe import globe, reliefs, standing
from .judging import burn, crater, flood_over, legs, twist
from .plans import strike_out
from .reading import is_heat, kind_of, row_of
from .state import PLANET, Attack, Climate, FaceDown, Kind, Piles, Prepared
from .strike import Strike
from .window import Block

MOST = 16
Leg = Annotated[str, Meta(pattern=r"^(e|ne|nw|w|sw|se)(:[1-9]\d?)?\Z")]
"""A direction, and how many steps of it; one where nothing is said."""
Cards = Annotated[tuple[Name, ...], Meta(max_length=4)]
"""Prepared cards of one kind; none named: as few as it takes."""


class Tornado(Order, frozen=True):
    """A path from the origin: by its legs, or tile by tile."""

    origin: Name
    path: Annotated[tuple[Leg, ...], Meta(max_length=15)] = ()
    tiles: Annotated[tuple[Name, ...], Meta(max_length=MOST)] = ()
    cards: Cards = ()


class Tsunami(Order, frozen=True):
    origin: Name
    dir: Literal["e", "ne", "nw", "w", "sw", "se"]
    cards: Cards = ()


class Wildfire(Order, frozen=True):
    origin: Name
    tiles: Annotated[tuple[Name, ...], Meta(max_length=MOST)]
    cards: Cards = ()


class Meteorite(Order, frozen=True):
    origin: Name
    cards: Cards = ()


class Forfeit(Order, frozen=True):
    """What silence does: the attacks are lost."""


Declared: TypeAlias = Tornado | Tsunami | Wildfire | Meteorite


class Announced(Event, frozen=True):
    """2116-DMG-02, 2116-DMG-21: kind and origin of an attack; its cards go onto the discard."""

    kind: str
    origin: str
    cards: tuple[str, ...]

    def apply(self, state: State) -> None:
        leave_row(state, self.cards)
        if len(self.cards) > 1:
            state[Climate].combos.append(len(self.cards))
        attack = state[Attack]
        attack.kind, attack.origin, attack.blocked, attack.pending = self.kind, self.origin, [], True


class Aimed(Event, frozen=True):
    """2116-DMG-02: the tiles that are to be removed."""

    tiles: tuple[str, ...]

    def apply(self, state: State) -> None:
        state[Attack].tiles = list(self.tiles)


class Fizzled(Event, frozen=True):
    """2116-DMG-22: cards that cannot be applied go onto the discard, without effect."""

    cards: tuple[str, ...]

    def apply(self, state: State) -> None:
        leave_row(state, self.cards)


def leave_row(state: State, cards: Sequence[str]) -> None:
    """Prepared cards go onto the discard, face up: everybody knows them now."""
    prepared, own = state[Prepared], state.open(FaceDown, PLANET)
    seen = [card for card in cards if card in prepared.cards]
    take_out(prepared.cards, seen)
    prepared.groups = [group for group in prepared.groups if not set(group.split(":")) & set(cards)]
    prepared.hidden -= len(cards) - len(seen)
    if own:
        own.cards = [card for card in own.cards if card not in cards]
    state[Piles].planet_discard += cards


def prepared_cards(state: State) -> list[str]:
    """What was laid, in sight or face down: the latter only the Planet's view can tell."""
    prepared = state[Prepared]
    return sorted([*prepared.cards, *(state[FaceDown, PLANET].cards if prepared.hidden else ())])


def catastrophes(state: State) -> list[str]:
    return [card for card in prepared_cards(state) if not is_heat(state, card)]


def card_sets(state: State, kind: str) -> list[tuple[str, ...]]:
    """2116-CLAIR-03, 2116-CLAIR-04: what can be one attack of a kind, the smallest first; groups in sight bind."""
    cards = [card for card in catastrophes(state) if kind_of(state, card) == kind]
    if state[Prepared].groups:
        groups = [tuple(group.split(":")) for group in state[Prepared].groups]
        return sorted((group for group in groups if group[0] in cards), key=lambda group: (len(group), group))
    return [tuple(cards[:count]) for count in range(1, len(cards) + 1)]


def allowed_cards(state: State, kind: str, named: Sequence[str]) -> list[tuple[str, ...]]:
    """The cards that may be meant: those that are named, or any set."""
    known = card_sets(state, kind)
    require(known, "2116-DMG-01", "no {kind} is prepared", kind=kind)
    if not named:
        return known
    cards = tuple(sorted(named))
    foreign = [card for card in cards if card not in prepared_cards(state)]
    require(not foreign, "2116-DMG-01", "{cards}: not prepared", cards=foreign)
    other = [card for card in cards if kind_of(state, card) != kind]
    require(not other, "2116-PREP-06", "{cards}: no {kind}, and a combo has one kind", cards=other, kind=kind)
    require(len(set(cards)) == len(cards), "2116-PREP-06", "a card counts once")
    binding = state[Prepared].groups
    require(not binding or cards in known, "2116-CLAIR-03", "the cards were laid as {groups}", groups=spoken(binding))
    return [cards]


def spoken(groups: Sequence[str]) -> list[str]:
    return [group.replace(":", "+") for group in groups]


Judge: TypeAlias = "Callable[[State, Kind, int], list[str]]"
"""The tiles that an attack with so many cards hits, or a refusal."""


def declare(table: Table, kind: str, order: Declared, judge: Judge) -> None:
    """2116-DMG-02, 2116-DMG-12: kind, origin, tiles; the fewest cards that make it possible."""
    state, row = table.state, row_of(table.state, kind)
    sets = allowed_cards(state, kind, order.cards)
    check_origin(state, kind, row, order.origin)
    for cards in sets[:-1]:
        try:
            tiles = judge(state, row, len(cards))
        except Refused:
            continue
        break
    else:
        cards, tiles = sets[-1], judge(state, row, len(sets[-1]))
    if state[Attack].disturbed:
        strike_out(table, PLANET, order, lambda planned: instead(planned, order))
    table.emit(Announced(kind, order.origin, cards))
    table.emit(Aimed(tuple(tiles)))
    table.then(Block(), Strike())


def instead(first: Order, other: Declared) -> bool:
    """Whether another attack may stand for the first: the same kind, and the same cards where both name them."""
    return isinstance(first, type(other)) and (not (first.cards and other.cards) or {*first.cards} == {*other.cards})


def check_origin(state: State, kind: str, row: Kind, origin: str) -> None:
    """2116-DMG-03, 2116-DMG-04, 2116-DMG-13: taken, at whatever time, and of the right relief."""
    require(origin in globe(state).tiles, "2116-MAP-01", "{tile} is no tile of the map", tile=origin)
    require(not standing(state, origin), "2116-DMG-03", "{tile} is not taken: nothing starts there", tile=origin)
    fits = row.origin in reliefs(state, origin)
    told = "a {kind} starts from {relief}, which {tile} is not"
    require(fits, "2116-DMG-04", told, kind=kind, relief=row.origin, tile=origin)


def tornado(table: Table, seat: Seat, question: Question, order: Tornado) -> None:
    path, tiles = legs(order.path), order.tiles
    strange = next((tile for tile in tiles if path and tile not in globe(table.state).tiles), "")
    require(not strange, "2116-MAP-01", "{tile} is no tile of the map", tile=strange)
    require(bool(path) != bool(tiles), "2116-DMG-02", "a tornado has a path, by its directions or by its tiles")
    declare(table, "tornado", order, lambda state, row, cards: twist(state, row, cards, order.origin, path, tiles))


def tsunami(table: Table, seat: Seat, question: Question, order: Tsunami) -> None:
    declare(table, "tsunami", order, lambda state, row, cards: flood_over(state, row, cards, order.origin, order.dir))


def wildfire(table: Table, seat: Seat, question: Question, order: Wildfire) -> None:
    declare(table, "wildfire", order, lambda state, row, cards: burn(state, row, cards, order.origin, order.tiles))


def meteorite(table: Table, seat: Seat, question: Question, order: Meteorite) -> None:
    declare(table, "meteorite", order, lambda state, row, cards: crater(state, row, cards, order.origin))


def forfeit(table: Table, seat: Seat, question: Question, order: Forfeit) -> None:
    """A silent Planet loses its attacks; Temperature rises act all the same."""
    table.emit(Fizzled(tuple(catastrophes(table.state))))
