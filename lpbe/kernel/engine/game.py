"""A game as the registry knows it: its modules, its seats, and how it is set up, played by bots and shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from ..base.canonical import Plain
from .model import Counted, Module, Order, Question, Seat, State

if TYPE_CHECKING:
    from .candidate import Candidate
    from .chance import Chance
    from .events import Ended
    from .presentation import Presentation
    from .rulebook import Rulebook


def no_presentation() -> Presentation:
    """Return the presentation of a game that shows nothing but its words."""
    from .presentation import Presentation  # saves it for commands that show nothing

    return Presentation()


class Game(Struct, frozen=True):
    """What the registry knows of a game: its modules, its seats, and how it is set up and shown."""

    name: str
    version: int
    base: Module
    expansions: Mapping[str, Callable[[], Module]]
    """By name, in the order in which they are bound; each is loaded when somebody plays with it."""
    seats: tuple[Seat, ...]
    players: tuple[int, int]
    roles: Mapping[Seat, str] = {}
    """The role of each seat, where roles differ; bots are chosen by it."""
    joint: bool = False
    """Whether seats that win together are all winners because they are one side; otherwise nobody wins such a game."""
    capacity: Callable[[Rulebook, int], tuple[int, int]] = lambda book, seats: (512, 512)
    """Return how many bytes the private components of a seat and the hidden ones can take, by the number of seats.

    The standing orders of a seat (plans, policy, draft and answer) are not counted.
    """
    bots: Mapping[str, Callable[[State, Question, Seat, Chance], Order | None]] = {}
    """The game's own bots by name; None means that any legal order will do."""
    rated: Callable[[State, Question, Seat], Iterable[Candidate]] | None = None
    """The answers that a bot which plays ahead should try, from what a seat sees; None: the first legal orders."""
    outlook: Callable[[State, Seat, Ended | None], Mapping[str, int]] | None = None
    """What a full position is worth to a seat as the sum of named parts, in hundredths of what the game counts in.

    The event is the end of the game, if that is where the position was reached. Whole numbers have the same sum
    everywhere. Without it no bot can play ahead.
    """
    quick: Callable[[State, Question, Seat, Chance], Order | None] | None = None
    """The bot that plays on in the heads of others: less careful than the greedy one, but faster. None: that one."""
    horizon: int | None = None
    """How many more counts of the clock are played on; None: to the end of the game."""
    planners: Mapping[str, Callable[[State, Seat], Sequence[Order]]] = {}
    """What these bots plan along with an order, from the position that it leads to as far as its sender can foresee it.

    In that position a draw or another seat comes next. Bots without plans wait to see what happens.
    """
    counted: Mapping[str, Counted] = {}
    """What a simulation counts: by name, the events to count; "turns" is one of the names."""
    presentation: Callable[[], Presentation] = no_presentation
    """What it shows to people; loaded when somebody looks."""
    ahead: Callable[[Chance], Mapping[str, Plain]] = lambda rng: {}
    """A policy of everything that can be decided before the game; simulations use it to count the messages saved."""
    clock: tuple[str, int] | None = None
    """The public component whose `number` shows how far the game has come, and the number it usually ends with."""

    def first_seats(self, count: int = 0) -> tuple[Seat, ...]:
        """Return the first seats of the game: this many, or as few as it can be played with."""
        return self.seats[: count or self.players[0]]

    def modules(self, expansions: Iterable[str] | None = None) -> tuple[Module, ...]:
        """Return the base and these expansions, or all there are."""
        return (
            self.base,
            *(self.expansions[name]() for name in (self.expansions if expansions is None else expansions)),
        )
