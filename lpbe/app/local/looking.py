"""What players at the keyboard can look at: their screen, parts of their page, the rules, and what orders would do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...kernel.base.canonical import Plain
from ...kernel.base.errors import WrongKind
from ...kernel.chain.genesis import names_of
from ...kernel.chain.letter import Lang
from ...kernel.chain.records import Entry
from ...kernel.content import packs
from ...kernel.content.packs import Words
from ...kernel.language.sentences import fill
from ...report.document import Page
from ..ordering.legal_orders import list_legal_orders
from ..ordering.preview import try_orders
from ..ordering.typed_orders import OrderSource
from ..reading.history import history
from ..reading.pages import page_of, report_text
from ..reading.rules_sheet import (
    chapter_list,
    chapter_text,
    chapters_of,
    find_clause,
    found_text,
    look_up,
    short_text,
    source_of,
)
from ..session.open_game import OpenGame
from ..session.paths import shell_text
from ..session.seat_view import SeatView
from ..session.session import Session
from . import play_words
from .console import Console
from .hints import hint_text
from .play_choices import vacant_folder
from .play_screen import play_screen

MAX_LISTED = 400
Command = Callable[[SeatView, str], bool | None]
"""Carries out a word with the rest of its line; true if the position is another one now."""


class Looking:
    """A game at one keyboard, as far as it can be looked at."""

    __slots__ = ("commands", "console", "drafts", "lang", "opened", "remarks", "session", "told_from", "words")

    def __init__(self, session: Session, console: Console, opened: OpenGame, lang: Lang | None = None) -> None:
        self.session = session
        self.console = console
        self.opened = opened
        self.lang: Lang = lang or opened.game.genesis.lang
        self.words: Words = packs.words(opened.rules.game.name, self.lang)
        self.drafts: dict[str, list[Plain]] = {}
        self.told_from: dict[str, int] = {}
        """Where the next report of a seat begins, if not with its last order."""
        self.remarks: list[str] = []
        """What the next screen says besides."""
        self.commands: dict[str, Command] = {
            **dict.fromkeys(("?", "help", "aide"), self.help),
            **dict.fromkeys(("legal", "ordres", "possible"), self.legal),
            **dict.fromkeys(("report", "rapport"), self.report),
            **dict.fromkeys(("try", "essayer"), self.try_out),
            **dict.fromkeys(("rule", "règle", "regle"), self.rule),
            **dict.fromkeys(("rules", "règles", "regles"), self.rules),
            **dict.fromkeys(play_words.BOARD, self.section("board")),
            **dict.fromkeys(play_words.TABLE, self.section("table")),
            **dict.fromkeys(play_words.HAND, self.section("screen")),
            **dict.fromkeys(play_words.HISTORY, self.section("news")),
            **dict.fromkeys(play_words.MARKET, self.tables(play_words.MARKET)),
            **dict.fromkeys(play_words.PLAYERS, self.tables(play_words.PLAYERS)),
            **dict.fromkeys(play_words.SCORE, self.score),
            **dict.fromkeys(play_words.LOG, self.log),
            **dict.fromkeys(play_words.HINT, self.hint),
        }

    def text(self, key: str, **values: Any) -> str:
        return fill(self.words, self.words.terms[f"play.{key}"], values, names_of(self.opened.game.state))

    def path_text(self, key: str, **paths: str) -> str:
        """Return a text with paths, by default those of this game and of the next; a path is no word of the game."""
        folder = self.opened.place.folder
        known = {"folder": folder, "other": vacant_folder(folder), **paths}
        return self.words.terms[f"play.{key}"].format(**{name: shell_text(path) for name, path in known.items()})

    def steps(self, view: SeatView) -> list[Entry]:
        """Return the steps that are news to a seat."""
        return history(self.opened, view.seat, self.told_from.get(view.seat))

    def page(self, view: SeatView) -> Page:
        return page_of(self.opened, view, self.steps(view), self.lang, listing=self.text("legal"))

    def draw(self, view: SeatView, told: Sequence[str] = ()) -> None:
        """Show the screen of a player, with the remarks since the last one and the news."""
        task = [*self.remarks, *told]
        self.remarks.clear()
        size = self.console.size()
        self.console.draw(play_screen(self.opened, view, self.steps(view), size, task, advised=not told))

    def section(self, key: str) -> Callable[[SeatView, str], None]:
        return lambda view, rest: self.console.show(play_words.section_text(self.page(view), key))

    def tables(self, wanted: tuple[str, ...]) -> Callable[[SeatView, str], None]:
        return lambda view, rest: self.console.show(play_words.table_text(self.page(view), self.words, wanted))

    def score(self, view: SeatView, rest: str) -> None:
        self.console.show(play_words.score_text(self.opened, view, self.page(view)))

    def log(self, view: SeatView, rest: str) -> None:
        self.console.show(play_words.log_text(self.opened, view, rest))

    def hint(self, view: SeatView, rest: str) -> None:
        self.console.show(hint_text(view))

    def report(self, view: SeatView, rest: str) -> None:
        self.console.show(report_text(self.opened, view, self.steps(view), self.lang, self.text("legal")))

    def legal(self, view: SeatView, rest: str) -> None:
        found = list_legal_orders(
            view, rest.split(), limit=MAX_LISTED, max_shown=MAX_LISTED, listing=self.text("legal")
        )
        if not found.orders:
            raise WrongKind("E_ORDER_KIND", "none of your possible orders contains these words")
        self.console.show(found.text())

    def try_out(self, view: SeatView, rest: str) -> None:
        self.console.show(try_orders(view, OrderSource(typed=rest)).text())

    def rule(self, view: SeatView, rest: str) -> None:
        """Show a clause; a chapter by the id that its clauses begin with; or which chapters there are."""
        wanted = rest.upper()
        chapters = list(chapters_of(source_of(self.opened), self.lang))
        whole = next((chapter for chapter in chapters if chapter.id == wanted), None)
        if not wanted:
            self.console.show(chapter_list(chapters))
        elif whole:
            self.console.show("\n".join(chapter_text(whole)).strip())
        else:
            found = find_clause(wanted, self.lang)
            self.console.show(f"{found.id}  {found.text}")

    def rules(self, view: SeatView, rest: str) -> None:
        """Show the rules in short, or what they say about these words."""
        played = source_of(self.opened)
        if not rest.split():
            return self.console.show("\n".join(short_text(played, self.words)).strip())
        return self.console.show(found_text(self.words, look_up(played, rest.split(), self.lang)))

    def help(self, view: SeatView, rest: str) -> None:
        self.console.show(self.text("help"))
