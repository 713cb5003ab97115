"""The client and games as static files on loopback, as any web space has them; a test may put something else in place."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder, says nothing and lets nobody keep a copy."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


class StaticSite:
    """A folder that is served: the client, and games below `games/`."""

    def __init__(self, folder: Path, client: Path) -> None:
        self.folder = folder
        shutil.copytree(client, folder)
        (folder / "games").mkdir()
        self.base = ""

    def show(self, name: str, game: Path) -> str:
        """Serve a game folder under a name; the fragment that opens it."""
        (self.folder / "games" / name).symlink_to(game, target_is_directory=True)
        return f"#game={name}"

    @contextmanager
    def serving(self) -> Iterator[StaticSite]:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(self.folder)))
        with ThreadPoolExecutor(1) as pool:
            pool.submit(server.serve_forever, 0.05)
            self.base = f"http://127.0.0.1:{server.server_port}/"
            yield self
            server.shutdown()
        server.server_close()
