"""What follows a game at one terminal: the result, the replay page, and the next game."""

from __future__ import annotations

from collections.abc import Iterator
from os.path import join
from typing import Any

from msgspec import UnsetType
from msgspec.structs import replace

from ...kernel.base.canonical import Plain
from ...kernel.chain.genesis import Genesis
from ..session.open_game import OpenGame
from .demo import write_replay
from .play_choices import PlayChoices

REPLAY_FILE = "replay.html"
YES = ("y", "yes", "o", "oui")


def write_replay_page(opened: OpenGame, lang: str) -> str:
    """Write the whole game as a page into its folder; return the path."""
    return write_replay(opened.place, "fr" if lang == "fr" else "en", join(opened.place.folder, REPLAY_FILE), ignore)


def ignore(seq: int) -> None:
    """Show no progress."""


def same_again(genesis: Genesis, choices: PlayChoices) -> PlayChoices:
    """Return the choices that begin another game like this one, by another chance."""
    bots = {seat.id: seat.held for seat in genesis.seats if not isinstance(seat.held, UnsetType)}
    return replace(
        choices,
        game=genesis.rules,
        seats=",".join(seat.id for seat in genesis.seats),
        own="",
        bots=tuple(f"{seat}={bot.partition('@')[0]}" for seat, bot in bots.items()),
        expansions=tuple(genesis.expansions),
        settings=tuple(setting_texts(genesis.options)),
        seed=None,
    )


def setting_texts(options: Plain, above: str = "") -> Iterator[str]:
    """Yield settings as they are typed: `living-planet.first_leader=red`."""
    for name, value in options.items():
        if isinstance(value, dict):
            yield from setting_texts(value, f"{above}{name}.")
        else:
            yield f"{above}{name}={setting_value(value)}"


def setting_value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
