"""The client and games as static files on loopback, as any web space has them, with answers of a test among them."""

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
    """Serves a folder, says nothing and lets nobody keep a copy; some addresses have an answer of their own."""

    def __init__(self, site: StaticSite, *args: Any) -> None:
        self.site = site
        super().__init__(*args, directory=str(site.folder))

    def do_GET(self) -> None:
        if self.path in self.site.answers:
            self.answer()
        else:
            super().do_GET()

    def do_POST(self) -> None:
        self.site.posted.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.answer()

    def answer(self) -> None:
        status, text = self.site.answers.get(self.path, (405, ""))
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

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
        self.answers: dict[str, tuple[int, str]] = {}
        """Statuses and bodies by their paths, in place of files."""
        self.posted: list[bytes] = []

    def show(self, name: str, game: Path) -> str:
        """Serve a game folder under a name; the fragment that opens it."""
        (self.folder / "games" / name).symlink_to(game, target_is_directory=True)
        return f"#game={name}"

    @contextmanager
    def serving(self) -> Iterator[StaticSite]:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, self))
        with ThreadPoolExecutor(1) as pool:
            pool.submit(server.serve_forever, 0.05)
            self.base = f"http://127.0.0.1:{server.server_port}/"
            yield self
            server.shutdown()
        server.server_close()
