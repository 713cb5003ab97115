"""People round one keyboard: what they type, what they are told, and whose turn it is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from ..app.desk import Desk
from ..app.foresight import foresee, foretold, outlook_text
from ..app.game import OpenGame
from ..app.history import history
from ..app.language import localised_message, set_listener, speak_to
from ..app.orders import fitting_draft, parse_batch, read_batch, within_letter, write_order
from ..app.pages import report_text
from ..app.run import stand_in
from ..app.sheet import (
    chapter_list,
    chapter_text,
    chapters_of,
    chapters_with,
    clause,
    found_text,
    short_text,
    source_of,
)
from ..kernel.base.canon import Plain, data
from ..kernel.base.errors import Failure, Refused, Rejected
from ..kernel.chain.drawers import plain_events
from ..kernel.chain.records import Envelope
from ..kernel.chain.seating import names_of, seat_of
from ..kernel.content import packs
from ..kernel.content.packs import Words
from ..kernel.folder.run import Run
from ..kernel.play import standing
from ..kernel.play.dry_run import worth_signing
from ..kernel.play.rules import Order
from ..kernel.play.table import answers_wanted
from ..kernel.words.effects import Effects
from ..kernel.words.sentences import fill, phrase
from ..kernel.words.templates import order_text
from ..report.choices import choices_by_kind, matches_words
from ..report.compose import events_for_reader, question_asked
from ..report.layout import choices_text
from .output import say
from .prompt import Prompt, wipe

LISTED = 400
LEAVING = (None, "quit", "exit", "quitter")


class Evening:
    """People round one keyboard."""

    __slots__ = ("commands", "drafts", "lang", "opened", "prompt", "run", "seat", "words")

    def __init__(self, opened: OpenGame, run: Run, lang: str = "") -> None:
        self.opened, self.run, self.seat = opened, run, ""
        self.lang = lang or opened.game.genesis.lang
        self.words: Words = packs.words(opened.rules.game.name, self.lang)
        self.prompt = Prompt()
        self.drafts: dict[str, list[Plain]] = {}
        self.commands: dict[str, Callable[[Desk, str], bool | None]] = {
            "?": self.help,
            "help": self.help,
            "aide": self.help,
            **dict.fromkeys(("legal", "possible"), self.legal),
            **dict.fromkeys(("report", "rapport"), self.report),
            **dict.fromkeys(("try", "essayer"), self.try_out),
            **dict.fromkeys(("rule", "règle", "regle"), self.rule),
            **dict.fromkeys(("rules", "règles", "regles"), self.rules),
            **dict.fromkeys(("draft", "brouillon"), self.draft),
        }

    def text(self, key: str, **values: Any) -> str:
        return fill(self.words, self.words.terms[f"play.{key}"], values, names_of(self.opened.game.state))

    def go_on(self) -> None:
        set_listener(self.lang, self.opened.rules.game.name)
        while self.settled():
            if not self.turn(self.next_seat()):
                say(self.text("kept", folder=self.opened.place.folder))
                return
        say(report_text(self.opened, None, [self.opened.game.last], self.lang))

    def settled(self) -> bool:
        """Let the machine play what is its own; False when the game is over."""
        while self.run.own(stand_in):
            pass
        self.opened = OpenGame(self.opened.place, self.run.step.game, self.opened.rules)
        return self.opened.game.state.window.kind != "over"

    def people(self) -> list[str]:
        state = self.opened.game.state
        return [s.id for s in state.seats if (record := seat_of(state, s.id)) and not record.held]

    def next_seat(self) -> str:
        waiting = self.opened.game.state.window.waiting
        return self.seat if self.seat in waiting else waiting[0]

    def turn(self, seat: str) -> bool:
        """One answer of one seat; False when somebody wants to stop."""
        if seat != self.seat and len(self.people()) > 1:
            wipe()
            self.prompt.forget()
            if self.prompt.ask(self.text("pass", seat=seat), []) is None:
                return False
        self.seat = seat
        speak_to(self.opened.game, seat)
        desk = Desk(self.opened, None, seat)
        desk.draft += self.drafts.get(seat, [])
        self.report(desk, "")
        say(self.text("asked", question=question_asked(self.opened.game, self.words)))
        while (line := self.prompt.ask(f"{self.called}> ", self.completions(desk))) not in LEAVING:
            if line and self.obey(desk, line):
                return True
        return False

    @property
    def called(self) -> str:
        """Who is asked: by name, else by the seat as the language has it."""
        named = names_of(self.opened.game.state).get(self.seat, self.seat)
        return self.words.terms.get(self.seat, self.seat) if named == self.seat else named

    def completions(self, desk: Desk) -> list[str]:
        assert desk.state is not None
        question = answers_wanted(desk.state)[desk.seat]
        orders = islice(standing.legal(desk.state, question, desk.seat), LISTED)
        return [*(order_text(self.words, data(order)) for order in orders), *self.commands, "quit"]

    def obey(self, desk: Desk, line: str) -> bool:
        """A word of ours, or orders; True once an order was carried out."""
        name, _, rest = line.partition(" ")
        name = name.lower()
        try:
            if name in self.commands:
                return bool(self.commands[name](desk, rest))
            self.give(desk, line)
        except Failure as failure:
            self.stumble(failure)
            return False
        return True

    def stumble(self, failure: Failure) -> None:
        """What is wrong is told, and what to do next."""
        clause = failure.clause if isinstance(failure, Refused) else failure.code
        say(f"{localised_message(failure.sentence, True)} [{clause}]")
        if failure.hint:
            say(f"  {localised_message(failure.advice)}")

    def give(self, desk: Desk, line: str) -> None:
        self.send(desk, parse_batch(desk, line))

    def draft(self, desk: Desk, rest: str) -> bool:
        """What was left of the seat's last batch, as if it were typed again."""
        self.send(desk, read_batch(desk, (), None, True))
        return True

    def send(self, desk: Desk, batch: list[Order]) -> None:
        """Orders are carried out as far as they can be foreseen; the rest is kept for the seat's next turn."""
        outlook = within_letter(desk, batch, foresee(desk, batch, self.lang))
        kept = worth_signing(batch, outlook)
        rest = [data(order) for order in fitting_draft(desk, kept, outlook)]
        envelope = write_order(desk, kept, rest, "", "", 0, False)
        self.keep(envelope, kept)
        self.drafts[desk.seat] = rest
        if rest:
            say(phrase(self.words, "kept", orders="; ".join(order_text(self.words, order) for order in rest)))

    def keep(self, envelope: Envelope, orders: list[Order]) -> None:
        """Carried out and written."""
        self.run.keep(*self.run.play(envelope, self.run.now()))

    def report(self, desk: Desk, rest: str) -> None:
        say(report_text(self.opened, desk, history(self.opened, desk.seat, None), self.lang, self.text("legal")))

    def legal(self, desk: Desk, rest: str) -> None:
        assert desk.state is not None
        question = answers_wanted(desk.state)[desk.seat]
        orders = [
            order
            for order in islice(standing.legal(desk.state, question, desk.seat), LISTED)
            if matches_words(order_text(self.words, data(order)), rest.split())
        ]
        if not orders:
            raise Rejected("E_ORDER_KIND", "no order you may give has these words in it")
        effects = Effects(self.words, desk.state, question, desk.seat)
        say(choices_text(choices_by_kind(effects, orders, self.text("legal"), LISTED)))

    def try_out(self, desk: Desk, rest: str) -> None:
        assert desk.state is not None
        batch = parse_batch(desk, rest)
        outlook = foresee(desk, batch, self.lang)
        events = events_for_reader(plain_events(outlook.events, desk.seat))
        say(outlook_text(desk, self.words, outlook, events, foretold(desk, self.words, batch)))

    def rule(self, desk: Desk, rest: str) -> None:
        """A clause; all of a chapter by the id that its clauses begin with; or which chapters there are."""
        wanted, lang = rest.strip().upper(), self.lang
        chapters = list(chapters_of(source_of(self.opened), lang))
        whole = next((chapter for chapter in chapters if chapter.id == wanted), None)
        if not wanted:
            say(chapter_list(chapters))
        elif whole:
            say("\n".join(chapter_text(whole)).strip())
        else:
            told = clause(wanted, lang)
            say(f"{told.id}  {told.text}")

    def rules(self, desk: Desk, rest: str) -> None:
        """The rules in short, or the clauses with these words."""
        played = source_of(self.opened)
        if not rest.split():
            return say("\n".join(short_text(played, self.words)).strip())
        found = chapters_with(chapters_of(played, self.lang), rest.split())
        return say(found_text(self.words, found, rest.split()))

    def help(self, desk: Desk, rest: str) -> None:
        say(self.text("help"))
