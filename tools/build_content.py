"""Compile the content packs: TOML that people write into the JSON that the program reads."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from struct import pack as packed
from typing import Any

CONTENT = Path(__file__).parent.parent / "lpbe" / "content"
LANGUAGES = ("en", "fr")
SECTIONS = ("events", "orders", "terms", "grammar", "parts", "about", "slots", "gauges", "also")
OTHER = (
    "rules",
    "chapters",
    "yours",
    "lessons",
    "help.fr",
    "click.fr",
    *(f"{kind}.{lang}" for kind in ("words", "told", "errors") for lang in LANGUAGES),
)


def read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def modules(game: str) -> dict[str, Path]:
    """Module name -> folder, the base first; the base is called like the game."""
    base, *more = sorted((CONTENT / game).iterdir(), key=lambda folder: (folder.name != "base", folder.name))
    return {game: base} | {folder.name: folder for folder in more}


def packs(folder: Path) -> dict[str, dict[str, Any]]:
    return {file.stem: read(file) for file in sorted(folder.glob("*.toml")) if file.stem not in OTHER}


def merge(into: dict[str, Any], more: dict[str, Any], where: object) -> None:
    again = into.keys() & more.keys()
    assert not again, f"{where} says again: {sorted(again)}"
    into.update(more)


def words(game: str, lang: str) -> dict[str, Any]:
    """The kernel's words and those of every module of a game, what it tells in advance, and a name for every row."""
    out: dict[str, Any] = {**{section: {} for section in SECTIONS}, "silent": []}
    for folder in (CONTENT / "kernel", *modules(game).values()):
        file = folder / f"words.{lang}.toml"
        said = read(file)
        for section in SECTIONS:
            merge(out[section], said.get(section, {}), file)
        told = read(folder / f"told.{lang}.toml")
        merge(out["terms"], {f"told.{key}": sentence for key, sentence in told.items()}, file)
        out["silent"] += said.get("silent", [])
        for pack, template in said.get("rows", {}).items():
            rows = packs(folder)[pack]
            named = {name: template.format(id=name, **terms(row, out["terms"])) for name, row in rows.items()}
            merge(out["terms"], named, file)
    return out


def terms(row: dict[str, Any], known: dict[str, str]) -> dict[str, Any]:
    return {key: known.get(value, value) if isinstance(value, str) else value for key, value in row.items()}


def clauses(game: str) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for folder in (CONTENT / "kernel", *modules(game).values()):
        merge(out, read(folder / "rules.toml"), folder)
    return out


def chapters(game: str) -> list[dict[str, Any]]:
    """The chapters of the rules in the order they are read, each with its module."""
    return [
        {"id": name, "module": module, **title}
        for module, folder in modules(game).items()
        for name, title in read(folder / "chapters.toml").items()
    ]


def errors(lang: str) -> dict[str, str]:
    """English sentences of the program and their translations, of the kernel and of every game."""
    out: dict[str, str] = {}
    for file in sorted(CONTENT.rglob(f"errors.{lang}.toml")):
        merge(out, read(file), file)
    return out


def yours(lang: str) -> dict[str, str]:
    """English sentences about a player as that player is told them."""
    out: dict[str, str] = {}
    for file in sorted(CONTENT.rglob("yours.toml")):
        merge(out, {template: told[lang] for template, told in read(file).items()}, file)
    return out


def compiled() -> Iterator[tuple[str, bytes]]:
    """Name and bytes of every compiled file."""
    games = sorted(folder.parent.name for folder in CONTENT.glob("*/base"))
    yield "errors.fr.json", dump(errors("fr"))
    yield "help.fr.json", dump(read(CONTENT / "kernel" / "help.fr.toml"))
    yield "locale/fr/LC_MESSAGES/lpbe.mo", catalogue(CONTENT / "kernel" / "click.fr.toml")
    for lang in LANGUAGES:
        yield f"yours.{lang}.json", dump(yours(lang))
    for game in games:
        yield f"{game}.json", dump({name: packs(folder) for name, folder in modules(game).items()}, tight=True)
        yield f"{game}.rules.json", dump(clauses(game))
        yield f"{game}.chapters.json", dump(chapters(game))
        yield f"{game}.lessons.json", dump(read(CONTENT / game / "base" / "lessons.toml").get("lessons", []))
        for lang in LANGUAGES:
            yield f"{game}.{lang}.json", dump(words(game, lang))


def catalogue(file: Path) -> bytes:
    """Sentences of a library as gettext reads them (GNU MO): sorted, each with its length and its place."""
    told = {"": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n > 1);\n"}
    for english, french in read(file).items():
        told |= (
            {english: french} if isinstance(french, str) else {f"{english}\0{french['many']}": "\0".join(french["fr"])}
        )
    pairs = sorted((english.encode(), french.encode()) for english, french in told.items())
    texts = [english for english, _ in pairs] + [french for _, french in pairs]
    start, places = 28 + 8 * len(texts), b""
    for text in texts:
        places += packed("<II", len(text), start)
        start += len(text) + 1
    head = packed("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 28 + 8 * len(texts))
    return head + places + b"".join(text + b"\0" for text in texts)


def dump(value: Any, tight: bool = False) -> bytes:
    """Rows lie deep, and every command reads past those of all expansions: there no space is wasted."""
    form: dict[str, Any] = {"separators": (",", ":")} if tight else {"indent": 1}
    return (json.dumps(value, ensure_ascii=False, sort_keys=True, **form) + "\n").encode()


def main() -> int:
    for name, data in compiled():
        (CONTENT / name).parent.mkdir(parents=True, exist_ok=True)
        (CONTENT / name).write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
