"""What a client reads: the report, the terms, the verdict of an audit, and a replay."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from ...kernel.audit.findings import Progress
from ...kernel.audit.level1 import Sighting
from ...kernel.base.canonical import Plain
from ...kernel.chain.genesis import WindowKind
from ...kernel.schemas.client_records import ReplayRequest, ReportRequest, TermsRequest, VerifyRequest
from ..auditing.examine import VerifyOptions, check_spelling, examine_as, take
from ..auditing.verification import complete_verdict
from ..creating.joining import check_playable, host_terms, roster_lines
from ..reading import publish_report
from ..reading.replay import GameReplay, open_replay
from ..session.open_game import position
from .client_game import ClientGame


def show_report(game: ClientGame, request: ReportRequest) -> Plain:
    """Return the report of the seat, or the public one."""
    wanted = publish_report.ReportRequest(
        since=None if request.since is UNSET else request.since, form=request.format, lang=game.locale.language
    )
    return publish_report.make_report(game.opened, game.view, wanted, None, game.where).data()


def show_terms(game: ClientGame, request: TermsRequest) -> Plain:
    """Return what a player agrees to and, once known, with whom they are going to play."""
    opened = game.opened
    before_the_start = opened.game.state.window.kind in (WindowKind.JOIN, WindowKind.READY)
    if before_the_start:
        check_playable(opened)
    joined = opened.game.state.window.kind != WindowKind.JOIN
    roster = roster_lines(opened, game.locale.seat) if joined else []
    return {**position(opened.game), "terms": host_terms(opened, game.locale), "roster": roster}


def verify_client_game(game: ClientGame, request: VerifyRequest, progress: Progress) -> Plain:
    """Verify the game as far as it can be checked without a key, with what the client opened."""
    opened = game.opened
    taken = take(opened.place)
    check_spelling(taken)
    sealed = opened.game.genesis.trust == "referee"
    letters = None if isinstance(request.letters, UnsetType) else request.letters
    seats = game.opened_seats(letters) if letters is not None and sealed else {}
    seen = [Sighting(one.seq, one.head, one.at) for one in request.seen]
    verdict = examine_as(opened, taken, seats, seen, progress, VerifyOptions())
    verification = complete_verdict(opened, verdict, True, game.locale)
    return {**verification.data(), "text": verification.text()}


def show_replay(game: ClientGame, request: ReplayRequest, progress: Progress) -> Plain:
    """Return steps of the game as one page, after its log was found to be correct."""
    first = None if isinstance(request.first, UnsetType) else request.first
    last = None if isinstance(request.last, UnsetType) else request.last
    replay = GameReplay(open_replay(take(game.opened.place), game.locale.language, first, last, progress))
    return {**position(game.opened.game), "html": replay.page(progress).decode()}
