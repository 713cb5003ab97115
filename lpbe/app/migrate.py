"""A game that was begun with other rules, played again by those at hand to see whether anything changes."""

from __future__ import annotations

from msgspec import Struct

from ..kernel.audit.bots import Bots
from ..kernel.audit.replay import replay
from ..kernel.audit.verdict import Diverged, Progress
from ..kernel.audit.verify import Beside, check_refusals, with_last_step
from ..kernel.audit.walk import read_log
from ..kernel.base.errors import Malformed, Message
from ..kernel.base.text import quote
from ..kernel.chain.checks import referee_keys
from ..kernel.chain.records import GameFile
from ..kernel.chain.seating import Genesis
from ..kernel.chain.step import referee_of
from ..kernel.crypto.keys import Identity, b64
from ..kernel.play.rulebook import Rules
from .accepted import accept, begun_with
from .examine import Taken, Wish, bot_letter, examine
from .game import rules_for

BY_RULES = ("E_AUDIT", "E_ORDER")
"""What other rules give another answer to; a false chain or signature is false by any."""
CONFUSED = (LookupError, TypeError, ValueError, AssertionError)
"""How rules fail that were never meant for a game."""
PLAYED = 2
"""The level at which every step was played again."""


class Migrated(Struct, frozen=True):
    """How far a game was tried by the rules at hand; level none if it was begun with these."""

    level: int | None
    steps: int


def migrate(taken: Taken, identity: Identity | None, progress: Progress) -> Migrated:
    """Try all that can be tried with this key, and remember that these rules play the game on."""
    game, rules = taken.game, rules_for(taken.place, taken.game.genesis)
    if begun_with(game.genesis, rules):
        return Migrated(None, game.state.seq)
    try:
        level = tried(taken, rules, identity, progress)
    except Diverged as fault:
        raise otherwise(game.genesis, fault.sentence) if fault.code.startswith(BY_RULES) else fault from None
    except CONFUSED as fault:
        raise otherwise(game.genesis, confusion(fault)) from None
    accept(game.genesis, rules)
    return Migrated(level, game.state.seq)


def tried(taken: Taken, rules: Rules, identity: Identity | None, progress: Progress) -> int:
    """The level up to which everything comes out the same."""
    level = examine(taken, identity, progress, Wish(reports=False, other_rules=True)).level
    if level < PLAYED and taken.lines is not None and is_referee(taken.game, identity):
        play_again(taken, rules, identity, progress)
        return PLAYED
    return level


def is_referee(game: GameFile, identity: Identity | None) -> bool:
    """Whoever signs from now on; the last step may be that by which another handed the game over."""
    if identity is None or game.genesis.trust != "referee":
        return False
    return referee_keys(game.genesis, game.state).sign == b64(identity.sign_public)


def play_again(taken: Taken, rules: Rules, identity: Identity | None, progress: Progress) -> None:
    """What nobody else can do before the end: every step and every refusal, with the secrets of the game."""
    game = taken.game
    entries, _ = with_last_step(game, read_log(taken.lines or []))
    secrets = referee_of(game, identity).secrets
    refusals = check_refusals(game, entries, Beside(receipts=taken.receipts, refused=taken.refused))
    replay(rules, game, entries, secrets, progress, Bots(bot_letter(rules)), refusals)


def confusion(fault: Exception) -> Message:
    """What rules stumble over that miss something: a card that has gone, a number that has become a word."""
    return Message("they do not know what it was played with ({what})", {"what": quote(f"{fault}")})


def otherwise(genesis: Genesis, reason: Message) -> Malformed:
    """No fault of the game's: it was played by other rules."""
    return Malformed(
        "E_RULES_VERSION",
        "by the rules here this game comes out otherwise: {reason}",
        "install the lpbe that began it: {engine}",
        reason=reason,
        engine=genesis.engine or "?",
    )
