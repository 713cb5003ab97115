"""A copy of a game that travels alone: the game file with the end of its log, which whoever reads it checks."""

from __future__ import annotations

from msgspec import UnsetType
from msgspec.structs import replace

from ..base.canon import ident, jcs
from ..base.errors import Rejected, Unauthentic
from ..chain.acts.play import Play
from ..chain.letters import letter_id
from ..chain.records import TAIL, Entry, GameFile, read_game
from ..disk import files
from .folder import Place, dump_game
from .log import chained, has_log, last_of, names_its_events


def copy_of(place: Place, game: GameFile) -> GameFile:
    """The game with the steps that its players have not answered yet; a copy of a copy has what that has."""
    return replace(game, tail=tail_of(place, game)) if has_log(place) else game


def tail_of(place: Place, game: GameFile) -> list[Entry]:
    """The steps since the oldest last order of any seat, before the last step; the newest of them if they are many."""
    seats = [seat.id for seat in game.state.seats]
    latest = dict.fromkeys(seats, 0)
    steps: list[Entry] = []
    for entry in chained(place, game):
        steps.append(last_of(entry))
        if isinstance(entry.order, Play):
            latest[entry.order.seat] = entry.head.seq
    return fitting(steps[min(latest.values()) : game.state.seq])


def fitting(steps: list[Entry]) -> list[Entry]:
    """As many of the newest steps as a tail has room for."""
    room, first = TAIL, len(steps)
    while first and (room := room - len(jcs(steps[first - 1]))) >= 0:
        first -= 1
    return steps[first:]


def check_tail(game: GameFile) -> None:
    """Every step of a tail leads to the one after it, and the last of them to the step that the referee signed."""
    if sum(len(jcs(entry)) for entry in game.tail) > TAIL:
        raise Unauthentic("E_STATE_LOG", "the tail of this copy is too long", "ask for another copy")
    following = game.last
    for entry in reversed(game.tail):
        if not leads_to(entry, following) or not is_whole(entry, game):
            raise Unauthentic(
                "E_STATE_LOG",
                "the tail of this copy is false at step {step}",
                "ask for another copy",
                step=entry.head.seq,
            )
        following = entry


def leads_to(entry: Entry, following: Entry) -> bool:
    return entry.head.id == following.head.prev and entry.head.seq == following.head.seq - 1


def is_whole(entry: Entry, game: GameFile) -> bool:
    """It says what its head names, and stands there as a game file has it."""
    named = None if isinstance(entry.order, UnsetType) else letter_id(entry.order)
    own = entry.head.game == game.state.game and isinstance(entry.genesis, UnsetType)
    return own and names_its_events(entry) and (entry.head.order or None) == named


def dump_copy(copy: GameFile, name: str) -> bytes:
    """The text of a copy before it leaves: it is read again as it was meant."""
    data = dump_game(copy, name)
    if len(data) > files.GAME or ident("copy", read_game(files.parse_game(data, name))) != ident("copy", copy):
        raise Rejected("E_ORDER_SIZE", "this game could not be read again", "tell those who made lpbe")
    return data
