"""A whole game between bots, played out by their referee."""

from __future__ import annotations

from collections.abc import Callable
from os.path import join

from ..games import game_of
from ..kernel.chain.letters import Lang
from ..kernel.chain.records import Envelope, GameFile
from ..kernel.chain.step import Referee, referee_of
from ..kernel.crypto.keys import Identity
from ..kernel.disk import files
from ..kernel.folder.folder import Place
from ..kernel.folder.run import Run
from .begin import build_game, write_game
from .desk import Desk
from .game import OpenGame, open_game
from .genesis import Wish, every_seat
from .history import history
from .keys import fresh_identity
from .pages import report_text
from .run import make_run, stand_in

Tick = Callable[[GameFile], None]


def begin_demo(
    out: str, game: str, seats: str | None, expansions: tuple[str, ...], lang: Lang
) -> tuple[Place, Identity]:
    """A new game, every seat of it held by a referee whose key is used for nothing else."""
    names = seats or every_seat(game_of(game))
    bots = tuple(f"{seat}=greedy" for seat in names.split(","))
    identity, folder = fresh_identity(), join(out, "game")
    place = Place(join(folder, "game.toml"), folder)
    wish = Wish(game=game, seats=names, bots=bots, expansions=expansions, lang=lang)
    beginning = build_game(wish, identity, place, None)
    write_game(beginning, join(out, "referee.key"))
    return place, identity


def play_out(place: Place, identity: Identity, private: str, tick: Tick) -> None:
    """What `lpbe run` does; also what each seat reads when it is asked something is written."""
    asked: set[tuple[int, str]] = set()

    def answered(run: Run) -> Envelope | None:
        game = run.step.game
        tick(game)
        for seat in game.state.window.waiting:
            if (game.state.window.number, seat) not in asked:
                asked.add((game.state.window.number, seat))
                tell(OpenGame(place, game, run.rules), run.referee, seat, private)
        return stand_in(run)

    with files.lock(place.folder):
        opened = open_game(place.folder)
        make_run(opened, referee_of(opened.game, identity), None).everything(answered)


def tell(opened: OpenGame, referee: Referee, seat: str, private: str) -> None:
    """What a seat reads when it is asked something."""
    assert referee.secret
    desk = Desk(opened, referee.secret.held(seat), seat)
    text = report_text(opened, desk, history(opened, seat, None), opened.game.genesis.lang)
    files.make_folder(join(private, seat))
    files.write(join(private, seat, f"{opened.game.state.seq:06}.txt"), text.encode(), sync=False)
