"""A game as one seat sees it."""

from __future__ import annotations

from ..kernel.base.canon import Plain
from ..kernel.chain.compose import open_memo, open_state, open_view
from ..kernel.chain.records import View
from ..kernel.crypto.keys import Identity
from ..kernel.play.rules import State
from .game import OpenGame
from .seats import signer_of


class Desk:
    """A game, who looks at it, and what that seat can see."""

    __slots__ = ("draft", "identity", "memo", "opened", "seat", "state", "view")

    def __init__(self, opened: OpenGame, identity: Identity | None, seat: str) -> None:
        self.opened, self.identity, self.seat = opened, identity, seat
        self.view: View = open_view(opened.game, seat, identity)
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
