"""A run over a game folder, and what the referee does by itself in it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UnsetType

from ..bots import bot_named, choose, versioned
from ..kernel.base.canon import kdf
from ..kernel.base.errors import Rejected
from ..kernel.chain.acts.handover import held_seat_keys
from ..kernel.chain.acts.ready import ready_letter
from ..kernel.chain.acts.replace import long_silent, replace_letter
from ..kernel.chain.acts.timeout import timeout_letter
from ..kernel.chain.compose import held_letter, open_state, own_seats, sign
from ..kernel.chain.hidden import open_hidden
from ..kernel.chain.letters import present
from ..kernel.chain.randomness import bot_chance
from ..kernel.chain.records import Envelope, GameFile
from ..kernel.chain.seating import SeatRecord, by_mail, is_held, seat_of
from ..kernel.chain.step import Link, Referee
from ..kernel.chain.times import FORM, last_call
from ..kernel.disk import files
from ..kernel.folder.run import Run
from ..kernel.play.chance import Rng
from ..kernel.play.rulebook import Rules
from ..kernel.play.rules import Order, State
from .desk import Desk
from .game import OpenGame, is_ahead, time_to_write

AFTER_SILENCE = "greedy"
"""Who plays on where the terms give a silent seat to a bot."""


def make_run(opened: OpenGame, referee: Referee, now: str | None) -> Run:
    run = Run(opened.place, opened.rules, referee, Link(opened.game), lambda: None, opened.render)
    run.now = lambda: time_to_write(run.step.game.genesis, now, run.step.game.last.head)
    run.came_by = lambda path, until: time_came(path) <= until
    run.clock_behind = lambda: is_ahead(run.step.game, now)
    return run


def time_came(path: str) -> str:
    """When a file got its place on this disk, which nobody else can set back."""
    from datetime import UTC, datetime  # saves it for games without a pace

    return datetime.fromtimestamp(files.came(path), UTC).strftime(FORM)


def stand_in(run: Run) -> Envelope | None:
    """What the referee does by itself: play held seats, give away silent ones, close windows whose time is over."""
    game = run.step.game
    if said := bot_for_silent(run):
        return said
    for seat in game.state.window.waiting:
        record = seat_of(game.state, seat)
        if record and not isinstance(record.held, UnsetType) and not waits_for_mail(game, record):
            return play_held(run, seat, record.held)
    if (own := own_ready(run)) or run.clock_behind():
        return own
    return time_is_over(run)


def time_is_over(run: Run) -> Envelope | None:
    """A time-out, if there is none among the silent who has days of vacation left: the table itself must tell."""
    game, at = run.step.game, run.now()
    soonest, latest = (last_call(game.genesis, game.state, seats) for seats in ([], game.state.window.waiting))
    if game.state.window.kind == "over" or isinstance(soonest, UnsetType) or not at or at <= soonest:
        return None
    letter = sign(run.referee.identity, timeout_letter(game, open_state(run.rules, game, None, None)))
    return letter if at > (latest or at) or is_due(run, letter, at) else None


def is_due(run: Run, letter: Envelope, at: str) -> bool:
    try:
        run.play(letter, at)
    except Rejected as fault:
        if fault.code != "E_ORDER_EARLY":
            raise
        return False
    return True


def bot_for_silent(run: Run) -> Envelope | None:
    """A bot takes the seat that let as many deadlines in a row pass as the terms say."""
    game, secret = run.step.game, run.referee.secret
    if game.state.window.kind != "play" or secret is None:
        return None
    for seat in game.state.seats:
        if not is_held(seat) and long_silent(game.genesis, game.state, seat.id):
            keys, bot = held_seat_keys(game, secret, seat.id), versioned(bot_named(AFTER_SILENCE))
            return sign(run.referee.identity, replace_letter(game, seat.id, keys, "", bot))
    return None


def waits_for_mail(game: GameFile, record: SeatRecord) -> bool:
    """The referee sits down for a seat that plays by mail, and plays nothing for it."""
    return by_mail(record) and game.state.window.kind == "play"


def own_ready(run: Run) -> Envelope | None:
    """A host who plays is ready before all others: nobody who knows the game's secret waits to see their draws."""
    game, host = run.step.game, run.referee.identity
    if game.state.window.kind != "ready" or host is None:
        return None
    for seat in own_seats(game, host):
        if seat in game.state.window.waiting:
            return sign(host, ready_letter(game, seat, host))
    return None


def play_held(run: Run, seat: str, bot: str) -> Envelope:
    return held_letter(run.step, seat, run.referee, run.rules, bot_choice(run.rules, run.step, run.referee, bot))


def bot_choice(rules: Rules, step: Link, referee: Referee, bot: str) -> Callable[[State, str], Order]:
    """What a bot chooses; its chance comes from the root of all draws, its seat and the window."""
    game = step.game

    def choice(state: State, seat: str) -> Order:
        hidden = step.hidden or open_hidden(game, referee.secrets)
        chance = bot_chance(game.genesis, game.state.game, hidden, seat, game.state.window.number)
        return choose(bot, rules.game, state, seat, Rng(chance))

    return choice


def player_chance(desk: Desk) -> bytes:
    """The bot's chance, from the player's own secret: the same again for the same window, and no rival can tell it."""
    game = desk.opened.game
    root = desk.identity.det if desk.signer and desk.identity else bytes.fromhex(present(game.genesis.seed))
    return kdf(root, "bot", game.state.game, desk.seat, game.state.window.number)
