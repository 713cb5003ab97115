"""What the referee does by itself in a run: play held seats, give seats to bots, time players out."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UnsetType

from ...bots.levels import level_of
from ...bots.strategies import choose_order, find_bot, with_version
from ...kernel.base.errors import TooEarly
from ...kernel.chain.deadlines import TIME_FORMAT, last_call
from ...kernel.chain.genesis import SeatRecord, WindowKind, by_mail, is_held, seat_of
from ...kernel.chain.letters.pace import extend_letter
from ...kernel.chain.letters.ready import ready_letter
from ...kernel.chain.letters.replace import bot_keys, has_missed_too_many, replace_letter
from ...kernel.chain.letters.timeout import timeout_letter
from ...kernel.chain.player_view import held_letter, open_state, own_seats, sign
from ...kernel.chain.records import Envelope, GameFile
from ...kernel.chain.sealed_state import bot_seed, open_hidden
from ...kernel.chain.transition import ChainState, Referee
from ...kernel.disk import files
from ...kernel.engine.chance import Rng
from ...kernel.engine.model import Order, State
from ...kernel.engine.rulebook import Rules
from ...kernel.gamedir.referee_run import Run
from ..session.open_game import OpenGame, is_ahead, time_to_write
from ..session.pins import Count
from .mail_holds import Hold, MailWatch

REPLACEMENT_BOT = "greedy"
"""The bot that takes over the seat of a player who missed too many deadlines, if the terms say so."""


Thinking = Callable[[int], None]
"""Show that a bot thinks about a step, which may take a while."""


def in_silence(seq: int) -> None:
    """Show nothing."""


class Host:
    """The host of a run on this computer: its clock, its disk and the referee's own letters (a `RunHost`)."""

    def __init__(
        self,
        opened: OpenGame,
        now: str | None = None,
        record: Count | None = None,
        mail: MailWatch | None = None,
        thinking: Thinking = in_silence,
    ) -> None:
        self.opened = opened
        self.stated_time = now
        """The time that the caller gave; None for the clock of this computer."""
        self.record = record
        """Pins each step as soon as it is committed."""
        self.mail = mail
        """Who could not be reached by e-mail or whose e-mail could not be read; None if that does not matter."""
        self.held: list[Hold] = []
        """The seats that would have been timed out if there had been no trouble with mail."""
        self.newest = opened.game
        self.thinking = thinking
        """Called with the number of the next step before a bot thinks about it for long."""

    def now(self, game: GameFile) -> str | None:
        return time_to_write(game.genesis, self.stated_time, game.last.head)

    def clock_is_behind(self, game: GameFile) -> bool:
        """Return whether the last step is dated later than it is now."""
        return is_ahead(game, self.stated_time)

    def came_by(self, path: str, until: str) -> bool:
        """Return whether a file was in the inbox by a time, or as soon after it as mail could be read again."""
        if self.mail is None:
            return time_came(path) <= until
        return time_came(path) <= max(until, self.mail.owed_until(self.newest), self.mail.first_read_after(until))

    def render(self, game: GameFile) -> str:
        return self.opened.render(game)

    def before_commit(self, game: GameFile) -> None:
        if self.record:
            self.record.prepare(game)

    def on_commit(self, game: GameFile) -> None:
        self.newest = game
        if self.record:
            self.record(game)

    def own_letter(self, run: Run) -> Envelope | None:
        """Return the referee's next letter, if any: for a held seat, a replacement, or a deadline that has passed."""
        game = run.step.game
        if letter := bot_for_absent(run):
            return letter
        for seat in game.state.window.waiting:
            record = seat_of(game.state, seat)
            if record and not isinstance(record.held, UnsetType) and not waits_for_mail(game, record):
                if level_of(record.held):
                    self.thinking(game.state.seq + 1)
                return play_held(run, seat, record.held)
        if (letter := own_ready(run)) or self.clock_is_behind(game):
            return letter
        return self.time_given_back(run) or self.timeout(run)

    def time_given_back(self, run: Run) -> Envelope | None:
        """Return a letter that extends the deadline, if trouble with mail has cost somebody time."""
        game = run.step.game
        at = run.now()
        owed = self.mail.owed_until(game) if self.mail and at else ""
        if game.state.window.is_over or not owed or not at or owed <= at:
            return None
        return sign(run.referee.identity, extend_letter(game, owed))

    def timeout(self, run: Run) -> Envelope | None:
        """Return a timeout if the time is over, unless mail could not be sent to or read from somebody."""
        letter = time_is_over(run)
        self.held = self.mail.holds(run.step.game, run.now() or "") if letter and self.mail else []
        return None if self.held else letter


def make_run(opened: OpenGame, referee: Referee, host: Host | None = None) -> Run:
    """Prepare a run over a game as it is now."""
    return Run(
        place=opened.place,
        rules=opened.rules,
        referee=referee,
        step=ChainState(opened.game),
        host=host or Host(opened),
    )


def time_came(path: str) -> str:
    """Return when a file got its name on this disk, which no sender can backdate."""
    from datetime import UTC, datetime  # saves it for games without a pace

    return datetime.fromtimestamp(files.arrival_time(path), UTC).strftime(TIME_FORMAT)


def time_is_over(run: Run) -> Envelope | None:
    """Return a timeout if the deadline has passed, even counting the vacation that absent players have left."""
    game = run.step.game
    at = run.now()
    soonest, latest = (last_call(game.genesis, game.state, seats) for seats in ([], game.state.window.waiting))
    if game.state.window.is_over or isinstance(soonest, UnsetType) or not at or at <= soonest:
        return None
    letter = sign(run.referee.identity, timeout_letter(game, open_state(run.rules, game, None, None)))
    return letter if at > (latest or at) or is_due(run, letter, at) else None


def is_due(run: Run, letter: Envelope, at: str) -> bool:
    try:
        run.play(letter, at)
    except TooEarly:
        return False
    return True


def bot_for_absent(run: Run) -> Envelope | None:
    """Return the letter that gives a seat to a bot after as many missed deadlines in a row as the terms say."""
    game = run.step.game
    secret = run.referee.secret
    if game.state.window.kind != WindowKind.PLAY or secret is None:
        return None
    for seat in game.state.seats:
        if not is_held(seat) and has_missed_too_many(game.genesis, game.state, seat.id):
            keys = bot_keys(game, secret, seat.id)
            bot = with_version(find_bot(REPLACEMENT_BOT))
            return sign(run.referee.identity, replace_letter(game, seat.id, keys, "", bot))
    return None


def waits_for_mail(game: GameFile, record: SeatRecord) -> bool:
    """Return whether a mail seat has to answer by itself: the referee joins for it, but plays nothing for it."""
    return by_mail(record) and game.state.window.kind == WindowKind.PLAY


def own_ready(run: Run) -> Envelope | None:
    """Return the ready letter of a host who plays: it comes first, so that they see no other draws before."""
    game = run.step.game
    host = run.referee.identity
    if game.state.window.kind != WindowKind.READY or host is None:
        return None
    for seat in own_seats(game, host):
        if seat in game.state.window.waiting:
            return sign(host, ready_letter(game, seat, host))
    return None


def play_held(run: Run, seat: str, bot: str) -> Envelope:
    return held_letter(run.step, seat, run.referee, run.rules, bot_choice(run.rules, run.step, run.referee, bot))


def bot_choice(rules: Rules, step: ChainState, referee: Referee, bot: str) -> Callable[[State, str], Order]:
    """Return how a bot chooses; its seed comes from the root of all draws, its seat and the window."""
    game = step.game

    def choice(state: State, seat: str) -> Order:
        hidden = step.hidden or open_hidden(game, referee.secrets)
        chance = bot_seed(game.genesis, game.state.game, hidden, seat, game.state.window.number)
        return choose_order(bot, rules.game, state, seat, Rng(chance))

    return choice
