"""The bots: how they choose an order, and their names and versions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..kernel.base.errors import Malformed
from ..kernel.engine.chance import Chance
from ..kernel.engine.game import Game
from ..kernel.engine.model import Order, Question, Seat, State
from ..kernel.engine.table import top
from .levels import LEVELS, Level, level_of, read_bot
from .simple import choose_cautious, choose_greedy, choose_random

PREFIX = "bot:"


Bot = Callable[[Game, State, Question, Seat, Chance], Order]


def play_ahead(level: Level) -> Bot:
    """Return the bot of a level."""

    def choose(game: Game, state: State, question: Question, seat: Seat, rng: Chance) -> Order:
        from .search import search  # saves it for games without such a bot

        return search(level, game, state, question, seat, rng).chosen.order

    return choose


def choose_as_beginner(game: Game, state: State, question: Question, seat: Seat, rng: Chance) -> Order:
    """Choose one of the orders that look best."""
    from .candidates import choose_as_beginner  # saves it for games without such a bot

    return choose_as_beginner(game, state, question, seat, rng)


BOTS: Mapping[str, Bot] = {
    "bot:random": choose_random,
    "bot:cautious": choose_cautious,
    "bot:beginner": choose_as_beginner,
    "bot:greedy": choose_greedy,
    **{name: play_ahead(level) for name, level in LEVELS.items()},
}
"""All bots, the weakest first."""

VERSIONS: Mapping[str, int] = {**dict.fromkeys(BOTS, 1), "bot:greedy": 2}
"""Increase this whenever a bot would answer anything differently: verification asks the bot again.

A change of what the greedy bot answers, of ratings, outlooks or sampled worlds changes every bot that plays ahead.
"""


def choose_order(bot: str, game: Game, state: State, seat: Seat, rng: Chance) -> Order:
    """Return the order that a bot gives, from what its seat can see."""
    question = top(state)
    assert question
    name, level, limit = read_bot(bot)
    if level and limit:
        from .search import search, until  # saves it for games without such a bot

        return search(level, game, state, question, seat, rng, until(limit)).chosen.order
    return BOTS[check_bot(name)](game, state, question, seat, rng)


def check_bot(bot: str) -> str:
    """Return the bot, or refuse an unknown one."""
    if bot.partition("@")[0] not in BOTS:
        known = [bot_label(one) for one in BOTS]
        raise Malformed("E_SCHEMA", "there is no bot '{bot}'", "known: {known}", bot=bot_label(bot), known=known)
    return bot


def bot_label(bot: str) -> str:
    """Return the name people use for a bot."""
    return bot.removeprefix(PREFIX)


def find_bot(name: str) -> str:
    """Return a bot by its name, with or without the prefix."""
    return check_bot(name if name.startswith(PREFIX) else PREFIX + name)


def with_version(bot: str, limit_ms: int = 0) -> str:
    """Return a bot as a game file names it: another version might play differently, and one with a time limit does."""
    limit = f":{limit_ms}ms" if limit_ms and level_of(bot) else ""
    return f"{bot}{limit}@{VERSIONS[bot]}"
