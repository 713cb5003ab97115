"""The style sheet of all boards: their colours in light and dark mode, and the size of their letters on the screen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from os.path import dirname, join

from ...kernel.disk.files import read
from .palette import PALETTE, UNKNOWN, UNKNOWN_COLOUR, ink_on

MAX_BYTES = 50_000
"""The maximum size of the file of colours."""
MIN_LETTER_PX = 11.2
"""The smallest letters on the screen."""
FONTS = 'system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",Verdana,sans-serif'
OUTLINES = {
    "yellow": "light-dark(#b7a800,#f0e442)",
    "white": "light-dark(#8d8578,#ffffff)",
    "black": "light-dark(#1c1c1c,#8d94a3)",
}
"""Colours that need a different line colour to be visible on the ground."""
SIZES = {
    "hn": 23,
    "dl": 22,
    "ds": 15,
    "bv": 22,
    "cl": 13,
    "mt": 15,
    "ms": 13,
    "mx": 9.4,
    "zl": 13,
    "tn": 9.4,
    "cn": 12,
    "fn": 17,
    "key": 13,
    "ax": 1,
    "no": 34,
}
"""Class -> height of letters in units of the drawing; on screen they never become too small to read."""
LEVELS = {"tiny": 0.24, "wee": 0.38, "far": 0.62, "mid": 0.86, "near": 1.2}
"""Level of detail -> the pixels per unit below which a map of large hexes is drawn so; above the last it is close."""
HIDDEN = {
    "tiny": "dice chip team crowd pack names",
    "wee": "dg dh chip team crowd pack names",
    "far": "dh chip team crowd pack names",
    "mid": "chip crowd pack names",
    "near": "pack",
    "close": "",
}
"""Level of detail -> the groups of letters that do not fit; every other group is shown."""
GROUPS = {
    "dl": "dice",
    "ds": "dice",
    "bv": "dice",
    "cl": "chip",
    "mt": "team",
    "zl": "team",
    "ms": "crowd",
    "mx": "pack",
}
GROUPS |= {"tn": "names", "cn": "names"}
"""Class of letters -> the group that it is hidden with."""


def read_colours() -> str:
    """Return the rules of the file of colours without its comments and spaces."""
    text = read(join(dirname(__file__), "board.css"), MAX_BYTES).decode()
    return SPACE.sub(r"\1", COMMENT.sub("", text)).replace("\n", "")


def palette_rules() -> str:
    """Return the classes of the palette: f is a fill, s is a line, t is text on a fill."""
    rules = []
    for name, code in (*PALETTE.items(), (UNKNOWN, UNKNOWN_COLOUR)):
        rules.append(f".f-{name}{{fill:{code}}}.s-{name}{{stroke:{OUTLINES.get(name, code)}}}")
        rules.append(f".t-{name}{{fill:{ink_on(name)}}}")
    return "".join(rules)


def size_rules() -> str:
    """Return the size of each class of letters, and the group with which it is hidden."""
    rules = []
    for style, size in SIZES.items():
        shown = f"visibility:var(--show-{GROUPS[style]},visible);" if style in GROUPS else ""
        rules.append(f".{style}{{{shown}font-size:max({size:g}px,{MIN_LETTER_PX}px*var(--k,1))}}")
    rules += [f".{letter}{{display:var(--show-{letter},inline)}}" for letter in LETTERS_OF_DICE]
    return "".join(rules)


LETTERS_OF_DICE = ("dg", "dh")
"""The letters of large and small dice; without them there is only the number, in the middle."""


def level_rules() -> str:
    """Return what is hidden at each level; uses variables, which also reach what is drawn by reference."""
    groups = sorted({*GROUPS.values()})
    rules = []
    for level, hidden in sorted(HIDDEN.items(), key=lambda each: each[0] != "near"):
        gone = hidden.split()
        states = [f"--show-{group}:{'hidden' if group in gone else 'visible'}" for group in groups]
        states += [f"--show-{letter}:{'none' if letter in gone else 'inline'}" for letter in LETTERS_OF_DICE]
        state = ";".join(states)
        rules.append(f".board{'' if level == 'near' else f'.{level}'}{{{state}}}")
    return "".join(rules)


@cache
def board_rules() -> str:
    """Return all rules; the names of classes begin with a prefix of their own.

    Rules that begin with `.board` would not work: browsers ignore the context of what is drawn by reference.
    """
    letters = f".board text{{font-family:{FONTS};text-anchor:middle;font-weight:700}}"
    rules = size_rules() + palette_rules() + read_colours()
    return f"{letters}.board text.{PREFIX}start{{text-anchor:start}}" + SELECTOR.sub(
        lambda match: f".{PREFIX}{match[1]}{{", rules
    )


def prefix_classes(markup: str) -> str:
    """Return a drawing with the prefix on its classes, except for those meant for the page."""
    return CLASSES.sub(lambda match: f'class="{prefixed(match[1])}"', markup)


@lru_cache(2048)
def prefixed(names: str) -> str:
    return " ".join(name if name.startswith(PAGE_CLASSES) else PREFIX + name for name in names.split())


PREFIX = "b-"
PAGE_CLASSES = ("layer-", "own-piece", "lit-die")
"""How the classes that a page may use begin; the others are those of the style sheet."""
FLAT = f".{PREFIX}g1,.{PREFIX}g2{{stop-color:#eccd98}}.{PREFIX}h1,.{PREFIX}h2{{stop-color:#d0dbe2}}"
"""Grounds without a gradient: a picture with few colours is a small file."""
CLASSES = re.compile(r'class="([^"]*)"')
SELECTOR = re.compile(r"\.([a-z][\w-]*)\{")
SPACE = re.compile(r"\s*([{}:;,])\s*")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
LIGHT_DARK = re.compile(r"light-dark\(([^(),]*),[^(),]*\)")
LETTERS = re.compile(r"max\(([\d.]+)px,([\d.]+)px\*var\(--k,1\)\)")
SHOWN = re.compile(r"visibility:var\(--show-(\w+),visible\);")
LETTER_SHOWN = re.compile(r"display:var\(--show-([\w-]+),inline\)")
SCHEMES = "[data-theme=light]{color-scheme:light}[data-theme=dark]{color-scheme:dark}"
BOARD_CSS = SCHEMES + level_rules() + board_rules()
"""The style sheet that a page needs once for all its boards."""
STANDALONE_CSS = "svg:root{color-scheme:light dark}" + BOARD_CSS
"""For an independent file, which follows the colour scheme of the reader."""


def level_of(scale: float, levels: Mapping[str, float] = LEVELS) -> str:
    """Return the level of detail for a number of pixels per unit."""
    return next((level for level, end in levels.items() if scale < end), "close")


def plain_css(level: str, k: float) -> str:
    """Return the rules in light colours and for one size, for programs that do not support variables."""
    gone = HIDDEN[level].split()
    rules = LIGHT_DARK.sub(lambda match: match[1], board_rules()) + FLAT
    rules = LETTERS.sub(lambda match: f"{max(float(match[1]), float(match[2]) * k):g}px", rules)
    rules = LETTER_SHOWN.sub(lambda match: "display:none" if match[1] in gone else "", rules)
    return SHOWN.sub(lambda match: "visibility:hidden;" if match[1] in gone else "", rules)
