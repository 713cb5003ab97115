"""Play at one keyboard: several people in turn, each with a screen of their own, and bots."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from os.path import join
from typing import Any, Protocol

from ...kernel.base.canonical import Plain, to_plain
from ...kernel.base.errors import Failure, Misused, WrongKind
from ...kernel.chain.genesis import names_of, seat_of
from ...kernel.chain.records import Envelope
from ...kernel.chain.transition import Referee
from ...kernel.content import packs
from ...kernel.content.packs import Words
from ...kernel.disk import files, folders
from ...kernel.engine import legality
from ...kernel.engine.model import Order
from ...kernel.gamedir.gamedir import Place
from ...kernel.gamedir.referee_run import Run
from ...kernel.language.sentences import fill, phrase
from ...kernel.language.template_matcher import plain_spelling
from ...kernel.language.templates import order_text
from ...report.content.choices import has_only_one_answer, question_for
from ...report.content.headline import open_question
from ...report.content.seat_page import effects_for
from ...report.content.suggested_reply import suggest_orders
from ..creating.new_game import build_game, check_vacant, write_game
from ..hosting.find_games import find_games, is_game_folder
from ..hosting.referee_actions import make_run
from ..ordering.legal_orders import list_legal_orders
from ..ordering.place_order import FIRST, prepare_order, write_order
from ..ordering.preview import try_orders
from ..ordering.typed_orders import OrderSource, parse_batch, read_batch
from ..reading.history import history
from ..reading.pages import report_text
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
from ..session.failures import failure_lines
from ..session.locale import environment_language
from ..session.open_game import OpenGame
from ..session.paths import shell_text
from ..session.seat_view import SeatView
from ..session.session import Session
from .play_choices import PlayChoices, check_same_game, vacant_folder

MAX_LISTED = 400
MAX_NAMED = 3
"""How many games below a folder are named."""
LEAVING = (None, "quit", "exit", "quitter")
OK_WORDS = ("ok", "okay", "d'accord")


class Console(Protocol):
    """The keyboard and screen that the players share."""

    def ask(self, prompt: str, choices: Iterable[str]) -> str | None:
        """Return the line that is typed, or None at the end of the input; the choices complete it."""

    def show(self, text: str) -> None: ...

    def clear(self) -> None:
        """Clear the screen and the history, so that nobody can read what another player has seen or typed."""


class HotSeat:
    """A game that people play at one keyboard."""

    __slots__ = ("commands", "console", "drafts", "lang", "opened", "run", "seat", "session", "told_from", "words")

    def __init__(self, session: Session, console: Console, opened: OpenGame, run: Run, lang: str = "") -> None:
        self.session = session
        self.console = console
        self.opened = opened
        self.run = run
        self.seat = ""
        self.lang = lang or opened.game.genesis.lang
        self.words: Words = packs.words(opened.rules.game.name, self.lang)
        self.drafts: dict[str, list[Plain]] = {}
        self.told_from: dict[str, int] = {}
        """Where the next report of a seat begins, if not with its last order."""
        self.commands: dict[str, Callable[[SeatView, str], bool | None]] = {
            "?": self.help,
            "help": self.help,
            "aide": self.help,
            **dict.fromkeys(("legal", "ordres", "possible"), self.legal),
            **dict.fromkeys(("report", "rapport"), self.report),
            **dict.fromkeys(("try", "essayer"), self.try_out),
            **dict.fromkeys(("rule", "règle", "regle"), self.rule),
            **dict.fromkeys(("rules", "règles", "regles"), self.rules),
            **dict.fromkeys(("draft", "brouillon"), self.draft),
            **dict.fromkeys(OK_WORDS, self.accept),
        }

    def text(self, key: str, **values: Any) -> str:
        return fill(self.words, self.words.terms[f"play.{key}"], values, names_of(self.opened.game.state))

    def path_text(self, key: str) -> str:
        """Return a text with commands for this folder and for the next one; a path is never a word of the game."""
        folder = self.opened.place.folder
        paths = {"folder": shell_text(folder), "other": shell_text(vacant_folder(folder))}
        return self.words.terms[f"play.{key}"].format(**paths)

    def go_on(self) -> None:
        self.session.address(self.lang, self.opened.rules.game.name)
        while self.let_bots_play():
            if not self.turn(self.next_seat()):
                self.console.show(self.path_text("kept"))
                return
        self.console.show(report_text(self.opened, None, [self.opened.game.last], self.lang))
        self.console.show(self.path_text("ended"))

    def let_bots_play(self) -> bool:
        """Let bots play their seats; return False when the game is over."""
        while self.run.send_own_letter():
            pass
        self.opened = self.opened.at(self.run.step.game)
        return not self.opened.game.state.window.is_over

    def people(self) -> list[str]:
        state = self.opened.game.state
        return [s.id for s in state.seats if (record := seat_of(state, s.id)) and not record.held]

    def next_seat(self) -> str:
        waiting = self.opened.game.state.window.waiting
        return self.seat if self.seat in waiting else waiting[0]

    def turn(self, seat: str) -> bool:
        """Let one seat answer; return False when somebody wants to stop."""
        if seat != self.seat and len(self.people()) > 1:
            self.console.clear()
            if self.console.ask(self.text("pass", seat=seat), []) is None:
                return False
        self.seat = seat
        self.session.address_seat(self.opened.game, seat)
        view = SeatView(self.opened, None, seat, self.lang)
        view.draft += self.drafts.get(seat, [])
        if len(self.people()) == 1 and (only := only_answer(view)):
            return self.answer_only(view, only)
        self.report(view, "")
        self.console.show(self.text("asked", question=open_question(self.opened.game, self.words)))
        offered = False
        while (line := self.console.ask(f"{self.player_name}> ", self.completions(view))) not in LEAVING:
            if (line or offered) and self.obey(view, line or OK_WORDS[0]):
                return True
            if not line and not offered:
                self.offer(view)
            offered = not line
        return False

    @property
    def player_name(self) -> str:
        """Return the name of the player who is asked, or their seat in their language."""
        name = names_of(self.opened.game.state).get(self.seat, self.seat)
        return self.words.terms.get(self.seat, self.seat) if name == self.seat else name

    def completions(self, view: SeatView) -> list[str]:
        orders = list_legal_orders(view, limit=MAX_LISTED).texts()
        return [*orders, *self.commands, "quit"]

    def obey(self, view: SeatView, line: str) -> bool:
        """Carry out a command or orders; return True once an order was carried out."""
        name, _, rest = line.partition(" ")
        name = name.lower()
        try:
            if name in self.commands:
                return bool(self.commands[name](view, rest))
            self.give(view, line)
        except Failure as failure:
            self.explain(failure)
            return False
        return True

    def explain(self, failure: Failure) -> None:
        """Show what is wrong, and what to do next."""
        for line in failure_lines(failure, self.session.locale):
            self.console.show(line)

    def give(self, view: SeatView, line: str) -> None:
        self.send(view, parse_batch(view, line))

    def answer_only(self, view: SeatView, order: Order) -> bool:
        """Give the only answer for a player who has nobody to hide it from; the next report still starts before it."""
        self.told_from.setdefault(view.seat, history(self.opened, view.seat, None)[0].head.seq)
        self.keep(write_order(prepare_order(view, [order]), FIRST), [order])
        return True

    def draft(self, view: SeatView, rest: str) -> bool:
        """Send what was left of the seat's last batch, as if it were typed again."""
        self.send(view, read_batch(view, OrderSource(draft=True)))
        return True

    def accept(self, view: SeatView, rest: str) -> bool:
        """Send the answer that is ready, as the page shows it."""
        self.send(view, ready_answer(view))
        return True

    def offer(self, view: SeatView) -> None:
        """Show the suggested answer, and how to send it."""
        orders = "; ".join(order_text(self.words, to_plain(order)) for order in ready_answer(view))
        self.console.show(self.words.terms["play.ready"].format(orders=orders))

    def send(self, view: SeatView, batch: list[Order]) -> None:
        """Carry out orders as far as they can be foreseen; the rest is kept for the seat's next turn."""
        prepared = prepare_order(view, batch)
        self.keep(write_order(prepared, FIRST), prepared.orders)
        self.told_from.pop(view.seat, None)
        draft = [to_plain(order) for order in prepared.outlook.draft]
        self.drafts[view.seat] = draft
        if draft:
            self.console.show(
                phrase(self.words, "kept", orders="; ".join(order_text(self.words, order) for order in draft))
            )

    def keep(self, envelope: Envelope, orders: list[Order]) -> None:
        """Carry out a letter and write the step."""
        self.run.keep(*self.run.play(envelope, self.run.now()))

    def report(self, view: SeatView, rest: str) -> None:
        steps = history(self.opened, view.seat, self.told_from.get(view.seat))
        self.console.show(report_text(self.opened, view, steps, self.lang, self.text("legal")))

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
        wanted = rest.strip().upper()
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


def play_hot_seat(session: Session, console: Console, folder: str, choices: PlayChoices) -> None:
    """Play the open game in a folder, or begin one there."""
    if not is_game_folder(folder):
        language = choices.lang or environment_language()
        session.address(language)
        check_no_games_below(folder)
        check_vacant(folder)
        write_game(build_game(choices.request(language), None, Place(join(folder, "game.toml"), folder), None))
    with folders.lock(folder):
        opened = session.open_game(folder)
        session.request_language(choices.lang or "")
        session.address(opened.game.genesis.lang)
        if opened.game.genesis.trust != "open":
            raise Misused(
                "E_USAGE", "this game has secrets, so it cannot be played at one terminal", "see: lpbe order --help"
            )
        check_same_game(choices, opened.game.genesis, folder)
        HotSeat(session, console, opened, make_run(opened, Referee()), choices.lang or "").go_on()


def check_no_games_below(folder: str) -> None:
    """Refuse to begin a game in a folder of games: no command that searches there would find them."""
    below = list(islice(find_games(folder), MAX_NAMED)) if files.is_folder(folder) else []
    if below:
        raise Misused(
            "E_USAGE",
            "there are games in '{folder}': {games}",
            "to continue one: lpbe play {first}; for a new game, name another folder",
            folder=folder,
            games=below,
            first=shell_text(below[0]),
        )


def complete_words(text: str, lines: Iterable[str]) -> list[str]:
    """Return what may be typed up to the end of the next word."""
    lead = text[: len(text) - len(text.lstrip())]
    begun = plain_spelling(text.lstrip())
    fitting = [line for line in lines if plain_spelling(line).startswith(begun)]
    return list(dict.fromkeys(lead + next_word(line, len(begun)) for line in fitting))


def next_word(line: str, length: int) -> str:
    """Return the line up to the end of the word that is being typed, with the space after it."""
    end = line.find(" ", length)
    return line if end < 0 else line[: end + 1]


def ready_answer(view: SeatView) -> list[Order]:
    """Return the orders that the page of this seat suggests."""
    effects = effects_for(view.words, view.state, view.seat, names_of(view.opened.game.state)) if view.state else None
    if effects is None:
        raise WrongKind("E_ORDER_KIND", "you have nothing to answer right now")
    return suggest_orders(effects, view.draft, view.opened.rules.game.presentation().advice).orders


def only_answer(view: SeatView) -> Order | None:
    """Return the only order that the seat can give, if there is just one."""
    question = question_for(view.state, view.seat)
    if view.state is None or question is None or not has_only_one_answer(view.state, question, view.seat):
        return None
    return next(iter(legality.legal_orders(view.state, question, view.seat)))
