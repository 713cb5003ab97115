"""All our compiled modules in one file: a command need not look for each of them, open it and read it.

Python's own compiled files stay what they are; this one lies beside them, is made of them and is believed as far as
they are. A module is taken from it only if its source is the very file it was made of, as size and times tell; every
other one is imported as ever, and kept when the command is done. Where nothing can be kept, nothing is: that only
takes longer.
"""

from __future__ import annotations

import os
import sys
from _frozen_importlib import ModuleSpec  # both are at hand: this saves the package that names them for everybody
from _frozen_importlib_external import SourceFileLoader
from collections.abc import Sequence
from itertools import accumulate, pairwise
from marshal import dumps, loads
from time import time_ns
from types import CodeType, ModuleType

Stamp = tuple[int, int, int]
Key = tuple[str, str, Stamp]
"""Who made the file: this Python, and this module as it is now."""
Kept = tuple[str, Stamp, str, list[str] | None, int]
"""What is known of a module: its source, how that looked, Python's own file, a package's folders, its volume."""
MARK = b"lpbe modules"
HEAD = 16
"""How far the mark and the length of the index reach."""
VOLUMES = 64
"""What was first needed together of one package is a volume; with so many of them all is kept anew."""
RACE = 2_000_000_000
"""A source that was written so few nanoseconds ago may be written again without looking any different."""
BROKEN = (EOFError, ValueError, TypeError)
"""What a file leads to that is not as it was written."""


class Modules:
    """Finds our modules in one file, and knows which were not there."""

    def __init__(self, root: str) -> None:
        name = f"all.{sys.implementation.cache_tag}-{sys.flags.optimize}.bin"
        self.path = os.path.join(root, "__pycache__", name)
        self.key: Key = sys.version, __file__, stamp_of(__file__)
        self.index: dict[str, Kept] = {}
        self.volumes: list[memoryview] = []
        self.opened: dict[int, dict[str, CodeType]] = {}
        self.missed: list[str] = []

    def read(self) -> None:
        """The index, if it was made here; a volume is opened when one of its modules is asked for."""
        try:
            with open(self.path, "rb") as file:
                data = memoryview(file.read())
            start = HEAD + int.from_bytes(data[len(MARK) : HEAD], "big")
            if data[: len(MARK)] == MARK:
                self.open(data, start, *loads(data[HEAD:start]))
        except (OSError, *BROKEN):
            pass

    def open(self, data: memoryview, start: int, key: Key, sizes: list[int], index: dict[str, Kept]) -> None:
        places = list(accumulate(sizes, initial=start))
        if key == self.key and places[-1] == len(data):
            self.index, self.volumes = index, [data[at:end] for at, end in pairwise(places)]

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """As Python's own finders; None: ask those."""
        if (kept := self.index.get(name)) and is_as(kept[0], kept[1]):
            source, _, cached, folders, _ = kept
            return Spec(name, Loader(name, source, self), source, folders, cached)
        if name.startswith("lpbe."):
            self.missed.append(name)
        return None

    def code(self, name: str) -> CodeType:
        nth = self.index[name][4]
        if nth not in self.opened:
            self.opened[nth] = loads(self.volumes[nth])
        return self.opened[nth][name]

    def keep(self) -> None:
        """Write what was not found beside what was there before, if that is possible here."""
        if not self.missed or sys.dont_write_bytecode or not os.access(os.path.dirname(self.path), os.W_OK):
            return
        if len(self.volumes) >= VOLUMES:
            self.index, self.volumes = {}, []
        try:
            self.write(self.imported())
        except (OSError, SyntaxError, *BROKEN):
            pass

    def imported(self) -> dict[str, tuple[Kept, CodeType]]:
        """What Python's own finders found, as they compiled it."""
        out: dict[str, tuple[Kept, CodeType]] = {}
        rooms: dict[str, int] = {}
        for spec in (sys.modules[name].__spec__ for name in self.missed if name in sys.modules):
            if spec and spec.origin and spec.cached and isinstance(spec.loader, SourceFileLoader):
                stamp, code = stamp_of(spec.origin), spec.loader.get_code(spec.name)
                if code and stamp[1] < time_ns() - RACE:
                    nth = rooms.setdefault(spec.name.rpartition(".")[0], len(self.volumes) + len(rooms))
                    out[spec.name] = (spec.origin, stamp, spec.cached, spec.submodule_search_locations, nth), code
        return out

    def write(self, found: dict[str, tuple[Kept, CodeType]]) -> None:
        """In one go: whoever reads meanwhile has the old file or the new one."""
        fresh: dict[int, dict[str, CodeType]] = {}
        for name, (kept, code) in found.items():
            fresh.setdefault(kept[4], {})[name] = code
        volumes: list[bytes | memoryview] = [*self.volumes, *map(dumps, fresh.values())]
        index = self.index | {name: kept for name, (kept, _) in found.items()}
        told = dumps((self.key, [len(volume) for volume in volumes], index))
        aside = f"{self.path}.{os.getpid()}"
        with open(os.open(aside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644), "wb") as file:
            file.writelines([MARK, len(told).to_bytes(HEAD - len(MARK), "big"), told, *volumes])
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, self.path)


class Spec(ModuleSpec):
    """Python's own, but it is asked for its parent with every import from a neighbour, and need not work that out."""

    parent, has_location = "", True
    cached: str | None = None

    def __init__(self, name: str, loader: Loader, source: str, folders: list[str] | None, cached: str) -> None:
        super().__init__(name, loader, origin=source)
        self.submodule_search_locations, self.cached = folders, cached
        self.parent = name.rpartition(".")[0] if folders is None else name


class Loader(SourceFileLoader):
    """Python's own, but for where the code comes from."""

    def __init__(self, name: str, source: str, modules: Modules) -> None:
        super().__init__(name, source)
        self.modules = modules

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """With what Python would set one by one, asking first whether it is there."""
        module = ModuleType(spec.name)
        vars(module).update(__file__=spec.origin, __cached__=spec.cached)
        return module

    def get_code(self, fullname: str) -> CodeType | None:
        try:
            return self.modules.code(fullname)
        except (KeyError, *BROKEN):
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
    try:
        modules = Modules(os.path.dirname(__file__))
    except OSError:  # no such file, in an archive say, or a disk that fails
        return None
    modules.read()
    sys.meta_path.insert(0, modules)
    return modules
