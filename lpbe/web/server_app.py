"""The server as an application (ASGI): its addresses, and what each answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..app.hosting.receive_letter import letter_waits
from ..app.session.session import Session
from ..kernel.base.errors import Failure, Malformed, MissingFile, Misused
from ..kernel.base.safe_text import quote
from ..kernel.gamedir.gamedir import GAME_FILES
from ..kernel.gamedir.receipts import RECEIPT_NAME
from .answers import answer_failure, answer_internal_error, answer_json, request_language, request_locale, safe_headers
from .events import Hub
from .feed import atom_feed, game_news
from .letters import Letters
from .lobby import LobbyBoard, server_info
from .lobby_page import lobby_page
from .pages import PageCache, public_page, replay_page
from .served_files import answer_page, serve_below
from .settings import MAX_HEADER_BYTES, ServeSettings
from .shelf import Shelf, Shelved
from .upkeep import keep_running
from .work import Runs, Workers

GAME_ADDRESS_FILES = (*GAME_FILES, "log.jsonl", "pack.toml")
"""The files of a game that are served as they are."""
METHODS = "GET, HEAD, POST, OPTIONS"
PREFLIGHT = {
    "access-control-allow-methods": METHODS,
    "access-control-allow-headers": "Content-Type, Range, If-None-Match, If-Range, Accept-Language",
    "access-control-max-age": "86400",
}


class GameServer:
    """All that answers requests: the games, pages that were made of them, letters and events."""

    def __init__(self, session: Session, settings: ServeSettings) -> None:
        self.session = session
        self.settings = settings
        self.shelf = Shelf(settings.games)
        self.board = LobbyBoard(self.shelf)
        self.pages = PageCache()
        self.workers = Workers()
        self.runs = Runs(self.workers, lambda: session.for_reader(""))
        self.hub = Hub(self.shelf, self.board, self.workers)
        self.letters = Letters(session, self.workers, self.runs, settings, self.hub.tell)

    def application(self) -> ASGIApp:
        """Return the application that a web server runs."""
        routes = [
            self.route("/games.json", self.lobby),
            self.route("/lobby.html", self.lobby_page),
            self.route("/feed.atom", self.feed),
            self.route("/healthz", self.health),
            self.route("/events", self.events),
            self.route("/games/{name}/inbox", self.post_letter, methods=["POST"]),
            self.route("/games/{name}/inbox/{file}", self.waiting_letter),
            self.route("/games/{name}/refused/{file}", self.receipt),
            self.route("/games/{name}/index.html", self.public_page),
            self.route("/games/{name}/", self.public_page),
            self.route("/games/{name}/replay.html", self.replay_page),
            self.route("/games/{name}/feed.atom", self.game_feed),
            self.route("/games/{name}/{file}", self.game_file),
            self.route("/{path:path}", self.client_file),
        ]
        inner = Starlette(routes=routes, lifespan=self.lifespan)
        inner.add_exception_handler(HTTPException, self.answer_http_exception)
        inner.router.redirect_slashes = False
        return Guarded(inner, self.settings.secure)

    def route(
        self, path: str, answer: Callable[[Request], Awaitable[Response]], methods: list[str] | None = None
    ) -> Route:
        """Return a route whose failures are answers."""

        async def guarded(request: Request) -> Response:
            try:
                return await answer(request)
            except Failure as failure:
                return answer_failure(failure, request_locale(request))

        return Route(path, guarded, methods=methods or ["GET"])

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        tasks = [
            asyncio.create_task(self.hub.watch()),
            asyncio.create_task(keep_running(self.shelf, self.letters, self.settings.look_seconds)),
        ]
        try:
            yield
        finally:
            self.hub.close()
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await asyncio.get_running_loop().run_in_executor(None, self.workers.close)

    async def answer_http_exception(self, request: Request, error: Exception) -> Response:
        """Answer what the router refuses: an address that does not exist, or a method that does not fit."""
        locale = request_locale(request)
        if isinstance(error, HTTPException) and error.status_code == 405:
            if request.method == "OPTIONS":
                return Response(None, 204, PREFLIGHT)
            failure = Misused(
                "E_WEB_METHOD",
                "this address does not answer {method}",
                "use GET to read, POST to send an order",
                method=quote(request.method),
            )
            response = answer_failure(failure, locale)
            response.headers["allow"] = METHODS
            return response
        return answer_failure(nothing_here(request.url.path), locale)

    # what is read

    async def shelved(self, request: Request) -> Shelved:
        return await self.workers.do(self.shelf.game, request.path_params["name"])

    async def lobby(self, request: Request) -> Response:
        info = server_info(accepts=True)
        return answer_json(await self.workers.do(self.board.lobby, info))

    async def lobby_page(self, request: Request) -> Response:
        lobby = await self.workers.do(self.board.lobby, server_info(accepts=True))
        data = await self.workers.do(lobby_page, lobby, request_locale(request))
        return answer_page(request, data, content_tag(data), "html", {"vary": "Accept-Language"})

    async def game_file(self, request: Request) -> Response:
        shelved = await self.shelved(request)
        file = request.path_params["file"]
        if file not in GAME_ADDRESS_FILES:
            raise nothing_here(request.url.path)
        return await serve_below(request, self.workers, shelved.folder, [file])

    async def receipt(self, request: Request) -> Response:
        shelved = await self.shelved(request)
        file = request.path_params["file"]
        if not RECEIPT_NAME.fullmatch(file):
            raise nothing_here(request.url.path)
        return await serve_below(request, self.workers, shelved.folder, ["refused", file])

    async def waiting_letter(self, request: Request) -> Response:
        """Answer whether a letter waits, but not what it says: others might have to answer yet."""
        shelved = await self.shelved(request)
        file = request.path_params["file"]
        if not await self.workers.do(letter_waits, self.session.for_reader(""), shelved.folder, file):
            raise MissingFile("E_FILE_MISSING", "no message with this number is waiting")
        return answer_json({"ok": True, "file": file}, headers={"cache-control": "no-store"})

    async def public_page(self, request: Request) -> Response:
        return await self.rendered(request, "public", public_page)

    async def replay_page(self, request: Request) -> Response:
        return await self.rendered(request, "replay", replay_page)

    async def rendered(self, request: Request, kind: str, render: Callable[[str, str | None], bytes]) -> Response:
        shelved = await self.shelved(request)
        lang = request_language(request)

        def work() -> tuple[Any, bytes]:
            return self.pages.page(shelved, kind, lang, lambda: render(shelved.folder, lang or None))

        stamp, data = await self.workers.do(work)
        return answer_page(request, data, f"{stamp.tag}-{lang}", "html", {"vary": "Accept-Language"})

    async def feed(self, request: Request) -> Response:
        locale = request_locale(request)
        lang = locale.language

        def work() -> bytes:
            news = [one for shelved in self.shelf.all() for one in game_news(shelved, lang)]
            return atom_feed(news, locale.localise("games on this server"), self.base(request), "feed.atom", lang)

        data = await self.workers.do(work)
        return answer_page(request, data, content_tag(data), "atom", {"vary": "Accept-Language"})

    async def game_feed(self, request: Request) -> Response:
        shelved = await self.shelved(request)
        lang = request_locale(request).language
        own = f"games/{shelved.path}/feed.atom"

        def work() -> bytes:
            return atom_feed(game_news(shelved, lang), shelved.name, self.base(request), own, lang)

        data = await self.workers.do(work)
        return answer_page(request, data, content_tag(data), "atom", {"vary": "Accept-Language"})

    def base(self, request: Request) -> str:
        return self.settings.base_url or str(request.base_url)

    async def health(self, request: Request) -> Response:
        return answer_json({"ok": True}, headers={"cache-control": "no-store"})

    async def client_file(self, request: Request) -> Response:
        """Answer with a file of the client; without the client, with the lobby."""
        path = request.path_params["path"]
        if not self.settings.client:
            if path in ("", "index.html"):
                return await self.lobby_page(request)
            raise nothing_here(request.url.path)
        parts = (path or "index.html").split("/")
        if any(part.startswith(".") for part in parts):
            raise nothing_here(request.url.path)
        return await serve_below(request, self.workers, self.settings.client, parts)

    # what changes

    async def events(self, request: Request) -> Response:
        only = request.query_params.get("game", "")
        if only:
            await self.workers.do(self.shelf.game, only)
        if request.method == "HEAD":
            return Response(None, 200, {"cache-control": "no-store"}, "text/event-stream")
        stream = self.hub.stream(self.hub.join(only))
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(stream, 200, headers, "text/event-stream")

    async def post_letter(self, request: Request) -> Response:
        shelved = await self.shelved(request)
        session = self.session.for_reader(request_language(request))
        try:
            received = await self.letters.receive(request, shelved, session)
        except Failure as failure:
            session.address(request_language(request) or session.locale.language)
            return answer_failure(failure, session.locale)
        status = 200 if received.is_applied else 202
        return answer_json({"ok": True, **received.data()}, status, {"cache-control": "no-store"})


def content_tag(data: bytes) -> str:
    return sha256(data).hexdigest()[:32]


def nothing_here(path: str) -> MissingFile:
    return MissingFile("E_FILE_MISSING", "there is nothing at '{path}'", path=quote(path))


def too_long() -> Malformed:
    return Malformed("E_WEB_HEADERS", "the headers of this request are too long")


class Guarded:
    """The outermost layer: safe headers on every answer, and no traceback whatever happens."""

    def __init__(self, inner: ASGIApp, secure: bool, shared: bool = True) -> None:
        self.inner = inner
        self.secure = secure
        self.shared = shared
        """Whether pages of other origins may read the answers."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.inner(scope, receive, send)
            return
        began = False

        async def send_safely(message: Message) -> None:
            nonlocal began
            if message["type"] == "http.response.start":
                began = True
                message["headers"] = safe_headers(message.get("headers", ()), self.secure, self.shared)
            await send(message)

        request = Request(scope)
        try:
            if sum(len(name) + len(value) for name, value in scope["headers"]) > MAX_HEADER_BYTES:
                await answer_failure(too_long(), request_locale(request))(scope, receive, send_safely)
            else:
                await self.inner(scope, receive, send_safely)
        except Exception as error:
            if began:
                raise
            await answer_internal_error(error, request_locale(request))(scope, receive, send_safely)
