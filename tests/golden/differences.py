"""What recorded games tell otherwise than when they were recorded: every difference has a name, there is no other."""

from __future__ import annotations

from collections.abc import Callable

from .games import Told

Change = Callable[[Told], Told]

CHANGES: tuple[Change, ...] = ()
"""Each makes of a step as it was told once what is told today."""


def as_today(step: Told) -> Told:
    for change in CHANGES:
        step = change(step)
    return step


if __name__ == "__main__":
    for change in CHANGES:
        print(f"{change.__name__.replace('_', ' ')}: {change.__doc__}")
