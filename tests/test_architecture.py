"""Rules of the architecture: layers, packages, who makes randomness, who touches files, what each command offers."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from lpbe.cli.group import COMMANDS, cli
from lpbe.games import GAMES, all_schemas, game_of

from .graph import (
    CODE,
    LAYERS,
    MODULES,
    ROOT,
    crossings,
    file_name,
    files_importing,
    graph,
    imports,
    layer,
    own_module,
    package_sizes,
)

MAX_PACKAGE_MODULES = 30

CITED = re.compile(r"(?i)\bsections? \d|(?<![.}])\b\w+\.md\b(?!\")")
"""A section number, or a page that is not named in quotation marks like a file."""
INDEPENDENT = {
    "kernel.engine": {"kernel.crypto"},
    "kernel.disk": {"kernel.crypto", "kernel.engine"},
    "kernel.language": {"kernel.crypto"},
    "games": {"kernel.crypto", "kernel.disk", "kernel.gamedir", "kernel.audit"},
    "bots": {"kernel.crypto", "kernel.disk", "kernel.chain", "kernel.gamedir", "kernel.audit"},
}
"""Layers that must not import some of the layers below them."""


def test_every_module_belongs_to_a_layer() -> None:
    assert [name for name in MODULES if not layer(name)] == [
        "lpbe",
        "lpbe.__main__",
        "lpbe.api",
        "lpbe.kernel",
        "lpbe.version",
    ]


def test_no_layer_imports_a_higher_one() -> None:
    upward = [(name, used) for name, used in crossings() if LAYERS.index(layer(used)) > LAYERS.index(layer(name))]
    assert upward == []


def test_independent_layers_do_not_import_each_other() -> None:
    assert [(name, used) for name, used in crossings() if layer(used) in INDEPENDENT.get(layer(name), ())] == []


def test_the_page_on_the_architecture_names_every_layer_and_only_files_that_exist() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    rows = re.findall(r"^\| `([\w/]+)` \|", page, re.MULTILINE)
    assert [row.replace("/", ".") for row in rows][: len(LAYERS)] == [*LAYERS]
    named = set(re.findall(r"`((?:kernel|board|games|bots|report|app|gitrepo|mail|cli)/[\w/.]+)`", page))
    assert sorted(name for name in named if not (ROOT / "lpbe" / name).exists()) == []


def test_no_package_is_a_heap() -> None:
    assert {name: count for name, count in package_sizes().items() if count > MAX_PACKAGE_MODULES} == {}


def test_no_docstring_cites_a_page_that_is_not_here() -> None:
    """A section number means nothing without its document; standards are named."""
    cited = [file_name(path) for path in CODE if CITED.search(path.read_text())]
    assert cited == []


def test_each_package_has_a_docstring_of_one_line() -> None:
    for path in CODE:
        if path.name == "__init__.py":
            docstring = ast.get_docstring(ast.parse(path.read_text()))
            assert docstring and "\n" not in docstring, path


def test_the_contract_names_no_game() -> None:
    """What is particular to a game is in its own `contract_config.py`, so a new game changes nothing here."""
    names = {name for game in GAMES for name in (game, *GAMES[game].aliases, *game_of(game).expansions)}
    spelt = [name.replace("-", "[-_ ]") for name in sorted(names)]
    named = re.compile(rf"(?i)(?<![a-z0-9])({'|'.join(spelt)})(?![a-z0-9])")
    files = sorted((ROOT / "tests" / "contract").rglob("*.py"))
    mentions = [(path.name, named.findall(path.read_text("utf-8"))) for path in files]
    assert files and [(name, found) for name, found in mentions if found] == []


def test_only_the_command_line_knows_click() -> None:
    assert all(name.startswith("cli/") for name in files_importing("click"))


CLI_IMPORTS = ("lpbe.app", "lpbe.cli", "lpbe.kernel.base.errors", "lpbe.version")
"""What the command line may import of lpbe: use cases and errors; types for the checker alone."""
CLI_EXTRAS = {
    "cli/commands/copy.py": ("lpbe.mail.incoming.mime", "lpbe.mail.lost_mail"),
    "cli/commands/mail.py": ("lpbe.mail.incoming.mail_in", "lpbe.mail.manage_mail", "lpbe.mail.outgoing.mail_out"),
    "cli/commands/upkeep.py": ("lpbe.mail.manage_mail", "lpbe.mail.outgoing.remind"),
    "cli/commands/repo.py": ("lpbe.gitrepo.commands", "lpbe.gitrepo.pinned_program"),
    "cli/commands/check_pr.py": ("lpbe.gitrepo.commands",),
    "cli/commands/run.py": ("lpbe.gitrepo.referee_run",),
    "cli/commands/serve.py": ("lpbe.web.serve", "lpbe.web.site"),
    "cli/commands/host.py": ("lpbe.web.links",),
    "cli/commands/play.py": ("lpbe.web.play",),
}
"""The use cases of mail and git, which are not part of `app`."""


def test_the_command_line_only_parses_and_prints() -> None:
    """Everything else is a use case of `app`, which mail, the hot seat and other programs call as well."""
    wrong = []
    for path in CODE:
        name = file_name(path)
        if not name.startswith("cli/"):
            continue
        allowed = (*CLI_IMPORTS, *CLI_EXTRAS.get(name, ()))
        used = [one.name for one in imports(path) if one.name.startswith("lpbe.") and not one.typing]
        wrong += [(name, one) for one in used if not any(one == a or one.startswith(f"{a}.") for a in allowed)]
    assert wrong == []


def test_no_command_imports_another() -> None:
    commands = {f"lpbe.cli.commands.{module}" for module, _ in COMMANDS.values()}
    assert [(name, sorted(graph()[name] & commands)) for name in commands if graph()[name] & commands] == []


def test_the_application_layer_prints_nothing() -> None:
    assert [name for name in files_importing("sys", "click", "lpbe.cli") if name.startswith("app/")] == []


def test_only_one_module_imports_libsodium() -> None:
    assert files_importing("nacl") == ["kernel/crypto/sodium.py"]


def test_a_base_game_names_no_expansion() -> None:
    for game, entry in GAMES.items():
        folder = ROOT / "lpbe" / "games" / entry.package
        for expansion in game_of(game).expansions:
            knowing = [path.name for path in folder.glob("*.py") if expansion in path.read_text().lower()]
            own = [f"{expansion}.py"] if (folder / f"{expansion}.py").exists() else []
            assert sorted(knowing) == ["__init__.py", *own]


def test_an_expansion_is_named_by_nothing_outside_it() -> None:
    """Neither by its name nor by its pieces; bots, boards and panels of the base game included."""
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
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert finished.stdout.splitlines() == ["[]", "['aquarius']"]


def names_of_games() -> set[str]:
    """Return the names of games, of their packages, expansions, roles and the seats of roles."""
    found = {name for game, entry in GAMES.items() for name in (game, entry.package, *entry.aliases)}
    for game in map(game_of, GAMES):
        found |= {*game.expansions, *game.roles, *game.roles.values()}
    return found


def words_in(code: str) -> set[str]:
    """Return the string constants of a module and their dotted parts; the defaults of options do not count."""
    tree = ast.parse(code)
    defaults = [kw.value for kw in ast.walk(tree) if isinstance(kw, ast.keyword) and kw.arg == "default"]
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in defaults]
    return {part for node in constants if isinstance(node.value, str) for part in (node.value, *node.value.split("."))}


def test_nothing_outside_a_game_depends_on_which_game_it_is() -> None:
    """Games are named in help texts and defaults only: nothing is compared with their names or looked up by them."""
    names = names_of_games()
    assert {"planet-2116", "2116", "planet_2116", "human-1", "arboria"} <= names
    for place in ("kernel", "board", "bots", "report", "app", "cli", "gitrepo", "mail"):
        for path in (ROOT / "lpbe" / place).rglob("*.py"):
            assert not names & words_in(path.read_text()), path


GAME_CHECKS = (
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


@pytest.mark.parametrize("code", GAME_CHECKS)
def test_a_check_for_a_game_would_be_found(code: str) -> None:
    assert names_of_games() & words_in(code)


def test_only_the_random_stream_makes_randomness() -> None:
    assert files_importing("random", "secrets", "uuid") == []
    fresh = [file_name(path) for path in CODE if "urandom" in path.read_text()]
    assert sorted(fresh) == ["app/creating/genesis.py", "app/session/key_files.py", "mail/state_dir.py"]


FILE_ACCESS = tuple(f"kernel/disk/{name}.py" for name in ("safe_open", "files", "folders", "packaged", "below"))
FILE_MODULES = ("pathlib", "shutil", "tempfile", "io.open", "glob", "fcntl", "mmap")
PATH_WORDS = {"urandom", "_exit", "path", "environ", "get_terminal_size"}
PROCESS_WORDS = {"fork", "pipe", "read", "write", "close", "kill", "waitpid", "sched_getaffinity"}


def test_only_the_disk_package_touches_files() -> None:
    assert [name for name in files_importing(*FILE_MODULES) if name not in FILE_ACCESS] == []
    for path in CODE:
        if file_name(path) in FILE_ACCESS:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "open", path
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os":
                words = PROCESS_WORDS if file_name(path) == "kernel/disk/forked.py" else set[str]()
                assert node.attr in PATH_WORDS | words, (path, node.attr)


def test_the_environment_is_read_in_two_places() -> None:
    """Where LPBE_* is looked up, and where it is hidden from ssh-keygen."""
    reading = [file_name(path) for path in CODE if "os.environ" in path.read_text()]
    assert sorted(reading) == ["kernel/crypto/sshsig.py", "kernel/disk/environment.py"]


def test_nothing_executes_the_contents_of_a_file() -> None:
    banned = {"eval", "exec", "compile", "__import__"}
    for path in CODE:
        calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
        assert not banned & {func.id for func in calls if isinstance(func, ast.Name)}, path
    assert files_importing("pickle", "marshal", "yaml") == []


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
    exceptions = {"canon", "allowed-signers", "schema", "play", "learn", "serve"}
    assert any(p.name == "as_json" for p in ALL[name].params) is (name not in exceptions)


def test_the_guide_for_players_names_every_command() -> None:
    guide = (ROOT / "docs" / "playing.md").read_text()
    assert [name for name in COMMANDS if f"`{name}`" not in guide] == []


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
    "lpbe.kernel.content.glossary",
)


def test_applying_imports_nothing_it_does_not_need(tmp_path: Path) -> None:
    code = f"""
import sys
from lpbe.cli.entry import run
assert run(["new", "game", "--game", "pebbles", "--seats", "red,blue", "--open", "--seed", "{"5e" * 32}"]) == 0
assert run(["order", "game", "--as", "red", "bid coins=1"]) == 0
"""
    prepared = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert prepared.returncode == 0, prepared.stderr
    code = f"""
import sys
from lpbe.cli.entry import run
assert run(["apply", "game/game.toml", "game/inbox/2-red-0.toml", "-o", "next.toml", "--report", "report.txt"]) == 0
print(sorted(name for name in {FORBIDDEN!r} if name in sys.modules))
"""
    applied = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert applied.stdout.splitlines()[-1] == "[]"


STORED_RECORDS = (
    "app/session/accepted_rules.py",
    "app/session/pin_file.py",
    "games/**/options.py",
    "games/living_planet/**/boat_choices.py",
    "games/living_planet/**/policies.py",
    "games/**/state.py",
    "kernel/audit/conflicting_heads.py",
    "kernel/chain/commitments.py",
    "kernel/chain/genesis.py",
    "kernel/chain/letter.py",
    "kernel/chain/letters/*.py",
    "kernel/chain/records.py",
    "kernel/content/glossary.py",
    "kernel/content/lessons.py",
    "kernel/content/packs.py",
    "kernel/gamedir/receipts.py",
)
"""Modules whose structs are read from files by most commands."""


@pytest.mark.parametrize("pattern", STORED_RECORDS)
def test_stored_records_have_evaluated_annotations(pattern: str) -> None:
    """From strings msgspec would compile every annotation again in each process, when a struct is first read."""
    files = sorted((ROOT / "lpbe").glob(pattern))
    assert (
        files and [file_name(path) for path in files if "from __future__ import annotations" in path.read_text()] == []
    )


def test_there_is_no_import_cycle() -> None:
    """Imports inside functions count too."""
    left = dict(graph())
    while free := [name for name, uses in left.items() if not uses & left.keys()]:
        for name in free:
            del left[name]
    assert sorted(left) == []


def test_an_import_inside_a_function_says_what_it_saves() -> None:
    """A module is imported inside a function only to avoid loading something rarely needed; a comment says what."""
    unexplained = [
        f"{file_name(path)}:{one.line}"
        for path in CODE
        for one in imports(path)
        if one.inside and own_module(one.name) and "  # " not in path.read_text().splitlines()[one.line - 1]
    ]
    assert unexplained == []
