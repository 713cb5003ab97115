"""A real server on a free port of this computer, and requests to it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from lpbe.app.session.session import Session
from lpbe.web.server import Stopping, bind_server, server_config
from lpbe.web.server_app import GameServer
from lpbe.web.settings import Listening, ServeSettings

from ..world.club import HOST, Club

PATIENCE_SECONDS = 60.0


@dataclass(frozen=True)
class Reply:
    """What the server answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def data(self) -> dict[str, Any]:
        return dict(json.loads(self.body))


@dataclass
class Served:
    """A server in a thread of its own."""

    server: Stopping
    thread: threading.Thread
    port: int

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Reply:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            answer = connection.getresponse()
            return Reply(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Reply:
        return self.ask("GET", path, **headers)

    def post(self, game: str, letter: bytes, **headers: str) -> Reply:
        return self.ask("POST", f"/games/{game}/inbox", letter, **headers)

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE_SECONDS)
        assert not self.thread.is_alive()


def begin_serving(session: Session, settings: ServeSettings, request_seconds: float) -> Served:
    bound = bind_server(session, settings, Listening(port=0, request_seconds=request_seconds))
    games = GameServer(session, settings)
    server = Stopping(server_config(games.application(), bound.listening), games)
    thread = threading.Thread(target=server.run, args=([bound.socket],))
    thread.start()
    until = monotonic() + PATIENCE_SECONDS
    while not server.started:
        assert monotonic() < until
        sleep(0.01)
    return Served(server, thread, bound.socket.getsockname()[1])


def key_of(club: Club, who: str) -> str:
    return str(club.home(who) / "lpbe" / "key")


@pytest.fixture
def serve() -> Iterator[Callable[..., Served]]:
    """Begin servers for the folder of a club, with the host's key or with none."""
    begun: list[Served] = []

    def start(club: Club, who: str = HOST, request_seconds: float = 20.0, **settings: Any) -> Served:
        session = Session(key=key_of(club, who), keep_pins=False)
        chosen = {"games": [str(club.root)], "per_address": 100_000, "per_seat": 100_000, **settings}
        begun.append(begin_serving(session, ServeSettings(**chosen), request_seconds))
        return begun[-1]

    yield start
    for one in begun:
        one.close()


def letter_from(club: Club, who: str, *args: str) -> bytes:
    """Return a letter that a person signs, without filing it."""
    path = club.root / "letter.toml"
    club.do(who, *args, "-o", str(path))
    data = path.read_bytes()
    path.unlink()
    return data


def outside(club: Club) -> dict[str, bytes]:
    """Return everything below a club but its game folders."""
    paths = (path for path in sorted(club.root.rglob("*")) if path.is_file())
    return {str(path): path.read_bytes() for path in paths if Path(club.mars) not in path.parents}
