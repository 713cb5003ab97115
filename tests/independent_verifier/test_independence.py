"""The second verifier shares nothing with lpbe: it imports only itself, Python's library, or common cryptography."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = sorted([*(HERE / "verifier").glob("*.py"), HERE / "box.py", HERE / "draw.py"])
OWN = {"verifier", "box", "draw"}


def imported_names(path: Path) -> Iterator[str]:
    """Yield the first part of everything that a file imports; of its own package, the module."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module).split(".")[0]
        elif isinstance(node, ast.ImportFrom):
            inside = node.level == 1 and path.parent.name == "verifier"
            yield "verifier" if inside else str(node.module).split(".")[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_of_lpbe_is_imported(path: Path) -> None:
    assert set(imported_names(path)) <= {*sys.stdlib_module_names, "cryptography", *OWN}


def test_the_chapters_are_short() -> None:
    assert {path.name for path in FILES if len(path.read_text().splitlines()) > 400} == set()
