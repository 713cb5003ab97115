"""The tools still work with the kernel: the bench plays its games; the workflow runs supported versions."""

from __future__ import annotations

import importlib.util
import re
import sys
import tomllib
from itertools import islice
from pathlib import Path
from types import ModuleType

import pytest

from lpbe.games import game_of

ROOT = Path(__file__).parent.parent
TOOLS = ROOT / "tools"


def load(name: str) -> ModuleType:
    path = TOOLS / f"{name}.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    tool = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = tool
    spec.loader.exec_module(tool)
    return tool


@pytest.mark.parametrize("name", ["living-planet", "pebbles"])
def test_the_bench_plays_a_game(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Four seats with policies and plans, to the end; its files grow in git, and its log is valid."""
    monkeypatch.syspath_prepend(TOOLS)
    engine, games, folders = load("bench_engine"), load("bench_games"), load("bench_folders")
    table = games.host(name)
    deeds = list(games.play(table, 1))
    lines = games.lines_of(table, deeds)
    assert engine.window(deeds[-1].after)[0] == "over"
    assert len(lines) == len(deeds) + 1
    engine.check_whole(table, deeds[-1].after, lines)
    assert 1 < folders.sizes(table, deeds)["game_kb"] < 100
    assert 1 < folders.git_growth(table, deeds[:12], tmp_path / "git")["git_kb"] < 100
    assert len(list(games.long_log(table, 60))) == 60
    assert len(list(games.orders_only(table, 1))) > len(deeds) or name == "pebbles"


def test_the_bench_weighs_a_game_in_which_everything_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """No seat's policy or plans are too large; what is measured keeps its limits."""
    monkeypatch.syspath_prepend(TOOLS)
    load("bench_engine")
    games, folders, goals = load("bench_games"), load("bench_folders"), load("bench").GOALS
    table = games.host("living-planet")
    deeds = list(islice(games.play_by_the_book(table, 0), 60))
    views = [view for deed in deeds[8:12] for view in deed.after.hidden.views.values()]
    assert not [news for view in views for news in view.news if news["event"] == "unfit"]
    assert sum(len(view.screen["standing"]["plan"]) for view in views[-len(table.people) :]) == 16
    weighed = folders.sizes(table, deeds)
    assert all(size <= goals[name][1] for name, size in weighed.items())


def test_the_bench_makes_up_the_longest_list_of_2116() -> None:
    """How long it takes is up to the bench; that it is the longest kind of list is shown here."""
    lists = load("bench_lists")
    state = lists.richest()
    assert lists.count_orders(state) > 4000
    assert "planet2116_legal_ms" in lists.measure(1)


def test_the_bench_plays_living_planet_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(TOOLS / "peers")
    driver = load("peers/living_planet")
    moves = [driver.moves(number) for number in (1, 2, 3)]
    assert min(moves) > 100, "four seats, twelve turns"
    assert moves == [driver.moves(number) for number in (1, 2, 3)]
    answer, decided = driver.decisions(1)
    assert answer == moves[0] and answer / 2 < decided < answer


def test_every_figure_of_random_play_has_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(TOOLS)
    bench = load("bench_moves")
    assert all((bench.FOLDER / driver).is_file() for driver in bench.DRIVERS.values())
    ours = {name for name, driver in bench.DRIVERS.items() if driver == bench.DRIVERS[""]}
    assert (
        ours == {"", *(f"{name}_" for name in bench.EXPANSIONS)}
        and (*game_of("living-planet").expansions,) == bench.EXPANSIONS
    )
    assert {f"{name}_moves_x" for name in bench.EXPANSIONS} <= load("bench").GOALS.keys()


def test_the_bench_writes_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(TOOLS)
    load("bench_engine")
    load("bench_games")
    pages = load("bench_pages")
    table = sys.modules["bench_games"].host("living-planet")
    deed = list(islice(sys.modules["bench_games"].play(table, 1), 30))[-1]
    assert pages.public(table, deed).startswith("Living Planet, step ")
    assert "lpbe order" in pages.own(table, deed)
    assert pages.board(table, deed).startswith("<svg")


@pytest.mark.soak
def test_the_bench_reads_and_sends_mails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every e-mail is due once, and every order is found: the bench itself reports this."""
    monkeypatch.syspath_prepend(TOOLS)
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    engine, games, mail = load("bench_engine"), load("bench_games"), load("bench_mail")
    table = games.host("living-planet")
    key = tmp_path / "XDG_CONFIG_HOME" / "lpbe" / "key"
    key.parent.mkdir(parents=True)
    key.write_bytes(engine.referee_key(table))
    key.chmod(0o600)
    deeds = list(islice(games.play(table, 0), 12))
    figures = mail.measure(str(Path(sys.executable).parent / "lpbe"), table, deeds, tmp_path, 5, 4)
    assert {name for name in load("bench").GOALS if name.startswith("mail_")} == figures.keys()


def test_the_workflow_runs_the_readmes_commands_on_every_supported_python() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    versions = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text()
    matrix = re.search(r"python: \[(.*)\]", workflow)
    assert matrix and re.findall(r'"([\d.]+)"', matrix[1]) == versions
    assert project["requires-python"] == f">={versions[0]}"
    assert "os: [ubuntu-latest, macos-latest]" in workflow
    assert re.findall(r"run: make (\w+)", workflow) == ["demo", "test"]


def test_the_demo_needs_nothing_of_the_tests() -> None:
    makefile = (ROOT / "Makefile").read_text()
    needs = dict(re.findall(r"(?m)^(\S+): ?(.*)$", makefile))
    assert needs["demo"] == "$(VENV)/installed" and needs["$(VENV)/ready"] == "$(VENV)/installed"
    recipes = re.findall(r"(?m)^\$\(VENV\)/installed:.*\n((?:\t.*\n)+)", makefile)
    assert len(recipes) == 1 and "[test]" not in recipes[0]


def test_soaks_name_no_game() -> None:
    """A new game's folder is included automatically."""
    makefile = (ROOT / "Makefile").read_text()
    recipes = re.findall(r"(?m)^(?:SOAK|EXPANSIONS) .*|^soak[^\n]*:.*\n(?:\t.*\n)*", makefile)
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/contract_config.py")} - {"contract"}
    assert len(recipes) >= 5 and len(folders) >= 2
    assert not [folder for folder in folders for recipe in recipes if folder in recipe]


@pytest.mark.parametrize("retake", ["same-turn", "next-turn"])
def test_the_balance_is_measured(retake: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A dull player forces a six in every turn by the one rule, in every other by the other."""
    balance = load("balance")
    balance.edge(retake, 1)
    balance.floor(retake, 2)
    wins, points = capsys.readouterr().out.splitlines()
    assert wins.startswith(f"{retake}: wins of the first Leader") and wins.count(",") >= 4
    assert {"same-turn": "18.0", "next-turn": "16.0"}[retake] in points


def test_every_change_that_is_said_to_change_nothing_could_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """And each gives a reason; one that is gone from the rules is gone from the list."""
    monkeypatch.syspath_prepend(TOOLS)
    load("mutations")
    mutants = load("mutant_books")
    books = mutants.mutant_books(mutants.known_books())
    assert {"living-planet", "pebbles"} <= books.keys()
    for book in books.values():
        names = {one.name for _, _, one in mutants.every(book)}
        listed = mutants.equivalents(book)
        assert len(names) > 20
        assert {name: why for name, why in listed.items() if name not in names or len(why) < 20} == {}


def test_what_fails_or_never_ends_without_any_change_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise it would notice every change, and nothing could be tested."""
    monkeypatch.syspath_prepend(TOOLS)
    for name in ("mutations", "mutant_books"):
        load(name)
    mutants = load("mutants")

    def fails() -> None:
        raise AssertionError

    good, bad = (False, "good", lambda: None), (True, "bad", fails)
    assert mutants.aside(lambda: mutants.judge_mutant([good, good])) == ""
    assert mutants.aside(lambda: mutants.judge_mutant([good, bad])) == '[true, "bad"]'
    monkeypatch.setattr(mutants, "PATIENCE", 0.05)
    with pytest.raises(SystemExit, match="never ends"):
        mutants.aside(lambda: mutants.judge_mutant([good, (False, "lost", lambda: [0 for _ in iter(int, 1)])]))


def test_a_change_is_made_at_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(TOOLS)
    mutations = load("mutations")
    source = "def may(age, old=18):\n    require(age >= old, 'A-1', 'by {n}', n=old - age)\n    return age > 0\n"
    made = {one.name: one for one in mutations.mutations(source, "gate")}
    assert sorted(name.partition(": ")[2] for name in made) == [
        "0 -> 1",
        "age > 0 -> age >= 0",
        "age >= old -> age > old",
        "require(age >= old, 'A-1', 'by {n}', n=old - age) -> pass",
    ]
    changed = made["gate may: age > 0 -> age >= 0"]
    assert (changed.function, changed.first, changed.top) == ("may", 3, False)
    namespace: dict[str, object] = {"require": lambda ok, *words, **values: None}
    exec(compile(changed.made(), "gate", "exec"), namespace)
    may = namespace["may"]
    assert callable(may) and may(0) is True and may(-1) is False
