"""Let bots play in pairs, one against all others of a kind, and tell how often each wins and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from math import sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...bots.arena import GameResult, Series
from ...bots.strategies import bot_label
from ...kernel.base.canonical import Plain
from ...kernel.base.wrapping import pad
from ...kernel.content import packs
from ...kernel.content.packs import Words
from ...kernel.engine.game import Game
from ..session.locale import Locale

CONFIDENCE = 1.96
"""How many standard deviations a 95 % interval reaches."""
NAME_WIDTH = 18
NUMBER_WIDTH = 9


class Pairing(Struct, frozen=True):
    """One bot on one seat, or on all seats of a role, against another bot on all other seats."""

    bot: str
    against: str
    role: str = ""

    def series(self, base: Series, game: Game) -> Series:
        """Return the games of this pairing; without roles the bot changes its seat from game to game."""
        if not self.role:
            return replace(base, bots=(self.bot, *[self.against] * (len(base.seats) - 1)), fixed={})
        fixed = {seat: self.bot if game.roles[seat] == self.role else self.against for seat in base.seats}
        return replace(base, bots=(), fixed=fixed)

    def won(self, one: GameResult, game: Game) -> float:
        """Return the share of a game that the bot has won: equal winners of different sides share it."""
        seats = [seat for seat, bot in one.bots.items() if bot == self.bot]
        if self.role:
            return float(any(game.roles[seat] == self.role for seat in one.winners))
        winners = [seat for seat in one.winners if seat in seats]
        return len(winners) / len(one.winners) if winners else 0.0


def pairings(game: Game, seats: Sequence[str], bots: Sequence[str]) -> list[Pairing]:
    """Return all pairs: with roles each bot in each role, also against itself; else two bots, or one against many."""
    if game.roles:
        roles = dict.fromkeys(game.roles[seat] for seat in seats)
        return [Pairing(one, other, role) for role in roles for one, other in product(bots, repeat=2)]
    pairs = combinations(bots, 2) if len(seats) == 2 else permutations(bots, 2)
    return [Pairing(one, other) for one, other in pairs]


def result(pairing: Pairing, played: Sequence[GameResult], game: Game, seats: int) -> Plain:
    """Return how often the bot won, with a 95 % interval, and how often it would if both were equal."""
    done = [one for one in played if not one.failure]
    won = sum(pairing.won(one, game) for one in done)
    low, high = interval(won, len(done))
    facts: Plain = {
        "bot": bot_label(pairing.bot),
        "against": bot_label(pairing.against),
        "played": len(done),
        "won": round(won, 2),
        "share": percent(won / len(done)) if done else 0.0,
        "low": percent(low),
        "high": percent(high),
    }
    return facts | ({"role": pairing.role} if pairing.role else {"par": percent(1 / seats)})


def interval(won: float, played: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson)."""
    if not played:
        return 0.0, 1.0
    share = won / played
    square = CONFIDENCE**2 / played
    middle = (share + square / 2) / (1 + square)
    reach = CONFIDENCE * sqrt(share * (1 - share) / played + square / (4 * played)) / (1 + square)
    return max(middle - reach, 0.0), min(middle + reach, 1.0)


def percent(share: float) -> float:
    return round(100 * share, 1)


class League(Struct, frozen=True):
    """The results of all pairings."""

    facts: Plain
    locale: Locale

    @property
    def failed(self) -> bool:
        """Return whether a game could not be played to its end."""
        return bool(self.facts["failures"])

    def data(self) -> Plain:
        return {**self.facts, "ok": not self.failed}

    def text(self) -> str:
        words = packs.words(self.facts["game"], self.locale.language)
        return "\n".join(league_lines(words, self.facts, self.locale))


def league_lines(words: Words, facts: Mapping[str, Any], locale: Locale) -> Iterator[str]:
    game = words.terms.get(facts["game"], facts["game"])
    yield locale.localise(
        "league of {game} with {seats}, {count} games per pairing, seed {seed}",
        game=game,
        seats=facts["players"],
        count=facts["games"],
        seed=facts["seed"],
    )
    yield ""
    names = [locale.localise("bot"), locale.localise("against")]
    heads = [locale.localise("won"), locale.localise("from"), locale.localise("to"), locale.localise("par")]
    yield row(names, heads)
    for one in facts["league"]:
        role = one.get("role", "")
        bot = f"{role}={one['bot']}" if role else one["bot"]
        numbers = [f"{one[key]} %" if key in one else "" for key in ("share", "low", "high", "par")]
        yield row([bot, one["against"]], numbers)
    yield from (locale.localise("game {number} failed: {failure}", **one) for one in facts["failures"])


def row(names: Sequence[str], numbers: Sequence[str]) -> str:
    cells = [pad(name, NAME_WIDTH) for name in names]
    return "".join([*cells, *(pad(number, NUMBER_WIDTH, right=True) for number in numbers)]).rstrip()
