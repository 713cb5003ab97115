"""Moves in a second of the processor: whole games, one after the other, after one that only warms up."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time


def pace(play: Callable[[int], int], seconds: float) -> float:
    """`play` plays the game of a number to its end and tells how many moves it had."""
    play(0)
    moves, number, begun = 0, 0, process_time()
    while (spent := process_time() - begun) < seconds:
        number += 1
        moves += play(number)
    return moves / spent


def tell(play: Callable[[int], int]) -> None:
    """For so many seconds as the command line says."""
    print(pace(play, float(sys.argv[1])))
