"""The checks for a changed rule: the cases and laws of its game, and which lines and functions each of them runs."""

from __future__ import annotations

import contextlib
import functools
import gc
import inspect
import io
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
CASES = ("test_scenarios.py", "test_standing.py")
"""Files of tests that are cases: a position, orders, and the result. No golden games, no snapshots."""
LAWS = ("test_invariants.py", "test_offers.py", "test_exact.py", "test_content.py", "test_patterns.py")
"""Files of tests that are laws: what holds in whole random games or for all content, and extension points."""


@dataclass(frozen=True)
class Check:
    """One test with its arguments; laws about the same games form a group and are tried together."""

    name: str
    law: bool
    group: str
    run: Callable[[], object]


@dataclass
class Reach:
    """What the checks run: cases by line, groups of laws by function."""

    cases: dict[tuple[str, int], list[int]] = field(default_factory=lambda: defaultdict(list))
    laws: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    width: dict[int | str, int] = field(default_factory=dict)
    """How many lines a case runs, or functions a group of laws: the fewer, the more specific the check."""

    def laws_of(self, function: tuple[str, str], count: int, seed: str) -> list[str]:
        """Return groups of laws that call a function: the most specific ones, and a few others."""
        found, widest = self.laws.get(function, []), max((self.width[group] for group in self.groups), default=0)
        narrow = [group for group in found if self.width[group] < widest / 2]
        wide = [group for group in found if group not in narrow]
        return sorted(narrow, key=lambda group: (self.width[group], group)) + Random(seed).sample(
            wide, min(count, len(wide))
        )

    @property
    def groups(self) -> list[str]:
        return [group for group in self.width if isinstance(group, str)]


class Collected:
    """Keeps the tests that pytest finds."""

    items: Sequence[pytest.Item] = ()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.items = session.items


def test_files(game: str, expansion: str) -> list[Path]:
    """Return the tests of the contract, and a base game's or an expansion's own ones."""
    from tests.contract.contract_config import config_of

    own, shared = config_of(game).folder, ROOT / "tests" / "contract"
    folders = [shared, own.parent / expansion if expansion else own]
    named = [folder / name for folder in folders for name in (*CASES, *LAWS)]
    more = sorted(own.glob(f"test_{expansion}*.py") if expansion else (own / "extensions").glob("test_*.py"))
    return [file for file in (*named, *more) if file.exists()]


def collect_checks(game: str, expansion: str = "", scenarios_only: bool = False) -> list[Check]:
    """Return the cases and laws of a rule book as pytest finds them, or only its scenario files.

    Tests that need more than their parameters are left out.
    """
    found = Collected()
    wanted = ["--collect-only", "-qq", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not soak"]
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main([*wanted, *map(str, test_files(game, expansion))], plugins=[found])
    items = [item for item in found.items if isinstance(item, pytest.Function)]
    if scenarios_only:
        items = [item for item in items if item.path.name == CASES[0]]
    return [check for item in items for check in checks_of(item, game, expansion)]


def checks_of(item: pytest.Function, game: str, expansion: str) -> Iterator[Check]:
    params: Mapping[str, Any] = item.callspec.params if hasattr(item, "callspec") else {}
    case, alone = params.get("case"), {*inspect.signature(item.function).parameters} == {*params}
    if item.path.name == "test_scenarios.py" and "file" not in params:
        return  # about the scenarios, not about the rules
    if not alone or params.get("game", game) != game or (case is not None and case.game != game):
        return
    played = expansions_of(params)
    if expansion and played is not None and expansion not in played:
        return
    if not expansion and case is not None and played:
        return  # whole games of the base are played alone; cases with expansions test its extension points too
    group = str(case) if case is not None else f"{item.path} {params}" if params else item.nodeid
    yield Check(item.nodeid, item.path.name not in CASES, group, functools.partial(item.function, **params))


def expansions_of(params: Mapping[str, Any]) -> Sequence[str] | None:
    """Return the expansions that a test plays with, if it names any."""
    from tests.contract.scenarios import read_scenario

    if (case := params.get("case")) is not None:
        return tuple(case.expansions)
    file = params.get("file")
    return tuple(read_scenario(file).get("modules", [""])[1:]) if isinstance(file, Path) else None


def caches_of_rules() -> list[Any]:
    """Return the caches that remember answers of rules or whole games played by them."""
    wrappers = [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]
    return [one for one in wrappers if one.__module__.startswith(("lpbe.games", "lpbe.bots", "tests."))]


def forget(caches: Sequence[Any]) -> None:
    for cache in caches:
        cache.cache_clear()


def functions(files: Sequence[Path]) -> dict[tuple[str, str, int], list[FunctionType]]:
    """Return the functions of some files that exist at run time, by file, name and line."""
    names, out = {str(file) for file in files}, defaultdict(list)
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename in names:
            code = one.__code__
            out[code.co_filename, code.co_qualname, code.co_firstlineno].append(one)
    return out


def codes(code: CodeType) -> Iterator[CodeType]:
    """Return the functions that a compiled module defines, and the methods of its classes."""
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield const
            yield from codes(const)


def measure_reach(checks: Sequence[Check], files: Sequence[Path], caches: Sequence[Any]) -> Reach:
    """Run every case alone, line by line, and every group of laws, function by function."""
    reach, names = Reach(), {str(file) for file in files}
    for number, check in enumerate(checks):
        if not check.law:
            forget(caches)
            lines = trace_lines(check.run, names)
            reach.width[number] = len(lines)
            for line in lines:
                reach.cases[line].append(number)
    for group, members in group_checks(checks).items():
        forget(caches)
        found = called_functions(members, names)
        reach.width[group] = len(found)
        for function in found:
            reach.laws[function].append(group)
    forget(caches)
    return reach


def group_checks(checks: Sequence[Check]) -> dict[str, list[Check]]:
    out = defaultdict(list)
    for check in checks:
        if check.law:
            out[check.group].append(check)
    return dict(out)


def trace_lines(run: Callable[[], object], names: set[str]) -> set[tuple[str, int]]:
    seen = set[tuple[str, int]]()

    def trace(frame: FrameType, event: str, arg: object) -> Callable[..., object] | None:
        if frame.f_code.co_filename not in names:
            return None
        seen.add((frame.f_code.co_filename, frame.f_lineno))
        return trace

    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(None)
    return seen


def called_functions(members: Sequence[Check], names: set[str]) -> set[tuple[str, str]]:
    """Return the functions of these files that some checks call, by file and name; nested ones count as the outer."""
    seen = set[CodeType]()

    def trace(frame: FrameType, event: str, arg: object) -> None:
        seen.add(frame.f_code)  # it asks only for calls, so it gets nothing else

    sys.settrace(trace)
    try:
        for check in members:
            check.run()
    finally:
        sys.settrace(None)
    return {
        (code.co_filename, code.co_qualname.partition(".<locals>")[0]) for code in seen if code.co_filename in names
    }
