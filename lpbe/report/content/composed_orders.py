"""Orders that a page puts together instead of listing them: two orders in one, and paths tile by tile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice

import msgspec
from msgspec.structs import replace

from ...kernel.content.packs import Words
from ...kernel.engine.action_cards import PLAIN_CARD, Cards
from ...kernel.engine.model import Order
from ...kernel.language.effects import Effects
from ...kernel.language.templates import order_text
from ..page_data import JoinView, PathsView, SizeView
from .action_tree import ActionTree, difference

MAX_JOINED = 150
"""For how many pairs of orders of a kind it is tried whether they can be joined."""


def joined_orders(effects: Effects, cards: Cards, tree: ActionTree) -> Iterator[JoinView]:
    """Yield the pairs of orders that may be given as one order, with what that changes."""
    offered = tree.after.get("", [])
    for kind in {type(tree.orders[number].order): None for number in offered}:
        field = cards.get(kind, PLAIN_CARD).joins
        if field:
            numbers = [number for number in offered if type(tree.orders[number].order) is kind]
            yield from islice(joins_of_kind(effects, tree, field, numbers), MAX_JOINED)


def joins_of_kind(effects: Effects, tree: ActionTree, field: str, numbers: Sequence[int]) -> Iterator[JoinView]:
    """Yield those of the first pairs that are legal as one order."""
    for one, other in islice(combinations(numbers, 2), MAX_JOINED):
        joined = join_orders(tree.orders[one].order, tree.orders[other].order, field)
        if joined is not None and effects.outcome(joined) is not None:
            text = order_text(effects.words, msgspec.to_builtins(joined))
            change = difference(effects.before, effects.after(joined))
            yield JoinView(a=one, b=other, t=text, ch=change)


def join_orders(one: Order, other: Order, field: str) -> Order | None:
    """Return an order with the lists of both; None unless they are alike in all else and have nothing in common."""
    first, second = getattr(one, field), getattr(other, field)
    alike = replace(other, **{field: first}) == one
    subjects = [{part.partition(":")[0] for part in items} for items in (first, second)]
    if not alike or not first or not second or subjects[0] & subjects[1]:
        return None
    return replace(one, **{field: (*first, *second)})


def tile_paths(effects: Effects, cards: Cards) -> dict[str, PathsView]:
    """Return, by kind, how orders are put together tile by tile."""
    found = {}
    state, question, seat = effects.state, effects.question, effects.seat
    for kind, offer in state.book.offers[type(question)].items():
        card = cards.get(kind, PLAIN_CARD)
        paths = card.paths(state, question, seat) if card.paths and not offer.timeout_only else None
        if paths is not None and paths.sizes and paths.origins:
            name = str(kind.__struct_config__.tag)
            found[name] = PathsView(
                form=tile_form(effects.words, name),
                origins=list(paths.origins),
                beside={tile: list(after) for tile, after in paths.beside.items()},
                sizes={str(len(one.cards)): SizeView(list(one.cards), one.tiles, one.bends) for one in paths.sizes},
                bends=paths.bends,
                standing=list(paths.standing),
            )
    return found


ORIGIN, TILE, CARD = "{origin}", "{tiles}", "{cards}"


def tile_form(words: Words, kind: str) -> str:
    """Return an order as it is typed, with slots for origin, tiles and cards, each list with spaces between."""
    example: Mapping[str, object] = {"order": kind, "origin": ORIGIN, "tiles": [TILE], "cards": [CARD]}
    return order_text(words, example)
