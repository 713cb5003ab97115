"""The random games of Pebbles, by expansions and number of players."""

from __future__ import annotations

from collections.abc import Iterator

from ..contract import playouts as whole
from ..contract.contract_config import Case
from ..contract.playouts import Transition

EXPANSIONS: tuple[tuple[str, ...], ...] = ((), ("moss",))


def playouts(expansions: tuple[str, ...], seats: int, games: int = 8) -> Iterator[Transition]:
    return whole.playouts(Case("pebbles", expansions, 0, seats), games)
