"""Tell open pages that a game has changed, whoever changed it: server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec

from ..kernel.base.errors import Busy
from ..kernel.disk.below import Stamp
from ..kernel.schemas.web_answers import ChangedGame
from .lobby import LobbyBoard
from .shelf import Shelf
from .work import Workers

POLL_SECONDS = 1.0
"""How often game files are looked at: a change is told after that time at the latest."""
COMMENT_SECONDS = 15.0
"""How often an open page hears something, so that no proxy takes the connection for dead."""
MAX_LISTENERS = 1000
"""Open pages of one process."""
HELLO = b": lpbe\nretry: 3000\n\n"
COMMENT = b":\n\n"


class Listener:
    """An open page: the changes that it has not been told yet, the newest of each game."""

    def __init__(self, only: str) -> None:
        self.only = only
        self.news: dict[str, int] = {}
        self.woken = asyncio.Event()

    def tell(self, name: str, step: int) -> None:
        if self.only in ("", name):
            self.news[name] = step
            self.woken.set()

    def take(self) -> bytes:
        self.woken.clear()
        news, self.news = self.news, {}
        return b"".join(event(name, step) for name, step in news.items())


def event(name: str, step: int) -> bytes:
    return b"event: changed\ndata: " + msgspec.json.encode(ChangedGame(name, step)) + b"\n\n"


class Hub:
    """Watches the games of a shelf and wakes the pages that listen."""

    def __init__(self, shelf: Shelf, board: LobbyBoard, workers: Workers) -> None:
        self.shelf = shelf
        self.board = board
        self.workers = workers
        self.listeners: set[Listener] = set()
        self.stamps: dict[str, Stamp | None] = {}
        self.told: dict[str, int] = {}
        """The step of each game that pages heard of last."""
        self.closed = False

    async def watch(self) -> None:
        """Look at the game files again and again; only a changed one is read."""
        self.stamps = await self.workers.do(self.look)
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await self.look_again()
            except Busy:
                continue

    async def look_again(self) -> None:
        stamps = await self.workers.do(self.look)
        changed = [name for name, stamp in stamps.items() if stamp != self.stamps.get(name)]
        self.stamps = stamps
        for name in changed:
            await self.tell_change(name)

    def look(self) -> dict[str, Stamp | None]:
        return {shelved.name: shelved.stamp for shelved in self.shelf.all()}

    async def tell_change(self, name: str) -> None:
        """Tell the pages which step a game has reached, if anybody listens."""
        if self.listeners and (entry := await self.workers.do(self.board.entry, self.shelf.game(name))):
            self.tell(name, entry.step)

    def tell(self, name: str, step: int) -> None:
        """Tell the pages which step a game has reached, unless they know."""
        if self.told.get(name) != step:
            self.told[name] = step
            for listener in self.listeners:
                listener.tell(name, step)

    def join(self, only: str) -> Listener:
        """Add an open page."""
        if len(self.listeners) >= MAX_LISTENERS:
            raise Busy("E_BUSY", "too many pages are open on this server", "reload the page later")
        listener = Listener(only)
        self.listeners.add(listener)
        return listener

    async def stream(self, listener: Listener) -> AsyncIterator[bytes]:
        """Yield what an open page is sent, until it is closed or the server stops."""
        try:
            yield HELLO
            while not self.closed:
                try:
                    await asyncio.wait_for(listener.woken.wait(), COMMENT_SECONDS)
                    yield listener.take()
                except TimeoutError:
                    yield COMMENT
        finally:
            self.listeners.discard(listener)

    def close(self) -> None:
        """End all streams."""
        self.closed = True
        for listener in self.listeners:
            listener.woken.set()
