"""JSON answers of a web server with games, and the files of a static site that say the same."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from ..chain.letter import Count, Digest, Slug, Time
from .answer import Answer

SeatState = Literal["open", "invited", "reserved", "taken", "bot", "mail"]
"""Free for anybody, for whoever has its invitation, or for one key; taken by a player; played by a bot or by e-mail."""


class LobbySeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat, who has it, and whether somebody can still take it."""

    seat: Slug
    state: SeatState
    player: str | UnsetType = UNSET


class LobbyGame(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What everybody may know about a game: its name in addresses, its id, its rules, and its state."""

    name: str
    game: Digest
    kind: Slug
    title: str
    seats: list[LobbySeat]
    open: list[Slug]
    """The seats that somebody can still take."""
    awaited: list[Slug]
    step: Count
    over: bool
    winners: list[Slug]
    scores: dict[Slug, int]
    deadline: Time | UnsetType = UNSET


class ServerInfo(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which version answers, whether it takes letters, and the repository that takes them instead."""

    version: str
    accepts: bool
    repository: str | UnsetType = UNSET


class Lobby(Struct, frozen=True, forbid_unknown_fields=True):
    """All games of a server or site."""

    games: list[LobbyGame]
    server: ServerInfo


class LetterAnswer(Answer, kw_only=True):
    """What became of a letter that was posted: it waits in the inbox, or it has made a step."""

    state: Literal["filed", "applied"]
    file: str
    step: Count | UnsetType = UNSET


class SiteAnswer(Answer, kw_only=True):
    """A site that was written: its games, the files that are new, and those that were removed."""

    folder: str
    games: list[str]
    files: list[str]
    removed: list[str]


class WebFailure(Struct, kw_only=True, forbid_unknown_fields=True):
    """Why a request failed and what to do next, in the language of the request."""

    ok: Literal[False]
    code: str
    text: str
    hint: str


class ChangedGame(Struct, frozen=True, forbid_unknown_fields=True):
    """The data of the event that is sent when a game has changed."""

    name: str
    step: Count
