"""Orders that a page puts together instead of listing them: two orders in one, and paths tile by tile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ...kernel.engine.action_cards import PLAIN_CARD, Cards
from ...kernel.engine.model import Order
from ...kernel.language.effects import Effects
from ...kernel.language.templates import order_text
from ...kernel.schemas.page_data import JoinsView, OrderView, PathsView, SizeView
from .action_tree import ActionTree, add_up, difference, subtract

MAX_JOINED = 200
"""For how many pairs of orders of a kind it is checked whether they can be joined."""
ITEM = "{item}"
"""Stands for the item of a list in a typed order."""


class Joined(NamedTuple):
    """Two orders by number, their words around the item in which they differ, and what they change together."""

    one: int
    other: int
    words: tuple[str, str, str]
    change: Mapping[str, int]


def joined_orders(effects: Effects, cards: Cards, tree: ActionTree) -> Iterator[Joined]:
    """Yield the pairs of orders offered at the start that may be given as one order."""
    offered = tree.after.get("", [])
    for kind in {type(tree.orders[number].order): None for number in offered}:
        field = cards.get(kind, PLAIN_CARD).joins
        numbers = [number for number in offered if type(tree.orders[number].order) is kind]
        for one, other in islice(combinations(numbers, 2), MAX_JOINED if field else 0):
            found = join_pair(effects, tree, field, one, other)
            if found is not None:
                yield found


def join_pair(effects: Effects, tree: ActionTree, field: str, one: int, other: int) -> Joined | None:
    """Return two orders as one, if that is legal and typed with the words of both."""
    first, second = tree.orders[one], tree.orders[other]
    joined = join_orders(first.order, second.order, field)
    if joined is None or effects.outcome(joined) is None:
        return None
    head, tail = order_text(effects.words, {**msgspec.to_builtins(first.order), field: [ITEM]}).split(ITEM)
    items = [offer.text.removeprefix(head).removesuffix(tail) for offer in (first, second)]
    between = ", " if any(" " in item for item in items) else " "
    if order_text(effects.words, msgspec.to_builtins(joined)) != f"{head}{between.join(items)}{tail}":
        return None
    return Joined(one, other, (head, between, tail), difference(effects.before, effects.after(joined)))


def joins_views(found: Sequence[Joined], orders: Sequence[OrderView]) -> list[JoinsView]:
    """Return together the pairs that are typed with the same words and differ from the sum of both in the same way."""
    groups: dict[tuple[object, ...], JoinsView] = {}
    for pair in found:
        both = add_up([orders[pair.one].ch, orders[pair.other].ch])
        more = subtract(pair.change, both)
        key = (*pair.words, *sorted(more.items()))
        group = groups.setdefault(key, JoinsView(*pair.words, pairs={}, ch=more))
        group.pairs.setdefault(str(pair.one), []).append(pair.other)
    return list(groups.values())


def join_orders(one: Order, other: Order, field: str) -> Order | None:
    """Return an order with the lists of both; None if they differ elsewhere or have something in common."""
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
                form=order_text(effects.words, {"order": name, **paths.form}),
                origins=list(paths.origins),
                beside={tile: list(after) for tile, after in paths.beside.items()},
                sizes={str(len(one.cards)): SizeView(list(one.cards), one.tiles, one.bends) for one in paths.sizes},
                bends=paths.bends,
                standing=list(paths.standing),
            )
    return found
