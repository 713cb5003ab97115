"""Play many games between bots."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from ...app.local.simulate import POLICY_KINDS, SimulationRequest, simulate
from ...app.session.session import Session
from ..error_reporting import INTERNAL_ERROR
from ..options import example, json_option
from ..output import print_result

if TYPE_CHECKING:
    from ...bots.arena import GameResult


@click.command(
    "simulate",
    epilog=example(
        "lpbe simulate --game pebbles --games 20",
        "lpbe simulate --game living-planet --games 100 --players 4 --jobs 4 --bots greedy,random --json",
        "lpbe simulate --players 4 --bots greedy --messages",
        "lpbe simulate --players 3 --bots red=greedy,random",
        "lpbe simulate --league --bots beginner,greedy --games 20 --jobs 2",
    ),
)
@click.option("--game", default="living-planet", show_default=True, help="The game to play.")
@click.option(
    "--games", default=10, show_default=True, type=click.IntRange(1, 1_000_000), help="How many games to play."
)
@click.option("--players", type=click.IntRange(1, 9), help="How many seats; default: as few as the game allows.")
@click.option(
    "--bots",
    default="",
    metavar="[WHO=]BOT,...",
    help="The bots, by default greedy,random, with --league all; they take turns on the seats. "
    "WHO=BOT ties one to a seat, a role or all seats starting with WHO.",
)
@click.option(
    "--jobs", default=1, show_default=True, type=click.IntRange(1, 256), help="How many games to play at the same time."
)
@click.option(
    "--seed",
    default=0,
    show_default=True,
    type=click.IntRange(0),
    help="The random seed: the same seed gives the same games.",
)
@click.option("--with", "expansions", multiple=True, metavar="NAME", help="Add an expansion.")
@click.option("--set", "settings", multiple=True, metavar="MODULE.NAME=VALUE", help="Set an option of the rules.")
@click.option(
    "--policies",
    type=click.Choice(POLICY_KINDS),
    default=POLICY_KINDS[0],
    show_default=True,
    help="What seats answer in advance: nothing, plans and the safe defaults, or these and all their cards.",
)
@click.option("--messages", is_flag=True, help="Also count the messages per turn with each of these policies.")
@click.option("--league", is_flag=True, help="Let every bot play against every other one, as often as --games says.")
@click.option("--csv", "table", metavar="FILE", help="Also write one line per seat and game to this file.")
@json_option
@click.pass_obj
def simulate_command(session: Session, /, as_json: bool, **choices: Any) -> int:
    """Play games between bots, without files or keys, and show who won.

    Messages are counted as a person would have to send them: orders that the sender can foresee go
    together, and what a policy or a plan answers needs no message. "Early messages" are those before
    the first turn, for policies and set-up. All others are counted per turn.

    A game won by several seats is a win for each of them if they play on the same side, and otherwise
    for nobody. "Shared" counts such games in both cases.

    In a league every bot plays every other bot: head to head with two players, one against all
    the others with more, and in every role if the game has roles. The result is the share of games
    won, with a 95 % interval; the share that equal players would have is called par.

    The exit code is 70 if a game could not be played to its end.
    """
    simulation = simulate(session, SimulationRequest(**choices), watch)
    print_result(session, simulation, as_json)
    return INTERNAL_ERROR if simulation.failed else 0


def watch(played: Iterable[GameResult], games: int) -> Iterator[GameResult]:
    """Pass the games on, and show on a terminal how many are finished."""
    at_terminal = sys.stderr.isatty()
    for number, one in enumerate(played, 1):
        if at_terminal:
            sys.stderr.write(f"\r{number}/{games}" + ("\n" if number == games else ""))
            sys.stderr.flush()
        yield one
