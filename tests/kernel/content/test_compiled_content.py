"""Content is compiled when it is first needed: never stale, even if nothing can be written or two compile at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.content import compiled, packs
from lpbe.kernel.content.compiler import LANGUAGES, Sources, chapters, clauses, compile_game, game_files, words

from ...cli.world.forked_commands import clean_environment
from ...program_copy import copy_program

WORDS = "games/pebbles/content/base/words.en.toml"
CACHE = "games/pebbles/content/__pycache__/words.en.json"
SAY = """
import lpbe.games
from lpbe.kernel.content import packs
print(packs.words("pebbles", "en").terms["ask.bid"])
"""
OLD = time.time_ns() - 10**12


@pytest.fixture
def program(tmp_path: Path) -> Path:
    return copy_program(tmp_path / "program")


def start(program: Path, home: Path) -> subprocess.Popen[str]:
    env = {**clean_environment(), "PYTHONPATH": str(program), "XDG_CACHE_HOME": str(home / "cache")}
    return subprocess.Popen([sys.executable, "-c", SAY], cwd=program, env=env, stdout=subprocess.PIPE, text=True)


def say(program: Path, home: Path) -> str:
    return start(program, home).communicate()[0].strip()


def reword(program: Path, new: str, when: int = OLD) -> None:
    path = program / "lpbe" / WORDS
    lines = [
        f'"ask.bid" = "{new}"' if line.startswith('"ask.bid" = ') else line for line in path.read_text().splitlines()
    ]
    path.write_text("\n".join(lines) + "\n")
    os.utime(path, ns=(when, when))


def test_what_was_compiled_is_kept_until_a_source_changes(program: Path, tmp_path: Path) -> None:
    reword(program, "sack")
    cache = program / "lpbe" / CACHE
    assert (say(program, tmp_path), cache.exists()) == ("sack", True)
    kept = cache.read_bytes()
    cache.write_bytes(kept.replace(b'"sack"', b'"cask"'))
    assert say(program, tmp_path) == "cask", "read from the cache"
    reword(program, "tuns", OLD + 1)
    assert say(program, tmp_path) == "tuns", "the same size, another time"
    reword(program, "barrel", OLD + 1)
    assert say(program, tmp_path) == "barrel", "the same time, another size"


def test_a_source_that_was_just_written_is_not_kept(program: Path, tmp_path: Path) -> None:
    """It may be written again within the same tick of the clock."""
    reword(program, "sack", time.time_ns() + 10**10)
    assert (say(program, tmp_path), (program / "lpbe" / CACHE).exists()) == ("sack", False)


def test_another_compiler_compiles_anew(program: Path, tmp_path: Path) -> None:
    reword(program, "sack")
    say(program, tmp_path)
    cache = program / "lpbe" / CACHE
    cache.write_bytes(cache.read_bytes().replace(b'"sack"', b'"cask"'))
    compiler = program / "lpbe" / "kernel" / "content" / "compiler.py"
    compiler.write_text(compiler.read_text() + "# newer\n")
    os.utime(compiler, ns=(OLD, OLD))
    assert say(program, tmp_path) == "sack"


def test_processes_that_compile_at_once_do_not_disturb_each_other(program: Path, tmp_path: Path) -> None:
    for name in ("jar", "keg", "urn"):
        reword(program, name, OLD - ord(name[0]))
        processes = [start(program, tmp_path) for _ in range(4)]
        assert {process.communicate()[0].strip() for process in processes} == {name}
        assert say(program, tmp_path) == name
    assert {path.name for path in (program / "lpbe" / CACHE).parent.iterdir()} == {"words.en.json"}


def test_where_the_program_may_not_be_written_the_user_keeps_it(program: Path, tmp_path: Path) -> None:
    """A file in place of the folder: even root cannot write there."""
    reword(program, "sack")
    (program / "lpbe" / CACHE).parent.write_text("")
    assert say(program, tmp_path) == "sack"
    (kept,) = (tmp_path / "cache" / "lpbe").rglob("words.en.json")
    kept.write_bytes(kept.read_bytes().replace(b'"sack"', b'"cask"'))
    assert say(program, tmp_path) == "cask"


def test_where_nothing_can_be_written_it_is_compiled_every_time(program: Path, tmp_path: Path) -> None:
    reword(program, "sack")
    (program / "lpbe" / CACHE).parent.write_text("")
    (tmp_path / "cache").write_text("")
    assert [say(program, tmp_path), say(program, tmp_path)] == ["sack", "sack"]


def test_shipped_files_are_taken_as_they_are(program: Path, tmp_path: Path) -> None:
    shipped = program / "lpbe" / "games" / "pebbles" / "content" / "compiled"
    shipped.mkdir()
    texts = json.loads(packs.compiled_file("pebbles", "words.en.json"))
    texts["terms"]["ask.bid"] = "crate"
    (shipped / "words.en.json").write_text(json.dumps(texts))
    assert say(program, tmp_path) == "crate"


def test_a_game_without_content_says_so(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="there is no content of nim in"):
        compiled.game_file("nim", str(tmp_path), "rows.json")
    with pytest.raises(Malformed, match="there is no content of a game called 'nim'"):
        packs.words("nim", "en")


ENGLISH = Sources(
    {
        "words.en": """
silent = ["hushed"]
events.took = "{seat} takes {count}."
terms.heap = "heap"
rows.pieces = "{shape}"
""",
        "told.en": 'left = "{count} left"',
        "rules": '[N-1]\nen = "Take one."',
        "chapters": '[N]\nen = "Nim"',
        "glossary": '[heap]\nfind.en = ["pile"]\ntext.en = "The sticks."\nclauses = ["N-1"]',
        "yours": '["{seat} waits"]\nen = "you wait"',
        "lessons": '[[lessons]]\ntitle = { en = "First" }\ntasks = [{ told = { en = "Take." }, orders = ["take"] }]',
        "pieces": 'p1 = { shape = "round" }',
    }
)


def test_english_stands_in_for_a_language_that_a_game_lacks() -> None:
    modules = {"base": ENGLISH}
    english, french = (words(modules, Sources({}), lang) for lang in LANGUAGES)
    assert english == french
    assert french["terms"] == {"heap": "heap", "told.left": "{count} left", "p1": "round"}
    assert clauses(modules, Sources({})) == {"N-1": {"en": "Take one.", "fr": "Take one."}}
    assert chapters(modules) == [{"id": "N", "module": "base", "en": "Nim", "fr": "Nim"}]
    files = {name: json.loads(compile_game(name, modules, Sources({}))) for name in game_files()}
    assert files["yours.fr.json"] == {"{seat} waits": "you wait"}
    assert files["errors.fr.json"] == {}
    assert files["glossary.json"] == [
        {
            "id": "heap",
            "module": "base",
            "name": {"en": "heap", "fr": "heap"},
            "find": {"en": ["pile"], "fr": ["pile"]},
            "text": {"en": "The sticks.", "fr": "The sticks."},
            "clauses": ["N-1"],
        }
    ]
    assert json.loads(compile_game("glossary.json", {"base": Sources({})}, Sources({}))) == []
    assert files["lessons.json"][0]["title"]["fr"] == "First"
    assert files["lessons.json"][0]["tasks"][0] == {"told": {"en": "Take.", "fr": "Take."}, "orders": ["take"]}


def test_one_text_that_is_missing_is_english_and_the_rest_is_not() -> None:
    french = Sources({**ENGLISH.texts, "words.fr": '[terms]\nheap = "tas"'})
    assert words({"base": french}, Sources({}), "fr")["terms"]["heap"] == "tas"
    assert words({"base": french}, Sources({}), "fr")["events"] == {"took": "{seat} takes {count}."}
