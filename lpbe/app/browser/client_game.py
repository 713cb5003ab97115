"""A game that a client hands over: its files, and what the client has opened of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from os.path import dirname, join

from msgspec import Struct, UnsetType

from ...kernel.audit.opened_seat import OpenedLetter, OpenedSeat
from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Misused
from ...kernel.base.safe_text import quote
from ...kernel.chain.genesis import WindowKind
from ...kernel.chain.player_view import find_seat
from ...kernel.disk import files, folders
from ...kernel.gamedir.gamedir import GAME_FILES
from ...kernel.schemas.client_records import OpenedParts, OpenRequest
from ..session.locale import Locale, seat_language
from ..session.open_game import OpenGame, open_game, position
from ..session.seat_view import SeatView, StandingOrders

FILE_NAME = re.compile(r"(game\.(toml|json)|log\.jsonl|pack\.toml|(inbox|refused|reports)/[A-Za-z0-9][\w.-]{0,99})\Z")
STAGES = {WindowKind.JOIN: "join", WindowKind.READY: "ready", WindowKind.PLAY: "play", WindowKind.OVER: "over"}


class ClientGame(Struct, frozen=True, kw_only=True):
    """A game that was opened for a client."""

    opened: OpenGame
    view: SeatView | None
    where: str
    """What the reader calls the game."""
    locale: Locale

    @property
    def seat_view(self) -> SeatView:
        """Return the game as the client's seat sees it; refuse what needs a seat if there is none."""
        if self.view is None:
            raise Misused("E_SEAT", "the game was opened without a seat", "open it with a seat")
        return self.view

    def opened_seats(self, letters: Mapping[str, OpenedLetter]) -> dict[str, OpenedSeat]:
        """Return the client's seat as an audit looks through it."""
        view = self.seat_view
        return {view.seat: OpenedSeat(view=view.private, letters=letters, reasons=view.reasons)}

    def data(self) -> Plain:
        """Return which game this is and what it is waiting for."""
        genesis = self.opened.game.genesis
        return {
            **position(self.opened.game),
            "rules": genesis.rules,
            "expansions": list(genesis.expansions),
            "trust": genesis.trust,
            "stage": STAGES[self.opened.game.state.window.kind],
            "lang": self.locale.language,
            **({"seat": self.view.seat} if self.view else {}),
        }


def open_client_game(folder: str, request: OpenRequest) -> ClientGame:
    """Write the files of a game into an empty folder, check that it is authentic and open it for a seat."""
    write_files(folder, request.files)
    opened = open_game(folder, keep_pins=False)
    game = opened.game
    seat = None if isinstance(request.seat, UnsetType) else find_seat(game, request.seat).id
    lang = seat_language(game, seat) if isinstance(request.lang, UnsetType) else request.lang
    view = view_of_parts(opened, seat, lang, request.opened) if seat else None
    locale = Locale(lang, opened.game.genesis.rules, seat or "")
    return ClientGame(opened=opened, view=view, where=request.where, locale=locale)


def view_of_parts(opened: OpenGame, seat: str, lang: str, parts: OpenedParts | UnsetType) -> SeatView:
    """Return the game as seen by a seat whose key is elsewhere; in an open game nothing had to be opened."""
    if isinstance(parts, UnsetType) or opened.game.genesis.trust == "open":
        return SeatView(opened, None, seat, lang)
    view = SeatView(opened, None, seat, lang, parts.view)
    view.memo = parts.memo
    view.reasons = parts.reasons
    if not isinstance(parts.standing, UnsetType):
        view.sent_standing_orders = StandingOrders(parts.standing.policy, parts.standing.plans)
    return view


def write_files(folder: str, texts: Mapping[str, str]) -> None:
    """Write the files of a game folder; what was in the folder before is removed."""
    if not any(name in texts for name in GAME_FILES):
        raise Misused("E_USAGE", "there is no game file among the files", "give game.toml or game.json")
    if odd := next((name for name in texts if not FILE_NAME.match(name)), None):
        raise Misused("E_USAGE", "'{file}' is not a file of a game folder", file=quote(odd))
    folders.remove_tree(folder)
    for name, text in texts.items():
        path = join(folder, name)
        folders.make_folder(dirname(path))
        files.write(path, text.encode("utf-8", "surrogatepass"), sync=False)
