"""The map and the patterns once more, written from the rules alone: rows and columns, no axial coordinates, no engine.

A place is (row, column), both from 0; odd rows are shifted half a tile to the east.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

CONTENT = Path(__file__).parents[2] / "lpbe" / "games" / "planet_2116" / "content" / "base"
LINES = {name: row["tiles"] for name, row in tomllib.loads((CONTENT / "map.toml").read_text()).items()}
ROWS, COLUMNS = "ABCDEFGHIJKLMNO", 22
Place = tuple[int, int]
COMPASS = ("e", "ne", "nw", "w", "sw", "se")
BEARS = {"~": "s", "c": "sl", "f": "lf", "m": "lm", **dict.fromkeys("1234", "slfm")}
"""The reliefs by their first letters: sea, land, forest, mountain."""
FROM = {"tornado": "l", "tsunami": "s", "wildfire": "f", "meteorite": "m"}


def place(name: str) -> Place:
    return ROWS.index(name[0]), int(name[1:]) - 1


def name(at: Place) -> str:
    return f"{ROWS[at[0]]}{at[1] + 1:02}"


def on_board(at: Place) -> bool:
    return 0 <= at[0] < len(ROWS) and 0 <= at[1] < COLUMNS


def bears(at: Place) -> str:
    return BEARS[LINES[ROWS[at[0]]][at[1]].lower()]


def beside(at: Place, way: str) -> Place:
    """Return the place next to one; off the board too."""
    row, column = at
    if way in ("e", "w"):
        return row, column + (1 if way == "e" else -1)
    shift = row % 2 if way.endswith("e") else row % 2 - 1
    return row + (1 if way[0] == "s" else -1), column + shift


def around(at: Place) -> list[Place]:
    return [beside(at, way) for way in COMPASS]


def go_along(at: Place, ways: Sequence[str]) -> Place:
    for way in ways:
        at = beside(at, way)
    return at


def within(at: Place, far: int) -> dict[Place, int]:
    """Return all places up to a distance, by flooding."""
    found, edge = {at: 0}, [at]
    for step in range(1, far + 1):
        edge = list(dict.fromkeys(new for old in edge for new in around(old) if new not in found))
        found |= dict.fromkeys(edge, step)
    return found


def turn_way(way: str, by: int) -> str:
    return COMPASS[(COMPASS.index(way) + by) % 6]


def tsunami(at: Place, way: str, cards: int) -> set[Place]:
    """Places at most so far away that lie between the way to the right and the way to the left of the direction."""
    out: set[Place] = set()
    for right in (turn_way(way, -1), way):
        left = turn_way(right, 1)
        for a in range(cards + 1):
            out |= {go_along(at, [right] * a + [left] * b) for b in range(cards + 1 - a) if a + b}
    return out


def meteorite(at: Place, cards: int) -> set[Place]:
    rings, spokes = {1: (1, 0), 2: (1, 2), 3: (2, 0), 4: (2, 3)}[cards]
    disc = {there for there, far in within(at, rings).items() if far}
    return disc | ({go_along(at, [way] * spokes) for way in COMPASS} if spokes else set())


def tornado(at: Place, ways: Sequence[str], cards: int) -> list[Place] | None:
    """Return the places visited, or None if it is not a path of this many cards."""
    if not 1 <= len(ways) <= 4 * cards - 1:
        return None
    bends = [(a, b) for a, b in pairwise(ways) if a != b]
    if len(bends) > cards - 1 or any(b not in (turn_way(a, 1), turn_way(a, -1)) for a, b in bends):
        return None
    visited = [go_along(at, ways[: n + 1]) for n in range(len(ways))]
    return visited if all(map(on_board, visited)) else None


def wildfire(at: Place, tiles: Sequence[Place], cards: int, taken: set[Place]) -> bool:
    if not 1 <= len(tiles) <= 4 * cards or len(set(tiles)) < len(tiles):
        return False
    for n, tile in enumerate(tiles):
        passing = [at, *(one for one in tiles[:n] if "f" in bears(one))]
        if not on_board(tile) or tile in taken or "l" not in bears(tile):
            return False
        if not any(tile in around(one) for one in passing):
            return False
    return True


def fuel(at: Place, burning: Sequence[Place], taken: set[Place]) -> list[Place]:
    """Return what may burn next: standing land beside the origin or beside forest that burns."""
    passing = [at, *(one for one in burning if "f" in bears(one))]
    beside = dict.fromkeys(tile for one in passing for tile in around(one) if on_board(tile))
    return [tile for tile in beside if tile not in (*taken, *burning) and "l" in bears(tile)]


def count_paths(at: Place, cards: int) -> int:
    """How many lists of directions stay on the board: step by step, alike in place, direction and bends as one."""
    heads = {(beside(at, way), way, 0): 1 for way in COMPASS if on_board(beside(at, way))}
    found = 0
    for _ in range(4 * cards - 1):
        found += sum(heads.values())
        ahead: dict[tuple[Place, str, int], int] = {}
        for (here, way, bends), count in heads.items():
            for by in (0, 1, -1):
                there, now = beside(here, turn_way(way, by)), bends + abs(by)
                if now < cards and on_board(there):
                    key = there, turn_way(way, by), now
                    ahead[key] = ahead.get(key, 0) + count
        heads = ahead
    return found


def paths(cards: int) -> Iterator[tuple[str, ...]]:
    """Yield every list of directions that this many cards allow."""
    waiting: list[tuple[tuple[str, ...], int]] = [((way,), 0) for way in COMPASS]
    while waiting:
        path, bends = waiting.pop()
        yield path
        if len(path) < 4 * cards - 1:
            waiting.append(((*path, path[-1]), bends))
            if bends < cards - 1:
                waiting += [((*path, turn_way(path[-1], by)), bends + 1) for by in (1, -1)]
