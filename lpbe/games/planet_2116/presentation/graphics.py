"""What pages of 2116 draw beside the map: the players, the thermometer, the race, and the cards of the reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....kernel.base.canonical import Plain
from ....kernel.engine.foresight import Fact, Tone
from ....kernel.engine.graphics import Card, CardState, Cell, GraphicPanel, Mark, PlayerLine, Race, Strip
from ....kernel.engine.model import Agenda, Seat, State
from ..ending import ARK_CARDS, ARK_GREENS, GREENS_TO_WIN
from ..globe import globe
from ..queries import continent_of, factories, human_card, is_refugee, kind_of, on_continent, own_cards
from ..state import (
    GREEN,
    HUMANS,
    MAX_HEAT_DEGREES,
    PLANET,
    START_HEAT_DEGREES,
    City,
    Climate,
    FaceDown,
    Hand,
    Nations,
    Piles,
    Prepared,
    World,
)
from .board_view import LOOK


def graphics(state: State, reader: Seat | None, events: Sequence[Plain]) -> list[GraphicPanel]:
    over = state[Agenda].over
    return [*players(state), *table(state, reader), *(own(state, reader) if reader and not over else ())]


def players(state: State) -> Iterator[GraphicPanel]:
    """Yield the Planet with the cities it has destroyed, and the Humans with those that are left to them."""
    lost = len(state[World].cities)
    laid = len(state[Prepared].cards) + state[Prepared].hidden
    marks = (
        Mark("hand", "graphic.hand", state[Piles].hands.get(PLANET, 0)),
        Mark("meteorite", "graphic.prepared", laid),
    )
    planet = PlayerLine(
        PLANET, LOOK.colours[PLANET], LOOK.chips[PLANET], score=lost, unit="graphic.destroyed", marks=marks
    )
    yield GraphicPanel("graphic.players", "players", [planet, *(human(state, seat) for seat in HUMANS)])


def human(state: State, seat: Seat) -> PlayerLine:
    nations = state[Nations]
    continent = nations.continents.get(seat, "")
    status = ["status.refugee"] if is_refugee(state, seat) else []
    status += ["status.president"] if nations.hat == seat else []
    return PlayerLine(
        seat,
        LOOK.colours[seat],
        LOOK.chips[seat],
        score=cities_left(state, continent) if continent else None,
        unit="graphic.cities",
        marks=(
            Mark("hand", "graphic.hand", state[Piles].hands.get(seat, 0)),
            Mark("points", "graphic.own_points", len(own_cards(state, seat))),
        ),
        notes=(*([continent] if continent else []), *status),
    )


def cities_left(state: State, continent: str) -> int:
    """Return how many cities of a continent have not been destroyed."""
    tiles = globe(state).tiles
    cities = state.book.rows_of(City)
    lost = set(state[World].cities)
    return sum(tiles[row.tile].continent == continent and name not in lost for name, row in cities.items())


def table(state: State, reader: Seat | None) -> Iterator[GraphicPanel]:
    yield GraphicPanel("graphic.heat", "table", [thermometer(state)])
    yield GraphicPanel("graphic.race", "table", list(races(state, reader)))


def thermometer(state: State) -> Strip:
    """Return the degrees from the start to the Planet's victory (2116-MAP-06)."""
    heat = state[Climate].heat
    degrees = range(min(START_HEAT_DEGREES, heat), max(MAX_HEAT_DEGREES, heat) + 1)
    cells = [Cell(str(n), "heat" if n <= heat else "", "now" if n == heat else "") for n in degrees]
    left = Fact("end.heat", {"left": MAX_HEAT_DEGREES - heat})
    return Strip("strip.heat", tuple(cells), "heat", ("heat", "thermometer"), gauge="heat", limit=left)


def races(state: State, reader: Seat | None) -> Iterator[Race]:
    """Yield how near each side is to each of its goals (2116-END-01 to 2116-END-04)."""
    planet: Tone = "good" if reader == PLANET else "bad"
    humans: Tone = "bad" if reader == PLANET else "good"
    lost = len(state[Nations].refugees)
    greens = len(factories(state, GREEN))
    capitals = Fact("race.capitals", {"goal": len(HUMANS)})
    yield Race("capital", capitals, lost, len(HUMANS), planet)
    green = Fact("race.greens", {"goal": GREENS_TO_WIN})
    yield Race("green", green, greens, GREENS_TO_WIN, humans)
    yield from (ark(state, seat, reader) for seat in HUMANS if shows_ark(state, seat, reader))


def shows_ark(state: State, seat: Seat, reader: Seat | None) -> bool:
    """Return whether a Human may still build an Ark, and the reader knows where (2116-END-02)."""
    known = seat == reader or seat in state[Nations].continents
    return known and not is_refugee(state, seat) and bool(continent_of(state, seat))


def ark(state: State, seat: Seat, reader: Seat | None) -> Race:
    greens = min(len(on_continent(state, factories(state, GREEN), continent_of(state, seat))), ARK_GREENS)
    cards = min(len(own_cards(state, seat)), ARK_CARDS)
    values = {"seat": seat, "greens": ARK_GREENS - greens, "cards": ARK_CARDS - cards}
    own = seat == reader
    fact = Fact("race.ark.own" if own else "race.ark", values)
    tone: Tone = "bad" if reader == PLANET else "good"
    return Race("ark", fact, greens + cards, ARK_GREENS + ARK_CARDS, tone)


def own(state: State, seat: Seat) -> Iterator[GraphicPanel]:
    """Yield the cards that are prepared, and the cards in hand."""
    hand = state.open(Hand, seat)
    cards = sorted(hand.cards) if hand else []
    if seat == PLANET:
        down = state.open(FaceDown, seat)
        laid = [planet_card(state, card, "open") for card in state[Prepared].cards]
        laid += [planet_card(state, card, "open") for card in (down.cards if down else ())]
        if laid:
            yield GraphicPanel("graphic.prepared", "own", laid)
        yield GraphicPanel("graphic.cards", "own", [planet_card(state, card) for card in cards])
        return
    if front := own_cards(state, seat):
        yield GraphicPanel("graphic.front", "own", [human_face(state, card, "open") for card in front])
    yield GraphicPanel("graphic.cards", "own", [human_face(state, card) for card in cards])


def planet_card(state: State, card: str, laid: CardState = "") -> Card:
    kind = kind_of(state, card)
    return Card(card, icon=kind, text=kind, state=laid)


def human_face(state: State, card: str, laid: CardState = "") -> Card:
    row = human_card(state, card)
    kind = row.kind if row else ""
    return Card(card, icon=kind, text=kind, state=laid)
