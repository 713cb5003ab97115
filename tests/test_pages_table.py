"""The table of what readers met names tests and pictures: all of them are there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
TABLE = ROOT / "docs" / "pages.md"
ROWS = [
    line for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("| ") and "found |" not in line
]


@cache
def functions(file: Path) -> frozenset[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def shown_by(row: str) -> list[str]:
    return re.findall(r"`([^`]+)`", row.strip("| ").rpartition(" | ")[2])


def is_there(name: str) -> bool:
    path, _, test = name.partition("::")
    file = ROOT / path
    return file.is_file() and (not test or (test.startswith("test_") and test in functions(file)))


def test_every_row_names_what_shows_it_and_that_is_there() -> None:
    assert len(ROWS) > 45
    assert [row for row in ROWS if not shown_by(row)] == []
    assert sorted({name for row in ROWS for name in shown_by(row) if not is_there(name)}) == []


def test_a_name_that_is_not_there_is_noticed() -> None:
    assert not is_there("tests/test_pages_table.py::test_nothing") and not is_there("examples/none.svg")
    assert is_there("tests/test_pages_table.py::test_a_name_that_is_not_there_is_noticed")
