"""Pack the data of a page, which halves them: orders as what differs from the one before, rows by what they offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

Fields = Mapping[str, Any]


def pack_orders(orders: Sequence[Fields]) -> list[dict[str, Any]]:
    """Return orders as a page embeds them; `unpackOrders` in data.js is the reverse."""
    return list(packed(orders))


def pack_rows(after: Mapping[str, Sequence[int]]) -> list[list[Any]]:
    """Return what may follow which orders: each list of offers once, with the keys of its rows behind it."""
    rows: dict[tuple[int, ...], list[str]] = {}
    for key, offers in after.items():
        rows.setdefault(tuple(offers), []).append(key)
    return [[list(offers), *keys] for offers, keys in rows.items()]


def packed(orders: Sequence[Fields]) -> Iterator[dict[str, Any]]:
    before: Fields = {"t": ""}
    for order in orders:
        shared = shared_length(before["t"], order["t"])
        text = {"t": [shared, order["t"][shared:]]}
        yield text | changed_fields(before, {key: value for key, value in order.items() if key != "t"})
        before = order


def shared_length(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    return sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(one, other, strict=False)))


def changed_fields(before: Fields, now: Fields) -> dict[str, Any]:
    """Return the fields that differ, of records again only what differs, and null for those that are gone."""
    gone: dict[str, Any] = {key: None for key in before if key not in now and key != "t"}
    return gone | {key: change(before.get(key), value) for key, value in now.items() if value != before.get(key)}


def change(before: Any, now: Any) -> Any:
    """Return a value, or what differs between two records."""
    return changed_fields(before, now) if isinstance(before, dict) and isinstance(now, dict) else now
