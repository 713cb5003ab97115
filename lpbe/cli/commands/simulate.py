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
    type=click.Choice(POLICY_KINDS),
    default=POLICY_KINDS[0],
    show_default=True,
    help="What the seats say in advance: nothing, plans and the safe defaults, or these and all their cards.",
)
@click.option("--messages", is_flag=True, help="Also count the messages a turn takes with each of these policies.")
@click.option("--csv", "table", metavar="FILE", help="Also write a line for each seat of each game.")
@json_option
@click.pass_obj
def simulate_command(session: Session, /, as_json: bool, **choices: Any) -> int:
    """Play games between bots, without files and keys, and tell who won.

    A message is what a person would have to send: orders that their sender can foresee go together, and what is
    answered in advance, by a policy or a plan, is none. "Early" are those before the first turn, policies and the
    set-up; those of a turn are the others.
    A game that several have won together is a win for each of them where they play as one side,
    else nobody's; "shared" counts such games either way.
    Exit code 70 when a game could not be played to its end.
    """
    simulation = simulate(session, SimulationRequest(**choices), watch)
    print_result(session, simulation, as_json)
    return INTERNAL_ERROR if simulation.failed else 0


def watch(played: Iterable[GameResult], games: int) -> Iterator[GameResult]:
    """Pass the games on, and show somebody at a terminal how many are done."""
    at_terminal = sys.stderr.isatty()
    for number, one in enumerate(played, 1):
        if at_terminal:
            sys.stderr.write(f"\r{number}/{games}" + ("\n" if number == games else ""))
            sys.stderr.flush()
        yield one
