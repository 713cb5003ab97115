"""All our compiled modules in one file: a command need not look for each of them, open it and read it.

Python's own compiled files stay what they are; this one lies beside them, is made of them and is believed as far as
they are. A module is taken from it only if its source is the very file it was made of, as size and times tell; every
other one is imported as ever, and kept when the command is done. Where nothing can be kept, nothing is: that only
takes longer.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from marshal import dumps, loads
from time import time_ns
from types import CodeType, ModuleType

Stamp = tuple[int, int, int]
Kept = tuple[str, Stamp, str, list[str] | None, int, int]
"""What is known of a module: its source, how that looked, Python's own file, a package's folders, where its code is."""
MARK = b"lpbe modules"
HEAD = 16
"""How far the mark and the length of the index reach."""
RACE = 2_000_000_000
"""A source that was written so few nanoseconds ago may be written again without looking any different."""
BROKEN = (EOFError, ValueError, TypeError)
"""What a file leads to that is not as it was written."""


class Modules:
    """Finds our modules in one file, and knows which were not there."""

    def __init__(self, root: str) -> None:
        name = f"all.{sys.implementation.cache_tag}-{sys.flags.optimize}.bin"
        self.path, self.key = os.path.join(root, "__pycache__", name), (sys.version, root)
        self.index: dict[str, Kept] = {}
        self.codes = memoryview(b"")
        self.missed: list[str] = []

    def read(self) -> None:
        """The index, if it was made here; what it leads to is read when a module is asked for."""
        try:
            with open(self.path, "rb") as file:
                data = memoryview(file.read())
            start = HEAD + int.from_bytes(data[len(MARK) : HEAD], "big")
            key, size, index = loads(data[HEAD:start]) if data[: len(MARK)] == MARK else ("", 0, {})
        except (OSError, *BROKEN):
            return
        if key == self.key and size == len(data) - start:
            self.index, self.codes = index, data[start:]

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """As Python's own finders; None: ask those."""
        if (kept := self.index.get(name)) and is_as(kept[0], kept[1]):
            source, _, cached, folders, start, end = kept
            spec = ModuleSpec(name, Loader(name, source, self.codes[start:end]), origin=source)
            spec.submodule_search_locations = folders
            spec.has_location, spec.cached = True, cached
            return spec
        if name.startswith("lpbe."):
            self.missed.append(name)
        return None

    def keep(self) -> None:
        """Write what was not found beside what was there before, if that is possible here."""
        if not self.missed or sys.dont_write_bytecode or not os.access(os.path.dirname(self.path), os.W_OK):
            return
        try:
            self.write({**self.still_true(), **self.imported()})
        except (OSError, SyntaxError, *BROKEN):
            pass

    def still_true(self) -> dict[str, tuple[Kept, bytes]]:
        return {
            name: (kept, bytes(self.codes[slice(*kept[4:])])) for name, kept in self.index.items() if is_as(*kept[:2])
        }

    def imported(self) -> dict[str, tuple[Kept, bytes]]:
        """What Python's own finders found, as they compiled it."""
        out = {}
        for spec in (sys.modules[name].__spec__ for name in self.missed if name in sys.modules):
            if spec and spec.origin and spec.cached and isinstance(spec.loader, SourceFileLoader):
                stamp, code = stamp_of(spec.origin), dumps(spec.loader.get_code(spec.name))
                if stamp[1] < time_ns() - RACE:
                    kept: Kept = spec.origin, stamp, spec.cached, spec.submodule_search_locations, 0, 0
                    out[spec.name] = kept, code
        return out

    def write(self, found: dict[str, tuple[Kept, bytes]]) -> None:
        """In one go: whoever reads meanwhile has the old file or the new one."""
        index: dict[str, Kept] = {}
        size = 0
        for name, (kept, code) in found.items():
            index[name] = *kept[:4], size, size + len(code)
            size += len(code)
        told = dumps((self.key, size, index))
        aside = f"{self.path}.{os.getpid()}"
        with open(os.open(aside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644), "wb") as file:
            file.writelines(
                [MARK, len(told).to_bytes(HEAD - len(MARK), "big"), told, *(code for _, code in found.values())]
            )
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, self.path)


class Loader(SourceFileLoader):
    """Python's own, but for where the code comes from."""

    def __init__(self, name: str, source: str, kept: memoryview) -> None:
        super().__init__(name, source)
        self.kept = kept

    def get_code(self, fullname: str) -> CodeType | None:
        try:
            code: CodeType = loads(self.kept)
            return code
        except BROKEN:
            return super().get_code(fullname)


def stamp_of(source: str) -> Stamp:
    """What changes whenever a file does: also if somebody sets its time back."""
    found = os.stat(source)
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns


def is_as(source: str, stamp: Stamp) -> bool:
    try:
        return stamp_of(source) == stamp
    except OSError:
        return False


def look_here_first() -> Modules | None:
    """Have our modules looked for in one file; not if compiled files are to lie elsewhere: others may write there."""
    if sys.pycache_prefix:
        return None
    modules = Modules(os.path.dirname(__file__))
    modules.read()
    sys.meta_path.insert(0, modules)
    return modules
