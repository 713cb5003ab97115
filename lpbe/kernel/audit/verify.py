"""Verification by strangers: the chain at any time, everything after disclosure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import UnsetType

from ..chain.hidden import check_seal_sizes
from ..chain.records import GameFile
from ..chain.step import authenticate, check_pinned
from ..crypto.keys import Identity
from ..folder.reports import Reports
from ..play.rulebook import Rules
from .own import check_own
from .replay import disclosed_secrets, replay
from .verdict import Diverged, Progress, Verdict, no_progress
from .walk import check_log, read_log


def verify(
    rules: Rules,
    game: GameFile,
    lines: Iterable[bytes] | None,
    seats: Mapping[str, Identity] | None = None,
    progress: Progress = no_progress,
    reports: Reports | None = None,
) -> Verdict:
    """Check a game as far as can be: its last state alone, its history, its secrets when they are disclosed."""
    check_pinned(game.genesis, rules)
    authenticate(game)
    if game.genesis.trust == "referee":
        check_seal_sizes(game.genesis, game.state)
    level, entries = 0, None
    if lines is not None:
        entries = read_log(lines)
        check_log(rules, game, entries, progress, reports)
    for seat, identity in (seats or {}).items():
        check_own(rules, game, seat, identity, entries or [])
        level = 1
    secrets = disclosed_secrets(game)
    if entries is not None and (secrets or game.genesis.trust == "open"):
        replay(rules, game, entries, secrets, progress)
        level = 2
    if reports and entries is not None:
        check_reports(reports, game.state.seq)
    return Verdict(
        level,
        game.state.seq,
        entries is not None,
        game.genesis.trust == "referee",
        game.state.window.kind == "over",
        [s.id for s in game.state.seats if not isinstance(s.held, UnsetType)],
        list(seats or {}),
        len(reports.steps) - len(reports.others) if reports and entries is not None else 0,
        len(reports.others) if reports else 0,
    )


def check_reports(reports: Reports, last: int) -> None:
    """Reports are not signed: what is wrong with one is told after all else has been found true."""
    beyond = [seq for seq in reports.steps if seq > last]
    for seq in sorted([*reports.false, *beyond]):
        reason = "there is no such step to report" if seq > last else "this report tells something else than the log"
        fault = Diverged("E_REPORT", seq, reason)
        fault.file = reports.place.report(seq)
        fault.advise("it was edited; game file and log are true")
        raise fault
