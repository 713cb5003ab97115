"""Which games are recorded, and where: one folder per version that made them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .table import HERE

PARTS = ("game.toml", "log.jsonl", "inbox", "refused")
"""The files of a game. Reports can be written again."""
FINISHED, UNFINISHED = "finished", "unfinished"


@dataclass(frozen=True)
class Wish:
    """Which game, and how it is requested."""

    game: str
    seats: tuple[str, ...]
    options: tuple[str, ...] = ()
    windows: int = 40
    """How many questions of the unfinished game are answered."""
    can_stop: bool = False


TWO = ("red", "blue")
GAMES = {
    "pebbles": Wish("pebbles", TWO, windows=6),
    "moss": Wish("pebbles", TWO, ("--with", "moss"), windows=6),
    "living-planet": Wish("living-planet", TWO, can_stop=True),
    "arboria": Wish("living-planet", TWO, ("--with", "arboria")),
    "aquarius": Wish("living-planet", TWO, ("--with", "aquarius")),
    "terra_h2o": Wish("living-planet", TWO, ("--with", "aquarius", "--set", "aquarius.scenario=terra_h2o")),
    "both": Wish("living-planet", TWO, ("--with", "aquarius", "--with", "arboria")),
    "planet-2116": Wish("planet-2116", ("planet", "human-1", "human-2", "human-3"), windows=15),
}
WEEKS = "weeks"
"""One more game, with everything that can happen besides the play itself."""


def recorded_games(part: str) -> list[Path]:
    """Return the folders of finished or unfinished games of every version."""
    return sorted(path.parent for path in HERE.glob(f"*/*/{part}/game.toml"))


def game_title(folder: Path) -> str:
    """Return the name of a game and the version that made it."""
    return f"{folder.parent.name}-{folder.parent.parent.name}"
