"""Answer the messages of a client: a method and its JSON in, JSON out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from os.path import join
from typing import Any

import msgspec

from ...kernel.audit.findings import Progress, no_progress
from ...kernel.base.canonical import Plain, json_line
from ...kernel.base.errors import Failure, Malformed, Misused
from ...kernel.base.safe_text import quote
from ...kernel.base.schema_errors import schema_message
from ...kernel.chain.letter_registry import read_record
from ...kernel.schemas.client_records import METHODS, OpenRequest, Request
from ..session.failures import failure_data, impossible_table, internal_error_data, internal_error_line, located_lines
from ..session.locale import Locale
from .client_game import ClientGame, open_client_game
from .client_orders import list_legal, read_orders, read_policy, try_typed
from .client_reading import show_replay, show_report, show_terms, verify_client_game

GAME_FOLDER = ".lpbe-client"


class Client:
    """A client and the game that it opened last.

    The files of that game are in `.lpbe-client` below `folder`, in place of those of the game before; nothing else is
    written.
    """

    def __init__(self, folder: str, progress: Progress = no_progress, lang: str = "en") -> None:
        self.folder = join(folder, GAME_FOLDER)
        self.lang = lang
        """The language of failures before a game was opened."""
        self.game: ClientGame | None = None
        self.methods: dict[str, Callable[..., Plain]] = {
            "open": self.open,
            "report": self.on_game(show_report),
            "legal": self.on_game(list_legal),
            "try": self.on_game(try_typed),
            "read": self.on_game(read_orders),
            "policy": self.on_game(read_policy),
            "terms": self.on_game(show_terms),
            "verify": self.on_game(partial(verify_client_game, progress=progress)),
            "replay": self.on_game(partial(show_replay, progress=progress)),
        }

    def answer(self, method: str, arguments: str | bytes) -> str:
        """Return the answer to one message, as JSON; whatever goes wrong is reported as an answer, too."""
        try:
            request = read_request(method, arguments)
            return json_line({"ok": True, **self.methods[method](request)})
        except Failure as failure:
            return json_line(self.failed(failure))
        except Exception as error:
            return json_line(self.crashed(error))

    def open(self, request: OpenRequest) -> Plain:
        self.game = None
        if request.lang:
            self.lang = request.lang
        self.game = open_client_game(self.folder, request)
        return self.game.data()

    def on_game(self, use_case: Callable[[ClientGame, Any], Plain]) -> Callable[[Any], Plain]:
        """Return the method that calls a use case with the game that is open."""

        def call(request: Request) -> Plain:
            if self.game is None:
                raise Misused("E_USAGE", "no game is open", "open one first")
            return use_case(self.game, request)

        return call

    @property
    def locale(self) -> Locale:
        return self.game.locale if self.game else Locale(self.lang)

    def failed(self, failure: Failure) -> Plain:
        """Return a failure; files are named as the client named them."""
        prefix = f"{self.folder}/"
        failure.file = failure.file.removeprefix(prefix)
        failure.values = {
            name: value.replace(prefix, "") if isinstance(value, str) else value
            for name, value in failure.values.items()
        }
        text = "\n".join(located_lines(failure, self.locale))
        return {"ok": False, **failure_data(failure), "text": text}

    def crashed(self, error: Exception) -> Plain:
        """Return an error that names the impossible position behind an unexpected error, or calls it a bug."""
        if failure := impossible_table(self.game.opened if self.game else None):
            return self.failed(failure)
        return {"ok": False, **internal_error_data(error), "text": internal_error_line(error, self.locale)}


def read_request(method: str, arguments: str | bytes) -> Request:
    """Return the request of a method; refuse one that does not fit."""
    if method not in METHODS:
        raise Misused("E_USAGE", "there is no method '{method}'", method=quote(method))
    try:
        raw = msgspec.json.decode(arguments)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Malformed("E_SCHEMA", "{error}", error=schema_message(error)) from None
    return read_record(raw, METHODS[method][0])
