"""A game as one seat sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, UnsetType

from ...kernel.base.canonical import Plain
from ...kernel.chain.genesis import seat_of
from ...kernel.chain.letter import present
from ...kernel.chain.player_view import open_memo, open_state, open_view
from ...kernel.chain.records import View
from ...kernel.chain.sealed_state import ends_in_handover, open_view_as_referee
from ...kernel.chain.transition import Referee
from ...kernel.content import packs
from ...kernel.content.packs import Words
from ...kernel.crypto.keys import Identity
from ...kernel.engine.model import State
from .locale import Locale, seat_language
from .open_game import OpenGame

if TYPE_CHECKING:
    from ...kernel.gamedir.receipts import Reason


class StandingOrders(Struct, frozen=True):
    """What answers for a seat in advance: its policy and its plans."""

    policy: Plain
    plans: Sequence[Plain]


class SeatView:
    """A game as one seat sees it: its private part opened, and the state as far as it is visible."""

    __slots__ = (
        "draft",
        "identity",
        "lang",
        "memo",
        "opened",
        "private",
        "reasons",
        "sent_standing_orders",
        "seat",
        "state",
    )

    def __init__(
        self, opened: OpenGame, identity: Identity | None, seat: str, lang: str = "", private: View | None = None
    ) -> None:
        self.opened = opened
        self.identity = identity
        self.seat = seat
        self.lang = lang or seat_language(opened.game, seat)
        self.private: View = private or open_view(opened.game, seat, identity)
        self.state: State | None = open_state(opened.rules, opened.game, seat, self.private)
        self.draft: list[Plain] = list(self.private.screen.get("standing", {}).get("draft", []))
        self.memo = open_memo(opened.game, seat, identity) if identity else ""
        self.reasons: Mapping[str, Reason] = {}
        """Why letters of the seat were refused, by their ids, if they were opened by somebody else."""
        self.sent_standing_orders: StandingOrders | None = None
        """The standing orders of a letter that is on its way, if it cannot be opened here."""

    @property
    def words(self) -> Words:
        """Return the words of the game in the language of the reader."""
        return packs.words(self.opened.rules.game.name, self.lang)

    @property
    def locale(self) -> Locale:
        return Locale(self.lang, self.opened.game.genesis.rules, self.seat)

    @property
    def sealed(self) -> bool:
        """Return whether secrets are sealed in this game."""
        return self.opened.game.genesis.trust == "referee"

    @property
    def plans(self) -> list[Plain]:
        """Return what this seat has planned ahead."""
        return [held["order"] for held in self.private.screen.get("standing", {}).get("plan", [])]

    @property
    def signer(self) -> Identity | None:
        """Return who signs for the seat: nobody if it has no key."""
        return signer_for(self.opened, self.seat, self.identity)


def view_for_referee(opened: OpenGame, referee: Referee, seat: str) -> SeatView:
    """Return what the referee can see of a seat, to write to its player; in an open game everybody can."""
    game = opened.game
    if not referee.secrets:
        return SeatView(opened, None, seat)
    if seat not in present(game.state.seals):
        return SeatView(opened, None, seat, private=View())
    secret = referee.secrets[-2] if ends_in_handover(game) else referee.secrets[-1]
    return SeatView(opened, None, seat, private=open_view_as_referee(game, seat, secret))


def signer_for(opened: OpenGame, seat: str, identity: Identity | None) -> Identity | None:
    """Return whose key signs for a seat; None for a seat without a key."""
    record = seat_of(opened.game.state, seat)
    return None if record is not None and isinstance(record.sign, UnsetType) else identity
