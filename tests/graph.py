"""The import graph of lpbe, read from its source; `python -m tests.graph` prints packages and layers."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
CODE = sorted((ROOT / "lpbe").rglob("*.py"))


LAYERS = (
    "kernel.base",
    "kernel.crypto",
    "kernel.engine",
    "kernel.disk",
    "kernel.content",
    "kernel.language",
    "kernel.chain",
    "kernel.gamedir",
    "kernel.audit",
    "kernel.schemas",
    "board",
    "games",
    "bots",
    "report",
    "app",
    "gitrepo",
    "mail",
    "web",
    "cli",
)
"""The layers, lowest first: each may import those before it."""


class Import(NamedTuple):
    """One imported name, its line, and whether the import is inside a function or for type checking only."""

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
    """Return everything a file imports, with absolute names."""
    return tuple(find_imports(ast.parse(path.read_text()), path))


def find_imports(node: ast.AST, path: Path, inside: bool = False, typing: bool = False) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):  # most of the code, and never an import
            continue
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield from (Import(name, child.lineno, inside, typing) for name in imported_names(child, path))
        checked = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
        deeper = inside or isinstance(child, ast.FunctionDef)
        yield from find_imports(child, path, deeper, typing or checked)


def imported_names(node: ast.Import | ast.ImportFrom, path: Path) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    above = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
    base = ".".join(part for part in (above, node.module or "") if part)
    yield from (f"{base}.{alias.name}" for alias in node.names)


def own_module(name: str) -> str:
    """Return the module of lpbe that an imported name is or belongs to, or "" for a foreign one."""
    above = name.rpartition(".")[0]
    return name if name in MODULES else above if above in MODULES else ""


@cache
def graph() -> dict[str, frozenset[str]]:
    """Return each module with the modules of lpbe it imports at run time, at once or inside a function."""
    return {
        module: frozenset(
            {used for one in imports(path) if not one.typing and (used := own_module(one.name))} - {module}
        )
        for module, path in MODULES.items()
    }


def layer(module: str) -> str:
    """Return the layer of a module, or "" if it has none."""
    name = module.removeprefix("lpbe.")
    return next((one for one in LAYERS if name == one or name.startswith(one + ".")), "")


def crossings() -> list[tuple[str, str]]:
    """Return every import from one layer into another."""
    found = [(name, used) for name, uses in graph().items() for used in sorted(uses)]
    return [(name, used) for name, used in found if layer(name) and layer(used) and layer(name) != layer(used)]


def package_sizes() -> Counter[str]:
    """Return how many modules each package holds directly, its `__init__` not counted."""
    return Counter(name.rpartition(".")[0] for name, path in MODULES.items() if path.name != "__init__.py")


def file_name(path: Path) -> str:
    return str(path.relative_to(ROOT / "lpbe"))


def files_importing(*modules: str) -> list[str]:
    """Return the files that import one of these modules or something in it."""

    def wanted(name: str) -> bool:
        return any(name == module or name.startswith(module + ".") for module in modules)

    return [file_name(path) for path in CODE if any(wanted(one.name) for one in imports(path))]


def describe(package: str) -> str:
    """Return the first line of a package's docstring."""
    return (ast.get_docstring(ast.parse(MODULES[package].read_text())) or "").partition("\n")[0]


def print_overview() -> None:
    """Print the packages with their sizes, then the layers with what each imports."""
    print("modules  package")
    for package, count in sorted(package_sizes().items()):
        print(f"{count:7}  {package:48} {describe(package)}")
    print("\nlayer, lowest first, and the layers it imports")
    for name in LAYERS:
        used = {layer(target) for source, target in crossings() if layer(source) == name}
        print(f"{name:16} {', '.join(other for other in LAYERS if other in used)}".rstrip())


if __name__ == "__main__":
    print_overview()
