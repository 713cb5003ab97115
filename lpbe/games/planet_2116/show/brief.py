"""The head of a page: round and thermometer, how near each ending is, what is aimed at or could be reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....kernel.base.canon import Plain
from ....kernel.play.foresight import Brief, Told, Tone
from ....kernel.play.rules import Agenda, Seat, State
from ..ending import ARK_CARDS, ARK_GREENS, GREENS
from ..prepare import clairvoyance
from ..reading import continent_of, factories, on_continent, own_cards, refugee
from ..state import GREEN, HOT, HUMANS, Climate, Nations, Round, World
from .threats import threats


def brief(state: State, reader: Seat | None, told: Sequence[Plain] = ()) -> Brief:
    if state[Agenda].over:
        return Brief(list(clock(state)), ended=list(ended(told, reader)))
    return Brief(list(clock(state)), list(endings(state, reader)), list(threats(state, reader)) if reader else [])


def clock(state: State) -> Iterator[Told]:
    yield Told("round", {"number": state[Round].number}) if state[Round].number else Told("before")
    yield Told("thermometer", {"heat": state[Climate].heat, "hot": HOT})
    yield Told("clairvoyance", {"level": clairvoyance(state), "cities": len(state[World].cities)})


def endings(state: State, reader: Seat | None) -> Iterator[Told]:
    """2116-END-01 to 2116-END-04: what each way to end the game still takes."""
    greens, lost = len(factories(state, GREEN)), len(state[Nations].refugees)
    yield Told("end.heat", {"left": HOT - state[Climate].heat})
    yield Told("end.capitals", {"left": len(HUMANS) - lost, "lost": lost})
    yield Told("end.greens", {"left": GREENS - greens, "have": greens})
    yield from arks(state, reader)


def arks(state: State, reader: Seat | None) -> Iterator[Told]:
    """2116-END-02: of each Human whose continent the reader knows; refugees build none."""
    for seat in (seat for seat in HUMANS if not refugee(state, seat)):
        known = seat == reader or seat in state[Nations].continents
        continent = continent_of(state, seat) if known else ""
        if continent:
            greens = len(on_continent(state, factories(state, GREEN), continent))
            cards = len(own_cards(state, seat))
            values = {"seat": seat, "greens": max(0, ARK_GREENS - greens), "cards": max(0, ARK_CARDS - cards)}
            yield Told("end.ark.own" if seat == reader else "end.ark", values)


def ended(told: Sequence[Plain], reader: Seat | None) -> Iterator[Told]:
    """Who has won, and which of the endings it was."""
    end = next((event for event in reversed(told) if event["event"] == "ended"), None)
    if end is None:
        return
    winners = list(end.get("winners", ()))
    tone: Tone = "good" if reader in winners else "bad" if winners and reader else ""
    yield Told(f"won.{end.get('why', '')}", {"seats": winners, "hot": HOT, "greens": GREENS}, tone)
