"""Fields that many JSON answers share."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from ..chain.letter import Count, Digest, Slug, Time


class Answer(Struct, kw_only=True, forbid_unknown_fields=True):
    ok: Literal[True]
    warning: str | UnsetType = UNSET
    """What a person should know beside the answer."""


class FailureAnswer(Struct, kw_only=True, forbid_unknown_fields=True):
    """Why a command failed, and what to do next."""

    ok: Literal[False]
    code: str
    message: str
    clause: str | UnsetType = UNSET
    hint: str | UnsetType = UNSET
    file: str | UnsetType = UNSET
    line: int | UnsetType = UNSET
    warning: str | UnsetType = UNSET


class AwaitedWindow(Struct, forbid_unknown_fields=True):
    number: Count
    waiting: list[Slug]
    deadline: Time | UnsetType = UNSET


class Position(Answer, kw_only=True):
    """The position of a game."""

    game: Digest
    seq: Count
    head: Digest
    window: AwaitedWindow
    over: bool
