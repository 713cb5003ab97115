"""A game at this computer, played on pages: bots and hot seats, without keys or letters that travel."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock
from typing import Any

from msgspec import Struct

from ..app.local.hot_seat import HotSeat, open_for_people
from ..app.local.play_choices import PlayChoices
from ..app.reading.history import history
from ..app.reading.pages import page_of, render_page
from ..app.session.failures import failure_lines
from ..app.session.open_game import OpenGame
from ..app.session.seat_view import SeatView
from ..app.session.session import Session
from ..kernel.base.errors import Failure, Stale


class PostedOrders(Struct):
    """Orders as a page sends them; it names the game by its rules."""

    game: str
    seat: str
    window: int
    orders: list[str]


class SentState(Struct, frozen=True):
    """What became of them: sent, or refused with the reason."""

    state: str
    text: str


class NoConsole:
    """In place of the terminal: everything that players see is on their pages."""

    def ask(self, prompt: str, choices: Iterable[str]) -> str | None:
        return None

    def show(self, text: str) -> None:
        """Show nothing."""

    def draw(self, screen: Any) -> None:
        """Draw nothing."""

    def size(self) -> tuple[int, int]:
        return 80, 24

    def clear(self) -> None:
        """Clear nothing."""


class WebTable:
    """The game in a folder, which this process holds: whose turn it is, their page, and their orders."""

    def __init__(self, game: HotSeat) -> None:
        self.game = game
        self.lock = Lock()
        self.is_on = game.let_bots_play()

    @property
    def opened(self) -> OpenGame:
        return self.game.opened

    @property
    def seat(self) -> str:
        """Return who is asked; nobody when the game is over."""
        return self.game.next_seat() if self.is_on else ""

    @property
    def is_handed_over(self) -> bool:
        """Return whether another player has to come first: their page must not appear before they do."""
        return len(self.game.people()) > 1 and self.game.seat != self.seat

    def page(self) -> str:
        """Return the page of the seat that is asked; after the end, the public one."""
        with self.lock:
            view = self.view(self.seat) if self.seat else None
            since = None if view else 0
            entries = history(self.opened, self.seat or None, since)
            page = page_of(self.opened, view, entries, self.game.lang)
            return render_page(self.opened, page, "html", False)

    def view(self, seat: str) -> SeatView:
        self.game.session.address_seat(self.opened.game, seat)
        view = SeatView(self.opened, None, seat, self.game.lang)
        view.draft += self.game.drafts.get(seat, [])
        return view

    def answer(self, posted: PostedOrders) -> SentState:
        """Carry out orders, then let bots play; a refusal changes nothing."""
        with self.lock:
            try:
                self.check_asked(posted)
                view = self.view(posted.seat)
                self.game.seat = posted.seat
                self.game.give(view, "; ".join(posted.orders))
            except Failure as failure:
                return SentState("refused", "\n".join(failure_lines(failure, self.game.session.locale)))
            self.is_on = self.game.let_bots_play()
            return SentState("sent", "")

    def check_asked(self, posted: PostedOrders) -> None:
        """Refuse orders from a page that shows an earlier question."""
        state = self.opened.game.state
        asked = (self.opened.game.genesis.rules, self.seat, state.window.number)
        if (posted.game, posted.seat, posted.window) != asked:
            raise Stale(
                "E_ORDER_STALE", "this page answers an earlier question; it shows the current one after you reload it"
            )


def open_table(session: Session, folder: str, choices: PlayChoices) -> WebTable:
    """Open the game in a folder; the caller has locked the folder."""
    return WebTable(open_for_people(session, NoConsole(), folder, choices))


def name_of(table: WebTable, seat: str) -> str:
    """Return a seat as its players call it."""
    return str(table.game.words.terms.get(seat, seat))
