"""Every test and picture that `reader_findings.md` names exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
TABLE = ROOT / "tests" / "reader_findings.md"
ROWS = [
    line for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("| ") and "found |" not in line
]


@cache
def functions(file: Path) -> frozenset[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def shown_by(row: str) -> list[str]:
    return re.findall(r"`([^`]+)`", row.strip("| ").rpartition(" | ")[2])


def exists(name: str) -> bool:
    path, _, test = name.partition("::")
    file = ROOT / path
    return file.is_file() and (not test or (test.startswith("test_") and test in functions(file)))


def test_every_row_names_tests_or_pictures_that_exist() -> None:
    assert len(ROWS) > 45
    assert [row for row in ROWS if not shown_by(row)] == []
    assert sorted({name for row in ROWS for name in shown_by(row) if not exists(name)}) == []


def test_a_missing_name_is_noticed() -> None:
    assert not exists("tests/test_reader_findings.py::test_nothing") and not exists("examples/none.svg")
    assert exists("tests/test_reader_findings.py::test_a_missing_name_is_noticed")
