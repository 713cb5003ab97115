"""What is drawn, told and played by machines: loaded with the module, and light."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .....kernel.play.rules import Event, Order, Question, Seat, State
from ...act import Act
from ...state import Place
from .culture import FeedCulture, TendCulture, worth_feeding
from .driven import SpreadFire
from .fire import Extinguish
from .flight import FleeFire
from .placing import SetVolcano
from .policies import extinguish_for
from .reading import cubes
from .state import WOOD

if TYPE_CHECKING:
    from .....board.picture import Look, TokenDrawn
    from .....kernel.play.foresight import Told
    from .....kernel.play.panels import Panel


def wild_tokens(answer: tuple[TokenDrawn, ...], state: State, hex: str) -> tuple[TokenDrawn, ...]:
    """Loaded when somebody looks at the board."""
    from .drawn import wild_tokens  # saves the drawing for steps that nobody draws

    return wild_tokens(answer, state, hex)


def wood_below(answer: tuple[TokenDrawn, ...], state: State, spot: Place) -> tuple[TokenDrawn, ...]:
    """Loaded when somebody looks at the board."""
    from .drawn import wood_below  # saves the drawing for steps that nobody draws

    return wood_below(answer, state, spot)


def wild_look(answer: Look, state: State) -> Look:
    """Loaded when somebody looks at the board."""
    from .drawn import wild_look  # saves the drawing for steps that nobody draws

    return wild_look(answer, state)


def wilds_told(answer: list[Panel], state: State, reader: Seat | None) -> list[Panel]:
    """Loaded when somebody reads a report."""
    from .panels import panels  # saves them for steps that nobody reads

    return [*answer, *panels(state)]


def wild_facts(answer: tuple[Told, ...], state: State, event: Event) -> tuple[Told, ...]:
    """Loaded when somebody asks what an order comes to."""
    from .told import wild_facts  # saves it for who does not ask what an order brings

    return wild_facts(answer, state, event)


def wild_threats(answer: list[Told], state: State, reader: Seat) -> list[Told]:
    """Loaded when somebody reads a report."""
    from .told import wild_threats  # saves them for steps that nobody reads

    return wild_threats(answer, state, reader)


def machine_plays(answer: Order | None, state: State, seat: Seat, question: Question) -> Order | None:
    """What is safe: save what is one's own, flee, drive fires where they harm oneself least."""
    if isinstance(question, Extinguish):
        return extinguish_for(state, seat, question)
    if isinstance(question, FleeFire | SpreadFire | SetVolcano):
        return question.default(state, seat)
    if isinstance(question, TendCulture):
        fed = cubes(state, seat, WOOD) and worth_feeding(state, question.place)
        return FeedCulture(question.place) if fed else question.default(state, seat)
    if isinstance(question, Act):
        from .machine import act  # saves it for games between people

        return answer or act(state, seat, question)
    return answer


def machine_floats(answer: Order, state: State, seat: Seat, order: Order) -> Order:
    from .machine import instead  # saves it for games between people

    return instead(state, seat, answer)


def machine_breathes(answer: float, state: State, seat: Seat, hex: str) -> float:
    from .machine import discovery  # saves it for games between people

    return answer + discovery(state, seat, hex)


def machine_holds(answer: float, state: State, seat: Seat, hex: str) -> float:
    from .machine import air  # saves it for games between people

    return answer + air(state, seat, hex)


def machine_watches(answer: float, state: State, seat: Seat, building: str) -> float:
    from .machine import watch  # saves it for games between people

    return answer + watch(state, seat, building)


def machine_stores(answer: int, state: State, seat: Seat, resource: str) -> int:
    from .machine import stock  # saves it for games between people

    return max(answer, stock(state, seat, resource))


def machine_crops(answer: float, state: State, building: str) -> float:
    from .machine import crops  # saves it for games between people

    return answer * crops(state, building)
