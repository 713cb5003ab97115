"""Check many claims of every game: `python -m tests.contract.soak_foresight --claims 100000 --possible 10000`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from lpbe.games import GAMES, game_of
from lpbe.kernel.engine.foresight import Certainty

from .foretelling import Claim, comes_true, endless_claims, show

MAX_SHOWN = 5
"""How many wrong claims of a game are printed."""


class Tally(NamedTuple):
    """What was checked of one game, by the key of the claim, and what was wrong."""

    game: str
    certain: Counter[str]
    possible: Counter[str]
    false: list[str]
    never_seen: list[str]


def check_game(game: str, claims: int, possible: int, tries: int) -> Tally:
    """Check so many claims of each kind, in the order in which random games bring them."""
    tally = Tally(game, Counter(), Counter(), [], [])
    for claim in endless_claims(game):
        if tally.certain.total() >= claims and tally.possible.total() >= possible:
            break
        if claim.fact.certainty is Certainty.CERTAIN and tally.certain.total() < claims:
            check_certain(tally, claim)
        elif claim.fact.certainty is Certainty.POSSIBLE and tally.possible.total() < possible:
            check_possible(tally, claim, tries)
    return tally


def check_certain(tally: Tally, claim: Claim) -> None:
    tally.certain[claim.fact.key] += 1
    if any(comes_true(claim, seed) is False for seed in range(3)):
        tally.false.append(show(claim))


def check_possible(tally: Tally, claim: Claim, tries: int) -> None:
    tally.possible[claim.fact.key] += 1
    if not any(comes_true(claim, seed, wanted=True) for seed in range(tries)):
        tally.never_seen.append(show(claim))


def print_tally(tally: Tally) -> None:
    checked = f"{tally.certain.total()} certain, {len(tally.false)} false"
    print(f"{tally.game}: {checked}; {tally.possible.total()} possible, {len(tally.never_seen)} not shown", flush=True)
    print(f"  certain: {dict(tally.certain)}\n  possible: {dict(tally.possible)}", flush=True)
    for name in ("false", "never_seen"):
        for text in getattr(tally, name)[:MAX_SHOWN]:
            print(f"  {name}: {text[:300]}", flush=True)


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--claims", type=int, default=100_000, help="how many certain claims, over all games")
    parser.add_argument("--possible", type=int, default=10_000, help="how many claims with 'may', over all games")
    parser.add_argument("--tries", type=int, default=30, help="how often to play on until a 'may' has come true")
    wanted = parser.parse_args()
    games = [game for game in GAMES if game_of(game).base.foresight]
    check = partial(
        check_game, claims=wanted.claims // len(games), possible=wanted.possible // len(games), tries=wanted.tries
    )
    with ProcessPoolExecutor(2) as pool:
        tallies = list(pool.map(check, games))
    for tally in tallies:
        print_tally(tally)
    return int(any(tally.false or tally.never_seen for tally in tallies))


if __name__ == "__main__":
    sys.exit(main())
