"""The core of the web client: its own tests, the same letters as Python, and its size."""

from __future__ import annotations

import gzip
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ..size_limits import Soak, sizes
from .node import WEB, bundle, needs_node, run_node
from .twins import GAMES, write_twins

MAX_GZIP_BYTES = 56_000
"""All of the core with its cryptography and storage; the whole shell may have 60 KB."""
MAX_FIRST_GZIP_BYTES = 40_000
"""The same without what is loaded when it is needed: Argon2id and French."""
TEXTS = WEB.parent / "lpbe" / "kernel" / "language" / "texts"
PRINT_FRENCH = 'import("./src/core/french.mjs").then(({ FRENCH }) => console.log(JSON.stringify(FRENCH)))'
NOT_SHOWN = {"lpbe key v1", "lpbe: does this key sign?", "the transaction was aborted"}
KINDS = {"play", "standing", "join", "ready", "note", "stop", "resign", "rekey", "endorse"}
NO_TURN = {"join", "ready"}


@needs_node
@pytest.mark.parametrize("path", sorted((WEB / "test").glob("*.test.mjs")), ids=lambda path: path.name)
def test_the_tests_in_javascript_pass(path: Path) -> None:
    done = run_node("--test", "--test-reporter=tap", str(path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^# pass [1-9]", done.stdout, flags=re.M)
    assert re.search(r"^# skipped 0$", done.stdout, flags=re.M)


@needs_node
@pytest.mark.parametrize("game", GAMES)
@sizes("positions", 4, 40, least=8)
def test_javascript_writes_the_letters_that_python_writes(tmp_path: Path, game: str, positions: int) -> None:
    """Every kind of letter, sealed and signed, is the same byte for byte; so is what each seat sees."""
    each = 3 if Soak.share else 1
    counts = write_twins(tmp_path, game, positions, positions, each)
    done = run_node("test/twins.mjs", str(tmp_path))
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["wrong"], report["differences"]) == (0, [])
    assert set(report["letters"]) == KINDS - (NO_TURN if game in ("open", "weeks") else set())
    others = {"view": report["views"], "file": report["files"], "opened": report["opened"]}
    assert {**report["letters"], **others} == {name: count for name, count in counts.items() if name != "refused"}
    assert counts["refused"] < counts["play"]


@needs_node
def test_the_core_is_small(tmp_path: Path) -> None:
    entry = tmp_path / "core.mjs"
    parts = ("core", "storage")
    imports = [f'import * as {part} from "{WEB}/src/{part}.mjs";' for part in parts]
    entry.write_text("\n".join([*imports, "globalThis.lpbe = { ...core, ...storage };\n"]))
    whole = bundle(entry, tmp_path / "whole.js")
    first = bundle(entry, tmp_path / "first.js", "esm", "--external:hash-wasm", "--external:*/french.mjs")
    packed = [len(gzip.compress(data, 9, mtime=0)) for data in (whole, first)]
    print(f"everything {len(whole)} bytes, {packed[0]} gzip; at first {len(first)} bytes, {packed[1]} gzip")
    assert packed[0] <= MAX_GZIP_BYTES and packed[1] <= MAX_FIRST_GZIP_BYTES


@needs_node
def test_every_refusal_has_its_french_which_is_that_of_lpbe_if_lpbe_has_it() -> None:
    french = json.loads(run_node("-e", PRINT_FRENCH).stdout)
    known = flat(tomllib.loads((TEXTS / "errors.fr.toml").read_text(encoding="utf-8")))
    assert set(french) == set(templates())
    assert {text: known[text] for text in french if text in known} == {t: french[t] for t in french if t in known}
    assert [text for text in french if placeholders(text) != placeholders(french[text])] == []
    assert len(french) > 80


def templates() -> Iterator[str]:
    """Yield the sentences in the modules: texts of several words, without what is signed, framed or never shown."""
    for path in modules_without_a_page():
        code = re.sub(r"/\*\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
        found = re.findall(r'(?<![\w:])"((?:[^"\\\n]|\\.)*)"', code) if path.name != "french.mjs" else []
        yield from (text for text in found if re.fullmatch(r"[a-z{][^\n]* [a-z{].*", text) and text not in NOT_SHOWN)


def modules_without_a_page() -> list[Path]:
    return sorted([*(WEB / "src" / "core").glob("*.mjs"), *(WEB / "src" / "storage").glob("*.mjs")])


def flat(data: dict[str, Any]) -> dict[str, str]:
    tables = [flat(value) for value in data.values() if isinstance(value, dict)]
    return {k: v for table in [data, *tables] for k, v in table.items() if isinstance(v, str)}


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_every_module_says_in_its_first_line_what_it_is() -> None:
    modules = [*sorted((WEB / "src").rglob("*.mjs")), *sorted((WEB / "test").glob("*.mjs"))]
    unnamed = [path.name for path in modules if not re.match(r"/\*\*\s+(\* )?@file [A-Z]", path.read_text())]
    long = [path.name for path in modules if len(path.read_text().splitlines()) > 400]
    folders = {path.parent for path in modules}
    full = [folder.name for folder in folders if len(list(folder.glob("*.mjs"))) > 30]
    assert (unnamed, long, full) == ([], [], [])
    assert len(modules) > 20


def test_libraries_are_pinned_with_their_hashes() -> None:
    wanted = json.loads((WEB / "package.json").read_text())
    lock = json.loads((WEB / "package-lock.json").read_text())
    named = {**wanted["dependencies"], **wanted["devDependencies"]}
    assert all(re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", version) for version in named.values())
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert {name: packages[f"node_modules/{name}"]["version"] for name in named} == named
    assert [name for name, entry in packages.items() if not entry.get("integrity", "").startswith("sha512-")] == []
    assert [name for name, entry in packages.items() if "resolved" in entry] == []


def test_the_core_needs_no_browser_and_few_modules_touch_the_network() -> None:
    network = r"\b(fetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|eval\(|new Function)"
    page = rf"{network}|\b(document|location)\b"
    browser = r"\b(indexedDB|navigator|localStorage|sessionStorage)\b|\.\./storage/"
    assert [path.name for path in modules_without_a_page() if re.search(page, code_of(path))] == []
    online = [path.stem for path in sorted((WEB / "src").rglob("*.mjs")) if re.search(network, code_of(path))]
    assert online == ["service_worker", "assets", "fetching", "watching"]
    assert [
        path.name for path in sorted((WEB / "src" / "core").glob("*.mjs")) if re.search(browser, code_of(path))
    ] == []


def code_of(path: Path) -> str:
    """Return a module without its comments."""
    return re.sub(r"/\*\*.*?\*/|^\s*//.*$", "", path.read_text(encoding="utf-8"), flags=re.S | re.M)
