"""What people read is written, not translated: no text contains a turn of phrase listed in text_tics.toml."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct

ROOT = Path(__file__).parent.parent
TICS = tomllib.loads((Path(__file__).parent / "text_tics.toml").read_text(encoding="utf-8"))
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/*.md",
    "examples/**/README.md",
    "lpbe/**/*.md",
    "tests/*.md",
)
PHRASES = ROOT / "lpbe/mail/incoming/phrases.toml"
"""What players write, not what they read."""
FRENCH_DOCUMENTS = ("francais.md", ".fr.md")
KEYS_OF_TEXT = {"en": ("en",), "fr": ("fr",)}
CODE = re.compile(r"^```.*?^```|`[^`]*`|^ {4,}\S[^\n]*$", re.DOTALL | re.MULTILINE)
"""Quoted code and commands in Markdown: they are not sentences."""


class Text(Struct, frozen=True):
    """A text that people read, and where it is."""

    place: str
    text: str


def words_of(lang: str) -> Iterator[Text]:
    """Yield the sentences of games, commands and the kernel in a language."""
    for file in sorted({*(ROOT / "lpbe").rglob("*.toml")} - {PHRASES}):
        for key, text in strings(tomllib.loads(file.read_text(encoding="utf-8"))):
            own = file.name.endswith(f".{lang}.toml") or key.rpartition(".")[2] in KEYS_OF_TEXT[lang]
            if own:
                yield Text(f"{file.relative_to(ROOT)} {key}", text)


def strings(table: object, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(table, dict):
        for name, value in table.items():
            yield from strings(value, f"{key}.{name}")
    elif isinstance(table, list):
        for value in table:
            yield from strings(value, key)
    elif isinstance(table, str):
        yield key, table


def documents_of(lang: str) -> Iterator[Text]:
    """Yield the paragraphs of all documents in a language, without code."""
    for file in sorted({file for pattern in DOCUMENTS for file in ROOT.glob(pattern)}):
        if file.name.endswith(FRENCH_DOCUMENTS) == (lang == "fr"):
            text = CODE.sub("", file.read_text(encoding="utf-8"))
            for paragraph in text.split("\n\n"):
                yield Text(str(file.relative_to(ROOT)), " ".join(paragraph.split()))


def docstrings() -> Iterator[Text]:
    """Yield the docstrings of the program, and those of attributes, and its English messages."""
    for file in sorted((ROOT / "lpbe").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
                yield Text(f"{file.relative_to(ROOT)}:{node.lineno}", " ".join(node.value.split()))


def tics_in(text: Text, lang: str) -> Iterator[str]:
    for tic in TICS[lang]:
        found = re.search(tic["pattern"], text.text, re.IGNORECASE)
        if found and not re.search(tic.get("unless", "(?!)"), text.text, re.IGNORECASE):
            yield f"{text.place}: '{found.group().strip()}' ({tic['instead']}) in {text.text[:120]!r}"


@pytest.mark.parametrize("lang", TICS)
def test_texts_read_as_written_not_translated(lang: str) -> None:
    texts = [*words_of(lang), *documents_of(lang), *(docstrings() if lang == "en" else ())]
    assert len(texts) > 500
    found = [tic for text in texts for tic in tics_in(text, lang)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Who is given a seat is told so."),
        ("en", "'slect' begins no order"),
        ("en", "This file is no key."),
        ("en", "what stands behind # is not sent"),
        ("en", "a mistake of ours"),
        ("fr", "par courrier, ajoutez --armor"),
        ("fr", "votre consigne et les défauts jouent pour vous"),
        ("fr", "Envoyez un mail à l'arbitre."),
    ],
)
def test_a_tic_is_noticed(lang: str, text: str) -> None:
    assert list(tics_in(Text("here", text), lang))


@pytest.mark.parametrize("text", ["There is no order in your mail.", "This is no longer an order."])
def test_plain_sentences_pass(text: str) -> None:
    assert not list(tics_in(Text("here", text), "en"))
