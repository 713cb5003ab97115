"""Which games are kept, and where: a folder for each version that made them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .table import HERE

PARTS = ("game.toml", "log.jsonl", "inbox", "refused")
"""What a game is. Reports can be written again."""
FINISHED, UNFINISHED = "finished", "unfinished"


@dataclass(frozen=True)
class Wish:
    """Which game, and how it is asked for."""

    game: str
    seats: tuple[str, ...]
    options: tuple[str, ...] = ()
    windows: int = 40
    """So many questions are answered of the game that is not finished."""
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
"""One more: all that may happen beside the play happens in it."""


def kept(part: str) -> list[Path]:
    """The folders of games that are finished, or are not, of every version."""
    return sorted(path.parent for path in HERE.glob(f"*/*/{part}/game.toml"))


def title(folder: Path) -> str:
    """A game and the version that made it."""
    return f"{folder.parent.name}-{folder.parent.parent.name}"
