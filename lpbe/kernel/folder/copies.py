"""A copy of a game that travels alone: the game file with the end of its log."""

from __future__ import annotations

from msgspec.structs import replace

from ..base.canon import ident, jcs
from ..base.errors import Rejected
from ..chain.acts.play import Play
from ..chain.records import TAIL, Entry, GameFile, read_game
from ..disk import files
from .folder import Place, dump_game
from .log import chained, has_log, last_of


def copy_of(place: Place, game: GameFile) -> GameFile:
    """The game with the steps that its players have not answered yet; a copy of a copy has what that has."""
    return replace(game, tail=tail_of(place, game)) if has_log(place) else game


def tail_of(place: Place, game: GameFile) -> list[Entry]:
    """The steps since what the sender of the oldest last order saw, for pins know that; the newest if they are many."""
    latest, heads = {seat.id: 0 for seat in game.state.seats}, dict[str, int]()
    steps: list[Entry] = []
    for entry in chained(place, game):
        steps.append(last_of(entry))
        heads[entry.head.id] = entry.head.seq
        if isinstance(entry.order, Play):
            latest[entry.order.seat] = heads.get(entry.order.seen, entry.head.seq)
    return fitting(steps[min(latest.values()) : game.state.seq])


def fitting(steps: list[Entry]) -> list[Entry]:
    """As many of the newest steps as a tail has room for."""
    room, first = TAIL, len(steps)
    while first and (room := room - len(jcs(steps[first - 1]))) >= 0:
        first -= 1
    return steps[first:]


def dump_copy(copy: GameFile, name: str) -> bytes:
    """The text of a copy before it leaves: it is read again as it was meant."""
    data = dump_game(copy, name)
    if len(data) > files.GAME or ident("copy", read_game(files.parse_game(data, name))) != ident("copy", copy):
        raise Rejected("E_ORDER_SIZE", "this game could not be read again", "tell those who made lpbe")
    return data
