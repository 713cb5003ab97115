"""A whole game at once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from os.path import join

import click

from ..games import game_of
from ..kernel.base.errors import Malformed
from ..kernel.chain.letters import Envelope
from ..kernel.chain.records import GameFile
from ..kernel.chain.step import Referee, referee_of
from ..kernel.disk import files
from ..kernel.folder.folder import Place, Run, locate
from .common import Opened, example, json_option, maybe_identity, open_game, position, respond
from .game_name import GameName
from .order import Desk
from .report import history, report_text
from .run import make_run, stand_in

CLOCKS = {"living-planet": ("turn", 12), "pebbles": ("round", 4)}
"""What counts the progress of a game, and how far it counts."""

Tick = Callable[[GameFile], None]


@click.command("demo", epilog=example("lpbe demo", "lpbe demo --game pebbles --seats red,blue --out my-demo"))
@click.option("--out", default="demo-game", show_default=True, metavar="FOLDER", help="Where to put everything.")
@click.option("--game", default="living-planet", show_default=True, type=GameName(), help="Which game.")
@click.option("--seats", metavar="A,B,...", help="Who plays, all of them bots; default: as many as can be.")
@click.option("--with", "expansions", multiple=True, metavar="NAME", help="An expansion.")
@json_option
def demo_command(out: str, game: str, seats: str | None, expansions: tuple[str, ...], as_json: bool) -> int:
    """Play a whole game between bots, then verify it as a stranger would.

    The game is in FOLDER/game, with a public report a step; what each seat was
    told in private is in FOLDER/private, for here every seat is yours.
    """
    from .verify import examine, summary, take

    if files.is_folder(out):
        raise Malformed("E_FILE_EXISTS", "this folder is there already", "choose another: --out FOLDER").in_file(out)
    known = game_of(game)
    place = begin(out, game, seats or ",".join(known.first_seats(known.players[1])), expansions)
    play(place, join(out, "referee.key"), join(out, "private"), game)
    verdict = examine(place, *take(place), None)
    ended = open_game(place.folder).game
    report = files.read(place.report(ended.state.seq), files.GAME).decode()
    line, _, notes = summary(verdict, ended).partition("\n")
    where = f"{place.folder}: game, log and public reports\n{join(out, 'private')}: what each seat was told"
    told = {**position(ended), "level": verdict.level, "files": [place.game, place.log]}
    respond(as_json, told, "\n".join([report, where, *([notes] if notes else []), line]))
    return 0 if verdict.complete else 3


def begin(out: str, game: str, seats: str, expansions: tuple[str, ...]) -> Place:
    """A new game, every seat of it held by the referee, by our own commands."""
    key, folder = join(out, "referee.key"), join(out, "game")
    bots = [part for seat in seats.split(",") for part in ("--bot", f"{seat}=greedy")]
    more = [part for name in expansions for part in ("--with", name)]
    files.make_folder(out)
    quiet(["key", "new", "--out", key, "--force"])  # a throw-away key, also inside a checkout
    quiet(["new", folder, "--game", game, "--seats", seats, *bots, *more, "--key", key])
    return locate(folder)


def quiet(args: list[str]) -> None:
    """One of our own commands, without its words."""
    import contextlib
    import io

    from .main import cli

    with contextlib.redirect_stdout(io.StringIO()):
        cli.main(args, prog_name="lpbe", standalone_mode=False)


def play(place: Place, key: str, private: str, game: str) -> None:
    """What `lpbe run` does, with a bar for whoever watches."""
    if not sys.stderr.isatty():
        play_out(place, key, private, lambda game: None)
        return
    word, length = CLOCKS[game]
    with click.progressbar(length=length, label=word, show_pos=True, file=sys.stderr) as bar:

        def tick(game: GameFile) -> None:
            finished = length if game.state.window.kind == "over" else game.state.table[word]["number"] - 1
            bar.update(finished - bar.pos)

        play_out(place, key, private, tick)


def play_out(place: Place, key: str, private: str, tick: Tick) -> None:
    asked: set[tuple[int, str]] = set()

    def answered(run: Run) -> Envelope | None:
        game = run.step.game
        tick(game)
        for seat in game.state.window.waiting:
            if (game.state.window.number, seat) not in asked:
                asked.add((game.state.window.number, seat))
                tell(Opened(place, game, run.rules), run.referee, seat, private)
        return stand_in(run)

    with files.lock(place.folder):
        opened = open_game(place.folder)
        make_run(opened, referee_of(opened.game, maybe_identity(key)), None).everything(answered)


def tell(opened: Opened, referee: Referee, seat: str, private: str) -> None:
    """What a seat reads when it is asked something."""
    assert referee.secret
    desk = Desk(opened, referee.secret.held(seat), seat)
    text = report_text(opened, desk, history(opened, seat, None), opened.game.genesis.lang)
    files.make_folder(join(private, seat))
    files.write(join(private, seat, f"{opened.game.state.seq:06}.txt"), text.encode(), sync=False)
