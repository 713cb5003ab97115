"""A whole game at once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from os.path import join

import click

from ..app.demo import Tick, begin_demo, play_out
from ..app.examine import examine, take
from ..app.game import open_game, position
from ..app.language import environment_language, localised, set_listener
from ..app.verdicts import verdict_text
from ..games import game_of
from ..kernel.base.errors import Malformed
from ..kernel.chain.letters import Lang
from ..kernel.chain.records import GameFile
from ..kernel.disk import files
from .game_name import GameName
from .options import example, json_option
from .output import count_step, respond


@click.command("demo", epilog=example("lpbe demo", "lpbe demo --game pebbles --seats red,blue --out my-demo"))
@click.option("--out", default="demo-game", show_default=True, metavar="FOLDER", help="Where to put everything.")
@click.option("--game", default="living-planet", show_default=True, type=GameName(), help="Which game.")
@click.option("--seats", metavar="A,B,...", show_default="every seat", help="Who plays; all of them bots.")
@click.option("--with", "expansions", multiple=True, metavar="NAME", help="An expansion.")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the reports; else that of your locale.")
@json_option
def demo_command(
    out: str, game: str, seats: str | None, expansions: tuple[str, ...], lang: Lang | None, as_json: bool
) -> int:
    """Play a whole game between bots, then verify it as a stranger would.

    The game is in FOLDER/game, with a public report a step; what each seat was
    told in private is in FOLDER/private, for here every seat is yours.
    """
    spoken = lang or environment_language()
    set_listener(spoken, game)
    if files.is_folder(out):
        raise Malformed("E_FILE_EXISTS", "this folder is there already", "choose another: --out FOLDER").in_file(out)
    place, identity = begin_demo(out, game, seats, expansions, spoken)
    watch(game_of(game).clock, lambda tick: play_out(place, identity, join(out, "private"), tick))
    verdict = examine(take(place), None, count_step)
    ended = open_game(place.folder).game
    report = files.read(place.report(ended.state.seq), files.GAME).decode()
    line, _, notes = verdict_text(verdict, ended).partition("\n")
    where = "\n".join(
        [
            localised("{folder}: game, log and public reports", folder=place.folder),
            localised("{folder}: what each seat was told", folder=join(out, "private")),
        ]
    )
    told = {**position(ended), "level": verdict.level, "files": [place.game, place.log]}
    respond(as_json, told, "\n".join([report, where, *([notes] if notes else []), line]))
    return 0 if verdict.complete else 3


def watch(clock: tuple[str, int] | None, work: Callable[[Tick], None]) -> None:
    """The work, with a bar for whoever watches, where the game has a clock."""
    if clock is None or not sys.stderr.isatty():
        work(lambda game: None)
        return
    word, length = clock
    with click.progressbar(length=length, label=word, show_pos=True, file=sys.stderr) as bar:

        def tick(game: GameFile) -> None:
            number = game.state.table.get(word, {}).get("number", 1)
            bar.update((length if game.state.window.kind == "over" else number - 1) - bar.pos)

        work(tick)
