"""Verify a game as far as it can be checked."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ...kernel.audit.findings import Progress, Verdict
from ...kernel.base.canonical import Plain
from ...kernel.base.errors import FalseReport, Unauthentic
from ...kernel.chain.genesis import WindowKind
from ...kernel.chain.letter import present
from ...kernel.chain.records import GameFile
from ...kernel.gamedir.gamedir import locate
from ..creating.joining import check_playable
from ..session.locale import Locale, game_language
from ..session.open_game import OpenGame, is_ahead, rules_for
from ..session.seats import warn_of_past
from ..session.session import Session
from .evidence import write_evidence
from .examine import Taken, VerifyOptions, examine, take
from .verdict_text import verdict_data, verdict_text


class Verification(Struct, frozen=True):
    """What was found: what is correct, and what this level cannot show."""

    verdict: Verdict
    game: GameFile
    locale: Locale

    @property
    def complete(self) -> bool:
        """Return whether everything was checked."""
        return self.verdict.complete

    def data(self) -> Plain:
        return verdict_data(self.verdict, self.game)

    def text(self) -> str:
        return verdict_text(self.verdict, self.game, self.locale)


def no_progress(seq: int) -> None:
    """Show nothing."""


def verify_game(
    session: Session,
    game: str,
    *,
    before: Sequence[str] = (),
    reports: bool = True,
    every_bot_move: bool = False,
    evidence: str | None = None,
    progress: Progress = no_progress,
) -> Verification:
    """Check a game offline, without trusting anybody; raise an error if anything is false.

    The proof of what is false is written to the file `evidence`, if one is named.
    """
    taken = take(locate(game))
    found = taken.game
    session.address(game_language(found), found.genesis.rules)
    has_secrets = found.genesis.trust == "referee"
    identity = session.identity if session.key or has_secrets else None
    try:
        options = VerifyOptions(reports, before, every_bot_move=every_bot_move)
        verdict = examine(taken, identity, progress, options, keep_pins=session.keep_pins)
    except Unauthentic as fault:
        if not isinstance(fault, FalseReport):  # nobody signs a report, so a false one proves nothing
            keep_proof(taken, fault, evidence)
        raise
    opened = OpenGame(taken.place, found, rules_for(taken.place, found.genesis), session.keep_pins)
    verification = complete_verdict(opened, verdict, reports, session.locale)
    if identity:
        warn_of_past(session, opened)
    return verification


def complete_verdict(opened: OpenGame, verdict: Verdict, reports: bool, locale: Locale) -> Verification:
    """Add to a verdict what the clock here and the options of the game say."""
    game = opened.game
    if game.state.window.kind in (WindowKind.JOIN, WindowKind.READY):
        check_playable(opened)
    verdict.ignored = not reports
    verdict.ahead = present(game.last.head.at) if is_ahead(game, None) else ""
    return Verification(verdict, game, locale)


def keep_proof(taken: Taken, fault: Unauthentic, path: str | None) -> None:
    """Write the proof if the caller asked for one."""
    if path:
        write_evidence(taken, fault, path)
    elif not fault.hint:
        fault.advise("to save the proof: lpbe verify GAME --evidence FILE")
