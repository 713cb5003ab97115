"""The rules of one running game."""

from __future__ import annotations

from ..base.errors import Malformed
from ..content import packs
from ..play.rulebook import Rules
from .seating import Genesis


def check_pinned(genesis: Genesis, rules: Rules) -> None:
    """A game is played with the rules it was begun with."""
    known = (rules.game.version, packs.rules_hash(rules.game.name, genesis.expansions))
    if (genesis.rules_version, genesis.rules_sha256) != known:
        raise Malformed(
            "E_RULES_VERSION",
            "this game was begun with other rules of {rules} (version {version})",
            "install the lpbe that began it",
            rules=genesis.rules,
            version=genesis.rules_version,
        )
    if (genesis.pack or "") != rules.pack:
        raise Malformed(
            "E_PACK",
            "this game is played with a content pack ({pack}) that is not the one here",
            "put the host's pack.toml beside the game file",
            pack=str(genesis.pack)[:12],
        )
