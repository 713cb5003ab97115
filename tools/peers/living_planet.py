"""Random play of our own game, with four seats and the named expansions, as in `lpbe simulate --bots random`."""

from __future__ import annotations

import sys
from itertools import islice

from pace import tell

from lpbe.bots.arena import Match, game_root, play
from lpbe.games import book_of, game_of
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Seat
from lpbe.kernel.engine.table import Table, top

GAME, BOOK = game_of("living-planet"), book_of("living-planet", sys.argv[2:] if __name__ == "__main__" else [])
BOTS = dict.fromkeys(GAME.seats, "bot:random")


def moves(number: int) -> int:
    """Play one game; a move is an order of a seat, including its choice from the list of legal orders."""
    return play(GAME, BOOK, {}, BOTS, game_root(0, number)).orders


class Counting(Match):
    """A game that counts how often a seat had an alternative."""

    __slots__ = ("wide",)

    def answer(self, seat: Seat) -> None:
        question = top(self.table.state)
        assert question
        self.wide += len(list(islice(legality.legal_orders(self.views[seat], question, seat), 2))) > 1
        super().answer(seat)


def decisions(number: int) -> tuple[int, int]:
    """Return the moves of a game, and how many of them had an alternative."""
    root = game_root(0, number)
    match = Counting(GAME, BOTS, Table(BOOK.blank(list(BOTS), {}), Rng(root)), root, False)
    match.wide = 0
    match.play("none")
    return match.orders, match.wide


if __name__ == "__main__":
    tell(moves, decisions)
