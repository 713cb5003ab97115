"""Run game folders: one or many, of which a broken one does not stop the others."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from msgspec import Struct, UnsetType

from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Failure, Message, Misused
from ...kernel.chain.genesis import WindowRecord
from ...kernel.chain.letter import present
from ...kernel.chain.transition import Referee, referee_of
from ...kernel.crypto.keys import Identity, b64
from ...kernel.disk import files, folders, safe_open
from ...kernel.gamedir.gamedir import Place, locate, repair
from ...kernel.gamedir.referee_run import Run, RunLog
from ..session.locale import game_language
from ..session.open_game import OpenGame, position
from ..session.pins import Count, has_pin, refereeing
from ..session.session import Session
from ..session.staleness import check_newest
from .clock_leap import check_clock
from .find_games import find_all_games, is_folder_of_games
from .mail_holds import Hold, watch_mail
from .referee_actions import Host, Thinking, in_silence, make_run
from .rollback_signs import check_signs
from .run_record import record_runs


class RunResult(Struct, frozen=True):
    """A folder that was run: what was done, the position of the game, and what its host should know."""

    folder: str
    rules: str
    lang: str
    done: RunLog
    reasons: dict[str, list[Message]]
    """What is wrong with each file and what to do, unless that is secret."""
    repaired: list[str]
    """What an interrupted run had left undone."""
    window: WindowRecord
    position: Plain
    ahead: str
    """The time of the last step, if that is in the future."""
    pinned: bool
    """Whether the key of the referee remembers the game."""
    held: list[Hold]
    """Seats that are not timed out although their time is up: e-mail did not reach them or could not be read."""

    @property
    def game(self) -> str:
        return str(self.position["game"])

    @property
    def fault(self) -> None:
        """Return None: nothing went wrong."""

    @property
    def seq(self) -> int:
        return int(self.position["seq"])

    @property
    def changed(self) -> bool:
        return bool(self.repaired or self.done.applied or self.done.refused)


class RunFailure(Struct, frozen=True):
    """A folder that could not be run, and why: a failure, or an internal error."""

    folder: str
    fault: Exception
    game: str = ""


class GamesRun(Struct, frozen=True):
    """How the runs of the games that a host named ended, and further facts for the answer."""

    ends: list[RunResult | RunFailure]
    single: bool
    """Whether one game was named, whose failure is the failure of the command."""
    more: Plain = {}


class Guard(Protocol):
    """A context that checks a game before its referee signs; it provides the function that pins each step."""

    def __call__(self, opened: OpenGame, identity: Identity | None) -> AbstractContextManager[Count]: ...


def require_folder(game: str) -> Place:
    place = locate(game)
    if not place.folder and files.is_there(place.game):
        raise Misused("E_USAGE", "run needs a game folder", "for a single file: lpbe apply GAME ORDER -o NEXT")
    if not place.folder:
        raise safe_open.refusal(safe_open.MISSING, game)
    return place


def run_folder(
    session: Session,
    folder: str,
    now: str | None = None,
    guard: Guard = refereeing,
    *,
    heed_mail: bool = True,
    clock_is_right: bool = False,
    thinking: Thinking = in_silence,
) -> RunResult:
    """Apply everything that waits in a game folder; wait for another run of this folder.

    Players whom mail cannot reach, or whose mail cannot be read, are not timed out, unless `heed_mail` is false.
    A clock that seems to have leapt stops the run, unless `clock_is_right`. Before a bot thinks for long, `thinking`
    is called.
    """
    place = require_folder(folder)
    with folders.lock(place.folder):
        opened = session.open_game(folder)
        session.address(game_language(opened.game), opened.rules.game.name)
        referee = referee_of(opened.game, session.identity)
        check_newest(opened)
        check_signs(opened)
        pinned = is_remembered(opened, referee)
        with guard(opened, referee.identity) as count:
            if not clock_is_right:
                check_clock(opened, now)
            repaired = repair(place, opened.game, opened.render)
            has_pace = not isinstance(opened.game.genesis.pace, UnsetType)
            mail = watch_mail(opened.game.state.game, place.folder) if heed_mail and has_pace else None
            host = Host(opened, now, count, mail, thinking)
            run = make_run(opened, referee, host)
            run.apply_all()
            behind = host.clock_is_behind(run.step.game)
    return run_result(folder, run, behind, repaired, pinned, host.held)


def run_result(folder: str, run: Run, behind: bool, repaired: list[str], pinned: bool, held: list[Hold]) -> RunResult:
    """Return only what is reported, so that a host does not hold a thousand games in memory."""
    game = run.step.game
    return RunResult(
        folder=folder,
        rules=game.genesis.rules,
        lang=game_language(game),
        done=run.done,
        reasons=run.reasons,
        repaired=repaired,
        window=game.state.window,
        position=position(game),
        ahead=present(game.last.head.at) if behind else "",
        pinned=pinned,
        held=held,
    )


def is_remembered(opened: OpenGame, referee: Referee) -> bool:
    """Return whether the referee's key has a pin of the game; without one an old copy of the folder goes unnoticed."""
    sign = b64(referee.identity.sign_public) if referee.identity else ""
    return not sign or not opened.game.state.seq or has_pin(opened, sign)


def try_run_folder(
    session: Session,
    folder: str,
    now: str | None = None,
    guard: Guard = refereeing,
    *,
    heed_mail: bool = True,
    clock_is_right: bool = False,
    thinking: Thinking = in_silence,
) -> RunResult | RunFailure:
    """Run one of many games: whatever is wrong with it does not stop the others."""
    try:
        return run_folder(
            session, folder, now, guard, heed_mail=heed_mail, clock_is_right=clock_is_right, thinking=thinking
        )
    except Failure as fault:
        fault.file = fault.file or folder
        return RunFailure(folder, fault)
    except Exception as fault:
        return RunFailure(folder, fault)


def run_games(
    session: Session,
    games: Sequence[str],
    now: str | None = None,
    *,
    heed_mail: bool = True,
    clock_is_right: bool = False,
    thinking: Thinking = in_silence,
) -> GamesRun:
    """Run a game, or all games in some folders, and record how it went; a broken one does not stop the others."""
    single = names_one_game(games)
    found = games if single else find_all_games(games)
    ends = [
        try_run_folder(session, folder, now, heed_mail=heed_mail, clock_is_right=clock_is_right, thinking=thinking)
        for folder in found
    ]
    record_runs(ends, now)
    return GamesRun(ends, single)


def names_one_game(games: Sequence[str]) -> bool:
    return len(games) == 1 and not is_folder_of_games(games[0])
