"""Compile the content of the program when a wheel is built."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def load_compiler(root: Path) -> ModuleType:
    """Load the compiler by its path: while a wheel is built, nothing that the program needs may be installed."""
    spec = importlib.util.spec_from_file_location("compiler", root / "lpbe/kernel/content/compiler.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compile_content(root: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every compiled file by its path in the project."""
    compiler = load_compiler(root)

    def sources(folder: Path) -> Any:
        return compiler.Sources({file.stem: file.read_text(encoding="utf-8") for file in folder.glob("*.toml")})

    kernel = root / "lpbe/kernel/language/texts"
    for name in compiler.text_files():
        yield place(root, kernel, name), compiler.compile_texts(name, sources(kernel))
    command_line = root / "lpbe/cli/texts"
    for name in compiler.HELP_FILES:
        yield place(root, command_line, name), compiler.compile_help(name, sources(command_line))
    for content in sorted(root.glob("lpbe/games/*/content")):
        folders = sorted({file.parent for file in content.glob("*/*.toml")}, key=base_first)
        modules = {folder.name: sources(folder) for folder in folders}
        for name in compiler.game_files():
            yield place(root, content, name), compiler.compile_game(name, modules, sources(kernel))


def base_first(folder: Path) -> tuple[bool, str]:
    return folder.name != "base", folder.name


def place(root: Path, folder: Path, name: str) -> str:
    return f"{folder.relative_to(root).as_posix()}/compiled/{name}"


class ContentHook(BuildHookInterface[Any]):
    """Adds the compiled files to a wheel; an editable install compiles them when they are needed."""

    folder = ""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        self.folder = mkdtemp()
        for name, data in compile_content(Path(self.root)):
            file = Path(self.folder, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            build_data["force_include"][str(file)] = name

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.folder:
            rmtree(self.folder)
