"""The matrix of the dice, as on the box: row A produces, row B acts, row C strikes, one column per die."""

from __future__ import annotations

from collections.abc import Iterator

from ....kernel.engine.foresight import Fact
from ....kernel.engine.graphics import Matrix, MatrixRow
from ....kernel.engine.model import State
from ..map.queries import kind_of, seats
from ..state import Map, Turn
from ..turn.cataclysms import brings, candidates
from ..turn.production import factories
from .dice_preview import while_played
from .table_tracks import die_cells


def dice_matrix(state: State) -> Matrix:
    """Return the dice in playing order, or as they are before they are put in order."""
    now = state[Turn]
    dice = [(colour, now.dice[colour]) for colour in now.order or now.dice]
    trials = [(colour, while_played(state, colour, value)) for colour, value in dice]
    rows = (
        MatrixRow("matrix.A", tuple(tuple(makes(trial)) or NONE for _, trial in trials), "produce"),
        MatrixRow("matrix.B", tuple(acts(state, colour, value) for colour, value in dice), "hand"),
        MatrixRow("matrix.C", tuple(tuple(strikes(trial, colour)) or NONE for colour, trial in trials), "warn"),
    )
    return Matrix(die_cells(state), rows)


NONE = (Fact("matrix.none"),)


def makes(trial: State) -> Iterator[Fact]:
    """Yield whose factories have the value (LP-PROD-01)."""
    for seat in seats(trial):
        for place in factories(trial, seat):
            building = trial[Map].buildings[place]
            yield Fact("matrix.makes", {"seat": seat, "resource": kind_of(trial, building).makes, "place": place})


def acts(state: State, colour: str, value: int) -> tuple[Fact, ...]:
    """Return who acts, as far as the die reaches (LP-ACT-01)."""
    return (Fact("matrix.acts", {"seat": colour, "value": value}),) if colour in seats(state) else NONE


def strikes(trial: State, colour: str) -> Iterator[Fact]:
    """Yield which hexes it may strike, by what (LP-CATA-01)."""
    for hex in candidates(trial, colour):
        yield Fact("matrix.strikes", {"hex": hex, "kind": brings(trial, hex, colour)}, place=hex)
