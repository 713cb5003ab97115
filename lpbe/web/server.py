"""Run the server on an address, in one process or several, until it has to stop."""

from __future__ import annotations

import gc
import socket
from functools import partial

import uvicorn
from msgspec import Struct
from starlette.types import ASGIApp
from uvicorn.supervisors import Multiprocess

from ..app.session.session import Session
from ..kernel.base.errors import FileFailure, Misused
from ..kernel.base.safe_text import quote
from ..kernel.disk import files
from .protocol import LimitedProtocol
from .server_app import GameServer
from .settings import MAX_HEADER_BYTES, Listening, ServeSettings

STOP_SECONDS = 3
"""How long requests may take to end when the server stops; letters that were filed are safe anyway."""
BACKLOG = 1024


class Stopping(uvicorn.Server):
    """A server that ends the streams of open pages as soon as it has to stop."""

    def __init__(self, config: uvicorn.Config, games: GameServer) -> None:
        super().__init__(config)
        self.games = games

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.games.hub.close()
        await super().shutdown(sockets)


class BoundServer(Struct, frozen=True):
    """A server that has its address, and only has to begin."""

    session: Session
    settings: ServeSettings
    listening: Listening
    socket: socket.socket

    @property
    def address(self) -> str:
        """Return the address that readers use."""
        host, port = self.socket.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        return self.settings.base_url or f"{self.listening.scheme}://{shown}:{port}/"

    def run(self) -> None:
        """Answer requests until the process has to stop."""
        gc.enable()  # commands are short and do without; this one is not
        if self.listening.workers == 1:
            games = GameServer(self.session, self.settings)
            config = server_config(games.application(), self.listening)
            Stopping(config, games).run([self.socket])
        else:
            make = partial(make_application, self.session.for_reader(""), self.settings)
            Multiprocess(server_config(make, self.listening, factory=True), [self.socket]).run()


def make_application(session: Session, settings: ServeSettings) -> ASGIApp:
    """Return the application of one of several processes."""
    return GameServer(session, settings).application()


def bind_server(session: Session, settings: ServeSettings, listening: Listening) -> BoundServer:
    """Take the address of the server."""
    if bool(listening.tls_cert) != bool(listening.tls_key):
        raise Misused("E_USAGE", "a certificate needs its key", "use both --tls-cert FILE and --tls-key FILE")
    check_certificate(listening)
    return BoundServer(session, settings, listening, bind_socket(listening))


def bind_socket(listening: Listening) -> socket.socket:
    """Take an address to listen at."""
    family = socket.AF_INET6 if ":" in listening.host else socket.AF_INET
    try:
        return socket.create_server((listening.host, listening.port), family=family, backlog=BACKLOG)
    except (OSError, UnicodeError, OverflowError) as error:
        raise Misused(
            "E_USAGE",
            "the server cannot listen on {host}, port {port}: {why}",
            "choose another one: --host ADDRESS, --port NUMBER",
            host=quote(listening.host),
            port=listening.port,
            why=getattr(error, "strerror", "") or str(error),
        ) from None


def check_certificate(listening: Listening) -> None:
    """Refuse a certificate that cannot be used before anything listens."""
    if not listening.tls_cert:
        return
    import ssl  # saves it for servers without a certificate of their own

    for path in (listening.tls_cert, listening.tls_key):
        files.size(path)
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(listening.tls_cert, listening.tls_key, no_password)
    except (OSError, ValueError) as error:
        raise FileFailure(
            "E_FILE_SYNTAX",
            "this certificate and its key cannot be used: {error}",
            "use PEM files: the chain of certificates and its key, without a password",
            error=str(error),
        ).in_file(listening.tls_cert) from None


def no_password() -> str:
    """Ask nobody: a locked key cannot be used."""
    raise ValueError("the key is locked")


def server_config(app: object, listening: Listening, *, factory: bool = False) -> uvicorn.Config:
    """Return how uvicorn runs the application: without logs of its own, and with our limits."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        factory=factory,
        loop="asyncio",
        http=partial(LimitedProtocol, listening.request_seconds),  # type: ignore[arg-type]
        ws="none",
        lifespan="on",
        interface="asgi3",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        workers=listening.workers,
        backlog=BACKLOG,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=STOP_SECONDS,
        ssl_certfile=listening.tls_cert or None,
        ssl_keyfile=listening.tls_key or None,
        h11_max_incomplete_event_size=MAX_HEADER_BYTES,
    )


def run_application(app: ASGIApp, listening: Listening, bound: socket.socket) -> None:
    """Answer requests with an application until the process has to stop."""
    gc.enable()  # commands are short and do without; this one is not
    uvicorn.Server(server_config(app, listening)).run([bound])
