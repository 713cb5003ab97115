"""Serve files as they are: entity tags, ranges, and the headers that fit their kind."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from ..kernel.base.errors import Malformed
from ..kernel.disk.below import OpenFile, open_below
from .policies import CLIENT_POLICY, SCRIPT_POLICY, STRICT_POLICY, page_policy
from .work import Workers

PIECE_BYTES: Final = 256 << 10
TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "jsonl": "application/jsonl",
    "webmanifest": "application/manifest+json",
    "toml": "application/toml",
    "txt": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "ico": "image/x-icon",
    "woff2": "font/woff2",
    "wasm": "application/wasm",
    "zip": "application/zip",
    "atom": "application/atom+xml; charset=utf-8",
}
"""Media types by the ends of names; anything else is just bytes."""
SCRIPTS = ("js", "mjs")
RANGE = re.compile(r"bytes=([0-9]{0,15})-([0-9]{0,15})")


class Part(Struct, frozen=True):
    """Which bytes of a file are wanted."""

    first: int
    end: int
    """The byte after the last one."""


def media_type(name: str) -> str:
    return TYPES.get(name.rpartition(".")[2].lower(), "application/octet-stream")


def wanted_part(header: str, size: int) -> Part | None:
    """Return the range that a request asks for; None for the whole file. Of several ranges none is sent alone."""
    found = RANGE.fullmatch(header.strip())
    if not found or found[1] == found[2] == "":
        return None
    if not found[1]:
        part = Part(max(0, size - int(found[2])), size)
    else:
        part = Part(int(found[1]), min(size, int(found[2]) + 1) if found[2] else size)
    if part.first >= part.end:
        raise Malformed("E_WEB_RANGE", "the file has only {size} bytes", size=size)
    return part


def is_known(request: Request, tag: str) -> bool:
    """Return whether the reader has this version already."""
    wanted = request.headers.get("if-none-match", "")
    return wanted.strip() == "*" or tag in [one.strip().removeprefix("W/") for one in wanted.split(",")]


async def serve_below(
    request: Request, workers: Workers, folder: str, parts: Sequence[str], cache: str = "no-cache"
) -> Response:
    """Answer with a file below a folder, or with a part of it."""
    file = await workers.do(open_below, folder, parts)
    try:
        response = await answer_file(request, workers, file, parts[-1], cache)
    except BaseException:
        file.close()
        raise
    return response


async def answer_file(request: Request, workers: Workers, file: OpenFile, name: str, cache: str) -> Response:
    tag = f'"{file.stamp.tag}"'
    headers = {"etag": tag, "cache-control": cache, "accept-ranges": "bytes"}
    headers["content-security-policy"] = await policy_of(workers, file, name)
    if is_known(request, tag):
        file.close()
        return Response(None, 304, headers)
    part = None
    if request.headers.get("if-range", tag) == tag:
        part = wanted_part(request.headers.get("range", ""), file.size)
    if part:
        headers["content-range"] = f"bytes {part.first}-{part.end - 1}/{file.size}"
    whole = part or Part(0, file.size)
    headers["content-length"] = str(whole.end - whole.first)
    status = 206 if part else 200
    if request.method == "HEAD" or whole.first == whole.end:
        file.close()
        return Response(None, status, headers, media_type(name))
    return FileResponse(workers, file, whole, status, headers, media_type(name))


async def policy_of(workers: Workers, file: OpenFile, name: str) -> str:
    """Return what a file may do in a browser: a page what it states, a script little, all others nothing."""
    kind = name.rpartition(".")[2].lower()
    if kind == "html":
        return page_policy(await workers.do(file.read, 0, 65536), CLIENT_POLICY)
    return SCRIPT_POLICY if kind in SCRIPTS else STRICT_POLICY


class FileResponse(StreamingResponse):
    """A part of a file, which is closed however the connection ends."""

    def __init__(
        self, workers: Workers, file: OpenFile, part: Part, status: int, headers: Mapping[str, str], kind: str
    ) -> None:
        super().__init__(pieces(workers, file, part), status, headers, kind)
        self.file = file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.file.close()


async def pieces(workers: Workers, file: OpenFile, part: Part) -> AsyncIterator[bytes]:
    """Yield a part of a file."""
    at = part.first
    while at < part.end:
        data = await workers.go_on(file.read, at, min(PIECE_BYTES, part.end - at))
        if not data:
            return
        at += len(data)
        yield data


def answer_page(request: Request, data: bytes, tag: str, kind: str, more: Mapping[str, str] | None = None) -> Response:
    """Answer with something that was worked out."""
    quoted = f'"{tag}"'
    headers = {"etag": quoted, "cache-control": "no-cache", **(more or {})}
    if kind == "html":
        headers["content-security-policy"] = page_policy(data)
    if is_known(request, quoted):
        return Response(None, 304, headers)
    return Response(data, 200, headers, TYPES[kind])
