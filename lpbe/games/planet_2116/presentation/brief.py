"""The head of a page: round and thermometer, how near each ending is, what is aimed at or could be reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....kernel.base.canonical import Plain
from ....kernel.engine.foresight import Brief, Fact, Tone
from ....kernel.engine.model import Agenda, Seat, State
from ..ending import ARK_CARDS, ARK_GREENS, GREENS_TO_WIN
from ..preparation import clairvoyance
from ..queries import continent_of, factories, is_refugee, on_continent, own_cards
from ..state import GREEN, HUMANS, MAX_HEAT_DEGREES, Climate, Nations, Round, World
from .threats import ark_needs, threats


def brief(state: State, reader: Seat | None, events: Sequence[Plain] = ()) -> Brief:
    if state[Agenda].over:
        return Brief(list(clock(state)), ended=list(result_facts(events, reader)))
    return Brief(list(clock(state)), list(endings(state, reader)), list(threats(state, reader)) if reader else [])


def clock(state: State) -> Iterator[Fact]:
    yield Fact("round", {"number": state[Round].number}) if state[Round].number else Fact("before")
    yield Fact("thermometer", {"heat": state[Climate].heat, "hot": MAX_HEAT_DEGREES})
    yield Fact("clairvoyance", {"level": clairvoyance(state), "cities": len(state[World].cities)})


def endings(state: State, reader: Seat | None) -> Iterator[Fact]:
    """Yield what each way to end the game still takes (2116-END-01 to 2116-END-04)."""
    greens = len(factories(state, GREEN))
    lost = len(state[Nations].refugees)
    yield Fact("end.heat", {"left": MAX_HEAT_DEGREES - state[Climate].heat})
    yield Fact("end.capitals", {"left": len(HUMANS) - lost, "lost": lost})
    yield Fact("end.greens", {"left": GREENS_TO_WIN - greens, "have": greens})
    yield from arks(state, reader)


def arks(state: State, reader: Seat | None) -> Iterator[Fact]:
    """Yield the Ark of each Human whose continent the reader knows; refugees build none (2116-END-02)."""
    for seat in (seat for seat in HUMANS if not is_refugee(state, seat)):
        known = seat == reader or seat in state[Nations].continents
        continent = continent_of(state, seat) if known else ""
        if continent:
            greens = len(on_continent(state, factories(state, GREEN), continent))
            cards = len(own_cards(state, seat))
            missing = ark_needs(max(0, ARK_GREENS - greens), max(0, ARK_CARDS - cards))
            yield Fact("end.ark.own" if seat == reader else "end.ark", {"seat": seat, **missing})


def result_facts(events: Sequence[Plain], reader: Seat | None) -> Iterator[Fact]:
    """Yield who has won, and by which of the endings."""
    end = next((event for event in reversed(events) if event["event"] == "ended"), None)
    if end is None:
        return
    winners = list(end.get("winners", ()))
    tone: Tone = "good" if reader in winners else "bad" if winners and reader else ""
    yield Fact(f"won.{end.get('why', '')}", {"seats": winners, "hot": MAX_HEAT_DEGREES, "greens": GREENS_TO_WIN}, tone)
