"""Measure how fair Living Planet is between bots: the first Leader's advantage, and what a passive player achieves."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from statistics import mean

from msgspec.structs import replace

from lpbe.bots.arena import Match, game_root, play
from lpbe.games import book_of, game_of
from lpbe.games.living_planet.map.queries import seats
from lpbe.games.living_planet.turn.fate import Fate, UseFate
from lpbe.kernel.engine.chance import Chance
from lpbe.kernel.engine.model import Order, Question, Seat, State

NAME = "living-planet"
BOOK = book_of(NAME, ())
RETAKES = ("same-turn", "next-turn")
"""G-63; the second is the rule: it costs the passive player two points and leaves the first Leader's advantage
alone.
"""


def dull(state: State, question: Question, seat: Seat, rng: Chance) -> Order:
    """Return the passive player's answer: only subsidies and fate, six MC a turn if a token may be used and retaken."""
    if isinstance(question, Fate) and question.row == "B":
        return UseFate(6)
    return question.default(state, seat)


def with_dull(state: State, question: Question, seat: Seat, rng: Chance) -> Order | None:
    """Answer for red as the passive player, for the others as the greedy bot."""
    greedy = game_of(NAME).bots["bot:greedy"]
    return dull(state, question, seat, rng) if seat == "red" else greedy(state, question, seat, rng)


def matches(retake: str, games: int, first: str, one_is_dull: bool) -> Iterator[Match]:
    game = game_of(NAME)
    known = replace(game, bots={"bot:greedy": with_dull}) if one_is_dull else game
    options = {NAME: {"fate_retake": retake, "first_leader": first}}
    for number in range(games):
        yield play(known, BOOK, options, dict.fromkeys(game.seats, "bot:greedy"), game_root(1, number))


def edge(retake: str, games: int) -> None:
    """Count wins by a seat's distance from the first Leader; a shared win counts for each winner."""
    won: Counter[int] = Counter()
    points = []
    for match in matches(retake, games, "red", one_is_dull=False):
        assert match.result
        table = seats(match.table.state)
        won.update(table.index(seat) for seat in match.result.winners)
        points += list(match.result.scores.values())
    print(f"{retake}: wins of the first Leader, the next, ...: {[won[n] for n in range(4)]} of {games}", end="; ")
    print(f"a greedy player has {mean(points):.1f} points")


def floor(retake: str, games: int) -> None:
    done = [match.result for match in matches(retake, games, "random", one_is_dull=True)]
    points = [one.scores["red"] for one in done if one]
    rivals = [value for one in done if one for seat, value in one.scores.items() if seat != "red"]
    wins = sum("red" in one.winners for one in done if one)
    print(f"{retake}: the dull player has {mean(points):.1f} points against {mean(rivals):.1f}, wins {wins} of {games}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    games = parser.parse_args().games
    for retake in RETAKES:
        edge(retake, games)
        floor(retake, games)


if __name__ == "__main__":
    main()
