"""The random games of Living Planet, by edition and number of players."""

from __future__ import annotations

from collections.abc import Iterator

from ..contract import playouts as whole
from ..contract.playouts import Act, Deed
from ..contract.trial import Case, Plain
from .positions import GAME
from .trial import EDITIONS, TRIAL


def acts(options: Plain, seats: int, seed: int) -> Iterator[tuple[Act, Deed]]:
    return whole.acts(TRIAL, (), options, seats, seed)


def deeds(options: Plain, seats: int, seed: int) -> Iterator[Deed]:
    return (deed for _, deed in acts(options, seats, seed))


def playout(edition: int, seats: int, seed: int) -> tuple[Deed, ...]:
    assert edition < len(EDITIONS)
    return whole.playout(Case(GAME, (), edition, seats), seed)


def playouts(edition: int, seats: int, games: int = 2) -> Iterator[Deed]:
    return whole.playouts(Case(GAME, (), edition, seats), games)
