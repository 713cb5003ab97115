"""Record games of the present version, played with the commands that people type.

Run from the root of the checkout: python -m tests.compatibility.make Existing recordings are never changed. A new
version gets a folder of its own when its format or its rules differ.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from lpbe import __version__

from .games import FINISHED, GAMES, PARTS, UNFINISHED, WEEKS, Wish
from .table import HERE, HOST, KEYS, PEOPLE, PLAYERS, Table
from .weeks import weeks_of_play


def main() -> None:
    make_keys()
    for name in (*GAMES, WEEKS):
        for part in (FINISHED, UNFINISHED):
            folder = HERE / __version__ / name / part
            if not folder.exists():
                record(name, part, folder)


def make_keys() -> None:
    """Make the keys once: the same people play all recorded games."""
    KEYS.mkdir(exist_ok=True)
    for who in PEOPLE:
        path = KEYS / who
        if not path.exists():
            Table(HERE).do(who, "key", "new", "--out", str(path), "--force")


def record(name: str, part: str, folder: Path) -> None:
    with tempfile.TemporaryDirectory() as root:
        table = weeks_of_play(Path(root), part) if name == WEEKS else play_part(Path(root), GAMES[name], part)
        assert table.is_over == (part == FINISHED), (name, part)
        for path in (table.mars / name for name in PARTS):
            if path.is_dir() and any(path.iterdir()):
                shutil.copytree(path, folder / path.name)
            elif path.is_file():
                folder.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, folder / path.name)
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        print(f"{name}, {part}: {table.game.state.seq} steps, {size >> 10} KB")


def play_part(root: Path, wish: Wish, part: str) -> Table:
    """Play to the end, or some way, after which one answer is left in the inbox."""
    table = Table.set_up(root)
    asked = ["--game", wish.game, "--seats", ",".join(wish.seats)]
    table.sit(table.do(HOST, "new", "mars", *asked, *wish.options)["invitations"])
    table.play(10_000 if part == FINISHED else wish.windows)
    if part == UNFINISHED:
        stop_and_play_on(table, wish)
        table.answer(table.game.state.window.waiting[0])
    return table


def stop_and_play_on(table: Table, wish: Wish) -> None:
    """Let somebody agree to end the game and then change their mind, if the game supports that."""
    for words in (["--yes"], ["--withdraw"]) if wish.can_stop else ():
        table.do(PLAYERS[0], "stop", "mars", *words)
        table.run()


if __name__ == "__main__":
    main()
