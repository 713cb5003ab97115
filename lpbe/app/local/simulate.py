"""Simulate games between bots, without files and keys."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from statistics import median
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...bots.arena import POLICIES, GameResult, Series, counted_events
from ...bots.strategies import BOTS, bot_label, find_bot
from ...games import book_of, game_of, in_order
from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Misused
from ...kernel.disk import files
from ...kernel.engine.game import Game
from ...kernel.engine.rulebook import Rulebook
from ..creating.genesis import read_settings
from ..session.locale import Locale
from ..session.session import Session
from .league import League, pairings, result
from .simulation_text import simulation_text

POLICY_KINDS = POLICIES
"""The automatic answers of the seats: none, plans and defaults, or these and all their cards."""
MESSAGE_COUNTS = ("orders", "messages", "early_messages", "orders_per_turn", "messages_per_turn")

DEFAULT_BOTS = "greedy,random"

PLAYED_OUT = "played-out"
"""The ending of a game that has only one."""

Watch = Callable[[Iterable[GameResult], int], Iterator[GameResult]]
"""Pass games on, and show how many of them are done."""


def without_progress(played: Iterable[GameResult], games: int) -> Iterator[GameResult]:
    return iter(played)


class SimulationRequest(Struct, frozen=True, kw_only=True):
    """Which games are simulated, and by whom they are played."""

    game: str
    games: int = 10
    players: int | None = None
    bots: str = ""
    """By default greedy and random; in a league all there are."""
    jobs: int = 1
    seed: int = 0
    expansions: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    policies: str = POLICIES[0]
    messages: bool = False
    """Also count the messages with each kind of policies."""
    league: bool = False
    """Let every bot play against every other one."""
    table: str | None = None
    """A CSV file with a line for each seat of each game."""


class Simulation(Struct, frozen=True):
    """Totals and means of many games."""

    facts: Plain
    locale: Locale

    @property
    def failed(self) -> bool:
        """Return whether a game could not be played to its end."""
        return bool(self.facts["failures"])

    def data(self) -> Plain:
        return {**self.facts, "ok": not self.failed}

    def text(self) -> str:
        return simulation_text(self.facts, self.locale)


def simulate(session: Session, request: SimulationRequest, watch: Watch = without_progress) -> Simulation | League:
    """Play many games between bots and count who won."""
    gc.enable()
    game = game_of(request.game)
    seats = seats_of(game, request.players)
    series = make_series(request, game, seats)
    if request.league:
        return play_league(session, request, series, watch)
    played = list(watch(run_series(series, request.games, request.jobs), request.games))
    if request.table:
        files.write(request.table, csv_of(played, counted_names(series)).encode())
    facts: Plain = {
        "game": series.game,
        "players": len(seats),
        "seed": request.seed,
        **summary(series, played),
    }
    if request.messages:
        compare(facts, series, played, request.jobs, watch)
    return Simulation(facts, session.locale)


def make_series(request: SimulationRequest, game: Game, seats: tuple[str, ...]) -> Series:
    """Return what is played, with settings and expansions that fit the game."""
    bots = request.bots or (",".join(map(bot_label, BOTS)) if request.league else DEFAULT_BOTS)
    names, fixed = cast_of(game, seats, bots)
    expansions = in_order(game, request.expansions)
    options = read_settings(request.settings)
    series = Series(
        game=game.name,
        expansions=expansions,
        options=options,
        seats=seats,
        bots=names,
        seed=request.seed,
        policies=request.policies,
        fixed=fixed,
    )
    rules(series.game, expansions).blank(list(seats), series.options)
    return series


def play_league(session: Session, request: SimulationRequest, base: Series, watch: Watch) -> League:
    """Let the bots play in pairs."""
    if base.fixed or len(base.bots) < 2 or request.table or request.messages:
        raise Misused("E_USAGE", "a league needs two bots or more, without seats, --messages or --csv")
    game = game_of(base.game)
    results: list[Plain] = []
    failures: list[Plain] = []
    for pairing in pairings(game, base.seats, base.bots):
        series = pairing.series(base, game)
        played = list(watch(run_series(series, request.games, request.jobs), request.games))
        results.append(result(pairing, played, game, len(base.seats)) | distributions(played))
        failures += failed_games(played)
    facts: Plain = {
        "game": base.game,
        "players": len(base.seats),
        "seed": request.seed,
        "games": request.games,
        "league": results,
        "failures": failures,
    }
    return League(facts, session.locale)


def failed_games(played: Sequence[GameResult]) -> list[Plain]:
    return [{"number": one.number, "failure": one.failure} for one in played if one.failure]


def seats_of(game: Game, players: int | None) -> tuple[str, ...]:
    least, most = game.players
    if players is not None and not least <= players <= most:
        raise Misused("E_USAGE", "{game} needs {least} to {most} seats", game=game.name, least=least, most=most)
    return game.first_seats(players or least)


def cast_of(game: Game, seats: Sequence[str], bots: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the bots that rotate among the seats, and those that have a seat for good."""
    turns: list[str] = []
    fixed: dict[str, str] = {}
    for part in filter(None, map(str.strip, bots.split(","))):
        who, given, name = part.rpartition("=")
        if given:
            fixed |= dict.fromkeys(seats_like(game, seats, who.strip()), find_bot(name.strip()))
        else:
            turns.append(find_bot(name))
    if not turns and len(fixed) < len(seats):
        raise Misused("E_USAGE", "who plays?", "--bots greedy,random")
    return tuple(turns), fixed


def seats_like(game: Game, seats: Sequence[str], who: str) -> list[str]:
    """Return a seat, the seats of a role, or all seats whose names begin this way."""
    found = (
        [seat for seat in seats if seat == who]
        or [seat for seat in seats if game.roles.get(seat) == who]
        or [seat for seat in seats if who and seat.startswith(who)]
    )
    if not found:
        raise Misused("E_USAGE", "there is no seat '{seat}' here", "--seats lists: {seats}", seat=who, seats=seats)
    return found


def counted_names(series: Series) -> list[str]:
    return list(counted_events(game_of(series.game), rules(series.game, series.expansions)))


@cache
def rules(game: str, expansions: tuple[str, ...]) -> Rulebook:
    return book_of(game, expansions)


def play_one(series: Series, number: int) -> GameResult:
    return series.play_game(game_of(series.game), rules(series.game, series.expansions), number)


def run_series(series: Series, games: int, jobs: int) -> Iterator[GameResult]:
    """Yield the games in order; several are played at a time if there are several jobs."""
    work = partial(play_one, series)
    if jobs == 1:
        yield from map(work, range(games))
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    gc.freeze()  # what is there already never goes: no job need look at it, and so copy it
    with ProcessPoolExecutor(min(jobs, games), get_context("fork")) as pool:
        yield from pool.map(work, range(games), chunksize=share(games, jobs))


def share(games: int, jobs: int) -> int:
    """Return how many games a job takes at once: few enough that all jobs are busy to the end."""
    return max(1, min(8, games // (32 * jobs)))


def mean(values: Sequence[int], over: int | None = None) -> float:
    count = len(values) if over is None else over
    return round(sum(values) / count, 2) if count else 0.0


def summary(series: Series, played: Sequence[GameResult]) -> Plain:
    """Return totals and means."""
    done = [one for one in played if not one.failure]
    counted = {name: mean([one.counts[name] for one in done]) for name in counted_names(series)}
    joint = game_of(series.game).joint
    bots = {*series.bots, *series.fixed.values()}
    turns = sum(one.counts.get("turns", 0) for one in done)
    return {
        "games": len(played),
        "shared": sum(len(one.winners) > 1 for one in done),
        "bots": {
            bot: part(done, {bot}, set(series.seats), joint)
            for bot in dict.fromkeys([*series.fixed.values(), *series.bots])
        },
        "seats": {seat: part(done, bots, {seat}, joint) for seat in series.seats},
        **counted,
        "orders": mean([one.orders for one in done]),
        "messages": mean([one.messages for one in done]),
        **(pace(done, turns) if turns else {}),
        "spread": spreads(done),
        **distributions(played),
        "failures": failed_games(played),
    }


def distributions(played: Sequence[GameResult]) -> Plain:
    """Return how often games ended in each way, after how many turns, and with which points for which bot."""
    done = [one for one in played if not one.failure]
    points: dict[str, Counter[int]] = {}
    for one in done:
        for seat, count in one.points.items():
            points.setdefault(bot_label(one.bots[seat]), Counter())[count] += 1
    return {
        "endings": counts(Counter(one.why or PLAYED_OUT for one in done)),
        "distributions": {
            "turns": counts(Counter(one.counts["turns"] for one in done if "turns" in one.counts)),
            "points": {bot: counts(found) for bot, found in points.items()},
        },
    }


def counts(found: Counter[Any]) -> Plain:
    """Return how often there was what, in order, as JSON can have it."""
    return {str(value): found[value] for value in sorted(found)}


def spreads(done: Sequence[GameResult]) -> Plain:
    """Return how far apart the games are: in turns, if the game counts them, and in points, if it has any."""
    values = {
        "turns": [one.counts["turns"] for one in done if "turns" in one.counts],
        "points": [points for one in done for points in one.points.values()],
    }
    return {name: spread(found) for name, found in values.items() if found}


def spread(values: Sequence[int]) -> Plain:
    return {"least": min(values), "median": median(values), "most": max(values)}


def pace(done: Sequence[GameResult], turns: int) -> Plain:
    """Return how many messages there are before the first turn, and per turn."""
    return {
        "early_messages": mean([one.early[1] for one in done]),
        "orders_per_turn": mean([one.orders - one.early[0] for one in done], turns),
        "messages_per_turn": mean([one.messages - one.early[1] for one in done], turns),
    }


def compare(facts: Plain, series: Series, played: Sequence[GameResult], jobs: int, watch: Watch) -> None:
    """Play the same games with the other policies too, and count the messages that each kind leaves."""
    facts["messages_by"] = {}
    for policies in POLICIES:
        other = replace(series, policies=policies)
        games = played if other == series else list(watch(run_series(other, len(played), jobs), len(played)))
        one = summary(other, games)
        facts["messages_by"][policies] = {name: one[name] for name in MESSAGE_COUNTS if name in one}
        facts["failures"] += [] if games is played else one["failures"]


def part(done: Sequence[GameResult], bots: set[str], seats: set[str], joint: bool) -> Plain:
    """Return the results of these bots on these seats; shared wins count only for those who play as one side."""
    mine = [(one, seat) for one in done for seat, bot in one.bots.items() if bot in bots and seat in seats]
    points = [one.points.get(seat, 0) for one, seat in mine]
    won = [one for one, seat in mine if seat in one.winners]
    return {
        "played": len(mine),
        "wins": sum(joint or len(one.winners) == 1 for one in won),
        "shared": sum(len(one.winners) > 1 for one in won),
        "mean_points": mean(points),
        "best": max(points, default=0),
    }


def csv_of(played: Sequence[GameResult], counted: Sequence[str]) -> str:
    head = ["number", "seat", "bot", "points", "won", "orders", "messages", *counted]
    rows = [row_of(one, seat, counted) for one in played if not one.failure for seat in one.bots]
    return "".join(",".join(row) + "\n" for row in [head, *rows])


def row_of(one: GameResult, seat: str, counted: Sequence[str]) -> list[str]:
    own = [
        one.number,
        seat,
        one.bots[seat],
        one.points.get(seat, 0),
        int(seat in one.winners),
        one.orders,
        one.messages,
    ]
    return [str(value) for value in (*own, *(one.counts[name] for name in counted))]
