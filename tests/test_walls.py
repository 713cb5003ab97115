"""The walls of the house: who may import what, who makes chance, who touches files; what every command owes."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from lpbe.cli.main import COMMANDS, cli
from lpbe.games import GAMES, all_schemas

ROOT = Path(__file__).parent.parent
CODE = sorted((ROOT / "lpbe").rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """The modules a file imports, relative ones spelled out."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            base = ".".join(part for part in (above, node.module or "") if part)
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def named(path: Path) -> str:
    return str(path.relative_to(ROOT / "lpbe"))


def importing(*modules: str) -> list[str]:
    """The files that import one of these modules or a part of it."""

    def wanted(name: str) -> bool:
        return any(name == module or name.startswith(module + ".") for module in modules)

    return [named(path) for path in CODE if any(wanted(name) for name in imports(path))]


def test_the_kernel_imports_no_game_no_bot_and_no_command_line() -> None:
    outside = importing("lpbe.games", "lpbe.bots", "lpbe.cli", "click")
    assert [name for name in outside if name.startswith("kernel/")] == []


def test_only_the_command_line_knows_click() -> None:
    assert all(name.startswith("cli/") for name in importing("click"))


def test_games_and_bots_know_no_command_line_no_files_and_no_keys() -> None:
    names = importing("lpbe.cli", "lpbe.kernel.files", "lpbe.kernel.keys", "lpbe.kernel.chain", "lpbe.kernel.seals")
    assert [name for name in names if name.startswith(("games/", "bots/"))] == []


def test_only_one_module_knows_libsodium() -> None:
    assert importing("nacl") == ["kernel/sodium.py"]


def test_a_base_game_knows_no_expansion() -> None:
    for game, load in GAMES.items():
        folder = ROOT / "lpbe" / "games" / game.replace("-", "_")
        for expansion in load().expansions:
            knowing = [path.name for path in folder.glob("*.py") if expansion in path.read_text().lower()]
            assert sorted(knowing) == ["__init__.py", f"{expansion}.py"]


def test_only_the_random_stream_makes_chance() -> None:
    assert importing("random", "secrets", "uuid") == []
    fresh = [named(path) for path in CODE if "urandom" in path.read_text()]
    assert sorted(fresh) == ["cli/common.py", "cli/key.py", "cli/new.py"]


FILE_MODULES = ("pathlib", "shutil", "tempfile", "io.open", "glob", "fcntl", "mmap")
PATH_WORDS = {"urandom", "_exit", "path", "environ"}


def test_only_one_module_touches_files() -> None:
    assert [name for name in importing(*FILE_MODULES) if name != "kernel/files.py"] == []
    for path in CODE:
        if named(path) == "kernel/files.py":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "open", path
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os":
                assert node.attr in PATH_WORDS, (path, node.attr)


def test_the_environment_is_read_in_two_places() -> None:
    """Where LPBE_* is looked up, and where it is kept from ssh-keygen."""
    reading = [named(path) for path in CODE if "os.environ" in path.read_text()]
    assert sorted(reading) == ["kernel/files.py", "kernel/sshsig.py"]


def test_nothing_runs_what_a_file_says() -> None:
    banned = {"eval", "exec", "compile", "__import__"}
    for path in CODE:
        calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
        assert not banned & {func.id for func in calls if isinstance(func, ast.Name)}, path
    assert importing("pickle", "marshal", "yaml") == []


def test_the_schemas_are_current() -> None:
    on_disk = {path.name: path.read_text() for path in (ROOT / "schemas").glob("*.json")}
    assert on_disk == {f"{name}.schema.json": text for name, text in all_schemas().items()}


def commands(group: click.Group, above: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command
        if isinstance(command, click.Group):
            yield from commands(command, f"{above}{name} ")
        else:
            yield f"{above}{name}", command


ALL = dict(commands(cli))


@pytest.mark.parametrize("name", ALL)
def test_every_command_has_help_with_an_example(name: str) -> None:
    command = ALL[name]
    assert command.help
    assert command.epilog and f"lpbe {name}" in command.epilog


@pytest.mark.parametrize("name", ALL)
def test_every_command_that_prints_can_answer_in_json(name: str) -> None:
    exceptions = {"canon", "allowed-signers", "schema", "play"}
    assert any(p.name == "as_json" for p in ALL[name].params) is (name not in exceptions)


def test_every_command_stands_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    assert [name for name in COMMANDS if f"`{name}`" not in readme] == []


FORBIDDEN = (
    "cryptography",
    "tempfile",
    "random",
    "asyncio",
    "email",
    "urllib",
    "pathlib",
    "importlib.metadata",
    "logging",
)


def test_applying_imports_nothing_it_does_not_need(tmp_path: Path) -> None:
    code = f"""
import sys
from lpbe.cli.main import run
assert run(["new", "game", "--game", "pebbles", "--seats", "red,blue", "--open", "--seed", "{"5e" * 32}"]) == 0
assert run(["order", "game", "--as", "red", "bid coins=1"]) == 0
"""
    prepared = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert prepared.returncode == 0, prepared.stderr
    code = f"""
import sys
from lpbe.cli.main import run
assert run(["apply", "game/game.toml", "game/inbox/2-red-0.toml", "-o", "next.toml", "--report", "report.txt"]) == 0
print(sorted(name for name in {FORBIDDEN!r} if name in sys.modules))
"""
    applied = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert applied.stdout.splitlines()[-1] == "[]"
