"""Compiled content: as the wheel has it, or, in a checkout, made when it is first needed and cached.

A cached file ends with a key, the names, sizes and times of all its sources and of the compiler: whoever edits a source
is never served anything made from the old one.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from ..base.errors import Malformed
from ..disk import packaged

if TYPE_CHECKING:
    from .compiler import Sources

KERNEL = packaged.packaged_path("kernel/language/texts")
HELP = packaged.packaged_path("cli/texts")
BASE = "base"
"""The folder of a game's base module; the folder of an expansion has the expansion's name."""


def game_file(game: str, folder: str, name: str) -> bytes:
    """Return a compiled file of the game whose content is in a folder."""

    def make() -> bytes:
        from .compiler import compile_game  # saves TOML for content that is compiled already

        modules = {module: sources_of(folder, module) for module in module_names(folder)}
        if not modules:
            raise Malformed("E_CONTENT", "there is no content of {game} in '{path}'", game=game, path=folder)
        return compile_game(name, modules, sources_of(KERNEL))

    return find(folder, name, make, KERNEL)[1]


def kernel_file(name: str) -> bytes:
    """Return a compiled file with sentences of the kernel."""

    def make() -> bytes:
        from .compiler import compile_texts  # saves TOML for content that is compiled already

        return compile_texts(name, sources_of(KERNEL))

    return find(KERNEL, name, make)[1]


def help_file(name: str) -> tuple[str, bytes]:
    """Return a compiled file of the command line, after the folder it is in; no folder if none could be written."""

    def make() -> bytes:
        from .compiler import compile_help  # saves TOML for content that is compiled already

        return compile_help(name, sources_of(HELP))

    return find(HELP, name, make)


def find(folder: str, name: str, make: Callable[[], bytes], *others: str) -> tuple[str, bytes]:
    """Return a compiled file and its folder: shipped, cached, or compiled now from the sources in these folders."""
    place = os.path.join(folder, "compiled")
    shipped = packaged.read_if_there(os.path.join(place, *name.split("/")))
    if shipped is not None:
        return place, shipped
    key = key_of(folder, *others)
    cached = packaged.read_cache(folder, name, key)
    if cached is not None:
        return cached
    data = make()
    if packaged.is_settled([stamp for one in (folder, *others) for stamp in stamps_of(one)]):
        return packaged.write_cache(folder, name, data, key), data
    return "", data


@cache
def stamps_of(folder: str) -> list[packaged.Stamp]:
    return packaged.toml_stamps(folder)


@cache
def key_of(*folders: str) -> bytes:
    compiler = packaged.stamp_file(packaged.packaged_path("kernel/content/compiler.py"))
    return repr([compiler, *map(stamps_of, folders)]).encode()


@cache
def module_names(folder: str) -> list[str]:
    """Return the modules that have content in a folder, the base first."""
    found = {name.partition("/")[0] for name, *_ in stamps_of(folder) if "/" in name}
    return sorted(found, key=lambda module: (module != BASE, module))


@cache
def sources_of(folder: str, module: str = "") -> Sources:
    from .compiler import Sources  # saves TOML for content that is compiled already

    prefix = f"{module}/" if module else ""
    names = [name for name, *_ in stamps_of(folder) if name.startswith(prefix) and (module or "/" not in name)]
    return Sources({name.removeprefix(prefix): packaged.read_text(folder, name) for name in names})
