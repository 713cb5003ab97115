"""A game as one seat sees it."""

from __future__ import annotations

from ..kernel.base.canon import Plain
from ..kernel.chain.compose import open_memo, open_state, open_view
from ..kernel.chain.hidden import handed_over, open_view_of
from ..kernel.chain.letters import present
from ..kernel.chain.records import View
from ..kernel.chain.step import Referee
from ..kernel.crypto.keys import Identity
from ..kernel.play.rules import State
from .game import OpenGame
from .seats import signer_of


class Desk:
    """A game, who looks at it, and what that seat can see."""

    __slots__ = ("draft", "identity", "memo", "opened", "seat", "state", "view")

    def __init__(self, opened: OpenGame, identity: Identity | None, seat: str, view: View | None = None) -> None:
        self.opened, self.identity, self.seat = opened, identity, seat
        self.view: View = view or open_view(opened.game, seat, identity)
        self.state: State | None = open_state(opened.rules, opened.game, seat, self.view)
        self.draft: list[Plain] = list(self.view.screen.get("standing", {}).get("draft", []))
        self.memo = open_memo(opened.game, seat, identity) if identity else ""

    @property
    def sealed(self) -> bool:
        """Whether what is secret travels sealed in this game."""
        return self.opened.game.genesis.trust == "referee"

    @property
    def plans(self) -> list[Plain]:
        """What this seat has planned ahead."""
        return [held["order"] for held in self.view.screen.get("standing", {}).get("plan", [])]

    @property
    def signer(self) -> Identity | None:
        """Who signs for the seat: nobody where it has no key."""
        return signer_of(self.opened, self.seat, self.identity)


def opened_by(opened: OpenGame, referee: Referee, seat: str) -> Desk:
    """What the referee can see of a seat, to tell its player; in an open game everybody can."""
    game = opened.game
    if not referee.secrets:
        return Desk(opened, None, seat)
    if seat not in present(game.state.seals):
        return Desk(opened, None, seat, View())
    secret = referee.secrets[-2] if handed_over(game) else referee.secrets[-1]
    return Desk(opened, None, seat, open_view_of(game, seat, secret))
