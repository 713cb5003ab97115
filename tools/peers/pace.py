"""Count moves per second of processor time, in whole games, after one game to warm up.

A decision is a move with two or more legal options. Options are counted in games that are not timed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from time import process_time

SAMPLE = 3


def pace(play: Callable[[int], int], seconds: float) -> float:
    """Return the moves per second; `play` plays the game with a number to its end and returns how many moves it had."""
    play(0)
    moves, number, begun = 0, 0, process_time()
    while (spent := process_time() - begun) < seconds:
        number += 1
        moves += play(number)
    return moves / spent


def share(counted: Callable[[int], tuple[int, int]]) -> float:
    """Return the share of moves that are decisions, over some games."""
    pairs = [counted(number) for number in range(1, SAMPLE + 1)]
    return sum(decisions for _, decisions in pairs) / sum(moves for moves, _ in pairs)


def tell(play: Callable[[int], int], counted: Callable[[int], tuple[int, int]]) -> None:
    """Measure for as many seconds as the command line says, and print the result."""
    moves = pace(play, float(sys.argv[1]))
    print(json.dumps({"moves": moves, "decisions": moves * share(counted)}))
