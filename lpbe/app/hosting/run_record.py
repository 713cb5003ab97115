"""When games were last run on this computer, and what stopped a run. `lpbe run` writes it, `lpbe health` reads it."""

from collections.abc import Iterable
from contextlib import suppress
from os.path import join, realpath
from typing import Protocol

import msgspec
from msgspec import Struct

from ...kernel.base.errors import Failure, Misused
from ...kernel.chain.deadlines import later
from ...kernel.disk import files, folders
from ..session.open_game import clock
from ..session.paths import state_home
from .mail_status import FaultCause, cause_of

RUNS_FILE = "runs.json"
MAX_RUNS_BYTES = 32 << 20
KEPT_FOR = "365d"
"""How long a game that is no longer run is remembered."""
RENEWED_AFTER = "1h"
"""How old a record that is still valid may get: until then a run with nothing new to report writes nothing."""


class RunEnd(Protocol):
    """How the run of a folder ended: the id of its game, if it could be run, else why not."""

    @property
    def folder(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def fault(self) -> Exception | None: ...


class LastRun(Struct, frozen=True, omit_defaults=True):
    """The last run of a game: when it was and, if it failed, why and since when."""

    at: str
    failing_since: str = ""
    cause: FaultCause | None = None


Runs = dict[str, LastRun]
"""By the id of the game, or by its folder if the run failed: a game that cannot be opened has no id."""


def runs_folder() -> str:
    return join(state_home(), "runs")


def load_runs() -> Runs:
    """Return the record; an empty one if there is none or it cannot be read."""
    try:
        return msgspec.json.decode(files.read(join(runs_folder(), RUNS_FILE), MAX_RUNS_BYTES), type=Runs)
    except (Failure, msgspec.DecodeError):
        return {}


def last_run(runs: Runs, game: str, folder: str) -> LastRun | None:
    """Return the last run of a game here, whether it failed or not."""
    found = [run for key in (game, realpath(folder)) if (run := runs.get(key))]
    return max(found, key=lambda run: (run.at, run.failing_since), default=None)


def record_runs(ends: Iterable[RunEnd], now: str | None) -> None:
    """Record how runs ended. A record that cannot be written is no reason for a run to fail."""
    with suppress(Failure):
        at = clock(now)
        recorded = load_runs()
        news = [end for end in ends if is_news(recorded, end, at)]
        if not news:
            return
        folders.make_folder(runs_folder(), 0o700)
        with folders.lock(runs_folder()):
            runs = {key: run for key, run in load_runs().items() if at <= later(run.at, KEPT_FOR)}
            for end in news:
                record_end(runs, end, at)
            files.write(join(runs_folder(), RUNS_FILE), msgspec.json.encode(runs), 0o600)


def is_news(runs: Runs, end: RunEnd, at: str) -> bool:
    """Return whether the end of a run differs from what is recorded, or the record is getting old."""
    failed = runs.get(realpath(end.folder))
    if end.fault is None:
        run = runs.get(end.game)
        same = failed is None
    else:
        run = failed
        same = failed is not None and failed.cause == cause_of(end.fault)
    return run is None or not same or not run.at <= at < later(run.at, RENEWED_AFTER)


def record_end(runs: Runs, end: RunEnd, at: str) -> None:
    folder = realpath(end.folder)
    if end.fault is None:
        runs.pop(folder, None)
        runs[end.game] = LastRun(at)
    elif not isinstance(end.fault, Misused):
        before = runs.get(folder)
        since = before.failing_since if before else at
        runs[folder] = LastRun(at, failing_since=since, cause=cause_of(end.fault))
