"""Verify a game: level 0 at any time, level 1 with a player's key, level 2 after disclosure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct, json

from ..base.canonical import jcs
from ..base.errors import FalseReport, Message
from ..chain.records import Entry, Envelope, GameFile, head_id, read_entry
from ..chain.sealed_state import check_seal_sizes
from ..chain.transition import authenticate, check_pack, check_pinned
from ..disk.forked import run_aside
from ..engine.rulebook import Rules
from ..gamedir.gamedir import Reports
from ..gamedir.log import log_line
from ..gamedir.receipts import ReceiptFile
from .findings import LogSummary, Progress, Verdict, holders, no_progress
from .level0 import check_log, read_log
from .level1 import Sighting, check_seat
from .level1_refusals import check_reasons
from .level2 import BotLetter, Bots, disclosed_secrets, every_move, no_bots, replay
from .opened_seat import SeatOpener
from .receipt_checks import Refusals, check_receipts
from .step_rules import check_promised

MIN_STEPS_FOR_FORK = 12
"""Below this, a second process costs more than it saves."""


class Materials(Struct, frozen=True):
    """What a game can be checked against besides its file and log: reports, receipts, a player's earlier files."""

    reports: Reports | None = None
    receipts: Sequence[ReceiptFile] = ()
    refused: Mapping[str, list[Envelope]] = {}
    before: Sequence[GameFile] = ()
    """Game files of earlier steps."""
    seen: Sequence[Sighting] = ()
    """When each step was first seen here."""
    ask: BotLetter = no_bots
    share: Callable[[str], int] = every_move
    """One of how many moves of a bot is worked out again."""
    helped: bool = False
    """Whether a second process may do part of the work."""
    other_rules: bool = False
    """Whether it is known that the rules here are not those the game was started with."""


def verify(
    rules: Rules,
    game: GameFile,
    lines: Iterable[bytes] | None,
    seats: Mapping[str, SeatOpener] | None = None,
    progress: Progress = no_progress,
    reports: Reports | None = None,
    beside: Materials | None = None,
) -> Verdict:
    """Check a game as far as possible: its last state, its history, and everything once its secrets are disclosed."""
    beside = beside or Materials(reports)
    seats = seats or {}
    (check_pack if beside.other_rules else check_pinned)(game.genesis, rules)
    authenticate(game)
    if game.genesis.trust == "referee":
        check_seal_sizes(game.genesis, game.state)
    check_promised(game)
    if lines is None:
        for seat, opener in seats.items():
            check_seat(rules, game, seat, opener, [], [], beside.before)
        found = make_verdict(game, 1 if seats else 0, LogSummary(), seats)
    else:
        found = verify_history(rules, game, list(lines), seats, progress, beside)
    found.other_rules = beside.other_rules
    return found


def verify_history(
    rules: Rules,
    game: GameFile,
    lines: list[bytes],
    seats: Mapping[str, SeatOpener],
    progress: Progress,
    beside: Materials,
) -> Verdict:
    """Check a game along its log, and replay it if its secrets are known."""
    entries, unfinished = with_last_step(game, read_log(lines))
    known = can_replay(game)
    notes: list[Message] = []
    worthwhile = beside.helped and known and len(entries) > MIN_STEPS_FOR_FORK
    with run_aside(lambda: jcs(replay_game(rules, game, entries, beside)), worthwhile) as result:
        reader = check_log(rules, game, entries, progress, beside.reports, seats)
        refusals = check_refusals(game, entries, beside)
        for seat, opener in seats.items():
            notes += check_seat(rules, game, seat, opener, reader.own[seat], entries, beside.before, beside.seen)
            check_reasons(rules, game, seat, opener, refusals, beside.before)
        encoded = result()
    again = json.decode(encoded, type=ReplayResult) if encoded else replay_game(rules, game, entries, beside, progress)
    if beside.reports:
        check_reports(beside.reports, game.state.seq)
    level = 2 if known else 1 if seats else 0
    found = make_verdict(game, level, reader.summary, seats, beside.reports)
    found.history = True
    found.unfinished = unfinished
    found.bots = again.strange
    found.skipped = again.skipped
    found.notes = notes
    found.receipts = again.checked
    found.untried = again.untried
    return found


def can_replay(game: GameFile) -> bool:
    """Return whether the game can be replayed: its secrets are disclosed, or it has none."""
    return bool(game.last.public.disclosed) or game.genesis.trust != "referee"


class ReplayResult(Struct, frozen=True):
    """The result of a replay: letters of bots that were not asked again, refusals that were right or untried."""

    strange: dict[str, int] = {}
    skipped: dict[str, int] = {}
    checked: int = 0
    untried: int = 0


def replay_game(
    rules: Rules, game: GameFile, entries: list[Entry], beside: Materials, progress: Progress = no_progress
) -> ReplayResult:
    """Check level 2 where possible, independently of level 0."""
    if not can_replay(game):
        return ReplayResult()
    refusals = check_refusals(game, entries, beside)
    bots = Bots(beside.ask, beside.share, head_id(game.last.head))
    replay(rules, game, entries, disclosed_secrets(game), progress, bots, refusals)
    return ReplayResult(bots.strange, bots.skipped, refusals.checked, refusals.untried)


def check_refusals(game: GameFile, entries: list[Entry], beside: Materials) -> Refusals:
    signed = game.genesis.trust == "referee"
    return Refusals(check_receipts(game, entries, beside.receipts) if signed else {}, dict(beside.refused))


def with_last_step(game: GameFile, entries: list[Entry]) -> tuple[list[Entry], bool]:
    """Add the last step of the game file if an interrupted run left it out of the log; return whether it did."""
    short = len(entries) == game.state.seq and (not entries or entries[-1].head.id == game.last.head.prev)
    return ([*entries, read_entry(log_line(game))], True) if short else (entries, False)


def make_verdict(
    game: GameFile, level: int, summary: LogSummary, seats: Mapping[str, SeatOpener], reports: Reports | None = None
) -> Verdict:
    others = sorted(reports.others) if reports else []
    return Verdict(
        level=level,
        steps=game.state.seq,
        history=False,
        signed=game.genesis.trust == "referee",
        over=game.state.window.is_over,
        held=holders(game.state),
        seats=list(seats),
        reports=len(reports.steps) - len(others) if reports else 0,
        others=others,
        summary=summary,
    )


def check_reports(reports: Reports, last: int) -> None:
    """Refuse false reports; nobody signs reports, so they are checked after everything else has proved correct."""
    beyond = [seq for seq in reports.steps if seq > last]
    for seq in sorted([*reports.false, *beyond]):
        reason = "there is no such step to report" if seq > last else "this report does not match the log"
        fault = FalseReport("E_REPORT", seq, reason)
        fault.file = reports.place.report(seq)
        fault.advise("the report has been edited; the game file and the log are correct")
        raise fault
