"""2116: one Planet against three Humans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...kernel.base.canon import Plain
from ...kernel.play.chance import Chance
from ...kernel.play.rulebook import Rulebook
from ...kernel.play.rules import Game, Order, Question, Seat, State
from .base import BASE
from .block import Blocked
from .build import GreenBuilt
from .state import HUMANS, PLANET
from .strike import CapitalLost, CityDestroyed
from .turn import RoundBegan

if TYPE_CHECKING:
    from ...kernel.play.foresight import Brief, Told
    from ...kernel.play.story import Aside, Moment


def play_greedily(state: State, question: Question, seat: Seat, rng: Chance) -> Order | None:
    """Loaded when a machine plays."""
    from .bot.greedy import greedy  # saves the bot for games between people

    return greedy(state, question, seat, rng)


def plan_greedily(state: State, seat: Seat) -> Sequence[Order]:
    """Loaded when a machine says something in advance."""
    from .bot.ahead import rest_of_turn  # saves the bot for games between people

    return rest_of_turn(state, seat)


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

    return panels(state, reader)


def brief(state: State, reader: Seat | None, told: Sequence[Plain] = ()) -> Brief:
    """Loaded when somebody reads a report."""
    from .show.brief import brief  # saves it for steps that nobody reads

    return brief(state, reader, told)


def story(moment: Moment) -> Aside:
    """Loaded when somebody reads what happened."""
    from .show.story import story  # saves it for steps that nobody reads

    return story(moment)


def concerns(before: State | None, now: State, seat: Seat, events: Sequence[Plain]) -> Sequence[Told]:
    """Loaded when a player reads a report."""
    from .show.concerns import concerns  # saves it for public reports

    return concerns(now, seat, events)


def curves(state: State) -> Mapping[str, Mapping[str, int]]:
    """Loaded when somebody looks back."""
    from .show.curves import curves  # saves it for games under way

    return curves(state)


def advice(state: State, question: Question, seat: Seat) -> Order | None:
    """Loaded when a reply is made ready."""
    from .show.advice import advice  # saves the bot for who only looks

    return advice(state, question, seat)


GAME = Game(
    BASE.name,
    1,
    BASE,
    {},
    seats=(PLANET, *HUMANS),
    players=(4, 4),
    roles={PLANET: "planet", **dict.fromkeys(HUMANS, "human")},
    joint=True,
    room=room,
    bots={"bot:greedy": play_greedily},
    planners={"bot:greedy": plan_greedily},
    counted={
        "turns": RoundBegan,
        "cities": CityDestroyed,
        "capitals": CapitalLost,
        "greens": GreenBuilt,
        "blocks": Blocked,
    },
    picture=board,
    panels=panels,
    brief=brief,
    story=story,
    asides={"tiles-taken": ("stood",)},
    concerns=concerns,
    curves=curves,
    advice=advice,
    clock=("round", 12),
)
