"""Random games of Living Planet, by edition and number of players."""

from __future__ import annotations

from collections.abc import Iterator

from ..contract import playouts as whole
from ..contract.contract_config import Case, Plain
from ..contract.playouts import Act, Transition
from .contract_config import CONTRACT, EDITIONS
from .positions import GAME


def acts(options: Plain, seats: int, seed: int) -> Iterator[tuple[Act, Transition]]:
    return whole.acts(CONTRACT, (), options, seats, seed)


def transitions(options: Plain, seats: int, seed: int) -> Iterator[Transition]:
    return (transition for _, transition in acts(options, seats, seed))


def playout(edition: int, seats: int, seed: int) -> tuple[Transition, ...]:
    assert edition < len(EDITIONS)
    return whole.playout(Case(GAME, (), edition, seats), seed)


def playouts(edition: int, seats: int, games: int = 2) -> Iterator[Transition]:
    return whole.playouts(Case(GAME, (), edition, seats), games)
