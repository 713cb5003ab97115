"""Many games between bots."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial

import click
from msgspec.structs import replace

from ..app.settings import read_settings
from ..bots import bot_named
from ..bots.arena import POLICIES, Played, Series, counted_by
from ..games import book_of, game_of, in_order
from ..kernel.base.canon import Plain
from ..kernel.base.errors import Misused
from ..kernel.disk import files
from ..kernel.play.rulebook import Rulebook
from ..kernel.play.rules import Game
from .options import example, json_option
from .output import respond
from .tally import text_of

OURS = 70
SPOKEN = ("orders", "messages", "early_messages", "orders_per_turn", "messages_per_turn")


@click.command(
    "simulate",
    epilog=example(
        "lpbe simulate --game pebbles --games 20",
        "lpbe simulate --game living-planet --games 100 --players 4 --jobs 4 --bots greedy,random --json",
        "lpbe simulate --players 4 --bots greedy --messages",
        "lpbe simulate --players 3 --bots red=greedy,random",
    ),
)
@click.option("--game", default="living-planet", show_default=True, help="Which game.")
@click.option("--games", default=10, show_default=True, type=click.IntRange(1, 1_000_000), help="How many of it.")
@click.option("--players", type=click.IntRange(1, 9), help="How many seats; default: the fewest of the game.")
@click.option(
    "--bots",
    default="greedy,random",
    show_default=True,
    metavar="[WHO=]BOT,...",
    help="Who plays: bots take turns on the seats, WHO=BOT has a seat, a role or all that begin so for good.",
)
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 256), help="How many games at a time.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="The same seed, the same games.")
@click.option("--with", "expansions", multiple=True, metavar="NAME", help="An expansion.")
@click.option("--set", "settings", multiple=True, metavar="MODULE.NAME=VALUE", help="An option of the game.")
@click.option(
    "--policies",
    type=click.Choice(POLICIES),
    default=POLICIES[0],
    show_default=True,
    help="What the seats say in advance: nothing, plans and the safe defaults, or these and all their cards.",
)
@click.option("--messages", is_flag=True, help="Also count the messages a turn takes with each of these policies.")
@click.option("--csv", "table", metavar="FILE", help="Also write a line for each seat of each game.")
@json_option
def simulate_command(
    game: str,
    games: int,
    players: int | None,
    bots: str,
    jobs: int,
    seed: int,
    expansions: tuple[str, ...],
    settings: tuple[str, ...],
    policies: str,
    messages: bool,
    table: str | None,
    as_json: bool,
) -> int:
    """Play games between bots, without files and keys, and tell who won.

    A message is what a person would have to send: orders that their sender can foresee go together, and what is
    answered in advance, by a policy or a plan, is none. "Early" are those before the first turn, policies and the
    set-up; those of a turn are the others.
    A game that several have won together is a win for each of them where they play as one side,
    else nobody's; "shared" counts such games either way.
    Exit code 70 when a game could not be played to its end.
    """
    gc.enable()
    known = game_of(game)
    seats = seats_of(known, players)
    names, fixed = cast_of(known, seats, bots)
    chosen = in_order(known, expansions)
    series = Series(known.name, chosen, read_settings(settings), seats, names, seed, policies, fixed)
    rules(series.game, chosen).blank(list(seats), series.options)
    played = list(watched(run(series, games, jobs), games))
    if table:
        files.write(table, csv_of(played, counted_names(series)).encode())
    told: Plain = {"game": series.game, "players": len(seats), "seed": seed, **summary(series, played)}
    if messages:
        compare(told, series, played, jobs)
    respond(as_json, {**told, "ok": not told["failures"]}, text_of(told))
    return OURS if told["failures"] else 0


def seats_of(game: Game, players: int | None) -> tuple[str, ...]:
    least, most = game.players
    if players is not None and not least <= players <= most:
        raise Misused("E_USAGE", "{game} is for {least} to {most} seats", game=game.name, least=least, most=most)
    return game.first_seats(players or least)


def cast_of(game: Game, seats: Sequence[str], bots: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """The bots that take turns, and those that have a seat for good."""
    turns, fixed = list[str](), dict[str, str]()
    for part in filter(None, map(str.strip, bots.split(","))):
        who, given, name = part.rpartition("=")
        if given:
            fixed |= dict.fromkeys(seats_like(game, seats, who.strip()), bot_named(name.strip()))
        else:
            turns.append(bot_named(name))
    if not turns and len(fixed) < len(seats):
        raise Misused("E_USAGE", "who plays?", "--bots greedy,random")
    return tuple(turns), fixed


def seats_like(game: Game, seats: Sequence[str], who: str) -> list[str]:
    """A seat, the seats of a role, or all seats whose names begin so."""
    found = (
        [seat for seat in seats if seat == who]
        or [seat for seat in seats if game.roles.get(seat) == who]
        or [seat for seat in seats if who and seat.startswith(who)]
    )
    if not found:
        raise Misused("E_USAGE", "there is no seat '{seat}' here", "--seats names: {seats}", seat=who, seats=seats)
    return found


def counted_names(series: Series) -> list[str]:
    return list(counted_by(game_of(series.game), rules(series.game, series.expansions)))


@cache
def rules(game: str, expansions: tuple[str, ...]) -> Rulebook:
    return book_of(game, expansions)


def play_one(series: Series, number: int) -> Played:
    return series.played(game_of(series.game), rules(series.game, series.expansions), number)


def run(series: Series, games: int, jobs: int) -> Iterator[Played]:
    """The games in order, several at a time where that is wanted."""
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
    """How many games a job takes at once: few enough that all jobs are busy to the end."""
    return max(1, min(8, games // (32 * jobs)))


def watched(played: Iterable[Played], games: int) -> Iterator[Played]:
    """The same games; whoever sits at a terminal sees how many are done."""
    seen = sys.stderr.isatty()
    for n, one in enumerate(played, 1):
        if seen:
            sys.stderr.write(f"\r{n}/{games}" + ("\n" if n == games else ""))
            sys.stderr.flush()
        yield one


def mean(values: Sequence[int], over: int | None = None) -> float:
    count = len(values) if over is None else over
    return round(sum(values) / count, 2) if count else 0.0


def summary(series: Series, played: Sequence[Played]) -> Plain:
    """Totals and means."""
    done = [one for one in played if not one.failure]
    counted = {name: mean([one.counts[name] for one in done]) for name in counted_names(series)}
    joint, bots = game_of(series.game).joint, {*series.bots, *series.fixed.values()}
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
        "failures": [{"number": one.number, "failure": one.failure} for one in played if one.failure],
    }


def pace(done: Sequence[Played], turns: int) -> Plain:
    """How much there is to say before the first turn, and in a turn."""
    return {
        "early_messages": mean([one.early[1] for one in done]),
        "orders_per_turn": mean([one.orders - one.early[0] for one in done], turns),
        "messages_per_turn": mean([one.messages - one.early[1] for one in done], turns),
    }


def compare(told: Plain, series: Series, played: Sequence[Played], jobs: int) -> None:
    """Play the same games with the other policies too, and tell what each kind leaves to say."""
    told["messages_by"] = {}
    for policies in POLICIES:
        other = replace(series, policies=policies)
        games = played if other == series else list(watched(run(other, len(played), jobs), len(played)))
        one = summary(other, games)
        told["messages_by"][policies] = {name: one[name] for name in SPOKEN if name in one}
        told["failures"] += [] if games is played else one["failures"]


def part(done: Sequence[Played], bots: set[str], seats: set[str], joint: bool) -> Plain:
    """What these bots did on these seats; wins with others count only for those who play as one side."""
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


def csv_of(played: Sequence[Played], counted: Sequence[str]) -> str:
    head = ["number", "seat", "bot", "points", "won", "orders", "messages", *counted]
    rows = [row_of(one, seat, counted) for one in played if not one.failure for seat in one.bots]
    return "".join(",".join(row) + "\n" for row in [head, *rows])


def row_of(one: Played, seat: str, counted: Sequence[str]) -> list[str]:
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
