"""Random play of our own game, four seats: what `lpbe simulate --bots random` does."""

from __future__ import annotations

from pace import tell

from lpbe.bots.arena import play, root_of
from lpbe.games import book_of, game_of

GAME, BOOK = game_of("living-planet"), book_of("living-planet", [])


def moves(number: int) -> int:
    """One game; a move is an order that a seat gives, its choice from the list of legal orders included."""
    return play(GAME, BOOK, {}, dict.fromkeys(GAME.seats, "bot:random"), root_of(0, number)).orders


if __name__ == "__main__":
    tell(moves)
