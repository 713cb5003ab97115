"""The glossary of a game: what players look up, each entry with its names, a short text and its clauses."""

from functools import cache

import msgspec
from msgspec import Struct

from .packs import compiled_file, module_name

Translations = dict[str, str]
"""A text in each language."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry: its name, what else it may be looked up by, what it is, and the clauses that say more."""

    id: str
    module: str
    name: Translations
    text: Translations
    clauses: list[str]
    find: dict[str, list[str]] = {}

    def phrases(self, lang: str) -> list[str]:
        """Return everything that the entry may be looked up by in a language, its name first."""
        return [self.name[lang], *self.find.get(lang, [])]


@cache
def glossary(game: str) -> list[Entry]:
    """Return the entries of a game and all its expansions, in order; some games have none."""
    entries = msgspec.json.decode(compiled_file(game, "glossary.json"), type=list[Entry])
    return [msgspec.structs.replace(entry, module=module_name(game, entry.module)) for entry in entries]
