"""Break the rules of a game one line at a time, and see whether its case book and its laws notice."""

from __future__ import annotations

import argparse
import ast
import json
import os
import signal
import sys
import time
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from random import Random
from types import CodeType, FrameType, ModuleType

from mutations import Mutation, mutations

ROOT = Path(__file__).parent.parent
SAME = ROOT / "tests" / "mutants.toml"
"""Changes that change nothing: by name, with the reason."""
APART = ("__init__", "base", "drawing", "rooms", "audit", "judge")
"""Files of a rule book without rules of play."""
PATIENCE = 20, 240
"""Seconds for the case book and for the laws: who takes longer is lost in a loop."""
ALIVE, BY_CASE, BY_LAW = 0, 1, 2


@dataclass(frozen=True)
class Book:
    """A rule book: where its rules stand, whose case book tries them, and which tests are laws."""

    game: str
    package: str
    laws: tuple[str, ...]


BOOKS = {
    "pebbles": Book("pebbles", "lpbe.games.pebbles", ("tests/pebbles", "tests/contract/test_laws.py")),
    "living-planet": Book(
        "living-planet",
        "lpbe.games.living_planet",
        ("tests/living_planet/test_laws.py", "tests/living_planet/test_exact.py", "tests/contract/test_laws.py"),
    ),
    "planet-2116": Book(
        "planet-2116",
        "lpbe.games.planet_2116",
        (
            "tests/planet_2116/test_patterns.py",
            "tests/planet_2116/test_typed.py",
            "tests/planet_2116/test_secrets.py",
            "tests/planet_2116/test_golden.py",
            "tests/contract/test_laws.py",
            "tests/contract/test_offers.py",
        ),
    ),
}


def chapters(book: Book) -> dict[str, Path]:
    """The files with rules, by the names of their modules."""
    folder = ROOT / book.package.replace(".", "/")
    return {f"{book.package}.{file.stem}": file for file in sorted(folder.glob("*.py")) if file.stem not in APART}


class Changed(MetaPathFinder, Loader):
    """Gives one module as it was changed."""

    def __init__(self, module: str, code: CodeType) -> None:
        self.module, self.code = module, code

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        return spec_from_loader(name, self) if name == self.module else None

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)


def change(module: str, file: Path, tree: ast.Module) -> None:
    finder = Changed(module, compile(tree, str(file), "exec"))
    sys.meta_path.insert(0, finder)


def case_book(game: str) -> list[Path]:
    from tests.contract.scenarios import scenario_files
    from tests.contract.trial import trial

    return scenario_files(trial(game))


def lines_of_cases(book: Book) -> dict[str, dict[int, list[int]]]:
    """File -> line -> the cases that run it; the cases by their number."""
    from tests.contract.test_scenarios import test_scenario

    folder = str(ROOT / book.package.replace(".", "/"))
    out: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, case in enumerate(case_book(book.game)):
        seen: set[tuple[str, int]] = set()

        def trace(
            frame: FrameType, event: str, arg: object, seen: set[tuple[str, int]] = seen
        ) -> Callable[..., object] | None:
            if not frame.f_code.co_filename.startswith(folder):
                return None
            seen.add((frame.f_code.co_filename, frame.f_lineno))
            return trace

        sys.settrace(trace)
        try:
            test_scenario(book.game, case)
        finally:
            sys.settrace(None)
        for file, line in seen:
            out[file][line].append(number)
    return {file: dict(lines) for file, lines in out.items()}


def cases_kill(book: Book, numbers: Sequence[int]) -> bool:
    """Whether a case comes out otherwise than it should; a module that cannot be loaded counts too."""
    try:
        from tests.contract.test_scenarios import test_scenario

        cases = case_book(book.game)
        for number in numbers:
            test_scenario(book.game, cases[number])
    except BaseException:
        return True
    return False


def laws_kill(book: Book) -> bool:
    import pytest

    options = [
        "-x",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-m",
        "not soak",
        "-k",
        book.game.replace("-", " or "),
    ]
    return pytest.main([*options, *(str(ROOT / path) for path in book.laws)]) != 0


def fate(book: Book, module: str, file: Path, mutation: Mutation, numbers: Sequence[int]) -> int:
    """Run in a process of its own."""
    change(module, file, mutation.made())
    signal.alarm(PATIENCE[0])
    if cases_kill(book, numbers):
        return BY_CASE
    signal.alarm(PATIENCE[1])
    return BY_LAW if laws_kill(book) else ALIVE


def forked(work: Callable[[], int]) -> int:
    """A child that does some work and is gone; nothing it loads stays."""
    child = os.fork()
    if child:
        return child
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    code = BY_CASE
    try:
        code = work()
    finally:
        os._exit(code)


def measured(book: Book) -> dict[str, dict[str, list[int]]]:
    """What lines_of_cases finds, in a child: the rules must not be loaded here."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        with os.fdopen(write, "w") as out:
            json.dump(lines_of_cases(book), out)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as found:
        lines: dict[str, dict[str, list[int]]] = json.load(found)
    os.waitpid(child, 0)
    return lines


def sample(book: Book, count: int, seed: int) -> Iterator[tuple[str, Path, Mutation]]:
    same = tomllib.loads(SAME.read_text(encoding="utf-8")) if SAME.exists() else {}
    known = same.get(book.game, {})
    every = [
        (module, file, one)
        for module, file in chapters(book).items()
        for one in mutations(file.read_text(encoding="utf-8"), file.stem)
        if one.name not in known
    ]
    Random(seed).shuffle(every)
    yield from every[:count]


def run(book: Book, count: int, seed: int, jobs: int) -> float:
    """All of a sample; the score, chapter by chapter, and who is left alive."""
    began, lines = time.monotonic(), measured(book)
    total = len({number for found in lines.values() for numbers in found.values() for number in numbers})
    waiting = list(sample(book, count, seed))
    print(f"{len(waiting)} changes to {book.game}, {total} cases", flush=True)
    busy: dict[int, tuple[str, Mutation]] = {}
    ends: dict[str, list[int]] = defaultdict(list)
    alive: list[Mutation] = []
    while waiting or busy:
        while waiting and len(busy) < jobs:
            module, file, one = waiting.pop()
            numbers = cases_for(lines.get(str(file), {}), one, total)
            child = forked(lambda m=module, f=file, o=one, n=numbers: fate(book, m, f, o, n))  # type: ignore[misc]
            busy[child] = (file.stem, one)
        child, status = os.wait()
        chapter, one = busy.pop(child)
        end = os.WEXITSTATUS(status) if os.WIFEXITED(status) else BY_CASE
        ends[chapter].append(end)
        if end == ALIVE:
            alive.append(one)
            print(f"alive: {one.name} (line {one.first})", flush=True)
    return told(book, ends, alive, time.monotonic() - began)


def cases_for(lines: dict[str, list[int]], mutation: Mutation, total: int) -> list[int]:
    """The cases that run the changed statement; all, where it is run when the rules are loaded."""
    if mutation.top:
        return list(range(total))
    found = {number for line in range(mutation.first, mutation.last + 1) for number in lines.get(str(line), [])}
    return sorted(found)


def told(book: Book, ends: dict[str, list[int]], alive: list[Mutation], seconds: float) -> float:
    for chapter, found in sorted(ends.items()):
        killed = len(found) - found.count(ALIVE)
        print(f"{chapter:12} {killed:4} of {len(found):4}  (by the laws alone {found.count(BY_LAW)})")
    every = sum(map(len, ends.values()))
    score = 1 - len(alive) / every if every else 1.0
    print(f"{book.game}: {every - len(alive)} of {every} killed, {score:.1%}, in {seconds:.0f} s")
    return score


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("books", nargs="*", default=list(BOOKS), help=f"of {', '.join(BOOKS)}")
    parser.add_argument("--count", type=int, default=400, help="changes to try in each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    scores = [run(BOOKS[name], asked.count, asked.seed, asked.jobs) for name in asked.books]
    return 0 if min(scores) >= 0.95 else 1


if __name__ == "__main__":
    sys.exit(main())
