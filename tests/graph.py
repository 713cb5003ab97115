"""Who imports whom: read from the code itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
CODE = sorted((ROOT / "lpbe").rglob("*.py"))


LAYERS = (
    "kernel.base",
    "kernel.crypto",
    "kernel.play",
    "kernel.disk",
    "kernel.content",
    "kernel.words",
    "kernel.chain",
    "kernel.folder",
    "kernel.audit",
    "kernel.schemas",
    "board",
    "games",
    "bots",
    "report",
    "app",
    "repo",
    "mail",
    "cli",
)
"""The rooms of the house, from the ground up: each may use those before it."""


class Import(NamedTuple):
    """One name that a file imports, where in the file, and whether only when a function runs or a type is checked."""

    name: str
    line: int
    inside: bool
    typing: bool


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in CODE}


@cache
def imports(path: Path) -> tuple[Import, ...]:
    """All that a file imports, relative names spelled out."""
    return tuple(found_in(ast.parse(path.read_text()), path))


def found_in(node: ast.AST, path: Path, inside: bool = False, typing: bool = False) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):  # nothing is imported there, and it is most of the code
            continue
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield from (Import(name, child.lineno, inside, typing) for name in named(child, path))
        checked = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
        deeper = inside or isinstance(child, ast.FunctionDef)
        yield from found_in(child, path, deeper, typing or checked)


def named(node: ast.Import | ast.ImportFrom, path: Path) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    above = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
    base = ".".join(part for part in (above, node.module or "") if part)
    yield from (f"{base}.{alias.name}" for alias in node.names)


def ours(name: str) -> str:
    """The module of ours that an imported name is, or stands in; nothing for all others."""
    return name if name in MODULES else name.rpartition(".")[0] if name.rpartition(".")[0] in MODULES else ""


def graph() -> dict[str, set[str]]:
    """Every module of ours with those it imports when it runs, at once or later."""
    return {
        module: {used for one in imports(path) if not one.typing and (used := ours(one.name))} - {module}
        for module, path in MODULES.items()
    }


def room(module: str) -> str:
    """The room a module stands in, or nothing."""
    name = module.removeprefix("lpbe.")
    return next((layer for layer in LAYERS if name == layer or name.startswith(layer + ".")), "")


def doors() -> list[tuple[str, str]]:
    """Every import of ours from one room into another."""
    found = [(name, used) for name, uses in graph().items() for used in sorted(uses)]
    return [(name, used) for name, used in found if room(name) and room(used) and room(name) != room(used)]


def file_name(path: Path) -> str:
    return str(path.relative_to(ROOT / "lpbe"))


def importing(*modules: str) -> list[str]:
    """The files that import one of these modules or a part of it."""

    def wanted(name: str) -> bool:
        return any(name == module or name.startswith(module + ".") for module in modules)

    return [file_name(path) for path in CODE if any(wanted(one.name) for one in imports(path))]


if __name__ == "__main__":
    for layer in LAYERS:
        used = {room(target) for source, target in doors() if room(source) == layer}
        print(f"{layer:16}{', '.join(other for other in LAYERS if other in used)}")
