"""The rules of one running game."""

from __future__ import annotations

from msgspec import Struct

from . import content
from .errors import Malformed
from .records import Genesis
from .rulebook import Rulebook
from .rules import Game


class Rules(Struct, frozen=True):
    """The rules of one running game: what the registry says, bound."""

    game: Game
    book: Rulebook
    pack: str = ""
    """The hash of the players' own content, if they have any."""


def pinned(genesis: Genesis, rules: Rules) -> None:
    """A game is played with the rules it was begun with."""
    if (genesis.rules_version, genesis.rules_sha256) != (rules.game.version, content.rules_hash(rules.game.name)):
        raise Malformed(
            "E_RULES_VERSION",
            f"this game was begun with other rules of {genesis.rules} (version {genesis.rules_version})",
            "install the lpbe that began it",
        )
    if (genesis.pack or "") != rules.pack:
        raise Malformed(
            "E_PACK",
            f"this game is played with a content pack ({str(genesis.pack)[:12]}) that is not the one here",
            "put the host's pack.toml beside the game file",
        )
