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

from .foretelling import Claim, can_come_true, comes_true, endless_claims, in_world, show

MAX_SHOWN = 5
"""How many wrong claims of a game are printed."""
LINES = 3
"""How often a certain claim is checked by playing on."""
MAX_UNSETTLED = 0.01
"""The share of certain claims of a game that may remain unsettled in every line of play."""


class Tally(NamedTuple):
    """What was checked in one game, by the key of the claim, and what was wrong."""

    game: str
    certain: Counter[str]
    possible: Counter[str]
    false: list[str]
    never_seen: list[str]
    unsettled: list[str]

    def is_wrong(self) -> bool:
        too_many = len(self.unsettled) > MAX_UNSETTLED * self.certain.total()
        return bool(self.false or self.never_seen) or too_many


def check_game(game: str, claims: int, possible: int, tries: int) -> Tally:
    """Check this many claims of each kind, in the order in which random games produce them."""
    tally = Tally(game, Counter(), Counter(), [], [], [])
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
    ends = [comes_true(in_world(claim, seed), seed) for seed in range(LINES)]
    if False in ends:
        tally.false.append(show(claim))
    elif True not in ends:
        tally.unsettled.append(show(claim))


def check_possible(tally: Tally, claim: Claim, tries: int) -> None:
    tally.possible[claim.fact.key] += 1
    if not can_come_true(claim, tries):
        tally.never_seen.append(show(claim))


def print_tally(tally: Tally) -> None:
    certain = f"{tally.certain.total()} certain, {len(tally.false)} false, {len(tally.unsettled)} never settled"
    print(f"{tally.game}: {certain}; {tally.possible.total()} possible, {len(tally.never_seen)} not shown", flush=True)
    print(f"  certain: {dict(tally.certain)}\n  possible: {dict(tally.possible)}", flush=True)
    for name in ("false", "never_seen", "unsettled"):
        for text in getattr(tally, name)[:MAX_SHOWN]:
            print(f"  {name}: {text[:300]}", flush=True)


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--claims", type=int, default=100_000, help="how many certain claims, over all games")
    parser.add_argument("--possible", type=int, default=10_000, help="how many claims with 'may', over all games")
    parser.add_argument("--tries", type=int, default=400, help="how often at most until a claim has come true")
    wanted = parser.parse_args()
    games = [game for game in GAMES if game_of(game).base.foresight]
    check = partial(
        check_game, claims=wanted.claims // len(games), possible=wanted.possible // len(games), tries=wanted.tries
    )
    with ProcessPoolExecutor(2) as pool:
        tallies = list(pool.map(check, games))
    for tally in tallies:
        print_tally(tally)
    return int(any(map(Tally.is_wrong, tallies)))


if __name__ == "__main__":
    sys.exit(main())
