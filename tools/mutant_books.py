"""The rule books of all games: where their rules are, what tests them, and which changes to them make no difference."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mutations import Mutation, mutations

ROOT = Path(__file__).resolve().parent.parent
SAME = "equivalent_mutants.toml"
"""Changes that make no difference, beside the tests of a book: by name, each with the reason."""
APART = (
    *("__init__", "module", "capacity", "words"),
    *("pack_audit", "seat_checks", "table_checks", "invariants"),
    *("bot", "bots"),
    *("presentation", "presentation_hooks", "board_view", "panels", "forecast", "foresight"),
)
"""Files and folders of a rule book that contain no rules of play."""


@dataclass(frozen=True)
class Book:
    """A rule book, of a game or of an expansion: where its rules are, and the folder of its tests."""

    name: str
    game: str
    package: str
    files: tuple[str, ...]
    tests: str
    laws: str = ""
    """Its function of laws, if it is among the rules: laws judge, and are not judged."""
    scenarios_only: bool = False
    """Whether scenario files alone judge a change, without laws and other tests."""

    @property
    def expansion(self) -> str:
        """Return its name if it is an expansion."""
        return "" if self.name == self.game else self.name

    def chapters(self) -> dict[str, Path]:
        """Return the files with rules, by the names of their modules."""
        return {module_name(Path(name)): Path(name) for name in self.files}


def known_books() -> list[dict[str, Any]]:
    """Return the rule books of all games; called in a separate process, since it loads their rules."""
    sys.path.insert(0, str(ROOT))
    from lpbe.games import GAMES, game_of
    from tests.contract.contract_config import config_of

    out = []
    for game in GAMES:
        known, tests = game_of(game), config_of(game).folder
        home = f"lpbe.games.{GAMES[game].package}"
        others = {n: written_in(part()) for n, part in known.expansions.items()}
        apart = [module for module in others.values() if package_of(module) == home]
        files = [file for file in rule_files(home) if module_name(file) not in apart]
        out.append(plain_book(game, game, home, files, tests) | {"laws": law_name(known.base)})
        for name, module in others.items():
            package, beside = package_of(module), tests.parent / name
            laws = {"laws": law_name(known.expansions[name]())}
            inner = [file for file in rule_files(package) if package != home or module_name(file) == module]
            out.append(plain_book(name, game, package, inner, beside if beside.is_dir() else tests) | laws)
    return out


def law_name(module: Any) -> str:
    return getattr(module.laws, "__qualname__", "")


def written_in(module: Any) -> str:
    """Return where the rules of a base game or an expansion are: where it defines the first thing of its own."""
    own = (*module.events, *module.steps, *module.components, *module.amendments.values(), module.setup)
    return next(str(one.__module__) for one in own if one.__module__.startswith("lpbe.games"))


def plain_book(name: str, game: str, package: str, files: Iterable[Path], tests: Path) -> dict[str, Any]:
    return {"name": name, "game": game, "package": package, "files": [*map(str, files)], "tests": str(tests)}


def package_of(module: str) -> str:
    return module.rpartition(".")[0]


def module_name(file: Path) -> str:
    """Return the dotted name of a file of this checkout."""
    return ".".join(file.relative_to(ROOT).with_suffix("").parts)


def rule_files(package: str) -> list[Path]:
    """Return the files with rules below a package; expansions have books of their own."""
    folder = ROOT / package.replace(".", "/")
    found = ((file, file.relative_to(folder).with_suffix("").parts) for file in sorted(folder.rglob("*.py")))
    return [file for file, parts in found if not {*APART, "expansions"} & {*parts}]


def mutant_books(found: list[dict[str, Any]]) -> dict[str, Book]:
    return {one["name"]: Book(**{**one, "files": tuple(one["files"])}) for one in found}


def equivalents(book: Book) -> dict[str, str]:
    file = Path(book.tests) / SAME
    listed: dict[str, dict[str, str]] = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return listed.get(book.name, {})


def every(book: Book) -> list[tuple[str, Path, Mutation]]:
    return [
        (module, file, one)
        for module, file in book.chapters().items()
        for one in mutations(file.read_text(encoding="utf-8"), file.stem)
        if not book.laws or one.function != book.laws
    ]
