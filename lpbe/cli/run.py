"""Apply everything that waits in a game folder."""

from __future__ import annotations

import click
from msgspec import UnsetType

from ..bots import choose
from ..kernel.base.canon import kdf
from ..kernel.base.errors import Misused
from ..kernel.chain.acts import timeout_letter
from ..kernel.chain.compose import held_letter, sign
from ..kernel.chain.letters import present
from ..kernel.chain.records import Envelope, GameFile
from ..kernel.chain.seating import seat_of
from ..kernel.chain.step import Link, Referee, referee_of
from ..kernel.disk import files
from ..kernel.folder.folder import Place, repair
from ..kernel.folder.run import Run
from ..kernel.play.chance import Rng
from ..kernel.play.rules import Order, State
from .common import (
    Opened,
    clock,
    example,
    game_argument,
    game_language,
    json_option,
    key_option,
    maybe_identity,
    now_option,
    open_game,
    position,
    respond,
)
from .faults import localised, set_listener


@click.command("run", epilog=example("lpbe run mars", "LPBE_KEY=... lpbe run . --json"))
@game_argument
@key_option
@now_option
@json_option
def run_command(game: str, key: str | None, now: str | None, as_json: bool) -> None:
    """Apply all orders waiting in GAME's inbox; running it again changes nothing.

    Completes whatever an interrupted run left undone. Seats that the referee
    holds and deadlines that have passed are answered too.
    """
    place = need_folder(game)
    with files.lock(place.folder):
        opened = open_game(game)
        set_listener(game_language(opened.game))
        referee = referee_of(opened.game, maybe_identity(key))
        mended = repair(place, opened.game, opened.render)
        run = make_run(opened, referee, now)
        done = run.everything(stand_in)
    told = {"applied": done.applied, "refused": done.refused, "mended": mended, **position(run.step.game)}
    respond(as_json, told, summary(run, mended))


def need_folder(game: str) -> Place:
    from ..kernel.folder.folder import locate

    place = locate(game)
    if not place.folder:
        raise Misused("E_USAGE", "run works on a game folder", "for a single file: lpbe apply GAME ORDER -o NEXT")
    return place


def make_run(opened: Opened, referee: Referee, now: str | None) -> Run:
    game = opened.game
    return Run(opened.place, opened.rules, referee, Link(game), lambda: clock(game, now), opened.render)


def stand_in(run: Run) -> Envelope | None:
    """What the referee does by itself: play held seats, close windows whose time is over."""
    game = run.step.game
    for seat in game.state.window.waiting:
        record = seat_of(game.state, seat)
        if record and not isinstance(record.held, UnsetType):
            return play_held(run, seat, record.held)
    deadline, at = game.state.window.deadline, run.now()
    if game.state.window.kind == "play" and not isinstance(deadline, UnsetType) and at and at > deadline:
        return sign(run.referee.identity, timeout_letter(game))
    return None


def play_held(run: Run, seat: str, bot: str) -> Envelope:
    """A bot's chance comes from the game's secret, its seat and the window: nobody can try again."""
    game = run.step.game

    def choice(state: State, seat: str) -> Order:
        return choose(bot, run.rules.game, state, seat, Rng(bot_root(game, run.referee, seat)))

    return held_letter(game, seat, run.referee, run.rules, choice)


def bot_root(game: GameFile, referee: Referee, seat: str) -> bytes:
    root = referee.secret.raw if referee.secret else bytes.fromhex(present(game.genesis.seed))
    return kdf(root, "bot", seat, game.state.window.number)


def summary(run: Run, mended: list[str]) -> str:
    lines = [localised("completed {path}", path=path) for path in mended]
    lines += [localised("step {step}: {seat}", step=item.seq, seat=item.seat) for item in run.done.applied]
    lines += [localised("refused {file}: {code}", file=item.file, code=item.code) for item in run.done.refused]
    seq, window = run.step.game.state.seq, run.step.game.state.window
    if window.kind == "over":
        return "\n".join(
            [*lines, localised("step {step}, window {window}: the game is over", step=seq, window=window.number)]
        )
    return "\n".join(
        [
            *lines,
            localised(
                "step {step}, window {window}: waiting for {seats}",
                step=seq,
                window=window.number,
                seats=window.waiting,
            ),
        ]
    )
