"""What pages of Living Planet draw beside the board: players, dice, market, exhaustion, the purse and the cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....kernel.base.canonical import Plain
from ....kernel.engine.graphics import Card, Counter, GraphicPanel, Mark, PlayerLine
from ....kernel.engine.model import Agenda, Seat, State
from ..map.queries import chips_left, resources, seats, turns
from ..state import COLOURS, Hand, Piles, Purse, Track, Turn
from .gauges import map_points, rovers_left
from .panels import before
from .style import CHIP_SHAPES
from .table_tracks import exhaustion, price_tracks


def graphics(state: State, reader: Seat | None, events: Sequence[Plain]) -> list[GraphicPanel]:
    return [*players(state), *table(state, events), *own(state, reader)]


def players(state: State) -> Iterator[GraphicPanel]:
    """Yield the players as they sit; a colour without a player only once it has shown a card."""
    lines = [player_line(state, seat, n) for n, seat in enumerate(seats(state))]
    others = [seat for seat in COLOURS if seat not in seats(state) and state[Piles].played.get(seat)]
    lines += [PlayerLine(seat, seat, shown=shown_cards(state, seat)) for seat in others]
    yield GraphicPanel("graphic.players", "players", lines)


def player_line(state: State, seat: Seat, nth: int) -> PlayerLine:
    piles = state[Piles]
    over = state[Agenda].over
    return PlayerLine(
        seat=seat,
        colour=seat,
        shape=CHIP_SHAPES[nth % len(CHIP_SHAPES)],
        score=None if over else map_points(state, seat),
        unit="graphic.points",
        marks=(
            Mark("hand", "graphic.hand", piles.hands.get(seat, 0)),
            Mark("chip", "graphic.chips", chips_left(state, seat)),
            *((Mark("rover", "graphic.rovers", rovers),) if (rovers := rovers_left(state, seat)) else ()),
            *((Mark("fate", "graphic.fate"),) if seat in state[Turn].fate else ()),
        ),
        shown=shown_cards(state, seat),
        leads=state[Turn].leader == seat and not over,
    )


def shown_cards(state: State, colour: str) -> tuple[str, ...]:
    return tuple(map(str, state[Piles].played.get(colour, ())))


def table(state: State, events: Sequence[Plain]) -> Iterator[GraphicPanel]:
    """Yield the dice, the market and the exhaustion track."""
    if state[Turn].dice and not state[Agenda].over:
        from .dice_matrix import dice_matrix  # saves it while there are no dice

        yield GraphicPanel("graphic.dice", "table", [dice_matrix(state)], {"turn": state[Turn].number})
    was = {name: before(state, events, name) for name in resources(state)}
    yield GraphicPanel("graphic.market", "table", price_tracks(state, was))
    filled = len(state[Track].spots)
    yield GraphicPanel("graphic.exhaustion", "players", exhaustion(state), {"filled": filled, "turns": turns(state)})


def own(state: State, reader: Seat | None) -> Iterator[GraphicPanel]:
    """Yield what is behind the reader's screen."""
    if reader is None:
        return
    if purse := state.open(Purse, reader):
        held = [Counter("money", purse.money, "money")]
        held += [Counter(name, purse.cubes.get(name, 0), name) for name in resources(state)]
        yield GraphicPanel("graphic.purse", "own", held)
    if hand := state.open(Hand, reader):
        cards = [Card(str(number)) for number in sorted(hand.cards)]
        cards += [Card(str(number), state="played") for number in sorted(hand.pile)]
        yield GraphicPanel("graphic.cards", "own", cards)
