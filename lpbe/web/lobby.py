"""The lobby: what everybody may know of each game, worked out once for each version of its file."""

from __future__ import annotations

from threading import Lock

from msgspec import UNSET, Struct, UnsetType

from ..app.reading.history import available_steps
from ..app.session.open_game import OpenGame, open_game
from ..kernel.base.canonical import Plain
from ..kernel.base.errors import Failure
from ..kernel.chain.genesis import MAIL, Genesis, SeatRecord, SeatSpec, WindowKind
from ..kernel.content import packs
from ..kernel.disk.below import Stamp
from ..kernel.schemas.web_answers import Lobby, LobbyGame, LobbySeat, SeatState, ServerInfo
from ..version import __version__
from .shelf import Shelf, Shelved

OPEN_STATES = ("open", "invited", "reserved")


class Known(Struct, frozen=True):
    """A game as it was at a version of its file; None if it could not be read."""

    stamp: Stamp
    game: LobbyGame | None


class LobbyBoard:
    """The entries of all games of a shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.known: dict[str, Known] = {}
        self.lock = Lock()

    def entry(self, shelved: Shelved) -> LobbyGame | None:
        """Return the entry of a game as it is now; None for a game that cannot be read."""
        stamp = shelved.stamp
        if stamp is None:
            return None
        known = self.known.get(shelved.folder)
        if known is None or known.stamp != stamp:
            known = self.known[shelved.folder] = Known(stamp, read_entry(shelved))
        return known.game

    def lobby(self, server: ServerInfo) -> Lobby:
        with self.lock:  # the same games need not be read twice at the same time
            found = [entry for shelved in self.shelf.all() if (entry := self.entry(shelved))]
        return Lobby(found, server)


def server_info(accepts: bool, repository: str | UnsetType = UNSET) -> ServerInfo:
    return ServerInfo(version=__version__, accepts=accepts, repository=repository)


def read_entry(shelved: Shelved) -> LobbyGame | None:
    """Return the entry of a game; None if its file cannot be read, which its host is told elsewhere."""
    try:
        return lobby_game(shelved.name, open_game(shelved.folder, keep_pins=False))
    except Failure:
        return None


def lobby_game(name: str, opened: OpenGame) -> LobbyGame:
    genesis = opened.game.genesis
    state = opened.game.state
    window = state.window
    joining = window.kind == WindowKind.JOIN
    specs = {spec.id: spec for spec in genesis.seats}
    seats = [lobby_seat(genesis, specs[seat.id], seat, joining) for seat in state.seats]
    ended = end_of(opened) if window.is_over else {}
    words = packs.words(genesis.rules, genesis.lang)
    return LobbyGame(
        name=name,
        game=state.game,
        kind=genesis.rules,
        title=words.terms.get(genesis.rules, genesis.rules),
        seats=seats,
        open=[seat.seat for seat in seats if seat.state in OPEN_STATES],
        awaited=list(window.waiting),
        step=state.seq,
        over=window.is_over,
        winners=list(ended.get("winners", ())),
        scores=dict(ended.get("scores") or {}),
        deadline=window.deadline,
    )


def lobby_seat(genesis: Genesis, spec: SeatSpec, seat: SeatRecord, joining: bool) -> LobbySeat:
    return LobbySeat(seat.id, seat_state(genesis, spec, seat, joining), seat.name)


def seat_state(genesis: Genesis, spec: SeatSpec, seat: SeatRecord, joining: bool) -> SeatState:
    """Return who has a seat, or who can still take it."""
    if not isinstance(seat.held, UnsetType):
        return "mail" if seat.held == MAIL else "bot"
    if not joining or not isinstance(seat.sign, UnsetType) or genesis.trust == "open":
        return "taken"
    if not isinstance(spec.held, UnsetType):
        return "mail" if spec.held == MAIL else "bot"
    if not isinstance(spec.key, UnsetType):
        return "reserved"
    return "invited" if spec.invite else "open"


def end_of(opened: OpenGame) -> Plain:
    """Return the event that ended a game; others may follow it, such as the disclosure of the secret."""
    events = (event for entry in available_steps(opened) for event in entry.public.events)
    return next((event for event in events if event["event"] == "ended"), {})
