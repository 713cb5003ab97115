"""The bots that play ahead: flat Monte Carlo with sequential halving over what the game's own bot would consider.

Every round samples one world that the seat may be in. All orders that are left play on from the same world with the
same chance, so that they differ by little else. The greedy choice is left only for an order that did better by more
than chance explains. A level is a number of rollouts, and all values are whole numbers: the same position gives the
same order on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isqrt
from time import monotonic

from msgspec import Struct

from ..kernel.base.canonical import kdf
from ..kernel.engine.chance import Chance, Rng
from ..kernel.engine.game import Game
from ..kernel.engine.model import Order, Question, Seat, State
from ..kernel.engine.rulebook import phase_of
from ..kernel.engine.worlds import sample_world
from .candidates import candidates
from .levels import Level
from .rollouts import roll_out
from .simple import choose_greedy

MIN_ROUNDS = 3
"""In how many worlds an order must have been compared before it can replace the greedy choice."""
ROOT_WORDS = 8
"""How many draws make the root of a search: 16 bits each."""


class Tried(Struct):
    """One order and what became of it: its parts in every round it took part in."""

    order: Order
    outlooks: list[Mapping[str, int]]

    def totals(self) -> list[int]:
        return [sum(parts.values()) for parts in self.outlooks]


class Search(Struct):
    """The result of a search: the order chosen, and all that were tried, the greedy choice first."""

    chosen: Tried
    tried: list[Tried]


Stop = Callable[[], bool]
"""Return whether the time to think is over."""


def never() -> bool:
    return False


def until(limit_ms: int) -> Stop:
    """Return a limit for games against people on one machine: what a bot answers then depends on the machine."""
    end = monotonic() + limit_ms / 1000
    return lambda: monotonic() >= end


def search(
    level: Level, game: Game, state: State, question: Question, seat: Seat, rng: Chance, stop: Stop = never
) -> Search:
    """Try what is worth a try from what a seat sees, and choose what does best in as many rollouts as the level has.

    Only with `stop` may the result depend on how fast the machine is.
    """
    root = search_root(rng)
    first = choose_greedy(game, state, question, seat, Rng(kdf(root, "greedy")))
    kinds = Rng(kdf(root, "kinds"))
    orders = list(candidates(game, state, question, seat, first, level.orders, kinds)) if game.outlook else [first]
    tried = [Tried(order, []) for order in orders]
    if len(tried) > 1:
        Race(game, state, seat, root, tried).run(level.rollouts, stop)
    return Search(pick(tried), tried)


def duel(level: Level, game: Game, state: State, seat: Seat, orders: tuple[Order, Order], rng: Chance) -> Search:
    """Use all rollouts of a level on two orders; the first one is left only if the second does better."""
    tried = [Tried(order, []) for order in orders]
    Race(game, state, seat, search_root(rng), tried).run(level.rollouts, never)
    return Search(pick(tried), tried)


def search_root(rng: Chance) -> bytes:
    """Return the root of all that a search draws."""
    return b"".join(rng.below(1 << 16, f"search/{n}").to_bytes(2, "big") for n in range(ROOT_WORDS))


class Race:
    """Orders that play on from the same worlds; the worse half is left out as rollouts are used up."""

    def __init__(self, game: Game, state: State, seat: Seat, root: bytes, tried: Sequence[Tried]) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.root = root
        self.left = list(tried)
        self.rounds = 0
        self.last = None if game.horizon is None else phase_of(state, 0) + game.horizon

    def run(self, rollouts: int, stop: Stop) -> None:
        """Use this many rollouts at most, about the same share of them before each halving."""
        stages = (len(self.left) - 1).bit_length()
        for stage in range(stages, 0, -1):
            share = rollouts // stage
            for _ in range(max(share // len(self.left), 1)):
                if rollouts < len(self.left) or stop():
                    return
                self.play_round()
                rollouts -= len(self.left)
            self.halve()

    def play_round(self) -> None:
        """Let all orders that are left play on from one more world."""
        root = kdf(self.root, "round", self.rounds)
        world = sample_world(self.state, self.seat, Rng(kdf(root, "world")))
        for one in self.left:
            one.outlooks.append(roll_out(self.game, world.copy(), self.seat, one.order, root, self.last))
        self.rounds += 1

    def halve(self) -> None:
        """Keep the better half, and the greedy choice, which the others are compared with."""
        first, *others = self.left
        ranked = sorted(others, key=lambda one: -sum(one.totals()))
        keep = ranked[: max(len(self.left) // 2, 1)]
        self.left = [first, *(one for one in others if one in keep)]


def pick(tried: Sequence[Tried]) -> Tried:
    """Return the order whose advantage over the first one is greatest, less what chance explains."""
    first, *others = tried
    best, gain = first, 0
    for one in others:
        if (sure := sure_gain(one.totals(), first.totals())) > gain:
            best, gain = one, sure
    return best


def sure_gain(values: Sequence[int], others: Sequence[int]) -> int:
    """Return the mean of the paired differences less its standard error, in thousandths; 0 for too few pairs."""
    pairs = [(a - b) * 1000 for a, b in zip(values, others, strict=False)]
    return mean_less_error(pairs) if len(pairs) >= MIN_ROUNDS else 0


def mean_less_error(values: Sequence[int]) -> int:
    count = len(values)
    total = sum(values)
    squares = sum(value * value for value in values) * count - total * total  # count² times the variance
    return (total - isqrt(squares // (count - 1))) // count
