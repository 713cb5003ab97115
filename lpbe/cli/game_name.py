"""The name of a game on the command line."""

from __future__ import annotations

import click

from ..games import GAMES, full_name


class GameName(click.Choice[str]):
    """One of our games, by its name or by what else it may be called."""

    def __init__(self) -> None:
        super().__init__(list(GAMES))

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(full_name(value), param, ctx)
