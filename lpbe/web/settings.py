"""What is served and within which limits, and where the server listens."""

from __future__ import annotations

from ipaddress import ip_address

from msgspec import Struct

MAX_HEADER_BYTES = 32 << 10
"""Of all headers of one request."""


class ServeSettings(Struct, frozen=True, kw_only=True):
    """What is served and how."""

    games: list[str]
    client: str = ""
    """The folder of the built client; without it there is a plain lobby."""
    base_url: str = ""
    """The address that readers use, for feeds; by default that of each request."""
    secure: bool = False
    """Whether readers come by https, so that browsers may be told to stay there."""
    per_address: int = 240
    """Letters a minute from one address."""
    per_seat: int = 60
    """Letters a minute from one seat."""
    body_seconds: float = 15.0
    """How long a letter may take to arrive: a phone sends one in less than a second."""
    look_seconds: float = 5.0
    """How often inboxes and deadlines are looked at."""


class Listening(Struct, frozen=True, kw_only=True):
    """Where the server listens, and with which certificate."""

    host: str = "127.0.0.1"
    port: int = 8116
    tls_cert: str = ""
    tls_key: str = ""
    workers: int = 1
    request_seconds: float = 20.0
    """How long the headers of a request may take to arrive."""

    @property
    def scheme(self) -> str:
        return "https" if self.tls_cert else "http"

    @property
    def is_loopback(self) -> bool:
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False
