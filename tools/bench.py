"""Measure speed: cold commands against a bare interpreter, and work inside one process.

A compiled, non-editable copy of the project in .bench/venv is measured with that environment's own interpreter. Ratios
come from interleaved runs, because clocks of shared machines are unreliable. Instructions are counted by callgrind if
it is installed. Work inside one process is measured in processor time, the best of several tries; where processes share
the work, in wall time.

Everything is measured with Living Planet, four seats, policies and plans, in the middle of a game. Figures of the small
game begin with pebbles_, the longest list and the pages of 2116 with planet2116_, and pages of a game with all
expansions with expansions_. Random play is measured next to other engines, which have no goals. The last line is one
JSON object.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import bench_against as against
import bench_cold
import bench_moves as moves
from bench_clock import best, busy, cold, interleave_runs, note, ratio

ROOT = Path(__file__).resolve().parent.parent
BENCH = ROOT / ".bench"
VENV, DESK = BENCH / "venv", Path(gettempdir(), f"lpbe-bench-{os.getuid()}")
"""The folder is outside every git work tree, where no e-mails may be kept."""
PINS = DESK / "state"
PYTHON, LPBE = str(VENV / "bin" / "python"), str(VENV / "bin" / "lpbe")
PASS = [PYTHON, "-c", "pass"]

GOALS: Mapping[str, tuple[str, float]] = {
    "apply_json_x": ("<=", 9.0),
    "apply_toml_x": ("<=", 10.0),
    "version_x": ("<=", 5.0),
    "help_x": ("<=", 5.0),
    "applies_per_s": (">=", 500),
    "verify0_per_s": (">=", 3000),
    "verify2_per_s": (">=", 350),
    "growth_x": ("<=", 1.05),
    "hostile_ms": ("<=", 150),
    "game_kb": ("<=", 34),
    "log_line_kb": ("<=", 2),
    "git_kb": ("<=", 18),
    "cold_apply_x": ("<=", 1.25),
    "cold_order_x": ("<=", 1.1),
    "cold_legal_x": ("<=", 1.1),
    "cold_report_x": ("<=", 1.1),
    "applies_x": (">=", 1.4),
    "verify2_x": (">=", 1.4),
    "verify_reports_x": ("<=", 0.6),
    "junk_s": ("<=", 2),
    "simulate_jobs2_x": (">=", 1.8),
    "tick_s": ("<=", 10),
    "tick_orders_s": ("<=", 15),
    "mail_in_s": ("<=", 10),
    "mail_in_orders_s": ("<=", 15),
    "mail_out_s": ("<=", 10),
    "mail_out_due_s": ("<=", 15),
    "content_x": ("<=", 0.3),
    "report_ms": ("<=", 5.0),
    "seat_report_ms": ("<=", 40.0),
    "board_ms": ("<=", 10.0),
    "expansions_report_ms": ("<=", 5.0),
    "expansions_seat_report_ms": ("<=", 40.0),
    "planet2116_report_ms": ("<=", 5.0),
    "planet2116_seat_report_ms": ("<=", 40.0),
    "pebbles_apply_json_x": ("<=", 9.0),
    "pebbles_apply_toml_x": ("<=", 10.5),
    "apply_instr_x": ("<=", 11.5),
    "pebbles_apply_instr_x": ("<=", 10.5),
    "pebbles_growth_x": ("<=", 1.05),
    "pebbles_hostile_ms": ("<=", 150),
    "moves_per_s": (">=", 8000),
    "arboria_moves_x": (">=", 0.5),
    "aquarius_moves_x": (">=", 0.33),
    "planet2116_legal_ms": ("<=", 150),
}
NEEDLESS = ("pip", "setuptools", "distutils-precedence.pth")
Figures = dict[str, float]


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure a compiled copy of the project.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds and a shorter log: a first look")
    parser.add_argument("--against", metavar="CHECKOUT", help="an older version: how much faster this one is")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if not asked.inside:
        return again_inside(build(asked.against), sys.argv[1:])
    shutil.rmtree(DESK, ignore_errors=True)
    DESK.mkdir(parents=True)
    try:
        figures = measure(asked.quick, asked.against)
    finally:
        shutil.rmtree(DESK, ignore_errors=True)
    print(as_table(figures))
    print(json.dumps({name: round_figure(value) for name, value in figures.items()}))
    return 0


def clean_environment() -> dict[str, str]:
    """Return the environment of commands: no Python settings, none of ours, and a referee's key and pins of our own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LPBE_"))}
    return {**kept, "XDG_CONFIG_HOME": str(DESK / "config"), "XDG_STATE_HOME": str(PINS)}


def build(older: str | None = None) -> dict[str, str]:
    """Install and compile a copy of the project, with nothing else of ours beside it."""
    note("building .bench/venv")
    environment = clean_environment()
    fresh = not Path(PYTHON).exists() or (ROOT / "pyproject.toml").stat().st_mtime > VENV.stat().st_mtime
    if fresh:
        shutil.rmtree(VENV, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", VENV], env=environment, check=True)
    pip = [sys.executable, "-m", "pip", "--python", PYTHON, "--quiet", "--disable-pip-version-check"]
    again = [] if fresh else ["--no-deps", "--force-reinstall"]
    subprocess.run([*pip, "install", "--compile", *again, str(ROOT)], env=environment, stdout=sys.stderr, check=True)
    packages = next((VENV / "lib").glob("python*")) / "site-packages"
    assert not any((packages / name).exists() for name in NEEDLESS), "something in .bench/venv slows every start"
    moves.install(environment)
    if older:
        against.install(older, environment)
    return environment


def again_inside(environment: dict[str, str], args: Sequence[str]) -> int:
    """Continue with the interpreter that is measured."""
    call = [PYTHON, __file__, "--inside", *args]
    return subprocess.run(call, env=environment, check=False).returncode


def measure(quick: bool, older: str | None) -> Figures:
    import bench_folders as folders
    import bench_games as games
    import bench_hosts as hosts
    import bench_lists as lists
    import bench_mail as mail
    import bench_pages as pages
    import bench_waits as waits

    rounds = 7 if quick else 21
    figures = Figures()
    tables = {name: games.host(name) for name in games.GAMES}
    write_key(tables["living-planet"])
    note("playing games")
    plays = {name: play_games(table, 1 if quick else 2) for name, table in tables.items()}
    figures |= commands({name: games.middle(tables[name], deeds[0]) for name, deeds in plays.items()}, rounds)
    for name, table in tables.items():
        figures |= prefix_figures(name, instructions(name))
        figures |= prefix_figures(name, in_process(table, plays[name], 2 if quick else 5))
        figures |= prefix_figures(name, growth(table, 300 if quick else games.LONGEST[name], rounds))
        figures |= prefix_figures(name, hostile(name, games.HOSTILE, 1 if quick else 3))
    table, deeds = tables["living-planet"], plays["living-planet"][0]
    said = list(games.play_by_the_book(table, 0))
    note(f"a commit for each of {len(said)} steps")
    figures |= folders.sizes(table, said) | folders.git_growth(table, said[:60] if quick else said, DESK / "git")
    figures |= waits.time_verify([LPBE, *([against.LPBE] if older else [])], DESK, 2 if quick else 7)
    if older:
        figures |= bench_cold.ratios(against.LPBE, LPBE, rounds)
        figures |= against.measure(PYTHON, older, 3 if quick else 5)
    inbox = folders.fill_folder(table, deeds[: len(deeds) // 2], DESK / "inbox")
    figures |= waits.junk(LPBE, inbox, DESK, 1 if quick else 3) | waits.time_simulations(LPBE, 1 if quick else 3)
    figures |= hosts.measure(LPBE, table, deeds, DESK)
    figures |= mail.measure(LPBE, table, deeds[: hosts.STEPS], DESK, hosts.GAMES, hosts.ORDERS)
    figures |= content_cost(rounds)
    note("writing pages")
    figures |= pages.measure(2 if quick else 5) | lists.measure(2 if quick else 5)
    figures |= moves.measure(PYTHON, os.environ, 3 if quick else 5)
    order = dict.fromkeys((*GOALS, *moves.FIGURES, *sorted(figures)))
    return {name: figures[name] for name in order if name in figures}


def prefix_figures(game: str, figures: Figures) -> Figures:
    """Give the figures of the small game names of their own."""
    return figures if game == "living-planet" else {f"{game}_{name}": value for name, value in figures.items()}


def play_games(table: Any, count: int) -> list[list[Any]]:
    import bench_games as games

    return [list(games.play(table, seed)) for seed in range(count)]


def write_key(table: Any) -> None:
    import bench_engine as engine

    folder = DESK / "config" / "lpbe"
    folder.mkdir(parents=True, mode=0o700)
    key = os.open(folder / "key", os.O_CREAT | os.O_WRONLY, 0o600)
    os.write(key, engine.referee_key(table))
    os.close(key)


def apply_command(game: str, form: str) -> list[str]:
    file, order, following, report = (
        str(DESK / name) for name in (f"{game}.{form}", f"{game}-order.toml", f"{game}-next.{form}", "r.txt")
    )
    return [LPBE, "apply", file, order, "-o", following, "--report", report]


def commands(deeds: Mapping[str, Any], rounds: int) -> Figures:
    """Measure cold commands as multiples of a bare interpreter's start."""
    import bench_engine as engine

    calls: dict[str, list[str]] = {"version_x": [LPBE, "--version"], "help_x": [LPBE, "--help"]}
    for game, deed in deeds.items():
        (DESK / f"{game}-order.toml").write_bytes(engine.letter_bytes(deed.envelope, "order.toml"))
        for form in ("json", "toml"):
            (DESK / f"{game}.{form}").write_bytes(engine.game_bytes(deed.before, f"game.{form}"))
            calls |= {name: apply_command(game, form) for name in prefix_figures(game, {f"apply_{form}_x": 0})}
    note(f"cold commands, {rounds} rounds")
    base, *times = interleave_runs([lambda call=call: cold(call) for call in (PASS, *calls.values())], rounds)
    for game, deed in deeds.items():
        for form in ("json", "toml"):
            written = (DESK / f"{game}-next.{form}").read_bytes()
            assert written == engine.game_bytes(deed.after, f"next.{form}"), (game, form)
    return {name: ratio(column, base) for name, column in zip(calls, times, strict=True)}


def instructions(game: str) -> Figures:
    """Count the instructions of an apply relative to a bare interpreter: the same in every run."""
    if not shutil.which("valgrind"):
        note("no valgrind: instructions are not counted")
        return {}
    note("counting instructions")
    spent = count([PYTHON, *apply_command(game, "json")])
    return {"apply_instr_x": spent / count(PASS), "apply_instr_m": spent / 1e6}


def count(command: Sequence[str]) -> int:
    out = DESK / "callgrind.out"
    call = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", *command]
    subprocess.run(call, env={**os.environ, "PYTHONHASHSEED": "0"}, capture_output=True, check=True)
    totals = [line for line in out.read_text().splitlines() if line.startswith(("summary:", "totals:"))]
    return int(totals[-1].split()[1])


def in_process(table: Any, plays: Sequence[Sequence[Any]], repeats: int) -> Figures:
    """Count the orders applied and the log entries verified per second of one processor."""
    import bench_engine as engine
    import bench_games as games

    logs = [(deeds[-1].after, games.lines_of(table, list(deeds))) for deeds in plays]
    entries, orders = sum(len(lines) for _, lines in logs), sum(len(deeds) for deeds in plays)
    note(f"applying {orders} orders, verifying {entries} entries")

    def level_0() -> None:
        for last, lines in logs:
            engine.check_chain(table, last, lines)

    def level_2() -> None:
        for last, lines in logs:
            engine.check_whole(table, last, lines)

    def batch() -> None:
        for deeds in plays:
            apply_all(table, deeds)

    applied, chain_only, full = (best(work, repeats) for work in (batch, level_0, level_2))
    return {
        "applies_per_s": orders / applied,
        "verify0_per_s": entries / chain_only,
        "verify2_per_s": entries / full,
    }


def apply_all(table: Any, deeds: Sequence[Any]) -> None:
    """Apply a full inbox in one process: every order of a game, with the game file written once at the end."""
    import bench_engine as engine

    step = deeds[0].before
    for deed in deeds:
        step = engine.apply(table, step, deed.envelope)
    (DESK / "batch.json").write_bytes(engine.game_bytes(step, "batch.json"))


class Folder:
    """A game folder on which the same order can be applied again and again."""

    def __init__(self, name: str, lines: Any) -> None:
        self.path = DESK / name
        self.path.mkdir()
        with open(self.path / "log.jsonl", "wb") as log:
            for line, self.step in lines:
                log.write(line + b"\n")
        self.size = (self.path / "log.jsonl").stat().st_size

    def close(self, table: Any) -> None:
        """Write the rest of the folder, and the order that comes next."""
        import bench_engine as engine
        import bench_games as games

        order = games.change_policy(table, self.step, "red")
        (DESK / f"{self.path.name}.toml").write_bytes(engine.letter_bytes(order, "order.toml"))
        self.game = engine.game_bytes(self.step, "game.json")
        (self.path / "reports").mkdir()
        (self.path / "reports" / f"{self.step.game.state.seq:06}.txt").touch()

    def apply(self) -> float:
        """Apply one order in place, on the folder as it was; nothing remembers the previous time."""
        shutil.rmtree(PINS, ignore_errors=True)
        (self.path / "game.json").write_bytes(self.game)
        os.truncate(self.path / "log.jsonl", self.size)
        spent = cold([LPBE, "apply", str(self.path), str(DESK / f"{self.path.name}.toml")])
        assert (self.path / "log.jsonl").stat().st_size > self.size
        return spent


def growth(table: Any, entries: int, rounds: int) -> Figures:
    """Measure how much a long history slows down the next order."""
    import bench_games as games

    folders = []
    for size in (10, entries):
        note(f"building a log of {size} entries")
        folder = Folder(f"{table.rules.game.name}-log-{size}", games.long_log(table, size))
        folder.close(table)
        folders.append(folder)
    note("applying at the end of both")
    short, long = interleave_runs([folder.apply for folder in folders], rounds)
    return {"growth_x": ratio(long, short)}


def hostile(game: str, orders: Mapping[str, str], rounds: int) -> Figures:
    """Measure the worst that an order file of 64 KiB does to `apply`, in milliseconds of processor time."""
    from lpbe.kernel.disk.files import MAX_ORDER_BYTES

    note(f"{len(orders)} hostile orders")
    runs: list[Callable[[], float]] = [lambda: busy([LPBE, "--version"])]
    for name, text in orders.items():
        assert len(text) <= MAX_ORDER_BYTES, name
        (DESK / name).write_text(text)
        call = [LPBE, "apply", str(DESK / f"{game}.json"), str(DESK / name), "-o", str(DESK / "none.json")]
        runs.append(lambda call=call: busy(call, wanted=6))
    base, *times = interleave_runs(runs, rounds)
    spent = {name: min(column) - min(base) for name, column in zip(orders, times, strict=True)}
    worst = max(spent, key=lambda name: spent[name])
    note(f"the worst is '{worst}'")
    return {"hostile_ms": 1000 * spent[worst]}


def content_cost(rounds: int) -> Figures:
    """Measure what rows and words cost a command that needs them, in processor time."""
    note("loading content")
    game = "'living-planet'"
    module = f"from lpbe.games import game_of; from lpbe.kernel.content import packs; game_of({game})"
    loading = f"{module}; packs.rows({game}); packs.words({game}, 'en'); packs.rules_hash({game}, ())"
    calls = [PASS, [PYTHON, "-c", module], [PYTHON, "-c", loading]]
    base, without, loaded = interleave_runs([lambda call=call: busy(call) for call in calls], rounds)
    return {"content_x": ratio(loaded, base) - ratio(without, base)}


def round_figure(value: float) -> float:
    return round(value, 2) if value < 100 else round(value)


def judge_figure(name: str, value: float) -> tuple[str, str]:
    """Return the goal of a figure, and whether it is met; other engines have no goals."""
    if name not in GOALS:
        return "", ""
    sign, goal = GOALS[name]
    met = value <= goal if sign == "<=" else value >= goal
    return f"{sign} {goal:g}", "holds" if met else "over" if sign == "<=" else "under"


def as_table(figures: Figures) -> str:
    lines = [("figure", "value", "goal", "")]
    for name, value in figures.items():
        lines.append((name, f"{round_figure(value):g}", *judge_figure(name, value)))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(f"{a:<{widths[0]}}  {b:>{widths[1]}}  {c:<{widths[2]}}  {d}".rstrip() for a, b, c, d in lines)


if __name__ == "__main__":
    sys.exit(main())
