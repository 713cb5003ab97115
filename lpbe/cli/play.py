"""A game at one terminal: people in turn, each with a screen of their own, and bots."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from os.path import join
from typing import Any

import click

from ..games import game_of
from ..kernel.base.canon import data
from ..kernel.base.errors import Failure, Misused, Refused, Rejected
from ..kernel.chain.records import names_of, seat_of
from ..kernel.chain.step import Referee
from ..kernel.content import packs
from ..kernel.content.packs import Words
from ..kernel.disk import files
from ..kernel.folder.folder import Run
from ..kernel.play import standing
from ..kernel.play.dry_run import worth_signing
from ..kernel.play.table import answers_wanted
from ..kernel.words.sentences import fill
from ..kernel.words.templates import order_text
from ..report.choices import choices_by_kind, matches_words
from ..report.compose import events_for_reader
from .common import Opened, example, open_game, say
from .demo import quiet
from .faults import localised_message, set_listener
from .foresight import foresee
from .game_name import GameName
from .legal import lines_of, outlook_text
from .order import Desk, parse_batch, write
from .report import history, report_text
from .run import make_run, stand_in
from .typing import Prompt, wipe

LISTED = 400


@click.command(
    "play",
    epilog=example(
        "lpbe play",
        "lpbe play evening --seats red,blue,green --bot green=random",
        "lpbe play mars --game pebbles --seats red,blue --lang fr",
    ),
)
@click.argument("folder", metavar="[FOLDER]", default="play-game")
@click.option("--game", default="living-planet", show_default=True, type=GameName(), help="Which game.")
@click.option("--seats", metavar="A,B,...", help="Who plays; default: you against greedy bots, as few as can be.")
@click.option("--bot", "bots", multiple=True, metavar="SEAT[=BOT]", help="A seat the machine plays.")
@click.option("--with", "expansions", multiple=True, metavar="NAME", help="An expansion.")
@click.option("--set", "settings", multiple=True, metavar="MODULE.NAME=VALUE", help="An option of the rules.")
@click.option("--lang", type=click.Choice(["en", "fr"]), default="en", show_default=True, help="Language of the game.")
@click.option("--seed", metavar="HEX", help="Fix the seed: the same orders make the same game.")
def play_command(folder: str, **choices: Any) -> None:
    """Play at this terminal: hot seat, or against bots.

    The game is kept in FOLDER after every order; the same command goes on with it.
    Orders are typed as lpbe legal prints them; the tab key completes them, ? helps.
    """
    if not any(files.is_file(join(folder, name)) for name in ("game.toml", "game.json")):
        begin(folder, **choices)
    with files.lock(folder):
        opened = open_game(folder)
        if opened.game.genesis.trust != "open":
            raise Misused(
                "E_USAGE", "this game has secrets: it is not played at one terminal", "see: lpbe order --help"
            )
        Evening(opened, make_run(opened, Referee(), None)).go_on()


def begin(folder: str, game: str, seats: str | None, lang: str, seed: str | None, **lists: tuple[str, ...]) -> None:
    """A new open game, by our own command."""
    if not seats:
        first, *others = game_of(game).first_seats()
        seats, lists["bots"] = ",".join([first, *others]), lists["bots"] or tuple(f"{seat}=greedy" for seat in others)
    names = {"bots": "--bot", "expansions": "--with", "settings": "--set"}
    more = [part for name, values in lists.items() for value in values for part in (names[name], value)]
    more += ["--seed", seed, "--nonce", seed] if seed else []
    quiet(["new", folder, "--game", game, "--seats", seats, "--lang", lang, "--open", *more])


class Evening:
    """People round one keyboard."""

    __slots__ = ("commands", "opened", "prompt", "run", "seat", "words")

    def __init__(self, opened: Opened, run: Run) -> None:
        self.opened, self.run, self.seat = opened, run, ""
        self.words: Words = packs.words(opened.rules.game.name, opened.game.genesis.lang)
        self.prompt = Prompt()
        self.commands: dict[str, Callable[[Desk, str], None]] = {
            "?": self.help,
            "help": self.help,
            "legal": self.legal,
            "report": self.report,
            "try": self.try_out,
            "rule": self.rule,
        }

    def told(self, key: str, **values: Any) -> str:
        return fill(self.words, self.words.terms[f"play.{key}"], values, names_of(self.opened.game.state))

    def go_on(self) -> None:
        set_listener(self.opened.game.genesis.lang, self.opened.rules.game.name)
        while self.settled():
            if not self.turn(self.next_seat()):
                say(self.told("kept", folder=self.opened.place.folder))
                return
        say(report_text(self.opened, None, [self.opened.game.last], self.opened.game.genesis.lang))

    def settled(self) -> bool:
        """Let the machine play what is its own; False when the game is over."""
        while self.run.own(stand_in):
            pass
        self.opened = Opened(self.opened.place, self.run.step.game, self.opened.rules)
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
            if self.prompt.ask(self.told("pass", seat=seat), []) is None:
                return False
        self.seat = seat
        desk = Desk(self.opened, None, seat)
        self.report(desk, "")
        while (line := self.prompt.ask(f"{seat}> ", self.completions(desk))) not in (None, "quit", "exit"):
            if line and self.obey(desk, line):
                return True
        return False

    def completions(self, desk: Desk) -> list[str]:
        assert desk.state is not None
        question = answers_wanted(desk.state)[desk.seat]
        orders = islice(standing.legal(desk.state, question, desk.seat), LISTED)
        return [*(order_text(self.words, data(order)) for order in orders), *self.commands, "quit"]

    def obey(self, desk: Desk, line: str) -> bool:
        """A word of ours, or orders; True once an order was carried out."""
        name, _, rest = line.partition(" ")
        try:
            if name in self.commands:
                self.commands[name](desk, rest)
                return False
            self.give(desk, line)
        except Failure as failure:
            clause = failure.clause if isinstance(failure, Refused) else failure.code
            say(f"{localised_message(failure.sentence, True)} [{clause}]")
            if failure.hint:
                say(f"  {localised_message(failure.advice)}")
            return False
        return True

    def give(self, desk: Desk, line: str) -> None:
        assert desk.state is not None
        batch = parse_batch(desk, line)
        outlook = foresee(desk, batch, self.opened.game.genesis.lang)
        rest = [data(order) for order in outlook.draft]
        envelope = write(desk, worth_signing(batch, outlook), rest, "", "", 0, False)
        self.run.keep(*self.run.play(envelope, self.run.now()))

    def report(self, desk: Desk, rest: str) -> None:
        lang = self.opened.game.genesis.lang
        say(report_text(self.opened, desk, history(self.opened, desk.seat, None), lang))

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
        say(lines_of(choices_by_kind(self.words, desk.state, question, desk.seat, orders, LISTED)))

    def try_out(self, desk: Desk, rest: str) -> None:
        from ..kernel.chain.drawers import plain_events

        assert desk.state is not None
        batch = parse_batch(desk, rest)
        outlook = foresee(desk, batch, self.opened.game.genesis.lang)
        say(outlook_text(desk, self.words, outlook, events_for_reader(plain_events(outlook.events, desk.seat))))

    def rule(self, desk: Desk, rest: str) -> None:
        from .rules import clause

        told = clause(rest.strip().upper(), self.opened.game.genesis.lang)
        say(f"{told.id}  {told.text}")

    def help(self, desk: Desk, rest: str) -> None:
        say(self.told("help"))
