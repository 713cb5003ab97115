"""Run games that a server may run, when something waits: letters that came another way, or a deadline that passed."""

from __future__ import annotations

import asyncio
from time import monotonic

from msgspec import Struct, UnsetType

from ..app.session.open_game import clock
from ..kernel.base.errors import Failure
from ..kernel.disk import files, folders
from ..kernel.gamedir.gamedir import locate
from .letters import Letters
from .shelf import Shelf, Shelved

RETRY_SECONDS = 60.0
"""How long a run that changes nothing is not repeated, while the inbox stays as it is."""


class LastTry(Struct, frozen=True):
    """When a game was last run from here, and when its inbox had changed before."""

    at: float
    inbox: float


async def keep_running(shelf: Shelf, letters: Letters, look_seconds: float) -> None:
    """Run what waits, for as long as the server lives: also what was left by one that was killed."""
    tries: dict[str, LastTry] = {}
    while True:
        try:
            for shelved in await letters.workers.do(due, shelf, letters, tries):
                letters.owed.discard(shelved.folder)
                await letters.carry_out(shelved)
        except Failure:
            pass  # too busy: later
        await asyncio.sleep(look_seconds)


def due(shelf: Shelf, letters: Letters, tries: dict[str, LastTry]) -> list[Shelved]:
    """Return the games that should be run now."""
    return [game for game in shelf.all() if is_due(game, letters, tries)]


def is_due(shelved: Shelved, letters: Letters, tries: dict[str, LastTry]) -> bool:
    try:
        place = locate(shelved.folder)
        changed = files.modified_time(place.inbox)
        last = tries.get(shelved.folder)
        waits = bool(folders.file_names(place.inbox)) and (last is None or last.inbox != changed)
        rests = last is not None and monotonic() - last.at < RETRY_SECONDS
        if not (waits or (not rests and has_passed(letters, shelved.folder))) or not letters.runs_here(shelved.folder):
            return False
    except Failure:
        return False
    tries[shelved.folder] = LastTry(monotonic(), changed)
    return True


def has_passed(letters: Letters, folder: str) -> bool:
    """Return whether a game has a deadline that is over, or a run of it is owed."""
    deadline = letters.sibling().open_game(folder).game.state.window.deadline
    return folder in letters.owed or (not isinstance(deadline, UnsetType) and deadline < clock(None))
