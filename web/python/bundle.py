"""Make `lpbe.zip`, `stdlib.zip` and `python.wasm.gz`: lpbe with what it needs of other packages, the part of the
standard library that it imports, and Python itself, compressed.

It runs in the very Python that a browser will run, so the bytecode is of the right version, and the archives are the
same wherever they are made.
"""

from __future__ import annotations

import ast
import gzip
import importlib._bootstrap_external as bootstrap
import importlib.util
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

ENTRIES = ("lpbe.app.browser.client", "msgspec", "jinja2.ext")
LOADED_BY_NAME = ("lpbe.games.", "lpbe.kernel.chain.letters.", "lpbe.bots.")
"""Packages whose modules no import statement names."""
STAND_INS = {"lpbe/kernel/crypto/sodium.py": "sodium.py"}
NO_DATA = (".pyi", ".typed", ".c", "x86_64-linux-gnu.so")
NEVER = ("asyncio.windows_events", "asyncio.proactor_events", "bdb", "doctest", "pdb", "unittest")
"""What some module imports in a debugger, in tests or on Windows."""
CODECS = ("ascii", "cp437", "idna", "latin_1", "punycode", "raw_unicode_escape", "unicode_escape", "utf_8", "utf_8_sig")
ALWAYS = ("_strptime", "shutil", "zipfile", *(f"encodings.{codec}" for codec in CODECS))
"""Modules that no import statement names."""
DATE = (1980, 1, 1, 0, 0, 0)
Files = dict[str, bytes]


def unpack(archive: Path) -> Files:
    with zipfile.ZipFile(archive) as opened:
        return {name: opened.read(name) for name in opened.namelist() if not name.endswith("/")}


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return an archive that depends on the files alone."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, DATE)
            info.create_system = 3
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, files[name], compresslevel=9)
    return packed.getvalue()


def is_data(name: str) -> bool:
    """Return whether a file of a wheel is read, and not imported."""
    left_out = ".dist-info/" in name or name.startswith("lpbe/cli/") or name.endswith(NO_DATA)
    return not left_out and not name.endswith(".py")


def wheel_files(wheels: Iterable[Path], stand_ins: Path) -> Files:
    """Return the data files of all wheels, and the modules that a client needs."""
    files = {name: data for wheel in wheels for name, data in unpack(wheel).items()}
    files |= {name: (stand_ins / other).read_bytes() for name, other in STAND_INS.items()}
    by_name = [module_of(file) for file in files if module_of(file).startswith(LOADED_BY_NAME)]
    modules = reachable(files, [*ENTRIES, *by_name], deep=True)
    return {**modules, **{name: data for name, data in files.items() if is_data(name)}}


def compiled(files: Files) -> Files:
    """Return the files with bytecode in place of sources."""
    done: Files = {}
    for name, data in files.items():
        if name.endswith(".py"):
            done[f"{name}c"] = compile_source(data, name)
        else:
            done[name] = data
    return done


def compile_source(source: bytes, name: str) -> bytes:
    """Return the content of a .pyc file without docstrings, which Python does not compare with its source."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and has_docstring(node):
            node.body[0] = ast.copy_location(ast.Expr(ast.Constant("")), node.body[0])
    code = compile(ast.fix_missing_locations(tree), name, "exec", dont_inherit=True, optimize=0)
    return bytes(bootstrap._code_to_hash_pyc(code, importlib.util.source_hash(source), False))


def has_docstring(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return ast.get_docstring(node, clean=False) is not None


def imports_of(source: bytes, package: str, deep: bool) -> Iterator[str]:
    """Yield the names that a module imports; `deep` includes those that its functions import."""
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
        elif deep or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            waiting += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr)]


def module_of(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def package_of(file: str) -> str:
    module = module_of(file)
    return module if file.endswith("/__init__.py") else module.rpartition(".")[0]


def parents(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts) + 1)]


def reachable(files: Files, asked: Iterable[str], deep: bool) -> Files:
    """Return the modules that are asked for and all that they import in turn."""
    where = {module_of(file): file for file in files if file.endswith(".py")}
    waiting = list(asked)
    needed = dict.fromkeys(NEVER, "")
    while waiting:
        for module in parents(waiting.pop()):
            if module in where and module not in needed:
                file = needed[module] = where[module]
                waiting += imports_of(files[file], package_of(file), deep)
    return {file: files[file] for file in needed.values() if file}


def needed_library(library: Files, files: Files, started_with: Iterable[str]) -> Files:
    """Return what of the standard library the files import, and what that imports itself when it is loaded."""
    asked = [
        name
        for file, data in files.items()
        if file.endswith(".py")
        for name in imports_of(data, package_of(file), deep=True)
    ]
    return reachable(library, [*asked, *ALWAYS, *started_with], deep=False)


def bundle(source: str, target: str, started_with: list[str]) -> None:
    """Write the files from the wheels, the stand-ins, the standard library and the compiled Python in a folder.

    `started_with` names the modules that Python loads before it runs anything.
    """
    folder = Path(source)
    files = wheel_files(sorted(folder.glob("*.whl")), folder)
    library = unpack(folder / "python_stdlib.zip")
    made = {"lpbe.zip": files, "stdlib.zip": needed_library(library, files, started_with)}
    for name, content in made.items():
        Path(target, name).write_bytes(pack(compiled(content)))
    python = (folder / "pyodide.asm.wasm").read_bytes()
    Path(target, "python.wasm.gz").write_bytes(gzip.compress(python, 9, mtime=0))
