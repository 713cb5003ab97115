"""Migrate a game to the installed rules: replay it with them and see whether anything changes."""

from __future__ import annotations

from msgspec import Struct

from ...kernel.audit.findings import Progress
from ...kernel.audit.level0 import read_log
from ...kernel.audit.level2 import Bots, replay
from ...kernel.audit.verify import Materials, check_refusals, with_last_step
from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Diverged, Malformed, Message, OtherRules
from ...kernel.base.safe_text import quote
from ...kernel.chain.genesis import Genesis
from ...kernel.chain.letter_checks import referee_keys
from ...kernel.chain.records import GameFile, head_id
from ...kernel.chain.transition import referee_of
from ...kernel.crypto.keys import Identity, b64
from ...kernel.engine.rulebook import Rules
from ...kernel.gamedir.gamedir import locate
from ...version import __version__
from ..session.accepted_rules import accept, began_with
from ..session.locale import Locale, game_language
from ..session.open_game import position, rules_for
from ..session.session import Session
from .examine import Taken, VerifyOptions, audited_share, bot_letter, examine, take

MISSING = (LookupError, ValueError)
"""The errors of rules that lack something a game was played with; any other error is a bug."""
PLAYED = 2
"""The level at which every step has been replayed."""


class Migration(Struct, frozen=True):
    """How far the installed rules reproduce a game; no level if it was started with them."""

    game: GameFile
    level: int | None
    has_log: bool
    locale: Locale

    @property
    def complete(self) -> bool:
        """Return whether every step was replayed, or there was nothing to do."""
        return self.level is None or self.level >= PLAYED

    def data(self) -> Plain:
        return {
            **position(self.game),
            "level": self.level,
            "steps": self.game.state.seq,
            "engine": __version__,
        }

    def text(self) -> str:
        localise = self.locale.localise
        if self.level is None:
            return localise("this game was started with the rules of this lpbe, so there is nothing to do")
        if not self.complete and not self.has_log:
            return localise(
                "everything that this file alone shows is correct under the rules of lpbe {engine}", engine=__version__
            )
        if not self.complete:
            return localise(
                "everything you can see is correct under the rules of lpbe {engine}; until the game ends, only "
                "the host can replay all of it",
                engine=__version__,
            )
        return localise(
            "all {steps} steps give the same result under the rules of lpbe "
            "{engine}, so the game continues here with these rules",
            steps=self.game.state.seq,
            engine=__version__,
        )


def migrate_game(session: Session, path: str, progress: Progress) -> Migration:
    """Replay a game with the installed rules, and remember to continue with them if nothing changes."""
    taken = take(locate(path))
    session.address(game_language(taken.game))
    level = try_rules(taken, session.identity, progress)
    return Migration(taken.game, level, taken.lines is not None, session.locale)


def try_rules(taken: Taken, identity: Identity | None, progress: Progress) -> int | None:
    """Try all that can be tried with this key; return the level, or None if the game was started with these rules."""
    game = taken.game
    rules = rules_for(taken.place, game.genesis)
    if began_with(game.genesis, rules):
        return None
    try:
        level = verified_level(taken, rules, identity, progress)
    except Diverged as fault:
        raise different_outcome(game.genesis, fault.sentence) if fault.depends_on_rules else fault from None
    except MISSING as fault:
        raise different_outcome(game.genesis, confusion(fault)) from None
    accept(game.genesis, rules)
    return level


def verified_level(taken: Taken, rules: Rules, identity: Identity | None, progress: Progress) -> int:
    """Return the level up to which the results are the same."""
    level = examine(taken, identity, progress, VerifyOptions(reports=False, other_rules=True)).level
    if level < PLAYED and taken.lines is not None and is_referee(taken.game, identity):
        replay_as_referee(taken, rules, identity, progress)
        return PLAYED
    return level


def is_referee(game: GameFile, identity: Identity | None) -> bool:
    """Return whether a key is that of the referee who signs from now on, even right after a handover."""
    if identity is None or game.genesis.trust != "referee":
        return False
    return referee_keys(game.genesis, game.state).sign == b64(identity.sign_public)


def replay_as_referee(taken: Taken, rules: Rules, identity: Identity | None, progress: Progress) -> None:
    """Replay every step and every refusal with the secrets that only the referee has before the end."""
    game = taken.game
    entries, _ = with_last_step(game, read_log(taken.lines or []))
    secrets = referee_of(game, identity).secrets
    refusals = check_refusals(game, entries, Materials(receipts=taken.receipts, refused=taken.refused))
    replay(
        rules,
        game,
        entries,
        secrets,
        progress,
        Bots(bot_letter(rules), audited_share, head_id(game.last.head)),
        refusals,
    )


def confusion(fault: Exception) -> Message:
    """Return the reason if the rules lack something, such as a card that was removed or a piece that was renamed."""
    return Message("the rules here lack something that was used in the game ({what})", {"what": quote(f"{fault}")})


def different_outcome(genesis: Genesis, reason: Message) -> Malformed:
    """Return the failure of a game that is correct but was played by other rules."""
    return OtherRules(
        "E_RULES_VERSION",
        "with the rules here, this game comes out differently: {reason}",
        "install the version of lpbe that started it: {engine}",
        reason=reason,
        engine=genesis.engine or "?",
    )
