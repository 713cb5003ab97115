"""Small pictures of resources and buildings, our own: a game pins them to its things by name."""

from __future__ import annotations

from functools import lru_cache

from .shapes import INK, num

ICONS = {
    "drop": "M0 -1C.9 .1 .8 1 0 1S-.9 .1 0 -1Z",
    "crystal": "M-.5 -.9H.5L.9 -.3L0 1L-.9 -.3ZM-.9 -.3H.9M-.3 -.3L0 1L.3 -.3",
    "bolt": "M.3 -1L-.7 .2H-.1L-.3 1L.7 -.3H.1Z",
    "ingot": "M-.5 -.5H.5L1 .6H-1Z",
    "mushroom": "M-1 .1C-1 -1.2 1 -1.2 1 .1H.3L.4 1H-.4L-.3 .1Z",
    "tree": "M0 -1L.8 .1H.4L.9 .6H.2V1H-.2V.6H-.9L-.4 .1H-.8Z",
    "dome": "M-1 .8A1 1.4 0 0 1 1 .8ZM-.3 .8V.1H.3V.8",
    "roof": "M-1 0L0 -.9L1 0H.7V.9H-.7V0Z",
    "tower": "M-.6 1V-.5L.1 -1V-.4H.6V1ZM-.3 -.1H.3M-.3 .4H.3",
    "anchor": "M0 -1V.9M-.4 -.5H.4M-.9 .2C-.8 1.1 .8 1.1 .9 .2",
    "works": "M-.9 .9V-.2L-.3 .2V-.2L.3 .2V-.9H.8V.9Z",
}
"""Paths between -1 and 1."""


@lru_cache(2048)
def icon(name: str, x: float, y: float, radius: float, fill: str) -> str:
    """One of the pictures around x, y; nothing for a name that has none."""
    if name not in ICONS:
        return ""
    where = f"translate({num(x)} {num(y)}) scale({num(radius)})"
    return f'<path transform="{where}" d="{ICONS[name]}" fill="{fill}" stroke="{INK}" stroke-width=".16"/>'
