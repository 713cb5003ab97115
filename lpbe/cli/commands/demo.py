"""Let bots play a whole game at once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from ...app.local.demo import Tick, play_demo, turn_number
from ...app.session.session import Session
from ..options import GameName, example, json_option
from ..output import print_result, progress_on_terminal

if TYPE_CHECKING:
    from ...kernel.chain.letter import Lang


@click.command("demo", epilog=example("lpbe demo", "lpbe demo --game pebbles --seats red,blue --out my-demo"))
@click.option("--out", default="demo-game", show_default=True, metavar="FOLDER", help="The folder to create.")
@click.option("--game", default="living-planet", show_default=True, type=GameName(), help="The game to play.")
@click.option("--seats", metavar="A,B,...", show_default="every seat", help="The seats, all played by bots.")
@click.option("--with", "expansions", multiple=True, metavar="NAME", help="Add an expansion.")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="The language of the reports; default: your system's.")
@click.option("-v", "--verbose", is_flag=True, help="Also print the last report and every detail of the verification.")
@json_option
@click.pass_obj
def demo_command(
    session: Session,
    out: str,
    game: str,
    seats: str | None,
    expansions: tuple[str, ...],
    lang: Lang | None,
    verbose: bool,
    as_json: bool,
) -> int:
    """Let bots play a whole game, then verify it as an outsider would.

    The game is in FOLDER/game, with one public report per step. The private reports of all seats are in
    FOLDER/private. Open FOLDER/replay.html in a browser to step through the game.
    """
    demo = play_demo(
        session,
        out,
        game=game,
        seats=seats,
        expansions=expansions,
        lang=lang,
        verbose=verbose,
        watch=watch,
        progress=progress_on_terminal(session),
    )
    print_result(session, demo, as_json)
    return 0 if demo.complete else 3


def watch(clock: tuple[str, int] | None, label: str, work: Callable[[Tick], None]) -> None:
    """Do the work. Show a progress bar on a terminal if the game counts turns."""
    if clock is None or not sys.stderr.isatty():
        work(lambda game: None)
        return
    word, length = clock
    with click.progressbar(length=length, label=label, show_pos=True, file=sys.stderr) as bar:
        work(lambda game: bar.update(turn_number(game, word, length) - bar.pos))
