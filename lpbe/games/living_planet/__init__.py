"""Living Planet: explore, exploit and survive a planet that strikes back, for two to four players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...kernel.base.canon import Plain
from ...kernel.play.chance import Chance
from ...kernel.play.rulebook import Rulebook
from ...kernel.play.rules import Game, Module, Order, Question, Seat, State
from .base import BASE
from .market import Crashed
from .state import CARDS
from .strike import Struck
from .turn import TurnBegan

if TYPE_CHECKING:
    from ...kernel.play.foresight import Brief, Told
    from ...kernel.play.story import Aside, Moment


def play_greedily(state: State, question: Question, seat: Seat, rng: Chance) -> Order | None:
    """Loaded when a machine plays."""
    from .bot.greedy import greedy  # saves the bot for games between people

    return greedy(state, question, seat, rng)


def plan_greedily(state: State, seat: Seat) -> Sequence[Order]:
    """Loaded when a machine says something in advance."""
    from .bot.greedy import greedy_plan  # saves the bot for games between people

    return greedy_plan(state, seat)


def cards_ahead(rng: Chance) -> Mapping[str, Any]:
    """All cards of a game, laid in advance: those of the first hand, then those of the second."""
    cards = [*rng.shuffled(CARDS, "first hand"), *rng.shuffled(CARDS, "second hand")]
    return {BASE.name: {"cards": cards}}


def room(book: Rulebook, seats: int) -> tuple[int, int]:
    """Loaded when a game begins."""
    from .rooms import room  # saves it for games under way

    return room(book, seats)


def board(state: State, reader: Seat | None) -> Any:
    """Loaded when somebody looks at the board."""
    from .show.picture import picture  # saves the drawing for steps that nobody draws

    return picture(state, reader)


def panels(state: State, reader: Seat | None, told: Sequence[Mapping[str, Any]]) -> Any:
    """Loaded when somebody reads a report."""
    from .show.panels import panels  # saves them for steps that nobody reads

    return panels(state, reader, told)


def story(moment: Moment) -> Aside:
    """Loaded when somebody reads what happened."""
    from .show.story import story  # saves it for steps that nobody reads

    return story(moment)


def concerns(before: State | None, now: State, seat: Seat, events: Sequence[Plain]) -> Sequence[Told]:
    """Loaded when a player reads a report."""
    from .show.concerns import concerns  # saves it for public reports

    return concerns(before, seat, events)


def curves(state: State) -> Mapping[str, Mapping[str, int]]:
    """Loaded when somebody looks back."""
    from .show.curves import curves  # saves it for games under way

    return curves(state)


def advice(state: State, question: Question, seat: Seat) -> Order | None:
    """Loaded when a reply is made ready."""
    from .show.advice import advice  # saves the bot for who only looks

    return advice(state, question, seat)


def brief(state: State, reader: Seat | None, told: Sequence[Plain] = ()) -> Brief:
    """Loaded when somebody reads a report."""
    from .show.brief import brief  # saves it for steps that nobody reads

    return brief(state, reader, told)


def arboria() -> Module:
    """Loaded when a game is played with it."""
    from .expansions.arboria.module import ARBORIA  # saves it for games without it

    return ARBORIA


def aquarius() -> Module:
    """Loaded when a game is played with it."""
    from .expansions.aquarius.module import AQUARIUS  # saves it for games without it

    return AQUARIUS


GAME = Game(
    "living-planet",
    1,
    BASE,
    {"arboria": arboria, "aquarius": aquarius},
    seats=("red", "blue", "yellow", "green"),
    players=(2, 4),
    room=room,
    bots={"bot:greedy": play_greedily},
    planners={"bot:greedy": plan_greedily},
    counted={"turns": TurnBegan, "cataclysms": Struck, "crashes": Crashed},
    picture=board,
    panels=panels,
    concerns=concerns,
    story=story,
    asides={
        "production-called": ("none",),
        "cataclysm-called": ("none",),
        "chip-lost": ("building", "value", "seat", "points"),
        "building-taken": ("building", "value"),
        "team-wounded": ("seat", "kind", "place"),
        "team-lost": ("seat", "kind", "place"),
    },
    curves=curves,
    advice=advice,
    brief=brief,
    ahead=cards_ahead,
    clock=("turn", 12),
)
