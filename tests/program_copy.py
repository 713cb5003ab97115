"""A copy of the program whose content is other than ours."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tomli_w

PACKAGE = Path(__file__).parents[1] / "lpbe"


def copy_program(folder: Path) -> Path:
    """Copy the package into a folder, for PYTHONPATH; without caches, so that it compiles its content itself."""
    shutil.copytree(PACKAGE, folder / "lpbe", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def edit_content(folder: Path, file: str, change: Callable[[dict[str, Any]], Any]) -> None:
    """Change a TOML file of a copy."""
    path = folder / "lpbe" / file
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    change(table)
    path.write_text(tomli_w.dumps(table), encoding="utf-8")
