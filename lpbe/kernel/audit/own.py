"""Level 1: what a player can check with the own key, before anything is disclosed."""

from __future__ import annotations

from ..chain.compose import open_view
from ..chain.records import Entry, GameFile
from ..crypto.keys import Identity
from ..play.rulebook import Rules


def check_own(rules: Rules, game: GameFile, seat: str, identity: Identity, entries: list[Entry]) -> None:
    """Level 1: the own seal opens, and holds what this seat signed."""
    open_view(game, seat, identity)
