"""JSON answers about rules and the command line itself."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from ..chain.letter import Count, Digest, Slug
from .answer import Answer


class Clause(Struct, forbid_unknown_fields=True):
    id: str
    text: str


class GameClause(Clause, forbid_unknown_fields=True):
    game: Slug


class Clauses(Answer, kw_only=True):
    clauses: list[GameClause]


class Chapter(Struct, forbid_unknown_fields=True):
    id: str
    title: str
    clauses: list[Clause]


class GlossaryEntry(Struct, forbid_unknown_fields=True):
    """What a player looked up: a short text, and the clauses that say more."""

    id: str
    module: Slug
    name: str
    text: str
    clauses: list[str]


class Option(Struct, forbid_unknown_fields=True):
    """An option of the rules as it is in force, and in words."""

    module: Slug
    name: str
    value: Any
    usual: bool
    label: str
    text: str


class RuleSheet(Answer, kw_only=True):
    rules: Slug
    version: Count
    lang: str
    overview: list[str]
    expansions: list[Slug]
    options: list[Option]
    chapters: list[Chapter]
    game: Digest | UnsetType = UNSET
    entries: list[GlossaryEntry] | UnsetType = UNSET
    elsewhere: list[Slug] | UnsetType = UNSET
    near: list[str] | UnsetType = UNSET


class Completion(Answer, kw_only=True):
    shell: Literal["bash", "fish", "zsh"]
    script: str
