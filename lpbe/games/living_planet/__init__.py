"""Living Planet: explore, exploit and survive a planet that strikes back, for two to four players."""

from __future__ import annotations

from ...kernel.rules import Game
from .base import BASE

GAME = Game("living-planet", 1, BASE, {}, seats=("red", "blue", "yellow", "green"), players=(2, 4))
