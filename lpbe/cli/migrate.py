"""Go on with a game by newer rules."""

from __future__ import annotations

import click

from .. import __version__
from ..app.examine import take
from ..app.game import position
from ..app.language import game_language, localised, set_listener
from ..app.migrate import PLAYED, Migrated, migrate
from ..kernel.folder.folder import locate
from .caller import maybe_identity
from .options import example, game_argument, json_option, key_option
from .output import count_step, respond

PARTLY = 3


@click.command("migrate", epilog=example("lpbe migrate mars", "lpbe migrate mars --key host.key --json"))
@game_argument
@key_option
@json_option
def migrate_command(game: str, key: str | None, as_json: bool) -> int:
    """Play GAME again by the rules of this lpbe, and go on with them if nothing changes.

    A game names the rules it was begun with, and a newer lpbe may have others. If
    every step comes out the same to the last byte, this machine plays it on; the game
    itself is not changed. The host can try all of it, anybody can once the game is
    disclosed; a player tries chain, table and the own part, and is told so (exit 3). If a
    step comes out otherwise, nothing is kept, and you are told which lpbe to install.

    No replay shows a rule that no step has met yet: read what changed before you go on.
    """
    taken = take(locate(game))
    set_listener(game_language(taken.game))
    done = migrate(taken, maybe_identity(key), count_step)
    told = {**position(taken.game), "level": done.level, "steps": done.steps, "engine": __version__}
    respond(as_json, told, sentence(done, taken.lines is None))
    return PARTLY if done.level is not None and done.level < PLAYED else 0


def sentence(done: Migrated, lone: bool) -> str:
    if done.level is None:
        return localised("this game was begun with the rules of this lpbe: there is nothing to do")
    if done.level < PLAYED and lone:
        return localised("what this file alone shows holds by the rules of lpbe {engine}", engine=__version__)
    if done.level < PLAYED:
        return localised(
            "what you can see holds by the rules of lpbe {engine}; before the end only the host can play it all again",
            engine=__version__,
        )
    return localised(
        "all {steps} steps come out the same by the rules of lpbe {engine}: the game goes on with them here",
        steps=done.steps,
        engine=__version__,
    )
