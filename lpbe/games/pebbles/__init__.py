"""Pebbles: one page of rules of our own that uses every feature of the kernel."""

from __future__ import annotations

from ...kernel.play.rules import Game
from .base import BASE
from .moss import MOSS

GAME = Game(
    "pebbles",
    1,
    BASE,
    {"moss": MOSS},
    seats=("red", "blue", "green", "yellow"),
    players=(2, 4),
    clock=("round", 4),
)
