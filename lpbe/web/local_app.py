"""Pages on loopback for a game at this computer: only whoever has the address can open them or send orders."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from hmac import compare_digest
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from ..app.session.locale import Locale
from ..kernel.base.errors import Failure, Malformed, MissingFile, Unauthentic
from ..kernel.disk.packaged import read_packaged
from .answers import answer_failure, answer_json
from .letters import read_body
from .lobby_page import environment
from .policies import PAGE_POLICY, page_policy
from .served_files import TYPES
from .server_app import Guarded
from .table import PostedOrders, WebTable, name_of
from .work import Workers

OWN_POLICY = "connect-src 'self'; script-src 'self' "
"""What a page may do here besides: load our script, and send orders to where it came from."""
BODY_SECONDS = 15.0


class LocalPages:
    """The addresses below a secret one: the page of the seat that is asked, our script, and where orders go."""

    def __init__(self, table: WebTable, token: str, hosts: tuple[str, ...]) -> None:
        self.table = table
        self.base = f"/{token}/"
        self.token = token
        self.hosts = hosts
        """The names of this address; under any other name another page may be asking."""
        self.workers = Workers(threads=2)
        self.locale = Locale(table.game.lang)

    def application(self) -> ASGIApp:
        routes = [
            self.route("/{token}/", self.page),
            self.route("/{token}/seat/{seat}", self.seat_page),
            self.route("/{token}/transport.js", self.script),
            self.route("/{token}/orders", self.orders, "POST"),
        ]
        inner = Starlette(routes=routes, lifespan=self.lifespan)
        inner.add_exception_handler(HTTPException, self.refuse)
        inner.router.redirect_slashes = False
        return Guarded(inner, secure=False, shared=False)

    def route(self, path: str, answer: Callable[[Request], Awaitable[Response]], method: str = "GET") -> Route:
        async def guarded(request: Request) -> Response:
            try:
                self.check(request)
                return await answer(request)
            except Failure as failure:
                return answer_failure(failure, self.locale)

        return Route(path, guarded, methods=[method])

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> Any:
        yield
        self.workers.close()

    async def refuse(self, request: Request, error: Exception) -> Response:
        return answer_failure(wrong_address(), self.locale)

    def check(self, request: Request) -> None:
        """Refuse requests under a wrong name (DNS rebinding), without the secret, or from other pages (CSRF)."""
        host = request.headers.get("host", "")
        secret = request.path_params["token"].encode("utf-8", "replace")
        if host not in self.hosts or not compare_digest(secret, self.token.encode()):
            raise wrong_address()
        if request.method == "POST" and request.headers.get("origin") != f"http://{host}":
            raise Unauthentic("E_WEB_HOST", "orders can only be sent from the page of this game", "reload the page")

    async def page(self, request: Request) -> Response:
        """Answer with the page of the seat that is asked; where people take turns, first with whose turn it is."""
        seat = self.table.seat
        if seat and self.table.is_handed_over:
            return self.answer_html(self.turn_page(seat).encode())
        return self.answer_html(await self.workers.do(self.whole_page))

    async def seat_page(self, request: Request) -> Response:
        if request.path_params["seat"] != self.table.seat:
            return RedirectResponse(self.base, 303)
        return self.answer_html(await self.workers.do(self.whole_page))

    def answer_html(self, page: bytes) -> Response:
        headers = {"content-security-policy": page_policy(page), "cache-control": "no-store"}
        return Response(page, 200, headers, TYPES["html"])

    def whole_page(self) -> bytes:
        """Return the page with our script, and with a policy that lets it send."""
        page = self.table.page().replace("script-src ", OWN_POLICY, 1)
        script = f'<script src="{self.base}transport.js" data-base="{self.base}"></script>\n</head>'
        return page.replace("</head>", script, 1).encode()

    def turn_page(self, seat: str) -> str:
        name = name_of(self.table, seat)
        return (
            environment()
            .get_template("turn.html.j2")
            .render(
                lang=self.locale.language,
                policy=PAGE_POLICY,
                title=self.locale.localise("it is the turn of {seat}", seat=name),
                advice=self.locale.localise("hand over the keyboard; then open the page"),
                href=f"{self.base}seat/{seat}",
                link=self.locale.localise("open the page of {seat}", seat=name),
            )
        )

    async def script(self, request: Request) -> Response:
        return Response(read_packaged("web/templates/transport.js"), 200, {"cache-control": "no-store"}, TYPES["js"])

    async def orders(self, request: Request) -> Response:
        """Carry out the orders of a page."""
        body = await read_body(request, BODY_SECONDS)
        try:
            posted = msgspec.json.decode(body, type=PostedOrders)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise Malformed("E_WEB_REQUEST", "these are not orders", "reload the page") from None
        return answer_json(await self.workers.do(self.table.answer, posted), headers={"cache-control": "no-store"})


def wrong_address() -> MissingFile:
    return MissingFile(
        "E_FILE_MISSING",
        "this page can only be opened at the address that was printed",
        "copy the whole address from the terminal",
    )


def local_names(port: int) -> tuple[str, ...]:
    return (f"127.0.0.1:{port}", f"localhost:{port}")
