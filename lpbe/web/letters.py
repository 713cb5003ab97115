"""Take letters by POST: within limits, checked, filed in the inbox, and carried out at once where the key is here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.requests import ClientDisconnect, Request

from ..app.hosting.receive_letter import ReceivedLetter, after_run, may_run, receive_letter
from ..app.hosting.run_folders import RunFailure, RunResult
from ..app.session.session import Session
from ..kernel.base.errors import Failure, Rejected
from ..kernel.disk.files import MAX_ORDER_BYTES
from .rates import Rate
from .settings import ServeSettings
from .shelf import Shelved
from .work import Runs, Workers

Ran = Callable[[str, int], None]


class Letters:
    """What is done with letters: who may send how many, and who carries them out."""

    def __init__(self, session: Session, workers: Workers, runs: Runs, settings: ServeSettings, ran: Ran) -> None:
        self.session = session
        self.workers = workers
        self.runs = runs
        self.body_seconds = settings.body_seconds
        self.addresses = Rate(settings.per_address)
        self.seats = Rate(settings.per_seat)
        self.ran = ran
        """Is called with the name of a game that was run, and the step that it has reached."""
        self.owed: set[str] = set()
        """Folders with letters that a run has not dealt with yet."""

    async def receive(self, request: Request, shelved: Shelved, session: Session) -> ReceivedLetter:
        """Take the letter of a request and return what became of it."""
        self.addresses.check(request.client.host if request.client else "")
        data = await read_body(request, self.body_seconds)
        received = await self.workers.do(receive_letter, session, shelved.folder, data, self.count_seat)
        if received.is_applied or not received.may_run:
            return received
        end = await self.carry_out(shelved)
        return await self.workers.do(after_run, session, shelved.folder, received, end)

    def count_seat(self, game: str, seat: str) -> None:
        self.seats.check(f"{game} {seat}")

    def runs_here(self, folder: str) -> bool:
        """Return whether the key of this server may run a game."""
        return may_run(self.sibling().open_game(folder), self.session.identity)

    def sibling(self) -> Session:
        return self.session.for_reader("")

    async def carry_out(self, shelved: Shelved) -> RunResult | RunFailure | None:
        """Run a game; what fails is tried again later, and the letter waits."""
        try:
            end = await self.runs.run(shelved.folder)
        except Failure:
            end = None
        if isinstance(end, RunResult):
            self.ran(shelved.name, end.seq)
        else:
            self.owed.add(shelved.folder)
        return end


async def read_body(request: Request, seconds: float) -> bytes:
    """Return the body of a request, if it is small and comes soon."""
    stated = request.headers.get("content-length", "")
    if stated.isdecimal() and (len(stated) > 9 or int(stated) > MAX_ORDER_BYTES):
        raise too_large()
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for piece in request.stream():
                body += piece
                if len(body) > MAX_ORDER_BYTES:
                    raise too_large()
    except TimeoutError:
        raise Rejected("E_WEB_TIMEOUT", "the message took too long to arrive", "send it again") from None
    except ClientDisconnect:
        raise Rejected("E_WEB_TIMEOUT", "the connection was closed too early", "send it again") from None
    return bytes(body)


def too_large() -> Rejected:
    return Rejected("E_FILE_SIZE", "a message has at most {limit} bytes", limit=MAX_ORDER_BYTES)
