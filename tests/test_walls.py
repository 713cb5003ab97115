"""The walls of the house: who may import what, who makes chance, who touches files; what every command owes."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from lpbe.cli.main import COMMANDS, cli
from lpbe.games import GAMES, all_schemas, game_of

from .graph import CODE, LAYERS, MODULES, ROOT, doors, file_name, graph, importing, imports, ours, room

CITED = re.compile(r"(?i)\bsections? \d|(?<![.}])\b\w+\.md\b(?!\")")
"""A page that is not named as a file is, in quotation marks."""
APART = {
    "kernel.play": {"kernel.crypto"},
    "kernel.disk": {"kernel.crypto", "kernel.play"},
    "kernel.words": {"kernel.crypto"},
    "games": {"kernel.crypto", "kernel.disk", "kernel.folder", "kernel.audit"},
    "bots": {"kernel.crypto", "kernel.disk", "kernel.chain", "kernel.folder", "kernel.audit"},
}
"""Rooms that have nothing to do with some of those below them."""


def test_every_module_stands_in_a_room() -> None:
    assert [name for name in MODULES if not room(name)] == ["lpbe", "lpbe.__main__", "lpbe.compiled", "lpbe.kernel"]


def test_no_room_looks_upward() -> None:
    upward = [(name, used) for name, used in doors() if LAYERS.index(room(used)) > LAYERS.index(room(name))]
    assert upward == []


def test_rooms_that_stand_apart_stay_apart() -> None:
    assert [(name, used) for name, used in doors() if room(used) in APART.get(room(name), ())] == []


def test_no_docstring_cites_a_page_that_is_not_here() -> None:
    """A number of a section means nothing without its paper; standards are named."""
    cited = [file_name(path) for path in CODE if CITED.search(path.read_text())]
    assert cited == []


def test_each_package_says_what_lives_there() -> None:
    for path in CODE:
        if path.name == "__init__.py":
            told = ast.get_docstring(ast.parse(path.read_text()))
            assert told and "\n" not in told, path


def test_the_contract_names_no_game() -> None:
    """What is particular to one stands in its own `trial.py`: so a new game changes nothing there."""
    names = {name for game in GAMES for name in (game, *GAMES[game].aliases, *game_of(game).expansions)}
    spelt = [name.replace("-", "[-_ ]") for name in sorted(names)]
    named = re.compile(rf"(?i)(?<![a-z0-9])({'|'.join(spelt)})(?![a-z0-9])")
    files = sorted((ROOT / "tests" / "contract").rglob("*.py"))
    told = [(path.name, named.findall(path.read_text("utf-8"))) for path in files]
    assert files and [(name, found) for name, found in told if found] == []


def test_only_the_command_line_knows_click() -> None:
    assert all(name.startswith("cli/") for name in importing("click"))


def test_no_command_imports_another() -> None:
    commands = {f"lpbe.cli.{module}" for module, _ in COMMANDS.values()}
    assert [(name, sorted(graph()[name] & commands)) for name in commands if graph()[name] & commands] == []


def test_what_commands_share_says_nothing_by_itself() -> None:
    assert [name for name in importing("sys", "click", "lpbe.cli") if name.startswith("app/")] == []


def test_only_one_module_knows_libsodium() -> None:
    assert importing("nacl") == ["kernel/crypto/sodium.py"]


def test_a_base_game_knows_no_expansion() -> None:
    for game, entry in GAMES.items():
        folder = ROOT / "lpbe" / "games" / entry.package
        for expansion in game_of(game).expansions:
            knowing = [path.name for path in folder.glob("*.py") if expansion in path.read_text().lower()]
            own = [f"{expansion}.py"] if (folder / f"{expansion}.py").exists() else []
            assert sorted(knowing) == ["__init__.py", *own]


def test_an_expansion_knows_no_other_and_nobody_else_does() -> None:
    """Neither by its name nor by what it has: bots, pictures and panels of the base included."""
    folder = ROOT / "lpbe" / "games" / "living_planet"
    own = {"arboria": ("arboria", "volcano", "sawmill"), "aquarius": ("aquarius", "maelstrom", "tidal")}
    assert {*own} == {*game_of("living-planet").expansions}
    for expansion, words in own.items():
        for path in folder.rglob("*.py"):
            if path != folder / "__init__.py" and expansion not in path.parts:
                assert not [word for word in words if word in path.read_text().lower()], path


def test_a_game_without_expansions_loads_none() -> None:
    code = """
import sys
from lpbe.games import book_of
book_of("living-planet", [])
print([name for name in sys.modules if "expansions" in name])
book_of("living-planet", ["aquarius"])
print(sorted({name.split(".")[4] for name in sys.modules if name.startswith("lpbe.games.living_planet.expansions.")}))
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert told.stdout.splitlines() == ["[]", "['aquarius']"]


def names_of_games() -> set[str]:
    """What a game, its folder, its expansions, and its roles and their seats are called."""
    found = {name for game, entry in GAMES.items() for name in (game, entry.package, *entry.aliases)}
    for game in map(game_of, GAMES):
        found |= {*game.expansions, *game.roles, *game.roles.values()}
    return found


def words_in(code: str) -> set[str]:
    """What a module names by a string: docstrings, help in sentences and the defaults of options aside."""
    tree = ast.parse(code)
    aside = [kw.value for kw in ast.walk(tree) if isinstance(kw, ast.keyword) and kw.arg == "default"]
    said = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in aside]
    return {part for node in said if isinstance(node.value, str) for part in (node.value, *node.value.split("."))}


def test_nobody_outside_a_game_asks_which_game_it_is() -> None:
    """Names of games stand in help and defaults alone: nothing is compared with them, looked up by them or kept."""
    names = names_of_games()
    assert {"planet-2116", "2116", "planet_2116", "human-1", "arboria"} <= names
    for place in ("kernel", "board", "bots", "report", "app", "cli", "repo", "mail"):
        for path in (ROOT / "lpbe" / place).rglob("*.py"):
            assert not names & words_in(path.read_text()), path


ASKING = (
    "if game.name == 'planet-2116': pass",
    "KNOWN = '2116'",
    "WIDTHS = {'living-planet': 72}",
    "name.startswith('pebbles')",
    "match game:\n    case 'planet-2116': pass",
    "word = words.terms['planet-2116.map']",
    "short = seat in ('planet', 'human-1')",
    "import_module(f'{base}.planet_2116')",
    "wide = 'arboria' in genesis.expansions",
)


@pytest.mark.parametrize("code", ASKING)
def test_who_asks_which_game_it_is_would_be_found(code: str) -> None:
    assert names_of_games() & words_in(code)


def test_only_the_random_stream_makes_chance() -> None:
    assert importing("random", "secrets", "uuid") == []
    fresh = [file_name(path) for path in CODE if "urandom" in path.read_text()]
    assert sorted(fresh) == ["app/genesis.py", "app/keys.py"]


COMPILED = "compiled.py"
"""Where our own code is kept beside Python's: it alone reads a file that is run, before all that reads files."""
FILE_MODULES = ("pathlib", "shutil", "tempfile", "io.open", "glob", "fcntl", "mmap")
PATH_WORDS = {"urandom", "_exit", "path", "environ"}
PROCESS_WORDS = {"fork", "pipe", "read", "write", "close", "kill", "waitpid", "sched_getaffinity"}


def test_only_one_module_touches_files() -> None:
    assert [name for name in importing(*FILE_MODULES) if name != "kernel/disk/files.py"] == []
    for path in CODE:
        if file_name(path) in ("kernel/disk/files.py", COMPILED):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "open", path
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os":
                words = PROCESS_WORDS if file_name(path) == "kernel/disk/aside.py" else set[str]()
                assert node.attr in PATH_WORDS | words, (path, node.attr)


def test_the_environment_is_read_in_two_places() -> None:
    """Where LPBE_* is looked up, and where it is kept from ssh-keygen."""
    reading = [file_name(path) for path in CODE if "os.environ" in path.read_text()]
    assert sorted(reading) == ["kernel/crypto/sshsig.py", "kernel/disk/files.py"]


def test_nothing_runs_what_a_file_says() -> None:
    banned = {"eval", "exec", "compile", "__import__"}
    for path in CODE:
        calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
        assert not banned & {func.id for func in calls if isinstance(func, ast.Name)}, path
    assert importing("pickle", "marshal", "yaml") == [COMPILED]


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
    exceptions = {"canon", "allowed-signers", "schema", "play", "learn"}
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
    "lpbe.games.living_planet",
    "lpbe.games.planet_2116",
)


def test_applying_imports_nothing_it_does_not_need(tmp_path: Path) -> None:
    code = f"""
import sys
from lpbe.cli.start import run
assert run(["new", "game", "--game", "pebbles", "--seats", "red,blue", "--open", "--seed", "{"5e" * 32}"]) == 0
assert run(["order", "game", "--as", "red", "bid coins=1"]) == 0
"""
    prepared = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert prepared.returncode == 0, prepared.stderr
    code = f"""
import sys
from lpbe.cli.start import run
assert run(["apply", "game/game.toml", "game/inbox/2-red-0.toml", "-o", "next.toml", "--report", "report.txt"]) == 0
print(sorted(name for name in {FORBIDDEN!r} if name in sys.modules))
"""
    applied = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert applied.stdout.splitlines()[-1] == "[]"


def test_nothing_imports_itself_by_way_of_others() -> None:
    """No circle, also not by imports inside functions."""
    left = graph()
    while free := [name for name, uses in left.items() if not uses & left.keys()]:
        for name in free:
            del left[name]
    assert sorted(left) == []


def test_a_late_import_of_ours_says_what_it_saves() -> None:
    """Inside a function only where the line says why: what is seldom needed should not be loaded always."""
    silent = [
        f"{file_name(path)}:{one.line}"
        for path in CODE
        for one in imports(path)
        if one.inside and ours(one.name) and "  # " not in path.read_text().splitlines()[one.line - 1]
    ]
    assert silent == []
