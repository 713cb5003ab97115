"""Read the data files of the program, and keep what was made of them in a cache."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress

from ..base.errors import Malformed
from .environment import get_variable

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SETTLED_NANOSECONDS = 2_000_000_000
"""A file that was written less than this ago may be written again without looking any different."""

Stamp = tuple[str, int, int]
"""A file's name, size, and time of last change in nanoseconds."""


def read_packaged(name: str) -> bytes:
    """Return a data file by its path inside the package."""
    data = read_if_there(packaged_path(name))
    if data is None:
        raise Malformed("E_CONTENT", "lpbe has no content file '{path}'", path=name)
    return data


def packaged_path(name: str) -> str:
    return os.path.join(ROOT, *name.split("/"))


def read_if_there(path: str) -> bytes | None:
    try:
        with open(path, "rb") as stream:
            return stream.read()
    except (FileNotFoundError, NotADirectoryError):
        return None


def toml_stamps(folder: str) -> list[Stamp]:
    """Return the TOML files of a folder and of the folders in it, by their paths below it without the ending."""
    found = []
    for entry in entries(folder):
        if entry.name.endswith(".toml"):
            found.append(stamp_of(entry.name.removesuffix(".toml"), entry.stat()))
        elif entry.is_dir():
            inner = (one for one in entries(entry.path) if one.name.endswith(".toml"))
            found += [stamp_of(f"{entry.name}/{one.name.removesuffix('.toml')}", one.stat()) for one in inner]
    return sorted(found)


def entries(folder: str) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            yield from found
    except (FileNotFoundError, NotADirectoryError):
        return


def stamp_of(name: str, found: os.stat_result) -> Stamp:
    return name, found.st_size, found.st_mtime_ns


def stamp_file(path: str) -> Stamp:
    return stamp_of(os.path.basename(path), os.stat(path))


def is_settled(stamps: list[Stamp]) -> bool:
    """Return whether none of these files was written so recently that another change might go unnoticed."""
    return max((changed for *_, changed in stamps), default=0) < time.time_ns() - SETTLED_NANOSECONDS


def read_text(folder: str, name: str) -> str:
    with open(os.path.join(folder, f"{name}.toml"), encoding="utf-8") as stream:
        return stream.read()


def cache_folders(folder: str) -> Iterator[str]:
    """Yield where the cache of a folder may be: beside it, or in the user's cache if nobody may write there."""
    yield os.path.join(folder, "__pycache__")
    from hashlib import sha256  # saves it where the cache is beside the sources

    home = get_variable("XDG_CACHE_HOME")
    root = home if os.path.isabs(home) else os.path.join(os.path.expanduser("~"), ".cache")
    yield os.path.join(root, "lpbe", sha256(os.path.abspath(folder).encode()).hexdigest()[:32])


def read_cache(folder: str, name: str, key: bytes) -> tuple[str, bytes] | None:
    """Return the folder of a cached file and its data, if it ends with the key of the sources as they are now."""
    for place in cache_folders(folder):
        with suppress(OSError):
            data = read_if_there(os.path.join(place, *name.split("/")))
            if data is not None and data.endswith(key):
                return place, data.removesuffix(key)
    return None


def write_cache(folder: str, name: str, data: bytes, key: bytes) -> str:
    """Keep a file in the first place that can be written, atomically; return that place, or nothing."""
    for place in cache_folders(folder):
        path = os.path.join(place, *name.split("/"))
        unfinished = f"{path}.{os.getpid()}"
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(unfinished, "wb") as stream:
                stream.write(data + key)
            os.replace(unfinished, path)
        except OSError:
            with suppress(OSError):
                os.unlink(unfinished)
        else:
            return place
    return ""
