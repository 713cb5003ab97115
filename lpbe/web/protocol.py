"""HTTP connections with limits of their own: how many there are, and how long a request may take to begin."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from ..app.session.locale import Locale
from ..kernel.base.errors import Failure, Malformed
from ..kernel.schemas.web_answers import WebFailure
from .answers import JSON, safe_headers

MAX_CONNECTIONS: Final = 2000
"""Open connections of one process."""
PHRASES = {400: "Bad Request", 503: "Service Unavailable"}


class LimitedProtocol(H11Protocol):
    """A connection that is closed if it keeps the server waiting, and refused if there are too many."""

    def __init__(self, request_seconds: float, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.request_seconds = request_seconds
        self.patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MAX_CONNECTIONS:
            self.refuse(503, Malformed("E_BUSY", "the server is too busy right now", "try again in a moment"))
            return
        self.patience = self.loop.call_later(self.request_seconds, self.lose_patience)

    def lose_patience(self) -> None:
        """Close a connection on which no whole request has come."""
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.patience:
            self.patience.cancel()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        self.refuse(400, Malformed("E_WEB_REQUEST", "this is not a valid HTTP request"))

    def refuse(self, status: int, failure: Failure) -> None:
        """Answer without asking the application, and close."""
        locale = Locale("en")
        hint = locale.localise_message(failure.advice) if failure.hint else ""
        told = WebFailure(ok=False, code=failure.code, text=locale.localise_message(failure.sentence), hint=hint)
        body = msgspec.json.encode(told) + b"\n"
        headers = [
            (b"content-type", JSON.encode()),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        lines = [f"HTTP/1.1 {status} {PHRASES[status]}".encode()]
        lines += [name + b": " + value for name, value in safe_headers(headers, self.scheme == "https")]
        self.transport.write(b"\r\n".join(lines) + b"\r\n\r\n" + body)
        self.transport.close()
