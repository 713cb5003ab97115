"""Moves in a second of the processor: whole games, one after the other, after one that only warms up.

A decision is a move with two or more legal options. Options are counted in games that nobody times.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from time import process_time

SAMPLE = 3


def pace(play: Callable[[int], int], seconds: float) -> float:
    """`play` plays the game of a number to its end and tells how many moves it had."""
    play(0)
    moves, number, begun = 0, 0, process_time()
    while (spent := process_time() - begun) < seconds:
        number += 1
        moves += play(number)
    return moves / spent


def share(counted: Callable[[int], tuple[int, int]]) -> float:
    """The part of moves that are decisions, over some games."""
    pairs = [counted(number) for number in range(1, SAMPLE + 1)]
    return sum(decisions for _, decisions in pairs) / sum(moves for moves, _ in pairs)


def tell(play: Callable[[int], int], counted: Callable[[int], tuple[int, int]]) -> None:
    """For so many seconds as the command line says."""
    moves = pace(play, float(sys.argv[1]))
    print(json.dumps({"moves": moves, "decisions": moves * share(counted)}))
