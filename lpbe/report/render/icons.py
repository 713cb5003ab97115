"""The icons of pages: one small symbol for each thing that a game or the page itself names."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache

from .assets import read

USED_ICON = re.compile(r"#i-([\w-]+)")
PARTS = re.compile(r"[-_. ]")
DEFAULT = "dot"


@cache
def drawings() -> dict[str, dict[str, str]]:
    """Return filled shapes, line shapes, and other names for them."""
    return tomllib.loads(read("", "icons.toml"))


def drawn_as(name: str) -> str:
    """Return the icon that stands for a thing: its own, that of another name, or that of a part of its name."""
    known = drawings()
    parts = PARTS.split(name)
    for part in (name, name.split(" ")[0], parts[0], parts[-1]):
        found = known["names"].get(part, part)
        if found in known["filled"] or found in known["stroked"]:
            return found
    return DEFAULT


def symbols(names: Iterable[str]) -> str:
    """Return the definitions of icons, each under the name by which a page refers to it."""
    return "".join(symbol(name) for name in sorted({*names, DEFAULT}))


def symbol(name: str) -> str:
    shape = drawn_as(name)
    kind = "filled" if shape in drawings()["filled"] else "stroked"
    path = drawings()[kind][shape]
    return f'<symbol id="i-{name}" viewBox="-1.3 -1.3 2.6 2.6"><path d="{path}" class="{kind}"/></symbol>'


def used_icons(html: str) -> set[str]:
    """Return the names of the icons that a page refers to."""
    return set(USED_ICON.findall(html))
