"""The moments at which pages are examined: the first, a middle and the last question, a hex to place, the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..golden import games
from ..kernel.party import Party
from ..planet_2116 import golden

PLANETS = ("two", "three", "four", "arboria", "aquarius", "terra", "both")
WORLDS = ("greens", "ark", "heat", "capitals")
GAMES = (*PLANETS, *(f"2116-{end}" for end in WORLDS))


class Position(NamedTuple):
    """A game at some moment, and a player who reads their page there."""

    moment: str
    party: Party
    seat: str
    lang: str


def positions(game: str) -> Iterator[Position]:
    """Yield a reader who is asked, if anybody is; of the world both a Human and the Planet."""
    if game in PLANETS:
        name = f"living-planet-{game}"
        lang, last = games.read_recording(name).setup["lang"], len(games.read_recording(name).acts)
        for moment, party in moments(games.replay(name), last):
            yield Position(moment, party, (party.waiting or party.seats)[0], lang)
        return
    why = game.removeprefix("2116-")
    lang = "fr" if game == "2116-heat" else "en"
    for moment, party in moments(golden.replay(why), len(golden.load_recording(why)["sent"])):
        asked = party.waiting[0] if party.waiting else "human-1"
        for seat in (asked, "human-2" if asked == "planet" else "planet"):
            yield Position(moment, party, seat, lang)


def moments(states: Iterator[Party], last: int) -> Iterator[tuple[str, Party]]:
    wanted = {0: "first", last // 2: "middle", last - 1: "last", last: "end"}
    placing = False
    for step, party in enumerate(states):
        if step in wanted:
            yield wanted[step], party
        elif step > last // 4 and not placing and party.game.state.table["agenda"]["steps"][-1]["step"] == "lay-hex":
            placing = True
            yield "placing", party
