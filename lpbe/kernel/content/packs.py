"""Content as data: the rows rules read, the words reports are made of, the clauses."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from collections.abc import Collection
from functools import cache

import msgspec
from msgspec import Struct

from ..base.canon import Plain, jcs, tagged
from ..disk.files import packaged
from ..play.rules import Content


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """One language: templates of events and orders, names of things, and how a list is joined.

    `parts` are the templates of what one text holds in several parts, `about` says what an order is for, `slots` what
    belongs into it, `gauges` how a change of a number reads, `also` how else an order may be written.
    """

    events: dict[str, str]
    orders: dict[str, str]
    terms: dict[str, str]
    silent: list[str]
    grammar: dict[str, str]
    parts: dict[str, str] = {}
    about: dict[str, str] = {}
    slots: dict[str, str] = {}
    gauges: dict[str, str] = {}
    also: dict[str, list[str]] = {}


@cache
def printed(game: str) -> dict[str, msgspec.Raw]:
    """What was printed for each module of a game, not yet read."""
    return msgspec.json.decode(packaged(f"{game}.json"), type=dict[str, msgspec.Raw])


@cache
def rows(game: str, modules: tuple[str, ...] = ()) -> dict[str, dict[str, dict[str, Plain]]]:
    """Module -> pack -> id -> row, of these modules or of all there are."""
    known = printed(game)
    return {
        name: msgspec.json.decode(known[name], type=dict[str, dict[str, Plain]])
        for name in known
        if name in (modules or known)
    }


def rules_hash(game: str, expansions: Collection[str], content: "Content | None" = None) -> str:
    """What the rows of a game and of these expansions come to: no other expansion has a say."""
    played = (game, *expansions)
    known = rows(game, played) if content is None else content
    return tagged("rules", jcs({module: packs for module, packs in known.items() if module in played})).hex()


@cache
def words(game: str, lang: str) -> Words:
    return msgspec.json.decode(packaged(f"{game}.{lang}.json"), type=Words)


@cache
def clauses(game: str) -> dict[str, dict[str, str]]:
    """Clause id -> language -> one line."""
    return msgspec.json.decode(packaged(f"{game}.rules.json"), type=dict[str, dict[str, str]])


@cache
def chapters(game: str) -> list[dict[str, str]]:
    """The chapters the clauses stand in, in order: id, module, and a title in each language."""
    return msgspec.json.decode(packaged(f"{game}.chapters.json"), type=list[dict[str, str]])
