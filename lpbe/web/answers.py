"""Answers of the server: headers that every answer has, JSON, and failures in the language of the request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ..app.session.failures import internal_error_data
from ..app.session.locale import Locale
from ..kernel.base.errors import (
    Busy,
    DiskFailure,
    Failure,
    FileTooLarge,
    Malformed,
    MissingFile,
    Misused,
    NoAccess,
    Outdated,
    Rejected,
    StorageFailure,
    Unauthentic,
    WrongFileType,
)
from ..kernel.schemas.web_answers import WebFailure
from .policies import OWN_HEADERS, SAFE_HEADERS, SHARED_HEADERS, STRICT_POLICY

JSON = "application/json"
Header = tuple[bytes, bytes]
STATUS_BY_CODE = {
    "E_SIG_FORMAT": 403,
    "E_SIG_INVALID": 403,
    "E_EQUIVOCATION": 409,
    "E_FILE_SIZE": 413,
    "E_ORDER_SIZE": 413,
    "E_ORDER_MANY": 429,
    "E_WEB_TIMEOUT": 408,
    "E_WEB_METHOD": 405,
    "E_WEB_RANGE": 416,
    "E_WEB_HEADERS": 431,
    "E_WEB_HOST": 403,
}
"""The status of failures that have one of their own."""
STATUS_BY_KIND: Mapping[type[Failure], int] = {
    MissingFile: 404,
    WrongFileType: 404,
    NoAccess: 404,
    DiskFailure: 503,
    StorageFailure: 503,
    FileTooLarge: 413,
    Outdated: 409,
    Rejected: 422,
    Malformed: 400,
    Misused: 400,
    Busy: 503,
    Unauthentic: 422,
}
"""The status of all others, by the first kind that fits."""
LANGUAGE = re.compile(r"\s*([A-Za-z]{2})\b[^,;]*(?:;\s*q=([0-9.]{1,5}))?")
RETRY_SECONDS = {429: "10", 503: "2"}


def status_of(failure: Failure) -> int:
    """Return the status that says the same as a failure."""
    if failure.code in STATUS_BY_CODE:
        return STATUS_BY_CODE[failure.code]
    return next(status for kind, status in STATUS_BY_KIND.items() if isinstance(failure, kind))


def request_language(request: Request) -> str:
    """Return the language that the reader prefers: English or French; nothing if they want neither."""
    wanted = []
    for part in request.headers.get("accept-language", "")[:200].split(","):
        if found := LANGUAGE.match(part):
            wanted.append((-weight(found[2]), found[1].lower()))
    known = (lang for rank, lang in sorted(wanted, key=lambda one: one[0]) if lang in ("en", "fr") and rank < 0)
    return next(known, "")


def weight(text: str | None) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0


def request_locale(request: Request) -> Locale:
    return Locale(request_language(request) or "en")


def answer_json(data: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    more = {"cache-control": "no-cache", "content-security-policy": STRICT_POLICY, **(headers or {})}
    return Response(msgspec.json.encode(data) + b"\n", status, media_type=JSON, headers=more)


def answer_failure(failure: Failure, locale: Locale) -> Response:
    """Return a failure as JSON, in the reader's language."""
    status = status_of(failure)
    told = WebFailure(
        ok=False,
        code=failure.code,
        text=locale.localise_message(failure.sentence),
        hint=locale.localise_message(failure.advice) if failure.hint else "",
    )
    headers = {"retry-after": RETRY_SECONDS[status]} if status in RETRY_SECONDS else {}
    return answer_json(told, status, {"cache-control": "no-store", **headers})


def answer_internal_error(error: Exception, locale: Locale) -> Response:
    """Return the answer to a request that met a bug: no traceback, and nothing about this computer."""
    code = internal_error_data(error)["code"]
    text = locale.localise("internal error; please report this bug")
    return answer_json(WebFailure(ok=False, code=code, text=text, hint=""), 500, {"cache-control": "no-store"})


def safe_headers(
    headers: Iterable[tuple[bytes, bytes]], secure: bool, shared: bool = True
) -> list[tuple[bytes, bytes]]:
    """Return the headers of an answer with those of every answer, where it has none of its own."""
    stated = list(headers)
    names = {name.lower() for name, _ in stated}
    wanted = {**SAFE_HEADERS, "content-security-policy": STRICT_POLICY, **(SHARED_HEADERS if shared else OWN_HEADERS)}
    if secure:
        wanted["strict-transport-security"] = "max-age=31536000"
    return [*stated, *((n.encode(), v.encode()) for n, v in wanted.items() if n.encode() not in names)]
