"""Work that blocks, off the event loop: a bounded number of threads, and a bounded queue before them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ..app.hosting.run_folders import RunFailure, RunResult, run_games
from ..app.session.session import Session
from ..kernel.base.errors import Busy

T = TypeVar("T")
MAX_THREADS = 8
MAX_WAITING = 256
"""How many requests wait for a thread; further ones are told to try again."""


class Workers:
    """Threads for reading, checking and running."""

    def __init__(self, threads: int = MAX_THREADS, waiting: int = MAX_WAITING) -> None:
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="lpbe")
        self.room = threads + waiting

    async def do(self, work: Callable[..., T], *given: Any) -> T:
        """Do some work in a thread; refuse it if too much waits."""
        if not self.room:
            raise Busy("E_BUSY", "the server is too busy right now", "try again in a moment")
        self.room -= 1
        try:
            return await self.go_on(work, *given)
        finally:
            self.room += 1

    async def go_on(self, work: Callable[..., T], *given: Any) -> T:
        """Do the next part of work that was started, however much else is waiting."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, work, *given)

    def close(self) -> None:
        """Let work that has begun end, and drop the rest."""
        self.pool.shutdown(wait=True, cancel_futures=True)


class Runs:
    """Runs of games, one at a time for each game; letters that arrive during a run share the next one."""

    def __init__(self, workers: Workers, session: Callable[[], Session]) -> None:
        self.workers = workers
        self.session = session
        self.next: dict[str, asyncio.Task[RunResult | RunFailure]] = {}
        self.turns: dict[str, asyncio.Lock] = {}

    async def run(self, folder: str) -> RunResult | RunFailure:
        """Run a game once more, beginning later than now."""
        if folder not in self.next:
            self.next[folder] = start(self.take_turn(folder))
        return await asyncio.shield(self.next[folder])

    async def take_turn(self, folder: str) -> RunResult | RunFailure:
        async with self.turns.setdefault(folder, asyncio.Lock()):
            del self.next[folder]
            return await self.workers.do(self.run_now, folder)

    def run_now(self, folder: str) -> RunResult | RunFailure:
        return run_games(self.session(), [folder]).ends[0]


def start(work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    return asyncio.get_running_loop().create_task(work)
