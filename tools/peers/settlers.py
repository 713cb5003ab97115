"""Random play of catanatron, four seats."""

from __future__ import annotations

import random

from catanatron.game import TURNS_LIMIT, Game
from catanatron.models.player import Color, RandomPlayer
from pace import tell


def moves(number: int) -> int:
    """One game; its players choose from the list of playable actions that the game keeps."""
    random.seed(number)
    game = Game([RandomPlayer(color) for color in Color], seed=number)
    while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
        game.play_tick()
    return len(game.state.actions)


if __name__ == "__main__":
    tell(moves)
