"""Random play with catanatron, with four seats."""

from __future__ import annotations

import random

from catanatron.game import TURNS_LIMIT, Game
from catanatron.models.player import Color, RandomPlayer
from pace import tell


def begin_game(number: int) -> Game:
    random.seed(number)
    return Game([RandomPlayer(color) for color in Color], seed=number)


def going(game: Game) -> bool:
    return game.winning_color() is None and game.state.num_turns < TURNS_LIMIT


def moves(number: int) -> int:
    """Play one game; players choose from the list of playable actions that the game keeps."""
    game = begin_game(number)
    while going(game):
        game.play_tick()
    return len(game.state.actions)


def decisions(number: int) -> tuple[int, int]:
    """Return the moves of a game, and how many of them had an alternative."""
    game, wide = begin_game(number), 0
    while going(game):
        wide += len(game.state.playable_actions) > 1
        game.play_tick()
    return len(game.state.actions), wide


if __name__ == "__main__":
    tell(moves, decisions)
