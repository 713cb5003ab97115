"""The orders that a player may give, one per line, with as many of each kind as there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...kernel.base.wrapping import columns, pad, wrap
from ...kernel.content.packs import Words
from ...kernel.language.sentences import fill
from ..document import Choices, Group
from .compose import Fit
from .model import Line, clip

INDENT = "  "
MAX_EFFECT_LINES = 2
MAX_ORDER_SHARE = 0.6
"""The share of a line that an order may take where its effect is beside it."""


def fit_options(words: Words, choices: Choices, width: int) -> Fit:
    """Return what lists the orders in as many lines as there are: fewer of each kind, then without headings."""

    def fit(count: int) -> list[Line]:
        for each in range(max((len(group.items) for group in choices.groups), default=0), 0, -1):
            lines = option_lines(words, choices.groups, each, width)
            if len(lines) <= count:
                return lines
        return bare_lines(words, choices.groups, width, count)

    return fit


def option_lines(words: Words, groups: Sequence[Group], each: int, width: int) -> list[Line]:
    """Return up to `each` orders of each kind below what the kind is for, and how to see the others."""
    lines: list[Line] = []
    for group in groups:
        lines.append(Line(clip(group.heading, width), "heading"))
        lines += item_lines(group, each, width)
    left_out = any(len(group.items) > each or group.rest for group in groups)
    return [*lines, *more_options(words, width)] if left_out else lines


def item_lines(group: Group, each: int, width: int, height: int = MAX_EFFECT_LINES) -> Iterator[Line]:
    """Yield orders with their effects beside them, an effect on no more than so many lines."""
    items = group.items[:each]
    left = min(max(columns(item.order) for item in items), int(width * MAX_ORDER_SHARE))
    room = width - left - len(INDENT) - 2
    for item in items:
        effect = wrap(item.effect, width=room)
        if len(effect) > height:
            effect = [*effect[: height - 1], clip(" ".join(effect[height - 1 :]), room)]
        fits = columns(item.order) <= left
        first = f"{INDENT}{pad(item.order, left)}  {effect[0]}" if fits else INDENT + item.order
        yield Line(clip(first.rstrip(), width), "offer")
        yield from (Line(f"{INDENT}{'':{left}}  {line}", "dim") for line in effect[1 if fits else 0 :] if line)


def bare_lines(words: Words, groups: Sequence[Group], width: int, count: int) -> list[Line]:
    """Return the first order of each kind, as many as there is room for."""
    if count < 1:
        return []
    firsts = [line for group in groups for line in item_lines(group, 1, width, 1)]
    return [*firsts[: count - 1], *more_options(words, width)]


def more_options(words: Words, width: int) -> list[Line]:
    return [Line(clip(INDENT + fill(words, words.terms["play.more.options"], {}, {}), width), "dim")]
