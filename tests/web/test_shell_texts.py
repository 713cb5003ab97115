"""The shell's own sentences: both languages have all of them, and nothing else."""

from __future__ import annotations

import json
import re

from .node import WEB, needs_node, run_node

SHELL = WEB / "src" / "shell"
PRINT = """
Promise.all([import("./src/shell/texts_english.mjs"), import("./src/shell/texts_french.mjs")])
  .then(([{ ENGLISH }, { FRENCH }]) => console.log(JSON.stringify([ENGLISH, FRENCH])))
"""
USED = re.compile(r'(?<![\w.])(?:t|refusal)\(\s*(?:"E_[A-Z_]+",\s*)?(?:"([^"]+)"|`([^`]+)`)')
HINTS = re.compile(r'"(trouble\.\w+|post\.\w+|fate\.\w+|way\.[\w.]+|about\.\w+)"')
COMPUTED = re.compile(r"\$\{[^}]*\}")


def texts() -> tuple[dict[str, str], dict[str, str]]:
    english, french = json.loads(run_node("-e", PRINT).stdout)
    return english, french


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@needs_node
def test_both_languages_have_the_same_sentences_with_the_same_values() -> None:
    english, french = texts()
    assert list(english) == list(french)
    assert [key for key in english if placeholders(english[key]) != placeholders(french[key])] == []
    assert [key for key in french if re.search(r"(?<=\w)[;?!:](?:\s|$)", french[key])] == []


@needs_node
def test_every_sentence_is_used_and_every_used_one_exists() -> None:
    english, _ = texts()
    code = "\n".join(path.read_text() for path in SHELL.rglob("*.mjs") if not path.name.startswith("texts_"))
    used = {one or other for one, other in USED.findall(code)} | set(HINTS.findall(code))
    exact = {key for key in used if "${" not in key}
    patterns = [re.compile(COMPUTED.sub(r"[\\w.]+", re.sub(r"\.(?!\*)", r"\.", key))) for key in used - exact]
    assert exact - set(english) == set()
    assert [key for key in english if key not in exact and not any(one.fullmatch(key) for one in patterns)] == []
