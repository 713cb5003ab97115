"""Turn the TOML that people write into the files that the program reads.

Nothing here touches the disk or imports another module of the program: the build back end compiles content before
anything is installed.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from itertools import chain
from struct import pack
from typing import Any

Table = dict[str, Any]

LANGUAGES = ("en", "fr")
FALLBACK = "en"
"""The language to use if a game has no text in the reader's."""
SECTIONS = ("events", "orders", "terms", "grammar", "parts", "about", "slots", "gauges", "also", "acts")
NO_PACKS = (
    *("rules", "chapters", "glossary", "yours", "lessons"),
    *(f"{kind}.{lang}" for kind in ("words", "told", "errors") for lang in LANGUAGES),
)
"""The files of a module that hold no rows."""


class Sources:
    """The TOML files of one folder, by name without their ending; each is parsed when it is needed."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts
        self.parsed: dict[str, Table] = {}

    def table(self, name: str) -> Table:
        """Return a file as a table, empty if there is no such file."""
        if name not in self.parsed:
            self.parsed[name] = tomllib.loads(self.texts.get(name, ""))
        return self.parsed[name]

    def packs(self) -> dict[str, Table]:
        return {name: self.table(name) for name in sorted(self.texts) if name not in NO_PACKS}


Modules = Mapping[str, Sources]
"""The modules of a game by the names of their folders; the base is called `base` and comes first."""


def game_files() -> list[str]:
    """Return the names of the files that are compiled for a game."""
    return [
        *("rows.json", "rules.json", "chapters.json", "glossary.json", "lessons.json"),
        *(f"words.{lang}.json" for lang in LANGUAGES),
        *text_files(),
    ]


def text_files() -> list[str]:
    """Return the names of the files that are compiled for the kernel, and for every game as well."""
    return ["errors.fr.json", *(f"yours.{lang}.json" for lang in LANGUAGES)]


HELP_FILES = ("help.fr.json", "fr/LC_MESSAGES/lpbe.mo")
"""What is compiled for the command line."""


def compile_game(name: str, modules: Modules, kernel: Sources) -> bytes:
    """Compile one file of a game; words and clauses of the kernel are part of every game's."""
    kind, lang = name.split(".")[:2]
    if name in text_files():
        return compile_texts(name, *modules.values())
    if kind == "words":
        return dump(words(modules, kernel, lang))
    make: dict[str, Callable[[], Any]] = {
        "rows": lambda: {module: sources.packs() for module, sources in modules.items()},
        "rules": lambda: clauses(modules, kernel),
        "chapters": lambda: chapters(modules),
        "glossary": lambda: glossary(modules, kernel),
        "lessons": lambda: lessons(modules),
    }
    return dump(make[kind]())


def lessons(modules: Modules) -> list[Any]:
    """Return the lessons of a game: those of its expansions come before the last one of the base, a free turn."""
    base, *expansions = [sources.table("lessons").get("lessons", []) for sources in modules.values()]
    return [translate_all(one) for one in (*base[:-1], *chain(*expansions), *base[-1:])]


def compile_texts(name: str, *folders: Sources) -> bytes:
    """Compile sentences of the program: translations by the English original, or those that address a player."""
    kind, lang = name.split(".")[:2]
    out: dict[str, str] = {}
    for sources in folders:
        if kind == "errors":
            merge(out, sources.table(f"errors.{lang}"), name)
        else:
            merge(out, {key: in_language(texts, lang) for key, texts in sources.table("yours").items()}, name)
    return dump(out)


def compile_help(name: str, sources: Sources) -> bytes:
    return gettext_catalogue(sources.table("click.fr")) if name.endswith(".mo") else dump(sources.table("help.fr"))


def words(modules: Modules, kernel: Sources, lang: str) -> Table:
    """Return the words of the kernel and of every module of a game, and a name for every row.

    Where a module lacks a text in this language, the English one takes its place.
    """
    out: Table = {**{section: {} for section in SECTIONS}, "silent": []}
    for sources in (kernel, *modules.values()):
        texts = sources.table(f"words.{lang}")
        usual = sources.table(f"words.{FALLBACK}")
        for section in SECTIONS:
            merge(out[section], {**usual.get(section, {}), **texts.get(section, {})}, f"words.{lang}")
        told = {**sources.table(f"told.{FALLBACK}"), **sources.table(f"told.{lang}")}
        merge(out["terms"], {f"told.{key}": sentence for key, sentence in told.items()}, f"told.{lang}")
        out["silent"] += texts.get("silent", usual.get("silent", []))
        for name, template in {**usual.get("rows", {}), **texts.get("rows", {})}.items():
            rows = sources.packs()[name]
            named = {row: template.format(id=row, **named_values(rows[row], out["terms"])) for row in rows}
            merge(out["terms"], named, f"words.{lang}")
    return out


def named_values(row: Table, terms: Mapping[str, str]) -> Table:
    return {key: terms.get(value, value) if isinstance(value, str) else value for key, value in row.items()}


def clauses(modules: Modules, kernel: Sources) -> Table:
    out: Table = {}
    for sources in (kernel, *modules.values()):
        merge(out, sources.table("rules"), "rules")
    return {clause: translate_all(texts) for clause, texts in out.items()}


def chapters(modules: Modules) -> list[Table]:
    """Return the chapters of the rules in the order they are read, each with its module."""
    return [
        {"id": name, "module": module, **translate_all(title)}
        for module, sources in modules.items()
        for name, title in sources.table("chapters").items()
    ]


def glossary(modules: Modules, kernel: Sources) -> list[Table]:
    """Return what is explained to players, each with its module; what has no name here has that of the words."""
    terms = {lang: words(modules, kernel, lang)["terms"] for lang in LANGUAGES}
    return [
        {
            "id": name,
            "module": module,
            "name": {lang: terms[lang].get(name, name) for lang in LANGUAGES},
            **translate_all(entry),
        }
        for module, sources in modules.items()
        for name, entry in sources.table("glossary").items()
    ]


def translate_all(value: Any) -> Any:
    """Give every text that has a language the others as well: if one is missing, the English one."""
    if isinstance(value, list):
        return [translate_all(one) for one in value]
    if not isinstance(value, dict):
        return value
    if FALLBACK in value and value.keys() <= set(LANGUAGES):
        return {lang: in_language(value, lang) for lang in LANGUAGES}
    return {key: translate_all(one) for key, one in value.items()}


def in_language(texts: Mapping[str, str], lang: str) -> str:
    return texts.get(lang, texts[FALLBACK])


def merge(into: Table, more: Mapping[str, Any], where: str) -> None:
    again = into.keys() & more.keys()
    assert not again, f"{where} has twice: {sorted(again)}"
    into.update(more)


def gettext_catalogue(texts: Table) -> bytes:
    """Write sentences of a library as gettext reads them (GNU MO): sorted, each with its length and its offset."""
    found = {"": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n > 1);\n"}
    for english, french in texts.items():
        if isinstance(french, str):
            found[english] = french
        else:
            found[f"{english}\0{french['many']}"] = "\0".join(french["fr"])
    pairs = sorted((english.encode(), french.encode()) for english, french in found.items())
    strings = [english for english, _ in pairs] + [french for _, french in pairs]
    offset = 28 + 8 * len(strings)
    index = b""
    for string in strings:
        index += pack("<II", len(string), offset)
        offset += len(string) + 1
    head = pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 28 + 8 * len(strings))
    return head + index + b"".join(string + b"\0" for string in strings)


def dump(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n").encode()
