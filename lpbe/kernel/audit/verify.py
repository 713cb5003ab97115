"""Verification by strangers: the chain at any time, everything after disclosure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, json

from ..base.canon import jcs
from ..base.errors import Message
from ..chain.hidden import check_seal_sizes
from ..chain.records import Entry, Envelope, GameFile, read_entry
from ..chain.step import authenticate, check_pack, check_pinned
from ..crypto.keys import Identity
from ..disk.aside import done_aside
from ..folder.log import log_line
from ..folder.receipts import ReceiptFile
from ..folder.reports import Reports
from ..play.rulebook import Rules
from .backing import check_promised
from .bots import BotLetter, Bots, no_bots
from .own import Sighting, check_own
from .receipts import Refusals, check_receipts
from .refused import check_reasons
from .replay import disclosed_secrets, replay
from .story import Story, holders
from .verdict import Diverged, Progress, Verdict, no_progress
from .walk import check_log, read_log

SHORT = 12
"""So few steps are played again sooner than a second process begins."""


class Beside(Struct, frozen=True):
    """What can be held against a game beside its file and log: reports, receipts, what a player has kept."""

    reports: Reports | None = None
    receipts: Sequence[ReceiptFile] = ()
    refused: Mapping[str, list[Envelope]] = {}
    before: Sequence[GameFile] = ()
    """Game files of earlier steps."""
    seen: Sequence[Sighting] = ()
    """When which step was first seen here."""
    ask: BotLetter = no_bots
    helped: bool = False
    """Whether a second process may take a part of the work."""
    other_rules: bool = False
    """Whether it is known that the rules at hand are not those the game was begun with."""


def verify(
    rules: Rules,
    game: GameFile,
    lines: Iterable[bytes] | None,
    seats: Mapping[str, Identity] | None = None,
    progress: Progress = no_progress,
    reports: Reports | None = None,
    beside: Beside | None = None,
) -> Verdict:
    """Check a game as far as can be: its last state alone, its history, its secrets when they are disclosed."""
    beside, seats = beside or Beside(reports), seats or {}
    (check_pack if beside.other_rules else check_pinned)(game.genesis, rules)
    authenticate(game)
    if game.genesis.trust == "referee":
        check_seal_sizes(game.genesis, game.state)
    check_promised(game)
    if lines is None:
        for seat, identity in seats.items():
            check_own(rules, game, seat, identity, [], [], beside.before)
        found = verdict_of(game, 1 if seats else 0, Story(), seats)
    else:
        found = verify_history(rules, game, list(lines), seats, progress, beside)
    found.other_rules = beside.other_rules
    return found


def verify_history(
    rules: Rules,
    game: GameFile,
    lines: list[bytes],
    seats: Mapping[str, Identity],
    progress: Progress,
    beside: Beside,
) -> Verdict:
    """A game with its log: everything along it, and everything again once its secrets are known."""
    entries, unfinished = with_last_step(game, read_log(lines))
    known, notes = is_known(game), list[Message]()
    worthwhile = beside.helped and known and len(entries) > SHORT
    with done_aside(lambda: jcs(played_again(rules, game, entries, beside)), worthwhile) as result:
        walk = check_log(rules, game, entries, progress, beside.reports, seats)
        refusals = check_refusals(game, entries, beside)
        for seat, identity in seats.items():
            notes += check_own(rules, game, seat, identity, walk.own[seat], entries, beside.before, beside.seen)
            check_reasons(rules, game, seat, identity, refusals, beside.before)
        told = result()
    again = json.decode(told, type=Again) if told else played_again(rules, game, entries, beside, progress)
    if beside.reports:
        check_reports(beside.reports, game.state.seq)
    level = 2 if known else 1 if seats else 0
    found = verdict_of(game, level, walk.story, seats, beside.reports)
    found.history, found.unfinished, found.bots, found.notes = True, unfinished, again.strange, notes
    found.receipts, found.untried = again.checked, again.untried
    return found


def is_known(game: GameFile) -> bool:
    """Whether everything can be played again: the secrets are disclosed, or there never were any."""
    return bool(game.last.public.disclosed) or game.genesis.trust != "referee"


class Again(Struct, frozen=True):
    """What playing a game again has shown: letters of bots not at hand, refusals that were right or untried."""

    strange: dict[str, int] = {}
    checked: int = 0
    untried: int = 0


def played_again(
    rules: Rules, game: GameFile, entries: list[Entry], beside: Beside, progress: Progress = no_progress
) -> Again:
    """Level 2, where it can be had. Needs nothing of the walk along the log, and trusts nothing that it checks."""
    if not is_known(game):
        return Again()
    refusals, bots = check_refusals(game, entries, beside), Bots(beside.ask)
    replay(rules, game, entries, disclosed_secrets(game), progress, bots, refusals)
    return Again(bots.strange, refusals.checked, refusals.untried)


def check_refusals(game: GameFile, entries: list[Entry], beside: Beside) -> Refusals:
    signed = game.genesis.trust == "referee"
    return Refusals(check_receipts(game, entries, beside.receipts) if signed else {}, dict(beside.refused))


def with_last_step(game: GameFile, entries: list[Entry]) -> tuple[list[Entry], bool]:
    """A run that was cut short leaves the log one entry behind its game file: no lie, and the file knows it."""
    short = len(entries) == game.state.seq and (not entries or entries[-1].head.id == game.last.head.prev)
    return ([*entries, read_entry(log_line(game))], True) if short else (entries, False)


def verdict_of(
    game: GameFile, level: int, story: Story, seats: Mapping[str, Identity], reports: Reports | None = None
) -> Verdict:
    others = sorted(reports.others) if reports else []
    return Verdict(
        level,
        game.state.seq,
        False,
        game.genesis.trust == "referee",
        game.state.window.kind == "over",
        holders(game.state),
        list(seats),
        len(reports.steps) - len(others) if reports else 0,
        others,
        story,
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
