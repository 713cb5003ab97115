"""Random play with python-chess."""

from __future__ import annotations

from random import Random

import chess
from pace import tell


def moves(number: int) -> int:
    """Play one game; the list of legal moves also shows whether it is over, except for draws."""
    board, random = chess.Board(), Random(number)
    while (legal := list(board.legal_moves)) and not is_draw(board):
        board.push(random.choice(legal))
    return len(board.move_stack)


def decisions(number: int) -> tuple[int, int]:
    """Return the moves of a game, and how many of them had an alternative."""
    board, random, wide = chess.Board(), Random(number), 0
    while (legal := list(board.legal_moves)) and not is_draw(board):
        wide += len(legal) > 1
        board.push(random.choice(legal))
    return len(board.move_stack), wide


def is_draw(board: chess.Board) -> bool:
    return board.is_insufficient_material() or board.is_seventyfive_moves() or board.is_fivefold_repetition()


if __name__ == "__main__":
    tell(moves, decisions)
