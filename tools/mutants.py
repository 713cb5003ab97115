"""Break the rules of a game one line at a time, and see whether its scenarios and laws notice."""

from __future__ import annotations

import argparse
import gc
import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from random import Random
from types import CodeType, FunctionType, ModuleType

from mutant_books import ROOT, Book, equivalents, every, known_books, mutant_books
from mutations import Mutation

PATIENCE = 60
"""Seconds of work for one case or law: one that takes longer is stuck in a loop."""
GROUPS = 4
"""How many groups of laws about whole games judge a change that no case has noticed."""
GOAL = 0.95
BASE = "living-planet"
"""The name that stands for the base game."""


@dataclass(frozen=True)
class End:
    """What became of a change: who noticed it, if anybody."""

    mutation: Mutation
    chapter: str
    law: bool = False
    by: str = ""


class Changed(MetaPathFinder, Loader):
    """Provides a changed version of one module."""

    def __init__(self, module: str, code: CodeType) -> None:
        self.module, self.code = module, code

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        return spec_from_loader(name, self) if name == self.module else None

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)


class Bench:
    """Everything that is loaded and measured once: checks, what they run, and the rules at run time."""

    def __init__(self, book: Book) -> None:
        from mutant_checks import caches_of_rules, collect_checks, forget, functions, group_checks, measure_reach

        self.files = list(book.chapters().values())
        self.checks = collect_checks(book.game, book.expansion, book.scenarios_only)
        assert self.checks, f"no cases and no laws of {book.game} were found"
        self.groups = group_checks(self.checks)
        self.caches = caches_of_rules()
        self.reach = measure_reach(self.checks, self.files, self.caches)
        self.alive = functions(self.files)
        self.forget: Callable[[], None] = lambda: forget(self.caches)

    def cases_for(self, file: Path, mutation: Mutation) -> list[int]:
        """Return the cases that run the changed statement, the most specific ones first."""
        lines = range(mutation.first, mutation.last + 1)
        found = {number for line in lines for number in self.reach.cases.get((str(file), line), [])}
        return sorted(found, key=lambda number: (self.reach.width[number], number))

    def laws_for(self, file: Path, mutation: Mutation) -> list[str]:
        """Return a few of the groups of laws that call the changed function, always the same ones."""
        return self.reach.laws_of((str(file), mutation.function), GROUPS, mutation.name)

    def change(self, file: Path, mutation: Mutation) -> None:
        """Give the functions of a file that exist at run time the code of the changed one."""
        from mutant_checks import codes

        for code in codes(compile(mutation.made(), str(file), "exec")):
            for function in self.alive.get((str(file), code.co_qualname, code.co_firstlineno), ()):
                give(function, code)
        self.forget()

    def fate(self, file: Path, mutation: Mutation) -> Iterator[tuple[bool, str, Callable[[], object]]]:
        """Yield what judges a change, in this order."""
        for number in self.cases_for(file, mutation):
            yield False, self.checks[number].name, self.checks[number].run
        for group in self.laws_for(file, mutation):
            for check in self.groups[group]:
                yield True, check.name, check.run


def give(function: FunctionType, code: CodeType) -> None:
    if function.__code__.co_freevars == code.co_freevars:
        function.__code__ = code


def judge_mutant(checks: Iterable[tuple[bool, str, Callable[[], object]]]) -> str:
    """Return who notices a change first, or an empty result. Runs in a process of its own."""
    for law, name, run in checks:
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        try:
            run()
        except BaseException:
            return json.dumps([law, name])
    return ""


def inside(bench: Bench, file: Path, mutation: Mutation) -> str:
    bench.change(file, mutation)
    return judge_mutant(bench.fate(file, mutation))


def failing_check(book: Book) -> str:
    """Return a check that fails although nothing was changed: it would notice everything, which means nothing."""
    sys.path.insert(0, str(ROOT))
    from mutant_checks import collect_checks

    return judge_mutant(
        (check.law, check.name, check.run) for check in collect_checks(book.game, book.expansion, book.scenarios_only)
    )


def anew(book: Book, module: str, file: Path, mutation: Mutation) -> str:
    """Judge code that runs when its module is loaded: it must change before that, in a process without any rules."""
    sys.path.insert(0, str(ROOT))
    sys.meta_path.insert(0, Changed(module, compile(mutation.made(), str(file), "exec")))
    try:
        from mutant_checks import collect_checks, group_checks

        checks = collect_checks(book.game, book.expansion, book.scenarios_only)
    except BaseException:
        return json.dumps([False, "it cannot be loaded"])
    if not checks:
        return json.dumps([False, "it cannot be loaded"])
    groups = group_checks(checks)
    alone = [group for group, members in groups.items() if group == members[0].name]
    many = sorted(groups.keys() - {*alone})
    chosen = [*alone, *Random(mutation.name).sample(many, min(GROUPS, len(many)))]
    cases = ((False, check.name, check.run) for check in checks if not check.law)
    laws = ((True, check.name, check.run) for group in chosen for check in groups[group])
    return judge_mutant(part for whole in (cases, laws) for part in whole)


class Workers:
    """Child processes that each judge one change and exit, so that nothing they load or break remains."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.busy: dict[int, tuple[int, str, Mutation]] = {}

    def run(self, work: Iterable[tuple[str, Mutation, Callable[[], str]]]) -> Iterator[End]:
        for chapter, mutation, task in work:
            if len(self.busy) >= self.jobs:
                yield self.next()
            child, read = fork_worker(task)
            self.busy[child] = read, chapter, mutation
        while self.busy:
            yield self.next()

    def next(self) -> End:
        child, status = os.wait()
        read, chapter, mutation = self.busy.pop(child)
        with os.fdopen(read) as answer:
            said = answer.read()
        if not os.WIFEXITED(status):
            return End(mutation, chapter, by="it never ends, or the process fails")
        law, by = json.loads(said) if said else (False, "")
        return End(mutation, chapter, law, by)


def fork_worker(work: Callable[[], str], quiet: bool = True) -> tuple[int, int]:
    """Fork a child that does some work; return it and where its result can be read."""
    read, write = os.pipe()
    child = os.fork()
    if child:
        os.close(write)
        return child, read
    if quiet:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
    try:
        with os.fdopen(write, "w") as answer:
            answer.write(work())
        os._exit(0)
    except SystemExit as end:
        print(end, file=sys.stderr, flush=True)
    except BaseException:
        traceback.print_exc()
    os._exit(1)


def aside(work: Callable[[], str]) -> str:
    child, read = fork_worker(work, quiet=False)
    with os.fdopen(read) as answer:
        said = answer.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        sys.exit("nothing can be tried: without any change a check never ends, or the process fails")
    if status:
        sys.exit(1)
    return said


def books() -> dict[str, Book]:
    return mutant_books(json.loads(aside(lambda: json.dumps(known_books()))))


def sample(book: Book, asked: argparse.Namespace) -> list[tuple[str, Path, Mutation]]:
    """Return this many changes that are not known to be harmless, or all that are; always the same ones for a seed."""
    known = equivalents(book)
    found = [one for one in every(book) if asked.only in one[2].name and (one[2].name in known) == asked.known]
    Random(asked.seed).shuffle(found)
    return found[: asked.count] if asked.count and not asked.known else found


def run(book: Book, asked: argparse.Namespace) -> list[End]:
    """Return what became of every change of a sample, beginning with code that runs when the rules are loaded."""
    if failing := aside(partial(failing_check, book)):
        sys.exit(f"{book.name}: nothing can be tried, since this fails without any change: {json.loads(failing)[1]}")
    chosen = sample(book, asked)
    print(f"{book.name}: {len(chosen)} of {len(every(book))} changes, seed {asked.seed}", flush=True)
    top = ((f.stem, o, partial(anew, book, m, f, o)) for m, f, o in chosen if o.top)
    ends = [print_end(end, bool(asked.only) or asked.known) for end in Workers(asked.jobs).run(top)]
    sys.path.insert(0, str(ROOT))
    bench = Bench(book)
    gc.freeze()
    rest = ((f.stem, o, partial(inside, bench, f, o)) for _, f, o in chosen if not o.top)
    return ends + [print_end(end, bool(asked.only) or asked.known) for end in Workers(asked.jobs).run(rest)]


def print_end(end: End, all_of_them: bool) -> End:
    """Print every change that nobody noticed; if only a few were requested, also who noticed the others."""
    if all_of_them or not end.by:
        print(f"  {'alive' if not end.by else end.by}: {end.mutation.name} (line {end.mutation.first})", flush=True)
    return end


def score_of(book: Book, asked: argparse.Namespace) -> float:
    began, ends = time.monotonic(), run(book, asked)
    listed, names = equivalents(book), {one.name for _, _, one in every(book)}
    for chapter in sorted({end.chapter for end in ends}):
        here = [end for end in ends if end.chapter == chapter]
        alive = [end.mutation for end in here if not end.by]
        print(f"{chapter:12} {len(here) - len(alive):4} of {len(here):4} noticed", end="")
        print(f", {sum(end.law for end in here)} by the laws alone")
        for one in sorted(alive, key=lambda one: one.first):
            print(f"    line {one.first}: {one.name}{' (' + listed[one.name] + ')' if one.name in listed else ''}")
    print(f"{len(listed)} changes are known to change nothing{'' if asked.known else ', and were not tried'}:")
    for name, why in listed.items():
        print(f"    {name}: {why}{'' if name in names else ' (THERE IS NO SUCH CHANGE ANY MORE)'}")
    good = sum(bool(end.by) for end in ends)
    score = good / len(ends) if ends else 1.0
    print(f"{book.name}: {good} of {len(ends)} noticed, {score:.1%}, in {time.monotonic() - began:.0f} s", flush=True)
    return score


def main() -> int:
    known = books()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("books", nargs="*", help=f"of {', '.join(known)}; base is {BASE}; all if none is named")
    parser.add_argument("--count", type=int, default=400, help="changes to try in each; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="changes whose names have this in them")
    parser.add_argument("--known", action="store_true", help="the changes that are said to change nothing: is it true?")
    parser.add_argument("--scenarios", action="store_true", help="let scenario files alone judge, without laws")
    asked = parser.parse_args()
    wanted = [BASE if name == "base" else name for name in asked.books] or list(known)
    if unknown := [name for name in wanted if name not in known]:
        parser.error(f"there is no rule book {', '.join(unknown)}; known: base, {', '.join(known)}")
    chosen = [replace(known[name], scenarios_only=asked.scenarios) for name in wanted]
    scores = [float(aside(partial(score_book, book, asked))) for book in chosen]
    print("\n".join(f"{name:16} {score:6.1%}" for name, score in zip(wanted, scores, strict=True)))
    return int(any(scores)) if asked.known else int(min(scores) < GOAL)


def score_book(book: Book, asked: argparse.Namespace) -> str:
    return str(score_of(book, asked))


if __name__ == "__main__":
    sys.exit(main())
