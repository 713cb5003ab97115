"""Random changes of data: another value, a field less, a field more, another name."""

from __future__ import annotations

import random
import re
from typing import Any


def changed_text(text: str, chance: random.Random) -> str:
    """Return another text, often of the same kind."""
    if not text:
        return "x"
    place = chance.randrange(len(text))
    letters = "0123456789abcdef" if re.fullmatch("[0-9a-f]+", text) else "ABCDEFabcdef0123456789+/="
    if chance.random() < 0.1:
        return chance.choice([text[:-1], text + "a", "", text.upper(), text[::-1]])
    return text[:place] + chance.choice(letters) + text[place + 1 :]


def another(value: Any, chance: random.Random) -> Any:
    """Return another value in the place of one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chance.choice([value + 1, value - 1, 0, -value, value + 2**31, 2**53, value * 10])
    if isinstance(value, str):
        return changed_text(value, chance)
    if isinstance(value, list) and value:
        items = list(value)
        chance.choice([items.reverse, items.pop, lambda: items.append(items[0]), items.clear])()
        return items
    return chance.choice([[], {}, "x", 7, {"x": 1}])


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths to everything inside a value."""
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        found += places(item, (*path, key))
    return found


def inside(value: Any, path: tuple[Any, ...]) -> Any:
    """Return the value at a path."""
    for key in path:
        value = value[key]
    return value


def change_place(data: Any, chance: random.Random) -> str:
    """Change, drop, rename or add one thing somewhere inside."""
    path = chance.choice(places(data))
    above, key = inside(data, path[:-1]), path[-1]
    how = chance.random()
    if how < 0.15:
        del above[key]
    elif how < 0.3 and isinstance(above, dict):
        above[chance.choice([key + "s", key[:-1] or "x", key.upper(), "extra"])] = above.pop(key)
    elif how < 0.4 and isinstance(above, dict):
        above[chance.choice(["note", "extra", "replace", "held", "genesis"])] = chance.choice(
            [0, "", False, [], {}, "x"]
        )
    else:
        above[key] = another(above[key], chance)
    return f"{path} {how:.2f}"
