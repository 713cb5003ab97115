"""The matrix of the dice, as the box has it: row A produces, row B acts, row C strikes, a column a die."""

from __future__ import annotations

from collections.abc import Iterator

from ....kernel.play.foresight import Told
from ....kernel.play.pictured import Matrix, Row
from ....kernel.play.rules import State
from ..cataclysm import brings, candidates
from ..produce import factories
from ..reading import kind_of, seats
from ..state import Map, Turn
from .dice import played_now
from .strips import die_cells


def dice_matrix(state: State) -> Matrix:
    """The dice as they are ordered, or as they lie before that."""
    now = state[Turn]
    dice = [(colour, now.dice[colour]) for colour in now.order or now.dice]
    trials = [(colour, played_now(state, colour, value)) for colour, value in dice]
    rows = (
        Row("matrix.A", tuple(tuple(makes(trial)) or NONE for _, trial in trials)),
        Row("matrix.B", tuple(acts(state, colour, value) for colour, value in dice)),
        Row("matrix.C", tuple(tuple(strikes(trial, colour)) or NONE for colour, trial in trials)),
    )
    return Matrix(die_cells(state), rows)


NONE = (Told("matrix.none"),)


def makes(trial: State) -> Iterator[Told]:
    """LP-PROD-01: whose factories have the value."""
    for seat in seats(trial):
        for place in factories(trial, seat):
            building = trial[Map].buildings[place]
            yield Told("matrix.makes", {"seat": seat, "resource": kind_of(trial, building).makes, "place": place})


def acts(state: State, colour: str, value: int) -> tuple[Told, ...]:
    """LP-ACT-01: who acts, as far as the die reaches."""
    return (Told("matrix.acts", {"seat": colour, "value": value}),) if colour in seats(state) else NONE


def strikes(trial: State, colour: str) -> Iterator[Told]:
    """LP-CATA-01: which hexes it may strike, by what."""
    for hex in candidates(trial, colour):
        yield Told("matrix.strikes", {"hex": hex, "kind": brings(trial, hex, colour)}, place=hex)
