"""Measure a host of many games: the cost of a tick with nothing to do, and with a few orders waiting, in wall time."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import bench_engine as engine
import bench_folders as folders
from bench_clock import cold, note
from bench_engine import Host
from bench_games import Deed

GAMES, ORDERS, STEPS = 1000, 50, 30


def measure(lpbe: str, table: Host, deeds: Sequence[Deed], desk: Path) -> dict[str, float]:
    """Measure a thousand games of four seats, a few steps old, in one tree and one process; then give fifty an order.

    They are copies of one game, which pins would reveal, so the second tick runs without pins. Earlier measurements
    went further in that game, so their pins are deleted.
    """
    note(f"a tick of {GAMES} games, {ORDERS} orders")
    shutil.rmtree(desk / "state", ignore_errors=True)
    first = folders.fill_folder(table, deeds[:STEPS], desk / "one-of-many")
    tree = desk / "many"
    for number in range(GAMES):
        shutil.copytree(first, tree / f"{number // 100}" / f"{number:04}", copy_function=shutil.copyfile)
    idle = cold([lpbe, "run", str(tree)])
    letter = engine.letter_bytes(deeds[STEPS].envelope, "order.toml")
    for folder in sorted(tree.glob("*/*"))[:: GAMES // ORDERS]:
        (folder / "inbox").mkdir(exist_ok=True)
        (folder / "inbox" / "order.toml").write_bytes(letter)
    busy = cold([lpbe, "run", "--no-pin", str(tree)])
    assert len(list(tree.glob("*/*/inbox/*"))) == 0
    shutil.rmtree(tree)
    return {"tick_s": idle, "tick_orders_s": busy}
