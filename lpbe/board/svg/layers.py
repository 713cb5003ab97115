"""What all boards consist of: layers from the ground up, and the box around them."""

from __future__ import annotations

from msgspec import Struct


class Box(Struct, frozen=True):
    """A rectangle of the drawing plane."""

    left: float
    top: float
    width: float
    height: float


class Layers(Struct, frozen=True):
    """The parts of a board by layer."""

    ground: list[str]
    threats: list[str]
    pieces: list[str]
