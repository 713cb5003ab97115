"""Serve games: check what is to be served, find the client, and begin."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from os.path import dirname, join
from typing import TYPE_CHECKING

from ..app.session.session import Session
from ..kernel.base.errors import MissingFile, Misused
from ..kernel.base.safe_text import quote
from ..kernel.disk import files
from .links import page_address
from .settings import Listening, ServeSettings
from .shelf import check_paths

if TYPE_CHECKING:
    from .server import BoundServer

EXTRA = ("starlette", "uvicorn")


def open_server(
    session: Session,
    games: Sequence[str],
    *,
    client: str = "",
    base_url: str = "",
    host: str = "127.0.0.1",
    port: int = 8116,
    tls_cert: str = "",
    tls_key: str = "",
    workers: int = 1,
    rate: int = 240,
) -> BoundServer:
    """Take the address of a server for some games; nothing is answered yet."""
    check_paths(games)
    base = page_address(base_url) if base_url else ""
    folder = check_client(client)
    require_extra()
    from .server import bind_server  # saves the libraries until it is known that they are there

    listening = Listening(host=host, port=port, tls_cert=tls_cert, tls_key=tls_key, workers=workers)
    if not listening.is_loopback and not tls_cert and not base.startswith("https:"):
        session.warn(
            session.locale.localise(
                "browsers play only over https: use --tls-cert and --tls-key, or a reverse proxy and --base-url"
            )
        )
    settings = ServeSettings(
        games=list(games),
        client=folder,
        base_url=base,
        secure=bool(tls_cert) or base.startswith("https:"),
        per_address=rate,
    )
    return bind_server(session.for_reader(""), settings, listening)


def require_extra() -> None:
    """Refuse to go on without the libraries of the extra, and say how to get them."""
    if not all(map(find_spec, EXTRA)):
        raise Misused("E_USAGE", "a web server needs more libraries", "pip install 'lpbe[serve]'")


def check_client(client: str) -> str:
    """Return the folder of the client: the given one, or that of a checkout if it is built there."""
    if client:
        if not files.is_file(join(client, "index.html")):
            raise MissingFile(
                "E_FILE_MISSING", "there is no index.html in '{path}'", "build the client: make web", path=quote(client)
            ).in_file(client)
        return client
    built = join(dirname(dirname(dirname(__file__))), "dist", "web")
    return built if files.is_file(join(built, "index.html")) else ""
