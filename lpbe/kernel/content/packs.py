"""Content as data: the rows that rules read, the words of reports, and the clauses."""

from collections.abc import Collection, Mapping
from functools import cache

import msgspec
from msgspec import Struct

from ..base.canonical import Plain, jcs, tagged_hash
from ..base.errors import Malformed
from ..engine.model import Content
from .compiled import BASE, game_file, kernel_file


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """One language: templates of events and orders, names of things, and how a list is joined.

    `parts` are templates for texts made of several parts, `about` says what an order is for, `slots` what goes into it,
    `gauges` how a change of a number reads, `also` how else an order may be written, `acts` how a page presents kinds
    of orders: KIND its title, KIND.text a line, ask.SLOT or ask.KIND.SLOT a question.
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
    acts: dict[str, str] = {}


FOLDERS: dict[str, str] = {}
"""Where the content of each registered game is."""


def register(game: str, folder: str) -> None:
    """Make the content of a game known by the folder it is in."""
    FOLDERS[game] = folder


def compiled_file(game: str, name: str) -> bytes:
    """Return a file of a game's compiled content."""
    if game not in FOLDERS:
        raise Malformed("E_CONTENT", "there is no content of a game called '{game}'", game=game)
    return game_file(game, FOLDERS[game], name)


@cache
def printed_rows(game: str) -> dict[str, msgspec.Raw]:
    """Return what was printed for each module of a game, not yet decoded."""
    modules = msgspec.json.decode(compiled_file(game, "rows.json"), type=dict[str, msgspec.Raw])
    return {module_name(game, folder): rows for folder, rows in modules.items()}


def module_name(game: str, folder: str) -> str:
    """Return the name of the module whose content is in a folder: the base has the name of the game."""
    return game if folder == BASE else folder


@cache
def rows(game: str, modules: tuple[str, ...] = ()) -> dict[str, dict[str, dict[str, Plain]]]:
    """Return the rows of these modules, or of all: module -> pack -> id -> row."""
    known = printed_rows(game)
    return {
        name: msgspec.json.decode(known[name], type=dict[str, dict[str, Plain]])
        for name in known
        if name in (modules or known)
    }


def rules_hash(game: str, expansions: Collection[str], content: "Content | None" = None) -> str:
    """Return the hash of the rows of a game and of these expansions; other expansions do not change it."""
    played = (game, *expansions)
    known = rows(game, played) if content is None else content
    return tagged_hash("rules", jcs({module: packs for module, packs in known.items() if module in played})).hex()


@cache
def words(game: str, lang: str) -> Words:
    return msgspec.json.decode(compiled_file(game, f"words.{lang}.json"), type=Words)


@cache
def clauses(game: str) -> dict[str, dict[str, str]]:
    """Return the clauses of a game: id -> language -> one line."""
    return msgspec.json.decode(compiled_file(game, "rules.json"), type=dict[str, dict[str, str]])


@cache
def chapters(game: str) -> list[dict[str, str]]:
    """Return the chapters of the clauses, in order: id, module, and a title in each language."""
    found = msgspec.json.decode(compiled_file(game, "chapters.json"), type=list[dict[str, str]])
    return [{**chapter, "module": module_name(game, chapter["module"])} for chapter in found]


def program_texts(name: str) -> Mapping[str, str]:
    """Return sentences of the kernel and of every registered game, by the English one."""
    return merged_texts(name, tuple(FOLDERS))


@cache
def merged_texts(name: str, games: tuple[str, ...]) -> Mapping[str, str]:
    texts = (kernel_file(name), *(compiled_file(game, name) for game in games))
    return {key: text for part in texts for key, text in msgspec.json.decode(part, type=dict[str, str]).items()}
