"""A run over a game folder, and what the referee does by itself in it."""

from __future__ import annotations

from msgspec import UnsetType

from ..bots import choose
from ..kernel.base.canon import kdf
from ..kernel.chain.acts.timeout import timeout_letter
from ..kernel.chain.compose import held_letter, sign
from ..kernel.chain.letters import present
from ..kernel.chain.records import Envelope, GameFile
from ..kernel.chain.seating import seat_of
from ..kernel.chain.step import Link, Referee
from ..kernel.folder.run import Run
from ..kernel.play.chance import Rng
from ..kernel.play.rules import Order, State
from .desk import Desk
from .game import OpenGame, time_to_write


def make_run(opened: OpenGame, referee: Referee, now: str | None) -> Run:
    game = opened.game
    return Run(opened.place, opened.rules, referee, Link(game), lambda: time_to_write(game.genesis, now), opened.render)


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
        return choose(bot, run.rules.game, state, seat, Rng(referee_chance(game, run.referee, seat)))

    return held_letter(game, seat, run.referee, run.rules, choice)


def referee_chance(game: GameFile, referee: Referee, seat: str) -> bytes:
    root = referee.secret.raw if referee.secret else bytes.fromhex(present(game.genesis.seed))
    return kdf(root, "bot", seat, game.state.window.number)


def player_chance(desk: Desk) -> bytes:
    """The bot's chance, from the player's own secret: the same again for the same window, and no rival can tell it."""
    game = desk.opened.game
    root = desk.identity.det if desk.signer and desk.identity else bytes.fromhex(present(game.genesis.seed))
    return kdf(root, "bot", game.state.game, desk.seat, game.state.window.number)
