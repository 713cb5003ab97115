"""Phase 1: the Planet announces the attacks it has prepared, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from ...kernel.base.errors import Refused, require
from ...kernel.engine.chance import remove_cards
from ...kernel.engine.model import Event, Name, Offer, Order, Poll, Question, Seat, State
from ...kernel.engine.table import Table
from .attack_validation import burn, crater, flood_over, legs, twist
from .destruction import Strike
from .globe import globe, is_standing, reliefs
from .policy_model import active, block_wanted, strike_out
from .queries import equal_cards_mixed, human_order, is_heat, is_refugee, kind_of, own_cards, row_of
from .quick_blocks import NoBlock, QuickBlock, block, blockable_tiles, no_block, some_blocks
from .state import PLANET, Attack, Climate, FaceDown, Kind, Piles, Prepared

MAX_TILES = 16
Leg = Annotated[str, Meta(pattern=r"^(e|ne|nw|w|sw|se)(:[1-9]\d?)?\Z")]
"""A direction and a number of steps, by default one."""
Cards = Annotated[tuple[Name, ...], Meta(max_length=4)]
"""Prepared cards of one kind; if none are named, as few as possible."""


class Tornado(Order, frozen=True):
    """A path from the origin: by its legs, or tile by tile."""

    origin: Name
    path: Annotated[tuple[Leg, ...], Meta(max_length=15)] = ()
    tiles: Annotated[tuple[Name, ...], Meta(max_length=MAX_TILES)] = ()
    cards: Cards = ()


class Tsunami(Order, frozen=True):
    origin: Name
    dir: Literal["e", "ne", "nw", "w", "sw", "se"]
    cards: Cards = ()


class Wildfire(Order, frozen=True):
    origin: Name
    tiles: Annotated[tuple[Name, ...], Meta(max_length=MAX_TILES)]
    cards: Cards = ()


class Meteorite(Order, frozen=True):
    origin: Name
    cards: Cards = ()


class Forfeit(Order, frozen=True):
    """What happens if the Planet does not answer: its attacks are lost."""


Declared: TypeAlias = Tornado | Tsunami | Wildfire | Meteorite


class Announced(Event, frozen=True):
    """An attack is announced by kind and origin; its cards go onto the discard (2116-DMG-02, 2116-DMG-21)."""

    kind: str
    origin: str
    cards: tuple[str, ...]

    def apply(self, state: State) -> None:
        leave_row(state, self.cards)
        if len(self.cards) > 1:
            state[Climate].combos.append(len(self.cards))
        attack = state[Attack]
        attack.kind = self.kind
        attack.origin = self.origin
        attack.blocked = []
        attack.pending = True


class Aimed(Event, frozen=True):
    """The attack names the tiles that are to be removed (2116-DMG-02)."""

    tiles: tuple[str, ...]

    def apply(self, state: State) -> None:
        state[Attack].tiles = list(self.tiles)


class Fizzled(Event, frozen=True):
    """Cards that cannot be used go onto the discard, without effect (2116-DMG-22)."""

    cards: tuple[str, ...]

    def apply(self, state: State) -> None:
        leave_row(state, self.cards)


def leave_row(state: State, cards: Sequence[str]) -> None:
    """Discard prepared cards face up: everybody knows them now."""
    prepared = state[Prepared]
    own = state.open(FaceDown, PLANET)
    seen = [card for card in cards if card in prepared.cards]
    remove_cards(prepared.cards, seen)
    prepared.groups = [group for group in prepared.groups if not set(group.split(":")) & set(cards)]
    prepared.hidden -= len(cards) - len(seen)
    if own:
        own.cards = [card for card in own.cards if card not in cards]
    state[Piles].planet_discard += cards


def prepared_cards(state: State) -> list[str]:
    """Return the prepared cards, visible or face down; the latter are only in the Planet's view, as it laid them."""
    prepared = state[Prepared]
    return [*sorted(prepared.cards), *(state[FaceDown, PLANET].cards if prepared.hidden else ())]


def catastrophes(state: State) -> list[str]:
    return [card for card in prepared_cards(state) if not is_heat(state, card)]


def card_sets(state: State, kind: str) -> list[tuple[str, ...]]:
    """Return the sets of cards for one attack of a kind, the smallest first; visible groups are binding.

    2116-CLAIR-03, 2116-CLAIR-04.
    """
    cards = [card for card in catastrophes(state) if kind_of(state, card) == kind]
    if state[Prepared].groups:
        groups = [tuple(group.split(":")) for group in state[Prepared].groups]
        return sorted((group for group in groups if group[0] in cards), key=lambda group: (len(group), group))
    if state[Prepared].hidden:
        cards = equal_cards_mixed(state, PLANET, cards)
    return [tuple(cards[:count]) for count in range(1, len(cards) + 1)]


def allowed_cards(state: State, kind: str, named: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the sets of cards that an order may mean: the named one, or any."""
    known = card_sets(state, kind)
    require(known, "2116-DMG-01", "no {kind} is prepared", kind=kind)
    if not named:
        return known
    cards = tuple(sorted(named))
    foreign = [card for card in cards if card not in prepared_cards(state)]
    require(not foreign, "2116-DMG-01", "not among the prepared cards: {cards}", cards=foreign)
    other = [card for card in cards if kind_of(state, card) != kind]
    require(
        not other,
        "2116-PREP-06",
        "{cards}: not a {kind}; all cards of a combo must be of the same kind",
        cards=other,
        kind=kind,
    )
    require(len(set(cards)) == len(cards), "2116-PREP-06", "each card can only be used once")
    binding = state[Prepared].groups
    require(
        not binding or cards in known,
        "2116-CLAIR-03",
        "the cards were laid as {groups} and must be used that way",
        groups=format_groups(binding),
    )
    return [cards]


def format_groups(groups: Sequence[str]) -> list[str]:
    return [group.replace(":", "+") for group in groups]


class Block(Poll, frozen=True):
    """The poll in which Humans may oppose an attack that was announced."""

    offers = {
        NoBlock: Offer(no_block, lambda state, seat, poll: (NoBlock(),), exact=True),
        QuickBlock: Offer(block, some_blocks, complete=False),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        """Ask whoever has a card in front and is not a refugee, whatever they hold.

        2116-DMG-07, 2116-BLOCK-02, 2116-REF-05.
        """
        return [seat for seat in human_order(state) if not is_refugee(state, seat) and own_cards(state, seat)]

    def takes_plan(self, state: State, seat: Seat, order: Order) -> bool:
        """Return whether every unit of a planned block would guard a tile in danger; else it waits (2116-BLOCK-03)."""
        first = [ranked.split(":")[0] for ranked in order.blocks] if isinstance(order, QuickBlock) else []
        return {*first} <= {*blockable_tiles(state)}

    def late(self, state: State, seat: Seat) -> Order | None:
        """Return what the rules of a seat that wanted to be asked lead to, even if that is no block (2116-DMG-07)."""
        return (block_wanted(state, seat) or NoBlock()) if active(state, seat) else None

    def default(self, state: State, seat: Seat) -> Order:
        """Return what the policy says, else no block; this holds for a player who has left as well."""
        return block_wanted(state, seat) or NoBlock()


Judge: TypeAlias = "Callable[[State, Kind, int], list[str]]"
"""The tiles that an attack with a number of cards hits, or a refusal."""


def declare(table: Table, kind: str, order: Declared, judge: Judge) -> None:
    """Announce kind, origin and tiles, with the fewest cards that make the attack possible.

    2116-DMG-02, 2116-DMG-12.
    """
    state = table.state
    row = row_of(state, kind)
    sets = allowed_cards(state, kind, order.cards)
    check_origin(state, kind, row, order.origin)
    for cards in sets[:-1]:
        try:
            tiles = judge(state, row, len(cards))
        except Refused:
            continue
        break
    else:
        cards = sets[-1]
        tiles = judge(state, row, len(sets[-1]))
    if not order.cards:
        cards = cards_drawn(table, kind, cards)
    if state[Attack].disturbed:
        strike_out(table, PLANET, order, lambda planned: instead(planned, order))
    table.emit(Announced(kind, order.origin, cards))
    table.emit(Aimed(tuple(tiles)))
    table.then(Block(), Strike())


def cards_drawn(table: Table, kind: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return this many cards of a kind; chance picks among several that are face down (2116-RES-06)."""
    state = table.state
    alike = [card for card in catastrophes(state) if kind_of(state, card) == kind]
    if not state[Prepared].hidden or len(alike) == len(cards):
        return cards
    label = f"card/{kind}/{state[Piles].shuffles}/{len(state[Piles].planet_discard)}"
    return tuple(table.rng.shuffled(sorted(alike), label)[: len(cards)])


def instead(first: Order, other: Declared) -> bool:
    """Return whether another attack may replace the first: same kind, and same cards where both name them."""
    return isinstance(first, type(other)) and (not (first.cards and other.cards) or {*first.cards} == {*other.cards})


def check_origin(state: State, kind: str, row: Kind, origin: str) -> None:
    """Check that the origin is a hole, made at whatever time, and has the right relief.

    2116-DMG-03, 2116-DMG-04, 2116-DMG-13.
    """
    require(origin in globe(state).tiles, "2116-MAP-01", "{tile} is not a tile on the map", tile=origin)
    require(
        not is_standing(state, origin),
        "2116-DMG-03",
        "{tile} is still on the map; an attack starts from a hole",
        tile=origin,
    )
    fits = row.origin in reliefs(state, origin)
    template = "a {kind} can only start from {relief}, not from {tile}"
    require(fits, "2116-DMG-04", template, kind=kind, relief=row.origin, tile=origin)


def tornado(table: Table, seat: Seat, question: Question, order: Tornado) -> None:
    path = legs(order.path)
    tiles = order.tiles
    strange = next((tile for tile in tiles if path and tile not in globe(table.state).tiles), "")
    require(not strange, "2116-MAP-01", "{tile} is not a tile on the map", tile=strange)
    require(bool(path) != bool(tiles), "2116-DMG-02", "give the path of a tornado either by directions or by tiles")
    declare(table, "tornado", order, lambda state, row, cards: twist(state, row, cards, order.origin, path, tiles))


def tsunami(table: Table, seat: Seat, question: Question, order: Tsunami) -> None:
    declare(table, "tsunami", order, lambda state, row, cards: flood_over(state, row, cards, order.origin, order.dir))


def wildfire(table: Table, seat: Seat, question: Question, order: Wildfire) -> None:
    declare(table, "wildfire", order, lambda state, row, cards: burn(state, row, cards, order.origin, order.tiles))


def meteorite(table: Table, seat: Seat, question: Question, order: Meteorite) -> None:
    declare(table, "meteorite", order, lambda state, row, cards: crater(state, row, cards, order.origin))


def forfeit(table: Table, seat: Seat, question: Question, order: Forfeit) -> None:
    """Drop the attacks of a Planet that does not answer; Temperature rises still apply."""
    table.emit(Fizzled(tuple(catastrophes(table.state))))
